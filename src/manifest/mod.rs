//! Resolves a YAML manifest to a [`Catalogue`]: every default applied, every glob expanded, every
//! reference checked, all mistakes reported at once with their place in the file.
//!
//! Not here: opening profiles, addresses of pages.

mod model;

pub use model::*;
