//! Executions, listed or found: ids, labels, dates, order.

use std::collections::HashMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::dates::moment;
use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::document;
use super::fields::{Text, within};
use super::globs;
use super::model::{Execution, Place};
use super::runs::{CaseFiles, found_run, runs};
use super::schema::{self, WrittenExecution, WrittenMeta};
use super::source;
use crate::text::{natural_cmp, natural_path_cmp, quoted, slug};

/// What stands for an execution's folder.
const MARKER: &str = "{execution}";
/// The name of a meta file if the manifest gives none.
const META: &str = "meta.yml";
/// Ids that would take the address of another page of the case.
const RESERVED: [&str; 2] = ["compare", "index"];

/// What is needed to resolve the executions of one case.
pub(super) struct Context<'w> {
    /// The manifest's folder.
    pub(super) root: &'w Path,
    /// The case in words.
    pub(super) place: &'w str,
    /// What the case attaches to every run.
    pub(super) files: &'w CaseFiles<'w>,
}

/// The executions of a list, oldest first.
pub(super) fn listed(
    written: Vec<WrittenExecution>,
    context: &Context<'_>,
    report: &mut Report<'_>,
) -> Vec<Execution> {
    let mut ids = Ids::default();
    let mut executions = Vec::new();
    for entry in written {
        let runs = runs(&entry.runs, context.root, context.files, report);
        let Some(label) = entry.label.as_ref().or(entry.id.as_ref()).or(entry.date.as_ref()) else {
            if entry.is_nameless {
                let message = "'id', 'label' or 'date' is required";
                report.push(Diagnostic::error(Kind::KeyMissing, &entry.place, message).at(entry.span));
            }
            continue;
        };
        let named_by = entry.id.as_ref().unwrap_or(label);
        let Some(id) = ids.take(&named_by.value, &named_by.span, &entry.place, report) else { continue };
        let (label, date) = (label.value.clone(), entry.date.map(|date| date.value));
        executions.push(Execution { id, label, date, info: entry.info, runs });
    }
    by_date(executions)
}

/// The executions that a pattern finds, oldest first.
pub(super) fn found(
    path: &Text,
    meta: Option<&Text>,
    context: &Context<'_>,
    report: &mut Report<'_>,
) -> Vec<Execution> {
    let place = within(context.place, "executions");
    let Some(pattern) = split_at_marker(path, &place, report) else { return Vec::new() };
    let folders = match folders(&pattern, context.root) {
        Ok(folders) => folders,
        Err(error) => {
            report.push(no_match(path, &place, &format!("cannot be followed: {error}")));
            return Vec::new();
        }
    };
    if folders.is_empty() {
        report.push(no_match(path, &place, "matches no run in any folder"));
    }
    let meta_name = meta.map_or(META, |text| &text.value);
    let mut ids = Ids::default();
    let mut executions = Vec::new();
    for (folder, profiles) in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let place = within(context.place, &format!("execution {}", quoted(&name)));
        let meta = read_meta(&folder.join(meta_name), &place, report);
        let Some(id) = ids.take(&name, &path.span, &place, report) else { continue };
        let runs = profiles.into_iter().enumerate().map(|(index, profile)| {
            let words = within(&place, &format!("run {}", index + 1));
            let place = Place { words, file: report.file().to_owned(), span: path.span.clone() };
            found_run(profile, place, context.root, context.files, report)
        });
        let runs = runs.collect();
        let label = meta.label.map_or(name, |label| label.value);
        executions.push(Execution {
            id,
            label,
            date: meta.date.map(|date| date.value),
            info: meta.info,
            runs,
        });
    }
    by_date(executions)
}

fn no_match(path: &Text, place: &str, problem: &str) -> Diagnostic {
    let message = format!("{} {problem}", quoted(&path.value));
    Diagnostic::error(Kind::NoMatch, within(place, "path"), message)
        .at(path.span.clone())
        .help("paths are relative to the manifest's folder")
}

/// A pattern around its marker.
struct AroundMarker<'p> {
    /// Matches the folders that hold executions; may be empty.
    before: &'p str,
    /// Matches the runs below an execution's folder.
    after: &'p str,
}

/// The pattern before and after `{execution}`, which must be there once, as a whole folder name.
fn split_at_marker<'p>(path: &'p Text, place: &str, report: &mut Report<'_>) -> Option<AroundMarker<'p>> {
    let problem = match path.value.split_once(MARKER) {
        None => format!("{} has no {MARKER}", quoted(&path.value)),
        Some((_, after)) if after.contains(MARKER) => format!("{} has {MARKER} twice", quoted(&path.value)),
        Some((before, after)) => match after.strip_prefix('/') {
            Some(after) if before.is_empty() || before.ends_with('/') => {
                return Some(AroundMarker { before, after });
            }
            _ => format!("in {} {MARKER} is not a whole folder name", quoted(&path.value)),
        },
    };
    let help = format!("write it once, as a folder with the runs below it: \"data/{MARKER}/np*.h5\"");
    report.push(
        Diagnostic::error(Kind::ExecutionMarker, within(place, "path"), problem)
            .at(path.span.clone())
            .help(help),
    );
    None
}

/// The folders that hold runs, with their runs, in natural order of the folder's name.
fn folders(pattern: &AroundMarker<'_>, root: &Path) -> Result<Vec<(PathBuf, Vec<PathBuf>)>, globs::TooMuch> {
    let mut candidates = globs::folders(root, &format!("{}*", pattern.before))?;
    candidates.sort_by(|a, b| {
        let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        natural_cmp(&name(a), &name(b)).then_with(|| natural_path_cmp(a, b))
    });
    let mut found = Vec::new();
    for folder in candidates {
        let profiles = globs::files(&folder, pattern.after)?;
        if !profiles.is_empty() {
            found.push((folder, profiles));
        }
    }
    Ok(found)
}

/// What a meta file says; nothing if there is none.
fn read_meta(path: &Path, place: &str, report: &mut Report<'_>) -> WrittenMeta {
    let nothing = WrittenMeta { label: None, date: None, info: Vec::new() };
    if !path.exists() {
        return nothing;
    }
    let place = within(place, "meta file");
    let report = &mut report.of(path);
    let Some(text) = source::read(path, &place, report) else { return nothing };
    let Ok(Some(root)) = document::parse(&text, &place, report) else { return nothing };
    schema::meta(&root, &place, report).unwrap_or(nothing)
}

/// The ids of one case's executions.
#[derive(Default)]
struct Ids(HashMap<String, (String, Range<usize>)>);

impl Ids {
    /// The id that a text gives, if it can have one of its own; a mistake is reported.
    fn take(
        &mut self,
        text: &str,
        span: &Range<usize>,
        place: &str,
        report: &mut Report<'_>,
    ) -> Option<String> {
        let name = quoted(text);
        let Some(id) = slug(text) else {
            let message = format!("no id can be made from {name}");
            let diagnostic = Diagnostic::error(Kind::NoId, place, message).at(span.clone());
            report.push(diagnostic.help("give an 'id', or a folder name, that has letters or digits"));
            return None;
        };
        if RESERVED.contains(&id.as_str()) {
            let message =
                format!("an execution cannot be called '{id}', which is the address of another page");
            report.push(
                Diagnostic::error(Kind::Reserved, place, message).at(span.clone()).help("give it another id"),
            );
            return None;
        }
        if let Some((first, at)) = self.0.get(&id) {
            let message = format!("{} and {name} give two executions one id, '{id}'", quoted(first));
            let mut diagnostic = Diagnostic::error(Kind::UsedTwice, place, message).at(span.clone());
            if at != span {
                diagnostic = diagnostic.related(at.clone(), "first used here");
            }
            report.push(diagnostic.help("give them different ids or folder names"));
            return None;
        }
        self.0.insert(id.clone(), (text.to_owned(), span.clone()));
        Some(id)
    }
}

/// Orders by date when all have one, in natural order of the text where one is no date that can be read;
/// leaves the order as it is otherwise. Equal dates keep their order.
fn by_date(mut executions: Vec<Execution>) -> Vec<Execution> {
    let moments: Option<Vec<_>> = executions.iter().map(|e| moment(e.date.as_deref()?)).collect();
    if let Some(moments) = moments {
        let mut dated: Vec<_> = moments.into_iter().zip(executions).collect();
        dated.sort_by_key(|(moment, _)| *moment);
        return dated.into_iter().map(|(_, execution)| execution).collect();
    }
    if executions.iter().all(|execution| execution.date.is_some()) {
        executions.sort_by(|a, b| match (&a.date, &b.date) {
            (Some(a), Some(b)) => natural_cmp(a, b),
            _ => std::cmp::Ordering::Equal,
        });
    }
    executions
}
