//! Colour and the width of a terminal.

use crate::support::{corpus, program, run, stdout};

const DIFF: [&str; 3] = ["diff", "tutorial/baseline.h5", "tutorial/candidate.h5"];
const RED: &str = "\u{1b}[31m";

#[test]
fn colour_is_only_where_it_is_wanted() {
    assert!(!stdout(&DIFF).contains('\u{1b}'));
    let always = stdout(&[&DIFF[..], &["--color", "always"]].concat());
    assert!(always.contains(&format!("{RED}+96.33%")), "{always}");
    assert_eq!(stdout(&[&["--color", "never"], &DIFF[..]].concat()), stdout(&DIFF));
    let check = ["check", "tutorial/baseline.h5", "tutorial/candidate.h5", "--color", "always"];
    assert!(run(&check).stdout.contains(&format!("Regression check: {RED}FAIL")));
    for format in ["json", "csv", "markdown"] {
        let document = stdout(&[&DIFF[..], &["--color", "always", "--format", format]].concat());
        assert!(!document.contains('\u{1b}'), "{format}");
    }
}

#[test]
fn errors_are_coloured_on_request() {
    let message = run(&["inspect", "missing.h5", "--color", "always"]).stderr;
    assert!(message.starts_with("\u{1b}[1m\u{1b}[31merror:\u{1b}[0m "), "{message:?}");
    assert!(run(&["inspect", "missing.h5"]).stderr.starts_with("error: "));
}

/// Without colour, sign and words say the same.
#[test]
fn colour_adds_nothing_to_the_text() {
    let always = stdout(&[&DIFF[..], &["--color", "always"]].concat());
    let text = anstream::adapter::strip_str(&always).to_string();
    assert_eq!(text, stdout(&DIFF));
}

/// What a command prints on a terminal of so many columns.
#[cfg(target_os = "linux")]
fn on_terminal(columns: u16, args: &str) -> String {
    let program = program().get_program().to_string_lossy().into_owned();
    let line = format!("stty cols {columns} rows 30; exec {program} {args}");
    let output = std::process::Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .current_dir(corpus())
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .env("SHELL", "/bin/sh")
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap().replace("\r\n", "\n")
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_coloured_unless_it_is_not_wanted() {
    assert!(on_terminal(200, &DIFF.join(" ")).contains(RED));
    assert!(!on_terminal(200, &format!("{} --color never", DIFF.join(" "))).contains('\u{1b}'));
}

#[cfg(target_os = "linux")]
#[test]
fn a_narrow_terminal_shortens_names_in_their_middle() {
    let args = "inspect tutorial/baseline.h5 --regions-only --color never";
    let lines = |text: &str| {
        text.lines().filter(|line| line.starts_with("  │")).map(str::to_owned).collect::<Vec<_>>()
    };
    let narrow = lines(&on_terminal(50, args));
    let table: Vec<&String> = narrow.iter().take(8).collect();
    assert!(table.iter().all(|line| line.chars().count() == 50), "{table:#?}");
    assert!(table[1].contains('…'), "{table:#?}");
    let whole = lines(&on_terminal(50, &format!("{args} --full")));
    assert_eq!(whole, lines(&stdout(&args.split(' ').collect::<Vec<_>>())));
    assert_eq!(whole, lines(&on_terminal(200, args)));
}
