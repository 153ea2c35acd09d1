//! Rank imbalance: the total of each region over the ranks, a line per region.

use std::cmp::Reverse;

use super::label::{plot_regions, short};
use super::limits::{
    RANK_POSITIONS, RANK_REGIONS, RankBlocks, SERIES, evenly, leading_note, rank_words, runs_note,
};
use super::model::*;
use super::palette::{Dash, Palette, Style, series_style};
use super::spread::{Spread, summary, table};
use super::{CaseRun, Missing};
use crate::analysis::Region;
use crate::units::{duration, seconds};

const TITLE: &str = "Rank imbalance";

/// Most regions per run where several runs are shown.
const REGIONS_OF_RUNS: usize = 8;
/// Most lines where several runs are shown.
const LINES_OF_RUNS: usize = 32;

/// The chart of the runs with at least two ranks, of which there is at least one.
pub(super) fn chart(runs: &[CaseRun<'_>], several: bool, palette: &Palette) -> Result<Chart, Missing> {
    let picked: Vec<CaseRun<'_>> =
        evenly(runs.len(), SERIES).into_iter().filter_map(|at| runs.get(at).copied()).collect();
    let leading = leading(&picked);
    let limit =
        if several { (LINES_OF_RUNS / picked.len().max(1)).clamp(1, REGIONS_OF_RUNS) } else { RANK_REGIONS };
    let shown = leading.get(..limit.min(leading.len())).unwrap_or_default();
    if shown.is_empty() {
        return Err(Missing::new(TITLE, "no calls were recorded"));
    }
    let (plot, block_notes) = plot(&picked, shown, several, palette);
    let spreads: Vec<Spread<'_>> = picked
        .iter()
        .flat_map(|run| shown.iter().filter_map(move |name| spread(run, name, several)))
        .collect();
    let mut notes = block_notes;
    notes.extend(runs_note(picked.len(), runs.len()));
    notes.extend(leading_note(shown.len(), leading.len(), "regions"));
    Ok(Chart {
        description:
            "One line per region, and per run where there are several: the total time of its calls on each rank, \
             the regions called inside it and every level of recursion included. The dotted line is the mean \
             over the ranks that called it; a rank without calls has no point."
                .to_owned(),
        summary: summary(&spreads, "total time"),
        table: table(&spreads),
        notes,
        ..Chart::titled(TITLE, vec![Variant { label: "Total time".to_owned(), plot }])
    })
}

fn region<'a>(run: &CaseRun<'a>, name: &str) -> Option<&'a Region> {
    run.figures.regions.iter().find(|region| &*region.name == name)
}

fn spread<'a>(run: &CaseRun<'a>, name: &str, several: bool) -> Option<Spread<'a>> {
    Spread::new(several.then(|| short(run.label)), region(run, name)?, |rank| rank.total_ns)
}

/// Names of regions with calls, the largest time on one rank of any run first, then by name.
fn leading(runs: &[CaseRun<'_>]) -> Vec<std::sync::Arc<str>> {
    let mut largest = std::collections::BTreeMap::new();
    for region in runs.iter().flat_map(|run| &run.figures.regions) {
        if let Some(most_ns) = region.ranks.iter().filter(|r| r.calls > 0).map(|r| r.total_ns).max() {
            let of_name = largest.entry(&region.name).or_insert(most_ns);
            *of_name = most_ns.max(*of_name);
        }
    }
    let mut names: Vec<_> = largest.into_iter().collect();
    names.sort_by_key(|&(_, most_ns)| Reverse(most_ns));
    names.into_iter().map(|(name, _)| name.clone()).collect()
}

fn plot(
    runs: &[CaseRun<'_>],
    shown: &[std::sync::Arc<str>],
    several: bool,
    palette: &Palette,
) -> (Plot, Vec<String>) {
    let regions = plot_regions(shown);
    let labels = super::label::unique(runs.iter().map(|run| run.label));
    let limit =
        if several { (4 * RANK_POSITIONS / runs.len().max(1)).min(RANK_POSITIONS) } else { RANK_POSITIONS };
    let (mut lines, mut notes, mut group) = (Vec::new(), Vec::new(), 0);
    for (at, (run, label)) in runs.iter().zip(&labels).enumerate() {
        let blocks = RankBlocks::new(&run.figures.ranks, limit);
        notes.extend(blocks.note().map(|note| if several { format!("{label}: {note}") } else { note }));
        for (index, on_plot) in regions.iter().enumerate() {
            let Some(region) = region(run, &on_plot.name) else { continue };
            let style = style(palette.region(&on_plot.name), several.then_some(at));
            let name = if several { format!("{label} / {}", on_plot.label) } else { on_plot.label.clone() };
            lines.extend(line(
                region,
                blocks,
                LineSeries { region: Some(index), ..series(name, group, style) },
            ));
            group += 1;
        }
    }
    let whole = NumberScale { whole: true, ticks: ticks(runs), ..NumberScale::default() };
    let time = NumberScale { from_zero: true, log_offered: true, ..NumberScale::default() };
    let plot = Plot {
        regions,
        x: Axis { title: "Rank".to_owned(), scale: Scale::Numbers(whole) },
        y: Axis { title: "Total time (s)".to_owned(), scale: Scale::Numbers(time) },
        height: height_with_legend(420, named(&lines)),
        marks: Marks::Lines(lines),
    };
    (plot, notes)
}

/// The names in the legend.
fn named(lines: &[LineSeries]) -> impl Iterator<Item = &str> + Clone {
    lines.iter().filter(|line| line.stroke == Stroke::LineAndPoints).map(|line| line.name.as_str())
}

/// Every rank, if they are few.
fn ticks(runs: &[CaseRun<'_>]) -> Vec<f64> {
    let ranks: std::collections::BTreeSet<u32> =
        runs.iter().flat_map(|run| &run.figures.ranks).copied().collect();
    if ranks.len() <= 16 { ranks.into_iter().map(f64::from).collect() } else { Vec::new() }
}

fn series(name: String, group: usize, style: Style) -> LineSeries {
    LineSeries { name, region: None, group, style, stroke: Stroke::LineAndPoints, points: Vec::new() }
}

/// The region's colour; where several runs are shown, symbol and dash tell the runs apart.
fn style(of_region: Style, run: Option<usize>) -> Style {
    match run.map(series_style) {
        None => Style { dash: Dash::Solid, ..of_region },
        Some(of_run) => Style { symbol: of_run.symbol, dash: of_run.dash, ..of_region },
    }
}

/// The line of a region and that of its mean.
fn line(region: &Region, blocks: RankBlocks<'_>, of: LineSeries) -> Vec<LineSeries> {
    let values = blocks.largest(region, |rank| rank.total_ns);
    let points: Vec<Point> = blocks
        .ends()
        .zip(values)
        .map(|(ends, value_ns)| {
            let y = value_ns.map(seconds);
            let text = y.map_or_else(String::new, |y| format!("{}: {}", rank_words(ends), duration(y)));
            Point { x: f64::from(ends.0), y, text }
        })
        .collect();
    let Some(spread) = Spread::new(None, region, |rank| rank.total_ns) else { return Vec::new() };
    let text = format!("mean over ranks: {}", duration(spread.mean));
    let end = |point: &Point| Point { x: point.x, y: Some(spread.mean), text: text.clone() };
    let mean: Vec<Point> = match (points.first(), points.last()) {
        (Some(first), Some(last)) if points.len() > 1 => vec![end(first), end(last)],
        _ => Vec::new(),
    };
    let guide = Style { dash: Dash::Dot, ..of.style };
    let mean = LineSeries { style: guide, stroke: Stroke::Guide, points: mean, ..of.clone() };
    vec![LineSeries { points, ..of }, mean]
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    fn lines(chart: &Chart) -> &[LineSeries] {
        let Marks::Lines(lines) = &chart.variants[0].plot.marks else { panic!("lines") };
        lines
    }

    #[test]
    fn a_rank_without_calls_is_a_gap_and_not_in_the_mean() {
        let figures = run(3, &[("a", &[(0, 1, 6, 6), (1, 0, 0, 0), (2, 1, 2, 2)])]);
        let chart =
            chart(&[CaseRun { label: "r", figures: &figures, likwid: &[] }], false, &Palette::default());
        let chart = chart.ok().unwrap();
        let (line, mean) = (&lines(&chart)[0], &lines(&chart)[1]);
        assert_eq!(line.points.iter().map(|p| p.y).collect::<Vec<_>>(), [Some(6.0), None, Some(2.0)]);
        assert_eq!(
            mean.points.iter().map(|p| (p.x, p.y)).collect::<Vec<_>>(),
            [(0.0, Some(4.0)), (2.0, Some(4.0))]
        );
        assert_eq!(mean.group, line.group);
        assert_eq!(chart.table.rows, [["a", "2", "2 s", "4 s", "6 s", "0", "+50.0%"]]);
        assert!(chart.summary.starts_with("Largest difference: a, where rank 0 has 6 s of total time"));
    }

    #[test]
    fn many_ranks_are_put_together() {
        let ranks: Vec<(u32, u64, i64, i64)> = (0..1000).map(|rank| (rank, 1, i64::from(rank), 1)).collect();
        let figures = run(1000, &[("a", &ranks)]);
        let chart =
            chart(&[CaseRun { label: "r", figures: &figures, likwid: &[] }], false, &Palette::default());
        let chart = chart.ok().unwrap();
        assert_eq!(lines(&chart)[0].points.len(), 250);
        assert_eq!(lines(&chart)[0].points[1].text, "ranks 4–7: 7 s");
        assert_eq!(
            chart.notes,
            ["1000 ranks are put together in blocks of 4; each block shows its slowest rank."]
        );
    }
}
