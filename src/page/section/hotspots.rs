//! The ranked list of hotspots.

use serde::Serialize;

use super::counted;
use crate::analysis::{Hotspot, HotspotKind, PathRow, RunFigures, SESSION};
use crate::units::{duration, seconds};

/// Entries shown.
const SHOWN: usize = 8;

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HotspotItem {
    /// Place in the ranking, from 1.
    pub rank: usize,
    /// Region.
    pub region: String,
    /// Enclosing regions, outermost first, without the session.
    pub context: Vec<String>,
    /// `leaf`, `own` or `outside`.
    pub kind: &'static str,
    /// Time, seconds.
    pub time_s: f64,
    /// Share, percent.
    pub share_pct: f64,
    /// The same as text.
    pub share: String,
    /// Time, calls and time per call.
    pub details: Vec<String>,
    /// How far the slowest rank lags.
    pub flag: Option<String>,
}

/// The leading entries; empty where there are fewer than two.
pub fn hotspot_items(figures: &RunFigures, all: &[Hotspot]) -> Vec<HotspotItem> {
    if all.len() < 2 {
        return Vec::new();
    }
    let items = all.iter().take(SHOWN).enumerate();
    items
        .filter_map(|(place, hotspot)| Some(item(place + 1, hotspot, figures.rows.get(hotspot.row)?)))
        .collect()
}

fn item(rank: usize, hotspot: &Hotspot, row: &PathRow) -> HotspotItem {
    let time_s = seconds(hotspot.time_ns);
    let mut details = vec![duration(time_s)];
    let kind = match hotspot.kind {
        HotspotKind::Leaf => "leaf",
        HotspotKind::Own => "own",
        HotspotKind::Outside => "outside",
    };
    if hotspot.kind != HotspotKind::Outside && row.calls > 0 {
        details.push(counted(row.calls, "call", "calls"));
        details.push(format!("{}/call", duration(time_s / row.calls as f64)));
    }
    let parents = row.path.split_last().map_or(&[][..], |(_, parents)| parents);
    HotspotItem {
        rank,
        region: row.name.to_string(),
        context: parents.iter().filter(|name| &***name != SESSION).map(ToString::to_string).collect(),
        kind,
        time_s,
        share_pct: hotspot.share_pct,
        share: format!("{:.1}%", hotspot.share_pct),
        details,
        flag: hotspot.flagged_imbalance_pct.map(|pct| format!("slowest rank +{pct:.0}%")),
    }
}
