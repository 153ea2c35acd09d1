//! Computes every figure from profiles: integer nanoseconds until the last division, no input or output,
//! no text for people. A figure that is unknown is `None`, never 0 or NaN.
//!
//! [`analyse`] turns one profile and a [`Selection`] into a [`RunAnalysis`]; comparisons, scaling and
//! differences then work on [`RunFigures`] alone, so that event columns can be dropped.
//!
//! Not here: reading, the manifest, pages, charts, formatting.

mod balance;
mod comparison;
mod figures;
mod headline;
mod hotspots;

pub use balance::{Balance, BalanceRow, MATRIX_LIMITS, MatrixRow, RankMatrix, balance, rank_matrix};
pub use comparison::{
    AlignedRow, Change, Compared, Comparison, OwnChange, SAME_PCT, align, change, compare, compared,
};
pub use figures::*;
pub use headline::{Finding, OUTSIDE_FLAG_PCT, findings};
pub use hotspots::{Hotspot, HotspotKind, IMBALANCE_FLAG_PCT, hotspots, outside_pct};
