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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::profile::{MetaValue, StoredStatistics};

    #[test]
    fn times_of_a_run() {
        let profile = ProfileBuilder::new()
            .metadata("start_time_ns", 100)
            .metadata("finalize_time_ns", 190)
            .calls(0, SESSION, &[(110, 150)])
            .calls(1, SESSION, &[(112, 180)])
            .calls(1, "a", &[]);
        let facts = facts(&profile.build());
        assert_eq!((facts.origin_ns, facts.startup_ns), (Some(100), Some(10)));
        assert_eq!((facts.time_span_ns, facts.total_time_ns), (Some(70), Some(90)));
        assert_eq!((facts.session_span_ns, facts.num_regions), (Some(68), 2));
        assert_eq!(facts.wall_ns(), Some(70));
    }

    #[test]
    fn without_metadata_the_first_start_is_the_origin() {
        let facts = facts(&ProfileBuilder::new().calls(0, "a", &[(7, 9)]).build());
        assert_eq!((facts.origin_ns, facts.startup_ns, facts.total_time_ns), (Some(7), Some(0), None));
        assert_eq!((facts.nodes, facts.threads, facts.cores), (Some(1), None, None));
    }

    #[test]
    fn sizes_of_a_run() {
        let sized = |nodes: MetaValue, threads: i64| {
            let mut profile = ProfileBuilder::new().ranks(4).metadata("omp_num_threads", threads).build();
            profile.metadata.0.insert("num_nodes".to_owned(), nodes);
            let facts = facts(&profile);
            (facts.nodes, facts.threads, facts.cores)
        };
        assert_eq!(sized(MetaValue::Integer(2), 8), (Some(2), Some(8), Some(32)));
        assert_eq!(sized(MetaValue::Text("two".into()), 0), (None, None, None));
        assert_eq!(facts(&ProfileBuilder::new().ranks(4).build()).nodes, None);
    }

    #[test]
    fn the_session_stands_in_for_an_unknown_time_span() {
        let total = |total_ns| StoredStatistics {
            calls: 1,
            total_ns,
            min_ns: total_ns,
            max_ns: total_ns,
            own_ns: None,
            first_last_ns: None,
            span_ns: None,
            gpu: None,
            moments: None,
        };
        let profile = ProfileBuilder::new().statistics(0, SESSION, total(5)).statistics(1, SESSION, total(8));
        let facts = facts(&profile.build());
        assert_eq!((facts.time_span_ns, facts.session_span_ns, facts.wall_ns()), (None, Some(8), Some(8)));
    }
}
