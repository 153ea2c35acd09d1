//! How a region's time spreads over the ranks.
//!
//! Quantity: own time where it is known for every timed row, else inclusive time; 0 on a rank that never
//! entered the region. imbalance = (max / mean - 1) x 100, excess = max - mean: what the slowest rank costs.

use std::sync::Arc;

use super::{RunFigures, SESSION};

/// Load balance of a run's regions over its selected ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// Whether the times are own times (else inclusive ones).
    pub own: bool,
    /// The selected ranks, ascending; at least two.
    pub ranks: Vec<u32>,
    /// Regions with time, by falling excess, equal ones in table order. Not empty.
    pub rows: Vec<BalanceRow>,
    /// Sum over the rows per rank, ns.
    pub rank_totals_ns: Vec<i128>,
}

/// One region's spread.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceRow {
    /// Region.
    pub region: Arc<str>,
    /// Time per rank of [`Balance::ranks`], ns.
    pub times_ns: Vec<i128>,
    /// Mean over the ranks, ns; above 0.
    pub mean_ns: f64,
    /// Smallest, ns.
    pub min_ns: i128,
    /// Largest, ns.
    pub max_ns: i128,
    /// The first rank at the largest.
    pub slowest: u32,
    /// (max / mean - 1) x 100.
    pub imbalance_pct: f64,
}

impl BalanceRow {
    /// max - mean, ns.
    pub fn excess_ns(&self) -> f64 {
        self.max_ns as f64 - self.mean_ns
    }
}

/// The balance; `None` with fewer than two selected ranks or without time.
pub fn balance(figures: &RunFigures) -> Option<Balance> {
    if figures.ranks.len() < 2 {
        return None;
    }
    let own =
        !figures.has_events || figures.rows.iter().all(|row| row.total_ns.is_none() || !row.path.is_empty());
    let mut rows: Vec<BalanceRow> = region_order(figures)
        .into_iter()
        .filter_map(|name| {
            let region = figures.regions.iter().find(|region| region.name == name)?;
            let mut times = vec![0_i128; figures.ranks.len()];
            for rank in &region.ranks {
                let time = if own { rank.own_ns } else { rank.total_ns };
                if let Ok(place) = figures.ranks.binary_search(&rank.rank)
                    && let Some(slot) = times.get_mut(place)
                {
                    *slot = time;
                }
            }
            row(name, times, &figures.ranks)
        })
        .collect();
    rows.sort_by(|a, b| b.excess_ns().total_cmp(&a.excess_ns()));
    if rows.is_empty() {
        return None;
    }
    let total = |place: usize| rows.iter().filter_map(|row| row.times_ns.get(place)).sum();
    let rank_totals_ns = (0..figures.ranks.len()).map(total).collect();
    Some(Balance { own, ranks: figures.ranks.clone(), rows, rank_totals_ns })
}

/// Region names in the order of their first row, without the session.
fn region_order(figures: &RunFigures) -> Vec<Arc<str>> {
    let mut seen = std::collections::BTreeSet::new();
    let names = figures.rows.iter().map(|row| &row.name);
    names.filter(|name| &***name != SESSION && seen.insert((*name).clone())).cloned().collect()
}

fn row(region: Arc<str>, times_ns: Vec<i128>, ranks: &[u32]) -> Option<BalanceRow> {
    let sum: i128 = times_ns.iter().sum();
    if sum <= 0 {
        return None;
    }
    let (max_ns, min_ns) = (*times_ns.iter().max()?, *times_ns.iter().min()?);
    let slowest = *ranks.get(times_ns.iter().position(|time| *time == max_ns)?)?;
    let mean_ns = sum as f64 / times_ns.len() as f64;
    let imbalance_pct = (max_ns as f64 / mean_ns - 1.0) * 100.0;
    Some(BalanceRow { region, times_ns, mean_ns, min_ns, max_ns, slowest, imbalance_pct })
}

/// Deviation of every rank from the mean of its region, for the leading regions.
#[derive(Debug, Clone, PartialEq)]
pub struct RankMatrix {
    /// The ranks shown, ascending.
    pub ranks: Vec<u32>,
    /// Rows by falling mean.
    pub rows: Vec<MatrixRow>,
    /// All regions together.
    pub total: MatrixRow,
    /// The slowest rank over all regions, where it is at least 2 % above the mean.
    pub slowest: Option<u32>,
}

/// One row of a rank matrix.
#[derive(Debug, Clone, PartialEq)]
pub struct MatrixRow {
    /// Region; `None` for all together.
    pub region: Option<Arc<str>>,
    /// Mean over all selected ranks, ns.
    pub mean_ns: f64,
    /// Time per shown rank, ns.
    pub times_ns: Vec<i128>,
}

impl MatrixRow {
    /// (time - mean) / mean per shown rank, percent; 0 where the mean is 0.
    pub fn deviations_pct(&self) -> impl Iterator<Item = f64> + '_ {
        let of =
            |time: &i128| if self.mean_ns > 0.0 { 100.0 * (*time as f64 / self.mean_ns - 1.0) } else { 0.0 };
        self.times_ns.iter().map(of)
    }
}

/// Most regions and ranks a matrix shows.
pub const MATRIX_LIMITS: (usize, usize) = (20, 64);
const STANDS_OUT: f64 = 0.02;

/// The matrix of a balance.
pub fn rank_matrix(balance: &Balance) -> RankMatrix {
    let (regions, shown) = MATRIX_LIMITS;
    let mut rows: Vec<MatrixRow> = balance
        .rows
        .iter()
        .map(|row| MatrixRow {
            region: Some(row.region.clone()),
            mean_ns: row.mean_ns,
            times_ns: row.times_ns.iter().take(shown).copied().collect(),
        })
        .collect();
    rows.sort_by(|a, b| b.mean_ns.total_cmp(&a.mean_ns));
    rows.truncate(regions);
    let totals = &balance.rank_totals_ns;
    let mean_ns = totals.iter().sum::<i128>() as f64 / totals.len().max(1) as f64;
    let max = totals.iter().copied().max().unwrap_or(0);
    let stands_out = mean_ns > 0.0 && (max as f64 - mean_ns) / mean_ns >= STANDS_OUT;
    let slowest =
        totals.iter().position(|total| *total == max).and_then(|place| balance.ranks.get(place)).copied();
    RankMatrix {
        ranks: balance.ranks.iter().take(shown).copied().collect(),
        rows,
        total: MatrixRow { region: None, mean_ns, times_ns: totals.iter().take(shown).copied().collect() },
        slowest: slowest.filter(|_| stands_out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{HotspotKind, Selection, figures, hotspots};

    /// Rank 0: A 40 with work 10 inside, B 40 with work 5 inside. Rank 1: A 20 with work 5 inside.
    fn run() -> RunFigures {
        let profile = ProfileBuilder::new()
            .calls(0, SESSION, &[(0, 100)])
            .calls(0, "A", &[(0, 40)])
            .calls(0, "B", &[(50, 90)])
            .calls(0, "work", &[(10, 20), (60, 65)])
            .calls(1, SESSION, &[(0, 80)])
            .calls(1, "A", &[(0, 20)])
            .calls(1, "work", &[(10, 15)]);
        figures(&profile.build(), &Selection::all())
    }

    #[test]
    fn own_times_over_ranks() {
        let balance = balance(&run()).unwrap();
        assert!(balance.own);
        assert_eq!(balance.rank_totals_ns, [80, 20]);
        let rows: Vec<_> =
            balance.rows.iter().map(|row| (&*row.region, row.mean_ns, row.excess_ns())).collect();
        assert_eq!(rows, [("B", 17.5, 17.5), ("A", 22.5, 7.5), ("work", 10.0, 5.0)]);
        let imbalances: Vec<f64> = balance.rows.iter().map(|row| row.imbalance_pct).collect();
        assert_eq!((imbalances[0], imbalances[2]), (100.0, 50.0));
        assert!((imbalances[1] - 100.0 / 3.0).abs() < 1e-9);
        let matrix = rank_matrix(&balance);
        assert_eq!(matrix.rows[0].region.as_deref(), Some("A"));
        assert_eq!(matrix.total.deviations_pct().map(f64::round).collect::<Vec<_>>(), [60.0, -60.0]);
        assert_eq!(matrix.slowest, Some(0));
    }

    #[test]
    fn hotspots_of_the_same_run() {
        let figures = run();
        let hotspots = hotspots(&figures);
        let found: Vec<_> = hotspots.iter().map(|hotspot| (hotspot.kind, hotspot.time_ns)).collect();
        use HotspotKind::{Leaf, Outside, Own};
        assert_eq!(found, [(Outside, 80), (Own, 45), (Own, 35), (Leaf, 15), (Leaf, 5)]);
        assert!((hotspots[0].share_pct - 44.444_444).abs() < 1e-6);
        assert_eq!(hotspots[1].share_pct, 25.0);
        assert!((hotspots[3].flagged_imbalance_pct.unwrap() - 100.0 / 3.0).abs() < 1e-9);
        assert_eq!(hotspots[4].flagged_imbalance_pct, None);
    }
}
