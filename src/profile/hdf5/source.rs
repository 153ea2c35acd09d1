//! The bytes of an HDF5 file, read by position and counted.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use hdf5::{FormatError, Source};

use crate::profile::Problem;
use crate::profile::limits;

/// Files up to this size are held in memory: they consist of many small structures.
const SMALL_FILE_BYTES: u64 = 1 << 20;
/// What a single fetch counts at least, so that endless tiny ones come to an end as well.
const MIN_FETCH_BYTES: u64 = 64;

/// A file whose parts are fetched by position. Clones share the file and the count.
#[derive(Clone)]
pub(super) struct FileSource(Arc<Shared>);

struct Shared {
    content: Content,
    bytes: u64,
    fetched: AtomicU64,
}

enum Content {
    Memory(Vec<u8>),
    File(Mutex<File>),
}

impl FileSource {
    /// Takes over an opened file of the given size.
    pub(super) fn new(mut file: File, bytes: u64) -> Result<Self, Problem> {
        let content = if bytes <= SMALL_FILE_BYTES {
            let mut content = Vec::new();
            let io = |error: std::io::Error| Problem::Io { reason: error.to_string() };
            file.by_ref().take(SMALL_FILE_BYTES).read_to_end(&mut content).map_err(io)?;
            Content::Memory(content)
        } else {
            Content::File(Mutex::new(file))
        };
        let bytes = match &content {
            Content::Memory(content) => content.len() as u64,
            Content::File(_) => bytes,
        };
        Ok(Self(Arc::new(Shared { content, bytes, fetched: AtomicU64::new(0) })))
    }

    /// Size of the file in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.bytes
    }

    /// Bytes fetched so far; tiny fetches count as 64 bytes.
    #[cfg(test)]
    pub(super) fn fetched_bytes(&self) -> u64 {
        self.0.fetched.load(Ordering::Relaxed)
    }

    fn count(&self, bytes: u64) -> Result<(), FormatError> {
        let before = self.0.fetched.fetch_add(bytes.max(MIN_FETCH_BYTES), Ordering::Relaxed);
        if before > limits::max_fetched_bytes(self.0.bytes) {
            return Err(FormatError::Source("its structures lead back to themselves".to_owned()));
        }
        Ok(())
    }
}

impl Source for FileSource {
    fn len(&self) -> u64 {
        self.0.bytes
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<(), FormatError> {
        let length = buf.len() as u64;
        let end = offset.checked_add(length).ok_or(FormatError::OffsetOverflow { offset, length })?;
        let past_end = || FormatError::UnexpectedEof {
            expected: usize::try_from(end).unwrap_or(usize::MAX),
            available: usize::try_from(self.0.bytes).unwrap_or(usize::MAX),
        };
        if end > self.0.bytes {
            return Err(past_end());
        }
        self.count(length)?;
        match &self.0.content {
            Content::Memory(content) => {
                let start = usize::try_from(offset).map_err(|_| past_end())?;
                let part = content.get(start..).and_then(|rest| rest.get(..buf.len()));
                buf.copy_from_slice(part.ok_or_else(past_end)?);
                Ok(())
            }
            Content::File(file) => {
                let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
                file.seek(SeekFrom::Start(offset))
                    .and_then(|_| file.read_exact(buf))
                    .map_err(|error| FormatError::Source(error.to_string()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn reads_within_the_file_and_refuses_beyond() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        file.rewind().unwrap();
        let source = FileSource::new(file, 10).unwrap();
        let mut part = [0; 3];
        source.read_at(7, &mut part).unwrap();
        assert_eq!(&part, b"789");
        assert!(source.read_at(8, &mut part).is_err());
        assert!(source.read_at(u64::MAX, &mut part).is_err());
    }

    #[test]
    fn fetching_without_end_is_stopped() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[0; 4096]).unwrap();
        file.rewind().unwrap();
        let source = FileSource::new(file, 4096).unwrap();
        let mut part = [0; 4096];
        assert!((0..100_000).any(|_| source.read_at(0, &mut part).is_err()));
    }
}
