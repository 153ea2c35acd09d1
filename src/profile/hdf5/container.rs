//! An HDF5 file as a tree of groups and columns whose problems name their place.

use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::attributes::Attributes;
use super::column::Column;
use super::heap::Heap;
use super::source::FileSource;
use crate::profile::rows::layout;
use crate::profile::{Problem, limits};

/// Width of addresses and lengths that text in the heap is read with; every writer uses it.
const WORD_BYTES: u8 = 8;
/// Memory for structures that are looked at more than once.
const METADATA_CACHE_BYTES: usize = 4 << 20;

/// An opened HDF5 file and what its reading has used up so far.
pub(super) struct Container {
    root: hdf5::Group,
    source: FileSource,
    heap: Mutex<Heap>,
    decoded: AtomicU64,
    text: AtomicU64,
    groups: AtomicU64,
}

impl Container {
    /// Opens a file; refuses one that is cut off or whose addresses are not 64 bits wide.
    pub(super) fn open(file: File, bytes: u64) -> Result<Self, Problem> {
        let source = FileSource::new(file, bytes)?;
        let properties = hdf5::FileAccessProperties::new()
            .with_metadata_cache(hdf5::MetadataCacheConfig::new(METADATA_CACHE_BYTES));
        let file = hdf5::File::from_source_with_options(source.clone(), properties)
            .map_err(|error| Problem::Unreadable { reason: opening_failed(&error) })?;
        let superblock = file.superblock();
        let base = superblock.base_address.get();
        let end = superblock.eof_address;
        if base == 0 && end != u64::MAX && end > source.bytes() {
            let reason = format!("it is cut off: {} of its {end} bytes are there", source.bytes());
            return Err(Problem::Unreadable { reason });
        }
        if superblock.offset_size != WORD_BYTES || superblock.length_size != WORD_BYTES {
            let reason = format!("its addresses have {} bytes, 8 are supported", superblock.offset_size);
            return Err(Problem::Unreadable { reason });
        }
        let heap = Mutex::new(Heap::new(source.clone(), base));
        Ok(Self {
            root: file.root(),
            source,
            heap,
            decoded: AtomicU64::new(0),
            text: AtomicU64::new(0),
            groups: AtomicU64::new(0),
        })
    }

    /// The root group.
    pub(super) fn root(&self) -> Node<'_> {
        Node { container: self, group: self.root.clone(), place: String::new() }
    }

    /// The bytes of the file.
    pub(super) fn source(&self) -> &FileSource {
        &self.source
    }

    /// Runs `read` with the file's text heap.
    pub(super) fn with_heap<T>(&self, read: impl FnOnce(&mut Heap) -> T) -> T {
        read(&mut self.heap.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts bytes that are about to be decoded.
    pub(super) fn count_decoded(&self, bytes: u64, place: &str) -> Result<(), Problem> {
        let limit = limits::max_decoded_bytes(self.source.bytes());
        if add_within(&self.decoded, bytes, limit) {
            return Ok(());
        }
        let reason = format!("it would take more than {limit} bytes, out of proportion to the file's size");
        Err(Problem::TooLarge { place: place.to_owned(), reason })
    }

    /// Counts bytes of text that have been read.
    pub(super) fn count_text(&self, bytes: usize, place: &str) -> Result<(), Problem> {
        let limit = limits::max_text_bytes(self.source.bytes());
        if add_within(&self.text, bytes as u64, limit) {
            return Ok(());
        }
        let reason = format!("its text takes more than {limit} bytes, out of proportion to the file's size");
        Err(Problem::TooLarge { place: place.to_owned(), reason })
    }

    fn count_groups(&self, groups: usize, place: &str) -> Result<(), Problem> {
        if add_within(&self.groups, groups as u64, limits::max_groups(self.source.bytes())) {
            return Ok(());
        }
        Err(Problem::TooLarge {
            place: place.to_owned(),
            reason: "there are more groups than the file can hold; links lead back".to_owned(),
        })
    }
}

/// Adds to a counter and tells whether it is still within the limit.
fn add_within(counter: &AtomicU64, amount: u64, limit: u64) -> bool {
    let add = |before: u64| Some(before.saturating_add(amount));
    let before = counter.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add).unwrap_or(u64::MAX);
    before.saturating_add(amount) <= limit
}

fn opening_failed(error: &hdf5::Error) -> String {
    match error {
        hdf5::Error::Format(hdf5::FormatError::SignatureNotFound) => {
            "it is neither HDF5 nor JSON by its content".to_owned()
        }
        hdf5::Error::FileMarkedInUse(_) => {
            "a program is still writing it, or was stopped while writing".to_owned()
        }
        _ => error.to_string(),
    }
}

/// A group of the file.
pub(super) struct Node<'a> {
    container: &'a Container,
    group: hdf5::Group,
    place: String,
}

impl<'a> Node<'a> {
    /// Path of the group inside the file; empty for the root.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Path of a member.
    pub(super) fn place_of(&self, name: &str) -> String {
        if self.place.is_empty() { name.to_owned() } else { format!("{}/{name}", self.place) }
    }

    /// The subgroup of this name, if there is one.
    pub(super) fn child(&self, name: &str) -> Result<Option<Node<'a>>, Problem> {
        let place = self.place_of(name);
        match self.group.group(name) {
            Ok(group) => Ok(Some(Node { container: self.container, group, place })),
            Err(hdf5::Error::Format(hdf5::FormatError::PathNotFound(_))) => Ok(None),
            Err(hdf5::Error::NotAGroup(_)) => Err(layout(place, "is not a group")),
            Err(error) => Err(broken(&place, &error)),
        }
    }

    /// The subgroup of this name.
    pub(super) fn required_child(&self, name: &str) -> Result<Node<'a>, Problem> {
        self.child(name)?.ok_or_else(|| layout(self.place_of(name), "the group is missing"))
    }

    /// All subgroups in the order of their names' bytes.
    pub(super) fn children(&self) -> Result<Vec<(String, Node<'a>)>, Problem> {
        let members = self.group.iter_groups().map_err(|error| broken(&self.place, &error))?;
        self.container.count_groups(members.len(), &self.place)?;
        let mut children: Vec<_> = members
            .map(|(name, group)| {
                let place = self.place_of(&name);
                (name, Node { container: self.container, group, place })
            })
            .collect();
        children.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(children)
    }

    /// The dataset of this name, if there is one.
    pub(super) fn column(&self, name: &str) -> Result<Option<Column<'a>>, Problem> {
        let place = self.place_of(name);
        match self.group.dataset(name) {
            Ok(dataset) => Column::open(self.container, dataset, place).map(Some),
            Err(hdf5::Error::Format(hdf5::FormatError::PathNotFound(_))) => Ok(None),
            Err(hdf5::Error::NotADataset(_)) => Err(layout(place, "is not a dataset")),
            Err(error) => Err(broken(&place, &error)),
        }
    }

    /// The dataset of this name.
    pub(super) fn required(&self, name: &str) -> Result<Column<'a>, Problem> {
        self.column(name)?.ok_or_else(|| layout(self.place_of(name), "the dataset is missing"))
    }

    /// The attributes of the group.
    pub(super) fn attributes(&self) -> Result<Attributes, Problem> {
        let read = || Ok((self.group.attrs()?, self.group.attr_datatypes()?));
        let (values, types) = read().map_err(|error: hdf5::Error| broken(&self.place, &error))?;
        Ok(Attributes::new(self.place.clone(), values, types))
    }
}

/// What the HDF5 parser found, as a problem at a place.
pub(super) fn broken(place: &str, error: &hdf5::Error) -> Problem {
    let place = if place.is_empty() { "the root group" } else { place };
    Problem::Unreadable { reason: format!("{place}: {error}") }
}
