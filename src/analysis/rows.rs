//! The rows of a region table: one per call path, and one without a path for what no tree holds.
//!
//! A region has a row without a path for its calls on ranks that have no tree (or no calls but
//! statistics), and if it has no calls at all. The other ranks' calls keep their paths, so that every
//! call is in one row. Rows stand in pre-order of the path tree, roots and siblings by start; rows
//! without a path stand among the roots by start, after equal ones, and last without a start.

use std::sync::Arc;

use super::call_path::{CallPaths, Node, PathFigures, ROOT};
use super::detail::TREND_POINTS;
use super::figures::{Durations, PathRow};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{Note, RunFigures, SESSION, Selection, analyse, figures};

    fn all(profile: ProfileBuilder) -> RunFigures {
        figures(&profile.build(), &Selection::all())
    }

    fn paths(figures: &RunFigures) -> Vec<String> {
        figures.rows.iter().map(|row| format!("{}:{}", row.path.join(">"), row.name)).collect()
    }

    /// f [10,60] around f [20,50] around f [30,40] around g [32,36], then f [70,80], in a session [0,100].
    fn recursion() -> ProfileBuilder {
        ProfileBuilder::new()
            .calls(0, SESSION, &[(0, 100)])
            .calls(0, "f", &[(10, 60), (20, 50), (30, 40), (70, 80)])
            .calls(0, "g", &[(32, 36)])
    }

    #[test]
    fn recursion_counts_every_level_and_totals_the_outermost() {
        let figures = all(recursion());
        let [session, f, g] = &figures.rows[..] else { panic!("{:?}", paths(&figures)) };
        assert_eq!((session.total_ns, session.own_ns, session.has_children), (Some(100), Some(40), true));
        assert_eq!(
            (f.calls, f.recursive, f.total_ns, f.coverage_ns, f.own_ns),
            (4, true, Some(60), 60, Some(56))
        );
        let durations = f.durations.unwrap();
        assert_eq!((durations.avg_ns, durations.first_ns, durations.last_ns), (25.0, Some(50), Some(10)));
        assert!((durations.std_ns.unwrap() - 16.583_124).abs() < 1e-6);
        let percentiles = durations.percentiles.unwrap();
        assert_eq!((percentiles.p50_ns, percentiles.p95_ns), (20.0, 47.0));
        assert_eq!(g.path, [SESSION.into(), "f".into(), "g".into()]);
        assert_eq!((g.depth, g.parent, g.own_ns, g.has_children), (2, Some(1), Some(4), false));
        let region = &figures.regions[1];
        assert_eq!((region.total_ns, region.coverage_ns, region.own_ns), (Some(100), 60, 56));
        assert_eq!(figures.session_total_ns, Some(100));
    }

    #[test]
    fn own_time_and_children_add_up_to_the_row() {
        let figures = all(recursion());
        for (index, row) in figures.rows.iter().enumerate() {
            let children = figures.rows.iter().filter(|child| child.parent == Some(index));
            let parts: i128 = children.map(|child| child.coverage_ns).sum::<i128>() + row.own_ns.unwrap();
            assert_eq!(parts, row.coverage_ns, "{}", row.name);
        }
    }

    #[test]
    fn indirect_recursion_stays_on_rows_of_its_own() {
        let figures = all(ProfileBuilder::new().calls(0, "p", &[(0, 9), (2, 4)]).calls(0, "q", &[(1, 8)]));
        assert_eq!(paths(&figures), ["p:p", "p>q:q", "p>q>p:p"]);
        assert!(figures.rows.iter().all(|row| !row.recursive));
    }

    #[test]
    fn coverage_merges_touching_calls_and_adds_ranks() {
        let figures = all(ProfileBuilder::new()
            .calls(0, "a", &[(0, 10), (10, 15), (12, 13), (20, 22)])
            .calls(1, "a", &[(0, 3)]));
        let row = &figures.rows[0];
        assert_eq!((row.coverage_ns, row.total_ns, row.recursive), (20, Some(20), true));
        assert_eq!((figures.regions[0].coverage_ns, figures.regions[0].total_ns), (20, Some(21)));
    }

    #[test]
    fn threads_overlap_and_calls_without_lanes_nest() {
        let threads =
            ProfileBuilder::new().call_in_lane(0, "w", (0, 10), 0, -1).call_in_lane(0, "w", (0, 10), 1, -1);
        let row = &all(threads).rows[0];
        assert_eq!(
            (row.total_ns, row.coverage_ns, row.own_ns, row.recursive),
            (Some(20), 10, Some(20), false)
        );
        let row = &all(ProfileBuilder::new().calls(0, "w", &[(0, 10), (0, 10)])).rows[0];
        assert_eq!((row.total_ns, row.coverage_ns, row.recursive), (Some(10), 10, true));
    }

    #[test]
    fn tasks_are_lanes_of_their_own() {
        let tasks = ProfileBuilder::new()
            .call_in_lane(0, "a", (0, 10), 0, 1)
            .call_in_lane(0, "b", (5, 15), 0, 2)
            .call_in_lane(0, "c", (2, 4), 1, 1);
        assert_eq!(paths(&all(tasks)), ["a:a", "a>c:c", "b:b"]);
    }

    #[test]
    fn a_filter_hides_regions_and_keeps_own_times() {
        let profile = ProfileBuilder::new()
            .calls(0, "a", &[(0, 10)])
            .calls(0, "b", &[(1, 9)])
            .calls(0, "c", &[(2, 5)])
            .build();
        let selection = Selection::new(None, &["b".into()], None).unwrap();
        let figures = figures(&profile, &selection);
        assert_eq!(paths(&figures), ["a:a", "a>c:c"]);
        assert_eq!((figures.rows[0].own_ns, figures.rows[1].own_ns), (Some(2), Some(3)));
        assert_eq!(figures.regions[1].depth, Some(2));
    }

    #[test]
    fn a_rank_that_does_not_nest_keeps_its_calls_without_paths() {
        let profile = ProfileBuilder::new()
            .calls(0, "a", &[(0, 10)])
            .calls(0, "b", &[(2, 5)])
            .calls(1, "a", &[(1, 6)])
            .calls(1, "b", &[(4, 8)])
            .stored_own(1, "a", 3);
        let figures = all(profile);
        assert_eq!(paths(&figures), ["a:a", "a>b:b", ":a", ":b"]);
        let totals: Vec<_> = figures.rows.iter().map(|row| row.total_ns.unwrap()).collect();
        assert_eq!(totals, [10, 3, 5, 4]);
        let own: Vec<_> = figures.rows.iter().map(|row| row.own_ns.unwrap()).collect();
        assert_eq!(own, [7, 3, 3, 4]);
        assert_eq!((figures.regions[0].total_ns, figures.regions[0].own_ns), (Some(15), 10));
        let [Note::NotNested { rank: 1, detail }] = &figures.notes[..] else { panic!("{:?}", figures.notes) };
        assert!(detail.contains("`b`") && detail.contains("`a`"), "{detail}");
    }

    #[test]
    fn calls_that_nest_without_a_hidden_region_have_paths() {
        let profile = ProfileBuilder::new()
            .calls(0, "a", &[(0, 10)])
            .calls(0, "b", &[(2, 5)])
            .calls(0, "stray", &[(8, 12)])
            .build();
        let selection = Selection::new(None, &["stray".into()], None).unwrap();
        let figures = figures(&profile, &selection);
        assert_eq!(paths(&figures), ["a:a", "a>b:b"]);
        assert_eq!(figures.rows[0].own_ns, Some(7));
        assert!(matches!(&figures.notes[..], [Note::NestedOnlyAsSelected { rank: 0, .. }]));
    }

    #[test]
    fn rows_stand_by_start_and_regions_without_calls_last() {
        let profile = ProfileBuilder::new()
            .metadata("start_time_ns", 90)
            .calls(0, "never", &[])
            .calls(0, "late", &[(120, 130)])
            .calls(0, "early", &[(100, 110)])
            .calls(1, "early", &[]);
        let figures = all(profile);
        assert_eq!(paths(&figures), ["early:early", "late:late", ":never"]);
        let starts: Vec<_> = figures.rows.iter().map(|row| row.start_ns).collect();
        assert_eq!(starts, [Some(10), Some(30), None]);
        let never = &figures.rows[2];
        assert_eq!((never.calls, never.total_ns, never.own_ns, never.num_ranks), (0, None, None, 1));
        let listed: Vec<&str> = figures.regions.iter().map(|region| &*region.name).collect();
        assert_eq!(listed, ["early", "late", "never"]);
    }

    #[test]
    fn names_with_arrows_are_names() {
        let figures = all(ProfileBuilder::new().calls(0, "x > y", &[(0, 9)]).calls(0, "y", &[(1, 2)]));
        assert_eq!(figures.rows[1].path, ["x > y".into(), "y".into()]);
        assert_eq!(figures.rows[1].depth, 1);
    }

    #[test]
    fn path_imbalance_counts_ranks_with_calls() {
        let profile = ProfileBuilder::new()
            .calls(0, "a", &[(0, 2)])
            .calls(1, "a", &[(0, 0)])
            .calls(2, "a", &[(0, 4)])
            .calls(3, "a", &[]);
        let figures = all(profile);
        assert_eq!((figures.rows[0].num_ranks, figures.rows[0].imbalance_pct), (3, 100.0));
        assert_eq!(figures.regions[0].imbalance_pct, 100.0);
    }

    #[test]
    fn endless_mutual_recursion_is_shown_flat() {
        let calls =
            |from: i64| (0..5_000).map(|i| (2 * i + from, 1_000_000 - 2 * i - from)).collect::<Vec<_>>();
        let figures = all(ProfileBuilder::new().calls(0, "p", &calls(0)).calls(0, "q", &calls(1)));
        assert_eq!(paths(&figures), [":p", ":q"]);
        assert_eq!(figures.notes, [Note::TooManyPaths]);
        assert_eq!(figures.rows[0].own_ns, Some(10_000));
    }

    #[test]
    fn trends_keep_the_first_and_the_last_call() {
        let calls: Vec<(i64, i64)> = (0..1000).map(|i| (10 * i, 10 * i + i % 9)).collect();
        let profile = ProfileBuilder::new().calls(0, "a", &calls).build();
        let trend = &analyse(&profile, &Selection::all()).detail.row_durations_s[0];
        assert_eq!(trend.len(), TREND_POINTS);
        assert_eq!((trend[0], trend[TREND_POINTS - 1]), (0.0, 0.0));
        assert_eq!(evenly_picked_s(&[1, 2, 3]), [1e-9, 2e-9, 3e-9]);
    }
}
