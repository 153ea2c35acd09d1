//! The three entry points: open the file, tell its format, read it to the wanted depth.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use super::detect::{Format, detect};
use super::{Header, Problem, Profile, ProfileError, hdf5, json};

/// How much of a profile is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Depth {
    /// Metadata and index, for their checks alone.
    Header,
    /// Rows with stored statistics; the events where a file has no statistics.
    Summary,
    /// Everything.
    Full,
}

/// An opened file with what the reading needs to know of it.
pub(super) struct Input {
    /// The file, at its start.
    pub(super) file: File,
    /// Its size in bytes.
    pub(super) bytes: u64,
    /// Its name without folders.
    pub(super) name: String,
}

/// Reads a whole profile, event columns included.
///
/// The memory taken is two 8-byte columns per event and one per optional column that was recorded.
///
/// # Errors
/// Every kind of [`Problem`], with the path as given.
pub fn read(path: &Path) -> Result<Profile, ProfileError> {
    read_to(path, Depth::Full)
}

/// Reads the rows of a profile with their stored statistics and touches no event column.
///
/// A profile that stores no statistics (schema 1, older schema 2 and 3, JSON) is read in full instead, so
/// its rows hold calls.
///
/// # Errors
/// As [`read`], except for damage inside event columns that are not looked at.
pub fn read_summary(path: &Path) -> Result<Profile, ProfileError> {
    read_to(path, Depth::Summary)
}

/// Opens a profile: metadata and size, with every check that needs no event column.
///
/// A JSON profile is read whole for it.
///
/// # Errors
/// As [`read`], except for damage inside event columns that are not looked at.
pub fn open_header(path: &Path) -> Result<Header, ProfileError> {
    let profile = read_to(path, Depth::Header)?;
    Ok(Header {
        layout: profile.layout,
        num_ranks: profile.num_ranks,
        region_names: profile.region_names,
        metadata: profile.metadata,
    })
}

fn read_to(path: &Path, depth: Depth) -> Result<Profile, ProfileError> {
    open(path)
        .and_then(|(format, input)| match format {
            Format::Hdf5 => guarded(|| hdf5::read(input, depth)),
            Format::Json => json::read(input, false),
            Format::GzipJson => json::read(input, true),
            Format::Html => Err(Problem::HtmlReport),
        })
        .map_err(|problem| ProfileError { path: path.to_owned(), problem })
}

fn open(path: &Path) -> Result<(Format, Input), Problem> {
    let mut file = File::open(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Problem::NotFound,
        _ => Problem::Io { reason: error.to_string() },
    })?;
    let facts = file.metadata().map_err(|error| Problem::Io { reason: error.to_string() })?;
    if !facts.is_file() {
        let reason = if facts.is_dir() { "it is a folder" } else { "it is not a regular file" };
        return Err(Problem::Io { reason: reason.to_owned() });
    }
    if facts.len() == 0 {
        return Err(Problem::Unreadable { reason: "the file is empty".to_owned() });
    }
    let format = detect(&mut file, path)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Ok((format, Input { file, bytes: facts.len(), name }))
}

/// Turns a panic of the HDF5 parser into a problem of the file. The closure owns all it works on, so
/// nothing half-done is seen afterwards.
fn guarded(read: impl FnOnce() -> Result<Profile, Problem>) -> Result<Profile, Problem> {
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(|_| {
        Err(Problem::Unreadable { reason: "its HDF5 structure is broken in an unforeseen way".to_owned() })
    })
}
