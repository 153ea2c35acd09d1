//! The profile of one run, as read: what was recorded and nothing computed.
//!
//! All times are integer nanoseconds on the run's own clock. The reader guarantees:
//!
//! * every row's event range lies inside the columns, and ranges do not overlap;
//! * a (rank, region) pair has at most one row, and its region exists;
//! * every present column has one entry per event;
//! * |time| <= [`MAX_TIME_NS`], so that a difference of two times fits an `i64`;
//! * lane times are on the same clock as the events.
//!
//! Sentinels of the file formats are gone: unknown is `None`, except inside event columns, where
//! a negative id or device time means "none" (see [`Calls`]).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use indexmap::IndexMap;

/// Largest magnitude of a time that a profile may hold, in nanoseconds (146 years).
pub const MAX_TIME_NS: i64 = 1 << 62;

/// One run's recorded profile.
#[derive(Debug, Clone, PartialEq)]
pub struct Profile {
    /// Name of the file without folders, as given.
    pub file_name: String,
    /// Size of the file in bytes.
    pub file_bytes: u64,
    /// Which layout it was stored in.
    pub layout: Layout,
    /// Number of MPI ranks of the run, whether or not they recorded anything.
    pub num_ranks: u32,
    /// What the run noted about itself, in stored order.
    pub metadata: Metadata,
    /// Names of the regions; a region's id is its position. Order of first appearance in the file.
    pub region_names: Vec<Arc<str>>,
    /// One row per rank and region that the file lists, rank by rank in the file's order.
    pub rows: Vec<RankRegion>,
    /// The event columns of all rows; empty when nothing but statistics was stored or read.
    pub events: EventColumns,
    /// Threads per rank, by their index within the rank. Ranks without a thread table are absent.
    pub threads: BTreeMap<u32, Vec<Thread>>,
    /// Async tasks and greenlets per rank, by their index within the rank.
    pub tasks: BTreeMap<u32, Vec<Task>>,
    /// LIKWID marker regions per rank.
    pub likwid: BTreeMap<u32, Vec<LikwidRegion>>,
    /// Linux perf event counts per rank.
    pub perf: BTreeMap<u32, Vec<PerfRegion>>,
    /// Line profiles per rank.
    pub lines: BTreeMap<u32, Vec<LineProfile>>,
}

/// How a profile was stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// HDF5 with a group per rank and region (schema 1).
    Hdf5PerRank,
    /// HDF5 with shared event columns (schema 2 or 3).
    Hdf5Columnar {
        /// The schema number in the file.
        schema: u32,
    },
    /// HDF5 with statistics and no events.
    Hdf5Aggregate {
        /// The schema number in the file.
        schema: u32,
    },
    /// JSON, plain or gzip-compressed.
    Json,
}

/// One region on one rank.
#[derive(Debug, Clone, PartialEq)]
pub struct RankRegion {
    /// MPI rank.
    pub rank: u32,
    /// Region id: index into [`Profile::region_names`].
    pub region: u32,
    /// Where the region is in the program's source, if recorded.
    pub call_site: Option<CallSite>,
    /// Tags the program gave the region.
    pub tags: Vec<String>,
    /// Own (exclusive) time of the row that the run computed itself, in ns.
    pub stored_own_ns: Option<i64>,
    /// Metadata of each call in event order; `None` when no call has any.
    pub event_metadata: Option<Vec<serde_json::Map<String, serde_json::Value>>>,
    /// The calls or what is known of them.
    pub recorded: Recorded,
}

/// What a row holds: its calls, or statistics about them.
#[derive(Debug, Clone, PartialEq)]
pub enum Recorded {
    /// Range of the row's calls in the event columns.
    Calls(Range<usize>),
    /// Statistics in place of calls (aggregate layout, or a summary read).
    Statistics(StoredStatistics),
}

/// Statistics of one row as stored in a file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StoredStatistics {
    /// Number of completed calls.
    pub calls: u64,
    /// Sum of call durations over every recursion level, ns.
    pub total_ns: i64,
    /// Shortest call, ns.
    pub min_ns: i64,
    /// Longest call, ns.
    pub max_ns: i64,
    /// Own time, ns, if stored.
    pub own_ns: Option<i64>,
    /// Duration of the first and last stored call, ns, if stored.
    pub first_last_ns: Option<(i64, i64)>,
    /// Smallest start and largest end, ns, if stored.
    pub span_ns: Option<(i64, i64)>,
    /// Calls with device time and its sum in ns, if stored.
    pub gpu: Option<(u64, i64)>,
    /// Mean in ns and sum of squared deviations from it in ns^2, if stored.
    pub moments: Option<Moments>,
}

/// Mean and sum of squared deviations of call durations.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moments {
    /// Mean duration, ns.
    pub mean_ns: f64,
    /// Sum of squared deviations from the mean, ns^2.
    pub m2_ns2: f64,
}

/// A place in the source of the recorded program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CallSite {
    /// File as recorded, possibly absolute.
    pub file: String,
    /// 1-based line, if known.
    pub line: Option<u64>,
    /// Captured source text; empty when none was captured.
    pub text: String,
}

/// Event columns of a whole profile; absent optional columns were not recorded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct EventColumns {
    /// Start of each call, ns.
    pub start_ns: Vec<i64>,
    /// End of each call, ns. May lie before the start in damaged recordings: trees report that.
    pub end_ns: Vec<i64>,
    /// Device time of each call, ns; negative = none.
    pub gpu_ns: Option<Vec<i64>>,
    /// Call ids, unique within a rank; negative = not numbered.
    pub call_ids: Option<Vec<i64>>,
    /// Id of the enclosing call; negative = top level.
    pub parent_ids: Option<Vec<i64>>,
    /// Index of the thread within its rank; negative = unknown.
    pub thread_ids: Option<Vec<i64>>,
    /// Index of the task within its rank; negative = outside any task.
    pub task_ids: Option<Vec<i64>>,
    /// Time the call's task was suspended inside the call, ns.
    pub await_ns: Option<Vec<i64>>,
}

/// The calls of one row, borrowed from the columns. All slices have one entry per call.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Calls<'a> {
    /// Start of each call, ns.
    pub start_ns: &'a [i64],
    /// End of each call, ns.
    pub end_ns: &'a [i64],
    /// Device time of each call, ns; negative = none. `None` when the row has no device times at all.
    pub gpu_ns: Option<&'a [i64]>,
    /// Thread index of each call; negative = unknown.
    pub thread_ids: Option<&'a [i64]>,
    /// Task index of each call; negative = outside any task.
    pub task_ids: Option<&'a [i64]>,
}

impl Calls<'_> {
    /// Number of calls.
    pub fn len(&self) -> usize {
        self.start_ns.len()
    }

    /// Whether there is no call.
    pub fn is_empty(&self) -> bool {
        self.start_ns.is_empty()
    }

    /// Durations of the calls in stored order, ns.
    pub fn durations_ns(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        self.start_ns.iter().zip(self.end_ns).map(|(start, end)| end.saturating_sub(*start))
    }
}

impl Profile {
    /// The calls of a row; empty for a row that holds statistics.
    pub fn calls(&self, row: &RankRegion) -> Calls<'_> {
        let Recorded::Calls(range) = &row.recorded else { return Calls::default() };
        Calls {
            start_ns: self.events.start_ns.get(range.clone()).unwrap_or_default(),
            end_ns: self.events.end_ns.get(range.clone()).unwrap_or_default(),
            gpu_ns: slice(&self.events.gpu_ns, range).filter(|c| c.iter().any(|g| *g >= 0)),
            thread_ids: slice(&self.events.thread_ids, range),
            task_ids: slice(&self.events.task_ids, range),
        }
    }

    /// Name of a region; empty for an id that the profile does not have.
    pub fn region_name(&self, region: u32) -> &str {
        self.region_names.get(region as usize).map_or("", |name| name)
    }

    /// Whether call times are there (false for aggregate profiles and summary reads).
    pub fn has_events(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.recorded, Recorded::Calls(_)))
    }
}

fn slice<'a>(column: &'a Option<Vec<i64>>, range: &Range<usize>) -> Option<&'a [i64]> {
    column.as_ref().and_then(|c| c.get(range.clone()))
}

/// A thread of one rank.
#[derive(Debug, Clone, PartialEq)]
pub struct Thread {
    /// What the event column `thread_ids` holds for it.
    pub index: i64,
    /// Name of the thread.
    pub name: String,
    /// Python and operating-system ids, if known.
    pub ident: Option<i64>,
    /// Operating-system id, if known.
    pub native_id: Option<i64>,
    /// Whether it was a daemon thread.
    pub daemon: bool,
    /// Start on the events' clock, ns.
    pub start_ns: i64,
    /// End on the events' clock, ns; `None` while still running.
    pub end_ns: Option<i64>,
    /// CPU time, ns.
    pub cpu_ns: i64,
}

/// An async task or greenlet of one rank.
#[derive(Debug, Clone, PartialEq)]
pub struct Task {
    /// What the event column `task_ids` holds for it.
    pub index: i64,
    /// Thread that ran its last step.
    pub thread_index: i64,
    /// `task` or `greenlet`.
    pub kind: String,
    /// Name of the task.
    pub name: String,
    /// Qualified name of its coroutine.
    pub coro_name: String,
    /// Creation on the events' clock, ns.
    pub created_ns: i64,
    /// Completion on the events' clock, ns; `None` if it never finished.
    pub done_ns: Option<i64>,
    /// Number of steps it ran.
    pub steps: i64,
    /// Time it held its thread, ns.
    pub running_ns: i64,
    /// Time between its steps, ns.
    pub suspended_ns: i64,
}

/// LIKWID counters of one marker region on one rank. `T` = number of hardware threads = `times_s.len()`.
#[derive(Debug, Clone, PartialEq)]
pub struct LikwidRegion {
    /// Region name.
    pub tag: String,
    /// Number of the event group; -1 = unknown.
    pub group_id: i64,
    /// Name of the event group.
    pub group_name: String,
    /// How it was measured: `full_api`, `marker_file` or `marker_api`.
    pub source: String,
    /// Hardware threads; empty when the source does not say.
    pub cpus: Vec<i64>,
    /// Runtime per hardware thread, seconds.
    pub times_s: Vec<f64>,
    /// Calls per hardware thread.
    pub call_counts: Vec<i64>,
    /// Event names, not unique.
    pub event_names: Vec<String>,
    /// Register per event; empty in old files.
    pub counter_names: Vec<String>,
    /// Counter values, one row of `T` values per event. NaN = none.
    pub events: Vec<Vec<f64>>,
    /// Names of derived metrics.
    pub metric_names: Vec<String>,
    /// Derived metrics, one row of `T` values per metric. NaN = none.
    pub metrics: Vec<Vec<f64>>,
}

/// Linux perf events of one region on one rank, summed over its calls.
#[derive(Debug, Clone, PartialEq)]
pub struct PerfRegion {
    /// Region name.
    pub region: String,
    /// Number of calls.
    pub calls: i64,
    /// Event names and counts, in stored order.
    pub counts: Vec<(String, u64)>,
}

/// Line profile of one function on one rank.
#[derive(Debug, Clone, PartialEq)]
pub struct LineProfile {
    /// Region the function was profiled in.
    pub region: String,
    /// Source file as recorded.
    pub file: String,
    /// Function name.
    pub function: String,
    /// First line of the function.
    pub first_line: i64,
    /// Seconds per unit of [`Line::time`].
    pub unit_s: f64,
    /// Stored source lines and the number of the first one.
    pub source: Option<(i64, Vec<String>)>,
    /// Timed lines.
    pub lines: Vec<Line>,
}

/// One timed source line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Line number.
    pub number: i64,
    /// How often it ran.
    pub hits: i64,
    /// Time in the profile's unit.
    pub time: f64,
}

/// A run's notes about itself, in stored order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Metadata(pub IndexMap<String, MetaValue>);

/// A metadata value.
#[derive(Debug, Clone, PartialEq)]
pub enum MetaValue {
    /// Text.
    Text(String),
    /// A whole number.
    Integer(i128),
    /// A floating-point number, possibly not finite.
    Float(f64),
    /// True or false.
    Bool(bool),
    /// A list of plain values.
    List(Vec<MetaValue>),
    /// No value (JSON null).
    Null,
}

/// What opening a profile tells without reading events.
#[derive(Debug, Clone, PartialEq)]
pub struct Header {
    /// How it is stored.
    pub layout: Layout,
    /// Number of MPI ranks.
    pub num_ranks: u32,
    /// Names of the regions, as in [`Profile::region_names`].
    pub region_names: Vec<Arc<str>>,
    /// The run's notes about itself.
    pub metadata: Metadata,
}

impl Metadata {
    /// A value by key.
    pub fn get(&self, key: &str) -> Option<&MetaValue> {
        self.0.get(key)
    }

    /// A value as a whole number: integers, floats without fraction and numeric text; else `None`.
    pub fn integer(&self, key: &str) -> Option<i64> {
        match self.get(key)? {
            MetaValue::Integer(n) => i64::try_from(*n).ok(),
            MetaValue::Float(x) if x.is_finite() && x.abs() < 9.2e18 => Some(*x as i64),
            MetaValue::Text(text) => text.trim().parse().ok(),
            MetaValue::Bool(b) => Some(i64::from(*b)),
            _ => None,
        }
    }

    /// The run's label: the text form of `label` unless that is empty or zero.
    pub fn label(&self) -> Option<String> {
        match self.get("label")? {
            MetaValue::Null | MetaValue::Bool(false) | MetaValue::Integer(0) => None,
            MetaValue::Float(x) if *x == 0.0 => None,
            MetaValue::Text(text) if text.is_empty() => None,
            MetaValue::List(items) if items.is_empty() => None,
            value => Some(value.to_string()),
        }
    }
}

impl std::fmt::Display for MetaValue {
    /// Plain text; lists as `a, b`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Integer(n) => write!(f, "{n}"),
            Self::Float(x) => write!(f, "{x}"),
            Self::Bool(b) => write!(f, "{b}"),
            Self::Null => Ok(()),
            Self::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                Ok(())
            }
        }
    }
}
