//! The quantity that the durations and change charts show: total, per rank or per call.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::CaseRun;
use crate::analysis::{Region, RunFigures};
use crate::units::{NS_PER_S, seconds};

/// A quantity of a region in a run, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    /// Time of all calls on all selected ranks, of recursive calls the outermost ones.
    Total,
    /// The total divided by the number of ranks that called the region.
    PerRank,
    /// Mean duration of a call.
    PerCall,
}

impl Measure {
    /// As an axis title without unit.
    pub(super) fn title(self) -> &'static str {
        match self {
            Measure::Total => "Total time",
            Measure::PerRank => "Total time per rank",
            Measure::PerCall => "Mean time per call",
        }
    }

    /// As a part of a sentence.
    pub(super) fn words(self) -> &'static str {
        match self {
            Measure::Total => "total time over all ranks",
            Measure::PerRank => "total time divided by the number of ranks that called the region",
            Measure::PerCall => "mean duration of a call",
        }
    }

    /// Per region of a run, in listing order: the quantity in seconds; `None` without calls.
    pub(super) fn values(self, figures: &RunFigures) -> Vec<(Arc<str>, Option<f64>)> {
        let totals = shown_totals(figures);
        let value = |region: &Region| {
            let total_s = seconds(*totals.get(&*region.name)?);
            match self {
                Measure::Total => Some(total_s),
                Measure::PerRank => {
                    let ranks = region.ranks.iter().filter(|rank| rank.calls > 0).count();
                    (ranks > 0).then(|| total_s / ranks as f64)
                }
                Measure::PerCall => region.durations.map(|durations| durations.avg_ns / NS_PER_S),
            }
        };
        let finite = |region: &Region| value(region).filter(|value| value.is_finite());
        figures.regions.iter().map(|region| (Arc::clone(&region.name), finite(region))).collect()
    }
}

/// The quantities that compare the runs: the total where every run has as many ranks as the others, else
/// what does not grow with the number of ranks. The first is the one of the tables beside the charts.
pub(super) fn measures(runs: &[CaseRun<'_>]) -> &'static [Measure] {
    let ranks = |run: &CaseRun<'_>| run.figures.ranks.len();
    if runs.windows(2).all(|pair| pair.first().map(ranks) == pair.last().map(ranks)) {
        &[Measure::Total]
    } else {
        &[Measure::PerRank, Measure::PerCall]
    }
}

/// Total per region name over its table rows, ns: outermost levels of recursive paths only.
pub(super) fn shown_totals(figures: &RunFigures) -> HashMap<&str, i128> {
    let mut totals = HashMap::new();
    for row in &figures.rows {
        if let Some(total_ns) = row.total_ns {
            *totals.entry(&*row.name).or_insert(0) += total_ns;
        }
    }
    totals
}

/// A region with its value in every run.
pub(super) struct Aligned {
    pub(super) name: Arc<str>,
    /// In the runs' order.
    pub(super) values: Vec<Option<f64>>,
}

impl Aligned {
    /// The largest of the values; `None` if there is none.
    pub(super) fn largest(&self) -> Option<f64> {
        self.values.iter().flatten().copied().reduce(f64::max)
    }
}

/// The regions with a value in some run: the largest value first, equal ones by name.
pub(super) fn align(runs: &[CaseRun<'_>], measure: Measure) -> Vec<Aligned> {
    let mut by_name: BTreeMap<Arc<str>, Vec<Option<f64>>> = BTreeMap::new();
    for (at, run) in runs.iter().enumerate() {
        for (name, value) in measure.values(run.figures) {
            let values = by_name.entry(name).or_insert_with(|| vec![None; runs.len()]);
            if let Some(slot) = values.get_mut(at) {
                *slot = value;
            }
        }
    }
    let regions = by_name.into_iter().map(|(name, values)| Aligned { name, values });
    let mut regions: Vec<Aligned> = regions.filter(|region| region.largest().is_some()).collect();
    regions.sort_by(|a, b| b.largest().unwrap_or(0.0).total_cmp(&a.largest().unwrap_or(0.0)));
    regions
}

/// A note naming the regions whose inner calls do not count, if there are any.
pub(super) fn recursion_note(runs: &[CaseRun<'_>]) -> Option<String> {
    let recursive = runs.iter().flat_map(|run| &run.figures.rows).filter(|row| row.recursive);
    let names: std::collections::BTreeSet<&str> = recursive.map(|row| &*row.name).collect();
    let listed: Vec<String> = names.iter().take(5).map(|name| super::label::short(name)).collect();
    let more = if names.len() > 5 { ", …" } else { "" };
    (!names.is_empty())
        .then(|| format!("Of recursive regions only the outermost calls count: {}{more}.", listed.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::run;
    use super::*;

    #[test]
    fn runs_of_unequal_rank_counts_are_not_compared_by_totals() {
        let one = run(1, &[("solve", &[(0, 4, 8, 8)])]);
        let two = run(2, &[("solve", &[(0, 4, 4, 4), (1, 4, 6, 6)]), ("io", &[(0, 1, 3, 3), (1, 0, 0, 0)])]);
        let runs = [&one, &two].map(|figures| CaseRun { label: "", figures, likwid: &[] });
        assert_eq!(measures(&runs), [Measure::PerRank, Measure::PerCall]);
        assert_eq!(measures(&runs[..1]), [Measure::Total]);
        let values = |measure| {
            align(&runs, measure).into_iter().map(|r| (r.name.to_string(), r.values)).collect::<Vec<_>>()
        };
        assert_eq!(
            values(Measure::PerRank),
            [("solve".to_owned(), vec![Some(8.0), Some(5.0)]), ("io".to_owned(), vec![None, Some(3.0)])]
        );
        assert_eq!(values(Measure::PerCall)[1], ("solve".to_owned(), vec![Some(2.0), Some(1.25)]));
        assert_eq!(values(Measure::Total)[0].1, [Some(8.0), Some(10.0)]);
    }

    #[test]
    fn inner_calls_of_a_recursive_path_do_not_count() {
        let mut figures = run(1, &[("f", &[(0, 4, 100, 56)])]);
        figures.rows[0].total_ns = Some(60_000_000_000);
        figures.rows[0].recursive = true;
        assert_eq!(Measure::Total.values(&figures)[0].1, Some(60.0));
        let note = recursion_note(&[CaseRun { label: "", figures: &figures, likwid: &[] }]);
        assert_eq!(note.as_deref(), Some("Of recursive regions only the outermost calls count: f."));
    }
}
