//! Computes every figure from profiles: integer nanoseconds until the last division, no input or output,
//! no text for people. A figure that is unknown is `None`, never 0 or NaN.
//!
//! [`analyse`] turns one profile and a [`Selection`] into a [`RunAnalysis`] ([`figures`]: into the part that
//! outlives the profile); comparisons, scaling and differences then work on [`RunFigures`] alone, so that
//! event columns can be dropped.
//!
//! Not here: reading, the manifest, pages, charts, formatting.

mod analyse;
mod balance;
pub mod budget;
mod call_path;
mod call_tree;
pub mod check;
mod comparison;
mod coverage;
mod detail;
pub mod diff;
mod figures;
mod hardware;
mod headline;
mod hotspots;
mod imbalance;
mod lines;
mod listing;
mod parts;
pub(crate) mod percentages;
mod percentiles;
mod pool;
mod rank_calls;
mod ranks;
pub mod repeats;
mod rows;
mod run;
mod scaling;
mod selection;
pub mod source;
mod spread;
mod stacks;
mod timeline;

#[cfg(test)]
pub(crate) mod fixture;

pub use analyse::{analyse, figures};
pub use balance::{Balance, BalanceRow, MATRIX_LIMITS, RankMatrix, RankTimes, balance, rank_matrix};
pub use call_tree::NotNested;
pub use comparison::{
    AlignedRow, Change, Compared, Comparison, OwnChange, SAME_PCT, align, change, compare, compared,
};
pub use detail::*;
pub use figures::*;
pub(crate) use hardware::{likwid_groups, perf_ranks};
pub use headline::{Finding, OUTSIDE_FLAG_PCT, findings};
pub use hotspots::{Hotspot, HotspotKind, IMBALANCE_FLAG_PCT, hotspots, outside_pct};
pub use percentages::{PercentageMode, percent_own, percent_parent, percent_session};
pub use ranks::{MAX_LISTED_RANKS, RankSpecError, format_ranks, parse_ranks};
pub use scaling::{Axis, AxisStudy, LEADING_REGIONS, RegionScaling, ScalingError, ScalingStudy, scaling};
pub use selection::{Selection, SelectionError};
