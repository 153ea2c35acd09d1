//! What is known of one region on one rank: the parts from which pooled figures are made.

use super::call_tree::{Call, CallTree};
use super::coverage::Coverage;
use super::figures::Gpu;
use crate::profile::{Profile, RankRegion, Recorded, StoredStatistics};

/// One region on one rank.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'p> {
    pub(crate) row: &'p RankRegion,
    pub(crate) calls: u64,
    /// Over every recursion level.
    pub(crate) total_ns: i128,
    pub(crate) own_ns: i128,
    pub(crate) min_ns: i64,
    pub(crate) max_ns: i64,
    pub(crate) coverage_ns: i128,
    pub(crate) gpu: Option<Gpu>,
    /// Smallest start and largest end, if known.
    pub(crate) span_ns: Option<(i64, i64)>,
    /// Durations of the call that started first and of the one that ended last, if known.
    pub(crate) first_last_ns: Option<(i64, i64)>,
    /// Smallest number of enclosing calls; `None` without calls or without a tree.
    pub(crate) depth: Option<u32>,
    /// Whether its calls are in a tree.
    pub(crate) in_tree: bool,
}

impl<'p> Part<'p> {
    /// The part of a row, without what depends on the order of calls ([`add_calls`]).
    pub(crate) fn new(profile: &Profile, row: &'p RankRegion, in_tree: bool) -> Self {
        match &row.recorded {
            Recorded::Calls(_) => Self::of_calls(profile, row, in_tree),
            Recorded::Statistics(statistics) => Self::of_statistics(row, statistics),
        }
    }

    fn of_calls(profile: &Profile, row: &'p RankRegion, in_tree: bool) -> Self {
        let calls = profile.calls(row);
        let total_ns = calls.durations_ns().map(i128::from).sum();
        let gpu_times = || calls.gpu_ns.unwrap_or_default().iter().filter(|gpu| **gpu >= 0);
        let gpu_calls = gpu_times().count() as u64;
        let gpu = Gpu { total_ns: gpu_times().copied().map(i128::from).sum(), calls: gpu_calls };
        // The tree's own time is added call by call.
        let own_ns = if in_tree { 0 } else { row.stored_own_ns.map_or(total_ns, i128::from) };
        Self {
            row,
            calls: calls.len() as u64,
            total_ns,
            own_ns,
            min_ns: calls.durations_ns().min().unwrap_or(0),
            max_ns: calls.durations_ns().max().unwrap_or(0),
            coverage_ns: 0,
            gpu: (gpu_calls > 0).then_some(gpu),
            span_ns: None,
            first_last_ns: None,
            depth: None,
            in_tree,
        }
    }

    fn of_statistics(row: &'p RankRegion, statistics: &StoredStatistics) -> Self {
        let total_ns = i128::from(statistics.total_ns);
        let own_ns = statistics.own_ns.or(row.stored_own_ns).map_or(total_ns, i128::from);
        let timed = statistics.calls > 0;
        let gpu = statistics.gpu.filter(|(calls, _)| *calls > 0);
        Self {
            row,
            calls: statistics.calls,
            total_ns,
            own_ns,
            min_ns: statistics.min_ns,
            max_ns: statistics.max_ns,
            coverage_ns: total_ns,
            gpu: gpu.map(|(calls, total)| Gpu { total_ns: i128::from(total), calls }),
            span_ns: statistics.span_ns.filter(|_| timed),
            first_last_ns: statistics.first_last_ns.filter(|_| timed),
            depth: None,
            in_tree: false,
        }
    }

    /// Adds the next call in order of entry. Of calls that start or end together the outermost counts as
    /// first or last.
    fn add(&mut self, call: &Call) {
        let duration_ns = call.duration_ns();
        let (Some((_, end)), Some((_, last))) = (&mut self.span_ns, &mut self.first_last_ns) else {
            self.span_ns = Some((call.start_ns, call.end_ns));
            self.first_last_ns = Some((duration_ns, duration_ns));
            return;
        };
        if call.end_ns > *end {
            (*end, *last) = (call.end_ns, duration_ns);
        }
    }
}

/// Completes the parts of one rank from its calls in order of entry. `parts` has an entry per row of the
/// rank; rows that are not selected have none.
pub(crate) fn add_calls(parts: &mut [Option<Part<'_>>], calls: &[Call], tree: Option<&CallTree>) {
    let mut coverage = vec![Coverage::default(); parts.len()];
    for (index, call) in calls.iter().enumerate() {
        let row = call.row as usize;
        let (Some(Some(part)), Some(coverage)) = (parts.get_mut(row), coverage.get_mut(row)) else {
            continue;
        };
        part.add(call);
        coverage.add(call.start_ns, call.end_ns);
        if let Some(tree) = tree {
            part.own_ns += i128::from(tree.own_ns.get(index).copied().unwrap_or(0));
            part.depth = part.depth.into_iter().chain(tree.depth.get(index).copied()).min();
        }
    }
    for (part, coverage) in parts.iter_mut().zip(coverage) {
        if let Some(part) = part
            && matches!(part.row.recorded, Recorded::Calls(_))
        {
            part.coverage_ns = coverage.length_ns();
        }
    }
}
