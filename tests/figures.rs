//! The figures of every profile of the corpus against those of the Python package.
//!
//! Where the package is wrong, [`DEPARTURES`] holds the better value; a departure that no longer occurs
//! fails as well.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use scope_profiler::analysis::{
    Axis, Durations, Gpu, Note, PathRow, Region, RunFigures, Selection, analyse, figures, scaling,
};
use scope_profiler::profile;
use serde_json::Value;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn figures_of(file: &str) -> RunFigures {
    let profile = profile::read(&data().join("corpus").join(file)).unwrap();
    figures(&profile, &Selection::all())
}

/// Every expected answer: path of the profile and what is expected.
fn expected() -> Vec<(String, Value)> {
    let mut paths: Vec<PathBuf> = std::fs::read_dir(data().join("expected/profiles"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let answers = paths.iter().map(|path| {
        let answer: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        (answer["file"].as_str().unwrap().to_owned(), answer)
    });
    answers.collect()
}

/// Profile, place, figure and our value where it differs from the package's.
const DEPARTURES: &[(&str, &str, &str, &str)] = &[
    // An unknown wall time is unknown, not 0.
    ("features/aggregate.h5", "run", "time span", "none"),
    ("features/json-aggregate.json", "run", "time span", "none"),
    ("features/empty.h5", "run", "time span", "none"),
    ("features/no-calls-at-all.h5", "run", "time span", "none"),
    // No calls cover nothing: 0, and its total is what is unknown.
    ("features/no-calls-at-all.h5", "region declared", "coverage", "0"),
    ("features/no-calls-at-all.h5", "row 0 declared", "coverage", "0"),
    ("features/zero-calls-on-some-ranks.h5", "region never", "coverage", "0"),
    ("features/zero-calls-on-some-ranks.h5", "row 10 never", "coverage", "0"),
    // The package subtracts times as floating-point seconds, which are 238 ns apart on an epoch clock.
    ("features/defect-epoch-clock.h5", "run", "total time", "0.019368372"),
    ("features/defect-epoch-clock.h5", "run", "time span", "0.008968372"),
    // A device time of -1 ns is none, and not part of the sum.
    ("features/defect-gpu-sentinel.h5", "region k", "gpu_total", "0.0005"),
    ("features/defect-gpu-sentinel.h5", "region k", "gpu_avg", "0.0005"),
    ("features/defect-gpu-sentinel.h5", "row 0 k", "gpu_total", "0.0005"),
    ("features/defect-gpu-sentinel.h5", "row 0 k", "gpu_avg", "0.0005"),
    // One rank of two nests: its own times and paths stay (a test of its own looks closer).
    ("features/defect-one-bad-rank.h5", "region a", "own", "0.009"),
    ("features/defect-one-bad-rank.h5", "run", "rows", "4"),
    // First and last are by time, not by storage.
    ("features/defect-storage-order.h5", "region a", "first", "0.001"),
    ("features/defect-storage-order.h5", "region a", "last", "0.002"),
    ("features/recursion.h5", "region fib", "last", "0.000792492"),
    ("features/threads.h5", "region outer", "first", "0.007393782"),
    ("features/threads.h5", "region inner", "first", "0.006195187"),
    // Own times come from the calls where they nest, never from a stored value.
    ("features/defect-wrong-stored-own-time.h5", "region scope_profiler.session", "own", "0.0000138"),
    // Names with arrows are names, not paths.
    ("features/defect-arrow-names.h5", "run", "rows", "3"),
    // All calls have zero length: the package divides by zero.
    ("features/defect-all-zero-two-ranks.h5", "run", "rows", "2"),
];

/// A figure that differs: place, name, our value, what was expected.
type Difference = (String, String, String, String);

/// Collects differences, so that one run shows them all.
#[derive(Default)]
struct Differences(Vec<Difference>);

impl Differences {
    fn add(&mut self, place: &str, name: &str, got: String, expected: impl ToString) {
        self.0.push((place.to_owned(), name.to_owned(), got, expected.to_string()));
    }

    fn number(&mut self, place: &str, name: &str, got: Option<f64>, expected: &Value, tolerance: f64) {
        let same = match (got, expected.as_f64()) {
            (None, None) => expected.is_null(),
            (Some(a), Some(b)) => (a - b).abs() <= (tolerance * a.abs().max(b.abs())).max(1e-12),
            _ => false,
        };
        if !same {
            self.add(place, name, got.map_or("none".to_owned(), |value| value.to_string()), expected);
        }
    }

    /// Seconds that the package computes from floating-point times: 1e-10 s apart at the sizes of clocks
    /// in the corpus.
    fn rounded(&mut self, place: &str, name: &str, got: f64, expected: &Value) {
        if expected.as_f64().is_none_or(|expected| (got - expected).abs() > 1e-6 * got + 1e-10) {
            self.number(place, name, Some(got), expected, 0.0);
        }
    }

    fn durations(&mut self, place: &str, durations: Option<&Durations>, expected: &Value) {
        let seconds = |ns: f64| ns / 1e9;
        let whole = |ns: i64| seconds(ns as f64);
        let percentile = durations.and_then(|d| d.percentiles);
        for (name, got) in [
            ("avg", durations.map(|d| seconds(d.avg_ns))),
            ("min", durations.map(|d| whole(d.min_ns))),
            ("max", durations.map(|d| whole(d.max_ns))),
            ("std", durations.and_then(|d| d.std_ns).map(seconds)),
            ("first", durations.and_then(|d| d.first_ns).map(whole)),
            ("last", durations.and_then(|d| d.last_ns).map(whole)),
            ("p50", percentile.map(|p| seconds(p.p50_ns))),
            ("p95", percentile.map(|p| seconds(p.p95_ns))),
            ("p99", percentile.map(|p| seconds(p.p99_ns))),
        ] {
            self.number(place, name, got, &expected[name], 1e-9);
        }
    }

    fn gpu(&mut self, place: &str, gpu: Option<Gpu>, expected: &Value) {
        let total = gpu.map(|gpu| gpu.total_ns as f64 / 1e9);
        self.number(place, "gpu_total", total, &expected["gpu_total"], 1e-9);
        self.number(place, "gpu_avg", gpu.map(|gpu| gpu.avg_ns() / 1e9), &expected["gpu_avg"], 1e-9);
    }

    fn region(&mut self, place: &str, region: &Region, expected: &Value) {
        let seconds = |ns: i128| ns as f64 / 1e9;
        self.number(place, "calls", Some(region.calls as f64), &expected["calls"], 0.0);
        self.number(place, "ranks", Some(region.num_ranks() as f64), &expected["num_ranks"], 0.0);
        self.number(place, "total", region.total_ns.map(seconds), &expected["total"], 1e-9);
        self.number(place, "imbalance", Some(region.imbalance_pct), &expected["imbalance"], 1e-9);
        self.number(place, "own", Some(seconds(region.own_ns)), &expected["exclusive"], 1e-9);
        match exact_coverage(expected) {
            Some(exact) => {
                self.number(place, "coverage", Some(seconds(region.coverage_ns)), &exact.into(), 1e-9)
            }
            None => self.rounded(place, "coverage", seconds(region.coverage_ns), &expected["coverage"]),
        }
        self.durations(place, region.durations.as_ref(), expected);
        self.gpu(place, region.gpu, expected);
        for (rank, pair) in expected["per_rank"].as_object().into_iter().flatten() {
            let rank = region.ranks.iter().find(|figures| figures.rank.to_string() == *rank);
            self.number(place, "rank calls", rank.map(|rank| rank.calls as f64), &pair[0], 0.0);
            self.number(place, "rank total", rank.map(|rank| seconds(rank.total_ns)), &pair[1], 1e-9);
        }
    }

    fn row(&mut self, place: &str, row: &PathRow, parent: Option<&PathRow>, expected: &Value) {
        let seconds = |ns: i128| ns as f64 / 1e9;
        let path = if row.path.is_empty() { Value::Null } else { row.path.join(" > ").into() };
        if path != expected["call_path"] {
            self.add(place, "path", path.to_string(), &expected["call_path"]);
        }
        if Some(row.recursive) != expected["recursive"].as_bool() {
            self.add(place, "recursive", row.recursive.to_string(), &expected["recursive"]);
        }
        self.number(place, "calls", Some(row.calls as f64), &expected["calls"], 0.0);
        self.number(place, "depth", Some(row.depth as f64), &expected["depth"], 0.0);
        self.number(place, "ranks", Some(row.num_ranks as f64), &expected["num_ranks"], 0.0);
        self.number(place, "total", row.total_ns.map(seconds), &expected["total"], 1e-9);
        self.number(place, "imbalance", Some(row.imbalance_pct), &expected["imbalance"], 1e-9);
        // Rows without a path have no own time in the package's table; the region's figure covers it.
        if !row.path.is_empty() {
            self.number(place, "own", row.own_ns.map(seconds), &expected["exclusive"], 1e-9);
        }
        self.coverage(place, "coverage", Some(row), &expected["coverage"]);
        self.coverage(place, "parent coverage", parent, &expected["parent_coverage"]);
        self.durations(place, row.durations.as_ref(), expected);
        self.gpu(place, row.gpu, expected);
    }

    fn coverage(&mut self, place: &str, name: &str, row: Option<&PathRow>, expected: &Value) {
        match row {
            Some(row) => self.rounded(place, name, row.coverage_ns as f64 / 1e9, expected),
            None => self.number(place, name, None, expected, 0.0),
        }
    }
}

/// The coverage in whole nanoseconds where the package's is off; it is 0 for statistics.
fn exact_coverage(region: &Value) -> Option<f64> {
    region["coverage_exact"].as_f64().filter(|exact| *exact > 0.0)
}

/// Puts exact coverages into the rows of regions that have one row.
fn with_exact_coverage(mut expected: Value) -> Value {
    let mut exact: BTreeMap<String, f64> = BTreeMap::new();
    for (name, region) in expected["regions"].as_object().unwrap() {
        let rows = expected["rows"].as_array().into_iter().flatten();
        if rows.filter(|row| row["name"] == **name).count() == 1 {
            exact.extend(exact_coverage(region).map(|exact| (name.clone(), exact)));
        }
    }
    for row in expected["rows"].as_array_mut().into_iter().flatten() {
        if let Some(exact) = exact.get(row["name"].as_str().unwrap_or_default()) {
            row["coverage"] = (*exact).into();
        }
        let parent = row["call_path"].as_str().and_then(|path| path.rsplit(" > ").nth(1)).map(str::to_owned);
        if let Some(exact) = parent.and_then(|parent| exact.get(&parent)) {
            row["parent_coverage"] = (*exact).into();
        }
    }
    expected
}

fn compare(file: &str, expected: &Value) -> Vec<Difference> {
    let figures = figures_of(file);
    let mut differences = Differences::default();
    let facts = &figures.facts;
    let seconds = |ns: Option<i64>| ns.map(|ns| ns as f64 / 1e9);
    differences.number("run", "ranks", Some(f64::from(facts.num_ranks)), &expected["num_ranks"], 0.0);
    differences.number("run", "nodes", facts.nodes.map(|n| n as f64), &expected["num_nodes"], 0.0);
    differences.number("run", "threads", facts.threads.map(|n| n as f64), &expected["threads_per_rank"], 0.0);
    differences.number("run", "total time", seconds(facts.total_time_ns), &expected["total_time"], 1e-6);
    differences.number("run", "time span", seconds(facts.time_span_ns), &expected["time_span"], 1e-6);
    if facts.label.as_deref() != expected["label"].as_str() {
        differences.add("run", "label", format!("{:?}", facts.label), &expected["label"]);
    }
    let names: BTreeSet<&str> = figures.regions.iter().map(|region| &*region.name).collect();
    let regions = expected["regions"].as_object().unwrap();
    assert_eq!(names, regions.keys().map(String::as_str).collect(), "{file}");
    for region in &figures.regions {
        differences.region(&format!("region {}", region.name), region, &regions[&*region.name]);
    }
    let rows = expected["rows"].as_array().map_or(&[][..], Vec::as_slice);
    if rows.len() != figures.rows.len() {
        differences.add("run", "rows", figures.rows.len().to_string(), rows.len());
        return differences.0;
    }
    for (number, (row, expected)) in figures.rows.iter().zip(rows).enumerate() {
        let parent = row.parent.map(|parent| &figures.rows[parent]);
        differences.row(&format!("row {number} {}", row.name), row, parent, expected);
    }
    differences.0
}

#[test]
fn every_profile_has_the_figures_of_the_python_package() {
    let answers = expected();
    assert!(answers.len() > 100);
    let mut departures: Vec<_> = DEPARTURES.to_vec();
    let mut unexpected = Vec::new();
    for (file, expected) in answers {
        for (place, name, got, answer) in compare(&file, &with_exact_coverage(expected)) {
            let departure = (&*file, &*place, &*name, &*got);
            let before = departures.len();
            departures.retain(|known| *known != departure);
            if departures.len() == before {
                unexpected.push(format!("{file}: {place}: {name} is {got}, expected {answer}"));
            }
        }
    }
    assert!(unexpected.is_empty(), "{}", unexpected.join("\n"));
    assert!(departures.is_empty(), "no longer departs: {departures:#?}");
}

/// Rank 0 holds a [0,9] around b [1,4]; on rank 1 b [1,4] sticks out of a [0,3] (ms).
#[test]
fn one_rank_that_does_not_nest_leaves_the_other_its_paths() {
    let figures = figures_of("features/defect-one-bad-rank.h5");
    let rows: Vec<_> = figures
        .rows
        .iter()
        .map(|row| (row.path.join(">"), &*row.name, row.total_ns.unwrap() / 1_000_000))
        .collect();
    let expected = [("a", "a", 9), ("a>b", "b", 3), ("", "a", 3), ("", "b", 3)];
    assert_eq!(rows, expected.map(|(path, name, total)| (path.to_owned(), name, total)));
    assert!(matches!(&figures.notes[..], [Note::NotNested { rank: 1, .. }]));
}

#[test]
fn names_with_arrows_are_not_split() {
    let figures = figures_of("features/defect-arrow-names.h5");
    let paths: Vec<Vec<&str>> =
        figures.rows.iter().map(|row| row.path.iter().map(|name| &**name).collect()).collect();
    let session = "scope_profiler.session";
    assert_eq!(paths, [vec![session], vec![session, "x > y"], vec![session, "y > y"]]);
}

#[test]
fn calls_of_zero_length_on_two_ranks_are_balanced() {
    let figures = figures_of("features/defect-all-zero-two-ranks.h5");
    let rows: Vec<_> = figures
        .rows
        .iter()
        .map(|row| (&*row.name, row.total_ns.unwrap(), row.imbalance_pct.round(), row.num_ranks))
        .collect();
    assert_eq!(rows, [("a", 3_000_000, 33.0, 2), ("z", 0, 0.0, 2)]);
}

#[test]
fn coverage_on_an_epoch_clock_is_exact() {
    for file in ["features/defect-epoch-clock.h5", "strong/np4.h5"] {
        let figures = figures_of(file);
        for region in &figures.regions {
            let row = figures.rows.iter().find(|row| row.name == region.name).unwrap();
            assert_eq!(row.coverage_ns, region.coverage_ns, "{file}: {}", region.name);
        }
    }
}

fn cell(value: Option<f64>) -> Value {
    value.filter(|value| value.is_finite()).map_or(Value::Null, Value::from)
}

#[test]
fn hardware_counters_are_laid_out_as_the_package_does() {
    for (file, expected) in expected() {
        let profile = profile::read(&data().join("corpus").join(&file)).unwrap();
        let detail = analyse(&profile, &Selection::all()).detail;
        let groups = expected["likwid"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(detail.likwid.len(), groups.len(), "{file}");
        for (group, expected) in detail.likwid.iter().zip(groups) {
            assert_eq!(expected["rank"], group.rank, "{file}");
            assert_eq!(expected["group"], *group.group, "{file}");
            assert_eq!(expected["columns"], Value::from(group.columns.clone()), "{file}");
            for (section, expected) in group.sections.iter().zip(expected["sections"].as_array().unwrap()) {
                let expected = expected[1].as_array().unwrap();
                assert_eq!(section.len(), expected.len(), "{file}");
                for ((name, values), expected) in section.iter().zip(expected) {
                    assert_eq!(expected[0], *name.as_str(), "{file}");
                    for (value, expected) in values.iter().zip(expected[1].as_array().unwrap()) {
                        let value = cell(*value);
                        let close = match (value.as_f64(), expected.as_f64()) {
                            (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * b.abs(),
                            (a, b) => a == b,
                        };
                        assert!(close, "{file}: {name} is {value}, expected {expected}");
                    }
                }
            }
        }
        let perf = expected["perf_events"].as_array().map_or(&[][..], Vec::as_slice);
        assert_eq!(detail.perf.len(), perf.len(), "{file}");
        for (rank, expected) in detail.perf.iter().zip(perf) {
            assert_eq!(expected["events"], Value::from(rank.events.clone()), "{file}");
            for ((region, calls, counts), expected) in
                rank.regions.iter().zip(expected["rows"].as_array().unwrap())
            {
                let mut row = vec![Value::from(region.as_str()), Value::from(*calls)];
                row.extend(counts.iter().map(|count| count.map_or(Value::Null, Value::from)));
                assert_eq!(*expected, Value::from(row), "{file}");
            }
        }
    }
}

#[test]
fn line_profiles_are_summed_in_seconds() {
    let profile = profile::read(&data().join("corpus/features/line-profile.h5")).unwrap();
    let detail = analyse(&profile, &Selection::all()).detail;
    let [kernel] = &detail.functions[..] else { panic!("{:?}", detail.functions) };
    assert_eq!(
        (&*kernel.region, &*kernel.function, kernel.first_line),
        ("kernel", "lines.<locals>.kernel", 107)
    );
    let timed: Vec<_> = kernel.lines.iter().filter(|line| line.hits > 0).collect();
    assert_eq!(timed.iter().map(|line| line.number).collect::<Vec<_>>(), [108, 109, 110, 111, 113]);
    assert_eq!(timed.iter().map(|line| line.hits).collect::<Vec<_>>(), [3, 1203, 1200, 3, 3]);
    assert!((kernel.total_s - 778_370e-9).abs() < 1e-12);
    let shares: f64 = kernel.lines.iter().filter_map(|line| line.share_pct).sum();
    assert!((shares - 100.0).abs() < 1e-9);
}

#[test]
fn speedups_are_those_of_the_python_package() {
    let answer = std::fs::read_to_string(data().join("expected/sites/scaling.json")).unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    let mut points = 0;
    for case in answer["figures"].as_array().unwrap() {
        let Some((folder, include, exclude)) =
            SCALING_CASES.iter().find_map(|(page, folder, include, exclude)| {
                (case["page"] == **page).then_some((folder, include, exclude))
            })
        else {
            continue;
        };
        let patterns = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        let include = (!include.is_empty()).then(|| patterns(include));
        let selection = Selection::new(include.as_deref(), &patterns(exclude), None).unwrap();
        let runs: Vec<RunFigures> = folder
            .iter()
            .map(|file| figures(&profile::read(&data().join("corpus").join(file)).unwrap(), &selection))
            .collect();
        let labelled: Vec<(&str, &RunFigures)> = folder.iter().copied().zip(&runs).collect();
        for chart in case["scaling"].as_array().unwrap() {
            let field = chart["options"]["x_field"].as_str().unwrap();
            let axis = match field {
                "num_ranks" => Axis::Ranks,
                "num_nodes" => Axis::Nodes,
                "omp_num_threads" => Axis::Threads,
                _ => Axis::Cores,
            };
            let study = scaling(&labelled, Some(axis)).unwrap();
            let study = &study.axes[0];
            for point in chart["points"].as_array().unwrap() {
                let region = study.regions.iter().find(|region| point["region"] == *region.name).unwrap();
                let place = study.values.iter().position(|value| point[field] == *value).unwrap();
                let expected = point["speedup"].as_f64().or(point["efficiency"].as_f64()).unwrap();
                let got = region.line[place].unwrap();
                assert!((got - expected).abs() <= 1e-9 * expected, "{folder:?} {point}: {got}");
                points += 1;
            }
        }
    }
    assert!(points > 150, "{points}");
}

/// Page of a case, its runs, and its filters.
type ScalingCase = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

const SCALING_CASES: &[ScalingCase] = &[
    (
        "scaling/strong",
        &[
            "strong/np1.h5",
            "strong/np2.h5",
            "strong/np4.h5",
            "strong/np8.h5",
            "strong/np16.h5",
            "strong/np32.h5",
        ],
        &[],
        &[],
    ),
    (
        "scaling/weak-scaling",
        &["weak/np1.h5", "weak/np2.h5", "weak/np4.h5", "weak/np8.h5", "weak/np16.h5", "weak/np32.h5"],
        &[],
        &["setup", "io$"],
    ),
    (
        "hybrid",
        &[
            "threads/r1t1.h5",
            "threads/r1t2.h5",
            "threads/r1t4.h5",
            "threads/r1t8.h5",
            "threads/r2t4.h5",
            "threads/r4t2.h5",
            "threads/r8t1.h5",
        ],
        &[],
        &[],
    ),
    (
        "threads-only",
        &["threads/r1t1.h5", "threads/r1t2.h5", "threads/r1t4.h5", "threads/r1t8.h5"],
        &["solve", "assemble", "timestep"],
        &[],
    ),
];
