//! The charts of one run's page.

use super::{CaseRun, Charts, Palette, durations, heatmap, imbalance, likwid, timeline};
use crate::analysis::{RunDetail, RunFigures};

/// The charts of a run, in page order: durations, timeline, and with several ranks imbalance and heatmap;
/// LIKWID where counters were recorded.
///
/// `label` is the run's name as shown.
pub fn run_charts(figures: &RunFigures, detail: &RunDetail, label: &str, palette: &Palette) -> Charts {
    let run = CaseRun { label, figures, likwid: &detail.likwid };
    let mut charts = Charts::default();
    charts.add(durations::of_run(run, detail.stacks.as_deref(), palette));
    charts.add(timeline::chart(figures, detail.timeline.as_ref(), label, palette));
    if figures.ranks.len() > 1 {
        charts.add(imbalance::chart(&[run], false, palette));
        charts.add(heatmap::chart(&[run], false));
    }
    if let Some(chart) = likwid::chart(&[run], false) {
        charts.add(chart);
    }
    charts.open_some();
    charts
}
