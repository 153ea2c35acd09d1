//! Hardware counters as tables: LIKWID counters per rank and event group, Linux perf events per rank. The
//! selection's patterns apply to the names that the counters were recorded under.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use super::detail::{LikwidGroup, PerfRank};
use super::selection::Selection;
use crate::profile::{LikwidRegion, PerfRegion, Profile};

/// A table may be this much larger than the values in it, or have so many cells: regions of one group count
/// the same events, so that tables are full. What would be mostly empty is split.
const SPARE: usize = 16;
const SMALL_TABLE: usize = 4096;

fn is_mostly_empty(rows: usize, columns: usize, values: usize) -> bool {
    rows.saturating_mul(columns) > SMALL_TABLE.max(values.saturating_mul(SPARE))
}

/// The LIKWID tables, by rank, then by name of the group.
pub(crate) fn likwid_groups(profile: &Profile, selection: &Selection) -> Vec<LikwidGroup> {
    let mut groups: BTreeMap<(u32, &str), Vec<&LikwidRegion>> = BTreeMap::new();
    for (rank, regions) in profile.likwid.iter().filter(|(rank, _)| selection.selects_rank(**rank)) {
        for region in regions.iter().filter(|region| selection.selects_region(&region.tag)) {
            groups.entry((*rank, &region.group_name)).or_default().push(region);
        }
    }
    groups.into_iter().flat_map(|((rank, group), regions)| likwid_tables(rank, group, regions)).collect()
}

/// The table of a group.
fn likwid_tables(rank: u32, group: &str, mut regions: Vec<&LikwidRegion>) -> Vec<LikwidGroup> {
    let runtime = |region: &LikwidRegion| region.times_s.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    regions.sort_by(|a, b| runtime(b).total_cmp(&runtime(a)).then_with(|| a.tag.cmp(&b.tag)));
    let mut tables: Vec<CounterTable<'_>> = Vec::new();
    for region in regions {
        match tables.last_mut() {
            Some(table) if !table.would_be_empty_with(region) => table.add(region),
            _ => {
                let mut table = CounterTable::default();
                table.add(region);
                tables.push(table);
            }
        }
    }
    tables.into_iter().map(|table| table.finish(rank, group)).collect()
}

#[derive(Default)]
struct CounterTable<'p> {
    regions: Vec<&'p LikwidRegion>,
    columns: Vec<String>,
    sections: [Section; 3],
    values: usize,
}

impl<'p> CounterTable<'p> {
    fn would_be_empty_with(&self, region: &LikwidRegion) -> bool {
        let [_, events, metrics] = &self.sections;
        let new_events = event_labels(region).iter().filter(|label| !events.contains_key(*label)).count();
        let new_metrics = region.metric_names.iter().filter(|name| !metrics.contains_key(*name)).count();
        let rows = events.len() + metrics.len() + new_events + new_metrics;
        let threads = region.times_s.len();
        is_mostly_empty(rows, self.columns.len() + threads, self.values + values(region))
    }

    fn add(&mut self, region: &'p LikwidRegion) {
        let threads = region.times_s.len();
        let from = self.columns.len();
        self.columns.extend((0..threads).map(|thread| column_name(region, thread)));
        let counts: Vec<f64> = region.call_counts.iter().map(|count| *count as f64).collect();
        let [general, events, metrics] = &mut self.sections;
        fill(general, "call count".to_owned(), from, threads, &counts);
        fill(general, "runtime [s]".to_owned(), from, threads, &region.times_s);
        for (label, values) in event_labels(region).into_iter().zip(&region.events) {
            fill(events, label, from, threads, values);
        }
        for (name, values) in region.metric_names.iter().zip(&region.metrics) {
            fill(metrics, name.clone(), from, threads, values);
        }
        self.values += values(region);
        self.regions.push(region);
    }

    fn finish(self, rank: u32, group: &str) -> LikwidGroup {
        let width = self.columns.len();
        let headline = headline(&self.regions, &self.sections);
        let sections = self.sections.map(|section| padded(section, width));
        LikwidGroup { rank, group: group.to_owned(), columns: self.columns, sections, headline }
    }
}

/// Number of counter values of a region.
fn values(region: &LikwidRegion) -> usize {
    (region.events.len() + region.metrics.len()).saturating_mul(region.times_s.len())
}

/// Values by column; columns that a row does not reach have none.
type Section = IndexMap<String, Vec<Option<f64>>>;

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
fn headline(regions: &[&LikwidRegion], sections: &[Section; 3]) -> Option<(String, Vec<(String, f64)>)> {
    let [_, events, metrics] = sections;
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
    let tables = ranks.flat_map(|(rank, regions)| {
        let mut regions: Vec<&PerfRegion> =
            regions.iter().filter(|region| selection.selects_region(&region.region)).collect();
        regions.sort_by(|a, b| a.region.cmp(&b.region));
        perf_tables(&regions).into_iter().map(|regions| perf_rank(*rank, &regions)).collect::<Vec<_>>()
    });
    tables.collect()
}

/// The regions of a rank, split where their table would be mostly empty.
fn perf_tables<'p>(regions: &[&'p PerfRegion]) -> Vec<Vec<&'p PerfRegion>> {
    let mut tables: Vec<Vec<&PerfRegion>> = Vec::new();
    let mut events: BTreeSet<&str> = BTreeSet::new();
    let mut values = 0;
    for region in regions {
        let names = || region.counts.iter().map(|(event, _)| event.as_str());
        let new = names().filter(|event| !events.contains(event)).count();
        values += region.counts.len();
        match tables.last_mut() {
            Some(table) if !is_mostly_empty(events.len() + new, table.len() + 1, values) => {
                table.push(region)
            }
            _ => {
                events.clear();
                values = region.counts.len();
                tables.push(vec![region]);
            }
        }
        events.extend(names());
    }
    tables
}

fn perf_rank(rank: u32, regions: &[&PerfRegion]) -> PerfRank {
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
    PerfRank { rank, regions: rows.collect(), events }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;

    fn region(tag: &str, times_s: &[f64], events: &[&str], counters: &[&str]) -> LikwidRegion {
        let row = |value: usize| times_s.iter().map(|_| value as f64).collect();
        LikwidRegion {
            tag: tag.into(),
            group_id: 0,
            group_name: "MEM".into(),
            source: "full_api".into(),
            cpus: vec![4, 5],
            times_s: times_s.to_vec(),
            call_counts: times_s.iter().map(|_| 7).collect(),
            event_names: events.iter().map(|event| (*event).into()).collect(),
            counter_names: counters.iter().map(|counter| (*counter).into()).collect(),
            events: (0..events.len()).map(row).collect(),
            metric_names: Vec::new(),
            metrics: Vec::new(),
        }
    }

    fn tables(regions: Vec<LikwidRegion>) -> Vec<LikwidGroup> {
        let mut profile = ProfileBuilder::new().build();
        profile.likwid.insert(0, regions);
        likwid_groups(&profile, &Selection::new(None, &["hidden".into()], None).unwrap())
    }

    #[test]
    fn repeated_events_are_told_apart() {
        let labels =
            |counters: &[&str]| event_labels(&region("a", &[1.0], &["READ", "CYCLES", "READ"], counters));
        assert_eq!(labels(&["M0", "C0", "M1"]), ["READ:M0", "CYCLES", "READ:M1"]);
        assert_eq!(labels(&[]), ["READ#0", "CYCLES", "READ#2"]);
    }

    #[test]
    fn the_longest_region_leads_and_gaps_are_none() {
        let tables = tables(vec![
            region("short", &[0.5], &["X"], &[]),
            region("hidden", &[9.0], &["X"], &[]),
            region("long", &[1.0, 2.0], &["X", "Y"], &[]),
        ]);
        let [table] = &tables[..] else { panic!("{tables:?}") };
        assert_eq!(table.columns, ["long@cpu4", "long@cpu5", "short"]);
        assert_eq!(table.sections[1][0], ("X".to_owned(), vec![Some(0.0); 3]));
        assert_eq!(table.sections[1][1], ("Y".to_owned(), vec![Some(1.0), Some(1.0), None]));
        let headline = vec![("long".to_owned(), 0.0), ("short".to_owned(), 0.0)];
        assert_eq!(table.headline, Some(("X".to_owned(), headline)));
    }

    #[test]
    fn tables_of_ever_new_events_do_not_grow_quadratically() {
        let regions =
            (0..2_000).map(|i| region(&format!("r{i}"), &[1.0], &[&format!("E{i}")], &[])).collect();
        let tables = tables(regions);
        let cells: usize = tables.iter().map(|table| table.columns.len() * table.sections[1].len()).sum();
        assert!(cells <= 2_000 * 70, "{cells}");
        assert_eq!(tables.iter().map(|table| table.columns.len()).sum::<usize>(), 2_000);
    }

    #[test]
    fn perf_counts_stand_by_region_and_event() {
        let perf = |region: &str, counts: &[(&str, u64)]| PerfRegion {
            region: region.into(),
            calls: 2,
            counts: counts.iter().map(|(event, count)| ((*event).into(), *count)).collect(),
        };
        let mut profile = ProfileBuilder::new().build();
        profile.perf.insert(3, vec![perf("b", &[("cycles", 5)]), perf("a", &[("misses", 1), ("cycles", 9)])]);
        let tables = perf_ranks(&profile, &Selection::all());
        let [table] = &tables[..] else { panic!("{tables:?}") };
        assert_eq!((table.rank, &table.events[..]), (3, &["cycles".to_owned(), "misses".to_owned()][..]));
        assert_eq!(table.regions[0], ("a".to_owned(), 2, vec![Some(9), Some(1)]));
        assert_eq!(table.regions[1], ("b".to_owned(), 2, vec![Some(5), None]));
        assert!(perf_ranks(&profile, &Selection::new(None, &[], Some(&[0])).unwrap()).is_empty());
    }
}
