//! How unevenly a region's time is spread over ranks, in words and as table rows.

use super::label::short;
use super::model::{ChartTable, NO_VALUE};
use crate::analysis::{RankFigures, Region};
use crate::units::{change, duration, seconds};

/// A region's time over the ranks that called it, seconds.
pub(super) struct Spread<'a> {
    pub(super) run: Option<String>,
    pub(super) name: &'a str,
    ranks: usize,
    least: f64,
    pub(super) mean: f64,
    most: f64,
    /// The first rank with the most.
    slowest: u32,
}

impl<'a> Spread<'a> {
    /// `None` if no rank called the region. `run` names the run where several are shown.
    pub(super) fn new(
        run: Option<String>,
        region: &'a Region,
        value: fn(&RankFigures) -> i128,
    ) -> Option<Self> {
        let called = || region.ranks.iter().filter(|rank| rank.calls > 0);
        let ranks = called().count();
        let least_ns = called().map(value).min()?;
        let most_ns = called().map(value).max()?;
        let slowest = called().find(|rank| value(rank) == most_ns)?.rank;
        let sum_s = seconds(called().map(value).sum());
        Some(Spread {
            run,
            name: &region.name,
            ranks,
            least: seconds(least_ns),
            mean: sum_s / ranks as f64,
            most: seconds(most_ns),
            slowest,
        })
    }

    /// Time that the slowest rank spends above the mean, seconds.
    fn excess(&self) -> f64 {
        self.most - self.mean
    }

    /// (most / mean - 1) x 100 over at least two ranks.
    fn imbalance_pct(&self) -> Option<f64> {
        (self.ranks > 1 && self.mean > 0.0).then(|| 100.0 * (self.most / self.mean - 1.0))
    }

    fn row(&self, with_run: bool) -> Vec<String> {
        let run = self.run.clone().filter(|_| with_run);
        let figures = [
            short(self.name),
            self.ranks.to_string(),
            duration(self.least),
            duration(self.mean),
            duration(self.most),
            self.slowest.to_string(),
            self.imbalance_pct().map_or_else(|| NO_VALUE.to_owned(), change),
        ];
        run.into_iter().chain(figures).collect()
    }
}

/// The table alternative of a chart over ranks.
pub(super) fn table(spreads: &[Spread<'_>]) -> ChartTable {
    let with_run = spreads.iter().any(|spread| spread.run.is_some());
    let figures = ["Region", "Ranks", "Least", "Mean", "Most", "Slowest rank", "Most above mean"];
    let columns = with_run.then_some("Run").into_iter().chain(figures).map(str::to_owned).collect();
    ChartTable::new(columns, spreads.iter().map(|spread| spread.row(with_run)).collect())
}

/// The region whose slowest rank loses the most time.
pub(super) fn summary(spreads: &[Spread<'_>], what: &str) -> String {
    let uneven = spreads.iter().filter(|spread| spread.imbalance_pct().is_some());
    let Some(worst) = uneven.reduce(|a, b| if b.excess() > a.excess() { b } else { a }) else {
        return format!("No region has {what} on two ranks to compare.");
    };
    let run = worst.run.as_ref().map(|run| format!(" in {run}")).unwrap_or_default();
    format!(
        "Largest difference: {}{run}, where rank {} has {} of {what} against a mean of {} over {} ranks ({}).",
        short(worst.name),
        worst.slowest,
        duration(worst.most),
        duration(worst.mean),
        worst.ranks,
        change(worst.imbalance_pct().unwrap_or(0.0))
    )
}
