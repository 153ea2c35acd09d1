//! Globs: `*`, `?`, `[...]` within a name and `**` across folders, as in Python's `glob`.
//!
//! `*` does not cross `/`; `**` stands for any number of folders, none included; names that begin with a
//! dot are matched only by a pattern that does; a `[` without its `]` is an ordinary character. Links are
//! followed. Only folders where the pattern can match are looked at, and only so many entries; a folder
//! that may not be read counts as empty.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use glob::Pattern;
use walkdir::WalkDir;

use crate::text::natural_path_cmp;

/// What makes a pattern of a path.
const WILDCARDS: [char; 3] = ['*', '?', '['];
/// The working directory, which a path without names stands for.
const HERE: &str = ".";
/// The most directory entries that one pattern may look at.
const MOST_ENTRIES: usize = 200_000;
/// The most folders that `**` goes down.
const DEEPEST: usize = 64;

/// A pattern reaches too far.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("it has to look at more than {MOST_ENTRIES} files and folders")]
pub(crate) struct TooMuch;

/// Whether a written path is a pattern.
pub(crate) fn is_glob(written: &str) -> bool {
    written.contains(WILDCARDS)
}

/// A text as a pattern that matches nothing but it.
pub(super) fn escape(text: &str) -> String {
    Pattern::escape(text)
}

/// The files that a pattern matches below `base`, in natural order.
pub(crate) fn files(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, TooMuch> {
    matches(base, pattern, Path::is_file)
}

/// The folders that a pattern matches below `base`, in natural order.
pub(super) fn folders(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, TooMuch> {
    matches(base, pattern, Path::is_dir)
}

fn matches(base: &Path, pattern: &str, wanted: fn(&Path) -> bool) -> Result<Vec<PathBuf>, TooMuch> {
    if pattern.ends_with('/') {
        // Only a folder can be written so, and a folder that is wanted is never written so.
        return Ok(Vec::new());
    }
    let (fixed, steps) = split(pattern);
    let mut walk = Walk { entries: 0 };
    let mut found = BTreeSet::from([base.join(fixed)]);
    for step in &steps {
        found = walk.step(&found, step)?;
    }
    let mut found: Vec<PathBuf> = found.into_iter().filter(|path| wanted(path)).collect();
    found.sort_by(|a, b| natural_path_cmp(a, b));
    Ok(found)
}

/// One name of a pattern.
enum Step {
    /// A name without wildcards.
    Name(String),
    /// A name with wildcards.
    Wild { pattern: Pattern, hidden: bool },
    /// `**`
    Folders,
}

/// The leading names without wildcards as one path, and the other names.
fn split(pattern: &str) -> (&str, Vec<Step>) {
    let wild = pattern.find(WILDCARDS).unwrap_or(pattern.len());
    let (before, _) = pattern.split_at(wild);
    let end = if wild == pattern.len() { wild } else { before.rfind('/').map_or(0, |at| at + 1) };
    let (fixed, rest) = pattern.split_at(end);
    let mut steps: Vec<Step> = rest.split('/').filter(|name| !name.is_empty()).map(step).collect();
    steps.dedup_by(|a, b| matches!((a, b), (Step::Folders, Step::Folders)));
    (fixed, steps)
}

fn step(name: &str) -> Step {
    if name == "**" {
        return Step::Folders;
    }
    match Pattern::new(&plain_form(name)) {
        Ok(pattern) if is_glob(name) => Step::Wild { pattern, hidden: name.starts_with('.') },
        _ => Step::Name(name.to_owned()),
    }
}

/// A name with `**` as `*`, which is the same within a name, and with a `[` that has no `]` escaped.
fn plain_form(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let len = if c == '[' { class_len(rest) } else { Some(c.len_utf8()) };
        let (part, tail) = rest.split_at(len.unwrap_or(1));
        match (c, len) {
            ('[', None) => out.push_str("[[]"),
            ('*', _) if out.ends_with('*') => {}
            _ => out.push_str(part),
        }
        rest = tail;
    }
    out
}

/// The length of the `[...]` that a text begins with. A `]` right after the `[` or `[!` is part of it.
fn class_len(text: &str) -> Option<usize> {
    let start = if text.starts_with("[!") { 2 } else { 1 };
    let (_, inner) = text.split_at_checked(start)?;
    let first = inner.chars().next()?.len_utf8();
    let (_, inner) = inner.split_at_checked(first)?;
    inner.find(']').map(|end| start + first + end + 1)
}

/// A walk over folders, which counts what it looks at.
struct Walk {
    entries: usize,
}

impl Walk {
    /// The paths that one more name leads to.
    fn step(&mut self, from: &BTreeSet<PathBuf>, step: &Step) -> Result<BTreeSet<PathBuf>, TooMuch> {
        let mut found = BTreeSet::new();
        for path in from {
            match step {
                Step::Name(name) => {
                    self.count()?;
                    found.insert(path.join(name));
                }
                Step::Wild { pattern, hidden } => self.list(path, 1, |name, path| {
                    if (*hidden || !is_hidden(name)) && pattern.matches(&name.to_string_lossy()) {
                        found.insert(path);
                    }
                })?,
                Step::Folders if path.is_dir() || path.as_os_str().is_empty() => {
                    found.insert(path.clone());
                    self.list(path, DEEPEST, |_, path| {
                        found.insert(path);
                    })?;
                }
                Step::Folders => {}
            }
        }
        Ok(found)
    }

    /// Gives the entries below a folder to `take`; deeper than the folder itself without hidden ones.
    fn list(
        &mut self,
        folder: &Path,
        depth: usize,
        mut take: impl FnMut(&OsStr, PathBuf),
    ) -> Result<(), TooMuch> {
        let is_here = folder.as_os_str().is_empty();
        let folder = if is_here { Path::new(HERE) } else { folder };
        if !folder.is_dir() {
            return Ok(());
        }
        let walk = WalkDir::new(folder).min_depth(1).max_depth(depth).follow_links(true).into_iter();
        for entry in
            walk.filter_entry(|entry| depth == 1 || entry.depth() == 0 || !is_hidden(entry.file_name()))
        {
            self.count()?;
            if let Ok(entry) = entry {
                let path = if is_here {
                    entry.path().strip_prefix(HERE).unwrap_or(entry.path())
                } else {
                    entry.path()
                };
                take(entry.file_name(), path.to_owned());
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), TooMuch> {
        self.entries += 1;
        if self.entries > MOST_ENTRIES { Err(TooMuch) } else { Ok(()) }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let tree = tempfile::tempdir().unwrap();
        for file in files {
            let path = tree.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        tree
    }

    fn found(tree: &tempfile::TempDir, pattern: &str) -> Vec<String> {
        let found = files(tree.path(), pattern).unwrap();
        found.iter().map(|path| path.strip_prefix(tree.path()).unwrap().display().to_string()).collect()
    }

    #[test]
    fn wildcards_stay_within_a_name() {
        let tree = tree(&["a/x.h5", "a/y.h5", "b/x.h5", "x.h5", "a/b/x.h5"]);
        assert_eq!(found(&tree, "*/x.h5"), ["a/x.h5", "b/x.h5"]);
        assert_eq!(found(&tree, "?/[!x].h5"), ["a/y.h5"]);
        assert_eq!(found(&tree, "**/x.h5"), ["a/b/x.h5", "a/x.h5", "b/x.h5", "x.h5"]);
        assert_eq!(found(&tree, "a/**"), ["a/b/x.h5", "a/x.h5", "a/y.h5"]);
        assert_eq!(found(&tree, "**/**/b/*"), ["a/b/x.h5", "b/x.h5"]);
        assert_eq!(found(&tree, "a/../b/*"), ["a/../b/x.h5"]);
        assert_eq!(found(&tree, "*/"), [""; 0]);
    }

    #[test]
    fn hidden_names_are_matched_only_on_purpose() {
        let tree = tree(&[".h/a", "v/.a", "v/a", ".a"]);
        assert_eq!(found(&tree, "**/*a"), ["v/a"]);
        assert_eq!(found(&tree, ".*"), [".a"]);
        assert_eq!(found(&tree, ".h/*"), [".h/a"]);
        assert_eq!(found(&tree, "*/.*"), ["v/.a"]);
    }

    #[test]
    fn a_question_mark_is_one_character_and_brackets_are_classes() {
        let tree = tree(&["é", "ab", "a]", "[x", "{a,b}", "a"]);
        assert_eq!(found(&tree, "?"), ["a", "é"]);
        assert_eq!(found(&tree, "a[]b]"), ["a]", "ab"]);
        assert_eq!(found(&tree, "*[x"), ["[x"]);
        assert_eq!(found(&tree, "{a,b}*"), ["{a,b}"]);
        assert_eq!(found(&tree, "[z-a]"), [""; 0]);
        assert_eq!(found(&tree, &escape("[x")), ["[x"]);
    }

    #[test]
    fn folders_are_found_apart_from_files() {
        let tree = tree(&["n/a/x", "n/b/x", "n/c"]);
        let found = folders(tree.path(), "n/*").unwrap();
        assert_eq!(found, [tree.path().join("n/a"), tree.path().join("n/b")]);
    }

    #[test]
    fn the_working_directory_needs_no_name() {
        assert_eq!(files(Path::new(""), "Cargo.tom?").unwrap(), [Path::new("Cargo.toml")]);
    }
}
