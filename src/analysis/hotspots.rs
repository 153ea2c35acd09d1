//! Where the time goes: rows ranked by the time spent in them and in no row below.
//!
//! A row's time is its own time (its total where own time is unknown). The session's own time is the time
//! outside any region. Shares are of the session's total, or of the sum of all entries where no session
//! was timed.

use super::{PathRow, RunFigures, SESSION};

/// From this load imbalance on, a hotspot and a region are flagged, in percent.
pub const IMBALANCE_FLAG_PCT: f64 = 15.0;

/// What kind of time a hotspot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HotspotKind {
    /// A region without regions below it.
    Leaf,
    /// Own time of a region that has regions below it.
    Own,
    /// Time of the session in no region.
    Outside,
}

/// One entry of the ranking.
#[derive(Debug, Clone, PartialEq)]
pub struct Hotspot {
    /// Index into [`RunFigures::rows`].
    pub row: usize,
    /// Kind of time.
    pub kind: HotspotKind,
    /// The time, ns; above 0.
    pub time_ns: i128,
    /// Share of the base, percent; may exceed 100 where ranks or lanes overlap.
    pub share_pct: f64,
    /// The row's load imbalance, for a leaf from [`IMBALANCE_FLAG_PCT`] on.
    pub flagged_imbalance_pct: Option<f64>,
}

/// All entries, largest first; equal ones in the rows' order.
pub fn hotspots(figures: &RunFigures) -> Vec<Hotspot> {
    let based_on_session = has_session_base(figures);
    let mut entries: Vec<Hotspot> = figures
        .rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| entry(index, row, based_on_session))
        .collect();
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.time_ns));
    let sum: i128 = entries.iter().map(|entry| entry.time_ns).sum();
    let base = figures.session_total_ns.filter(|_| based_on_session).unwrap_or(sum);
    for entry in &mut entries {
        entry.share_pct = if base > 0 { 100.0 * entry.time_ns as f64 / base as f64 } else { 0.0 };
    }
    entries
}

/// Time of the session in no region, percent of the session; `None` where that is unknown.
pub fn outside_pct(figures: &RunFigures) -> Option<f64> {
    let total = figures.session_total_ns.filter(|total| *total > 0 && has_session_base(figures))?;
    let session = figures.rows.iter().find(|row| *row.name == *SESSION)?;
    Some(100.0 * session.own_ns? as f64 / total as f64)
}

/// Whether the session's own time is what lies outside all regions: there is a call tree, or the
/// statistics were computed by the run itself.
fn has_session_base(figures: &RunFigures) -> bool {
    figures.session_total_ns.is_some_and(|total| total > 0)
        && (!figures.has_events || figures.rows.iter().any(|row| !row.path.is_empty()))
}

fn entry(index: usize, row: &PathRow, based_on_session: bool) -> Option<Hotspot> {
    let time_ns = row.own_ns.or(row.total_ns).filter(|time| *time > 0 && row.total_ns.is_some())?;
    let kind = match () {
        () if *row.name == *SESSION => HotspotKind::Outside,
        () if row.has_children => HotspotKind::Own,
        () => HotspotKind::Leaf,
    };
    if kind == HotspotKind::Outside && !based_on_session {
        return None;
    }
    let flagged = kind == HotspotKind::Leaf && row.imbalance_pct >= IMBALANCE_FLAG_PCT;
    Some(Hotspot {
        row: index,
        kind,
        time_ns,
        share_pct: 0.0,
        flagged_imbalance_pct: flagged.then_some(row.imbalance_pct),
    })
}
