//! The files that written paths and globs name: profiles, attached files, figures, code.

use std::path::{Path, PathBuf};

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::fields::Text;
use super::globs;
use super::model::Code;
use super::schema::WrittenCode;
use crate::text::quoted;

/// What stands for a run's file name without its extension.
const STEM: &str = "{stem}";
/// The types of figures that pages show.
const IMAGE_TYPES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "pdf"];

/// Whether a written path has a place for a run's stem.
pub(super) fn has_stem(written: &Text) -> bool {
    written.value.contains(STEM)
}

/// The files of several written paths, without repeats, in the order written. Paths are relative to
/// `root`; `stem` is put where `{stem}` stands.
pub(super) fn all(
    written: &[Text],
    root: &Path,
    stem: Option<&str>,
    place: &str,
    report: &mut Report<'_>,
) -> Vec<PathBuf> {
    distinct(written.iter().map(|written| files(written, root, stem, place, report)))
}

/// The same for figures, whose type must be one that pages show.
pub(super) fn images(
    written: &[Text],
    root: &Path,
    stem: Option<&str>,
    place: &str,
    report: &mut Report<'_>,
) -> Vec<PathBuf> {
    distinct(written.iter().map(|written| {
        let paths = files(written, root, stem, place, report);
        if let Some(other) = paths.iter().find(|path| !is_image(path)) {
            let name = other.file_name().unwrap_or_default().to_string_lossy();
            let message = format!("{} is not an image or PDF", quoted(&name));
            let types = IMAGE_TYPES.map(|extension| format!(".{extension}")).join(", ");
            let help = format!("pages show {types}; attach other files with 'files'");
            report.push(
                Diagnostic::error(Kind::NotAnImage, place, message).at(written.span.clone()).help(help),
            );
        }
        paths
    }))
}

/// The paths of several lists, each once, in order.
fn distinct(lists: impl Iterator<Item = Vec<PathBuf>>) -> Vec<PathBuf> {
    lists.flatten().collect::<indexmap::IndexSet<_>>().into_iter().collect()
}

fn is_image(path: &Path) -> bool {
    let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
    extension.is_some_and(|extension| IMAGE_TYPES.contains(&extension.as_str()))
}

/// The files of one written path: itself, or what it matches.
pub(super) fn files(
    written: &Text,
    root: &Path,
    stem: Option<&str>,
    place: &str,
    report: &mut Report<'_>,
) -> Vec<PathBuf> {
    let is_glob = globs::is_glob(&written.value);
    let path = match stem {
        Some(stem) if is_glob => written.value.replace(STEM, &globs::escape(stem)),
        Some(stem) => written.value.replace(STEM, stem),
        None => written.value.clone(),
    };
    let mistake = if is_glob {
        match globs::files(root, &path) {
            Ok(found) if !found.is_empty() => return found,
            Ok(_) => (Kind::NoMatch, format!("no file matches {}", quoted(&path))),
            Err(error) => (Kind::NoMatch, format!("{} cannot be followed: {error}", quoted(&path))),
        }
    } else {
        match problem_of(&root.join(&path)) {
            None => return vec![root.join(&path)],
            Some((kind, problem)) => (kind, format!("{} {problem}", quoted(&path))),
        }
    };
    let (kind, message) = mistake;
    let mut diagnostic = Diagnostic::error(kind, place, message).at(written.span.clone());
    diagnostic.help = help(&written.value, root, is_glob, stem.is_some());
    report.push(diagnostic);
    Vec::new()
}

/// What to do about a path that names no file.
fn help(written: &str, root: &Path, is_glob: bool, knows_stem: bool) -> Option<String> {
    if written.contains(STEM) && !knows_stem {
        return Some(format!("{STEM} is known only in a run's 'files' and 'images' and in a case's 'files'"));
    }
    if is_glob && root.join(written).is_file() {
        return Some(
            "a file of this very name exists; write '[' as '[[]', '*' as '[*]', '?' as '[?]'".to_owned(),
        );
    }
    let is_relative = Path::new(written).is_relative();
    is_relative.then(|| "paths are relative to the manifest's folder".to_owned())
}

/// Why a path is no file that can be used.
fn problem_of(path: &Path) -> Option<(Kind, String)> {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    match path.metadata() {
        Ok(metadata) if metadata.is_file() => None,
        Ok(metadata) if metadata.is_dir() => Some((Kind::NotAFile, "is a folder, not a file".to_owned())),
        Ok(_) => Some((Kind::NotAFile, "is not a regular file".to_owned())),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
            Some((Kind::MissingPath, "does not exist".to_owned()))
        }
        Err(error) => Some((Kind::MissingPath, format!("cannot be read: {error}"))),
    }
}

/// The code of a case.
pub(super) fn code(written: &[WrittenCode], root: &Path, report: &mut Report<'_>) -> Vec<Code> {
    written.iter().flat_map(|entry| code_entry(entry, root, report)).collect()
}

fn code_entry(entry: &WrittenCode, root: &Path, report: &mut Report<'_>) -> Vec<Code> {
    let value = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
    let (url, label) = (value(&entry.url), value(&entry.label));
    let Some(path) = &entry.path else { return vec![Code { path: None, url, label }] };
    let paths = files(path, root, None, &entry.place, report);
    if paths.len() > 1
        && let Some((key, text)) = [("url", &entry.url), ("label", &entry.label)]
            .into_iter()
            .find_map(|(key, text)| text.as_ref().map(|text| (key, text)))
    {
        report.push(several_matches(key, text, &path.value, paths.len(), &entry.place));
    }
    paths.into_iter().map(|path| Code { path: Some(path), url: url.clone(), label: label.clone() }).collect()
}

/// The mistake of a label or link that would stand for several files.
pub(super) fn several_matches(key: &str, given: &Text, glob: &str, count: usize, place: &str) -> Diagnostic {
    let message = format!(
        "the {key} {} would stand for the {count} files that match {}",
        quoted(&given.value),
        quoted(glob)
    );
    Diagnostic::error(Kind::SeveralMatches, place, message)
        .at(given.span.clone())
        .help(format!("name one file, or leave '{key}' out"))
}
