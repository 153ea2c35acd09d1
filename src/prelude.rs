//! What a program needs to read profiles, and to compare and judge them.
//!
//! The figures of each region of a profile, times in nanoseconds:
//!
//! ```
//! use scope_profiler::prelude::*;
//!
//! let profile = read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/corpus/tutorial/baseline.h5").as_ref())?;
//! let figures = figures(&profile, &Selection::all());
//! let solve = figures.regions.iter().find(|region| &*region.name == "solve");
//! assert_eq!(solve.and_then(|region| region.total_ns), Some(83_367_069));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What changed between two profiles, and whether it is within a budget, as `diff` and `check` tell. Either
//! side may be several runs, whose figures then count by their median:
//!
//! ```
//! use std::path::Path;
//! use scope_profiler::prelude::*;
//!
//! let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus/tutorial");
//! let metric = Metric::Total;
//! let solver = Selection::new(Some(&["solve".to_owned(), "setup".to_owned()]), &[], None)?;
//! let [a, b] = compare(&[folder.join("baseline.h5")], &[folder.join("candidate.h5")], &solver, metric)
//!     .map_err(|errors| errors[0].clone())?;
//!
//! let mut rows = changes(&a, &b, metric);
//! sort(&mut rows, Order::Delta);
//! assert_eq!(rows[0].name, "solve");
//! assert_eq!(rows[0].delta, 0.08030726); // seconds
//!
//! let budget = Budget::new(10.0).and_then(|budget| budget.ignoring_below(0.01)).ok_or("a percentage")?;
//! let verdict = check(&a, &b, metric, &budget).map_err(|_| "nothing in common")?;
//! assert!(!verdict.passes());
//! assert_eq!(verdict.rows[0].violation, Some(Violation::OverBudget));
//!
//! let generous = budget.with_regions(RegionBudget::new("solve$", 100.0)?.into_iter().collect());
//! assert!(check(&a, &b, metric, &generous).is_ok_and(|verdict| verdict.passes()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use crate::analysis::budget::{Budget, RegionBudget, Violation};
pub use crate::analysis::check::{Judged, NothingCompared, Verdict, check};
pub use crate::analysis::diff::{Change, Metric, Order, changes, drop_below, sort};
pub use crate::analysis::repeats::Spread;
pub use crate::analysis::{Region, RunFigures, Selection, SelectionError, figures};
pub use crate::pipeline::ReadError;
pub use crate::pipeline::compare::compare;
pub use crate::profile::{Profile, ProfileError, read, read_summary};
