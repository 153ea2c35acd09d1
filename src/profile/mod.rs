//! Reads a recorded profile into [`Profile`], whatever its layout.
//!
//! Input: a file. Output: one model for every layout (HDF5 schema 1, 2, 3 and aggregate, JSON and
//! gzip-compressed JSON), checked so that later stages need not check again. Three depths of reading:
//!
//! * [`open_header`]: metadata and index only, what `--check` and labels need;
//! * [`read_summary`]: figures per rank and region from the stored statistics, no event column is read;
//! * [`read`]: everything, event columns included.
//!
//! Every depth makes all checks that its data allow; [`Problem`] lists what can be wrong. No file makes the
//! reader panic, run without end, or take memory out of proportion to the file's size (the limits stand in
//! one place, `limits.rs`). The HDF5 reading is fenced with [`std::panic::catch_unwind`] as the last resort
//! against its parser; a program that installs a panic hook decides whether such a panic prints anything.
//!
//! Not here: statistics, the manifest, anything about showing.

mod auxiliary;
mod detect;
mod error;
mod hdf5;
mod json;
mod lanes;
mod limits;
mod model;
mod read;
mod rows;

pub use error::{Problem, ProfileError};
pub use model::*;
pub use read::{open_header, read, read_summary};
