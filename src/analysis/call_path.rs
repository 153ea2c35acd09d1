//! Call paths: the regions from a root to a call, with adjacent repeats of one region collapsed, so that
//! `A > f > f > g` and `A > f > g` are one path and recursion does not spread over rows. Calls of all
//! ranks share paths. Regions that are not selected are left out of paths; what they call belongs to the
//! nearest selected region above.
//!
//! A path is *recursive* if some call on it was made directly by a call of the same region. Its total
//! counts the outermost calls only; its call count, durations and own time count every level.
//!
//! Example: f [10,60] around f [20,50] around f [30,40] around g [32,36], then f [70,80] (s): one path f
//! with 4 calls, total 60 s, coverage 60 s, own time 56 s, average 25 s.

use std::collections::HashMap;

use super::call_tree::{Call, CallTree};
use super::coverage::Coverage;
use super::figures::Gpu;
use super::imbalance::RankTotals;

/// The parent of root paths: no region.
pub(crate) const ROOT: u32 = 0;

/// Most path parts over all paths of a run. A table of paths writes each path out; real programs stay
/// far below, and endless mutual recursion must not fill the memory.
const MAX_PATH_PARTS: usize = 1 << 22;

/// All call paths of a run and what is known of each.
#[derive(Debug)]
pub(crate) struct CallPaths {
    /// By order of first call, rank by rank; a parent comes before its children. The first is [`ROOT`].
    pub(crate) nodes: Vec<Node>,
    /// Path of each call added, rank by rank in order of entry.
    pub(crate) path_of_call: Vec<u32>,
    /// Duration of each call added, ns.
    pub(crate) durations_ns: Vec<i64>,
    children: HashMap<(u32, u32), u32>,
    parts: usize,
}

/// One call path.
#[derive(Debug)]
pub(crate) struct Node {
    /// Index of the path one level up.
    pub(crate) parent: u32,
    /// Position of its region in the listing.
    pub(crate) region: u32,
    /// Number of path parts; 0 for [`ROOT`] only.
    pub(crate) parts: usize,
    /// The child that was looked up last: region and index.
    last_child: (u32, u32),
    pub(crate) figures: PathFigures,
}

/// Sums over the calls of a path.
#[derive(Debug, Default)]
pub(crate) struct PathFigures {
    pub(crate) calls: u64,
    pub(crate) recursive: bool,
    /// Over every recursion level.
    pub(crate) sum_ns: i128,
    /// Of the outermost calls.
    pub(crate) total_ns: i128,
    pub(crate) own_ns: i128,
    pub(crate) min_ns: i64,
    pub(crate) max_ns: i64,
    pub(crate) coverage: Coverage,
    /// Start and duration of the call that started first.
    pub(crate) first: (i64, i64),
    /// End and duration of the call that ended last.
    pub(crate) last: (i64, i64),
    pub(crate) gpu: Option<Gpu>,
    /// Totals of the ranks before `rank`.
    finished_ranks: RankTotals,
    /// The rank whose calls are being added and the total of its outermost calls.
    rank: Option<(u32, i128)>,
}

impl PathFigures {
    fn add(&mut self, rank: u32, call: &Call, own_ns: i64, gpu_ns: Option<i64>, outermost: bool) {
        let duration_ns = call.duration_ns();
        if self.rank.is_none_or(|(current, _)| current != rank) {
            self.finish_rank();
            self.rank = Some((rank, 0));
        }
        let first_call = self.calls == 0;
        if first_call || call.start_ns < self.first.0 {
            self.first = (call.start_ns, duration_ns);
        }
        if first_call || call.end_ns > self.last.0 {
            self.last = (call.end_ns, duration_ns);
        }
        self.min_ns = if first_call { duration_ns } else { self.min_ns.min(duration_ns) };
        self.max_ns = if first_call { duration_ns } else { self.max_ns.max(duration_ns) };
        self.calls += 1;
        self.sum_ns += i128::from(duration_ns);
        self.own_ns += i128::from(own_ns);
        self.coverage.add(call.start_ns, call.end_ns);
        if let Some(gpu_ns) = gpu_ns.filter(|gpu| *gpu >= 0) {
            let gpu = self.gpu.get_or_insert(Gpu { total_ns: 0, calls: 0 });
            gpu.total_ns += i128::from(gpu_ns);
            gpu.calls += 1;
        }
        if outermost {
            self.total_ns += i128::from(duration_ns);
            if let Some((_, total)) = &mut self.rank {
                *total += i128::from(duration_ns);
            }
        } else {
            self.recursive = true;
        }
    }

    fn finish_rank(&mut self) {
        if let Some((_, total_ns)) = self.rank.take() {
            self.finished_ranks.add(total_ns);
            self.coverage.next_rank();
        }
    }

    /// Totals of all ranks with calls on the path.
    pub(crate) fn ranks(&self) -> RankTotals {
        let mut ranks = self.finished_ranks;
        if let Some((_, total_ns)) = self.rank {
            ranks.add(total_ns);
        }
        ranks
    }
}

impl CallPaths {
    pub(crate) fn new() -> Self {
        let root = Node {
            parent: ROOT,
            region: u32::MAX,
            parts: 0,
            last_child: (u32::MAX, ROOT),
            figures: PathFigures::default(),
        };
        Self {
            nodes: vec![root],
            path_of_call: Vec::new(),
            durations_ns: Vec::new(),
            children: HashMap::new(),
            parts: 0,
        }
    }

    /// Adds the calls of one rank. `region_of_row` gives the listing position of a selected row's region.
    /// Returns false, with the paths in an unusable state, when there are too many path parts.
    pub(crate) fn add_rank(
        &mut self,
        rank: u32,
        calls: &[Call],
        tree: &CallTree,
        region_of_row: &[Option<u32>],
        gpu_ns: Option<&[i64]>,
    ) -> bool {
        let mut paths: Vec<u32> = Vec::with_capacity(calls.len());
        for ((call, parent), own_ns) in calls.iter().zip(&tree.parent).zip(&tree.own_ns) {
            let parent = paths.get(*parent).copied().unwrap_or(ROOT);
            let Some(region) = region_of_row.get(call.row as usize).copied().flatten() else {
                paths.push(parent);
                continue;
            };
            let Some(path) = self.step(parent, region) else { return false };
            if let Some(node) = self.nodes.get_mut(path as usize) {
                let gpu_ns = gpu_ns.and_then(|gpu| gpu.get(call.event)).copied();
                node.figures.add(rank, call, *own_ns, gpu_ns, path != parent);
            }
            paths.push(path);
            self.path_of_call.push(path);
            self.durations_ns.push(call.duration_ns());
        }
        true
    }

    /// The path of a region called on a path: the same path if it ends in the region.
    fn step(&mut self, parent: u32, region: u32) -> Option<u32> {
        let next = self.nodes.len() as u32;
        let node = self.nodes.get_mut(parent as usize)?;
        if node.region == region {
            return Some(parent);
        }
        if node.last_child.0 == region {
            return Some(node.last_child.1);
        }
        let path = *self.children.entry((parent, region)).or_insert(next);
        node.last_child = (region, path);
        let parts = node.parts + 1;
        if path == next {
            self.parts += parts;
            let figures = PathFigures::default();
            self.nodes.push(Node { parent, region, parts, last_child: (u32::MAX, ROOT), figures });
        }
        (self.parts <= MAX_PATH_PARTS).then_some(path)
    }

    /// The paths in pre-order, siblings by smallest start, then by first call.
    pub(crate) fn preorder(&self) -> Vec<u32> {
        let mut children: Vec<Vec<u32>> = vec![Vec::new(); self.nodes.len()];
        for (index, node) in (0..).zip(&self.nodes).skip(1) {
            if let Some(siblings) = children.get_mut(node.parent as usize) {
                siblings.push(index);
            }
        }
        let start_ns = |path: &u32| self.nodes.get(*path as usize).map(|node| node.figures.first.0);
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut open = vec![ROOT];
        while let Some(path) = open.pop() {
            if path != ROOT {
                order.push(path);
            }
            let mut siblings = children.get_mut(path as usize).map(std::mem::take).unwrap_or_default();
            siblings.sort_by_key(start_ns);
            open.extend(siblings.iter().rev());
        }
        order
    }

    /// The durations of each path's calls in rank and call order, by index of the path.
    pub(crate) fn grouped_durations(&mut self) -> GroupedDurations {
        let mut next = Vec::with_capacity(self.nodes.len() + 1);
        let mut offset = 0;
        for node in &self.nodes {
            next.push(offset);
            offset += node.figures.calls as usize;
        }
        next.push(offset);
        let offsets = next.clone();
        let mut values = vec![0; self.durations_ns.len()];
        let calls = std::mem::take(&mut self.path_of_call).into_iter();
        for (path, duration) in calls.zip(std::mem::take(&mut self.durations_ns)) {
            if let Some(place) = next.get_mut(path as usize) {
                if let Some(value) = values.get_mut(*place) {
                    *value = duration;
                }
                *place += 1;
            }
        }
        GroupedDurations { offsets, values }
    }
}

/// Call durations grouped by path.
#[derive(Debug)]
pub(crate) struct GroupedDurations {
    offsets: Vec<usize>,
    values: Vec<i64>,
}

impl GroupedDurations {
    /// The durations of a path's calls, ns.
    pub(crate) fn of_path(&mut self, path: u32) -> &mut [i64] {
        let path = path as usize;
        match (self.offsets.get(path), self.offsets.get(path + 1)) {
            (Some(from), Some(to)) => self.values.get_mut(*from..*to).unwrap_or_default(),
            _ => &mut [],
        }
    }
}
