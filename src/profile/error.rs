//! What can be wrong with a profile.

use std::path::PathBuf;

/// A profile that cannot be used: which file, what is wrong, and what to do about it.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct ProfileError {
    /// The file as the caller named it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub problem: Problem,
}

/// The kinds of damage a reader meets. Texts are lower-case fragments that fit after the file's name;
/// places inside a file are written as HDF5 or JSON paths.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not exist.
    #[error("not found")]
    NotFound,
    /// The operating system refused to read it (permissions, a folder, ...).
    #[error("cannot be read: {reason}")]
    Io {
        /// The system's reason.
        reason: String,
    },
    /// Neither HDF5 nor JSON, or a container that is cut off or broken.
    #[error("not a readable profile: {reason}")]
    Unreadable {
        /// What the container's reader found.
        reason: String,
    },
    /// A container in order that holds no profile.
    #[error("holds no scope-profiler profile: {reason}")]
    NotAProfile {
        /// What is missing.
        reason: String,
    },
    /// An HTML report was given instead of the profile it was made from.
    #[error("is an HTML report, which cannot be read back; give the .h5 or .json it was made from")]
    HtmlReport,
    /// The layout version is newer than this program knows.
    #[error(
        "has layout version {found}, and this program reads versions up to {supported}; a newer scope-profiler is needed"
    )]
    NewerVersion {
        /// The version in the file.
        found: i64,
        /// The newest one known here.
        supported: i64,
    },
    /// The layout is not as the format says (a missing or mistyped group, column or key).
    #[error("does not follow the profile layout at {place}: {reason}")]
    Layout {
        /// Path of the object inside the file.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// The layout is right and the contents contradict each other.
    #[error("is damaged at {place}: {reason}")]
    Corrupt {
        /// Path of the object inside the file, with the row where one is known.
        place: String,
        /// What is wrong there.
        reason: String,
    },
    /// The file asks for more than the limits that keep a broken file from exhausting the machine.
    #[error("exceeds a limit at {place}: {reason}")]
    TooLarge {
        /// Path of the object inside the file.
        place: String,
        /// The limit and what was found.
        reason: String,
    },
}

impl Problem {
    /// What the reader of the message can do about it, if there is something to say beyond the message.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::NotFound => Some("check the path"),
            Self::Unreadable { .. } => {
                Some("a run that was interrupted while writing leaves such a file; record it again")
            }
            Self::Layout { .. } | Self::Corrupt { .. } => {
                Some("record the run again, or re-export the profile with the program that wrote it")
            }
            _ => None,
        }
    }
}
