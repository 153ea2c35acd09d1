//! `check`

use insta::assert_snapshot;

use crate::support::{refusal, run};

const A: &str = "features/regions-a.h5";
const B: &str = "features/regions-b.h5";
const C: &str = "features/regions-c.h5";

/// Exit status and the regions that fail.
fn verdict(args: &[&str]) -> (i32, String) {
    let outcome = run(&[&["check"], args].concat());
    let failing = outcome.stdout.lines().find_map(|line| line.strip_prefix("Budget violations: "));
    let word = if outcome.status == 0 { "PASS" } else { "FAIL" };
    assert!(outcome.stdout.contains(&format!("Regression check: {word}\n")), "{outcome}");
    (outcome.status, failing.unwrap_or_default().to_owned())
}

#[test]
fn only_more_than_the_budget_fails() {
    let (a, b) = ("tutorial/baseline.h5", "tutorial/candidate.h5");
    let session = "scope_profiler.session";
    assert_eq!(verdict(&[a, b, "--max-regression", "60"]), (1, "solve, timestep".to_owned()));
    assert_eq!(verdict(&[a, b, "--max-regression", "50"]), (1, format!("solve, timestep, {session}")));
    assert_eq!(verdict(&[a, b, "--max-regression", "97"]), (0, String::new()));
    assert_eq!(verdict(&[a, a]), (0, String::new()));
}

#[test]
fn a_change_of_exactly_the_budget_passes() {
    assert_eq!(verdict(&[A, B, "--include", "setup", "--max-regression", "5"]).0, 0);
    assert_eq!(verdict(&[A, B, "--include", "setup", "--max-regression", "4.999999"]).0, 1);
}

#[test]
fn growth_from_nothing_fails() {
    assert_eq!(verdict(&[A, B, "--max-regression", "1000"]), (1, "noop".to_owned()));
}

#[test]
fn new_and_missing_regions_fail_on_request() {
    let known = [A, C, "--max-regression", "40"];
    assert_eq!(verdict(&known), (0, String::new()));
    assert_eq!(verdict(&[&known[..], &["--fail-on-new"]].concat()), (1, "extra".to_owned()));
    assert_eq!(verdict(&[&known[..], &["--fail-on-missing"]].concat()), (1, "write_vtk, noop".to_owned()));
}

#[test]
fn nothing_compared_is_no_pass() {
    assert_snapshot!(refusal(&["check", A, B, "--include", "nothing"]), @r"
    error: nothing to compare: no region has a total on both sides
      features/regions-b.h5 against features/regions-a.h5
      help: neither side has a selected region: look at --include and --exclude
    ");
    assert_snapshot!(refusal(&["check", "features/aggregate.h5", "features/aggregate.h5", "--metric", "p95"]), @r"
    error: nothing to compare: no region has a p95 on both sides
      features/aggregate.h5 against features/aggregate.h5
      help: neither side tells a p95 of the selected regions: choose another --metric
    ");
    assert_snapshot!(refusal(&["check", "features/empty.h5", "features/plain.h5"]), @r"
    error: nothing to compare: no region has a total on both sides
      features/plain.h5 against features/empty.h5
      help: 0 only in the baseline, 10 only in the candidate; --fail-on-new and --fail-on-missing judge those
    ");
}

#[test]
fn differing_rank_counts_are_said_beside_the_verdict() {
    let outcome = run(&["check", "strong/np4.h5", "strong/np8.h5", "--max-regression", "500"]);
    assert_eq!(outcome.status, 0);
    assert_snapshot!(outcome.stderr, @"warning: the baseline covers 4 ranks and the candidate 8 ranks; totals and calls are sums over ranks");
    let same = run(&["check", "strong/np4.h5", "strong/np8.h5", "--ranks", "0-3", "--max-regression", "500"]);
    assert_eq!((same.status, same.stderr.as_str()), (0, ""));
}

#[test]
fn every_metric_can_be_judged() {
    for metric in
        ["total", "avg", "min", "max", "p50", "p95", "p99", "imbalance", "calls", "gpu_total", "gpu_avg"]
    {
        assert_eq!(verdict(&["features/gpu.h5", "features/gpu.h5", "--metric", metric]), (0, String::new()));
    }
}

/// Each night against the one before: whatever the budget, the exit status is what the JSON rows say.
#[test]
fn never_passes_a_region_above_the_budget() {
    let nights: Vec<String> = (1..=12).map(|day| format!("nightly/2026-09-{day:02}/np2.h5")).collect();
    let nights: Vec<&str> =
        nights.iter().map(String::as_str).filter(|n| crate::support::corpus().join(n).exists()).collect();
    assert!(nights.len() > 8);
    for pair in nights.windows(2) {
        for budget in ["0", "2.5", "25"] {
            for metric in ["total", "max", "imbalance"] {
                let args = ["check", pair[0], pair[1], "--max-regression", budget, "--metric", metric];
                let outcome = run(&[&args[..], &["--format", "json"]].concat());
                let document: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
                let exceeds = |row: &serde_json::Value| {
                    let (Some(a), Some(b)) = (row["a"].as_f64(), row["b"].as_f64()) else { return false };
                    b > a && (a == 0.0 || 100.0 * (b - a) / a > budget.parse::<f64>().unwrap())
                };
                let slower = document["rows"].as_array().unwrap().iter().any(exceeds);
                assert_eq!(outcome.status, i32::from(slower), "{args:?}");
                assert_eq!(document["verdict"], if slower { "fail" } else { "pass" });
            }
        }
    }
}

#[test]
fn regions_have_budgets_of_their_own() {
    let (a, b) = ("tutorial/baseline.h5", "tutorial/candidate.h5");
    let known = [a, b, "--max-regression", "97", "--budget"];
    assert_eq!(verdict(&[&known[..], &["solve=60"]].concat()), (1, "solve".to_owned()));
    assert_eq!(verdict(&[&known[..], &["olve=60"]].concat()), (0, String::new()));
    assert_eq!(
        verdict(&[&known[..], &["solve$=97", "--budget", ".*=60"]].concat()),
        (1, "timestep".to_owned())
    );
    let shown = ["--budget", "(?=s)s|x=60", "--budget", "`i|o`=5", "--min-delta", "1e-3"];
    let args = [&["check", a, b, "--max-regression", "50"], &shown[..]].concat();
    for format in ["table", "json", "csv", "markdown"] {
        let outcome = run(&[&args[..], &["--format", format]].concat());
        assert_eq!(outcome.status, 1);
        assert_snapshot!(format!("budgets {format}"), outcome);
    }
}

#[test]
fn small_differences_pass_on_request() {
    assert_eq!(verdict(&[A, B, "--max-regression", "1000", "--min-delta", "1"]), (0, String::new()));
    assert_eq!(verdict(&[A, B, "--max-regression", "1000", "--min-delta", "0"]), (1, "noop".to_owned()));
    assert_snapshot!(refusal(&["check", A, B, "--metric", "calls", "--min-delta", "1"]), @r"
    error: --min-delta is in seconds, calls is not
      help: leave out --min-delta, or choose a --metric that is a time
    ");
}
