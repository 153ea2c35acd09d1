//! Text as HDF5 stores it: fixed-width, or of variable length in the file's global heap.

use std::collections::HashMap;

use hdf5::{Datatype, Source, StringPadding};

use super::numbers::word;
use super::source::FileSource;

/// Bytes before the first object of a heap collection: signature, version, reserved, size.
const COLLECTION_HEAD_BYTES: usize = 16;
/// Bytes before the content of a heap object: index, reference count, reserved, size.
const OBJECT_HEAD_BYTES: usize = 16;
/// Bytes of a reference into the heap: length, address of the collection, index of the object.
pub(super) const REFERENCE_BYTES: usize = 16;

/// How the elements of a dataset hold text.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TextType {
    /// In the element itself.
    Fixed(StringPadding),
    /// In the global heap.
    Heap,
}

impl TextType {
    /// How a datatype holds text; `None` if it does not.
    pub(super) fn of(datatype: &Datatype) -> Option<Self> {
        match datatype {
            Datatype::String { padding, .. } => Some(Self::Fixed(padding.clone())),
            Datatype::VariableLength { is_string: true, .. } => Some(Self::Heap),
            _ => None,
        }
    }
}

/// The text of a fixed-width element without its padding; invalid bytes are replaced.
pub(super) fn fixed_text(stored: &[u8], padding: &StringPadding) -> String {
    let text = match padding {
        StringPadding::NullTerminate => before_null(stored),
        StringPadding::NullPad => trim_end(stored, 0),
        StringPadding::SpacePad => trim_end(stored, b' '),
    };
    String::from_utf8_lossy(text).into_owned()
}

fn before_null(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or_default()
}

fn trim_end(text: &[u8], padding: u8) -> &[u8] {
    let end = text.iter().rposition(|byte| *byte != padding).map_or(0, |last| last.saturating_add(1));
    text.get(..end).unwrap_or_default()
}

/// The global heap of a file; collections are fetched once.
pub(super) struct Heap {
    source: FileSource,
    base: u64,
    collections: HashMap<u64, Collection>,
}

struct Collection {
    content: Vec<u8>,
    /// Where each object's content begins and its size, by index.
    objects: HashMap<u64, (usize, usize)>,
}

impl Heap {
    /// The heap of a file whose addresses count from `base`.
    pub(super) fn new(source: FileSource, base: u64) -> Self {
        Self { source, base, collections: HashMap::new() }
    }

    /// The text that a reference leads to: none for a null reference; invalid bytes are replaced.
    pub(super) fn text(&mut self, reference: &[u8]) -> Result<String, String> {
        let part = |from: usize, to: usize| word(reference.get(from..to).unwrap_or_default(), false);
        let (length, address, index) = (part(0, 4), part(4, 12), part(12, 16));
        if length == 0 || address == 0 || address == u64::MAX {
            return Ok(String::new());
        }
        let collection = match self.collections.entry(address) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Collection::fetch(&self.source, self.base, address)?)
            }
        };
        let text = collection.object(index, length).ok_or("points at text that is not in the file")?;
        Ok(String::from_utf8_lossy(before_null(text)).into_owned())
    }
}

impl Collection {
    fn fetch(source: &FileSource, base: u64, address: u64) -> Result<Self, String> {
        let broken = |error: hdf5::FormatError| format!("points at a broken text heap ({error})");
        let at = address.checked_add(base).ok_or("points beyond the file")?;
        let head = source.read_exact_at(at, COLLECTION_HEAD_BYTES).map_err(broken)?;
        if !head.starts_with(b"GCOL") {
            return Err("points at something that is no text heap".to_owned());
        }
        let bytes = word(head.get(8..16).unwrap_or_default(), false);
        let bytes = usize::try_from(bytes).map_err(|_| "points at an oversized text heap")?;
        let content = source.read_exact_at(at, bytes).map_err(broken)?;
        let objects = Self::list(&content);
        Ok(Self { content, objects })
    }

    fn list(content: &[u8]) -> HashMap<u64, (usize, usize)> {
        let mut objects = HashMap::new();
        let mut at = COLLECTION_HEAD_BYTES;
        while let Some(head) = content.get(at..).and_then(|rest| rest.get(..OBJECT_HEAD_BYTES)) {
            let index = word(head.get(..2).unwrap_or_default(), false);
            let bytes = usize::try_from(word(head.get(8..16).unwrap_or_default(), false));
            // Object 0 is the free space at the end.
            let (Ok(bytes), 1..) = (bytes, index) else { break };
            let start = at.saturating_add(OBJECT_HEAD_BYTES);
            objects.entry(index).or_insert((start, bytes));
            at = start.saturating_add(bytes.saturating_add(7) & !7);
        }
        objects
    }

    fn object(&self, index: u64, length: u64) -> Option<&[u8]> {
        let (start, bytes) = *self.objects.get(&index)?;
        let length = usize::try_from(length).ok().filter(|length| *length <= bytes)?;
        self.content.get(start..)?.get(..length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn padding_is_removed_and_invalid_bytes_replaced() {
        assert_eq!(fixed_text(b"ab\0\0", &StringPadding::NullPad), "ab");
        assert_eq!(fixed_text(b"ab\0c", &StringPadding::NullTerminate), "ab");
        assert_eq!(fixed_text(b"ab  ", &StringPadding::SpacePad), "ab");
        assert_eq!(fixed_text(b"\0", &StringPadding::NullPad), "");
        assert_eq!(fixed_text(b"a\xff", &StringPadding::NullPad), "a\u{fffd}");
    }

    #[test]
    fn objects_are_found_in_a_collection_and_nowhere_else() {
        let mut content = b"GCOL\x01\0\0\0".to_vec();
        content.extend(64u64.to_le_bytes());
        content.extend([1, 0, 1, 0, 0, 0, 0, 0]);
        content.extend(3u64.to_le_bytes());
        content.extend(b"abc\0\0\0\0\0");
        content.resize(64, 0);
        let collection = Collection { objects: Collection::list(&content), content };
        assert_eq!(collection.object(1, 3), Some(&b"abc"[..]));
        assert_eq!(collection.object(1, 4), None);
        assert_eq!(collection.object(2, 1), None);
    }
}
