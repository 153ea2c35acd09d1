//! Timeline: the calls of one rank as bars in the lanes of their regions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::Missing;
use super::label::{plot_regions, short};
use super::limits::{TIMELINE_BARS, TIMELINE_LANES, leading_note};
use super::model::*;
use super::palette::Palette;
use crate::analysis::{Interval, RunFigures, Timeline};
use crate::units::{count, duration, seconds};

/// The chart of a run.
pub(super) fn chart(
    figures: &RunFigures,
    timeline: Option<&Timeline>,
    label: &str,
    palette: &Palette,
) -> Result<Chart, Missing> {
    let rank = timeline.map_or(0, |timeline| timeline.rank);
    let of_rank = if figures.facts.num_ranks > 1 { format!(" (rank {rank})") } else { String::new() };
    let title = format!("Timeline: {label}{of_rank}");
    let Some(timeline) = timeline.filter(|timeline| !timeline.intervals.is_empty()) else {
        let why = if figures.has_events {
            "no calls were recorded on the selected ranks"
        } else {
            "the profile holds statistics without single calls"
        };
        return Err(Missing::new(format!("Timeline: {label}"), why));
    };
    let lanes = lanes(figures, timeline);
    let all = lanes.len();
    let mut shown = leading(lanes);
    let bars = shown.iter().map(|lane| lane.intervals.len()).sum();
    keep_longest(&mut shown, bars);
    let variant = Variant { label: "Time".to_owned(), plot: plot(&shown, palette) };
    let mut notes: Vec<String> = leading_note(shown.len(), all, "regions on this rank").into_iter().collect();
    notes.extend(leading_note(TIMELINE_BARS.min(bars), bars, "bars, the longest ones"));
    if timeline.resolution_ns > 0 {
        notes.push(format!(
            "{} calls are drawn as {} bars: neighbouring calls of one region less than {} long or apart are \
             one bar.",
            count(timeline.calls),
            count(timeline.intervals.len() as u64),
            duration(seconds(timeline.resolution_ns.into()))
        ));
    }
    Ok(Chart {
        description: format!(
            "The calls on rank {rank}, a lane per region in the order of their first start. A bar reaches from \
             the start to the end of a call, in seconds since the first region started."
        ),
        summary: summary(&shown, timeline),
        open: true,
        table: table(&shown),
        notes,
        ..Chart::titled(title, vec![variant])
    })
}

/// The intervals of one region.
struct Lane<'a> {
    name: Arc<str>,
    intervals: Vec<&'a Interval>,
}

impl Lane<'_> {
    fn calls(&self) -> u64 {
        self.intervals.iter().fold(0, |sum, interval| sum.saturating_add(interval.calls))
    }

    fn time_ns(&self) -> i128 {
        self.intervals.iter().map(|interval| length_ns(interval)).sum()
    }

    fn first_ns(&self) -> i64 {
        self.intervals.iter().map(|interval| interval.start_ns).min().unwrap_or(0)
    }

    fn last_ns(&self) -> i64 {
        self.intervals.iter().map(|interval| interval.end_ns).max().unwrap_or(0)
    }
}

fn length_ns(interval: &Interval) -> i128 {
    i128::from(interval.end_ns) - i128::from(interval.start_ns)
}

/// Lanes in listing order.
fn lanes<'a>(figures: &RunFigures, timeline: &'a Timeline) -> Vec<Lane<'a>> {
    let mut by_region: BTreeMap<usize, Vec<&Interval>> = BTreeMap::new();
    for interval in &timeline.intervals {
        by_region.entry(interval.region).or_default().push(interval);
    }
    let name = |region: usize| figures.regions.get(region).map(|region| Arc::clone(&region.name));
    by_region
        .into_iter()
        .filter_map(|(region, intervals)| Some(Lane { name: name(region)?, intervals }))
        .collect()
}

/// The lanes with the most time, in the order they had.
fn leading(mut lanes: Vec<Lane<'_>>) -> Vec<Lane<'_>> {
    if lanes.len() > TIMELINE_LANES {
        let mut times: Vec<(usize, i128)> =
            lanes.iter().enumerate().map(|(at, lane)| (at, lane.time_ns())).collect();
        times.sort_by_key(|&(at, time_ns)| (std::cmp::Reverse(time_ns), at));
        let mut keep = vec![false; lanes.len()];
        for (at, _) in times.into_iter().take(TIMELINE_LANES) {
            if let Some(kept) = keep.get_mut(at) {
                *kept = true;
            }
        }
        let mut keep = keep.into_iter();
        lanes.retain(|_| keep.next().unwrap_or(false));
    }
    lanes
}

/// Leaves the longest bars where there are too many, which deep recursion can bring about.
fn keep_longest(lanes: &mut [Lane<'_>], bars: usize) {
    if bars <= TIMELINE_BARS {
        return;
    }
    let mut lengths: Vec<i128> =
        lanes.iter().flat_map(|lane| &lane.intervals).map(|interval| length_ns(interval)).collect();
    let (_, &mut least_ns, _) =
        lengths.select_nth_unstable_by_key(TIMELINE_BARS - 1, |&ns| std::cmp::Reverse(ns));
    let mut ties = TIMELINE_BARS - lengths.iter().filter(|&&ns| ns > least_ns).count();
    for lane in lanes {
        lane.intervals.retain(|interval| match length_ns(interval).cmp(&least_ns) {
            Ordering::Greater => true,
            Ordering::Equal if ties > 0 => {
                ties -= 1;
                true
            }
            _ => false,
        });
    }
}

fn plot(lanes: &[Lane<'_>], palette: &Palette) -> Plot {
    let names: Vec<Arc<str>> = lanes.iter().map(|lane| Arc::clone(&lane.name)).collect();
    let series = lanes.iter().enumerate().map(|(region, lane)| IntervalSeries {
        region,
        style: palette.region(&lane.name),
        intervals: lane.intervals.iter().map(|interval| bar(interval)).collect(),
    });
    let marks = Marks::Intervals(series.collect());
    Plot {
        regions: plot_regions(&names),
        x: Axis { title: "Time (s)".to_owned(), scale: Scale::Numbers(NumberScale::default()) },
        y: Axis { title: String::new(), scale: Scale::Regions },
        marks,
        height: Height::PerLane { lane: 26, frame: 150, least: 280 },
    }
}

fn bar(interval: &Interval) -> PlotInterval {
    let length = seconds(length_ns(interval));
    let text = match interval.calls {
        0 | 1 => duration(length),
        calls => format!("{} ({} calls)", duration(length), count(calls)),
    };
    PlotInterval { start: seconds(interval.start_ns.into()), length, depth: interval.depth, text }
}

fn summary(lanes: &[Lane<'_>], timeline: &Timeline) -> String {
    let span_ns = lanes.iter().map(Lane::last_ns).max().unwrap_or(0);
    let calls =
        if timeline.calls == 1 { "1 call".to_owned() } else { format!("{} calls", count(timeline.calls)) };
    let regions = if lanes.len() == 1 { "1 region".to_owned() } else { format!("{} regions", lanes.len()) };
    let mut text =
        format!("{calls} of {regions} on rank {} in {}", timeline.rank, duration(seconds(span_ns.into())));
    if let Some(last) = lanes.iter().max_by_key(|lane| lane.first_ns()).filter(|_| lanes.len() > 1) {
        let at = duration(seconds(last.first_ns().into()));
        text.push_str(&format!("; the last region to start is {}, after {at}", short(&last.name)));
    }
    text.push('.');
    text
}

fn table(lanes: &[Lane<'_>]) -> ChartTable {
    let columns = ["Region", "Calls", "First start", "Last end", "Time in bars"].map(str::to_owned).to_vec();
    let row = |lane: &Lane<'_>| {
        vec![
            short(&lane.name),
            lane.calls().to_string(),
            duration(seconds(lane.first_ns().into())),
            duration(seconds(lane.last_ns().into())),
            duration(seconds(lane.time_ns())),
        ]
    };
    ChartTable::new(columns, lanes.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    #[test]
    fn calls_lie_in_the_lanes_of_their_regions() {
        let figures = run(2, &[("a", &[(0, 1, 1, 1)]), ("idle", &[(1, 1, 1, 1)]), ("b", &[(0, 3, 1, 1)])]);
        let interval =
            |region, start_ns, end_ns, calls| Interval { region, start_ns, end_ns, depth: Some(0), calls };
        let intervals = vec![interval(0, 0, 5_000, 1), interval(2, 6_000, 9_000, 3)];
        let timeline = Timeline { rank: 0, resolution_ns: 500, calls: 4, intervals };
        let chart = chart(&figures, Some(&timeline), "v1", &Palette::default()).ok().unwrap();
        assert_eq!(chart.title, "Timeline: v1 (rank 0)");
        assert_eq!(
            chart.notes,
            [
                "4 calls are drawn as 2 bars: neighbouring calls of one region less than 500 ns long or apart are one bar."
            ]
        );
        let Marks::Intervals(series) = &chart.variants[0].plot.marks else { panic!("intervals") };
        assert_eq!(series[1].intervals[0].text, "3 µs (3 calls)");
        assert_eq!(series[1].intervals[0].start, 6e-6);
        assert_eq!(chart.table.rows[1], ["b", "3", "6 µs", "9 µs", "3 µs"]);
        assert_eq!(
            chart.summary,
            "4 calls of 2 regions on rank 0 in 9 µs; the last region to start is b, after 6 µs."
        );
    }

    #[test]
    fn a_deep_recursion_keeps_its_longest_bars() {
        let figures = run(1, &[("f", &[(0, 1, 1, 1)])]);
        let bars = TIMELINE_BARS as i64 + 500;
        let interval =
            |n: i64| Interval { region: 0, start_ns: n, end_ns: 2 * bars - n / 2, depth: None, calls: 1 };
        let intervals = (0..bars).map(interval).collect();
        let timeline = Timeline { rank: 0, resolution_ns: 0, calls: bars as u64, intervals };
        let chart = chart(&figures, Some(&timeline), "v1", &Palette::default()).ok().unwrap();
        let Marks::Intervals(series) = &chart.variants[0].plot.marks else { panic!("intervals") };
        assert_eq!(series[0].intervals.len(), TIMELINE_BARS);
        assert_eq!(chart.notes, ["Shown are the leading 20000 of 20500 bars, the longest ones."]);
    }

    #[test]
    fn statistics_have_no_timeline() {
        let figures = RunFigures { has_events: false, ..run(1, &[]) };
        let missing = chart(&figures, None, "v1", &Palette::default()).err().unwrap();
        assert_eq!(
            (missing.title.as_str(), missing.why.as_str()),
            ("Timeline: v1", "the profile holds statistics without single calls")
        );
    }
}
