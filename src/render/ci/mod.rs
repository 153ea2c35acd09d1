//! A check for systems of continuous integration.

mod github;
mod junit;

pub use github::{MOST_ANNOTATIONS, annotations, summary};
pub use junit::junit;
