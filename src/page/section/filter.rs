//! What the filter bar of a page needs to know.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::analysis::{Region, RunFigures};
use crate::units::seconds;

/// More regions than this, and the slider opens on the leading ones.
const OPENS_ON: usize = 500;

/// The regions of a page by size and depth.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Filter {
    /// Largest first, then by name.
    pub regions: Vec<FilterRegion>,
    /// Largest depth.
    pub max_depth: u32,
    /// How many regions the slider opens on; `None` = all.
    pub top: Option<usize>,
}

/// One region of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FilterRegion {
    /// Name.
    pub name: String,
    /// Largest flat total over the page's runs, seconds.
    pub seconds: f64,
    /// Smallest nesting depth over the page's runs; `None` if unknown.
    pub depth: Option<u32>,
}

/// Builds the filter over the runs of a page.
pub fn filter<'a>(runs: impl IntoIterator<Item = &'a RunFigures>) -> Filter {
    let mut by_name: BTreeMap<&str, (i128, Option<u32>)> = BTreeMap::new();
    for region in runs.into_iter().flat_map(|run| &run.regions) {
        let entry = by_name.entry(&region.name).or_insert((0, None));
        entry.0 = entry.0.max(flat_total(region));
        entry.1 = match (entry.1, region.depth) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
    let mut sorted: Vec<_> = by_name.into_iter().collect();
    sorted.sort_by(|a, b| b.1.0.cmp(&a.1.0).then_with(|| a.0.cmp(b.0)));
    let max_depth = sorted.iter().filter_map(|(_, (_, depth))| *depth).max().unwrap_or(0);
    let top = (sorted.len() > OPENS_ON).then_some(OPENS_ON);
    let region = |(name, (total, depth)): (&str, (i128, Option<u32>))| FilterRegion {
        name: name.to_owned(),
        seconds: seconds(total),
        depth,
    };
    Filter { regions: sorted.into_iter().map(region).collect(), max_depth, top }
}

fn flat_total(region: &Region) -> i128 {
    region.ranks.iter().map(|rank| rank.total_ns).sum()
}
