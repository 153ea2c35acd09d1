//! The manifest as written to a catalogue: defaults, ids, files.

use std::collections::HashMap;
use std::path::Path;

use super::attachments;
use super::base::parse_base;
use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report, Sources};
use super::executions::{self, Context};
use super::fields::{Text, within};
use super::model::{Case, CaseContent, Catalogue, Group};
use super::patterns;
use super::runs::{CaseFiles, runs};
use super::schema::{Settings, WrittenCase, WrittenContent, WrittenManifest};
use crate::text::{quoted, slug};

/// The title of a catalogue that gives none.
const TITLE: &str = "Profiling catalogue";

/// Resolves a manifest whose paths are relative to `root`. What is wrong is reported, and what can be
/// resolved all the same is, so that the rest is checked too.
pub(super) fn catalogue(written: WrittenManifest, root: &Path, report: &mut Report<'_>) -> Catalogue {
    patterns::check(&written, report);
    let mut ids = HashMap::new();
    let defaults = written.defaults;
    let mut cases = Vec::new();
    for case in written.cases {
        let id = case_id(&case, &mut ids, report);
        let case = resolve_case(case, id.unwrap_or_default(), &defaults, root, report);
        cases.extend(case);
    }
    Catalogue {
        title: written.title.map_or_else(|| TITLE.to_owned(), |title| title.value),
        description: written.description.map(|text| text.value).unwrap_or_default(),
        base: written.base.and_then(|base| checked_base(&base, report)),
        cases,
        sources: Sources::default(),
    }
}

fn checked_base(base: &Text, report: &mut Report<'_>) -> Option<String> {
    match parse_base(&base.value) {
        Ok(base) => Some(base),
        Err(error) => {
            let diagnostic =
                Diagnostic::error(Kind::BadBase, "base", error.to_string()).at(base.span.clone());
            report.push(
                diagnostic.help("give \"/name\" for a site below its domain, \"\" for one at its root"),
            );
            None
        }
    }
}

/// The id of a case; a mistake is reported.
fn case_id(case: &WrittenCase, ids: &mut HashMap<String, Text>, report: &mut Report<'_>) -> Option<String> {
    let Some(named_by) = case.id.as_ref().or(case.title.as_ref()) else {
        if case.is_nameless {
            let message = "'id' or 'title' is required";
            report.push(Diagnostic::error(Kind::KeyMissing, &case.place, message).at(case.span.clone()));
        }
        return None;
    };
    let error =
        |kind, message: String| Diagnostic::error(kind, &case.place, message).at(named_by.span.clone());
    let name = quoted(&named_by.value);
    let Some(id) = slug(&named_by.value) else {
        let diagnostic = error(Kind::NoId, format!("no id can be made from {name}"));
        report.push(diagnostic.help("give the case an 'id' that has letters or digits"));
        return None;
    };
    if id == "index" {
        let diagnostic = error(Kind::Reserved, format!("{name} would take the address of the overview"));
        report.push(diagnostic.help("give the case another 'id'"));
        return None;
    }
    if let Some(first) = ids.get(&id) {
        let diagnostic = error(Kind::UsedTwice, format!("the id '{id}' is used by another case"));
        report.push(
            diagnostic
                .related(first.span.clone(), "first used here")
                .help("give each case an 'id' of its own"),
        );
        return None;
    }
    ids.insert(id.clone(), named_by.clone());
    Some(id)
}

fn resolve_case(
    case: WrittenCase,
    id: String,
    defaults: &Settings,
    root: &Path,
    report: &mut Report<'_>,
) -> Option<Case> {
    let place = case.place;
    let files = CaseFiles::new(&case.files, root, &place, report);
    let context = Context { root, place: &place, files: &files };
    let content = case.content.map(|content| resolve_content(content, &context, report));
    let group = case.group.and_then(|group| resolve_group(group, &place, report));
    let images = attachments::images(&case.images, root, None, &within(&place, "images"), report);
    let code = attachments::code(&case.code, root, report);
    let title = case.title.or(case.id).map(|text| text.value).unwrap_or_default();
    let own = case.settings;
    Some(Case {
        id,
        title,
        description: case.description.map(|text| text.value).unwrap_or_default(),
        group,
        tags: values(case.tags),
        scaling: setting(own.scaling, &defaults.scaling).unwrap_or_default(),
        speedup_x: setting(own.speedup_x, &defaults.speedup_x).unwrap_or_default(),
        info: case.info,
        content: content?,
        images,
        code,
        include: setting(own.include, &defaults.include).map(values),
        exclude: setting(own.exclude, &defaults.exclude).map(values).unwrap_or_default(),
        ranks: setting(own.ranks, &defaults.ranks),
        charts: setting(own.charts, &defaults.charts).unwrap_or(true),
        metadata: setting(own.metadata, &defaults.metadata).unwrap_or_default(),
    })
}

fn values(texts: Vec<Text>) -> Vec<String> {
    texts.into_iter().map(|text| text.value).collect()
}

/// The case's own value, else the default; a key without a value in the case lifts the default.
fn setting<T: Clone>(own: Option<Option<T>>, default: &Option<Option<T>>) -> Option<T> {
    own.or_else(|| default.clone()).flatten()
}

fn resolve_content(content: WrittenContent, context: &Context<'_>, report: &mut Report<'_>) -> CaseContent {
    match content {
        WrittenContent::Runs(written) => {
            CaseContent::Runs(runs(&written, context.root, context.files, report))
        }
        WrittenContent::Listed(written) => {
            CaseContent::Executions(executions::listed(written, context, report))
        }
        WrittenContent::Found { path, meta } => {
            CaseContent::Executions(executions::found(&path, meta.as_ref(), context, report))
        }
    }
}

fn resolve_group(group: Text, place: &str, report: &mut Report<'_>) -> Option<Group> {
    let Some(slug) = slug(&group.value) else {
        let message = format!("no folder name can be made from {}", quoted(&group.value));
        let diagnostic = Diagnostic::error(Kind::NoId, within(place, "group"), message).at(group.span);
        report.push(diagnostic.help("give a group name that has letters or digits"));
        return None;
    };
    Some(Group { name: group.value, slug })
}
