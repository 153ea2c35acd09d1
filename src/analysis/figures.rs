//! The figures of one run: what is known about its regions once the event columns are gone.

use std::sync::Arc;

use super::detail::RunDetail;

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

impl AsRef<[Region]> for RunFigures {
    fn as_ref(&self) -> &[Region] {
        &self.regions
    }
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
