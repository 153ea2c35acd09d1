//! How mean call durations change with the size of a run.
//!
//! D(region, x) is the mean duration of a region's calls in a run of size x; several runs of one size give
//! the mean of theirs. The baseline is the smallest size.
//!
//! * speedup = D(base) / D(x), ideally x / base (strong scaling: the same problem);
//! * strong-scaling efficiency = speedup / (x / base), ideally 1;
//! * weak-scaling efficiency = D(base) / D(x), the same number as the speedup, ideally 1 (the same problem
//!   per rank).
//!
//! Example: solve takes 8 s per call on 1 rank, 5 s and 3 s in two runs on 2 ranks, 3 s on 4 ranks. The
//! line goes through 1, 2 and 2.667; the runs on 2 ranks lie at 1.6 and 2.667.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::figures::{RunFigures, SESSION};

/// Regions that a scaling chart draws.
pub const LEADING_REGIONS: usize = 8;

/// What counts as the size of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// MPI ranks.
    Ranks,
    /// Nodes.
    Nodes,
    /// Threads per rank.
    Threads,
    /// Ranks x threads.
    Cores,
}

impl Axis {
    /// All axes in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::Ranks, Self::Nodes, Self::Threads, Self::Cores];

    /// A run's size on this axis; `None` if the run did not record it.
    pub fn of(self, figures: &RunFigures) -> Option<u64> {
        let facts = &figures.facts;
        let value = match self {
            Self::Ranks => Some(u64::from(facts.num_ranks)),
            Self::Nodes => facts.nodes,
            Self::Threads => facts.threads,
            Self::Cores => facts.cores,
        };
        value.filter(|value| *value > 0)
    }
}

impl fmt::Display for Axis {
    /// The word for it in manifests and on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ranks => "ranks",
            Self::Nodes => "nodes",
            Self::Threads => "threads",
            Self::Cores => "cores",
        })
    }
}

/// Why runs do not form a scaling study.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ScalingError {
    /// Some runs did not record their size on the axis that was asked for.
    #[error("the number of {axis} is not recorded in {}", .runs.join(", "))]
    NotRecorded {
        /// The axis.
        axis: Axis,
        /// Labels of the runs.
        runs: Vec<String>,
    },
    /// Every run has the same size on the axis that was asked for: there is nothing to draw.
    #[error("every run has the same number of {axis} ({value})")]
    AllEqual {
        /// The axis.
        axis: Axis,
        /// The size.
        value: u64,
    },
    /// No axis was asked for, and neither ranks nor threads differ: there is nothing to draw.
    #[error("the runs differ neither in their ranks nor in their threads")]
    NothingDiffers,
    /// No selected region has calls in a run of the smallest size: there is nothing to draw.
    #[error("no selected region was called in a run of the smallest size")]
    NoBaseline,
}

/// Runs of different size.
#[derive(Debug, Clone, PartialEq)]
pub struct ScalingStudy {
    /// The axes to choose from, the chosen one first. Not empty.
    pub axes: Vec<AxisStudy>,
}

/// Runs along one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisStudy {
    /// The axis.
    pub axis: Axis,
    /// Each run's size, in the order of the runs; at least 1.
    pub run_values: Vec<u64>,
    /// Distinct sizes, ascending; at least two. The first is the baseline.
    pub values: Vec<u64>,
    /// Regions by falling share of any run's session; charts draw the first [`LEADING_REGIONS`]. Not empty.
    pub regions: Vec<RegionScaling>,
    /// Regions that have no calls in a run of the smallest size, so that nothing can be said of them, in
    /// the same order.
    pub without_baseline: Vec<Arc<str>>,
}

impl AxisStudy {
    /// The smallest size.
    pub fn base(&self) -> u64 {
        self.values.first().copied().unwrap_or(1)
    }

    /// Speedup of a program that scales ideally: size / smallest size.
    pub fn ideal_speedup(&self, value: u64) -> f64 {
        value as f64 / self.base() as f64
    }

    /// Strong-scaling efficiency (1 = ideal) of a speedup at a size.
    pub fn strong_efficiency(&self, value: u64, speedup: f64) -> f64 {
        speedup / self.ideal_speedup(value)
    }
}

/// One region along one axis.
#[derive(Debug, Clone, PartialEq)]
pub struct RegionScaling {
    /// Region.
    pub name: Arc<str>,
    /// Its largest share of any run's session, %.
    pub share_pct: f64,
    /// D(base) / D per size of [`AxisStudy::values`]; `None` where no run of that size called it.
    pub line: Vec<Option<f64>>,
    /// D(base) / D per run, in the order of the runs.
    pub runs: Vec<Option<f64>>,
}

/// The study of labelled runs along an axis, or without one along the ranks if these differ, else the
/// threads.
///
/// Other axes are offered too if every run recorded them, they take at least two values, and they do not
/// repeat an axis before them run by run.
///
/// # Errors
/// [`ScalingError::NotRecorded`] for an axis that was asked for; the other errors say why there is nothing
/// to draw.
pub fn scaling(runs: &[(&str, &RunFigures)], axis: Option<Axis>) -> Result<ScalingStudy, ScalingError> {
    let regions = regions(runs);
    let mut axes: Vec<AxisStudy> = Vec::new();
    for (axis, run_values) in offered(runs, axis)? {
        axes.push(along(axis, run_values, &regions)?);
    }
    Ok(ScalingStudy { axes })
}

/// The chosen axis and the others worth offering, with each run's size.
fn offered(runs: &[(&str, &RunFigures)], axis: Option<Axis>) -> Result<Vec<(Axis, Vec<u64>)>, ScalingError> {
    let sizes = |axis: Axis| runs.iter().map(|(_, run)| axis.of(run)).collect::<Option<Vec<u64>>>();
    let differing =
        |axis: Axis| sizes(axis).filter(|sizes| sizes.iter().any(|size| Some(size) != sizes.first()));
    let chosen = match axis {
        Some(axis) => named(runs, axis, sizes(axis))?,
        None => [Axis::Ranks, Axis::Threads]
            .into_iter()
            .find_map(|axis| Some((axis, differing(axis)?)))
            .ok_or(ScalingError::NothingDiffers)?,
    };
    let mut kept = vec![chosen];
    for axis in Axis::ALL {
        if let Some(sizes) = differing(axis)
            && kept.iter().all(|(_, others)| *others != sizes)
        {
            kept.push((axis, sizes));
        }
    }
    Ok(kept)
}

/// The sizes on an axis that was asked for.
fn named(
    runs: &[(&str, &RunFigures)],
    axis: Axis,
    sizes: Option<Vec<u64>>,
) -> Result<(Axis, Vec<u64>), ScalingError> {
    let Some(sizes) = sizes else {
        let unknown = runs.iter().filter(|(_, run)| axis.of(run).is_none());
        return Err(ScalingError::NotRecorded {
            axis,
            runs: unknown.map(|(label, _)| (*label).to_owned()).collect(),
        });
    };
    match sizes.first() {
        None => Err(ScalingError::NothingDiffers),
        Some(first) if sizes.iter().all(|size| size == first) => {
            Err(ScalingError::AllEqual { axis, value: *first })
        }
        Some(_) => Ok((axis, sizes)),
    }
}

/// A region over the runs.
struct Means {
    name: Arc<str>,
    share_pct: f64,
    /// Mean call duration per run, ns; finite and above 0.
    runs: Vec<Option<f64>>,
}

/// The regions of all runs by falling share; equal ones in order of first appearance.
fn regions(runs: &[(&str, &RunFigures)]) -> Vec<Means> {
    let mut places: HashMap<Arc<str>, usize> = HashMap::new();
    let mut regions: Vec<Means> = Vec::new();
    for (number, (_, run)) in runs.iter().enumerate() {
        let session_ns = session_ns(run);
        for region in &run.regions {
            let place = *places.entry(Arc::clone(&region.name)).or_insert_with(|| {
                regions.push(Means {
                    name: Arc::clone(&region.name),
                    share_pct: 0.0,
                    runs: vec![None; runs.len()],
                });
                regions.len() - 1
            });
            let Some(means) = regions.get_mut(place) else { continue };
            if session_ns > 0.0 {
                means.share_pct = means.share_pct.max(100.0 * region.coverage_ns as f64 / session_ns);
            }
            let mean_ns = region.durations.map(|durations| durations.avg_ns);
            if let Some(slot) = means.runs.get_mut(number) {
                *slot = mean_ns.filter(|mean| mean.is_finite() && *mean > 0.0);
            }
        }
    }
    regions.sort_by(|a, b| b.share_pct.total_cmp(&a.share_pct));
    regions
}

/// What the shares of a run's regions refer to, ns: its session, else its wall time on every selected rank.
fn session_ns(run: &RunFigures) -> f64 {
    let session = run.regions.iter().find(|region| *region.name == *SESSION);
    match session.and_then(|session| session.total_ns) {
        Some(total_ns) => total_ns as f64,
        None => run.facts.wall_ns().unwrap_or(0) as f64 * run.ranks.len() as f64,
    }
}

fn along(axis: Axis, run_values: Vec<u64>, regions: &[Means]) -> Result<AxisStudy, ScalingError> {
    let mut values = run_values.clone();
    values.sort_unstable();
    values.dedup();
    let mut study = AxisStudy { axis, run_values, values, regions: Vec::new(), without_baseline: Vec::new() };
    for region in regions {
        if region.runs.iter().all(Option::is_none) {
            continue;
        }
        let at = |value: &u64| {
            let runs = region.runs.iter().zip(&study.run_values);
            mean(runs.filter(|(_, size)| *size == value).filter_map(|(mean, _)| *mean))
        };
        let means: Vec<Option<f64>> = study.values.iter().map(at).collect();
        match means.first().copied().flatten() {
            None => study.without_baseline.push(Arc::clone(&region.name)),
            Some(base) => study.regions.push(RegionScaling {
                name: Arc::clone(&region.name),
                share_pct: region.share_pct,
                line: means.iter().map(|mean| mean.map(|mean| base / mean)).collect(),
                runs: region.runs.iter().map(|mean| mean.map(|mean| base / mean)).collect(),
            }),
        }
    }
    if study.regions.is_empty() { Err(ScalingError::NoBaseline) } else { Ok(study) }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{Selection, figures};

    /// A run in which the session takes 100 s and the regions one call each.
    fn run(ranks: u32, threads: i64, regions: &[(&str, i64)]) -> RunFigures {
        let mut profile = ProfileBuilder::new().ranks(ranks).calls(0, SESSION, &[(0, 100)]);
        let mut start = 0;
        for (name, duration) in regions {
            profile = profile.calls(0, name, &[(start, start + duration)]);
            start += duration;
        }
        if threads > 0 {
            profile = profile.metadata("omp_num_threads", threads);
        }
        figures(&profile.build(), &Selection::all())
    }

    fn labelled(runs: &[RunFigures]) -> Vec<(&str, &RunFigures)> {
        ["a", "b", "c", "d"].into_iter().zip(runs).collect()
    }

    #[test]
    fn worked_example() {
        let runs = [(1, 8), (2, 5), (2, 3), (4, 3)].map(|(ranks, time)| run(ranks, 2, &[("solve", time)]));
        let study = scaling(&labelled(&runs), None).unwrap();
        let axes: Vec<Axis> = study.axes.iter().map(|axis| axis.axis).collect();
        assert_eq!(axes, [Axis::Ranks, Axis::Cores]);
        let ranks = &study.axes[0];
        assert_eq!(ranks.values, [1, 2, 4]);
        assert_eq!(ranks.run_values, [1, 2, 2, 4]);
        assert_eq!(ranks.ideal_speedup(4), 4.0);
        let solve = ranks.regions.iter().find(|region| &*region.name == "solve").unwrap();
        assert_eq!(solve.line, [Some(1.0), Some(2.0), Some(8.0 / 3.0)]);
        assert_eq!(solve.runs, [Some(1.0), Some(1.6), Some(8.0 / 3.0), Some(8.0 / 3.0)]);
        assert_eq!(ranks.strong_efficiency(4, 8.0 / 3.0), 2.0 / 3.0);
        assert_eq!(study.axes[1].values, [2, 4, 8]);
    }

    #[test]
    fn a_cost_that_appears_at_scale_leads() {
        let runs =
            [run(1, 0, &[("solve", 50), ("exchange", 1)]), run(2, 0, &[("solve", 30), ("exchange", 40)])];
        let study = scaling(&labelled(&runs), None).unwrap();
        let names: Vec<&str> = study.axes[0].regions.iter().map(|region| &*region.name).collect();
        assert_eq!(names, [SESSION, "solve", "exchange"]);
        assert_eq!(study.axes[0].regions[2].share_pct, 40.0);
    }

    #[test]
    fn a_region_that_a_run_lacks_leaves_a_gap() {
        let runs = [run(1, 0, &[("io", 2)]), run(2, 0, &[("late", 1)]), run(4, 0, &[("io", 1)])];
        let study = scaling(&labelled(&runs), None).unwrap();
        let io = study.axes[0].regions.iter().find(|region| &*region.name == "io").unwrap();
        assert_eq!(io.line, [Some(1.0), None, Some(2.0)]);
        assert_eq!(study.axes[0].without_baseline, ["late".into()]);
    }

    #[test]
    fn threads_stand_in_for_equal_ranks() {
        let runs = [run(2, 1, &[("a", 4)]), run(2, 4, &[("a", 1)])];
        let study = scaling(&labelled(&runs), None).unwrap();
        let axes: Vec<Axis> = study.axes.iter().map(|axis| axis.axis).collect();
        assert_eq!(axes, [Axis::Threads, Axis::Cores]);
    }

    #[test]
    fn reasons_for_no_study() {
        let runs = [run(2, 0, &[("a", 4)]), run(2, 3, &[("a", 1)])];
        let runs = labelled(&runs);
        assert_eq!(scaling(&runs, None), Err(ScalingError::NothingDiffers));
        assert_eq!(
            scaling(&runs, Some(Axis::Ranks)),
            Err(ScalingError::AllEqual { axis: Axis::Ranks, value: 2 })
        );
        let error = scaling(&runs, Some(Axis::Cores)).unwrap_err();
        assert_eq!(error.to_string(), "the number of cores is not recorded in a");
        assert_eq!(scaling(&[], None), Err(ScalingError::NothingDiffers));
    }
}
