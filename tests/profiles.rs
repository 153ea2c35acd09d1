//! Reads every profile of the corpus at every depth and compares it with the recorded answers.
#![expect(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scope_profiler::profile::{
    self, EventColumns, Layout, MetaValue, Problem, Profile, RankRegion, Recorded, StoredStatistics,
};
use serde_json::Value;

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(path)
}

fn corpus(path: &str) -> Profile {
    profile::read(&data("corpus").join(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// The recorded answers, by profile path.
fn answers() -> BTreeMap<String, Value> {
    let mut answers = BTreeMap::new();
    for entry in std::fs::read_dir(data("expected/profiles")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let answer: Value = serde_json::from_str(&text).unwrap();
        answers.insert(answer["file"].as_str().unwrap().to_owned(), answer);
    }
    assert!(answers.len() > 100, "the recorded answers are missing");
    answers
}

/// Calls and total time per region name and rank, recursion levels summed.
fn totals(profile: &Profile) -> BTreeMap<String, BTreeMap<u32, (u64, i64)>> {
    let mut totals: BTreeMap<String, BTreeMap<u32, (u64, i64)>> = BTreeMap::new();
    for row in &profile.rows {
        let figures = match &row.recorded {
            Recorded::Statistics(statistics) => (statistics.calls, statistics.total_ns),
            Recorded::Calls(_) => {
                let calls = profile.calls(row);
                (calls.len() as u64, calls.durations_ns().sum())
            }
        };
        let name = profile.region_name(row.region).to_owned();
        assert_eq!(totals.entry(name).or_default().insert(row.rank, figures), None, "a row twice");
    }
    totals
}

fn metadata_json(value: &MetaValue) -> Value {
    match value {
        MetaValue::Text(text) => text.as_str().into(),
        MetaValue::Integer(n) => i64::try_from(*n).unwrap().into(),
        MetaValue::Float(x) => (*x).into(),
        MetaValue::Bool(flag) => (*flag).into(),
        MetaValue::List(items) => items.iter().map(metadata_json).collect(),
        MetaValue::Null => Value::Null,
    }
}

/// A row without its place in the event columns.
#[derive(Debug, PartialEq)]
struct PlainRow {
    name: String,
    row: RankRegion,
    columns: Vec<Option<Vec<i64>>>,
}

/// Rows by rank and name with their calls, so that profiles that store them in another order compare equal.
fn plain_rows(profile: &Profile) -> Vec<PlainRow> {
    let mut rows: Vec<PlainRow> = profile.rows.iter().map(|row| plain_row(profile, row)).collect();
    rows.sort_by(|a, b| (a.row.rank, &a.name).cmp(&(b.row.rank, &b.name)));
    rows
}

fn plain_row(profile: &Profile, row: &RankRegion) -> PlainRow {
    let EventColumns { start_ns, end_ns, gpu_ns, call_ids, parent_ids, thread_ids, task_ids, await_ns } =
        &profile.events;
    let columns = match &row.recorded {
        Recorded::Statistics(_) => Vec::new(),
        Recorded::Calls(range) => {
            let part = |column: &Vec<i64>| column[range.clone()].to_vec();
            let optional = [gpu_ns, call_ids, parent_ids, thread_ids, task_ids, await_ns];
            let required = [start_ns, end_ns].map(|column| Some(part(column)));
            required.into_iter().chain(optional.map(|column| column.as_ref().map(part))).collect()
        }
    };
    let name = profile.region_name(row.region).to_owned();
    let mut row = RankRegion { region: 0, ..row.clone() };
    if matches!(row.recorded, Recorded::Calls(_)) {
        row.recorded = Recorded::Calls(0..0);
    }
    PlainRow { name, row, columns }
}

#[test]
fn every_profile_of_the_corpus_reads_as_recorded() {
    for (file, answer) in answers() {
        let profile = corpus(&file);
        let num_ranks = answer["num_ranks"].as_u64().unwrap();
        // The recorded answer counts the rank groups 0 and 3 of this one as two ranks.
        if file != "features/golden-schema-1.h5" {
            assert_eq!(u64::from(profile.num_ranks), num_ranks, "{file}");
        }
        let metadata: Value =
            profile.metadata.0.iter().map(|(key, value)| (key.clone(), metadata_json(value))).collect();
        assert_eq!(metadata, answer["metadata"], "{file}");
        let names: Vec<&str> = profile.region_names.iter().map(|name| &**name).collect();
        let recorded: Vec<&str> =
            answer["region_names"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
        assert_eq!(names, recorded, "{file}");
        check_totals(&file, &totals(&profile), &answer["regions"]);
        check_call_sites(&file, &profile, &answer["regions"]);
    }
}

fn check_totals(file: &str, totals: &BTreeMap<String, BTreeMap<u32, (u64, i64)>>, regions: &Value) {
    for (name, region) in regions.as_object().unwrap() {
        let ranks = &totals[name];
        let Some(per_rank) = region["per_rank"].as_object() else { continue };
        assert_eq!(ranks.len(), per_rank.len(), "{file}: ranks of {name}");
        for (rank, figures) in per_rank {
            let (calls, total_ns) = ranks[&rank.parse().unwrap()];
            assert_eq!(Some(calls), figures[0].as_u64(), "{file}: calls of {name} on {rank}");
            let recorded = figures[1].as_f64().unwrap();
            let read = total_ns as f64 * 1e-9;
            let close = (read - recorded).abs() <= 1e-12 + 1e-9 * recorded.abs();
            assert!(close, "{file}: total of {name} on {rank}: {read} and {recorded}");
        }
    }
}

/// The recorded answer is that of the lowest rank; call sites may differ between ranks.
fn check_call_sites(file: &str, profile: &Profile, regions: &Value) {
    let mut seen = std::collections::BTreeSet::new();
    for row in profile.rows.iter().filter(|row| seen.insert(row.region)) {
        let recorded = &regions[profile.region_name(row.region)];
        if let Some(source) = recorded["source"].as_array() {
            let site = row.call_site.as_ref().unwrap_or_else(|| panic!("{file}: no call site"));
            assert_eq!(Some(&*site.file), source[0].as_str(), "{file}");
            assert_eq!(site.line, source[1].as_u64(), "{file}");
        }
        if let Some(tags) = recorded["tags"].as_array() {
            let tags: Vec<&str> = tags.iter().map(|tag| tag.as_str().unwrap()).collect();
            assert_eq!(row.tags, tags, "{file}");
        }
    }
}

#[test]
fn a_header_agrees_with_the_whole_profile() {
    for file in answers().into_keys() {
        let whole = corpus(&file);
        let header = profile::open_header(&data("corpus").join(&file)).unwrap();
        assert_eq!(header.num_ranks, whole.num_ranks, "{file}");
        assert_eq!(header.region_names, whole.region_names, "{file}");
        assert_eq!(header.layout, whole.layout, "{file}");
        assert_eq!(header.metadata, whole.metadata, "{file}");
    }
}

#[test]
fn stored_statistics_are_those_of_the_calls() {
    let mut compared = 0;
    for file in answers().into_keys() {
        let whole = corpus(&file);
        let summary = profile::read_summary(&data("corpus").join(&file)).unwrap();
        assert_eq!(totals(&summary), totals(&whole), "{file}");
        for (row, counted) in summary.rows.iter().zip(&whole.rows) {
            let (Recorded::Statistics(statistics), Recorded::Calls(_)) = (&row.recorded, &counted.recorded)
            else {
                continue;
            };
            check_statistics(&file, statistics, &whole, counted);
            compared += 1;
        }
    }
    assert!(compared > 1000, "only {compared} rows with statistics");
}

fn check_statistics(file: &str, statistics: &StoredStatistics, profile: &Profile, row: &RankRegion) {
    let calls = profile.calls(row);
    let durations: Vec<i64> = calls.durations_ns().collect();
    assert_eq!(statistics.min_ns, durations.iter().copied().min().unwrap_or(0), "{file}");
    assert_eq!(statistics.max_ns, durations.iter().copied().max().unwrap_or(0), "{file}");
    let first_last = durations.first().copied().zip(durations.last().copied());
    assert_eq!(statistics.first_last_ns, Some(first_last.unwrap_or_default()), "{file}");
    let span = calls.start_ns.iter().copied().min().zip(calls.end_ns.iter().copied().max());
    assert_eq!(statistics.span_ns, Some(span.unwrap_or_default()), "{file}");
    let gpu: Vec<i64> = calls.gpu_ns.unwrap_or_default().iter().copied().filter(|ns| *ns >= 0).collect();
    assert_eq!(statistics.gpu, Some((gpu.len() as u64, gpu.iter().sum())), "{file}");
    let mean = durations.iter().sum::<i64>() as f64 / durations.len().max(1) as f64;
    let moments = statistics.moments.unwrap();
    assert!((moments.mean_ns - mean).abs() <= 1e-9 * mean.abs(), "{file}");
}

#[test]
fn every_storage_holds_the_same_run() {
    let plain = corpus("features/plain.h5");
    let rows = plain_rows(&plain);
    assert_eq!(rows.len(), 19);
    for file in [
        "gzip.h5",
        "gzip-small-chunks.h5",
        "lzf.h5",
        "zstd.h5",
        "not-repacked.h5",
        "fixed-strings.h5",
        "libver-latest.h5",
        "schema-2.h5",
        "json.json",
        "json-gz.json.gz",
    ] {
        let other = corpus(&format!("features/{file}"));
        assert_eq!(other.num_ranks, plain.num_ranks, "{file}");
        assert_eq!(other.region_names, plain.region_names, "{file}");
        assert_eq!(plain_rows(&other), rows, "{file}");
    }
}

#[test]
fn the_historical_layouts_hold_the_same_golden_run() {
    let profiles: Vec<Profile> =
        ["golden-schema-1.h5", "golden-schema-2.h5", "golden-schema-3.h5", "golden-json.json"]
            .map(|file| corpus(&format!("features/{file}")))
            .into();
    for profile in &profiles {
        let [row] = profile.rows.as_slice() else { panic!("{}", profile.file_name) };
        let calls = profile.calls(row);
        assert_eq!(calls.start_ns, [10, 20, 40], "{}", profile.file_name);
        assert_eq!(calls.end_ns, [15, 33, 55], "{}", profile.file_name);
        assert_eq!(profile.region_name(row.region), "solve");
        assert_eq!(row.tags, ["golden"]);
        let site = row.call_site.as_ref().unwrap();
        assert_eq!((&*site.file, site.line), ("solver.py", Some(7)));
    }
    let layouts: Vec<Layout> = profiles.iter().map(|profile| profile.layout).collect();
    let columnar = |schema| Layout::Hdf5Columnar { schema };
    assert_eq!(layouts, [Layout::Hdf5PerRank, columnar(2), columnar(3), Layout::Json]);
}

#[test]
fn the_export_of_a_profile_holds_what_the_profile_holds() {
    for (file, export) in [
        ("asyncio.h5", "json-asyncio.json"),
        ("aggregate.h5", "json-aggregate.json"),
        ("line-profile.h5", "json-line-profile.json"),
        ("likwid.h5", "json-likwid.json"),
    ] {
        let (profile, export) = (corpus(&format!("features/{file}")), corpus(&format!("features/{export}")));
        assert_eq!(plain_rows(&profile), plain_rows(&export), "{file}");
        assert_eq!(profile.threads, export.threads, "{file}");
        assert_eq!(profile.tasks, export.tasks, "{file}");
        assert_eq!(profile.likwid, export.likwid, "{file}");
        assert_eq!(profile.lines.keys().collect::<Vec<_>>(), export.lines.keys().collect::<Vec<_>>());
        for (stored, exported) in profile.lines.values().flatten().zip(export.lines.values().flatten()) {
            assert_eq!(stored.lines, exported.lines);
            assert!(stored.source.is_some(), "the export leaves the source out, the profile has it");
        }
        assert_eq!(profile.metadata, export.metadata, "{file}");
    }
}

#[test]
fn lanes_stand_on_the_clock_of_the_events() {
    let profile = corpus("features/asyncio.h5");
    let run_start = profile.metadata.integer("start_time_ns").unwrap();
    let [main] = profile.threads[&0].as_slice() else { panic!("one thread") };
    assert_eq!((main.name.as_str(), main.end_ns), ("MainThread", None));
    assert_eq!(main.start_ns, run_start + 17_743_472);
    assert_eq!(profile.tasks[&0].len(), 6);
    let first = &profile.tasks[&0][0];
    assert_eq!((first.coro_name.as_str(), first.kind.as_str()), ("tasks.<locals>.main", "task"));
    assert_eq!(first.done_ns, Some(run_start + 40_747_739));
    let (earliest, latest) = (profile.events.start_ns.iter().min(), profile.events.end_ns.iter().max());
    assert!(main.start_ns < *earliest.unwrap() && first.done_ns.unwrap() > *latest.unwrap() - 10_000_000);
}

#[test]
fn counters_and_lines_are_read() {
    let profile = corpus("features/likwid-threads.h5");
    let region = profile.likwid.values().flatten().next().unwrap();
    assert_eq!(region.times_s.len(), 3);
    assert!(region.events.iter().all(|row| row.len() == 3));
    let values = profile.likwid.values().flatten().flat_map(|r| r.events.iter().chain(&r.metrics));
    assert!(values.flatten().any(|value| value.is_nan()));
    let perf = corpus("features/perf-events.h5").perf;
    assert_eq!(perf.keys().copied().collect::<Vec<_>>(), [0, 1]);
    assert_eq!(perf[&0][0].region, "dot");
    assert_eq!(perf[&0][0].calls, 6);
    let names: Vec<&str> = perf[&0][0].counts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["cycles", "cache-misses"]);
    let lines = corpus("features/line-profile.h5").lines;
    let function = &lines[&0][0];
    assert_eq!((function.unit_s, function.first_line, function.lines.len()), (1e-9, 107, 5));
    assert_eq!(function.source.as_ref().unwrap().0, 107);
}

#[test]
fn sparse_ranks_count_up_to_the_highest() {
    assert_eq!(corpus("features/ranks-0-and-5.h5").num_ranks, 6);
    assert_eq!(corpus("features/empty.h5").num_ranks, 0);
}

#[test]
fn a_name_decides_nothing_against_the_content() {
    let folder = tempfile::tempdir().unwrap();
    let copy = |from: &str, to: &str| {
        let to = folder.path().join(to);
        std::fs::copy(data("corpus/features").join(from), &to).unwrap();
        profile::read(&to).unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(copy("plain.h5", "x.json").rows.len(), 19);
    assert_eq!(copy("json.json", "y.h5").rows.len(), 19);
    assert_eq!(copy("json-gz.json.gz", "z.dat").rows.len(), 19);
    assert_eq!(copy("json.json", "z.json.gz").rows.len(), 19);
    let text = std::fs::read(data("corpus/features/json.json")).unwrap();
    let marked = folder.path().join("marked.json");
    std::fs::write(&marked, [b"\xef\xbb\xbf\n\n   ".as_slice(), &text].concat()).unwrap();
    assert_eq!(profile::read(&marked).unwrap().rows.len(), 19);
}

/// Every bad input with the problem it is refused for, at full depth and as a header.
#[test]
fn every_bad_input_is_refused_with_its_reason() {
    let bad = data("corpus/bad");
    let mut report = String::new();
    let mut names: Vec<String> = std::fs::read_dir(&bad)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "manifests")
        .collect();
    names.push("missing.h5".to_owned());
    names.sort();
    for name in names {
        let problem = profile::read(&bad.join(&name)).expect_err(&name).problem;
        let header = profile::open_header(&bad.join(&name)).expect_err(&name).problem;
        assert_eq!(problem, header, "{name}");
        report += &format!("{name}: {}: {problem}\n", kind(&problem));
    }
    insta::assert_snapshot!(report);
}

fn kind(problem: &Problem) -> &'static str {
    match problem {
        Problem::NotFound => "NotFound",
        Problem::Io { .. } => "Io",
        Problem::Unreadable { .. } => "Unreadable",
        Problem::NotAProfile { .. } => "NotAProfile",
        Problem::HtmlReport => "HtmlReport",
        Problem::NewerVersion { .. } => "NewerVersion",
        Problem::Layout { .. } => "Layout",
        Problem::Corrupt { .. } => "Corrupt",
        Problem::TooLarge { .. } => "TooLarge",
        _ => "other",
    }
}
