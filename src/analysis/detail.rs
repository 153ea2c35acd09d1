//! What only a run's own page shows: charts over time, source places, line profiles, hardware counters.

use crate::profile::{CallSite, Metadata};

/// The part of an analysis that only a run's own page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct RunDetail {
    /// The run's notes about itself.
    pub metadata: Metadata,
    /// Per region of [`RunFigures::regions`](super::RunFigures::regions), in the same order.
    pub regions: Vec<RegionDetail>,
    /// Per row of [`RunFigures::rows`](super::RunFigures::rows): call durations in rank and call order, at most
    /// [`TREND_POINTS`] evenly picked, seconds.
    pub row_durations_s: Vec<Vec<f64>>,
    /// Calls over time on one rank; `None` without call times.
    pub timeline: Option<Timeline>,
    /// Per region: own time and direct children, for the stacked durations; `None` when no rank has a tree.
    pub stacks: Option<Vec<Stack>>,
    /// Line profiles of selected regions' and other functions, summed over ranks.
    pub functions: Vec<FunctionLines>,
    /// LIKWID counters per rank and group.
    pub likwid: Vec<LikwidGroup>,
    /// Perf events per rank.
    pub perf: Vec<PerfRank>,
}

/// Most points of a row's trend line.
pub const TREND_POINTS: usize = 200;

/// Where a region is in the source and how it is tagged.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RegionDetail {
    /// Call site of the lowest selected rank that has one.
    pub call_site: Option<CallSite>,
    /// Tags, in order of first appearance over ranks.
    pub tags: Vec<String>,
}

/// Calls over time on one rank, thinned: calls and gaps narrower than the resolution are merged per
/// region and depth, so that the number of intervals is bounded for any number of calls.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// The rank: the lowest selected one with calls.
    pub rank: u32,
    /// Smallest gap or call that is kept apart, ns; 0 when nothing was merged.
    pub resolution_ns: i64,
    /// Calls before merging.
    pub calls: u64,
    /// Intervals, ordered by region (listing order), then start.
    pub intervals: Vec<Interval>,
}

/// One bar of a timeline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Index into [`RunFigures::regions`](super::RunFigures::regions).
    pub region: usize,
    /// Start relative to the first start of any region on the rank, ns.
    pub start_ns: i64,
    /// End relative to the same, ns.
    pub end_ns: i64,
    /// Nesting depth with all regions counted; `None` if the rank has no tree.
    pub depth: Option<u32>,
    /// Calls merged into the bar; 1 for a single call.
    pub calls: u64,
}

/// How a region's time divides among itself and its direct children (over all selected ranks).
#[derive(Debug, Clone, PartialEq)]
pub struct Stack {
    /// Index into [`RunFigures::regions`](super::RunFigures::regions).
    pub region: usize,
    /// Time in the region itself, same-named children included, ns.
    pub own_ns: i128,
    /// Direct children (index into regions) and their time, ns, largest first, then by name.
    pub children: Vec<(usize, i128)>,
}

/// Line profile of one function, summed over ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionLines {
    /// Region it was profiled in.
    pub region: String,
    /// Source file as recorded.
    pub file: String,
    /// Function name.
    pub function: String,
    /// First line of the function.
    pub first_line: i64,
    /// Ranks that recorded it, ascending.
    pub ranks: Vec<u32>,
    /// Time of all lines, seconds.
    pub total_s: f64,
    /// Timed lines by number; where the profile stores the source also the lines between, with 0 hits.
    pub lines: Vec<LineFigures>,
}

/// One line of a line profile.
#[derive(Debug, Clone, PartialEq)]
pub struct LineFigures {
    /// Line number.
    pub number: i64,
    /// Executions.
    pub hits: i64,
    /// Time, seconds.
    pub time_s: f64,
    /// Share of the function's time, %; `None` when that is zero.
    pub share_pct: Option<f64>,
    /// Source text, if stored in the profile.
    pub source: Option<String>,
}

/// LIKWID counters of one rank and event group: a column per region (and hardware thread).
#[derive(Debug, Clone, PartialEq)]
pub struct LikwidGroup {
    /// MPI rank.
    pub rank: u32,
    /// Event group; empty if unnamed.
    pub group: String,
    /// Column names: region tags by largest runtime, then tag; `tag@cpuN` for several hardware threads.
    pub columns: Vec<String>,
    /// `call count` and `runtime [s]`, then events, then metrics; a value per column, `None` = not measured
    /// there. NaN is what LIKWID itself gave in place of a number.
    pub sections: [Vec<(String, Vec<Option<f64>>)>; 3],
    /// Mean over hardware threads of the first metric (else event): name and value per region tag, by tag;
    /// finite, regions without a number left out.
    pub headline: Option<(String, Vec<(String, f64)>)>,
}

/// Perf events of one rank.
#[derive(Debug, Clone, PartialEq)]
pub struct PerfRank {
    /// MPI rank.
    pub rank: u32,
    /// Event names, sorted.
    pub events: Vec<String>,
    /// Region, calls, and a count per event (`None` = not counted there); sorted by region.
    pub regions: Vec<(String, i64, Vec<Option<u64>>)>,
}
