//! The charts of a page over several runs.

use super::scaling::Reading;
use super::{Chart, Charts, Missing, Palette, change, durations, heatmap, imbalance, likwid, scaling};
use crate::analysis::{self, Axis as ScalingAxis, LikwidGroup, RunFigures, ScalingError};
use crate::manifest::{Scaling, SpeedupAxis};

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

/// The charts of several runs in page order; the first run is the baseline.
///
/// Durations; speedup or weak scaling as asked for; the change between exactly two runs; imbalance and heatmap
/// where a run has several ranks; LIKWID where counters were recorded. Open are the first scaling chart, the
/// change and the durations, or else the first chart.
///
/// # Errors
///
/// [`ScalingError::NotRecorded`] when a run did not record the axis that was asked for.
pub fn case_charts(
    runs: &[CaseRun<'_>],
    scaling: Scaling,
    axis: SpeedupAxis,
    palette: &Palette,
) -> Result<Charts, ScalingError> {
    let mut charts = Charts::default();
    charts.add(durations::of_runs(runs));
    add_scaling(&mut charts, runs, scaling, axis, palette)?;
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
    charts.open_some();
    Ok(charts)
}

fn add_scaling(
    charts: &mut Charts,
    runs: &[CaseRun<'_>],
    scaling: Scaling,
    axis: SpeedupAxis,
    palette: &Palette,
) -> Result<(), ScalingError> {
    let readings: &[Reading] = match scaling {
        Scaling::None => return Ok(()),
        Scaling::Strong => &[Reading::Speedup],
        Scaling::Weak => &[Reading::WeakEfficiency],
        Scaling::Both => &[Reading::Speedup, Reading::WeakEfficiency],
    };
    let labelled: Vec<(&str, &RunFigures)> = runs.iter().map(|run| (run.label, run.figures)).collect();
    let study = match analysis::scaling(&labelled, chosen(axis)) {
        Err(error @ ScalingError::NotRecorded { .. }) => return Err(error),
        study => study,
    };
    for (at, &reading) in readings.iter().enumerate() {
        charts.add(match &study {
            Ok(study) => Ok(Chart { open: at == 0, ..scaling::chart(reading, runs, study, palette) }),
            Err(why) => Err(Missing::new(reading.title(), why.to_string())),
        });
    }
    Ok(())
}

fn chosen(axis: SpeedupAxis) -> Option<ScalingAxis> {
    match axis {
        SpeedupAxis::Auto => None,
        SpeedupAxis::Ranks => Some(ScalingAxis::Ranks),
        SpeedupAxis::Nodes => Some(ScalingAxis::Nodes),
        SpeedupAxis::Threads => Some(ScalingAxis::Threads),
        SpeedupAxis::Cores => Some(ScalingAxis::Cores),
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::super::{Chart, Marks, Stroke};
    use super::*;

    /// The worked example of [`crate::analysis`]: 8 s per call on 1 rank, 5 s and 3 s on 2, 3 s on 4.
    fn study(scaling: Scaling) -> Charts {
        let solve = [(1, 8), (2, 5), (2, 3), (4, 3)]
            .map(|(ranks, time)| run(ranks, &[("solve", &[(0, 1, time, time)])]));
        let runs: Vec<CaseRun<'_>> = ["np1", "np2a", "np2b", "np4"]
            .iter()
            .zip(&solve)
            .map(|(label, figures)| CaseRun { label, figures, likwid: &[] })
            .collect();
        case_charts(&runs, scaling, SpeedupAxis::Auto, &Palette::default()).unwrap()
    }

    fn titles(charts: &Charts) -> Vec<(&str, bool)> {
        charts.panels.iter().map(|chart| (chart.title.as_str(), chart.open)).collect()
    }

    #[test]
    fn charts_stand_in_page_order() {
        assert_eq!(
            titles(&study(Scaling::Both)),
            [
                ("Region durations", true),
                ("Speedup", true),
                ("Weak scaling", false),
                ("Rank imbalance", false),
                ("Rank heatmap", false)
            ]
        );
        assert_eq!(titles(&study(Scaling::Weak))[1], ("Weak scaling", true));
        assert_eq!(titles(&study(Scaling::None)).len(), 3);
    }

    #[test]
    fn runs_of_one_size_are_points_around_the_line() {
        let charts = study(Scaling::Strong);
        let chart: &Chart = &charts.panels[1];
        let Marks::Lines(lines) = &chart.variants[0].plot.marks else { panic!("lines") };
        let xy = |line: usize| lines[line].points.iter().map(|p| (p.x, p.y.unwrap())).collect::<Vec<_>>();
        assert_eq!(xy(0), [(1.0, 1.0), (2.0, 2.0), (4.0, 8.0 / 3.0)]);
        assert_eq!((lines[1].stroke, xy(1)), (Stroke::Points, vec![(2.0, 1.6), (2.0, 8.0 / 3.0)]));
        assert_eq!(lines[1].points[0].text, "np2a (2 ranks): speedup 1.6, 80.0% of ideal");
        assert_eq!((lines[2].region, xy(2)), (None, vec![(1.0, 1.0), (2.0, 2.0), (4.0, 4.0)]));
        assert_eq!(chart.summary, "Speedup from 1 to 4 ranks, ideally 4: solve 2.667.");
        assert_eq!(chart.table.columns, ["MPI ranks", "Runs", "Ideal", "solve"]);
        assert_eq!(chart.table.rows[1], ["2", "2", "2", "2"]);
    }

    #[test]
    fn equal_runs_have_a_note_and_an_axis_that_was_asked_for_must_be_there() {
        let figures = run(2, &[("solve", &[(0, 1, 1, 1)])]);
        let runs = [CaseRun { label: "a", figures: &figures, likwid: &[] }; 2];
        let charts = case_charts(&runs, Scaling::Strong, SpeedupAxis::Ranks, &Palette::default()).unwrap();
        assert_eq!(charts.notes, ["Speedup: every run has the same number of ranks (2)"]);
        assert_eq!(titles(&charts)[1], ("Change: a vs a", true));
        let missing = case_charts(&runs, Scaling::Strong, SpeedupAxis::Cores, &Palette::default());
        assert!(matches!(missing, Err(ScalingError::NotRecorded { .. })));
    }
}
