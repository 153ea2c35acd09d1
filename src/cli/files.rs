//! File arguments: globs, and paths as the current folder sees them.

use std::path::{Component, Path, PathBuf};

use indexmap::IndexSet;

use super::diagnostic::Diagnostic;
use crate::manifest::globs;

/// The files that arguments name, in their order and each once. An argument with `*`, `?` or `[` that is
/// no existing file is a pattern: `*` and `?` stay within a folder, `**` goes through folders, hidden
/// names have to be spelt out; its files are in natural order (`np2` before `np10`).
///
/// # Errors
///
/// A pattern that no file matches, or that is none.
pub(super) fn expand(arguments: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut files = IndexSet::new();
    for argument in arguments {
        let found = match argument.to_str() {
            Some(text) if globs::is_glob(text) && !argument.exists() => matching(text)?,
            _ => vec![argument.clone()],
        };
        files.extend(found);
    }
    Ok(files.into_iter().collect())
}

fn matching(pattern: &str) -> Result<Vec<PathBuf>, Diagnostic> {
    let found = globs::files(Path::new(""), pattern)
        .map_err(|error| Diagnostic::error(format!("cannot follow {pattern}: {error}")))?;
    if found.is_empty() {
        return Err(Diagnostic::error(format!("no file matches {pattern}"))
            .help("check the folder and the pattern; names that begin with a dot have to be spelt out"));
    }
    Ok(found.iter().map(|path| as_written(path, pattern)).collect())
}

/// A found path as the pattern would spell it: without the `./` that searching the current folder adds.
fn as_written(path: &Path, pattern: &str) -> PathBuf {
    let added = !pattern.starts_with("./");
    let stripped = path.strip_prefix(".").ok().filter(|_| added);
    stripped.unwrap_or(path).to_owned()
}

/// The path as a command in the current folder would name it, `..` included; the path itself where the
/// current folder is unknown. Links are not looked at.
pub(super) fn relative_to_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().ok();
    here.and_then(|here| relative(&tidy(&here.join(path)), &tidy(&here))).unwrap_or_else(|| path.to_owned())
}

/// Without `.`, and without `..` where a folder stands before it.
fn tidy(path: &Path) -> PathBuf {
    let mut tidied = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                tidied.pop();
            }
            part => tidied.push(part),
        }
    }
    tidied
}

fn relative(path: &Path, base: &Path) -> Option<PathBuf> {
    let shared = path.components().zip(base.components()).take_while(|(a, b)| a == b).count();
    let up = base.components().skip(shared).map(|_| Component::ParentDir);
    let relative: PathBuf = up.chain(path.components().skip(shared)).collect();
    (shared > 0 && !relative.as_os_str().is_empty()).then_some(relative)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_pattern_are_in_natural_order_and_listed_once() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["np10.h5", "np2.h5", ".np3.h5", "np1[a].h5", "sub.h5/np4.h5"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let at = |name: &str| folder.path().join(name);
        let names = |patterns: &[&str]| {
            let arguments: Vec<PathBuf> = patterns.iter().map(|p| at(p)).collect();
            expand(&arguments).map(|files| {
                let below =
                    |file: &PathBuf| file.strip_prefix(folder.path()).unwrap().to_string_lossy().into_owned();
                files.iter().map(below).collect::<Vec<_>>()
            })
        };
        assert_eq!(names(&["np*.h5", "np2.h5"]).unwrap(), ["np1[a].h5", "np2.h5", "np10.h5"]);
        assert_eq!(names(&["np1[a].h5"]).unwrap(), ["np1[a].h5"]);
        assert_eq!(names(&["**/np4.h5", "missing.h5"]).unwrap(), ["sub.h5/np4.h5", "missing.h5"]);
        assert_eq!(names(&[".np*.h5"]).unwrap(), [".np3.h5"]);
        assert!(names(&["none-*.h5"]).is_err());
    }

    #[test]
    fn paths_are_seen_from_the_current_folder() {
        let seen = |path: &str| relative(&tidy(Path::new(path)), Path::new("/work/here")).unwrap();
        assert_eq!(seen("/work/here/a/b.h5"), Path::new("a/b.h5"));
        assert_eq!(seen("/work/here/../x.h5"), Path::new("../x.h5"));
        assert_eq!(seen("/tmp/./x.h5"), Path::new("../../tmp/x.h5"));
    }
}
