//! Hardware counters as tables: LIKWID counters per rank and event group, Linux perf events per rank. The
//! selection's patterns apply to the names that the counters were recorded under.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::figures::{LikwidGroup, PerfRank};
use super::selection::Selection;
use crate::profile::{LikwidRegion, Profile};

/// The LIKWID tables, by rank, then by name of the group.
pub(crate) fn likwid_groups(profile: &Profile, selection: &Selection) -> Vec<LikwidGroup> {
    let mut groups: BTreeMap<(u32, &str), Vec<&LikwidRegion>> = BTreeMap::new();
    for (rank, regions) in profile.likwid.iter().filter(|(rank, _)| selection.selects_rank(**rank)) {
        for region in regions.iter().filter(|region| selection.selects_region(&region.tag)) {
            groups.entry((*rank, &region.group_name)).or_default().push(region);
        }
    }
    groups.into_iter().map(|((rank, group), regions)| likwid_group(rank, group, regions)).collect()
}

fn likwid_group(rank: u32, group: &str, mut regions: Vec<&LikwidRegion>) -> LikwidGroup {
    let runtime = |region: &LikwidRegion| region.times_s.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    regions.sort_by(|a, b| runtime(b).total_cmp(&runtime(a)).then_with(|| a.tag.cmp(&b.tag)));
    let mut table = CounterTable::default();
    for region in &regions {
        let threads = region.times_s.len();
        let from = table.columns.len();
        table.columns.extend((0..threads).map(|thread| column_name(region, thread)));
        let counts: Vec<f64> = region.call_counts.iter().map(|count| *count as f64).collect();
        let [general, events, metrics] = &mut table.sections;
        fill(general, "call count".to_owned(), from, threads, &counts);
        fill(general, "runtime [s]".to_owned(), from, threads, &region.times_s);
        for (label, values) in event_labels(region).into_iter().zip(&region.events) {
            fill(events, label, from, threads, values);
        }
        for (name, values) in region.metric_names.iter().zip(&region.metrics) {
            fill(metrics, name.clone(), from, threads, values);
        }
    }
    let width = table.columns.len();
    let headline = headline(&regions, &table);
    LikwidGroup {
        rank,
        group: group.to_owned(),
        columns: table.columns,
        sections: table.sections.map(|section| padded(section, width)),
        headline,
    }
}

/// Values by column; columns that a row does not reach have none.
type Section = IndexMap<String, Vec<Option<f64>>>;

#[derive(Default)]
struct CounterTable {
    columns: Vec<String>,
    sections: [Section; 3],
}

/// Puts a region's values into the columns from `from` on.
fn fill(section: &mut Section, name: String, from: usize, threads: usize, values: &[f64]) {
    let row = section.entry(name).or_default();
    row.resize(row.len().max(from), None);
    row.truncate(from);
    row.extend(values.iter().take(threads).map(|value| Some(*value)));
}

fn padded(section: Section, width: usize) -> Vec<(String, Vec<Option<f64>>)> {
    let pad = |(name, mut row): (String, Vec<Option<f64>>)| {
        row.resize(width, None);
        (name, row)
    };
    section.into_iter().map(pad).collect()
}

/// The tag, with the hardware thread where there are several.
fn column_name(region: &LikwidRegion, thread: usize) -> String {
    if region.times_s.len() == 1 {
        return region.tag.clone();
    }
    let cpu = region.cpus.get(thread).copied().unwrap_or(thread as i64);
    format!("{}@cpu{cpu}", region.tag)
}

/// Names of a region's events: the name where it occurs once, else with its register, else with its place.
fn event_labels(region: &LikwidRegion) -> Vec<String> {
    let names = &region.event_names;
    let mut occurrences: BTreeMap<&str, usize> = BTreeMap::new();
    for name in names {
        *occurrences.entry(name).or_default() += 1;
    }
    let label = |(index, name): (usize, &String)| {
        let counter = region.counter_names.get(index).filter(|counter| !counter.is_empty());
        match (occurrences.get(name.as_str()), counter) {
            (Some(1), _) => name.clone(),
            (_, Some(counter)) => format!("{name}:{counter}"),
            (_, None) => format!("{name}#{index}"),
        }
    };
    names.iter().enumerate().map(label).collect()
}

/// The group's first metric, else its first event: mean over the hardware threads that have a number, by
/// tag.
fn headline(regions: &[&LikwidRegion], table: &CounterTable) -> Option<(String, Vec<(String, f64)>)> {
    let [_, events, metrics] = &table.sections;
    let (name, row) = metrics.first().or_else(|| events.first())?;
    let mut values = Vec::new();
    let mut from = 0;
    for region in regions {
        let to = from + region.times_s.len();
        let cells = row.get(from..to.min(row.len())).unwrap_or_default();
        let known: Vec<f64> = cells.iter().copied().flatten().filter(|value| value.is_finite()).collect();
        if !known.is_empty() {
            values.push((region.tag.clone(), known.iter().sum::<f64>() / known.len() as f64));
        }
        from = to;
    }
    values.sort_by(|a, b| a.0.cmp(&b.0));
    Some((name.clone(), values))
}

/// The perf tables, by rank.
pub(crate) fn perf_ranks(profile: &Profile, selection: &Selection) -> Vec<PerfRank> {
    let ranks = profile.perf.iter().filter(|(rank, _)| selection.selects_rank(**rank));
    let tables = ranks.map(|(rank, regions)| {
        let mut regions: Vec<_> =
            regions.iter().filter(|region| selection.selects_region(&region.region)).collect();
        regions.sort_by(|a, b| a.region.cmp(&b.region));
        let mut events: Vec<String> =
            regions.iter().flat_map(|region| &region.counts).map(|(event, _)| event.clone()).collect();
        events.sort();
        events.dedup();
        let rows = regions.iter().map(|region| {
            let counts: BTreeMap<&str, u64> =
                region.counts.iter().map(|(event, count)| (event.as_str(), *count)).collect();
            let cells = events.iter().map(|event| counts.get(event.as_str()).copied()).collect();
            (region.region.clone(), region.calls, cells)
        });
        PerfRank { rank: *rank, regions: rows.collect(), events }
    });
    tables.filter(|table| !table.regions.is_empty()).collect()
}
