//! Runs the program in the folder of the test profiles.

use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the test profiles.
pub(crate) fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus")
}

/// What a command line gave.
pub(crate) struct Outcome {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program, ready to run in the folder of the test profiles, with nothing of the caller's terminal.
pub(crate) fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scope-profiler"));
    command.current_dir(corpus()).env("COLUMNS", "100").env("RUST_BACKTRACE", "1").env_remove("NO_COLOR");
    command.env_remove("CLICOLOR_FORCE").env_remove("GITHUB_STEP_SUMMARY");
    command
}

/// Runs a command line.
pub(crate) fn run(args: &[&str]) -> Outcome {
    let output = program().args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    Outcome {
        status: output.status.code().expect("the program ends by itself"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Runs a command line that has to succeed without a word on standard error, and returns what it prints.
pub(crate) fn stdout(args: &[&str]) -> String {
    let outcome = run(args);
    assert_eq!((outcome.status, outcome.stderr.as_str()), (0, ""), "{args:?}");
    outcome.stdout
}

/// Runs a command line that has to be refused: exit status 2, nothing on standard output, a message.
pub(crate) fn refusal(args: &[&str]) -> String {
    let outcome = run(args);
    assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{args:?}: {}", outcome.stderr);
    assert!(!outcome.stderr.is_empty(), "{args:?}");
    outcome.stderr
}

/// The text without the box of advice.
pub(crate) fn without_info(text: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for line in text.split_inclusive('\n') {
        inside |= line.starts_with("  ╭─ Info ");
        if !inside {
            out.push_str(line);
        }
        inside &= !line.starts_with("  ╰");
    }
    out
}

/// The rows of the first table, header first: cells without frame, tree and padding.
pub(crate) fn table(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("  ╭")).take_while(|line| !line.is_empty());
    let rows = rows.filter_map(|line| line.strip_prefix("  │ "));
    rows.map(|row| {
        let row = row.trim_end_matches('│').trim().trim_start_matches("│ ").trim_start_matches("└─ ");
        row.split("   ")
            .map(|cell| cell.trim().trim_start_matches("│ ").trim_start_matches("└─ "))
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
            .collect()
    })
    .collect()
}

/// The names in the first column of the first table, without header, tree, marks and own rows.
pub(crate) fn names(text: &str) -> Vec<String> {
    let names = table(text).into_iter().skip(1).filter_map(|row| row.into_iter().next());
    let names = names.map(|name| name.trim_start_matches(['│', ' ', '└', '─']).to_owned());
    names.filter(|name| name != "(own)").collect()
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exit status: {}", self.status)?;
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                write!(f, "\n--- {name}\n{text}")?;
            }
        }
        Ok(())
    }
}
