//! The figures of one run: what is known about its regions once the event columns are gone.

use std::sync::Arc;

use crate::profile::Metadata;

/// Name of the region that spans a recording.
pub const SESSION: &str = "scope_profiler.session";

/// Everything computed from one profile under one selection.
#[derive(Debug, Clone, PartialEq)]
pub struct RunAnalysis {
    /// The small part that comparisons need.
    pub figures: RunFigures,
    /// The larger part that only the run's own page needs.
    pub detail: RunDetail,
}

/// Figures of one run that outlive its profile.
#[derive(Debug, Clone, PartialEq)]
pub struct RunFigures {
    /// Facts about the run as a whole.
    pub facts: RunFacts,
    /// The selected regions, pooled over the selected ranks, in listing order (smallest first start).
    pub regions: Vec<Region>,
    /// One row per call path, in pre-order of the path tree, children by start; regions without
    /// calls and regions of ranks without a tree have a row without a path.
    pub rows: Vec<PathRow>,
    /// Total of the session over the selected ranks, ns; `None` without a timed session row.
    pub session_total_ns: Option<i128>,
    /// The selected ranks among 0..num_ranks, ascending.
    pub ranks: Vec<u32>,
    /// Whether call times were there (false: statistics only).
    pub has_events: bool,
    /// Doubts about the figures that travel with them.
    pub notes: Vec<Note>,
}

/// Facts about a run as a whole.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunFacts {
    /// File name without folders.
    pub file_name: String,
    /// Size of the file in bytes.
    pub file_bytes: u64,
    /// The profile's own label.
    pub label: Option<String>,
    /// Number of MPI ranks of the run.
    pub num_ranks: u32,
    /// Number of region names in the file with at least one row, before any filter.
    pub num_regions: usize,
    /// Nodes: `num_nodes`, else 1 for a run of one rank, else unknown.
    pub nodes: Option<u64>,
    /// Threads per rank: `omp_num_threads`.
    pub threads: Option<u64>,
    /// Ranks x threads.
    pub cores: Option<u64>,
    /// Smallest start to largest end over all regions and ranks, ns; `None` without call times.
    pub time_span_ns: Option<i64>,
    /// Largest per-rank session total, ns: stands in for an unknown time span (aggregate profiles).
    pub session_span_ns: Option<i64>,
    /// Setup to finalize, ns.
    pub total_time_ns: Option<i64>,
    /// Time origin of relative starts: `start_time_ns`, else the smallest start.
    pub origin_ns: Option<i64>,
    /// Smallest start - origin, ns.
    pub startup_ns: Option<i64>,
    /// ISO 8601 time of the recording, as recorded.
    pub timestamp: Option<String>,
}

impl RunFacts {
    /// The wall time to show: the time span, else the session's stand-in. ns.
    pub fn wall_ns(&self) -> Option<i64> {
        self.time_span_ns.or(self.session_span_ns)
    }
}

/// A doubt about a run's figures.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// The calls of a rank are not properly nested; its regions are shown without call paths.
    NotNested {
        /// The rank.
        rank: u32,
        /// What contradicts what, with region names and times in ns.
        detail: String,
    },
    /// The calls of a rank are properly nested only without the regions that are not selected: own times
    /// on the rank include what those regions took.
    NestedOnlyAsSelected {
        /// The rank.
        rank: u32,
        /// What contradicts what, with region names and times in ns.
        detail: String,
    },
    /// The calls form so many or such long call paths that none are shown.
    TooManyPaths,
    /// The profile holds statistics and no calls.
    StatisticsOnly,
}

/// Distribution of call durations, ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Durations {
    /// Mean.
    pub avg_ns: f64,
    /// Shortest call.
    pub min_ns: i64,
    /// Longest call.
    pub max_ns: i64,
    /// Population standard deviation; unknown when statistics lack moments.
    pub std_ns: Option<f64>,
    /// Median, 95th and 99th percentile, linear interpolation; unknown without events.
    pub percentiles: Option<Percentiles>,
    /// Duration of the call that started first; unknown when statistics lack it.
    pub first_ns: Option<i64>,
    /// Duration of the call that ended last.
    pub last_ns: Option<i64>,
}

/// Percentiles of call durations, ns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Percentiles {
    /// Median.
    pub p50_ns: f64,
    /// 95th percentile.
    pub p95_ns: f64,
    /// 99th percentile.
    pub p99_ns: f64,
}

/// Device time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gpu {
    /// Sum over calls with device time, ns.
    pub total_ns: i128,
    /// Calls with device time; at least one.
    pub calls: u64,
}

impl Gpu {
    /// Mean device time of a GPU-timed call, ns.
    pub fn avg_ns(&self) -> f64 {
        self.total_ns as f64 / self.calls as f64
    }
}

/// One region pooled over the selected ranks (flat: every recursion level counts).
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// Name.
    pub name: Arc<str>,
    /// Selected ranks that have a row for it, ascending, with or without calls.
    pub ranks: Vec<RankFigures>,
    /// Calls over all of them.
    pub calls: u64,
    /// Sum of call durations, ns; `None` without calls.
    pub total_ns: Option<i128>,
    /// Distribution of call durations; `None` without calls.
    pub durations: Option<Durations>,
    /// Sum over ranks of the length of the union of the rank's call intervals, ns; the total without events.
    pub coverage_ns: i128,
    /// Own (exclusive) time, ns; the total where no tree could be built and none is stored.
    pub own_ns: i128,
    /// (max / mean - 1) x 100 over ranks with calls; 0 with fewer than two or a mean of zero.
    pub imbalance_pct: f64,
    /// Device time, if recorded.
    pub gpu: Option<Gpu>,
    /// Smallest start of any call on the selected ranks, ns on the run's clock.
    pub first_start_ns: Option<i64>,
    /// Smallest nesting depth on the lowest selected rank, all regions counted; `None` if unknown.
    pub depth: Option<u32>,
}

impl Region {
    /// Number of ranks that have a row for the region.
    pub fn num_ranks(&self) -> usize {
        self.ranks.len()
    }
}

/// One region on one rank.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankFigures {
    /// MPI rank.
    pub rank: u32,
    /// Calls.
    pub calls: u64,
    /// Sum of call durations over every recursion level, ns.
    pub total_ns: i128,
    /// Own time, ns.
    pub own_ns: i128,
    /// Shortest call, ns; 0 without calls.
    pub min_ns: i64,
    /// Longest call, ns; 0 without calls.
    pub max_ns: i64,
}

/// One row of a region table: a call path, or a region that has none.
#[derive(Debug, Clone, PartialEq)]
pub struct PathRow {
    /// Names from the root to the region, adjacent repeats collapsed; empty for a row without a path.
    pub path: Vec<Arc<str>>,
    /// The region's name (the last of the path).
    pub name: Arc<str>,
    /// Index of the row one level up, if it is in the table.
    pub parent: Option<usize>,
    /// Number of path parts - 1; 0 without a path.
    pub depth: usize,
    /// Whether another row has this one as its parent.
    pub has_children: bool,
    /// All calls on the path, every recursion level.
    pub calls: u64,
    /// Whether some call's direct parent has the same name.
    pub recursive: bool,
    /// Sum of call durations, on a recursive path of the outermost levels only, ns; `None` without calls.
    pub total_ns: Option<i128>,
    /// Distribution over all calls, every level; `None` without calls.
    pub durations: Option<Durations>,
    /// Sum over ranks of the union of the path's call intervals, ns.
    pub coverage_ns: i128,
    /// Own time of all calls on the path, ns; `None` without calls.
    pub own_ns: Option<i128>,
    /// Ranks with a call on the path (for a row without a path: with a row).
    pub num_ranks: usize,
    /// (max / mean - 1) x 100 over ranks with calls on the path.
    pub imbalance_pct: f64,
    /// Device time, if recorded.
    pub gpu: Option<Gpu>,
    /// Smallest start relative to the run's origin, ns; `None` without calls or call times.
    pub start_ns: Option<i64>,
}

/// The part of an analysis that only a run's own page shows.
#[derive(Debug, Clone, PartialEq)]
pub struct RunDetail {
    /// The run's notes about itself.
    pub metadata: Metadata,
    /// Per region of [`RunFigures::regions`], in the same order.
    pub regions: Vec<RegionDetail>,
    /// Per row of [`RunFigures::rows`]: call durations in rank and call order, at most
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
    pub call_site: Option<crate::profile::CallSite>,
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
    /// Index into [`RunFigures::regions`].
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
    /// Index into [`RunFigures::regions`].
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
