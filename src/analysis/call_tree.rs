//! Which call encloses which, from the times of one rank's calls.
//!
//! Calls nest within a *lane* (a task, else a thread). In a lane a call runs from its start up to, not
//! including, its end, and its parent is the innermost call that is running when it starts:
//!
//! * a call that starts exactly when another ends follows it as a sibling;
//! * of two calls that start together the longer one encloses the other;
//! * identical intervals nest in the order of the regions' listing, then of recording. That includes
//!   calls of zero length, which otherwise enclose nothing.
//!
//! A call that ends before it starts, or after its parent ends, contradicts this: the rank has no tree.
//!
//! Example: p[0,10], c[0,5], c[5,10], z[0,0], z[10,10] give `p`, `p > c`, `p > c > z`, `p > c`, and the
//! z at 10, when nothing is running, is a root.
//!
//! Own time of a call is its duration without its direct children.

use thiserror::Error;

/// In place of an index: no call.
pub(crate) const NONE: usize = usize::MAX;

/// One call of a rank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Call {
    pub(crate) start_ns: i64,
    pub(crate) end_ns: i64,
    /// Row of the rank it belongs to, in listing order.
    pub(crate) row: u32,
    /// Dense number of its lane.
    pub(crate) lane: u32,
    /// Position in the event columns.
    pub(crate) event: usize,
}

impl Call {
    pub(crate) fn duration_ns(&self) -> i64 {
        self.end_ns.saturating_sub(self.start_ns)
    }
}

/// Brings calls, given row by row, into the order in which they were entered. The sort is stable and
/// makes use of rows that are sorted already.
pub(crate) fn sort_by_entry(calls: &mut [Call]) {
    calls.sort_by(|a, b| a.start_ns.cmp(&b.start_ns).then(b.end_ns.cmp(&a.end_ns)));
}

/// The tree of one rank's calls; the vectors have one entry per call, in order of entry.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct CallTree {
    /// Index of the enclosing call; [`NONE`] for a root.
    pub(crate) parent: Vec<usize>,
    /// Number of enclosing calls.
    pub(crate) depth: Vec<u32>,
    /// Duration without direct children, ns.
    pub(crate) own_ns: Vec<i64>,
}

/// Indices of two calls that contradict each other: the second lies partly outside the first, or both
/// are the same call, which ends before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contradiction(pub(crate) usize, pub(crate) usize);

/// Builds the tree of calls sorted by [`sort_by_entry`], with lanes numbered below `lanes`.
/// Linear in time and memory.
pub(crate) fn build(calls: &[Call], lanes: usize) -> Result<CallTree, Contradiction> {
    let mut tree = CallTree {
        parent: Vec::with_capacity(calls.len()),
        depth: Vec::with_capacity(calls.len()),
        own_ns: Vec::with_capacity(calls.len()),
    };
    let mut innermost = vec![NONE; lanes];
    for (index, call) in calls.iter().enumerate() {
        if call.end_ns < call.start_ns {
            return Err(Contradiction(index, index));
        }
        let Some(top) = innermost.get_mut(call.lane as usize) else { continue };
        while let Some(open) = calls.get(*top)
            && !encloses_start(open, call)
        {
            *top = tree.parent.get(*top).copied().unwrap_or(NONE);
        }
        let parent = *top;
        if let Some(open) = calls.get(parent)
            && call.end_ns > open.end_ns
        {
            return Err(Contradiction(parent, index));
        }
        if let Some(own) = tree.own_ns.get_mut(parent) {
            *own = own.saturating_sub(call.duration_ns());
        }
        tree.depth.push(tree.depth.get(parent).map_or(0, |depth| depth + 1));
        tree.parent.push(*top);
        tree.own_ns.push(call.duration_ns());
        *top = index;
    }
    Ok(tree)
}

/// Whether `open`, entered before `call`, is still running when `call` starts.
fn encloses_start(open: &Call, call: &Call) -> bool {
    open.end_ns > call.start_ns || (open.start_ns == call.start_ns && open.end_ns == call.end_ns)
}

/// Calls of one rank and lane that cannot be nested.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.words())]
pub struct NotNested {
    /// Name of the enclosing region.
    pub outer: String,
    /// Start and end of its call, ns.
    pub outer_ns: (i64, i64),
    /// Name of the region whose call lies partly outside; the same call when it ends before it starts.
    pub inner: String,
    /// Start and end of that call, ns.
    pub inner_ns: (i64, i64),
}

impl NotNested {
    fn words(&self) -> String {
        let Self { outer, outer_ns, inner, inner_ns } = self;
        if inner_ns.1 < inner_ns.0 {
            return format!(
                "a call of `{inner}` ends at {} ns, before it starts at {} ns",
                inner_ns.1, inner_ns.0
            );
        }
        format!(
            "a call of `{inner}` from {} to {} ns starts inside a call of `{outer}` from {} to {} ns but ends after it",
            inner_ns.0, inner_ns.1, outer_ns.0, outer_ns.1
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn call(row: u32, start_ns: i64, end_ns: i64, lane: u32) -> Call {
        Call { start_ns, end_ns, row, lane, event: 0 }
    }

    /// Sorts by region, then by entry, and builds.
    fn tree(mut calls: Vec<Call>) -> (Vec<Call>, Result<CallTree, Contradiction>) {
        calls.sort_by_key(|call| call.row);
        sort_by_entry(&mut calls);
        let tree = build(&calls, 3);
        (calls, tree)
    }

    #[test]
    fn touching_zero_length_and_simultaneous_calls() {
        let (p, c, z) = (0, 1, 2);
        let calls = vec![
            call(p, 0, 10, 0),
            call(c, 0, 5, 0),
            call(c, 5, 10, 0),
            call(z, 0, 0, 0),
            call(z, 10, 10, 0),
        ];
        let (calls, tree) = tree(calls);
        let tree = tree.unwrap();
        let rows: Vec<u32> = calls.iter().map(|call| call.row).collect();
        assert_eq!(rows, [p, c, z, c, z]);
        assert_eq!(tree.parent, [NONE, 0, 1, 0, NONE]);
        assert_eq!(tree.depth, [0, 1, 2, 1, 0]);
        assert_eq!(tree.own_ns, [0, 5, 0, 5, 0]);
    }

    #[test]
    fn lanes_do_not_see_each_other() {
        let (_, tree) = tree(vec![call(0, 0, 10, 0), call(1, 5, 15, 1), call(1, 6, 8, 0)]);
        let tree = tree.unwrap();
        assert_eq!(tree.parent, [NONE, NONE, 0]);
        assert_eq!(tree.own_ns, [8, 10, 2]);
    }

    #[test]
    fn partial_overlap_and_reversed_calls_contradict() {
        assert_eq!(tree(vec![call(0, 0, 10, 0), call(1, 5, 15, 0)]).1, Err(Contradiction(0, 1)));
        assert_eq!(tree(vec![call(0, 5, 4, 0)]).1, Err(Contradiction(0, 0)));
    }

    #[test]
    fn a_contradiction_is_told_with_names_and_times() {
        let error = NotNested { outer: "a".into(), outer_ns: (0, 10), inner: "b".into(), inner_ns: (5, 15) };
        assert_eq!(
            error.to_string(),
            "a call of `b` from 5 to 15 ns starts inside a call of `a` from 0 to 10 ns but ends after it"
        );
    }

    /// The definition word for word: among the calls entered earlier in the lane that are running at the
    /// start, the one entered last. Quadratic.
    fn slow_parents(calls: &[Call]) -> Option<Vec<usize>> {
        if calls.iter().any(|call| call.end_ns < call.start_ns) {
            return None;
        }
        let mut parents = Vec::new();
        for (index, call) in calls.iter().enumerate() {
            let same = |other: &Call| (other.start_ns, other.end_ns) == (call.start_ns, call.end_ns);
            let parent = (0..index).rev().find(|other| {
                let other = &calls[*other];
                other.lane == call.lane
                    && ((other.start_ns <= call.start_ns && call.start_ns < other.end_ns) || same(other))
            });
            if parent.is_some_and(|parent| calls[parent].end_ns < call.end_ns) {
                return None;
            }
            parents.push(parent.unwrap_or(NONE));
        }
        Some(parents)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn agrees_with_the_definition(
            times in prop::collection::vec((0..4u32, 0..12i64, -1..9i64, 0..3u32), 0..9)
        ) {
            let calls = times.into_iter().map(|(row, start, length, lane)| {
                // Reversed calls are rare, lengths snap to even numbers so that many cases nest.
                let length = if length < 0 && start % 4 > 0 { 0 } else { length / 2 * 2 };
                call(row, start / 2 * 2, start / 2 * 2 + length, lane)
            });
            let (calls, tree) = tree(calls.collect());
            match slow_parents(&calls) {
                None => prop_assert!(tree.is_err()),
                Some(parents) => {
                    let tree = tree.unwrap();
                    prop_assert_eq!(&tree.parent, &parents);
                    for (index, call) in calls.iter().enumerate() {
                        let depth = parents[index];
                        let depth = if depth == NONE { 0 } else { tree.depth[depth] + 1 };
                        prop_assert_eq!(tree.depth[index], depth);
                        let children = calls.iter().zip(&parents).filter(|(_, p)| **p == index);
                        let own = call.duration_ns() - children.map(|(c, _)| c.duration_ns()).sum::<i64>();
                        prop_assert_eq!(tree.own_ns[index], own);
                        prop_assert!(own >= 0);
                    }
                }
            }
        }
    }
}
