//! `check` for systems of continuous integration.

use std::fs;
use std::path::Path;

use insta::assert_snapshot;

use crate::support::{program, run};

const ARGS: [&str; 5] = ["check", "features/regions-a.h5", "features/regions-b.h5", "--max-regression", "1"];

/// Runs `check --github` with a summary; exit status, standard output, standard error.
fn on_github(summary: &Path, args: &[&str]) -> (i32, String, String) {
    let output = program().args(args).arg("--github").env("GITHUB_STEP_SUMMARY", summary).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn github_shows_what_fails() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "# Before\n\n").unwrap();
    let strict = [&ARGS[..], &["--fail-on-missing", "--fail-on-new"]].concat();
    let (status, stdout, stderr) = on_github(&summary, &strict);
    assert_eq!((status, stderr.as_str()), (1, ""));
    let commands: Vec<&str> = stdout.lines().filter(|line| line.starts_with("::")).collect();
    assert_snapshot!(commands.join("\n"));
    assert_snapshot!("summary", fs::read_to_string(&summary).unwrap());
    // A document on standard output stays whole.
    let (_, document, stderr) = on_github(&summary, &[&strict[..], &["--format", "json"]].concat());
    assert_eq!(document, run(&[&strict[..], &["--format", "json"]].concat()).stdout);
    assert_eq!(stderr.lines().collect::<Vec<_>>(), commands);
}

#[test]
fn a_check_that_passes_is_in_the_summary_without_annotations() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    let same = ["check", "features/regions-a.h5", "features/regions-a.h5"];
    let (status, stdout, _) = on_github(&summary, &same);
    assert_eq!((status, stdout), (0, run(&same).stdout));
    assert!(fs::read_to_string(&summary).unwrap().starts_with("**Regression check: PASS**"));
}

#[test]
fn a_full_summary_is_not_made_longer_than_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let summary = folder.path().join("summary.md");
    fs::write(&summary, "x".repeat(1024 * 1024 - 16 * 1024 - 200)).unwrap();
    assert_eq!(on_github(&summary, &ARGS).0, 1);
    let text = fs::read_to_string(&summary).unwrap();
    assert!(text.len() <= 1024 * 1024 - 16 * 1024);
    assert!(text.ends_with("The rest is longer than a summary may be.\n\n"));
}

#[test]
fn a_junit_report_has_a_case_per_region() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report.xml");
    let outcome = run(&[&ARGS[..], &["--fail-on-missing", "--junit", report.to_str().unwrap()]].concat());
    assert_eq!(outcome.status, 1);
    assert_snapshot!(fs::read_to_string(&report).unwrap());
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let nowhere = folder.path().join("missing/report.xml");
    let outcome = run(&[&ARGS[..], &["--junit", nowhere.to_str().unwrap()]].concat());
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.starts_with("error: cannot write "), "{outcome}");
    let (status, stdout, stderr) = on_github(&nowhere, &ARGS);
    assert_eq!((status, stdout.as_str()), (2, ""));
    assert!(stderr.starts_with("error: cannot write "), "{stderr}");
}
