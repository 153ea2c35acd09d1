//! Globs: `*`, `?`, `[...]` within a name and `**` across folders, as in Python's `glob`.
//!
//! `*` does not cross `/`; `**` stands for any number of folders, none included; names that begin with a
//! dot are matched only by a pattern that does; `{`, `}` and `\` are ordinary characters. `[^a]` means
//! `[!a]`. Links are followed. Only folders where the pattern can match are looked at, and only so many
//! entries; a folder that may not be read counts as empty.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};
use walkdir::{DirEntry, WalkDir};

use crate::text::natural_path_cmp;

/// The most directory entries that one pattern may look at.
const MOST_ENTRIES: usize = 200_000;
/// The most folders that `**` goes down.
const DEEPEST: usize = 64;

/// Why a pattern cannot be followed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum GlobError {
    /// A `[...]` that means nothing.
    #[error("it is not a valid pattern: {0}")]
    Syntax(String),
    /// It reaches too far.
    #[error("it has to look at more than {MOST_ENTRIES} files and folders")]
    TooMuch,
}

/// Whether a written path is a pattern.
pub(super) fn is_glob(written: &str) -> bool {
    written.contains(['*', '?', '['])
}

/// A text as a pattern that matches nothing but it.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '*' | '?' | '[' => out.extend(['[', c, ']']),
            _ => out.push(c),
        }
    }
    out
}

/// The files that a pattern matches below `base`, in natural order.
pub(super) fn files(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    matches(base, pattern, Path::is_file)
}

/// The folders that a pattern matches below `base`, in natural order.
pub(super) fn folders(base: &Path, pattern: &str) -> Result<Vec<PathBuf>, GlobError> {
    matches(base, pattern, Path::is_dir)
}

fn matches(base: &Path, pattern: &str, wanted: fn(&Path) -> bool) -> Result<Vec<PathBuf>, GlobError> {
    let (fixed, steps) = split(pattern)?;
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
    Wild { matcher: GlobMatcher, hidden: bool },
    /// `**`
    Folders,
}

/// The leading names without wildcards as one path, and the other names.
fn split(pattern: &str) -> Result<(&str, Vec<Step>), GlobError> {
    let wild = pattern.find(['*', '?', '[']).unwrap_or(pattern.len());
    let fixed = pattern.get(..wild).unwrap_or_default();
    let fixed_end = if wild == pattern.len() { wild } else { fixed.rfind('/').map_or(0, |at| at + 1) };
    let (fixed, rest) = pattern.split_at(fixed_end);
    let names = rest.split('/').filter(|name| !name.is_empty());
    let mut steps = names.map(step).collect::<Result<Vec<_>, _>>()?;
    steps.dedup_by(|a, b| matches!((a, b), (Step::Folders, Step::Folders)));
    Ok((fixed, steps))
}

fn step(name: &str) -> Result<Step, GlobError> {
    if name == "**" {
        return Ok(Step::Folders);
    }
    if !is_glob(name) {
        return Ok(Step::Name(name.to_owned()));
    }
    let glob = GlobBuilder::new(&without_braces(name))
        .literal_separator(true)
        .backslash_escape(false)
        .allow_unclosed_class(true)
        .build()
        .map_err(|error| GlobError::Syntax(error.kind().to_string()))?;
    Ok(Step::Wild { matcher: glob.compile_matcher(), hidden: name.starts_with('.') })
}

/// Braces outside `[...]` made ordinary characters.
fn without_braces(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut rest = name;
    while let Some(c) = rest.chars().next() {
        let class = if c == '[' { class_len(rest) } else { None };
        let len = class.unwrap_or(c.len_utf8());
        let (part, tail) = rest.split_at(len);
        match c {
            '{' | '}' => out.extend(['[', c, ']']),
            _ => out.push_str(part),
        }
        rest = tail;
    }
    out
}

/// The length of the `[...]` that a text begins with. A `]` right after the `[` or `[!` is part of it.
fn class_len(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('[')?;
    let skipped = inner.find(|c| !matches!(c, '!' | '^'))?.min(1);
    let skipped = skipped + usize::from(inner.get(skipped..)?.starts_with(']'));
    let end = inner.get(skipped..)?.find(']')?;
    Some(1 + skipped + end + 1)
}

/// A walk over folders, which counts what it looks at.
struct Walk {
    entries: usize,
}

impl Walk {
    /// The paths that one more name leads to.
    fn step(&mut self, from: &BTreeSet<PathBuf>, step: &Step) -> Result<BTreeSet<PathBuf>, GlobError> {
        let mut found = BTreeSet::new();
        for path in from {
            match step {
                Step::Name(name) => {
                    self.count()?;
                    found.insert(path.join(name));
                }
                Step::Wild { matcher, hidden } => {
                    self.list(path, 1, |entry| {
                        let name = Path::new(entry.file_name());
                        if (*hidden || !is_hidden(entry.file_name())) && matcher.is_match(name) {
                            found.insert(entry.into_path());
                        }
                    })?;
                }
                Step::Folders => {
                    found.insert(path.clone());
                    self.list(path, DEEPEST, |entry| {
                        found.insert(entry.into_path());
                    })?;
                }
            }
        }
        Ok(found)
    }

    /// Gives the entries below a folder to `take`; deeper than the folder itself without hidden ones.
    fn list(&mut self, folder: &Path, depth: usize, mut take: impl FnMut(DirEntry)) -> Result<(), GlobError> {
        // An empty path stands for the working directory.
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        if !folder.is_dir() {
            return Ok(());
        }
        let walk = WalkDir::new(folder).min_depth(1).max_depth(depth).follow_links(true).into_iter();
        for entry in
            walk.filter_entry(|entry| depth == 1 || entry.depth() == 0 || !is_hidden(entry.file_name()))
        {
            self.count()?;
            if let Ok(entry) = entry {
                take(entry);
            }
        }
        Ok(())
    }

    fn count(&mut self) -> Result<(), GlobError> {
        self.entries += 1;
        if self.entries > MOST_ENTRIES { Err(GlobError::TooMuch) } else { Ok(()) }
    }
}

fn is_hidden(name: &OsStr) -> bool {
    name.as_encoded_bytes().first() == Some(&b'.')
}
