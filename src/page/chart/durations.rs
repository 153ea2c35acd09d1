//! Region durations: a bar per region, side by side for several runs, divided by children for one.

use std::collections::BTreeMap;

use super::label::{plot_regions, short, unique};
use super::limits::{BAR_REGIONS, BARS, SERIES, evenly, leading_note, runs_note};
use super::measure::{Aligned, Measure, align, measures, recursion_note, shown_totals};
use super::model::*;
use super::palette::{Color, NEUTRAL, Palette, series_style};
use super::{CaseRun, Missing};
use crate::analysis::{RunFigures, Stack};
use crate::units::{duration, seconds};

const TITLE: &str = "Region durations";

/// Most segments with a colour of their own in the stacked form.
const SEGMENTS: usize = 24;

/// The chart of one run; with `stacks`, also in the form that divides each bar.
pub(super) fn of_run(
    run: CaseRun<'_>,
    stacks: Option<&[Stack]>,
    palette: &Palette,
) -> Result<Chart, Missing> {
    let runs = [run];
    let all = align(&runs, Measure::Total);
    let shown = all.get(..BAR_REGIONS.min(all.len())).unwrap_or_default();
    let colors = shown.iter().map(|region| palette.region(&region.name).color).collect();
    let plot = grouped(&runs, shown, Measure::Total, colors);
    let mut chart = chart(&runs, shown, Measure::Total, vec![(Measure::Total, plot)])?;
    chart.notes.extend(leading_note(shown.len(), all.len(), "regions"));
    chart.description = "One bar per region: the total time of its calls over all ranks, the regions called \
                         inside it included. A region inside another counts in both, so bars do not add up. \
                         Divided by direct children, a bar shows its own time and the time of each region \
                         called directly inside it."
        .to_owned();
    let alternate = stacks.map(|stacks| stacked(run.figures, shown, stacks, palette));
    if let Some((plot, note)) = alternate {
        chart.notes.extend(note);
        chart.alternate = Some(Variant { label: "Divided by direct children".to_owned(), plot });
    }
    Ok(chart)
}

/// The chart over runs, a series per run.
pub(super) fn of_runs(runs: &[CaseRun<'_>]) -> Result<Chart, Missing> {
    let picked: Vec<CaseRun<'_>> =
        evenly(runs.len(), SERIES).into_iter().filter_map(|at| runs.get(at).copied()).collect();
    let limit = (BARS / picked.len().max(1)).clamp(100, BAR_REGIONS);
    let measures = measures(runs);
    let first = *measures.first().unwrap_or(&Measure::Total);
    let mut plots = Vec::new();
    for &measure in measures {
        let mut regions = align(&picked, measure);
        regions.truncate(limit);
        plots.push((measure, grouped(&picked, &regions, measure, Vec::new())));
    }
    let all = align(&picked, first);
    let shown = all.get(..limit.min(all.len())).unwrap_or_default();
    let mut chart = chart(&picked, shown, first, plots)?;
    chart.description = format!(
        "A group of bars per region, one per run: the {}, the regions called inside it included. A region \
         inside another counts in both. No bar: the run did not call the region.",
        first.words()
    );
    if first != Measure::Total {
        chart
            .description
            .push_str(" The runs differ in their number of ranks, so their totals are not compared.");
    }
    chart.notes.extend(runs_note(picked.len(), runs.len()));
    chart.notes.extend(leading_note(shown.len(), all.len(), "regions"));
    Ok(chart)
}

/// What both forms share: words, table, notes.
fn chart(
    runs: &[CaseRun<'_>],
    shown: &[Aligned],
    measure: Measure,
    plots: Vec<(Measure, Plot)>,
) -> Result<Chart, Missing> {
    if shown.is_empty() {
        return Err(Missing::new(TITLE, "no calls were recorded"));
    }
    let variants = plots
        .into_iter()
        .map(|(measure, plot)| Variant { label: measure.title().to_owned(), plot })
        .collect();
    Ok(Chart {
        summary: summary(runs, shown, measure),
        open: true,
        table: table(runs, shown, measure),
        notes: recursion_note(runs).into_iter().collect(),
        ..Chart::titled(TITLE, variants)
    })
}

fn grouped(runs: &[CaseRun<'_>], shown: &[Aligned], measure: Measure, colors: Vec<Color>) -> Plot {
    let names: Vec<_> = shown.iter().map(|region| region.name.clone()).collect();
    let labels = unique(runs.iter().map(|run| run.label));
    let bars = |run: usize| -> Vec<Bar> {
        let value = |region: &Aligned| region.values.get(run).copied().flatten();
        let bar = |(region, value): (usize, f64)| Bar { region, value, text: duration(value) };
        shown.iter().enumerate().filter_map(|(at, region)| Some((at, value(region)?))).map(bar).collect()
    };
    let series = labels.into_iter().enumerate().map(|(run, name)| BarSeries {
        name,
        style: series_style(run),
        colors: colors.clone(),
        bars: bars(run),
    });
    let drawn = series.filter(|series| !series.bars.is_empty()).collect();
    bar_plot(names, format!("{} (s)", measure.title()), Arrangement::Grouped, drawn)
}

fn bar_plot(
    names: Vec<std::sync::Arc<str>>,
    title: String,
    arrangement: Arrangement,
    series: Vec<BarSeries>,
) -> Plot {
    let scale = Scale::Numbers(NumberScale { from_zero: true, log_offered: true, ..NumberScale::default() });
    Plot {
        regions: plot_regions(&names),
        x: Axis { title: "Region".to_owned(), scale: Scale::Regions },
        y: Axis { title, scale },
        height: height_with_legend(480, series.iter().map(|series| series.name.as_str())),
        marks: Marks::Bars { arrangement, series },
    }
}

/// The divided form: own time and direct children, the same regions in the same order.
fn stacked(
    figures: &RunFigures,
    shown: &[Aligned],
    stacks: &[Stack],
    palette: &Palette,
) -> (Plot, Option<String>) {
    let name = |region: usize| figures.regions.get(region).map(|region| &*region.name);
    let bar_of: BTreeMap<&str, usize> = shown.iter().enumerate().map(|(at, r)| (&*r.name, at)).collect();
    let totals = shown_totals(figures);
    let mut own = Vec::new();
    let mut segments: BTreeMap<&str, (i128, Vec<Bar>)> = BTreeMap::new();
    for stack in stacks {
        let Some(&region) = name(stack.region).and_then(|name| bar_of.get(name)) else { continue };
        // A stack's parts add up to every recursion level; the bar beside it counts the outermost ones.
        let inner_ns = figures.regions.get(stack.region).map_or(0, |region| {
            region.total_ns.unwrap_or(0) - totals.get(&*region.name).copied().unwrap_or(0)
        });
        own.push(bar(region, stack.own_ns - inner_ns));
        for &(child, time_ns) in stack.children.iter().filter(|(_, time_ns)| *time_ns != 0) {
            let Some(child) = name(child) else { continue };
            let (sum_ns, bars) = segments.entry(child).or_default();
            *sum_ns += time_ns;
            bars.push(bar(region, time_ns));
        }
    }
    let mut segments: Vec<_> = segments.into_iter().collect();
    segments.sort_by_key(|(_, (sum_ns, _))| std::cmp::Reverse(*sum_ns));
    let rest = segments.split_off(SEGMENTS.min(segments.len()));
    let mut series =
        vec![BarSeries { name: "(own time)".to_owned(), style: NEUTRAL, colors: Vec::new(), bars: own }];
    let labels = unique(segments.iter().map(|(name, _)| *name));
    series.extend(segments.into_iter().zip(labels).map(|((name, (_, bars)), label)| BarSeries {
        name: label,
        style: palette.region(name),
        colors: Vec::new(),
        bars,
    }));
    let note = (!rest.is_empty()).then(|| {
        format!(
            "Divided by direct children: {} regions with little time are one segment, (others).",
            rest.len()
        )
    });
    series.extend(others(rest));
    let names = shown.iter().map(|region| region.name.clone()).collect();
    (bar_plot(names, format!("{} (s)", Measure::Total.title()), Arrangement::Stacked, series), note)
}

fn bar(region: usize, time_ns: i128) -> Bar {
    let value = seconds(time_ns);
    Bar { region, value, text: duration(value) }
}

/// One series for the segments that get no colour of their own.
fn others(rest: Vec<(&str, (i128, Vec<Bar>))>) -> Option<BarSeries> {
    let mut sums: BTreeMap<usize, f64> = BTreeMap::new();
    for bar in rest.iter().flat_map(|(_, (_, bars))| bars) {
        *sums.entry(bar.region).or_default() += bar.value;
    }
    let bars: Vec<Bar> =
        sums.into_iter().map(|(region, value)| Bar { region, value, text: duration(value) }).collect();
    let style = super::palette::Style { hatch: super::palette::Hatch::Dotted, ..NEUTRAL };
    (!bars.is_empty()).then(|| BarSeries { name: "(others)".to_owned(), style, colors: Vec::new(), bars })
}

fn summary(runs: &[CaseRun<'_>], shown: &[Aligned], measure: Measure) -> String {
    let values = |region: &Aligned| -> String {
        let texts = region.values.iter().map(|value| value.map_or_else(|| NO_VALUE.to_owned(), duration));
        texts.collect::<Vec<_>>().join(", ")
    };
    let longest: Vec<String> = if runs.len() <= 4 {
        shown.iter().take(3).map(|region| format!("{} ({})", short(&region.name), values(region))).collect()
    } else {
        let largest = |region: &Aligned| duration(region.largest().unwrap_or(0.0));
        shown
            .iter()
            .take(3)
            .map(|region| format!("{} (up to {})", short(&region.name), largest(region)))
            .collect()
    };
    let over = if runs.len() == 1 { String::new() } else { format!(" in {} runs", runs.len()) };
    let regions = if shown.len() == 1 { "1 region".to_owned() } else { format!("{} regions", shown.len()) };
    format!("{regions}{over}; largest by {}: {}.", measure.words(), longest.join(", "))
}

fn table(runs: &[CaseRun<'_>], shown: &[Aligned], measure: Measure) -> ChartTable {
    let mut columns = vec!["Region".to_owned()];
    if runs.len() == 1 {
        columns.push(measure.title().to_owned());
    } else {
        let labels = unique(runs.iter().map(|run| run.label));
        columns.extend(labels.into_iter().map(|label| format!("{}: {label}", measure.title())));
    }
    let row = |region: &Aligned| {
        let values = region.values.iter().map(|value| value.map_or_else(|| NO_VALUE.to_owned(), duration));
        std::iter::once(short(&region.name)).chain(values).collect()
    };
    ChartTable::new(columns, shown.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    #[test]
    fn a_run_shows_its_regions_by_total_and_divided_by_children() {
        let figures = run(1, &[("a", &[(0, 1, 10, 4)]), ("b", &[(0, 2, 6, 6)]), ("idle", &[(0, 0, 0, 0)])]);
        let s = 1_000_000_000;
        let stacks = [
            Stack { region: 0, own_ns: 4 * s, children: vec![(1, 6 * s)] },
            Stack { region: 1, own_ns: 6 * s, children: vec![] },
        ];
        let run = CaseRun { label: "v1", figures: &figures, likwid: &[] };
        let chart = of_run(run, Some(&stacks), &Palette::new(["a", "b"])).ok().unwrap();
        assert_eq!(chart.table.rows, [["a", "10 s"], ["b", "6 s"]]);
        assert_eq!(chart.summary, "2 regions; largest by total time over all ranks: a (10 s), b (6 s).");
        let Marks::Bars { series, .. } = &chart.alternate.unwrap().plot.marks else { panic!("bars") };
        let bars: Vec<_> = series
            .iter()
            .map(|s| (&*s.name, s.bars.iter().map(|b| (b.region, b.value)).collect::<Vec<_>>()))
            .collect();
        assert_eq!(bars, [("(own time)", vec![(0, 4.0), (1, 6.0)]), ("b", vec![(0, 6.0)])]);
    }

    #[test]
    fn a_divided_recursive_bar_is_as_high_as_the_other_form() {
        let mut figures = run(1, &[("f", &[(0, 4, 100, 56)]), ("g", &[(0, 1, 4, 4)])]);
        figures.rows[0].total_ns = Some(60_000_000_000);
        let s = 1_000_000_000;
        let stacks = [
            Stack { region: 0, own_ns: 96 * s, children: vec![(1, 4 * s)] },
            Stack { region: 1, own_ns: 4 * s, children: vec![] },
        ];
        let run = CaseRun { label: "v1", figures: &figures, likwid: &[] };
        let chart = of_run(run, Some(&stacks), &Palette::default()).ok().unwrap();
        let Marks::Bars { series, .. } = &chart.alternate.unwrap().plot.marks else { panic!("bars") };
        assert_eq!((series[0].bars[0].value, series[1].bars[0].value), (56.0, 4.0));
    }

    #[test]
    fn a_region_missing_in_a_run_has_no_bar_there() {
        let (one, two) = (run(1, &[("a", &[(0, 1, 1, 1)])]), run(1, &[("b", &[(0, 1, 2, 2)])]));
        let runs = [("x", &one), ("x", &two)].map(|(label, figures)| CaseRun { label, figures, likwid: &[] });
        let chart = of_runs(&runs).ok().unwrap();
        let Marks::Bars { series, .. } = &chart.variants[0].plot.marks else { panic!("bars") };
        assert_eq!(series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["x", "x (2)"]);
        assert_eq!(series[0].bars, [Bar { region: 1, value: 1.0, text: "1 s".to_owned() }]);
        assert_eq!(chart.table.rows, [["b", "–", "2 s"], ["a", "1 s", "–"]]);
    }

    #[test]
    fn many_runs_are_picked_evenly_and_a_run_without_calls_is_no_chart() {
        let figures = run(1, &[("a", &[(0, 1, 1, 1)])]);
        let run_of = CaseRun { label: "r", figures: &figures, likwid: &[] };
        let chart = of_runs(&[run_of; 100]).ok().unwrap();
        let Marks::Bars { series, .. } = &chart.variants[0].plot.marks else { panic!("bars") };
        assert_eq!(series.len(), 32);
        assert_eq!(
            chart.notes,
            ["Shown are 32 of 100 runs, evenly picked, the first and the last among them."]
        );
        let empty = run(1, &[("a", &[(0, 0, 0, 0)])]);
        assert!(of_runs(&[CaseRun { label: "r", figures: &empty, likwid: &[] }]).is_err());
    }
}
