//! `inspect`

use insta::assert_snapshot;

use crate::support::{names, program, refusal, run, stdout, table, without_info};

#[test]
fn the_box_under_the_table_tells_how_to_read_it_and_what_to_do_next() {
    let text = stdout(&["inspect", "features/recursion.h5", "--regions-only"]);
    assert_snapshot!(&text[text.find("  ╭─ Info").unwrap()..]);
    let shared = ["inspect", "features/gpu.h5", "--regions-only", "--percentage-mode", "exclusive"];
    let text = stdout(&shared);
    assert_snapshot!("info of device times", &text[text.find("  ╭─ Info").unwrap()..]);
    let text = stdout(&["inspect", "features/no-calls-at-all.h5", "--regions-only"]);
    assert!(text.contains("│ A region without times was not entered on the selected ranks."), "{text}");
    let text = stdout(&["inspect", "features/no label.h5", "--regions-only"]);
    assert!(text.contains("scope-profiler inspect 'features/no label.h5' "), "{text}");
}

#[test]
fn the_share_of_the_session_is_explained_where_it_is_shown() {
    let explained =
        |args: &[&str]| stdout(&[&["inspect", "strong/np2.h5"], args].concat()).contains("│ % session is");
    assert!(explained(&["--regions-only"]));
    assert!(!explained(&["--regions-only", "--columns", "region", "total"]));
    assert!(!explained(&["--regions-only", "--include", "solve"]));
}

#[test]
fn options_take_several_words_and_may_be_repeated() {
    let columns = |args: &[&str]| table(&stdout(&[&["inspect"], args].concat())).remove(0);
    let expected = ["region", "n", "total [s]"];
    assert_eq!(
        columns(&["strong/np2.h5", "--regions-only", "--columns", "region", "calls", "total"]),
        expected
    );
    assert_eq!(
        columns(&[
            "--columns",
            "region",
            "calls",
            "--regions-only",
            "--columns",
            "total",
            "--",
            "strong/np2.h5"
        ]),
        expected
    );
    let selected =
        |args: &[&str]| names(&stdout(&[&["inspect", "strong/np2.h5", "--regions-only"], args].concat()));
    let expected = ["solve (12x)", "dot (36x)"];
    assert_eq!(selected(&["--include", "solve", "dot", "axpy", "--exclude", "axpy"]), expected);
    assert_eq!(selected(&["--include", "solve", "--exclude", "axpy", "--include", "dot"]), expected);
}

#[test]
fn sorting_keeps_the_tree_true() {
    let sorted =
        |args: &[&str]| names(&stdout(&[&["inspect", "strong/np2.h5", "--regions-only"], args].concat()));
    let by_total = sorted(&["--sort", "total"]);
    assert_eq!(
        by_total,
        [
            "scope_profiler.session (2x)",
            "timestep (12x)",
            "assemble (12x)",
            "solve (12x)",
            "precondition (36x)",
            "halo_exchange (36x)",
            "axpy (36x)",
            "dot (36x)",
            "io (2x)",
            "setup (2x)",
        ]
    );
    let flat = sorted(&["--sort", "name", "--flat"]);
    assert_eq!(flat[0], "scope_profiler.session (2x)");
    assert_eq!(flat[1], "scope_profiler.session > setup (2x)");
    assert_eq!(flat.len(), by_total.len());
}

#[test]
fn every_sort_key_is_accepted_and_orders_a_flat_list() {
    let keys =
        ["total", "calls", "avg", "min", "max", "first", "last", "std", "p50", "p95", "p99", "imbalance"];
    for key in keys {
        let args = ["inspect", "strong/np4.h5", "--regions-only", "--flat", "--format", "csv", "--sort", key];
        let text = stdout(&[&args[..], &["--columns", key]].concat());
        let values: Vec<f64> =
            text.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
        assert_eq!(values.len(), 10);
        assert!(values.windows(2).all(|pair| pair[0] >= pair[1]), "{key}: {values:?}");
    }
}

#[test]
fn every_column_is_shown_and_repeats_are_allowed() {
    let args = ["inspect", "features/gpu.h5", "--regions-only", "--include", "axpy", "--columns"];
    let columns = [
        "region",
        "ranks",
        "calls",
        "total",
        "percent",
        "parent_percent",
        "avg",
        "gpu_total",
        "gpu_avg",
        "min",
        "max",
        "first",
        "last",
        "std",
        "p50",
        "p95",
        "p99",
        "imbalance",
        "region",
    ];
    assert_snapshot!(without_info(&stdout(&[&args[..], &columns[..]].concat())));
}

#[test]
fn patterns_give_files_in_natural_order_each_once() {
    let text = stdout(&["inspect", "weak/np8.h5", "weak/np*.h5", "./strong/np1.h5", "--metadata-only"]);
    let titles: Vec<&str> = text.lines().filter(|line| line.ends_with(".h5")).collect();
    let expected = [
        "weak/np8.h5",
        "weak/np1.h5",
        "weak/np2.h5",
        "weak/np4.h5",
        "weak/np16.h5",
        "weak/np32.h5",
        "./strong/np1.h5",
    ];
    assert_eq!(titles, expected);
}

#[test]
fn an_existing_name_is_no_pattern() {
    let folder = tempfile::tempdir().unwrap();
    let literal = folder.path().join("run[1].h5");
    std::fs::copy(crate::support::corpus().join("features/plain.h5"), &literal).unwrap();
    std::fs::copy(crate::support::corpus().join("features/empty.h5"), folder.path().join("run1.h5")).unwrap();
    let output =
        program().current_dir(&folder).args(["inspect", "run[1].h5", "--regions-only"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("plain - run[1].h5\n"), "{text}");
}

#[test]
fn good_files_are_shown_beside_bad_ones() {
    let outcome = run(&[
        "inspect",
        "strong/np1.h5",
        "bad/empty-file.h5",
        "no-such.h5",
        "strong/np2.h5",
        "--metadata-only",
    ]);
    assert_eq!(outcome.status, 2);
    assert!(outcome.stdout.contains("strong/np1.h5\n") && outcome.stdout.contains("strong/np2.h5\n"));
    assert!(outcome.stderr.contains("error: no-such.h5: not found"), "{}", outcome.stderr);
}

#[test]
fn quiet_prints_nothing_and_reads_all_the_same() {
    assert_eq!(stdout(&["inspect", "features/plain.h5", "--quiet"]), "");
    refusal(&["inspect", "bad/all-random.h5", "-q"]);
}

#[test]
fn metadata_is_exported_with_folders_and_exact_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/meta.json");
    let args = ["inspect", "features/odd-metadata.h5", "features/plain.h5", "-q", "--export-metadata"];
    let text = stdout(&[&args[..], &[path.to_str().unwrap()]].concat());
    assert_eq!(text, format!("Metadata written to {}\n", path.display()));
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(written.ends_with("}\n"));
    let document: serde_json::Value = serde_json::from_str(&written).unwrap();
    let file = &document["files"][0];
    let expected = crate::support::corpus().join("features/odd-metadata.h5");
    assert_eq!(file["file_path"].as_str(), expected.to_str());
    assert_eq!(file["num_ranks"], 1);
    assert_eq!(file["metadata"]["counts"], serde_json::json!([1, 2, 3]));
    assert_eq!(file["metadata"]["note"], "two\nlines\tand a tab");
    assert_eq!(file["metadata"]["flag"], true);
    assert_eq!(document["files"][1]["metadata"]["start_time_ns"], 83_412_341_672_665_u64);
}

#[test]
fn metadata_of_a_failed_call_is_not_exported() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("meta.json");
    refusal(&[
        "inspect",
        "features/plain.h5",
        "no-such.h5",
        "-q",
        "--export-metadata",
        path.to_str().unwrap(),
    ]);
    assert!(!path.exists());
    let message =
        refusal(&["inspect", "features/plain.h5", "-q", "--export-metadata", "features/plain.h5/x.json"]);
    assert!(message.contains("cannot write features/plain.h5/x.json"), "{message}");
}

#[test]
fn sources_are_shown_for_regions_that_no_filter_hides() {
    let args =
        ["inspect", "features/json-line-profile.json", "--regions-only", "--include", "nothing", "--source"];
    let text = stdout(&[&args[..], &["scope_profiler.session", "none\n"]].concat());
    assert_snapshot!(text);
}

#[test]
fn names_cannot_draw_on_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let profile = crate::support::corpus().join("features/json.json");
    let hostile =
        std::fs::read_to_string(profile).unwrap().replace("\"solve\"", r#""so\u001b[2J\nlve\u202e""#);
    let path = folder.path().join("hostile\nname.json");
    std::fs::write(&path, hostile).unwrap();
    let path = path.to_str().unwrap();
    let text = stdout(&["inspect", path, "--regions-only"]);
    assert!(text.contains("└─ so\\u{1b}[2J\\nlve\\u{202e} (6x)"), "{text}");
    assert!(text.contains("hostile\\nname.json"), "{text}");
    let text = text + &stdout(&["diff", path, path]) + &stdout(&["diff", path, path, "--format", "markdown"]);
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    assert!(!text.contains('\u{202e}'));
    let document = stdout(&["inspect", path, "--format", "json"]);
    assert!(document.contains("\"so\\u001b[2J\\nlve\u{202e}\""), "{document}");
}

#[test]
fn ranks_without_a_tree_are_named() {
    let text = stdout(&["inspect", "features/defect-one-bad-rank.h5", "--regions-only"]);
    assert!(text.contains("│ Rank 1: calls overlap without one being inside the other"), "{text}");
}
