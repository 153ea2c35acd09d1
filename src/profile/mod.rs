//! Reads a recorded profile into [`Profile`], whatever its layout.
//!
//! Input: a file. Output: one model for every layout (HDF5 schema 1, 2, 3 and aggregate, JSON and
//! gzip-compressed JSON), checked so that later stages need not check again. Three depths of reading:
//!
//! * [`open_header`]: metadata and index only, what `--check` and labels need;
//! * [`read_summary`]: figures per rank and region from the stored statistics, no event column is read;
//! * [`read`]: everything, event columns included.
//!
//! Not here: statistics, the manifest, anything about showing.

mod error;
mod model;

pub use error::{Problem, ProfileError};
pub use model::*;
