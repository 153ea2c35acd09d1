//! Documents written by hand for what the exported corpus does not hold.

use std::io::Write;

use crate::profile::{self, MetaValue, Problem, Profile, Recorded};

/// Reads a document with the right mark and the given further keys.
fn read(keys: &str) -> Result<Profile, Problem> {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    write!(file, "{{\"format\": \"scope-profiler-profile\", \"format_version\": 1, {keys}}}").unwrap();
    profile::read(file.path()).map_err(|error| error.problem)
}

#[track_caller]
fn place_of_damage(result: Result<Profile, Problem>) -> String {
    match result {
        Err(Problem::Corrupt { place, .. }) => place,
        other => panic!("no damage found: {other:?}"),
    }
}

#[test]
fn rows_with_and_without_optional_columns_share_the_columns() {
    let profile = read(
        r#""regions": [
            {"name": "a", "rank": 1, "start_times_ns": [5], "end_times_ns": [9], "await_ns": null},
            {"name": "b", "rank": 0, "start_times_ns": [1, 2], "end_times_ns": [3, 4],
             "call_ids": [7, 8], "await_ns": [1, 0]},
            {"name": "a", "rank": 0}
        ]"#,
    )
    .unwrap();
    assert_eq!(profile.num_ranks, 2);
    let rows: Vec<_> = profile.rows.iter().map(|row| (row.rank, row.region)).collect();
    assert_eq!(rows, [(0, 1), (0, 0), (1, 0)]);
    assert_eq!(profile.events.call_ids, Some(vec![-1, 7, 8]));
    assert_eq!(profile.events.await_ns, Some(vec![0, 1, 0]));
    assert_eq!(profile.calls(&profile.rows[0]).start_ns, [1, 2]);
    assert!(profile.calls(&profile.rows[1]).is_empty());
}

#[test]
fn statistics_may_be_written_with_or_without_a_fraction() {
    let profile = read(
        r#""regions": [{"name": "a", "rank": 0, "event_data_available": false, "aggregate":
            {"count": 2, "total": 30.0, "minimum": 10, "maximum": 20.4, "exclusive": -1,
             "first": 10, "last": 20, "mean": 15, "m2": null, "gpu_count": 0, "gpu_total": 0}}]"#,
    )
    .unwrap();
    let Recorded::Statistics(statistics) = &profile.rows[0].recorded else { panic!("statistics") };
    assert_eq!((statistics.calls, statistics.total_ns, statistics.max_ns), (2, 30, 20));
    assert_eq!((statistics.own_ns, statistics.first_last_ns), (None, Some((10, 20))));
    assert_eq!((statistics.moments, statistics.span_ns, statistics.gpu), (None, None, Some((0, 0))));
    assert!(!profile.has_events());
}

#[test]
fn contradictions_are_damage_at_their_place() {
    let row = |keys: &str| read(&format!("\"regions\": [{{\"name\": \"a\", \"rank\": 0, {keys}}}]"));
    let calls = "\"start_times_ns\": [1], \"end_times_ns\": [2]";
    assert_eq!(place_of_damage(row("\"start_times_ns\": [1]")), "regions[0].end_times_ns");
    assert_eq!(place_of_damage(row(&format!("{calls}, \"task_ids\": []"))), "regions[0].task_ids");
    let metadata = format!("{calls}, \"event_metadata\": [{{}}, {{}}]");
    assert_eq!(place_of_damage(row(&metadata)), "regions[0].event_metadata");
    let late = "\"start_times_ns\": [0, 9223372036854775807], \"end_times_ns\": [0, 0]";
    assert_eq!(place_of_damage(row(late)), "regions[0].start_times_ns[1]");
    let twice =
        r#""regions": [{"name": "a", "rank": 0}, {"name": "b", "rank": 0}, {"name": "a", "rank": 0}]"#;
    assert_eq!(place_of_damage(read(twice)), "regions[2]");
    let negative = "\"aggregate\": {\"count\": -1, \"total\": 0, \"minimum\": 0, \"maximum\": 0}";
    assert_eq!(place_of_damage(row(negative)), "regions[0].aggregate");
}

#[test]
fn a_rank_beyond_all_machines_is_refused() {
    let row = read(r#""regions": [{"name": "a", "rank": 4000000000}]"#);
    assert!(matches!(row, Err(Problem::TooLarge { .. })));
    assert!(matches!(read(r#""num_ranks": 4000000000, "regions": []"#), Err(Problem::TooLarge { .. })));
    assert!(matches!(read(r#""regions": [{"name": "a", "rank": -1}]"#), Err(Problem::Layout { .. })));
}

#[test]
fn keys_that_the_exporter_leaves_out_are_accepted() {
    let profile = read(
        r#""regions": [], "perf_events": {"1": {"a/b": {"calls": 3, "event_names": ["c"], "values": [9]}}},
           "line_profile": {"0": [{"line_numbers": [3], "hits": [1], "times": [null],
                                   "source": "x\ny", "source_first_lineno": 3}]},
           "likwid": {"0": {"solve": {"times": [0.5], "cpus": [], "event_names": ["E"], "events": [[null]]}}},
           "threads": {"0": [{"index": 1}, {"index": 0, "start_ns": 4}]}, "metadata": {"start_time_ns": 100}"#,
    )
    .unwrap();
    assert_eq!(profile.perf[&1][0].counts, [("c".to_owned(), 9)]);
    assert_eq!(profile.lines[&0][0].source.as_ref().unwrap().1, ["x", "y"]);
    assert_eq!(profile.likwid[&0][0].tag, "solve");
    assert!(profile.likwid[&0][0].events[0][0].is_nan());
    let starts: Vec<_> = profile.threads[&0].iter().map(|thread| (thread.index, thread.start_ns)).collect();
    assert_eq!(starts, [(0, 104), (1, 100)]);
}

#[test]
fn metadata_keep_their_kinds_and_order() {
    let profile = read(
        r#""regions": [], "metadata": {"z": 1, "a": [1, "x"], "m": null, "big": 18446744073709551615,
           "ratio": 0.5, "flag": true}"#,
    )
    .unwrap();
    let keys: Vec<&str> = profile.metadata.0.keys().map(String::as_str).collect();
    assert_eq!(keys, ["z", "a", "m", "big", "ratio", "flag"]);
    assert_eq!(profile.metadata.get("big"), Some(&MetaValue::Integer(u64::MAX.into())));
    let list = MetaValue::List(vec![MetaValue::Integer(1), MetaValue::Text("x".to_owned())]);
    assert_eq!(profile.metadata.get("a"), Some(&list));
}

#[test]
fn what_is_no_profile_says_so_before_anything_else() {
    let read = |text: &str| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        profile::read(file.path()).map_err(|error| error.problem)
    };
    assert!(matches!(read("{\"regions\": 7}"), Err(Problem::NotAProfile { .. })));
    let newer = r#"{"format": "scope-profiler-profile", "format_version": 2, "regions": {"new": "layout"}}"#;
    assert_eq!(read(newer), Err(Problem::NewerVersion { found: 2, supported: 1 }));
    assert!(matches!(read(r#"{"format": "scope-profiler-profile"}"#), Err(Problem::Layout { .. })));
}
