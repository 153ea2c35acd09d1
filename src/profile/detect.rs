//! Tells the format of a file by its content; the name is only a fall-back.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;

use super::Problem;

/// First bytes of every HDF5 file without a user block.
const HDF5_SIGNATURE: &[u8] = b"\x89HDF\r\n\x1a\n";
/// First bytes of a gzip member.
const GZIP_SIGNATURE: &[u8] = b"\x1f\x8b";
/// A UTF-8 byte order mark, which some editors put before JSON.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// An HDF5 container.
    Hdf5,
    /// JSON text.
    Json,
    /// JSON text in a gzip stream.
    GzipJson,
    /// An HTML page.
    Html,
}

/// Finds the format of an opened file and leaves it at its start.
///
/// By content: the signatures of HDF5 and gzip; after a byte order mark and white space `{` or `[` is JSON
/// and `<` HTML. Anything else goes by the name: `.json`, `.json.gz`, `.html`, `.htm`, and HDF5 for the
/// rest, so that a file with a user block before its HDF5 signature is still read.
pub(super) fn detect(file: &mut File, path: &Path) -> Result<Format, Problem> {
    let mut reader = BufReader::new(&mut *file);
    let format = by_content(&mut reader).map_err(|error| Problem::Io { reason: error.to_string() })?;
    file.rewind().map_err(|error| Problem::Io { reason: error.to_string() })?;
    Ok(format.unwrap_or_else(|| by_name(path)))
}

fn by_content(reader: &mut impl BufRead) -> std::io::Result<Option<Format>> {
    let mut head = Vec::new();
    reader.by_ref().take(HDF5_SIGNATURE.len() as u64).read_to_end(&mut head)?;
    if head.starts_with(HDF5_SIGNATURE) {
        return Ok(Some(Format::Hdf5));
    }
    if head.starts_with(GZIP_SIGNATURE) {
        return Ok(Some(Format::GzipJson));
    }
    let text = head.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&head);
    let first = match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(byte) => Some(*byte),
        None => first_non_blank(reader)?,
    };
    Ok(match first {
        Some(b'{' | b'[') => Some(Format::Json),
        Some(b'<') => Some(Format::Html),
        _ => None,
    })
}

/// The first byte that is no white space; `None` at the end of the file.
fn first_non_blank(reader: &mut impl BufRead) -> std::io::Result<Option<u8>> {
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(None);
        }
        if let Some(byte) = buffer.iter().find(|byte| !byte.is_ascii_whitespace()) {
            return Ok(Some(*byte));
        }
        let blanks = buffer.len();
        reader.consume(blanks);
    }
}

fn by_name(path: &Path) -> Format {
    let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
    if name.ends_with(".json") || name.ends_with(".json.gz") {
        Format::Json
    } else if name.ends_with(".html") || name.ends_with(".htm") {
        Format::Html
    } else {
        Format::Hdf5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn detected(name: &str, content: &[u8]) -> Format {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(content).unwrap();
        file.rewind().unwrap();
        detect(&mut file, Path::new(name)).unwrap()
    }

    #[test]
    fn content_decides_before_the_name() {
        assert_eq!(detected("x.json", b"\x89HDF\r\n\x1a\nrest"), Format::Hdf5);
        assert_eq!(detected("x.h5", b"{\"format\": 1}"), Format::Json);
        assert_eq!(detected("x.dat", b"\x1f\x8b\x08"), Format::GzipJson);
        assert_eq!(detected("x.h5", b"<!doctype html>"), Format::Html);
    }

    #[test]
    fn a_mark_and_any_number_of_blanks_may_precede() {
        assert_eq!(detected("x", b"\xef\xbb\xbf {}"), Format::Json);
        let mut text = vec![b'\n'; 100_000];
        text.push(b'{');
        assert_eq!(detected("x", &text), Format::Json);
    }

    #[test]
    fn the_name_decides_when_the_content_says_nothing() {
        assert_eq!(detected("X.JSON", b"12"), Format::Json);
        assert_eq!(detected("x.json.gz", b"text"), Format::Json);
        assert_eq!(detected("x.htm", b""), Format::Html);
        assert_eq!(detected("x.h5", b""), Format::Hdf5);
        assert_eq!(detected("x", b"text"), Format::Hdf5);
    }
}
