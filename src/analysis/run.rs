//! Facts about a run as a whole: its size, and how long it took. They do not depend on the selection.
//!
//! Example (tutorial baseline): time span 0.147909703 s, total time 0.166489404 s, startup 0.018562601 s.

use std::collections::BTreeMap;

use super::figures::{RunFacts, SESSION};
use super::listing::{largest_end_ns, smallest_start_ns};
use crate::profile::{Profile, Recorded};

/// The facts about a profile's run.
pub(crate) fn facts(profile: &Profile) -> RunFacts {
    let metadata = &profile.metadata;
    let threads = metadata.integer("omp_num_threads").and_then(positive);
    let nodes = match metadata.get("num_nodes") {
        Some(_) => metadata.integer("num_nodes").and_then(positive),
        None => (profile.num_ranks == 1).then_some(1),
    };
    let first_start_ns = profile.rows.iter().filter_map(|row| smallest_start_ns(profile, row)).min();
    let start_time_ns = metadata.integer("start_time_ns");
    let finalize_time_ns = metadata.integer("finalize_time_ns");
    let origin_ns = start_time_ns.or(first_start_ns);
    let between = |from: Option<i64>, to: Option<i64>| to?.checked_sub(from?);
    RunFacts {
        file_name: profile.file_name.clone(),
        file_bytes: profile.file_bytes,
        label: metadata.label(),
        num_ranks: profile.num_ranks,
        num_regions: num_regions(profile),
        nodes,
        threads,
        cores: threads.and_then(|threads| threads.checked_mul(u64::from(profile.num_ranks))),
        time_span_ns: time_span_ns(profile, first_start_ns),
        session_span_ns: session_span_ns(profile),
        total_time_ns: between(start_time_ns, finalize_time_ns),
        origin_ns,
        startup_ns: between(origin_ns, first_start_ns),
        timestamp: metadata.get("timestamp").map(ToString::to_string).filter(|text| !text.is_empty()),
    }
}

fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|number| *number > 0)
}

fn num_regions(profile: &Profile) -> usize {
    let mut ids: Vec<u32> = profile.rows.iter().map(|row| row.region).collect();
    ids.sort_unstable();
    ids.dedup();
    ids.len()
}

/// Smallest start to largest end; unknown if some calls have no known time.
fn time_span_ns(profile: &Profile, first_start_ns: Option<i64>) -> Option<i64> {
    let unplaced = profile.rows.iter().any(|row| match &row.recorded {
        Recorded::Calls(_) => false,
        Recorded::Statistics(s) => s.calls > 0 && s.span_ns.is_none(),
    });
    let last_end_ns = profile.rows.iter().filter_map(|row| largest_end_ns(profile, row)).max()?;
    let span_ns = last_end_ns.saturating_sub(first_start_ns?).max(0);
    (!unplaced).then_some(span_ns)
}

/// Largest total of the session on any rank.
fn session_span_ns(profile: &Profile) -> Option<i64> {
    let mut totals: BTreeMap<u32, i128> = BTreeMap::new();
    for row in profile.rows.iter().filter(|row| profile.region_name(row.region) == SESSION) {
        let (calls, total_ns) = match &row.recorded {
            Recorded::Calls(_) => {
                let calls = profile.calls(row);
                (calls.len() as u64, calls.durations_ns().map(i128::from).sum())
            }
            Recorded::Statistics(s) => (s.calls, i128::from(s.total_ns)),
        };
        if calls > 0 {
            *totals.entry(row.rank).or_default() += total_ns;
        }
    }
    totals.into_values().max().and_then(|total_ns| i64::try_from(total_ns).ok())
}
