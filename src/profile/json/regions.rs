//! The rows of a JSON profile, gathered into names, rows and event columns while the text is parsed.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::profile::rows::{
    append_optional, call_site, check_len, check_statistics, check_unique, corrupt, event_metadata,
    time_in_range,
};
use crate::profile::{EventColumns, Moments, Problem, RankRegion, Recorded, StoredStatistics, limits};

/// The list `regions`, in file order.
#[derive(Default)]
pub(super) struct Regions {
    pub(super) names: Vec<Arc<str>>,
    pub(super) rows: Vec<RankRegion>,
    pub(super) events: EventColumns,
    ids: HashMap<Arc<str>, u32>,
    /// The first thing that contradicts itself; parsing goes on, since the text itself is in order.
    problem: Option<Problem>,
}

/// One region on one rank.
#[derive(serde::Deserialize)]
struct Row {
    name: String,
    rank: u64,
    source_file: Option<String>,
    source_lineno: Option<i64>,
    source_text: Option<String>,
    tags: Option<Vec<String>>,
    aggregate: Option<Aggregate>,
    start_times_ns: Option<Vec<i64>>,
    end_times_ns: Option<Vec<i64>>,
    gpu_durations_ns: Option<Vec<i64>>,
    call_ids: Option<Vec<i64>>,
    parent_ids: Option<Vec<i64>>,
    thread_ids: Option<Vec<i64>>,
    task_ids: Option<Vec<i64>>,
    await_ns: Option<Vec<i64>>,
    event_metadata: Option<Vec<Map<String, Value>>>,
    exclusive_total_ns: Option<i64>,
}

/// Statistics in place of calls.
#[derive(serde::Deserialize)]
struct Aggregate {
    count: Whole,
    total: Whole,
    minimum: Whole,
    maximum: Whole,
    exclusive: Option<Whole>,
    first: Option<Whole>,
    last: Option<Whole>,
    start_minimum: Option<Whole>,
    end_maximum: Option<Whole>,
    gpu_count: Option<Whole>,
    gpu_total: Option<Whole>,
    mean: Option<f64>,
    m2: Option<f64>,
}

/// A whole number that may be written as a floating-point one.
#[derive(Clone, Copy)]
struct Whole(i64);

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number")
            }

            fn visit_i64<E: serde::de::Error>(self, value: i64) -> Result<Whole, E> {
                Ok(Whole(value))
            }

            fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Whole, E> {
                i64::try_from(value).map(Whole).map_err(|_| E::custom(format!("{value} is out of range")))
            }

            fn visit_f64<E: serde::de::Error>(self, value: f64) -> Result<Whole, E> {
                if value.abs() < 9.2e18 {
                    return Ok(Whole(value.round() as i64));
                }
                Err(E::custom(format!("{value} is out of range")))
            }
        }
        deserializer.deserialize_any(Number)
    }
}

impl<'de> Deserialize<'de> for Regions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = Regions;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of rows")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Regions, A::Error> {
                let mut regions = Regions::default();
                while let Some(row) = rows.next_element::<Row>()? {
                    if regions.problem.is_none() {
                        regions.problem = regions.push(row).err();
                    }
                }
                Ok(regions)
            }
        }
        deserializer.deserialize_seq(Rows)
    }
}

impl Regions {
    /// The gathered rows, unless they contradict themselves or each other.
    pub(super) fn finish(self) -> Result<Self, Problem> {
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        let keys = self.rows.iter().map(|row| (row.rank, row.region));
        check_unique(keys, &self.names, |row| format!("regions[{row}]"))?;
        Ok(self)
    }

    fn push(&mut self, mut row: Row) -> Result<(), Problem> {
        let place = format!("regions[{}]", self.rows.len());
        let rank = limits::check_rank(row.rank, || format!("{place}.rank"))?;
        let region = self.region_id(&row.name);
        let own_ns = row.exclusive_total_ns.filter(|ns| *ns >= 0);
        if own_ns.is_some_and(|ns| !time_in_range(ns)) {
            return Err(corrupt(format!("{place}.exclusive_total_ns"), "the time is out of range"));
        }
        let mut entry = RankRegion {
            rank,
            region,
            call_site: call_site(
                row.source_file.take().unwrap_or_default(),
                row.source_lineno.unwrap_or(-1),
                row.source_text.take().unwrap_or_default(),
            ),
            tags: row.tags.take().unwrap_or_default(),
            stored_own_ns: own_ns,
            event_metadata: None,
            recorded: Recorded::Calls(0..0),
        };
        if let Some(aggregate) = &row.aggregate {
            let statistics = aggregate.statistics(own_ns, &place)?;
            entry.stored_own_ns = statistics.own_ns;
            entry.recorded = Recorded::Statistics(statistics);
        } else {
            let (metadata, range) = self.push_calls(row, &place)?;
            entry.event_metadata = metadata;
            entry.recorded = Recorded::Calls(range);
        }
        self.rows.push(entry);
        Ok(())
    }

    fn push_calls(&mut self, row: Row, place: &str) -> Result<CallsOfRow, Problem> {
        let starts = row.start_times_ns.unwrap_or_default();
        let ends = row.end_times_ns.unwrap_or_default();
        let count = starts.len();
        check_len(&format!("{place}.end_times_ns"), ends.len(), count, "start_times_ns")?;
        for (name, times) in [("start_times_ns", &starts), ("end_times_ns", &ends)] {
            check_times(place, name, times)?;
        }
        let metadata = event_metadata(row.event_metadata.unwrap_or_default(), count as u64, || {
            format!("{place}.event_metadata")
        })?;
        for (name, times) in [("gpu_durations_ns", &row.gpu_durations_ns), ("await_ns", &row.await_ns)] {
            check_times(place, name, times.as_deref().unwrap_or_default())?;
        }
        let before = self.events.start_ns.len();
        self.events.start_ns.extend(starts);
        self.events.end_ns.extend(ends);
        let total = self.events.start_ns.len();
        let optional = [
            ("gpu_durations_ns", &mut self.events.gpu_ns, row.gpu_durations_ns, -1),
            ("call_ids", &mut self.events.call_ids, row.call_ids, -1),
            ("parent_ids", &mut self.events.parent_ids, row.parent_ids, -1),
            ("thread_ids", &mut self.events.thread_ids, row.thread_ids, -1),
            ("task_ids", &mut self.events.task_ids, row.task_ids, -1),
            ("await_ns", &mut self.events.await_ns, row.await_ns, 0),
        ];
        for (name, column, values, none) in optional {
            if let Some(values) = &values {
                check_len(&format!("{place}.{name}"), values.len(), count, "start_times_ns")?;
            }
            append_optional(column, values, before, total, none);
        }
        Ok((metadata, before..total))
    }

    fn region_id(&mut self, name: &str) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let name: Arc<str> = Arc::from(name);
        self.names.push(Arc::clone(&name));
        self.ids.insert(name, id);
        id
    }
}

/// Metadata of a row's calls and their range in the event columns.
type CallsOfRow = (Option<Vec<Map<String, Value>>>, std::ops::Range<usize>);

fn check_times(place: &str, name: &str, times: &[i64]) -> Result<(), Problem> {
    match times.iter().position(|ns| !time_in_range(*ns)) {
        None => Ok(()),
        Some(call) => Err(corrupt(format!("{place}.{name}[{call}]"), "the time is out of range")),
    }
}

impl Aggregate {
    fn statistics(&self, own_ns: Option<i64>, place: &str) -> Result<StoredStatistics, Problem> {
        let place = || format!("{place}.aggregate");
        let count = |whole: Whole| {
            u64::try_from(whole.0).map_err(|_| corrupt(place(), format!("the count {} is negative", whole.0)))
        };
        let pair = |a: Option<Whole>, b: Option<Whole>| a.zip(b).map(|(a, b)| (a.0, b.0));
        let gpu = self.gpu_count.zip(self.gpu_total);
        let statistics = StoredStatistics {
            calls: count(self.count)?,
            total_ns: self.total.0,
            min_ns: self.minimum.0,
            max_ns: self.maximum.0,
            own_ns: own_ns.or(self.exclusive.map(|own| own.0).filter(|ns| *ns >= 0)),
            first_last_ns: pair(self.first, self.last),
            span_ns: pair(self.start_minimum, self.end_maximum),
            gpu: gpu.map(|(calls, total)| Ok((count(calls)?, total.0))).transpose()?,
            moments: self.mean.zip(self.m2).map(|(mean_ns, m2_ns2)| Moments { mean_ns, m2_ns2 }),
        };
        check_statistics(&statistics, place)?;
        Ok(statistics)
    }
}
