//! `completions` and `man`.

use std::fs;

use crate::support::{refusal, stdout};

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = stdout(&["completions", shell]);
        for word in ["inspect", "diff", "check", "site", "max-regression"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    assert!(refusal(&["completions", "csh"]).contains("bash, elvish, fish, powershell, zsh"));
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man/man1");
    assert_eq!(stdout(&["man", "--output", pages.to_str().unwrap()]), "");
    let mut names: Vec<_> = fs::read_dir(&pages)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let commands = ["-check", "-completions", "-diff", "-inspect", "-man", "-site", ""];
    assert_eq!(names, commands.map(|command| format!("scope-profiler{command}.1")));
    let check = fs::read_to_string(pages.join("scope-profiler-check.1")).unwrap();
    assert!(check.contains("\\-\\-max\\-regression"), "{check}");
    assert!(stdout(&["man"]).contains(".TH scope-profiler 1"));
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    assert!(refusal(&["man", "--output", file.to_str().unwrap()]).starts_with("error: cannot write "));
}
