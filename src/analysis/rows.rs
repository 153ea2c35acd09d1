//! The rows of a region table: one per call path, and one without a path for what no tree holds.
//!
//! A region has a row without a path for its calls on ranks that have no tree (or no calls but
//! statistics), and if it has no calls at all. The other ranks' calls keep their paths, so that every
//! call is in one row. Rows stand in pre-order of the path tree, roots and siblings by start; rows
//! without a path stand among the roots by start, after equal ones, and last without a start.

use std::sync::Arc;

use super::call_path::{CallPaths, Node, PathFigures, ROOT};
use super::figures::{Durations, PathRow, TREND_POINTS};
use super::parts::Part;
use super::percentiles::percentiles;
use super::pool::pool;
use super::spread::Spread;
use crate::profile::Profile;

/// The rows, and what their trend lines draw.
#[derive(Debug, Default)]
pub(crate) struct Rows {
    pub(crate) rows: Vec<PathRow>,
    /// Call durations in rank and call order, at most [`TREND_POINTS`], seconds; empty unless wanted.
    pub(crate) durations_s: Vec<Vec<f64>>,
}

/// What rows are made of.
pub(crate) struct Source<'a> {
    pub(crate) profile: &'a Profile,
    /// Names of the listed regions.
    pub(crate) names: &'a [Arc<str>],
    /// Selected regions: listing position and parts by ascending rank.
    pub(crate) regions: &'a [(usize, Vec<&'a Part<'a>>)],
    /// Time origin of relative starts.
    pub(crate) origin_ns: i64,
    /// Whether trend lines are wanted.
    pub(crate) trends: bool,
}

/// Builds the rows of a run.
pub(crate) fn rows(source: &Source<'_>, paths: &mut CallPaths) -> Rows {
    let mut pathless = pathless_rows(source, paths).into_iter().peekable();
    let mut grouped = paths.grouped_durations();
    let mut built = Rows::default();
    let mut row_of_path: Vec<Option<usize>> = vec![None; paths.nodes.len()];
    for path in paths.preorder() {
        let Some(node) = paths.nodes.get(path as usize) else { continue };
        if node.parent == ROOT {
            let start_ns = Some(node.figures.first.0.saturating_sub(source.origin_ns));
            while let Some((row, durations)) = pathless.next_if(|(row, _)| starts_before(row, start_ns)) {
                built.push(row, durations);
            }
        }
        let parent = row_of_path.get(node.parent as usize).copied().flatten();
        if let Some(place) = row_of_path.get_mut(path as usize) {
            *place = Some(built.rows.len());
        }
        let durations_ns = grouped.of_path(path);
        let trend = if source.trends { evenly_picked_s(durations_ns) } else { Vec::new() };
        let row = built.path_row(source, node, parent, durations_ns);
        built.push(row, trend);
    }
    for (row, durations) in pathless {
        built.push(row, durations);
    }
    built
}

fn starts_before(row: &PathRow, start_ns: Option<i64>) -> bool {
    row.start_ns.is_some() && row.start_ns < start_ns
}

impl Rows {
    fn push(&mut self, row: PathRow, durations_s: Vec<f64>) {
        if let Some(parent) = row.parent.and_then(|parent| self.rows.get_mut(parent)) {
            parent.has_children = true;
        }
        self.rows.push(row);
        self.durations_s.push(durations_s);
    }

    fn path_row(
        &self,
        source: &Source<'_>,
        node: &Node,
        parent: Option<usize>,
        durations_ns: &mut [i64],
    ) -> PathRow {
        let name = source.names.get(node.region as usize).cloned().unwrap_or_else(|| Arc::from(""));
        let above = parent.and_then(|parent| self.rows.get(parent)).map_or(&[][..], |row| &row.path);
        let mut path = Vec::with_capacity(above.len() + 1);
        path.extend_from_slice(above);
        path.push(Arc::clone(&name));
        let figures = &node.figures;
        let ranks = figures.ranks();
        PathRow {
            path,
            name,
            parent,
            depth: node.parts.saturating_sub(1),
            has_children: false,
            calls: figures.calls,
            recursive: figures.recursive,
            total_ns: Some(figures.total_ns),
            durations: Some(durations(figures, durations_ns)),
            coverage_ns: figures.coverage.length_ns(),
            own_ns: Some(figures.own_ns),
            num_ranks: ranks.ranks(),
            imbalance_pct: ranks.imbalance_pct(),
            gpu: figures.gpu,
            start_ns: Some(figures.first.0.saturating_sub(source.origin_ns)),
        }
    }
}

fn durations(figures: &PathFigures, durations_ns: &mut [i64]) -> Durations {
    Durations {
        avg_ns: figures.sum_ns as f64 / figures.calls as f64,
        min_ns: figures.min_ns,
        max_ns: figures.max_ns,
        std_ns: Spread::of_calls(durations_ns.iter().copied(), figures.sum_ns).std_ns(),
        percentiles: percentiles(durations_ns),
        first_ns: Some(figures.first.1),
        last_ns: Some(figures.last.1),
    }
}

/// The rows without a path, by start; those without a start come last, in listing order.
fn pathless_rows(source: &Source<'_>, paths: &CallPaths) -> Vec<(PathRow, Vec<f64>)> {
    let mut has_path = vec![false; source.names.len()];
    for node in paths.nodes.iter().skip(1) {
        if let Some(has_path) = has_path.get_mut(node.region as usize) {
            *has_path = true;
        }
    }
    let mut scratch = Vec::new();
    let mut rows = Vec::new();
    for (position, parts) in source.regions {
        let mut outside: Vec<&Part<'_>> = parts.clone();
        if has_path.get(*position) == Some(&true) {
            outside.retain(|part| !part.in_tree);
            if outside.iter().all(|part| part.calls == 0) {
                continue;
            }
        }
        let Some(name) = source.names.get(*position) else { continue };
        let trend = if source.trends { trend_of_parts(source.profile, &outside) } else { Vec::new() };
        rows.push((pathless_row(source, name, &outside, &mut scratch), trend));
    }
    rows.sort_by_key(|(row, _)| (row.start_ns.is_none(), row.start_ns));
    rows
}

fn pathless_row(
    source: &Source<'_>,
    name: &Arc<str>,
    parts: &[&Part<'_>],
    scratch: &mut Vec<i64>,
) -> PathRow {
    let pooled = pool(source.profile, parts, scratch);
    PathRow {
        path: Vec::new(),
        name: Arc::clone(name),
        parent: None,
        depth: 0,
        has_children: false,
        calls: pooled.calls,
        recursive: false,
        total_ns: pooled.total_ns,
        durations: pooled.durations,
        coverage_ns: pooled.coverage_ns,
        own_ns: pooled.total_ns.is_some().then_some(pooled.own_ns),
        num_ranks: parts.len(),
        imbalance_pct: pooled.imbalance_pct,
        gpu: pooled.gpu,
        start_ns: pooled.first_start_ns.map(|start| start.saturating_sub(source.origin_ns)),
    }
}

fn trend_of_parts(profile: &Profile, parts: &[&Part<'_>]) -> Vec<f64> {
    let mut durations_ns = Vec::new();
    for part in parts {
        durations_ns.extend(profile.calls(part.row).durations_ns());
    }
    evenly_picked_s(&durations_ns)
}

/// At most [`TREND_POINTS`] of the durations, the first and the last included, seconds.
fn evenly_picked_s(durations_ns: &[i64]) -> Vec<f64> {
    let last = durations_ns.len().saturating_sub(1);
    let points = durations_ns.len().min(TREND_POINTS);
    let steps = points.saturating_sub(1).max(1);
    let picked = (0..points).filter_map(|point| durations_ns.get(point * last / steps));
    picked.map(|duration| *duration as f64 / 1e9).collect()
}
