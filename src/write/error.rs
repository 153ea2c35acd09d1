//! What can go wrong when writing.

use std::io;
use std::path::{Path, PathBuf};

/// A site that could not be written. The former site is untouched.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The system refused an operation.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried: `create`, `write`, ...
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// A generated folder exists, is not empty, and was not made by this program.
    #[error("{} is not empty and was not made by scope-profiler", path.display())]
    Foreign {
        /// The folder.
        path: PathBuf,
    },
    /// A file of someone else stands where a page or data file belongs.
    #[error("{} was not written by scope-profiler and stands where a generated file belongs", path.display())]
    Occupied {
        /// The file.
        path: PathBuf,
    },
    /// Another build holds the output.
    #[error("another scope-profiler is writing to {}", path.display())]
    Busy {
        /// The output directory.
        path: PathBuf,
    },
    /// Two artifacts have one address.
    #[error("two files have the address {address}")]
    Collision {
        /// Their address below the output directory.
        address: String,
    },
}

impl WriteError {
    /// What the reader of the message can do about it.
    pub fn advice(&self) -> &'static str {
        match self {
            Self::Io { .. } => "check the path, its permissions and the free space",
            Self::Foreign { .. } => {
                "choose another output folder, or empty this one, or pass --no-clean to write beside what is there"
            }
            Self::Occupied { .. } => "move the file away, or choose another output folder",
            Self::Busy { .. } => "wait until it is done",
            Self::Collision { .. } => "give one of the two another id or label",
        }
    }
}

/// Attaches what was tried, and on what, to a system error.
pub(super) trait Context<T> {
    fn context(self, action: &'static str, path: &Path) -> Result<T, WriteError>;
}

impl<T> Context<T> for io::Result<T> {
    fn context(self, action: &'static str, path: &Path) -> Result<T, WriteError> {
        self.map_err(|source| WriteError::Io { action, path: path.to_owned(), source })
    }
}
