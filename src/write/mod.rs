//! Puts a site on disk, complete or not at all.
//!
//! Input: [`Artifact`](crate::render::Artifact)s (address + content) from any number of threads. Output: the generated folders
//! of an output directory, swapped in one after the other once everything is there.
//!
//! The tree is built aside in `<out>/.scope-profiler/`; a build that fails or is killed leaves the former
//! site as it was, and a swap that was cut between two folders is finished by the next command from its
//! journal. Files whose bytes did not change are linked over, not rewritten. Files that this program did
//! not write are carried along or, where they stand in the way, named in an error.
//!
//! Not here: what is in an artifact.

mod error;
mod marker;
mod project;
mod site;
mod swap;

pub use error::WriteError;
pub use project::{ProjectOutcome, write_project};
pub use site::{SiteWriter, Summary};
