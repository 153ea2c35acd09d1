//! Several runs on either side of `diff` and `check`.

use insta::assert_snapshot;

use crate::support::{refusal, run, stdout};

/// Two runs on either side, each lacking some regions of the other.
const SIDES: [&str; 6] = [
    "--baseline",
    "features/regions-a.h5",
    "features/regions-b.h5",
    "--candidate",
    "features/regions-b.h5",
    "features/regions-c.h5",
];

#[test]
fn figures_are_medians_shown_with_their_spread() {
    for format in ["table", "json", "csv", "markdown"] {
        let args = [&["diff"][..], &SIDES, &["--format", format]].concat();
        assert_snapshot!(format!("diff {format}"), stdout(&args));
    }
    let outcome = run(&[&["check"][..], &SIDES, &["--max-regression", "10", "--fail-on-missing"]].concat());
    assert_snapshot!("check table", outcome);
}

#[test]
fn the_median_of_the_nights_is_the_middle_one() {
    let value = |args: &[&str]| {
        let json = stdout(&[&["diff"], args, &["--format", "json", "--include", "solve$"]].concat());
        let document: serde_json::Value = serde_json::from_str(&json).unwrap();
        document["rows"][0].clone()
    };
    let first_nine = "nightly/2026-09-0?/np2.h5";
    let row = value(&["--baseline", first_nine, "--candidate", "nightly/2026-09-01/np2.h5"]);
    let single = |day: u32| {
        let file = format!("nightly/2026-09-0{day}/np2.h5");
        crate::support::corpus().join(&file).exists().then(|| value(&[&file, &file])["a"].as_f64().unwrap())
    };
    let mut singles: Vec<f64> = (1..=9).filter_map(single).collect();
    singles.sort_by(f64::total_cmp);
    assert_eq!(row["a_runs"].as_u64(), Some(singles.len() as u64));
    assert_eq!(row["a_min"].as_f64(), singles.first().copied());
    assert_eq!(row["a_max"].as_f64(), singles.last().copied());
    let middle = (singles[(singles.len() - 1) / 2] + singles[singles.len() / 2]) / 2.0;
    assert!((row["a"].as_f64().unwrap() - middle).abs() < 1e-12, "{row}");
}

#[test]
fn one_run_on_either_side_is_the_simple_form() {
    let (a, b) = ("tutorial/baseline.h5", "tutorial/candidate.h5");
    for command in ["diff", "check"] {
        let simple = run(&[command, a, b]);
        let named = run(&[command, "--candidate", b, "--baseline", a]);
        assert_eq!((simple.status, simple.stdout), (named.status, named.stdout));
    }
}

#[test]
fn every_run_that_cannot_be_read_is_named() {
    let args = ["check", "--baseline", "features/plain.h5", "missing-1.h5", "--candidate", "missing-2.h5"];
    let message = refusal(&args);
    assert!(message.contains("missing-1.h5") && message.contains("missing-2.h5"), "{message}");
    let message = refusal(&["diff", "--baseline", "none-*.h5", "--candidate", "features/plain.h5"]);
    assert!(message.contains("no file matches none-*.h5"), "{message}");
}
