//! Checks and small conversions on rows that all layouts share.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::{CallSite, MAX_TIME_NS, Problem, Profile, RankRegion, StoredStatistics};

/// A place and a reason as [`Problem::Corrupt`].
pub(super) fn corrupt(place: impl Into<String>, reason: impl Into<String>) -> Problem {
    Problem::Corrupt { place: place.into(), reason: reason.into() }
}

/// A place and a reason as [`Problem::Layout`].
pub(super) fn layout(place: impl Into<String>, reason: impl Into<String>) -> Problem {
    Problem::Layout { place: place.into(), reason: reason.into() }
}

/// Checks that a column has one entry per `of`.
pub(super) fn check_len(place: &str, len: usize, expected: usize, of: &str) -> Result<(), Problem> {
    if len == expected {
        return Ok(());
    }
    Err(corrupt(place, format!("has {len} entries and {of} has {expected}")))
}

/// Whether a time has the magnitude that a profile may hold.
pub(super) fn time_in_range(ns: i64) -> bool {
    ns.unsigned_abs() <= MAX_TIME_NS.unsigned_abs()
}

/// `base + offset` as a time of the profile, or `None` beyond the range.
pub(super) fn add_time(base: i64, offset: i64) -> Option<i64> {
    base.checked_add(offset).filter(|ns| time_in_range(*ns))
}

/// The call site of a row; `None` when neither file nor text is known.
pub(super) fn call_site(file: String, line: i64, text: String) -> Option<CallSite> {
    if file.is_empty() && text.is_empty() {
        return None;
    }
    Some(CallSite { file, line: u64::try_from(line).ok(), text })
}

/// The metadata of a row's calls; `None` when no call has any.
pub(super) fn event_metadata(
    calls: Vec<Map<String, Value>>,
    count: u64,
    place: impl FnOnce() -> String,
) -> Result<Option<Vec<Map<String, Value>>>, Problem> {
    if calls.is_empty() {
        return Ok(None);
    }
    if calls.len() as u64 != count {
        return Err(corrupt(place(), format!("has {} entries for {count} calls", calls.len())));
    }
    Ok(calls.iter().any(|call| !call.is_empty()).then_some(calls))
}

/// Checks that the times of stored statistics are in range.
pub(super) fn check_statistics(
    statistics: &StoredStatistics,
    place: impl FnOnce() -> String,
) -> Result<(), Problem> {
    let (first, last) = statistics.first_last_ns.unwrap_or_default();
    let (start, end) = statistics.span_ns.unwrap_or_default();
    let gpu = statistics.gpu.map_or(0, |(_, total)| total);
    let own = statistics.own_ns.unwrap_or_default();
    let all = [statistics.total_ns, statistics.min_ns, statistics.max_ns, first, last, start, end, gpu, own];
    match all.iter().find(|ns| !time_in_range(**ns)) {
        None => Ok(()),
        Some(ns) => Err(corrupt(place(), format!("the time {ns} ns is out of range"))),
    }
}

/// Checks that no (rank, region) pair has two rows. `place` names a row by its position.
pub(super) fn check_unique(
    keys: impl Iterator<Item = (u32, u32)>,
    names: &[Arc<str>],
    place: impl Fn(usize) -> String,
) -> Result<(), Problem> {
    let mut seen = HashMap::new();
    for (row, (rank, region)) in keys.enumerate() {
        if let Some(first) = seen.insert((rank, region), row) {
            let name = names.get(region as usize).map_or("", |name| name);
            return Err(corrupt(
                place(row),
                format!("repeats row {first}: rank {rank} has region \"{name}\" twice"),
            ));
        }
    }
    Ok(())
}

/// Brings the rows of a profile into rank order (keeping the order within a rank) and leaves out region
/// names that no row uses.
pub(super) fn finish(mut profile: Profile) -> Profile {
    profile.rows.sort_by_key(|row| row.rank);
    let mut used = vec![false; profile.region_names.len()];
    for row in &profile.rows {
        if let Some(used) = used.get_mut(row.region as usize) {
            *used = true;
        }
    }
    if used.iter().all(|used| *used) {
        return profile;
    }
    let mut next = 0;
    let new_ids: Vec<u32> = used
        .iter()
        .map(|used| {
            let id = next;
            next += u32::from(*used);
            id
        })
        .collect();
    for row in &mut profile.rows {
        row.region = new_ids.get(row.region as usize).copied().unwrap_or(row.region);
    }
    let mut keep = used.into_iter();
    profile.region_names.retain(|_| keep.next().unwrap_or(false));
    profile
}

/// Number of ranks that the rows imply: highest rank + 1.
pub(super) fn ranks_of(rows: &[RankRegion]) -> u32 {
    rows.iter().map(|row| row.rank.saturating_add(1)).max().unwrap_or(0)
}

/// Appends a row's entries of an optional column. Rows that did not record it, before or now, hold `none`.
pub(super) fn append_optional(
    column: &mut Option<Vec<i64>>,
    values: Option<Vec<i64>>,
    before: usize,
    total: usize,
    none: i64,
) {
    match (column.as_mut(), values) {
        (None, None) => {}
        (Some(column), None) => column.resize(total, none),
        (Some(column), Some(values)) => column.extend(values),
        (None, Some(values)) => {
            let mut filled = vec![none; before];
            filled.extend(values);
            *column = Some(filled);
        }
    }
}
