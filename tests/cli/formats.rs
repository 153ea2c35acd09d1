//! `--format`: the same figures for programs and documents.

use insta::assert_snapshot;
use serde_json::Value;

use crate::support::{run, stdout};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&run(&[args, &["--format", "json"]].concat()).stdout).unwrap()
}

#[test]
fn inspect_in_every_format() {
    let args = ["inspect", "features/recursion.h5", "features/no-calls-at-all.h5"];
    for format in ["json", "csv", "markdown"] {
        assert_snapshot!(format!("inspect {format}"), stdout(&[&args[..], &["--format", format]].concat()));
    }
}

#[test]
fn diff_in_every_format() {
    let args = ["diff", "features/regions-a.h5", "features/regions-c.h5"];
    for format in ["json", "csv", "markdown"] {
        assert_snapshot!(format!("diff {format}"), stdout(&[&args[..], &["--format", format]].concat()));
    }
}

#[test]
fn check_in_every_format() {
    let args = [
        "check",
        "features/regions-a.h5",
        "features/regions-b.h5",
        "--fail-on-missing",
        "--max-regression",
        "1",
    ];
    for format in ["json", "csv", "markdown"] {
        assert_snapshot!(format!("check {format}"), run(&[&args[..], &["--format", format]].concat()));
    }
}

#[test]
fn columns_narrow_what_programs_get() {
    let text = stdout(&[
        "inspect",
        "strong/np2.h5",
        "--format",
        "csv",
        "--include",
        "dot",
        "--columns",
        "region",
        "calls",
        "p95",
    ]);
    assert_eq!(text.lines().next(), Some("file,region,calls,p95_s"));
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn a_column_asked_for_twice_is_one_key() {
    let args = ["inspect", "strong/np2.h5", "--columns", "total", "region", "total", "--format"];
    let text = stdout(&[&args[..], &["csv"]].concat());
    assert_eq!(text.lines().next(), Some("file,total_s,region"));
    assert_eq!(stdout(&[&args[..], &["json"]].concat()).matches("\"total_s\"").count(), 10);
}

#[test]
fn nothing_readable_is_no_document() {
    for format in ["table", "json", "csv", "markdown"] {
        crate::support::refusal(&["inspect", "no-such.h5", "--format", format]);
    }
}

#[test]
fn parts_that_are_not_wanted_are_absent() {
    let file = |args: &[&str]| json(&[&["inspect", "features/likwid.h5"], args].concat())["files"][0].clone();
    let all = file(&[]);
    assert!(all["metadata"].is_object() && all["regions"].is_array() && all["likwid"].is_array());
    assert!(file(&["--metadata-only"]).get("regions").is_none());
    assert!(file(&["--regions-only"]).get("metadata").is_none());
    assert!(all.get("sources").is_none());
}

#[test]
fn counters_are_tables_in_documents() {
    let document =
        json(&["inspect", "features/likwid.h5", "features/perf-events.h5", "--regions-only", "--ranks", "1"]);
    let likwid = &document["files"][0]["likwid"][0];
    assert_eq!(likwid["rank"], 1);
    assert_eq!(likwid["group"], "MEM_DP");
    assert_eq!(likwid["tables"][0]["columns"], serde_json::json!(["counter", "assemble", "solve"]));
    assert_eq!(likwid["tables"][0]["rows"][0], serde_json::json!(["call count", 7.0, 6.0]));
    let perf = &document["files"][1]["perf_events"][0]["tables"][0];
    assert_eq!(perf["rows"][0], serde_json::json!(["dot", 6, 12, 70001, null]));
    let markdown = stdout(&["inspect", "features/likwid.h5", "--regions-only", "--format", "markdown"]);
    assert!(markdown.contains("| `CPI` | 2.48 | 2.48 |"), "{markdown}");
}

#[test]
fn metadata_alone_is_a_csv_of_keys_and_values() {
    let text = stdout(&["inspect", "features/odd-metadata.h5", "--metadata-only", "--format", "csv"]);
    assert!(text.starts_with("file,key,value\n"), "{text}");
    assert!(text.contains("\nfeatures/odd-metadata.h5,counts,\"[1,2,3]\"\n"), "{text}");
    assert!(text.contains("\nfeatures/odd-metadata.h5,note,\"two\nlines\tand a tab\"\n"), "{text}");
}

#[test]
fn documents_hold_names_as_recorded_and_markdown_holds_no_markup() {
    let file = "features/hostile-names.h5";
    let document = json(&["diff", file, file]);
    let names: Vec<&str> =
        document["rows"].as_array().unwrap().iter().map(|row| row["region"].as_str().unwrap()).collect();
    assert!(names.contains(&"</script><script>alert(1)</script>") && names.contains(&"pipe|bar"));
    let markdown = stdout(&["diff", file, file, "--format", "markdown"]);
    for row in markdown.lines().filter(|line| line.starts_with("| `")) {
        let fence = row.chars().skip(2).take_while(|c| *c == '`').count();
        let rest = &row[2 + fence..];
        let end = rest.find(&format!("{} |", "`".repeat(fence))).unwrap();
        assert!(!rest[..end].replace("\\|", "").contains('|'), "{row}");
    }
    assert!(markdown.contains("| `pipe\\|bar` |") && markdown.contains("| `` back`tick` `` |"), "{markdown}");
}
