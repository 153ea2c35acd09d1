//! Speedup and weak scaling: how the mean call durations of the leading regions change with the size of a run.

use std::collections::BTreeMap;

use super::CaseRun;
use super::label::{plot_regions, short};
use super::limits::{evenly, leading_note, runs_note};
use super::model::*;
use super::palette::{Dash, NEUTRAL, Palette, Style};
use crate::analysis::{Axis as ScalingAxis, AxisStudy, LEADING_REGIONS, RegionScaling, ScalingStudy};
use crate::units::general;

/// Most runs shown as points of their own.
const RUN_POINTS: usize = 500;
/// Most names in a note.
const NAMES: usize = 5;

/// Which of the two readings of one number is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// The same problem on more resources.
    Speedup,
    /// The same problem per rank.
    WeakEfficiency,
}

impl Reading {
    pub(super) fn title(self) -> &'static str {
        match self {
            Reading::Speedup => "Speedup",
            Reading::WeakEfficiency => "Weak scaling",
        }
    }

    fn axis_title(self) -> &'static str {
        match self {
            Reading::Speedup => "Speedup",
            Reading::WeakEfficiency => "Weak-scaling efficiency",
        }
    }

    fn ideal(self, study: &AxisStudy, size: u64) -> f64 {
        match self {
            Reading::Speedup => study.ideal_speedup(size),
            Reading::WeakEfficiency => 1.0,
        }
    }

    fn text(self, study: &AxisStudy, size: u64, value: f64) -> String {
        match self {
            Reading::Speedup => {
                let efficiency_pct = 100.0 * study.strong_efficiency(size, value);
                format!("speedup {}, {efficiency_pct:.1}% of ideal", general(value, 4))
            }
            Reading::WeakEfficiency => format!("efficiency {}", general(value, 4)),
        }
    }

    fn description(self) -> &'static str {
        match self {
            Reading::Speedup => {
                "One line per leading region: the mean duration of its calls in the runs of the smallest size \
                 divided by that at each size. Ideal is the dashed line: twice the size, half the time. The reading \
                 is valid if every run solves the same problem in the same number of calls."
            }
            Reading::WeakEfficiency => {
                "One line per leading region: the mean duration of its calls in the runs of the smallest size \
                 divided by that at each size. Ideal is the dashed line at 1: a larger run takes no longer. The \
                 reading is valid if the problem grows with the size, so that each rank has the same work."
            }
        }
    }
}

/// The chart of a study, with a variant per axis.
pub(super) fn chart(
    reading: Reading,
    runs: &[CaseRun<'_>],
    study: &ScalingStudy,
    palette: &Palette,
) -> Chart {
    let variant = |axis: &AxisStudy| Variant {
        label: axis_title(axis.axis).to_owned(),
        plot: plot(reading, runs, axis, palette),
    };
    let mut chart = Chart::titled(reading.title(), study.axes.iter().map(variant).collect());
    chart.description = reading.description().to_owned();
    if let Some(first) = study.axes.first() {
        if first.values.len() < first.run_values.len() {
            chart.description.push_str(
                " Where several runs have one size, each is a hollow point and the line follows their mean.",
            );
        }
        chart.summary = summary(reading, first);
        chart.table = table(reading, first);
        chart.notes = notes(first);
    }
    chart
}

fn axis_title(axis: ScalingAxis) -> &'static str {
    match axis {
        ScalingAxis::Ranks => "MPI ranks",
        ScalingAxis::Nodes => "nodes",
        ScalingAxis::Threads => "OpenMP threads",
        ScalingAxis::Cores => "MPI ranks × OpenMP threads",
    }
}

/// A size as a part of a sentence: `1 node`, `4 ranks`.
fn size_words(axis: ScalingAxis, size: u64) -> String {
    let (one, more) = match axis {
        ScalingAxis::Ranks => ("rank", "ranks"),
        ScalingAxis::Nodes => ("node", "nodes"),
        ScalingAxis::Threads => ("thread per rank", "threads per rank"),
        ScalingAxis::Cores => ("core", "cores"),
    };
    format!("{size} {}", if size == 1 { one } else { more })
}

fn leading(study: &AxisStudy) -> impl Iterator<Item = &RegionScaling> {
    study.regions.iter().take(LEADING_REGIONS)
}

fn plot(reading: Reading, runs: &[CaseRun<'_>], study: &AxisStudy, palette: &Palette) -> Plot {
    let names: Vec<_> = leading(study).map(|region| region.name.clone()).collect();
    let regions = plot_regions(&names);
    let mut lines = Vec::new();
    for ((at, region), on_plot) in leading(study).enumerate().zip(&regions) {
        let line = LineSeries {
            name: on_plot.label.clone(),
            region: Some(at),
            group: at,
            style: palette.region(&region.name),
            stroke: Stroke::LineAndPoints,
            points: mean_points(reading, study, region),
        };
        let single = run_points(reading, runs, study, region);
        let points = LineSeries { stroke: Stroke::Points, points: single, ..line.clone() };
        lines.push(line);
        if !points.points.is_empty() {
            lines.push(points);
        }
    }
    lines.push(ideal(reading, study, regions.len()));
    let ticks = study.values.iter().map(|size| *size as f64).collect();
    let sizes = NumberScale { log_offered: true, ticks, ..NumberScale::default() };
    let ratio = NumberScale { from_zero: true, log_offered: true, ..NumberScale::default() };
    Plot {
        regions,
        x: Axis { title: axis_title(study.axis).to_owned(), scale: Scale::Numbers(sizes) },
        y: Axis { title: reading.axis_title().to_owned(), scale: Scale::Numbers(ratio) },
        marks: Marks::Lines(lines),
        height: Height::Fixed(440),
    }
}

fn mean_points(reading: Reading, study: &AxisStudy, region: &RegionScaling) -> Vec<Point> {
    let point = |(&size, &y): (&u64, &Option<f64>)| {
        let text = |y| format!("{}: {}", size_words(study.axis, size), reading.text(study, size, y));
        Point { x: size as f64, y, text: y.map_or_else(String::new, text) }
    };
    study.values.iter().zip(&region.line).map(point).collect()
}

/// The runs that share their size with others.
fn run_points(
    reading: Reading,
    runs: &[CaseRun<'_>],
    study: &AxisStudy,
    region: &RegionScaling,
) -> Vec<Point> {
    let mut of_size: BTreeMap<u64, u32> = BTreeMap::new();
    for (size, _) in study.run_values.iter().zip(&region.runs).filter(|(_, y)| y.is_some()) {
        *of_size.entry(*size).or_default() += 1;
    }
    let shown = evenly(runs.len(), RUN_POINTS).into_iter();
    let run = |at: usize| Some((runs.get(at)?, *study.run_values.get(at)?, (*region.runs.get(at)?)?));
    let shared =
        shown.filter_map(run).filter(|(_, size, _)| of_size.get(size).is_some_and(|count| *count > 1));
    let point = |(run, size, y): (&CaseRun<'_>, u64, f64)| {
        let words = size_words(study.axis, size);
        let text = format!("{} ({words}): {}", short(run.label), reading.text(study, size, y));
        Point { x: size as f64, y: Some(y), text }
    };
    let mut points: Vec<Point> = shared.map(point).collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn ideal(reading: Reading, study: &AxisStudy, group: usize) -> LineSeries {
    let point = |&size: &u64| {
        let y = reading.ideal(study, size);
        Point {
            x: size as f64,
            y: Some(y),
            text: format!("{}: {}", size_words(study.axis, size), general(y, 4)),
        }
    };
    LineSeries {
        name: "ideal".to_owned(),
        region: None,
        group,
        style: Style { dash: Dash::Dash, ..NEUTRAL },
        stroke: Stroke::Guide,
        points: study.values.iter().map(point).collect(),
    }
}

fn summary(reading: Reading, study: &AxisStudy) -> String {
    let last = study.values.last().copied().unwrap_or(1);
    let reached = |region: &RegionScaling| {
        let value = region.line.last().copied().flatten()?;
        Some(format!("{} {}", short(&region.name), general(value, 4)))
    };
    let regions: Vec<String> = leading(study).filter_map(reached).collect();
    format!(
        "{} from {} to {}, ideally {}: {}.",
        reading.axis_title(),
        study.base(),
        size_words(study.axis, last),
        general(reading.ideal(study, last), 4),
        if regions.is_empty() { "no leading region has a value".to_owned() } else { regions.join(", ") }
    )
}

/// A row per size, a column per region.
fn table(reading: Reading, study: &AxisStudy) -> ChartTable {
    let names: Vec<&str> = leading(study).map(|region| &*region.name).collect();
    let mut columns: Vec<String> = ["", "Runs", "Ideal"].map(str::to_owned).to_vec();
    if let Some(first) = columns.first_mut() {
        axis_title(study.axis).clone_into(first);
    }
    columns.extend(super::label::unique(names));
    let row = |(at, &size): (usize, &u64)| {
        let runs = study.run_values.iter().filter(|other| **other == size).count();
        let value = |region: &RegionScaling| {
            region.line.get(at).copied().flatten().map_or_else(|| NO_VALUE.to_owned(), |y| general(y, 4))
        };
        let mut row = vec![size.to_string(), runs.to_string(), general(reading.ideal(study, size), 4)];
        row.extend(leading(study).map(value));
        row
    };
    ChartTable::new(columns, study.values.iter().enumerate().map(row).collect())
}

fn notes(study: &AxisStudy) -> Vec<String> {
    let all = study.regions.len();
    let shown = leading(study).count();
    let mut notes: Vec<String> =
        leading_note(shown, all, "regions by share of the session").into_iter().collect();
    if !study.without_baseline.is_empty() {
        let names: Vec<String> = study.without_baseline.iter().take(NAMES).map(|name| short(name)).collect();
        let more = if study.without_baseline.len() > NAMES { ", …" } else { "" };
        notes.push(format!("Without calls in a run of the smallest size: {}{more}.", names.join(", ")));
    }
    let runs = study.run_values.len();
    if study.values.len() < runs {
        notes.extend(runs_note(runs.min(RUN_POINTS), runs).map(|note| format!("Single points: {note}")));
    }
    notes
}
