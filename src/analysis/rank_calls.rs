//! The calls of one rank in order of entry, and their tree.

use std::collections::BTreeMap;

use super::call_tree::{self, Call, CallTree, Contradiction, NotNested};
use super::listing::Listing;
use crate::profile::{Calls, Profile, RankRegion, Recorded};

/// One rank's calls.
#[derive(Debug)]
pub(crate) struct RankCalls {
    /// By order of entry. All of them if they nest, else those of the selected regions.
    pub(crate) calls: Vec<Call>,
    /// The tree of `calls`, if they nest.
    pub(crate) tree: Option<CallTree>,
    /// What contradicts the nesting of all calls.
    pub(crate) contradiction: Option<NotNested>,
}

/// Orders and nests the calls of a rank's rows. If the calls nest only without the regions that are not
/// selected, the tree is that of the selected regions.
pub(crate) fn rank_calls(profile: &Profile, rows: &[(&RankRegion, usize)], listing: &Listing) -> RankCalls {
    let (mut calls, lanes) = collect(profile, rows);
    call_tree::sort_by_entry(&mut calls);
    let contradiction = match call_tree::build(&calls, lanes) {
        Ok(tree) => return RankCalls { calls, tree: Some(tree), contradiction: None },
        Err(contradiction) => name(profile, rows, &calls, contradiction),
    };
    let is_selected =
        |call: &Call| rows.get(call.row as usize).is_some_and(|(_, position)| listing.is_selected(*position));
    let before = calls.len();
    calls.retain(is_selected);
    let tree = if calls.len() < before { call_tree::build(&calls, lanes).ok() } else { None };
    RankCalls { calls, tree, contradiction }
}

/// The calls row by row, and the number of lanes.
fn collect(profile: &Profile, rows: &[(&RankRegion, usize)]) -> (Vec<Call>, usize) {
    let total = rows.iter().map(|(row, _)| profile.calls(row).len()).sum();
    let mut calls = Vec::with_capacity(total);
    let mut lanes = Lanes::default();
    for (number, (row, _)) in (0..).zip(rows) {
        let Recorded::Calls(range) = &row.recorded else { continue };
        let columns = profile.calls(row);
        let times = columns.start_ns.iter().zip(columns.end_ns);
        for (index, (start_ns, end_ns)) in times.enumerate() {
            calls.push(Call {
                start_ns: *start_ns,
                end_ns: *end_ns,
                row: number,
                lane: lanes.lane(&columns, index),
                event: range.start + index,
            });
        }
    }
    (calls, lanes.numbers.len().max(1))
}

/// Numbers the lanes of a rank in order of appearance.
#[derive(Debug, Default)]
struct Lanes {
    numbers: BTreeMap<(bool, i64), u32>,
    last: Option<((bool, i64), u32)>,
}

impl Lanes {
    /// The lane of a call: its task, else its thread, else the one lane of calls with neither. Without
    /// thread ids there is a single lane.
    fn lane(&mut self, columns: &Calls<'_>, index: usize) -> u32 {
        let Some(threads) = columns.thread_ids else { return 0 };
        let at = |ids: &[i64]| ids.get(index).copied().filter(|id| *id >= 0);
        let task = columns.task_ids.and_then(at).map(|id| (true, id));
        let key = task.unwrap_or((false, at(threads).unwrap_or(-1)));
        if let Some((last, number)) = self.last
            && last == key
        {
            return number;
        }
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        self.last = Some((key, number));
        number
    }
}

fn name(
    profile: &Profile,
    rows: &[(&RankRegion, usize)],
    calls: &[Call],
    Contradiction(outer, inner): Contradiction,
) -> Option<NotNested> {
    let (outer, inner) = (calls.get(outer)?, calls.get(inner)?);
    let name = |call: &Call| {
        rows.get(call.row as usize).map_or("", |(row, _)| profile.region_name(row.region)).to_owned()
    };
    Some(NotNested {
        outer: name(outer),
        outer_ns: (outer.start_ns, outer.end_ns),
        inner: name(inner),
        inner_ns: (inner.start_ns, inner.end_ns),
    })
}
