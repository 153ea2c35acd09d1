//! The charts of a page over several runs.

use super::{Charts, Palette, change, durations, heatmap, imbalance, likwid};
use crate::analysis::{LikwidGroup, RunFigures};

/// A run among others.
#[derive(Debug, Clone, Copy)]
pub struct CaseRun<'a> {
    /// Its name as shown.
    pub label: &'a str,
    /// Its figures.
    pub figures: &'a RunFigures,
    /// Its LIKWID groups; only rank and headline are looked at.
    pub likwid: &'a [LikwidGroup],
}

/// The charts of a case with several runs, in page order; the first run is the baseline.
pub fn case_charts(runs: &[CaseRun<'_>], palette: &Palette) -> Charts {
    let mut charts = Charts::default();
    charts.add(durations::of_runs(runs));
    if let [base, candidate] = runs {
        charts.add(change::chart(*base, *candidate));
    }
    let several_ranks: Vec<CaseRun<'_>> =
        runs.iter().copied().filter(|run| run.figures.ranks.len() > 1).collect();
    if !several_ranks.is_empty() {
        charts.add(imbalance::chart(&several_ranks, true, palette));
        charts.add(heatmap::chart(&several_ranks, true));
    }
    if let Some(chart) = likwid::chart(runs, true) {
        charts.add(chart);
    }
    charts
}
