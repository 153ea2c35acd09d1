//! Help, version, wrong usage, and what goes wrong around the program.

use std::io::Read;
use std::process::Stdio;

use insta::assert_snapshot;

use crate::support::{corpus, program, refusal, run, stdout};

#[test]
fn help_is_the_reference() {
    assert_snapshot!("help", stdout(&["--help"]));
    for command in ["inspect", "diff", "check", "completions", "man"] {
        assert_snapshot!(format!("help {command}"), stdout(&[command, "--help"]));
    }
}

#[test]
fn version_is_that_of_the_package() {
    assert_eq!(stdout(&["--version"]), format!("scope-profiler {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn no_command_is_wrong_usage_and_shows_the_help() {
    let message = refusal(&[]);
    assert!(message.contains("Usage: scope-profiler [OPTIONS] <COMMAND>"), "{message}");
}

#[test]
fn wrong_usage_is_named() {
    let cases: &[(&[&str], &str)] = &[
        (&["inspekt"], "similar subcommand exists: 'inspect'"),
        (&["inspect"], "<FILE>..."),
        (&["diff", "features/plain.h5"], "<CANDIDATE>"),
        (&["check", "--baseline", "a"], "--candidate <FILE>..."),
        (&["diff", "--baseline", "a", "--candidate", "b", "--", "c", "d"], "cannot be used with"),
        (&["diff", "a", "b", "--color", "blue"], "auto, always, never"),
        (&["diff", "a", "b", "--frobnicate"], "--frobnicate"),
        (&["diff", "a", "b", "--metric", "median"], "possible values: total, avg"),
        (&["diff", "a", "b", "--threshold", "-1"], "finite percentage"),
        (&["diff", "a", "b", "--threshold", "nan"], "finite percentage"),
        (&["check", "a", "b", "--max-regression", "ten"], "not a number"),
        (&["check", "a", "b", "--max-regression", "-5"], "finite percentage"),
        (&["check", "a", "b", "--max-regression", "inf"], "finite percentage"),
        (&["check", "a", "b", "--budget", "solve"], "such as `solve=5`"),
        (&["check", "a", "b", "--budget", "=5"], "such as `solve=5`"),
        (&["check", "a", "b", "--budget", "(=5"], "not a regular expression"),
        (&["check", "a", "b", "--budget", "solve=-5"], "finite percentage"),
        (&["check", "a", "b", "--min-delta", "-1"], "finite number of seconds"),
        (&["inspect", "a", "--columns", "median"], "possible values: region, ranks"),
        (&["inspect", "a", "--include"], "a value is required for '--include"),
        (&["inspect", "a", "--metadata-only", "--regions-only"], "cannot be used with"),
        (&["inspect", "a", "--format", "xml"], "table, json, csv, markdown"),
    ];
    for (args, needed) in cases {
        let message = refusal(args);
        assert!(message.contains(needed), "{args:?}: {message}");
    }
}

#[test]
fn selections_that_cannot_be_used_say_what_there_is() {
    assert_snapshot!(refusal(&["inspect", "features/plain.h5", "--ranks", "0", "one"]), @r"
    error: `one` is not a rank: write a number such as `2` or a range such as `0-3`, from 0 on
      in --ranks 0 one
      help: features/plain.h5 has the ranks 0-1
    ");
    assert_snapshot!(refusal(&["inspect", "features/plain.h5", "--ranks", "-1"]), @r"
    error: `-1` is not a rank: write a number such as `2` or a range such as `0-3`, from 0 on
      in --ranks -1
      help: features/plain.h5 has the ranks 0-1
    ");
    assert_snapshot!(refusal(&["inspect", "features/plain.h5", "--ranks", "3-1"]), @r"
    error: the range `3-1` runs backwards: write `1-3`
      in --ranks 3-1
      help: features/plain.h5 has the ranks 0-1
    ");
    assert_snapshot!(refusal(&["diff", "strong/np4.h5", "strong/np2.h5", "--ranks", "0-3"]), @r"
    error: no rank 2-3 in np2.h5, which has the ranks 0-1
      selected with --ranks from strong/np2.h5
    ");
    let message = refusal(&["inspect", "features/plain.h5", "--exclude", "solve", "("]);
    assert!(message.starts_with("error: `(` is not a regular expression"), "{message}");
    assert!(message.contains("\n  in --exclude\n  help: "), "{message}");
}

#[test]
fn files_that_cannot_be_used_are_named_with_advice() {
    assert_snapshot!(refusal(&["inspect", "no-such.h5"]), @r"
    error: no-such.h5: not found
      help: check the path
    ");
    assert_snapshot!(refusal(&["inspect", "none-*.h5"]), @r"
    error: no file matches none-*.h5
      help: check the folder and the pattern; names that begin with a dot have to be spelt out
    ");
    let message = refusal(&["check", "no-such.h5", "features/none.h5"]);
    assert!(message.contains("no-such.h5") && message.contains("features/none.h5"), "{message}");
}

#[test]
fn broken_files_are_refused_by_every_command() {
    let folder = corpus().join("bad");
    let mut names: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.extension().is_some_and(|ext| ext == "h5" || ext == "json" || ext == "gz"));
    names.sort();
    assert!(names.len() > 20);
    for path in names {
        let name = format!("bad/{}", path.file_name().unwrap().to_str().unwrap());
        for args in [
            vec!["inspect", &name, "--quiet"],
            vec!["diff", "features/plain.h5", &name, "--metric", "p95"],
            vec!["check", &name, "features/plain.h5", "--metric", "p95"],
        ] {
            let message = refusal(&args);
            assert!(message.starts_with(&format!("error: {name}: ")), "{args:?}: {message}");
            assert!(!message.contains("panicked") && !message.contains("bug"), "{args:?}: {message}");
            assert!(message.lines().count() <= 3, "{args:?}: {message}");
        }
    }
}

#[test]
fn a_closed_pipe_ends_in_silence() {
    let mut child = program()
        .args(["inspect", "features/hostile-names.h5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_closed_pipe_does_not_change_a_verdict() {
    let mut child = program()
        .args(["check", "tutorial/baseline.h5", "tutorial/candidate.h5"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().args(["inspect", "features/plain.h5"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("error: cannot write to standard output"));
}

#[test]
fn nothing_is_coloured_in_a_pipe() {
    let text = run(&["inspect", "features/likwid.h5"]).stdout + &run(&["inspect", "no-such.h5"]).stderr;
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn the_advice_names_only_commands_that_exist() {
    let text = stdout(&["inspect", "tutorial/baseline.h5"]);
    let commands = text.match_indices("scope-profiler ").filter_map(|(at, word)| {
        text[at + word.len()..]
            .split_whitespace()
            .next()
            .filter(|_| text[..at].ends_with(": ") || text[..at].ends_with("  "))
    });
    let commands: Vec<&str> = commands.collect();
    assert!(commands.contains(&"inspect") && commands.contains(&"check"), "{commands:?}");
    for command in commands {
        assert_eq!(run(&[command, "--help"]).status, 0, "{command}");
    }
}
