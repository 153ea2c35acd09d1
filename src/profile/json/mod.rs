//! Reads a JSON profile, plain or in a gzip stream, into the same model with the same checks.
//!
//! The document is deserialized straight into rows and event columns; no tree of it is built.

mod document;
mod regions;
#[cfg(test)]
mod tests;
mod text;

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::auxiliary::{likwid_region, line_profile};
use super::lanes::{clock_task, clock_thread, sort_by_index};
use super::read::Input;
use super::rows::{self, corrupt, layout};
use super::{Layout, MetaValue, Metadata, Problem, Profile, limits};
use document::{Document, PerRank};

/// Value of the key `format` in every profile.
const FORMAT: &str = "scope-profiler-profile";
/// The newest `format_version` known here.
const NEWEST_VERSION: i64 = 1;

/// Reads an opened file.
pub(super) fn read(input: Input, gzip: bool) -> Result<Profile, Problem> {
    let (file_name, file_bytes) = (input.name, input.bytes);
    let text = text::read(input.file, file_bytes, gzip)?;
    let document: Document = text::parse(&text)?;
    drop(text);
    check_format(document.format.as_ref(), document.format_version.as_ref())?;
    let recorded = document.regions.ok_or_else(|| layout("regions", "the key is missing"))?;
    let regions = recorded.finish()?;
    let metadata = metadata(document.metadata.unwrap_or_default());
    let clock_ns = super::lanes::clock_ns(&metadata);
    let noted = match document.num_ranks.unwrap_or(0).checked_sub(1) {
        None => 0,
        Some(last) => limits::check_rank(last, || "num_ranks".to_owned())?.saturating_add(1),
    };
    let mut profile = Profile {
        file_name,
        file_bytes,
        layout: Layout::Json,
        num_ranks: noted.max(rows::ranks_of(&regions.rows)),
        metadata,
        region_names: regions.names,
        rows: regions.rows,
        events: regions.events,
        threads: by_rank("threads", document.threads, |thread, place| {
            clock_thread(thread, clock_ns, || place.to_owned())
        })?,
        tasks: by_rank("tasks", document.tasks, |task, place| {
            clock_task(task, clock_ns, || place.to_owned())
        })?,
        likwid: likwid(document.likwid)?,
        perf: perf(document.perf_events)?,
        lines: by_rank("line_profile", document.line_profile, |lines, place| {
            line_profile(lines).map_err(|reason| corrupt(place, reason))
        })?,
    };
    sort_by_index(&mut profile.threads, |thread| thread.index);
    sort_by_index(&mut profile.tasks, |task| task.index);
    Ok(rows::finish(profile))
}

/// Checks that the document says it is a profile of a version known here.
fn check_format(format: Option<&Value>, version: Option<&Value>) -> Result<(), Problem> {
    match format {
        Some(Value::String(name)) if name == FORMAT => {}
        Some(other) => {
            let reason = format!("its format is {other} in place of \"{FORMAT}\"");
            return Err(Problem::NotAProfile { reason });
        }
        None => {
            let reason = format!("the key \"format\" with \"{FORMAT}\" is missing");
            return Err(Problem::NotAProfile { reason });
        }
    }
    let Some(version) = version else { return Ok(()) };
    let number = version.as_i64();
    let number =
        number.ok_or_else(|| layout("format_version", format!("is {version}, not a whole number")))?;
    if number > NEWEST_VERSION {
        return Err(Problem::NewerVersion { found: number, supported: NEWEST_VERSION });
    }
    if number < 1 {
        return Err(layout("format_version", format!("must be positive and is {number}")));
    }
    Ok(())
}

fn metadata(values: Map<String, Value>) -> Metadata {
    Metadata(values.into_iter().map(|(key, value)| (key, meta_value(value))).collect())
}

fn meta_value(value: Value) -> MetaValue {
    match value {
        Value::Null => MetaValue::Null,
        Value::Bool(flag) => MetaValue::Bool(flag),
        Value::String(text) => MetaValue::Text(text),
        Value::Array(items) => MetaValue::List(items.into_iter().map(meta_value).collect()),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(n), _) => MetaValue::Integer(n.into()),
            (_, Some(n)) => MetaValue::Integer(n.into()),
            _ => MetaValue::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        // No writer stores an object; its text is kept.
        object @ Value::Object(_) => MetaValue::Text(object.to_string()),
    }
}

/// The rank that a key of a per-rank object names.
fn rank_of(section: &str, key: &str) -> Result<u32, Problem> {
    let place = || format!("{section}.{key}");
    let rank = key.parse().map_err(|_| layout(place(), "the key is no rank number"))?;
    limits::check_rank(rank, place)
}

/// Converts a section with a list per rank; `convert` gets the place of each entry.
fn by_rank<R, T>(
    section: &str,
    ranks: Option<PerRank<Vec<R>>>,
    mut convert: impl FnMut(R, &str) -> Result<T, Problem>,
) -> Result<BTreeMap<u32, Vec<T>>, Problem> {
    let mut converted = BTreeMap::new();
    for (key, entries) in ranks.unwrap_or_default() {
        let rank = rank_of(section, &key)?;
        let convert = |(at, entry)| convert(entry, &format!("{section}.{key}[{at}]"));
        let entries = entries.into_iter().enumerate().map(convert).collect::<Result<_, _>>()?;
        converted.insert(rank, entries);
    }
    Ok(converted)
}

type Likwid = BTreeMap<u32, Vec<super::LikwidRegion>>;

fn likwid(ranks: Option<document::LikwidRanks>) -> Result<Likwid, Problem> {
    let mut converted = BTreeMap::new();
    for (key, regions) in ranks.unwrap_or_default() {
        let rank = rank_of("likwid", &key)?;
        let convert = |(tag, mut raw): (String, super::auxiliary::RawLikwid)| {
            let place = format!("likwid.{key}.{tag}");
            if raw.tag.is_empty() {
                raw.tag = tag;
            }
            likwid_region(raw, &place)
        };
        converted.insert(rank, regions.into_iter().map(convert).collect::<Result<_, _>>()?);
    }
    Ok(converted)
}

type Perf = BTreeMap<u32, Vec<super::PerfRegion>>;

fn perf(ranks: Option<document::PerfRanks>) -> Result<Perf, Problem> {
    let mut converted = BTreeMap::new();
    for (key, regions) in ranks.unwrap_or_default() {
        let rank = rank_of("perf_events", &key)?;
        let convert = |(region, raw): (String, document::RawPerf)| {
            let place = format!("perf_events.{key}.{region}.values");
            rows::check_len(&place, raw.values.len(), raw.event_names.len(), "event_names")?;
            let counts = raw.event_names.into_iter().zip(raw.values).collect();
            Ok(super::PerfRegion { region, calls: raw.calls, counts })
        };
        converted.insert(rank, regions.into_iter().map(convert).collect::<Result<_, Problem>>()?);
    }
    Ok(converted)
}
