//! The order in which regions are listed: by their smallest start on any rank. Ranks without calls do
//! not order anything; regions without known starts come last, in the order of the file.

use super::selection::Selection;
use crate::profile::{Profile, RankRegion, Recorded};

/// The regions of a profile that have a row, in listing order.
#[derive(Debug)]
pub(crate) struct Listing {
    /// Region ids.
    pub(crate) ids: Vec<u32>,
    /// Index of the region among the selected ones, by position in the listing.
    selected: Vec<Option<usize>>,
    /// Rows of the profile by rank, then by position of their region: row index, position.
    rows: Vec<(usize, usize)>,
}

impl Listing {
    pub(crate) fn new(profile: &Profile, selection: &Selection) -> Self {
        let mut first_start: Vec<Option<Option<i64>>> = vec![None; profile.region_names.len()];
        for row in &profile.rows {
            if let Some(first) = first_start.get_mut(row.region as usize) {
                let start = smallest_start_ns(profile, row);
                *first = Some(first.flatten().into_iter().chain(start).min());
            }
        }
        let mut order: Vec<(bool, Option<i64>, u32)> = (0..)
            .zip(&first_start)
            .filter_map(|(id, first)| first.map(|first| (first.is_none(), first, id)))
            .collect();
        order.sort_unstable();
        let ids: Vec<u32> = order.into_iter().map(|(_, _, id)| id).collect();
        let mut next = 0..;
        let is_selected = |id: &u32| selection.selects_region(profile.region_name(*id));
        let selected = ids.iter().map(|id| if is_selected(id) { next.next() } else { None }).collect();
        let mut positions = vec![None; profile.region_names.len()];
        for (position, id) in ids.iter().enumerate() {
            if let Some(place) = positions.get_mut(*id as usize) {
                *place = Some(position);
            }
        }
        let position = |row: &RankRegion| positions.get(row.region as usize).copied().flatten();
        let mut rows: Vec<(usize, usize)> = profile
            .rows
            .iter()
            .enumerate()
            .filter_map(|(index, row)| position(row).map(|position| (index, position)))
            .collect();
        rows.sort_by_key(|(index, position)| (profile.rows.get(*index).map(|row| row.rank), *position));
        Self { ids, selected, rows }
    }

    /// Whether the region at a position is selected.
    pub(crate) fn is_selected(&self, position: usize) -> bool {
        self.selected_index(position).is_some()
    }

    /// Index among the selected regions of the region at a position.
    pub(crate) fn selected_index(&self, position: usize) -> Option<usize> {
        self.selected.get(position).copied().flatten()
    }

    /// The rows of each rank, ranks ascending, with the position of their region, in listing order.
    pub(crate) fn ranks<'p>(&self, profile: &'p Profile) -> Vec<(u32, Vec<(&'p RankRegion, usize)>)> {
        let mut ranks: Vec<(u32, Vec<(&RankRegion, usize)>)> = Vec::new();
        for (index, position) in &self.rows {
            let Some(row) = profile.rows.get(*index) else { continue };
            match ranks.last_mut() {
                Some((rank, rows)) if *rank == row.rank => rows.push((row, *position)),
                _ => ranks.push((row.rank, vec![(row, *position)])),
            }
        }
        ranks
    }
}

/// When a row's first call started, ns; `None` without calls or without call times.
pub(crate) fn smallest_start_ns(profile: &Profile, row: &RankRegion) -> Option<i64> {
    match &row.recorded {
        Recorded::Calls(_) => profile.calls(row).start_ns.iter().min().copied(),
        Recorded::Statistics(s) => s.span_ns.filter(|_| s.calls > 0).map(|(start, _)| start),
    }
}

/// When a row's last call ended, ns; `None` without calls or without call times.
pub(crate) fn largest_end_ns(profile: &Profile, row: &RankRegion) -> Option<i64> {
    match &row.recorded {
        Recorded::Calls(_) => profile.calls(row).end_ns.iter().max().copied(),
        Recorded::Statistics(s) => s.span_ns.filter(|_| s.calls > 0).map(|(_, end)| end),
    }
}
