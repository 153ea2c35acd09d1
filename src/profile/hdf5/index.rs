//! The index of a columnar or aggregate profile: region names, and one row per rank and region.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::column::Column;
use super::container::Node;
use crate::profile::rows::{self, check_len, corrupt};
use crate::profile::{Problem, RankRegion, Recorded, limits};

/// Name of the group with the index.
pub(super) const INDEX: &str = "rank_region_index";

/// Reads the region names; a name that stands twice is damage.
pub(super) fn region_names(root: &Node<'_>) -> Result<Vec<Arc<str>>, Problem> {
    let column = root.required_child("region_table")?.required("names")?;
    let names: Vec<Arc<str>> = column.texts()?.into_iter().map(Arc::from).collect();
    let mut seen = HashMap::new();
    for (row, name) in names.iter().enumerate() {
        if let Some(first) = seen.insert(name, row) {
            return Err(column.corrupt_at(row, format!("repeats the name \"{name}\" of row {first}")));
        }
    }
    Ok(names)
}

/// Reads rank and region of every row: known regions, each once per rank.
pub(super) fn keys(index: &Node<'_>, names: &[Arc<str>]) -> Result<Vec<(u32, u32)>, Problem> {
    let region_column = index.required("region_ids")?;
    let rank_column = index.required("ranks")?;
    check_len(rank_column.place(), rank_column.len(), region_column.len(), "region_ids")?;
    let (regions, ranks) = (region_column.naturals()?, rank_column.naturals()?);
    let mut keys = Vec::with_capacity(regions.len());
    for (row, (region, rank)) in regions.into_iter().zip(ranks).enumerate() {
        let known = u32::try_from(region).ok().filter(|id| (*id as usize) < names.len());
        let region = known.ok_or_else(|| {
            region_column
                .corrupt_at(row, format!("region {region} does not exist; there are {}", names.len()))
        })?;
        let rank = limits::check_rank(rank, || format!("{}, row {row}", rank_column.place()))?;
        keys.push((rank, region));
    }
    rows::check_unique(keys.iter().copied(), names, |row| format!("{INDEX}, row {row}"))?;
    Ok(keys)
}

/// Reads the rows of a columnar profile. `events` is the number of entries of the event columns.
pub(super) fn rows(index: &Node<'_>, names: &[Arc<str>], events: usize) -> Result<Vec<RankRegion>, Problem> {
    let keys = keys(index, names)?;
    let column = |name: &str| expect(index.required(name)?, keys.len());
    let ranges = ranges(&column("event_offsets")?, &column("event_counts")?, events)?;
    let own = match index.column("exclusive_totals")? {
        Some(own) => expect(own, keys.len())?.integers()?,
        None => vec![-1; keys.len()],
    };
    let lines = column("source_lines")?.integers()?;
    let mut files = column("source_files")?.texts()?.into_iter();
    let mut texts = column("source_texts")?.texts()?.into_iter();
    let mut tags = tags(&column("tags")?)?.into_iter();
    let mut metadata = event_metadata(index, &ranges)?.into_iter();
    let rows =
        keys.into_iter().zip(ranges).zip(own).zip(lines).map(|((((rank, region), range), own), line)| {
            RankRegion {
                rank,
                region,
                call_site: rows::call_site(
                    files.next().unwrap_or_default(),
                    line,
                    texts.next().unwrap_or_default(),
                ),
                tags: tags.next().unwrap_or_default(),
                stored_own_ns: (own >= 0).then_some(own),
                event_metadata: metadata.next().flatten(),
                recorded: Recorded::Calls(range),
            }
        });
    let rows: Vec<RankRegion> = rows.collect();
    check_own_times(&rows)?;
    Ok(rows)
}

/// A column of the index with one entry per row.
pub(super) fn expect(column: Column<'_>, rows: usize) -> Result<Column<'_>, Problem> {
    check_len(column.place(), column.len(), rows, "region_ids")?;
    Ok(column)
}

/// Event ranges of all rows, inside the event columns and apart from each other.
fn ranges(offsets: &Column<'_>, counts: &Column<'_>, events: usize) -> Result<Vec<Range<usize>>, Problem> {
    let (first, count) = (offsets.naturals()?, counts.naturals()?);
    let mut ranges = Vec::with_capacity(first.len());
    for (row, (first, count)) in first.into_iter().zip(count).enumerate() {
        let end = first.checked_add(count).filter(|end| *end <= events as u64);
        let range = usize::try_from(first).ok().zip(end.and_then(|end| usize::try_from(end).ok()));
        let (first, end) = range.ok_or_else(|| {
            let reason =
                format!("its calls begin at {first} and count {count}, and the event columns hold {events}");
            corrupt(format!("{INDEX}, row {row}"), reason)
        })?;
        ranges.push(first..end);
    }
    let mut order: Vec<(usize, &Range<usize>)> =
        ranges.iter().enumerate().filter(|(_, range)| !range.is_empty()).collect();
    order.sort_by_key(|(_, range)| range.start);
    for pair in order.windows(2) {
        let [(before, a), (row, b)] = pair else { continue };
        if a.end > b.start {
            let reason = format!("its calls {b:?} overlap the calls {a:?} of row {before}");
            return Err(corrupt(format!("{INDEX}, row {row}"), reason));
        }
    }
    Ok(ranges)
}

fn tags(column: &Column<'_>) -> Result<Vec<Vec<String>>, Problem> {
    let parse = |(row, text): (usize, String)| match text.as_str() {
        "" | "[]" => Ok(Vec::new()),
        text => serde_json::from_str(text)
            .map_err(|error| column.corrupt_at(row, format!("is no JSON list of texts: {error}"))),
    };
    column.texts()?.into_iter().enumerate().map(parse).collect()
}

type CallMetadata = Option<Vec<Map<String, Value>>>;

fn event_metadata(index: &Node<'_>, ranges: &[Range<usize>]) -> Result<Vec<CallMetadata>, Problem> {
    let Some(column) = index.column("event_metadata")? else { return Ok(vec![None; ranges.len()]) };
    let column = expect(column, ranges.len())?;
    let parse = |(row, (text, range)): (usize, (String, &Range<usize>))| {
        if matches!(text.as_str(), "" | "[]") {
            return Ok(None);
        }
        let calls = serde_json::from_str(&text)
            .map_err(|error| column.corrupt_at(row, format!("is no JSON list of objects: {error}")))?;
        rows::event_metadata(calls, range.len() as u64, || format!("{}, row {row}", column.place()))
    };
    column.texts()?.into_iter().zip(ranges).enumerate().map(parse).collect()
}

fn check_own_times(rows: &[RankRegion]) -> Result<(), Problem> {
    let wrong = rows.iter().position(|row| row.stored_own_ns.is_some_and(|ns| !rows::time_in_range(ns)));
    wrong
        .map_or(Ok(()), |row| Err(corrupt(format!("{INDEX}/exclusive_totals, row {row}"), "is out of range")))
}
