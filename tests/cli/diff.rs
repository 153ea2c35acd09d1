//! `diff`

use crate::support::{names, run, stdout, table};

const METRICS: [&str; 11] =
    ["total", "avg", "min", "max", "p50", "p95", "p99", "imbalance", "calls", "gpu_total", "gpu_avg"];

#[test]
fn every_metric_has_its_heading() {
    let heading = |metric| {
        let text = stdout(&["diff", "features/gpu.h5", "features/gpu.h5", "--metric", metric]);
        table(&text).remove(0)[1].clone()
    };
    let headings = METRICS.map(heading);
    let expected = [
        "total [s] (a)",
        "avg [s] (a)",
        "min [s] (a)",
        "max [s] (a)",
        "p50 [s] (a)",
        "p95 [s] (a)",
        "p99 [s] (a)",
        "imbalance [%] (a)",
        "calls (a)",
        "gpu total [s] (a)",
        "gpu avg [s] (a)",
    ];
    assert_eq!(headings, expected);
}

#[test]
fn swapping_the_profiles_mirrors_the_rows() {
    let (a, b) = ("features/regions-a.h5", "features/regions-b.h5");
    for metric in METRICS {
        let rows = |a, b| {
            let text = stdout(&["diff", a, b, "--metric", metric, "--sort", "name", "--format", "csv"]);
            let rows = text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect::<Vec<_>>());
            rows.collect::<Vec<_>>()
        };
        let (there, back) = (rows(a, b), rows(b, a));
        assert_eq!(there.len(), back.len(), "{metric}");
        for (x, y) in there.iter().zip(&back) {
            assert_eq!((&x[0], &x[3], &x[4]), (&y[0], &y[4], &y[3]), "{metric}");
            let (x, y): (f64, f64) = (x[5].parse().unwrap(), y[5].parse().unwrap());
            assert_eq!(x, -y, "{metric}");
        }
    }
}

#[test]
fn sorting_and_threshold_choose_the_rows() {
    let rows = |args: &[&str]| {
        names(&stdout(&[&["diff", "features/regions-a.h5", "features/regions-b.h5"], args].concat()))
    };
    assert_eq!(rows(&["--sort", "pct", "--threshold", "10"])[..2], ["solve", "write_vtk"]);
    let by_name = rows(&["--sort", "name"]);
    assert!(by_name.is_sorted(), "{by_name:?}");
    assert_eq!(by_name.len(), rows(&[]).len());
    assert!(rows(&["--threshold", "6"]).len() < by_name.len());
}

#[test]
fn recursion_counts_every_level() {
    let diff = stdout(&["diff", "features/recursion.h5", "features/recursion.h5", "--include", "fib"]);
    let inspect = stdout(&["inspect", "features/recursion.h5", "--include", "fib", "--columns", "total"]);
    let flat: f64 = table(&diff)[1][1].parse().unwrap();
    let outermost: f64 = table(&inspect)[1][0].parse().unwrap();
    assert!(flat > 2.0 * outermost, "{flat} {outermost}");
}

#[test]
fn titles_are_relative_to_the_current_folder() {
    let here = crate::support::corpus();
    let output = crate::support::program()
        .current_dir(here.join("strong"))
        .args(["diff", "../features/plain.h5", here.join("features/empty.h5").to_str().unwrap()])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\na: plain - ../features/plain.h5 (2 ranks)\n"), "{text}");
    assert!(text.contains("\nb: nothing recorded - ../features/empty.h5 (0 ranks)\n"), "{text}");
}

/// A summary read and a full read of every profile tell the same figures.
#[test]
fn stored_statistics_agree_with_the_calls() {
    for name in ["plain", "recursion", "gpu", "threads", "asyncio", "gzip", "zero-calls-on-some-ranks"] {
        let file = format!("features/{name}.h5");
        let json = stdout(&["inspect", &file, "--regions-only", "--flat", "--format", "json"]);
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        for metric in ["min", "max"] {
            let text = stdout(&["diff", &file, &file, "--metric", metric, "--format", "csv"]);
            for row in text.lines().skip(1) {
                let cells: Vec<&str> = row.split(',').collect();
                let rows = document["files"][0]["regions"].as_array().unwrap().iter();
                let figures = rows.filter(|row| row["region"] == cells[0]);
                let figures = figures.filter_map(|row| row[format!("{metric}_s")].as_f64());
                let pooled =
                    if metric == "min" { figures.reduce(f64::min) } else { figures.reduce(f64::max) };
                assert_eq!(pooled, Some(cells[3].parse().unwrap()), "{file} {metric} {}", cells[0]);
            }
        }
    }
}

#[test]
fn nothing_in_common_is_no_error() {
    let outcome = run(&["diff", "features/plain.h5", "strong/np2.h5", "--include", "nothing"]);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""));
    assert!(outcome.stdout.ends_with("Regions (0)\n  (no regions to compare)\n"), "{}", outcome.stdout);
}
