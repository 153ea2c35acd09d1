//! How a region's time spreads over the ranks.
//!
//! Quantity: own time where it is known for every timed row, else inclusive time; 0 on a rank that never
//! entered the region. imbalance = (max / mean - 1) x 100, excess = max - mean: what the slowest rank costs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::figures::Region;
use super::{RunFigures, SESSION};

/// Most regions and ranks a matrix shows.
pub const MATRIX_LIMITS: (usize, usize) = (20, 64);
/// From this part of the mean on the slowest rank over all regions stands out.
const STANDS_OUT: f64 = 0.02;

/// Load balance of a run's regions over its selected ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct Balance {
    /// Whether the times are own times (else inclusive ones).
    pub own: bool,
    /// The selected ranks, ascending; at least two.
    pub ranks: Vec<u32>,
    /// Regions with time, by falling excess, equal ones in table order. Not empty.
    pub rows: Vec<BalanceRow>,
    /// The sum of the rows.
    pub all: RankTimes,
}

/// One region's spread.
#[derive(Debug, Clone, PartialEq)]
pub struct BalanceRow {
    /// Region.
    pub region: Arc<str>,
    /// Its times.
    pub times: RankTimes,
}

/// Times over the selected ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RankTimes {
    /// Time on each of the first ranks, as many as a matrix shows ([`MATRIX_LIMITS`]), ns.
    pub shown_ns: Vec<i128>,
    /// Mean over all ranks, ns; above 0.
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

impl RankTimes {
    /// The times of the ranks that have one; the others have 0. `None` without time.
    fn new(times_ns: &BTreeMap<u32, i128>, ranks: &[u32]) -> Option<Self> {
        let sum: i128 = times_ns.values().sum();
        if sum <= 0 {
            return None;
        }
        let time = |rank: &u32| times_ns.get(rank).copied().unwrap_or(0);
        let (slowest, max_ns) =
            times_ns.iter().min_by_key(|(rank, time)| (std::cmp::Reverse(**time), **rank))?;
        let absent = if times_ns.len() < ranks.len() { Some(0) } else { None };
        let mean_ns = sum as f64 / ranks.len() as f64;
        Some(Self {
            shown_ns: ranks.iter().take(MATRIX_LIMITS.1).map(time).collect(),
            mean_ns,
            min_ns: times_ns.values().copied().chain(absent).min()?,
            max_ns: *max_ns,
            slowest: *slowest,
            imbalance_pct: (*max_ns as f64 / mean_ns - 1.0) * 100.0,
        })
    }

    /// max - mean, ns: what the slowest rank costs.
    pub fn excess_ns(&self) -> f64 {
        self.max_ns as f64 - self.mean_ns
    }

    /// (time - mean) / mean on each of the shown ranks, percent.
    pub fn deviations_pct(&self) -> impl Iterator<Item = f64> + '_ {
        self.shown_ns.iter().map(|time| 100.0 * (*time as f64 / self.mean_ns - 1.0))
    }
}

/// The balance; `None` with fewer than two selected ranks or without time.
pub fn balance(figures: &RunFigures) -> Option<Balance> {
    if figures.ranks.len() < 2 {
        return None;
    }
    let own =
        !figures.has_events || figures.rows.iter().all(|row| row.total_ns.is_none() || !row.path.is_empty());
    let mut rows: Vec<BalanceRow> = Vec::new();
    let mut all: BTreeMap<u32, i128> = BTreeMap::new();
    for region in regions_in_table_order(figures) {
        let times_ns: BTreeMap<u32, i128> = region
            .ranks
            .iter()
            .filter(|rank| figures.ranks.binary_search(&rank.rank).is_ok())
            .map(|rank| (rank.rank, if own { rank.own_ns } else { rank.total_ns }))
            .collect();
        let Some(times) = RankTimes::new(&times_ns, &figures.ranks) else { continue };
        rows.push(BalanceRow { region: Arc::clone(&region.name), times });
        for (rank, time) in times_ns {
            *all.entry(rank).or_default() += time;
        }
    }
    rows.sort_by(|a, b| b.times.excess_ns().total_cmp(&a.times.excess_ns()));
    let all = RankTimes::new(&all, &figures.ranks)?;
    Some(Balance { own, ranks: figures.ranks.clone(), rows, all })
}

/// The regions in the order of their first row, without the session.
fn regions_in_table_order(figures: &RunFigures) -> Vec<&Region> {
    let mut regions: HashMap<&str, &Region> =
        figures.regions.iter().map(|region| (&*region.name, region)).collect();
    regions.remove(SESSION);
    figures.rows.iter().filter_map(|row| regions.remove(&*row.name)).collect()
}

/// Deviation of every rank from the mean of its region, for the leading regions.
#[derive(Debug, Clone, PartialEq)]
pub struct RankMatrix<'a> {
    /// The ranks shown, ascending.
    pub ranks: &'a [u32],
    /// Rows by falling mean.
    pub rows: Vec<&'a BalanceRow>,
    /// All regions together.
    pub all: &'a RankTimes,
    /// The slowest rank over all regions, where it is at least 2 % above the mean.
    pub slowest: Option<u32>,
}

/// The matrix of a balance.
pub fn rank_matrix(balance: &Balance) -> RankMatrix<'_> {
    let (regions, ranks) = MATRIX_LIMITS;
    let mut rows: Vec<&BalanceRow> = balance.rows.iter().collect();
    rows.sort_by(|a, b| b.times.mean_ns.total_cmp(&a.times.mean_ns));
    rows.truncate(regions);
    let all = &balance.all;
    let stands_out = all.excess_ns() / all.mean_ns >= STANDS_OUT;
    RankMatrix {
        ranks: balance.ranks.get(..ranks).unwrap_or(&balance.ranks),
        rows,
        all,
        slowest: stands_out.then_some(all.slowest),
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
        assert_eq!(balance.all.shown_ns, [80, 20]);
        let rows: Vec<_> =
            balance.rows.iter().map(|row| (&*row.region, row.times.mean_ns, row.times.excess_ns())).collect();
        assert_eq!(rows, [("B", 17.5, 17.5), ("A", 22.5, 7.5), ("work", 10.0, 5.0)]);
        let imbalances: Vec<f64> = balance.rows.iter().map(|row| row.times.imbalance_pct).collect();
        assert_eq!((imbalances[0], imbalances[2]), (100.0, 50.0));
        assert!((imbalances[1] - 100.0 / 3.0).abs() < 1e-9);
        let matrix = rank_matrix(&balance);
        assert_eq!(&*matrix.rows[0].region, "A");
        assert_eq!(matrix.all.deviations_pct().map(f64::round).collect::<Vec<_>>(), [60.0, -60.0]);
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

    #[test]
    fn ranks_that_never_entered_count_as_zero() {
        let profile = ProfileBuilder::new().ranks(100).calls(70, "a", &[(0, 10)]).calls(80, "a", &[(0, 10)]);
        let balance = balance(&figures(&profile.build(), &Selection::all())).unwrap();
        let times = &balance.rows[0].times;
        assert_eq!((times.mean_ns, times.min_ns, times.max_ns, times.slowest), (0.2, 0, 10, 70));
        assert_eq!(times.shown_ns, [0; 64]);
        assert_eq!(balance.ranks.len(), 100);
    }
}
