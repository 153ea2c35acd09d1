//! Pure functions from models of what is seen to bytes or text; no file system, no clock, no statistics.

mod artifact;
pub mod plotly;
pub mod tabular;
pub mod terminal;

pub use artifact::*;
