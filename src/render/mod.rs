//! x
mod artifact;
pub use artifact::*;
