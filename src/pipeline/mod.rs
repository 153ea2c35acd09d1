//! Calls the stages for each command: in parallel where there is much to do, and with event columns
//! dropped as soon as they are analysed.
//!
//! Not here: deciding figures, wording, printing.

pub mod compare;
pub mod inspect;
pub mod site;

use std::path::{Path, PathBuf};

use crate::analysis::SelectionError;
use crate::profile::{self, ProfileError};

/// Why a profile could not be read and analysed as asked.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ReadError {
    /// The profile cannot be used.
    #[error(transparent)]
    Profile(#[from] ProfileError),
    /// The profile does not have what was selected.
    #[error("{}: {error}", path.display())]
    Selection {
        /// The file as it was given.
        path: PathBuf,
        /// What is missing.
        error: SelectionError,
    },
}

impl ReadError {
    fn selection(path: &Path, error: SelectionError) -> Self {
        Self::Selection { path: path.to_owned(), error }
    }
}

/// How many ranks a run has; `None` if its profile cannot be used.
pub fn num_ranks(file: &Path) -> Option<u32> {
    profile::open_header(file).ok().map(|header| header.num_ranks)
}
