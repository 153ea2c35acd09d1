//! The few facts about a run that a reader should see first, as values.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::balance::Balance;
use super::hotspots::{Hotspot, HotspotKind, IMBALANCE_FLAG_PCT, outside_pct};
use super::{RunFigures, SESSION};

/// From this share of the session outside all regions on, the instrumentation misses something, percent.
pub const OUTSIDE_FLAG_PCT: f64 = 25.0;
/// A region called this often ...
const CHATTY_CALLS: u64 = 1000;
/// ... with calls shorter than this costs time by being measured, ns.
const CHATTY_AVG_NS: f64 = 10_000.0;

/// Something about a run that is worth saying.
#[derive(Debug, Clone, PartialEq)]
pub enum Finding {
    /// The largest hotspot inside a region.
    LargestHotspot(Hotspot),
    /// Share of the three largest hotspots, percent.
    ThreeLargest {
        /// Their sum.
        share_pct: f64,
    },
    /// Much of the session lies outside all regions.
    Outside {
        /// Share, percent.
        share_pct: f64,
    },
    /// A region is unevenly spread over the ranks.
    Imbalance {
        /// The region.
        region: Arc<str>,
        /// Its slowest rank.
        rank: u32,
        /// (max / mean - 1) x 100.
        imbalance_pct: f64,
        /// max - mean, ns.
        excess_ns: f64,
    },
    /// One rank is the slowest in many regions.
    SlowRank {
        /// The rank.
        rank: u32,
        /// In how many regions.
        regions: usize,
        /// Of how many.
        of: usize,
    },
    /// A region with very many very short calls.
    Chatty {
        /// Index into [`RunFigures::rows`].
        row: usize,
    },
    /// Regions that were never called on the selected ranks.
    NeverCalled {
        /// Their names, in table order.
        regions: Vec<Arc<str>>,
    },
}

/// The findings of a run, in the order they are told.
pub fn findings(figures: &RunFigures, hotspots: &[Hotspot], balance: Option<&Balance>) -> Vec<Finding> {
    let mut found = Vec::new();
    let inside = hotspots.iter().find(|hotspot| hotspot.kind != HotspotKind::Outside);
    found.extend(inside.cloned().map(Finding::LargestHotspot));
    if let [a, b, c, ..] = hotspots {
        found.push(Finding::ThreeLargest { share_pct: a.share_pct + b.share_pct + c.share_pct });
    }
    if let Some(share_pct) = outside_pct(figures).filter(|pct| *pct >= OUTSIDE_FLAG_PCT) {
        found.push(Finding::Outside { share_pct });
    }
    found.extend(balance.and_then(imbalance));
    found.extend(balance.and_then(slow_rank));
    found.extend(chatty(figures));
    found.extend(never_called(figures));
    found
}

fn imbalance(balance: &Balance) -> Option<Finding> {
    let row = balance.rows.first().filter(|row| row.times.imbalance_pct >= IMBALANCE_FLAG_PCT)?;
    Some(Finding::Imbalance {
        region: row.region.clone(),
        rank: row.times.slowest,
        imbalance_pct: row.times.imbalance_pct,
        excess_ns: row.times.excess_ns(),
    })
}

/// A rank that is the slowest in at least two and at least half of the regions.
fn slow_rank(balance: &Balance) -> Option<Finding> {
    let of = balance.rows.len();
    let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
    for row in &balance.rows {
        *counts.entry(row.times.slowest).or_default() += 1;
    }
    let (rank, regions) = counts.into_iter().min_by_key(|(rank, count)| (Reverse(*count), *rank))?;
    (regions >= 2 && regions * 2 >= of).then_some(Finding::SlowRank { rank, regions, of })
}

fn chatty(figures: &RunFigures) -> Option<Finding> {
    let rows = figures.rows.iter().enumerate().filter(|(_, row)| {
        row.calls >= CHATTY_CALLS && row.durations.is_some_and(|durations| durations.avg_ns < CHATTY_AVG_NS)
    });
    // The first of the rows with the most calls.
    let most = rows.min_by_key(|(index, row)| (Reverse(row.calls), *index))?;
    Some(Finding::Chatty { row: most.0 })
}

fn never_called(figures: &RunFigures) -> Option<Finding> {
    let uncalled = figures.rows.iter().filter(|row| row.total_ns.is_none() && *row.name != *SESSION);
    let regions: Vec<Arc<str>> = uncalled.map(|row| row.name.clone()).collect();
    (!regions.is_empty()).then_some(Finding::NeverCalled { regions })
}
