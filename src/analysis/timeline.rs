//! Calls over time on one rank, thinned to what a screen can show.
//!
//! A rank with more calls than [`MAX_INTERVALS`] is thinned: of the calls of one region at one depth,
//! those shorter than the resolution are merged with a neighbour that is less than the resolution away.
//! Long calls stay apart. The resolution is the smallest of a doubling series that brings the number of
//! intervals below the limit, or the one at which every region and depth is a single bar.

use super::call_tree::{Call, CallTree};
use super::detail::{Interval, Timeline};

/// Most intervals of a timeline, unless there are more regions and depths than that.
pub(crate) const MAX_INTERVALS: usize = 20_000;

/// The timeline of a rank. `region_of_row` gives the index of a selected row's region among the figures'
/// regions. `None` without calls of selected regions.
pub(crate) fn timeline(
    rank: u32,
    calls: &[Call],
    tree: Option<&CallTree>,
    region_of_row: &[Option<usize>],
) -> Option<Timeline> {
    let origin_ns = calls.first()?.start_ns;
    let mut intervals = Vec::new();
    for (index, call) in calls.iter().enumerate() {
        let Some(region) = region_of_row.get(call.row as usize).copied().flatten() else { continue };
        intervals.push(Interval {
            region,
            start_ns: call.start_ns.saturating_sub(origin_ns),
            end_ns: call.end_ns.saturating_sub(origin_ns),
            depth: tree.and_then(|tree| tree.depth.get(index).copied()),
            calls: 1,
        });
    }
    if intervals.is_empty() {
        return None;
    }
    let count = intervals.len() as u64;
    let (resolution_ns, mut intervals) = thin(intervals, MAX_INTERVALS);
    intervals.sort_by_key(|interval| (interval.region, interval.start_ns));
    Some(Timeline { rank, resolution_ns, calls: count, intervals })
}

/// Merges intervals, given by start, until at most `limit` are left. Gives the resolution with them.
fn thin(mut intervals: Vec<Interval>, limit: usize) -> (i64, Vec<Interval>) {
    if intervals.len() <= limit {
        return (0, intervals);
    }
    intervals.sort_by_key(|interval| (interval.region, interval.depth));
    let first_ns = intervals.iter().map(|interval| interval.start_ns).min().unwrap_or(0);
    let last_ns = intervals.iter().map(|interval| interval.end_ns).max().unwrap_or(0);
    let span_ns = last_ns.saturating_sub(first_ns).max(1);
    let mut resolution_ns = (span_ns / limit as i64).max(1);
    loop {
        let merged = merge(&intervals, resolution_ns);
        if merged.len() <= limit || resolution_ns > span_ns {
            return (resolution_ns, merged);
        }
        resolution_ns = resolution_ns.saturating_mul(2);
    }
}

/// Merges short neighbours among intervals sorted by region, depth and start.
fn merge(intervals: &[Interval], resolution_ns: i64) -> Vec<Interval> {
    let is_short = |interval: &Interval| {
        interval.calls > 1 || interval.end_ns.saturating_sub(interval.start_ns) < resolution_ns
    };
    let mut merged: Vec<Interval> = Vec::new();
    for next in intervals {
        match merged.last_mut() {
            Some(bar)
                if (bar.region, bar.depth) == (next.region, next.depth)
                    && next.start_ns.saturating_sub(bar.end_ns) < resolution_ns
                    && is_short(bar)
                    && is_short(next) =>
            {
                bar.end_ns = bar.end_ns.max(next.end_ns);
                bar.calls += next.calls;
            }
            _ => merged.push(*next),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(region: usize, start_ns: i64, end_ns: i64) -> Interval {
        Interval { region, start_ns, end_ns, depth: Some(0), calls: 1 }
    }

    #[test]
    fn short_neighbours_merge_and_long_calls_stay_apart() {
        let intervals = [
            interval(0, 0, 1),
            interval(0, 2, 3),
            interval(0, 4, 50),
            interval(0, 51, 90),
            interval(1, 0, 1),
        ];
        let merged = merge(&intervals, 10);
        let spans: Vec<_> = merged.iter().map(|i| (i.region, i.start_ns, i.end_ns, i.calls)).collect();
        assert_eq!(spans, [(0, 0, 3, 2), (0, 4, 50, 1), (0, 51, 90, 1), (1, 0, 1, 1)]);
    }

    #[test]
    fn a_million_short_calls_become_few_bars() {
        let intervals = (0..1_000_000).map(|i| interval(i % 3, 10 * i as i64, 10 * i as i64 + 9)).collect();
        let (resolution_ns, thinned) = thin(intervals, MAX_INTERVALS);
        assert!(thinned.len() <= MAX_INTERVALS);
        assert!(resolution_ns > 0);
        assert_eq!(thinned.iter().map(|i| i.calls).sum::<u64>(), 1_000_000);
    }

    #[test]
    fn long_calls_survive_among_many_short_ones() {
        let mut intervals: Vec<Interval> =
            (0..100_000).map(|i| interval(0, 1000 * i, 1000 * i + 1)).collect();
        intervals.push(interval(1, 0, 90_000_000));
        intervals.push(interval(1, 90_000_001, 100_000_000));
        let (_, thinned) = thin(intervals, 1000);
        assert!(thinned.len() <= 1000);
        let long: Vec<_> = thinned.iter().filter(|i| i.region == 1).map(|i| i.end_ns).collect();
        assert_eq!(long, [90_000_000, 100_000_000]);
    }

    #[test]
    fn more_regions_than_the_limit_end_as_one_bar_each() {
        let intervals = (0..100).map(|i| interval(i % 50, i as i64, i as i64 + 1)).collect();
        assert_eq!(thin(intervals, 10).1.len(), 50);
    }
}
