//! Runs side by side: rows aligned by call path, and what changed between two of them.
//!
//! Where the runs' rank counts differ, totals and own times are compared per rank: divided by the number
//! of ranks that ran the row. Averages per call and numbers of calls are compared as they are.

use std::collections::HashMap;
use std::sync::Arc;

use super::{PathRow, RunFigures};

/// A change of less than this is none, percent of the baseline.
pub const SAME_PCT: f64 = 2.0;
/// A row counts among the largest changes from this share of the baseline's own time on.
const FLOOR_OF_ALL: f64 = 0.005;
/// ... and from this share of the row's own baseline time on.
const FLOOR_OF_ROW: f64 = 0.02;

/// One call path (or pathless region) over several runs.
#[derive(Debug, Clone, PartialEq)]
pub struct AlignedRow {
    /// Names from the root; empty for a region without path.
    pub path: Vec<Arc<str>>,
    /// Region.
    pub name: Arc<str>,
    /// Nesting depth.
    pub depth: usize,
    /// Index of the row in each run's table.
    pub rows: Vec<Option<usize>>,
}

/// Aligns the tables of several runs: the first run's order; a row that only a later run has follows the
/// last row below its parent, or stands at the end.
pub fn align(runs: &[&RunFigures]) -> Vec<AlignedRow> {
    let mut union = Union::default();
    for (number, run) in runs.iter().enumerate() {
        let mut places: Vec<usize> = Vec::with_capacity(run.rows.len());
        for (index, row) in run.rows.iter().enumerate() {
            let parent = row.parent.and_then(|parent| places.get(parent).copied());
            let place = union.place(parent, row, runs.len());
            if let Some(slot) = union.rows.get_mut(place).and_then(|row| row.rows.get_mut(number)) {
                *slot = Some(index);
            }
            places.push(place);
        }
    }
    union.preorder()
}

/// The rows of several runs as a forest; children in order of appearance.
#[derive(Default)]
struct Union {
    rows: Vec<AlignedRow>,
    roots: Vec<usize>,
    children: Vec<Vec<usize>>,
    /// Place of a row by its parent, by whether it has a path, and by its name.
    places: HashMap<(Option<usize>, bool, Arc<str>), usize>,
}

impl Union {
    /// The place of a row below the place of its parent.
    fn place(&mut self, parent: Option<usize>, row: &PathRow, runs: usize) -> usize {
        let next = self.rows.len();
        let key = (parent, row.path.is_empty(), Arc::clone(&row.name));
        let place = *self.places.entry(key).or_insert(next);
        if place == next {
            let (path, name) = (row.path.clone(), Arc::clone(&row.name));
            self.rows.push(AlignedRow { path, name, depth: row.depth, rows: vec![None; runs] });
            self.children.push(Vec::new());
            match parent.and_then(|parent| self.children.get_mut(parent)) {
                Some(siblings) => siblings.push(place),
                None => self.roots.push(place),
            }
        }
        place
    }

    fn preorder(self) -> Vec<AlignedRow> {
        let Self { rows, roots, children, .. } = self;
        let mut rows: Vec<Option<AlignedRow>> = rows.into_iter().map(Some).collect();
        let mut ordered = Vec::with_capacity(rows.len());
        let mut open: Vec<usize> = roots.into_iter().rev().collect();
        while let Some(place) = open.pop() {
            ordered.extend(rows.get_mut(place).and_then(Option::take));
            open.extend(children.get(place).into_iter().flatten().rev());
        }
        ordered
    }
}

/// A row's figures as they are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// Total, ns (per rank where rank counts differ); `None` without time.
    pub total_ns: Option<f64>,
    /// Own time, ns; the total where it is unknown.
    pub own_ns: Option<f64>,
    /// Mean per call, ns.
    pub avg_ns: Option<f64>,
    /// Calls; `None` without time.
    pub calls: Option<u64>,
}

/// A row's figures, divided by the ranks that ran it with `per_rank`.
pub fn compared(row: &PathRow, per_rank: bool) -> Compared {
    let divisor = if per_rank { row.num_ranks.max(1) as f64 } else { 1.0 };
    let total_ns = row.total_ns.map(|ns| ns as f64 / divisor);
    Compared {
        total_ns,
        own_ns: row.total_ns.and(row.own_ns.map(|ns| ns as f64 / divisor)).or(total_ns),
        avg_ns: row.durations.map(|durations| durations.avg_ns),
        calls: row.total_ns.map(|_| row.calls),
    }
}

/// How a value changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Change {
    /// Neither side has a value.
    None,
    /// Only the candidate has one, or the baseline is 0 and the candidate is not.
    New,
    /// Only the baseline has one.
    Gone,
    /// Less than [`SAME_PCT`] apart, or both 0.
    Same(f64),
    /// Smaller by so many percent (negative).
    Faster(f64),
    /// Larger by so many percent.
    Slower(f64),
}

/// Classifies a change from `baseline` to `candidate`.
pub fn change(baseline: Option<f64>, candidate: Option<f64>) -> Change {
    match (baseline, candidate) {
        (None, None) => Change::None,
        (Some(_), None) => Change::Gone,
        (None, Some(_)) => Change::New,
        (Some(a), Some(b)) if a == b => Change::Same(0.0),
        (Some(0.0), Some(_)) => Change::New,
        (Some(a), Some(b)) => match 100.0 * (b - a) / a {
            pct if pct.abs() < SAME_PCT => Change::Same(pct),
            pct if pct < 0.0 => Change::Faster(pct),
            pct => Change::Slower(pct),
        },
    }
}

/// What changed from a baseline to a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Whether totals and own times are per rank.
    pub per_rank: bool,
    /// Change of the wall time.
    pub wall: Change,
    /// The rows of both, aligned.
    pub rows: Vec<AlignedRow>,
    /// Largest increases of own time, largest first.
    pub regressions: Vec<OwnChange>,
    /// Largest decreases of own time, largest first.
    pub improvements: Vec<OwnChange>,
}

/// A change of own time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct OwnChange {
    /// Index into [`Comparison::rows`].
    pub row: usize,
    /// Own time in the baseline, ns; `None` for a new row.
    pub baseline_ns: Option<f64>,
    /// Own time in the candidate, ns; `None` for a row that is gone.
    pub candidate_ns: Option<f64>,
}

impl OwnChange {
    /// candidate - baseline with a missing side as 0, ns.
    pub fn delta_ns(&self) -> f64 {
        self.candidate_ns.unwrap_or(0.0) - self.baseline_ns.unwrap_or(0.0)
    }
}

/// Compares two runs. All changes that clear the floors are given; pages show the first few.
pub fn compare(baseline: &RunFigures, candidate: &RunFigures) -> Comparison {
    let per_rank = baseline.facts.num_ranks != candidate.facts.num_ranks;
    let rows = align(&[baseline, candidate]);
    let own = |run: &RunFigures, index: Option<usize>| compared(run.rows.get(index?)?, per_rank).own_ns;
    let changes: Vec<OwnChange> = rows
        .iter()
        .enumerate()
        .map(|(place, row)| OwnChange {
            row: place,
            baseline_ns: own(baseline, row.rows.first().copied().flatten()),
            candidate_ns: own(candidate, row.rows.get(1).copied().flatten()),
        })
        .collect();
    let (regressions, improvements) = largest(&changes);
    let wall = |run: &RunFigures| run.facts.wall_ns().map(|ns| ns as f64);
    Comparison { per_rank, wall: change(wall(baseline), wall(candidate)), rows, regressions, improvements }
}

/// The changes that clear the floors: at least 0.5 % of the baseline's summed own time, and at least 2 % of
/// the row's own baseline (any size for a row that had none).
fn largest(changes: &[OwnChange]) -> (Vec<OwnChange>, Vec<OwnChange>) {
    let all: f64 = changes.iter().filter_map(|change| change.baseline_ns).sum();
    let clears = |change: &&OwnChange| {
        let size = change.delta_ns().abs();
        let row = change.baseline_ns.unwrap_or(0.0);
        size > 0.0 && size >= FLOOR_OF_ALL * all && (row == 0.0 || size >= FLOOR_OF_ROW * row)
    };
    let mut kept: Vec<OwnChange> = changes.iter().filter(clears).copied().collect();
    kept.sort_by(|a, b| b.delta_ns().abs().total_cmp(&a.delta_ns().abs()));
    kept.into_iter().partition(|change| change.delta_ns() > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{SESSION, Selection, figures};

    fn own(pairs: &[(Option<f64>, Option<f64>)]) -> Vec<OwnChange> {
        let change = |(row, (baseline_ns, candidate_ns)): (usize, &(Option<f64>, Option<f64>))| OwnChange {
            row,
            baseline_ns: *baseline_ns,
            candidate_ns: *candidate_ns,
        };
        pairs.iter().enumerate().map(change).collect()
    }

    /// Own 100->101.9, 50->51, 0.1->0.5, new 1, gone 2, 1->1.7, 0->0.8: the sum is 153.1, the floor 0.7655.
    #[test]
    fn small_changes_are_left_out() {
        let changes = own(&[
            (Some(100.0), Some(101.9)),
            (Some(50.0), Some(51.0)),
            (Some(0.1), Some(0.5)),
            (None, Some(1.0)),
            (Some(2.0), None),
            (Some(1.0), Some(1.7)),
            (Some(0.0), Some(0.8)),
        ]);
        let (regressions, improvements) = largest(&changes);
        assert_eq!(regressions.iter().map(|c| c.row).collect::<Vec<_>>(), [1, 3, 6]);
        assert_eq!(improvements.iter().map(|c| c.row).collect::<Vec<_>>(), [4]);
    }

    #[test]
    fn changes_have_a_kind() {
        assert_eq!(change(Some(0.0), Some(0.0)), Change::Same(0.0));
        assert_eq!(change(Some(0.0), Some(1.0)), Change::New);
        assert_eq!(change(Some(1.0), None), Change::Gone);
        assert_eq!(change(Some(100.0), Some(101.0)), Change::Same(1.0));
        assert_eq!(change(Some(100.0), Some(150.0)), Change::Slower(50.0));
        assert_eq!(change(Some(100.0), Some(50.0)), Change::Faster(-50.0));
    }

    fn run(ranks: u32, calls: &[(u32, &str, (i64, i64))]) -> RunFigures {
        let mut profile = ProfileBuilder::new().ranks(ranks);
        for (rank, name, call) in calls {
            profile = profile.calls(*rank, name, &[*call]);
        }
        figures(&profile.build(), &Selection::all())
    }

    #[test]
    fn a_row_of_a_later_run_follows_the_last_row_below_its_parent() {
        let baseline = run(1, &[(0, "a", (0, 10)), (0, "b", (1, 5)), (0, "c", (2, 3)), (0, "z", (20, 30))]);
        let candidate = run(
            1,
            &[
                (0, "first", (0, 1)),
                (0, "a", (2, 12)),
                (0, "new", (2, 4)),
                (0, "below", (3, 4)),
                (0, "b", (5, 9)),
                (0, "c", (13, 14)),
            ],
        );
        let rows = align(&[&baseline, &candidate]);
        let seen: Vec<_> = rows.iter().map(|row| (row.path.join(">"), row.rows[0], row.rows[1])).collect();
        let expected = [
            ("a", Some(0), Some(1)),
            ("a>b", Some(1), Some(4)),
            ("a>b>c", Some(2), None),
            ("a>new", None, Some(2)),
            ("a>new>below", None, Some(3)),
            ("z", Some(3), None),
            ("first", None, Some(0)),
            ("c", None, Some(5)),
        ];
        assert_eq!(seen, expected.map(|(path, a, b)| (path.to_owned(), a, b)));
    }

    #[test]
    fn runs_of_different_size_are_compared_per_rank() {
        let two = run(2, &[(0, SESSION, (0, 100)), (1, SESSION, (0, 80)), (0, "B", (0, 40))]);
        let one = run(1, &[(0, SESSION, (0, 100)), (0, "B", (0, 40))]);
        let comparison = compare(&one, &two);
        assert!(comparison.per_rank);
        let of = |row: usize| compared(&two.rows[row], comparison.per_rank);
        assert_eq!((of(0).total_ns, of(1).total_ns), (Some(90.0), Some(40.0)));
        assert_eq!((of(0).avg_ns, of(0).calls), (Some(90.0), Some(2)));
        assert_eq!(comparison.wall, Change::Same(0.0));
    }
}
