//! Figures of made-up runs for the tests of this module.

use std::sync::Arc;

use crate::analysis::{Durations, PathRow, RankFigures, Region, RunFacts, RunFigures};

const S: i128 = 1_000_000_000;

/// A region: name and, per rank, calls, total and own time in whole seconds.
pub(super) type RegionSpec<'a> = (&'a str, &'a [(u32, u64, i64, i64)]);

/// A run whose regions are all roots.
pub(super) fn run(ranks: u32, regions: &[RegionSpec<'_>]) -> RunFigures {
    let regions: Vec<Region> = regions.iter().map(|spec| region(*spec)).collect();
    RunFigures {
        facts: RunFacts { num_ranks: ranks, ..RunFacts::default() },
        rows: regions.iter().map(row).collect(),
        regions,
        session_total_ns: None,
        ranks: (0..ranks).collect(),
        has_events: true,
        notes: Vec::new(),
    }
}

fn region((name, ranks): RegionSpec<'_>) -> Region {
    let figures = |&(rank, calls, total, own): &(u32, u64, i64, i64)| RankFigures {
        rank,
        calls,
        total_ns: i128::from(total) * S,
        own_ns: i128::from(own) * S,
        min_ns: 0,
        max_ns: 0,
    };
    let ranks: Vec<RankFigures> = ranks.iter().map(figures).collect();
    let calls = ranks.iter().map(|rank| rank.calls).sum();
    let total_ns: i128 = ranks.iter().map(|rank| rank.total_ns).sum();
    Region {
        name: Arc::from(name),
        calls,
        total_ns: (calls > 0).then_some(total_ns),
        durations: (calls > 0).then(|| durations(total_ns as f64 / calls as f64)),
        coverage_ns: total_ns,
        own_ns: ranks.iter().map(|rank| rank.own_ns).sum(),
        imbalance_pct: 0.0,
        gpu: None,
        first_start_ns: None,
        depth: Some(0),
        ranks,
    }
}

fn durations(avg_ns: f64) -> Durations {
    Durations { avg_ns, min_ns: 0, max_ns: 0, std_ns: None, percentiles: None, first_ns: None, last_ns: None }
}

fn row(region: &Region) -> PathRow {
    PathRow {
        path: vec![Arc::clone(&region.name)],
        name: Arc::clone(&region.name),
        parent: None,
        depth: 0,
        has_children: false,
        calls: region.calls,
        recursive: false,
        total_ns: region.total_ns,
        durations: region.durations,
        coverage_ns: region.coverage_ns,
        own_ns: Some(region.own_ns),
        num_ranks: region.ranks.len(),
        imbalance_pct: 0.0,
        gpu: None,
        start_ns: None,
    }
}
