//! Rank heatmap: own time as a cell per rank and region.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::label::{plot_regions, short, unique};
use super::limits::{RANK_POSITIONS, RANK_REGIONS, RankBlocks, evenly, leading_note, rank_words, runs_note};
use super::model::*;
use super::spread::{Spread, summary, table};
use super::{CaseRun, Missing};
use crate::analysis::{Note, Region, format_ranks};
use crate::units::{duration, seconds};

const TITLE: &str = "Rank heatmap";

/// Most runs in one heatmap.
const RUNS: usize = 64;

/// The chart of the runs with at least two ranks, of which there is at least one.
pub(super) fn chart(runs: &[CaseRun<'_>], several: bool) -> Result<Chart, Missing> {
    let picked: Vec<CaseRun<'_>> =
        evenly(runs.len(), RUNS).into_iter().filter_map(|at| runs.get(at).copied()).collect();
    let names = by_own_time(&picked);
    let shown = names.get(..RANK_REGIONS.min(names.len())).unwrap_or_default();
    if shown.is_empty() {
        return Err(Missing::new(TITLE, "no calls were recorded"));
    }
    let (plot, mut notes) = plot(&picked, shown, several);
    notes.extend(runs_note(picked.len(), runs.len()));
    notes.extend(leading_note(shown.len(), names.len(), "regions"));
    notes.extend(picked.iter().flat_map(|run| doubts(run, several)));
    let spreads: Vec<Spread<'_>> = picked.iter().flat_map(|run| spreads(run, shown, several)).collect();
    Ok(Chart {
        description:
            "One cell per region and rank: the time of its calls without the regions called inside them. \
                      The brighter the cell, the longer; an empty cell means that the rank did not call the \
                      region."
                .to_owned(),
        summary: summary(&spreads, "own time"),
        table: table(&spreads),
        notes,
        ..Chart::titled(TITLE, vec![Variant { label: "Own time".to_owned(), plot }])
    })
}

/// Names of the regions with calls, by own time over all ranks and runs, then by name.
fn by_own_time(runs: &[CaseRun<'_>]) -> Vec<Arc<str>> {
    let mut sums: BTreeMap<&Arc<str>, i128> = BTreeMap::new();
    for region in runs.iter().flat_map(|run| &run.figures.regions).filter(|region| region.calls > 0) {
        *sums.entry(&region.name).or_default() += region.own_ns;
    }
    let mut names: Vec<_> = sums.into_iter().collect();
    names.sort_by_key(|&(_, own_ns)| std::cmp::Reverse(own_ns));
    names.into_iter().map(|(name, _)| Arc::clone(name)).collect()
}

fn spreads<'a>(run: &CaseRun<'a>, shown: &[Arc<str>], several: bool) -> Vec<Spread<'a>> {
    let regions = regions_by_name(run);
    let label = several.then(|| short(run.label));
    let spread = |name| Spread::new(label.clone(), regions.get(name).copied()?, |rank| rank.own_ns);
    shown.iter().filter_map(|name| spread(&**name)).collect()
}

fn regions_by_name<'a>(run: &CaseRun<'a>) -> HashMap<&'a str, &'a Region> {
    run.figures.regions.iter().map(|region| (&*region.name, region)).collect()
}

fn plot(runs: &[CaseRun<'_>], shown: &[Arc<str>], several: bool) -> (Plot, Vec<String>) {
    let limit = RANK_POSITIONS / runs.len().max(1);
    let labels = unique(runs.iter().map(|run| run.label));
    let (mut lanes, mut values, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    for (run, label) in runs.iter().zip(labels) {
        let blocks = RankBlocks::new(&run.figures.ranks, limit);
        notes.extend(blocks.note().map(|note| if several { format!("{label}: {note}") } else { note }));
        let lane = |ends| if several { format!("{label} / {}", rank_words(ends)) } else { rank_words(ends) };
        lanes.extend(blocks.ends().map(lane));
        values.extend(lane_values(run, shown, blocks));
    }
    let text = |value: &Option<f64>| value.map_or_else(String::new, duration);
    let texts = values.iter().map(|lane: &Vec<_>| lane.iter().map(text).collect()).collect();
    let height = Height::PerLane { lane: if lanes.len() > 40 { 12 } else { 28 }, frame: 150, least: 320 };
    let plot = Plot {
        regions: plot_regions(shown),
        x: Axis { title: "Region".to_owned(), scale: Scale::Regions },
        y: Axis { title: String::new(), scale: Scale::Lanes(lanes) },
        marks: Marks::Cells(Cells { title: "Own time (s)".to_owned(), values, texts }),
        height,
    };
    (plot, notes)
}

/// Per block of ranks, per region: own time in seconds.
fn lane_values(run: &CaseRun<'_>, shown: &[Arc<str>], blocks: RankBlocks<'_>) -> Vec<Vec<Option<f64>>> {
    let regions = regions_by_name(run);
    let mut lanes = vec![Vec::with_capacity(shown.len()); blocks.ends().count()];
    for name in shown {
        let region = regions.get(&**name);
        let column = region.map(|region| blocks.largest(region, |rank| rank.own_ns)).unwrap_or_default();
        let column = column.into_iter().map(|own_ns| own_ns.map(seconds)).chain(std::iter::repeat(None));
        for (lane, value) in lanes.iter_mut().zip(column) {
            lane.push(value);
        }
    }
    lanes
}

/// Says on which ranks own time is not, or not only, own time.
fn doubts(run: &CaseRun<'_>, several: bool) -> Vec<String> {
    let (mut unnested, mut partly) = (Vec::new(), Vec::new());
    for note in &run.figures.notes {
        match note {
            Note::NotNested { rank, .. } => unnested.push(*rank),
            Note::NestedOnlyAsSelected { rank, .. } => partly.push(*rank),
            _ => {}
        }
    }
    let of_run = if several { format!("{}: ", short(run.label)) } else { String::new() };
    let kinds = [
        (unnested, "calls are not properly nested; where no own time is stored, the cells show the total"),
        (partly, "own times include regions that are not selected"),
    ];
    let text = |(ranks, words): (Vec<u32>, &str)| {
        (!ranks.is_empty()).then(|| format!("{of_run}on rank {} {words}.", format_ranks(&ranks)))
    };
    kinds.into_iter().filter_map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    #[test]
    fn regions_stand_by_own_time_and_ranks_without_calls_are_empty() {
        let figures = run(2, &[("a", &[(0, 1, 9, 1), (1, 1, 9, 2)]), ("b", &[(0, 1, 8, 8), (1, 0, 0, 0)])]);
        let chart = chart(&[CaseRun { label: "r", figures: &figures, likwid: &[] }], false).ok().unwrap();
        let plot = &chart.variants[0].plot;
        let Marks::Cells(cells) = &plot.marks else { panic!("cells") };
        assert_eq!(plot.regions.iter().map(|r| &*r.name).collect::<Vec<_>>(), ["b", "a"]);
        assert_eq!(cells.values, [[Some(8.0), Some(1.0)], [None, Some(2.0)]]);
        assert_eq!(cells.texts, [["8 s", "1 s"], ["", "2 s"]]);
        assert_eq!(plot.y.scale, Scale::Lanes(vec!["rank 0".to_owned(), "rank 1".to_owned()]));
    }

    #[test]
    fn lanes_and_regions_are_bounded_over_many_runs() {
        let names: Vec<String> = (0..150).map(|n| format!("r{n:03}")).collect();
        let ranks: Vec<(u32, u64, i64, i64)> = (0..100).map(|rank| (rank, 1, 1, 1)).collect();
        let specs: Vec<_> = names.iter().map(|name| (name.as_str(), ranks.as_slice())).collect();
        let figures = run(100, &specs);
        let chart = chart(&[CaseRun { label: "r", figures: &figures, likwid: &[] }; 90], true).ok().unwrap();
        let Marks::Cells(cells) = &chart.variants[0].plot.marks else { panic!("cells") };
        assert!(cells.values.len() <= 256 && cells.values.iter().all(|lane| lane.len() == 100));
        assert!(chart.notes.contains(&"Shown are the leading 100 of 150 regions.".to_owned()));
    }
}
