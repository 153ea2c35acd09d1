//! Computes every figure from profiles: integer nanoseconds until the last division, no input or output,
//! no text for people. A figure that is unknown is `None`, never 0 or NaN.
//!
//! [`analyse`] turns one profile and a [`Selection`] into a [`RunAnalysis`]; comparisons, scaling and
//! differences then work on [`RunFigures`] alone, so that event columns can be dropped.
//!
//! Not here: reading, the manifest, pages, charts, formatting.

mod figures;

pub use figures::*;
