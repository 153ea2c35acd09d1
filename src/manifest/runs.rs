//! Written runs to runs: globs expanded, files attached, labels told apart.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::attachments;
use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::fields::{Text, within};
use super::model::{Place, Run};
use super::schema::WrittenRun;
use crate::text::{quoted, run_slug, visible};

/// The files that a case attaches to every run.
pub(super) struct CaseFiles<'w> {
    written: &'w [Text],
    place: String,
    /// Those without `{stem}`, found once.
    common: Vec<PathBuf>,
}

impl<'w> CaseFiles<'w> {
    /// Finds what does not depend on the run.
    pub(super) fn new(written: &'w [Text], root: &Path, place: &str, report: &mut Report<'_>) -> Self {
        let place = within(place, "files");
        let mut common = Vec::new();
        for text in written.iter().filter(|text| !attachments::has_stem(text)) {
            common.extend(attachments::files(text, root, None, &place, report));
        }
        Self { written, place, common }
    }

    /// The files for a run of this stem.
    fn of(&self, stem: &str, root: &Path, report: &mut Report<'_>) -> Vec<PathBuf> {
        let mut files = self.common.clone();
        for text in self.written.iter().filter(|text| attachments::has_stem(text)) {
            files.extend(attachments::files(text, root, Some(stem), &self.place, report));
        }
        files
    }
}

/// The runs of a case or of a listed execution, in order.
pub(super) fn runs(
    written: &[WrittenRun],
    root: &Path,
    case_files: &CaseFiles<'_>,
    report: &mut Report<'_>,
) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut names = Names::default();
    for entry in written {
        let paths = attachments::files(&entry.path, root, None, &entry.place, report);
        if paths.len() > 1
            && let Some(label) = &entry.label
        {
            let (glob, count) = (&entry.path.value, paths.len());
            report.push(attachments::several_matches("label", label, glob, count, &entry.place));
            continue;
        }
        for path in &paths {
            let words = place_words(entry, path, paths.len());
            names.take(entry, path, &words, report);
            runs.push(run(entry, path, words, root, case_files, report));
        }
    }
    runs
}

/// The run of a profile that an execution's pattern found.
pub(super) fn found_run(
    path: PathBuf,
    place: Place,
    root: &Path,
    case_files: &CaseFiles<'_>,
    report: &mut Report<'_>,
) -> Run {
    let files = case_files.of(&stem(&path), root, report);
    Run { path, label: None, files: without_repeats(files), images: Vec::new(), place }
}

fn run(
    entry: &WrittenRun,
    path: &Path,
    words: String,
    root: &Path,
    case_files: &CaseFiles<'_>,
    report: &mut Report<'_>,
) -> Run {
    let stem = stem(path);
    let mut files = case_files.of(&stem, root, report);
    let place = within(&words, "files");
    files.extend(attachments::all(&entry.files, root, Some(&stem), &place, report));
    let place = within(&words, "images");
    let images = attachments::images(&entry.images, root, Some(&stem), &place, report);
    Run {
        path: path.to_owned(),
        label: entry.label.as_ref().map(|label| label.value.clone()),
        files: without_repeats(files),
        images,
        place: Place { words, file: report.file().to_owned(), span: entry.path.span.clone() },
    }
}

/// A run in words: of several matches, with the file's name.
fn place_words(entry: &WrittenRun, path: &Path, matches: usize) -> String {
    if matches == 1 {
        entry.place.clone()
    } else {
        format!("{} ({})", entry.place, visible(&file_name(path)))
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn without_repeats(paths: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut seen = indexmap::IndexSet::new();
    seen.extend(paths);
    seen.into_iter().collect()
}

/// What the runs of one list are called, as far as the manifest alone tells. Profiles may bring labels
/// of their own, so a run without a label can only clash with itself.
#[derive(Default)]
struct Names {
    labels: HashMap<String, Text>,
    unlabelled: HashMap<PathBuf, Range<usize>>,
}

impl Names {
    fn take(&mut self, entry: &WrittenRun, path: &Path, words: &str, report: &mut Report<'_>) {
        let diagnostic = match &entry.label {
            Some(label) => self.take_label(label, words),
            None => self.take_path(path, &entry.path.span, words),
        };
        if let Some(diagnostic) = diagnostic {
            report.push(diagnostic);
        }
    }

    fn take_label(&mut self, label: &Text, words: &str) -> Option<Diagnostic> {
        let name = quoted(&label.value);
        let slug = run_slug(&label.value);
        if slug == "index" {
            let message = format!("the label {name} would take the address of the case's own page");
            let diagnostic = Diagnostic::error(Kind::Reserved, words, message).at(label.span.clone());
            return Some(diagnostic.help("give another label"));
        }
        let Some(first) = self.labels.get(&slug) else {
            self.labels.insert(slug, label.clone());
            return None;
        };
        let message =
            format!("the labels {} and {name} give two runs one address, '{slug}'", quoted(&first.value));
        let diagnostic = Diagnostic::error(Kind::UsedTwice, words, message).at(label.span.clone());
        Some(diagnostic.related(first.span.clone(), "first used here").help("label them differently"))
    }

    fn take_path(&mut self, path: &Path, span: &Range<usize>, words: &str) -> Option<Diagnostic> {
        let Some(first) = self.unlabelled.get(path) else {
            self.unlabelled.insert(path.to_owned(), span.clone());
            return None;
        };
        let message = format!("{} is listed twice without a label", quoted(&file_name(path)));
        let diagnostic = Diagnostic::error(Kind::UsedTwice, words, message).at(span.clone());
        Some(
            diagnostic
                .related(first.clone(), "first listed here")
                .help("remove one of the two, or label them"),
        )
    }
}
