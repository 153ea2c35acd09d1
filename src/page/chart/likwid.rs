//! LIKWID: the first metric of the hardware counters, a group of bars per region.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::label::{plot_regions, short, unique};
use super::limits::{RANK_REGIONS, SERIES, evenly, leading_note, runs_note};
use super::model::*;
use super::palette::series_style;
use super::{CaseRun, Missing};
use crate::analysis::LikwidGroup;
use crate::units::general;

/// The chart; `None` if no run has counters.
pub(super) fn chart(runs: &[CaseRun<'_>], several: bool) -> Option<Result<Chart, Missing>> {
    let groups = || runs.iter().flat_map(|run| run.likwid);
    groups().next()?;
    let Some(metric) = groups().find_map(|group| Some(&group.headline.as_ref()?.0)) else {
        return Some(Err(Missing::new("LIKWID", "no metric or event has a value")));
    };
    let title = format!("LIKWID: {metric}");
    let (series, mut notes) = series(runs, metric, several);
    let (regions, note) = regions(&series);
    notes.extend(note);
    if regions.is_empty() {
        return Some(Err(Missing::new(title, "no region has a value")));
    }
    let plot = plot(&series, &regions, metric);
    Some(Ok(Chart {
        description: format!(
            "A group of bars per region with {} as LIKWID measured it, the mean over hardware threads. A bar \
             stands for {}.",
            short(metric),
            if several { "a run, or for a rank of a run" } else { "a rank" }
        ),
        summary: summary(&series, metric),
        table: table(&series, &regions),
        notes,
        ..Chart::titled(title, vec![Variant { label: short(metric), plot }])
    }))
}

/// Values of one rank, block of ranks, or run by region.
struct Series {
    name: String,
    values: BTreeMap<Arc<str>, f64>,
}

/// Series per rank, or fewer where there would be too many, and what was put together.
fn series(runs: &[CaseRun<'_>], metric: &str, several: bool) -> (Vec<Series>, Vec<String>) {
    let measured: Vec<(&CaseRun<'_>, BTreeMap<u32, Vec<&LikwidGroup>>)> = runs
        .iter()
        .map(|run| (run, by_rank(run.likwid, metric)))
        .filter(|(_, ranks)| !ranks.is_empty())
        .collect();
    let ranks: usize = measured.iter().map(|(_, ranks)| ranks.len()).sum();
    let labels = unique(measured.iter().map(|(run, _)| run.label));
    let mut all = Vec::new();
    let mut notes = Vec::new();
    let per_run = several && ranks > SERIES;
    let block = if several { 1 } else { ranks.div_ceil(SERIES).max(1) };
    let picked = if per_run { evenly(measured.len(), SERIES) } else { (0..measured.len()).collect() };
    notes.extend(runs_note(picked.len(), measured.len()));
    if per_run {
        notes.push("A bar is the mean over the ranks of a run.".to_owned());
    } else if block > 1 {
        notes.push(format!("A bar is the mean over {block} consecutive ranks."));
    }
    for ((_, ranks), label) in picked.iter().filter_map(|&at| measured.get(at).zip(labels.get(at))) {
        let ranks: Vec<(u32, &Vec<&LikwidGroup>)> =
            ranks.iter().map(|(&rank, groups)| (rank, groups)).collect();
        let size = if per_run { ranks.len() } else { block };
        for part in ranks.chunks(size.max(1)) {
            let ends = part.first().zip(part.last()).map_or((0, 0), |(first, last)| (first.0, last.0));
            let words = super::limits::rank_words(ends);
            let name = match (several, per_run || ranks.len() == 1) {
                (false, _) => words,
                (true, true) => label.clone(),
                (true, false) => format!("{label} ({words})"),
            };
            all.push(Series {
                name,
                values: means(part.iter().flat_map(|(_, groups)| groups.iter().copied())),
            });
        }
    }
    (all, notes)
}

/// The groups that have the metric, by rank.
fn by_rank<'a>(groups: &'a [LikwidGroup], metric: &str) -> BTreeMap<u32, Vec<&'a LikwidGroup>> {
    let mut ranks: BTreeMap<u32, Vec<&LikwidGroup>> = BTreeMap::new();
    for group in groups.iter().filter(|group| group.headline.as_ref().is_some_and(|(name, _)| name == metric))
    {
        ranks.entry(group.rank).or_default().push(group);
    }
    ranks
}

/// Mean per region over groups.
fn means<'a>(groups: impl Iterator<Item = &'a LikwidGroup>) -> BTreeMap<Arc<str>, f64> {
    let mut sums: BTreeMap<Arc<str>, (f64, u32)> = BTreeMap::new();
    for (region, value) in groups.filter_map(|group| group.headline.as_ref()).flat_map(|(_, values)| values) {
        if value.is_finite() {
            let (sum, count) = sums.entry(Arc::from(region.as_str())).or_default();
            *sum += value;
            *count += 1;
        }
    }
    let mean = |(name, (sum, count))| (name, sum / f64::from(count));
    sums.into_iter().map(mean).filter(|(_, value): &(_, f64)| value.is_finite()).collect()
}

/// The regions by name; of too many, those with the largest values.
fn regions(series: &[Series]) -> (Vec<Arc<str>>, Option<String>) {
    let mut largest: BTreeMap<&Arc<str>, f64> = BTreeMap::new();
    for (name, value) in series.iter().flat_map(|series| &series.values) {
        let size = largest.entry(name).or_default();
        *size = size.max(value.abs());
    }
    let all = largest.len();
    let mut names: Vec<_> = largest.into_iter().collect();
    names.sort_by(|a, b| b.1.total_cmp(&a.1));
    names.truncate(RANK_REGIONS);
    let names: BTreeSet<Arc<str>> = names.into_iter().map(|(name, _)| Arc::clone(name)).collect();
    let note = leading_note(names.len(), all, "regions");
    (names.into_iter().collect(), note)
}

fn plot(series: &[Series], regions: &[Arc<str>], metric: &str) -> Plot {
    let bars = |series: &Series| {
        let bar = |(region, name)| {
            let value = *series.values.get(name)?;
            Some(Bar { region, value, text: general(value, 5) })
        };
        regions.iter().enumerate().filter_map(bar).collect()
    };
    let series = series.iter().enumerate().map(|(at, series)| BarSeries {
        name: series.name.clone(),
        style: series_style(at),
        colors: Vec::new(),
        bars: bars(series),
    });
    let series: Vec<BarSeries> = series.collect();
    let scale = Scale::Numbers(NumberScale { from_zero: true, log_offered: true, ..NumberScale::default() });
    Plot {
        regions: plot_regions(regions),
        x: Axis { title: "Region".to_owned(), scale: Scale::Regions },
        y: Axis { title: short(metric), scale },
        height: height_with_legend(420, series.iter().map(|series| series.name.as_str())),
        marks: Marks::Bars { arrangement: Arrangement::Grouped, series },
    }
}

fn summary(series: &[Series], metric: &str) -> String {
    let values =
        || series.iter().flat_map(|series| series.values.iter().map(move |value| (&series.name, value)));
    let largest = values().reduce(|a, b| if b.1.1 > a.1.1 { b } else { a });
    let least = values().reduce(|a, b| if b.1.1 < a.1.1 { b } else { a });
    let words = |(of, (name, value)): (&String, (&Arc<str>, &f64))| {
        format!("{} in {} ({of})", general(*value, 5), short(name))
    };
    match (largest, least) {
        (Some(largest), Some(least)) => {
            format!("{}: largest {}, smallest {}.", short(metric), words(largest), words(least))
        }
        _ => String::new(),
    }
}

fn table(series: &[Series], regions: &[Arc<str>]) -> ChartTable {
    let columns = std::iter::once("Region".to_owned()).chain(series.iter().map(|series| series.name.clone()));
    let cell = |series: &Series, name: &Arc<str>| {
        series.values.get(name).map_or_else(|| NO_VALUE.to_owned(), |value| general(*value, 5))
    };
    let row = |name: &Arc<str>| {
        std::iter::once(short(name)).chain(series.iter().map(|series| cell(series, name))).collect()
    };
    ChartTable::new(columns.collect(), regions.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    fn group(rank: u32, metric: &str, values: &[(&str, f64)]) -> LikwidGroup {
        let values = values.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        LikwidGroup {
            rank,
            group: String::new(),
            columns: Vec::new(),
            sections: Default::default(),
            headline: Some((metric.to_owned(), values)),
        }
    }

    #[test]
    fn the_first_metric_is_shown_per_rank() {
        let figures = run(2, &[]);
        let groups = [
            group(0, "CPI", &[("solve", 0.5), ("io", f64::NAN)]),
            group(0, "GFLOP/s", &[("solve", 9.0)]),
            group(1, "CPI", &[("solve", 0.75)]),
        ];
        let runs = [CaseRun { label: "r", figures: &figures, likwid: &groups }];
        let chart = super::chart(&runs, false).unwrap().ok().unwrap();
        assert_eq!(chart.title, "LIKWID: CPI");
        assert_eq!(chart.table.columns, ["Region", "rank 0", "rank 1"]);
        assert_eq!(chart.table.rows, [["solve", "0.5", "0.75"]]);
        assert_eq!(chart.summary, "CPI: largest 0.75 in solve (rank 1), smallest 0.5 in solve (rank 0).");
        assert!(super::chart(&[CaseRun { likwid: &[], ..runs[0] }], false).is_none());
    }

    #[test]
    fn many_ranks_share_bars() {
        let figures = run(64, &[]);
        let groups: Vec<_> = (0..64).map(|rank| group(rank, "CPI", &[("solve", f64::from(rank))])).collect();
        let runs = [CaseRun { label: "r", figures: &figures, likwid: &groups }];
        let chart = super::chart(&runs, false).unwrap().ok().unwrap();
        assert_eq!(chart.table.columns[1], "ranks 0–1");
        assert_eq!(chart.table.rows[0][1], "0.5");
        assert_eq!(chart.notes, ["A bar is the mean over 2 consecutive ranks."]);
    }
}
