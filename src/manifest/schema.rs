//! A manifest as written: its keys, their types and choices, with the place of every text.
//!
//! Not here: defaults, the file system, ids.

use std::ops::Range;
use std::rc::Rc;

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::document::{Node, Value};
use super::fields::{Fields, Text, text, within, wrong_type};
use super::model::{MetadataPolicy, Scaling, SpeedupAxis};
use super::ranks::ranks;
use crate::text::{quoted, slug};

/// The manifest as written.
pub(super) struct WrittenManifest {
    pub(super) title: Option<Text>,
    pub(super) description: Option<Text>,
    pub(super) base: Option<Text>,
    pub(super) defaults: Settings,
    pub(super) cases: Vec<WrittenCase>,
}

/// A case as written.
pub(super) struct WrittenCase {
    /// In words: `case 'poisson'`.
    pub(super) place: String,
    /// Where it begins.
    pub(super) span: Range<usize>,
    pub(super) id: Option<Text>,
    pub(super) title: Option<Text>,
    /// Neither an id nor a title was given, not even a wrong one.
    pub(super) is_nameless: bool,
    pub(super) description: Option<Text>,
    pub(super) group: Option<Text>,
    pub(super) tags: Vec<Text>,
    pub(super) settings: Settings,
    pub(super) info: Vec<(String, String)>,
    pub(super) content: Option<WrittenContent>,
    pub(super) images: Vec<Text>,
    pub(super) code: Vec<WrittenCode>,
    pub(super) files: Vec<Text>,
}

/// What `defaults` and a case may both give. The outer `None` is a key that is not there, the inner one
/// a key without a value, which in a case lifts the default.
#[derive(Default)]
pub(super) struct Settings {
    pub(super) scaling: Option<Option<Scaling>>,
    pub(super) speedup_x: Option<Option<SpeedupAxis>>,
    pub(super) include: Option<Option<Vec<Text>>>,
    pub(super) exclude: Option<Option<Vec<Text>>>,
    pub(super) ranks: Option<Option<Vec<u32>>>,
    pub(super) charts: Option<Option<bool>>,
    pub(super) metadata: Option<Option<MetadataPolicy>>,
}

/// What a case holds, as written.
pub(super) enum WrittenContent {
    Runs(Vec<WrittenRun>),
    Listed(Vec<WrittenExecution>),
    Found { path: Text, meta: Option<Text> },
}

/// A run, or the runs of a glob, as written.
pub(super) struct WrittenRun {
    /// In words: `case 'poisson', run 2`.
    pub(super) place: String,
    pub(super) path: Text,
    pub(super) label: Option<Text>,
    pub(super) files: Vec<Text>,
    pub(super) images: Vec<Text>,
}

/// A listed execution as written.
pub(super) struct WrittenExecution {
    /// In words: `case 'poisson', execution 'after'`.
    pub(super) place: String,
    pub(super) span: Range<usize>,
    pub(super) id: Option<Text>,
    pub(super) label: Option<Text>,
    pub(super) date: Option<Text>,
    pub(super) is_nameless: bool,
    pub(super) info: Vec<(String, String)>,
    pub(super) runs: Vec<WrittenRun>,
}

/// An entry of `code` as written.
pub(super) struct WrittenCode {
    pub(super) place: String,
    pub(super) path: Option<Text>,
    pub(super) url: Option<Text>,
    pub(super) label: Option<Text>,
}

/// What a meta file gives, as written.
pub(super) struct WrittenMeta {
    pub(super) label: Option<Text>,
    pub(super) date: Option<Text>,
    pub(super) info: Vec<(String, String)>,
}

/// The most cases of a manifest.
const MOST_CASES: usize = 10_000;

const MANIFEST_KEYS: &[&str] = &["title", "description", "base", "defaults", "cases"];
const SETTINGS_KEYS: &[&str] = &["scaling", "speedup_x", "include", "exclude", "ranks", "charts", "metadata"];
const CASE_KEYS: &[&str] = &[
    "id",
    "title",
    "description",
    "group",
    "tags",
    "scaling",
    "speedup_x",
    "info",
    "runs",
    "executions",
    "images",
    "code",
    "include",
    "exclude",
    "ranks",
    "charts",
    "metadata",
    "files",
];
const RUN_KEYS: &[&str] = &["path", "label", "files", "images"];
const EXECUTION_KEYS: &[&str] = &["id", "label", "date", "info", "runs"];
const DISCOVERY_KEYS: &[&str] = &["path", "meta"];
const CODE_KEYS: &[&str] = &["path", "url", "label"];
const META_KEYS: &[&str] = &["label", "date", "info"];

const SCALINGS: &[(&str, Scaling)] =
    &[("strong", Scaling::Strong), ("weak", Scaling::Weak), ("both", Scaling::Both), ("none", Scaling::None)];
const AXES: &[(&str, SpeedupAxis)] = &[
    ("auto", SpeedupAxis::Auto),
    ("ranks", SpeedupAxis::Ranks),
    ("nodes", SpeedupAxis::Nodes),
    ("threads", SpeedupAxis::Threads),
    ("cores", SpeedupAxis::Cores),
];
const POLICIES: &[(&str, MetadataPolicy)] =
    &[("minimal", MetadataPolicy::Minimal), ("all", MetadataPolicy::All)];

/// Reads the document of a manifest.
pub(super) fn manifest(root: &Node, report: &mut Report<'_>) -> Option<WrittenManifest> {
    let fields = Fields::open(root, "", MANIFEST_KEYS, report)?;
    let defaults = fields.get("defaults").and_then(|node| {
        let fields = Fields::open(node, "defaults", SETTINGS_KEYS, report)?;
        Some(settings(&fields, report))
    });
    Some(WrittenManifest {
        title: fields.text("title", report),
        description: fields.text("description", report),
        base: fields.text("base", report),
        defaults: defaults.unwrap_or_default(),
        cases: cases(&fields, report),
    })
}

/// Reads the document of a meta file.
pub(super) fn meta(root: &Node, place: &str, report: &mut Report<'_>) -> Option<WrittenMeta> {
    let fields = Fields::open(root, place, META_KEYS, report)?;
    Some(WrittenMeta {
        label: fields.text("label", report),
        date: fields.text("date", report),
        info: fields.info("info", report),
    })
}

fn cases(fields: &Fields<'_>, report: &mut Report<'_>) -> Vec<WrittenCase> {
    let items = required_list(fields, "cases", "case", report).unwrap_or_default();
    if items.len() > MOST_CASES {
        let message = format!("{} cases are more than the {MOST_CASES} a manifest may have", items.len());
        report.push(Diagnostic::error(Kind::TooMuch, "cases", message).at(fields.span()));
        return Vec::new();
    }
    let cases = items.iter().enumerate();
    cases.filter_map(|(index, item)| case(item, index + 1, report)).collect()
}

fn case(node: &Node, number: usize, report: &mut Report<'_>) -> Option<WrittenCase> {
    let place = numbered_place("", "case", node, number, &["id", "title"]);
    let fields = Fields::open(node, &place, CASE_KEYS, report)?;
    Some(WrittenCase {
        span: fields.span(),
        id: fields.text("id", report),
        title: fields.text("title", report),
        is_nameless: fields.get("id").is_none() && fields.get("title").is_none(),
        description: fields.text("description", report),
        group: fields.text("group", report),
        tags: tags(&fields, report),
        settings: settings(&fields, report),
        info: fields.info("info", report),
        content: content(&fields, &place, report),
        images: fields.texts("images", report).unwrap_or_default(),
        code: code(&fields, &place, report),
        files: fields.texts("files", report).unwrap_or_default(),
        place,
    })
}

/// The place of an item of a list, in words: by the slug of the first key that is a text, else by number.
fn numbered_place(place: &str, what: &str, node: &Node, number: usize, keys: &[&str]) -> String {
    let Value::Mapping(pairs) = &node.value else { return within(place, &format!("{what} {number}")) };
    let named = keys.iter().find_map(|key| {
        pairs.iter().find_map(|(name, value)| match (&name.value, &value.value) {
            (Value::Scalar(name), Value::Scalar(text)) if name.text == *key => slug(&text.text),
            _ => None,
        })
    });
    let name = named.map_or_else(|| number.to_string(), |slug| quoted(&slug));
    within(place, &format!("{what} {name}"))
}

fn settings(fields: &Fields<'_>, report: &mut Report<'_>) -> Settings {
    /// A value that is wrong counts as not given; it was reported.
    fn given<T>(fields: &Fields<'_>, key: &str, value: Option<T>) -> Option<Option<T>> {
        if fields.is_emptied(key) { Some(None) } else { value.map(Some) }
    }
    Settings {
        scaling: given(fields, "scaling", fields.choice("scaling", SCALINGS, report)),
        speedup_x: given(fields, "speedup_x", fields.choice("speedup_x", AXES, report)),
        include: given(fields, "include", fields.texts("include", report)),
        exclude: given(fields, "exclude", fields.texts("exclude", report)),
        ranks: given(fields, "ranks", ranks(fields, report)),
        charts: given(fields, "charts", fields.boolean("charts", report)),
        metadata: given(fields, "metadata", fields.choice("metadata", POLICIES, report)),
    }
}

fn tags(fields: &Fields<'_>, report: &mut Report<'_>) -> Vec<Text> {
    let items = fields.list("tags", "texts", report).unwrap_or_default();
    items.iter().filter_map(|item| text(item, &fields.place_of("tags"), report)).collect()
}

fn content(fields: &Fields<'_>, place: &str, report: &mut Report<'_>) -> Option<WrittenContent> {
    let Some(executions) = fields.get("executions") else {
        return runs(fields, place, report).map(WrittenContent::Runs);
    };
    if fields.get("runs").is_some() {
        let message = "has both 'runs' and 'executions'";
        let runs = fields.key_span("runs").unwrap_or_default();
        let at = fields.key_span("executions").unwrap_or_default();
        report.push(
            Diagnostic::error(Kind::KeysExclude, place, message)
                .at(at)
                .related(runs, "the other one")
                .help("give 'runs', or 'executions' that hold runs"),
        );
        return None;
    }
    match &executions.value {
        Value::Mapping(_) => found(executions, place, report),
        Value::List(items) if !items.is_empty() => {
            let items = items.iter().enumerate();
            let listed = items.filter_map(|(index, item)| execution(item, place, index + 1, report));
            Some(WrittenContent::Listed(listed.collect()))
        }
        _ => {
            let place = fields.place_of("executions");
            wrong_type("a list of executions with at least one, or a mapping", executions, &place, report);
            None
        }
    }
}

fn found(node: &Node, place: &str, report: &mut Report<'_>) -> Option<WrittenContent> {
    let place = within(place, "executions");
    let fields = Fields::open(node, &place, DISCOVERY_KEYS, report)?;
    let meta = fields.text("meta", report);
    let path = required_path(&fields, &place, report)?;
    Some(WrittenContent::Found { path, meta })
}

fn execution(node: &Node, place: &str, number: usize, report: &mut Report<'_>) -> Option<WrittenExecution> {
    let place = numbered_place(place, "execution", node, number, &["id", "label", "date"]);
    let fields = Fields::open(node, &place, EXECUTION_KEYS, report)?;
    Some(WrittenExecution {
        span: fields.span(),
        id: fields.text("id", report),
        label: fields.text("label", report),
        date: fields.text("date", report),
        is_nameless: ["id", "label", "date"].iter().all(|key| fields.get(key).is_none()),
        info: fields.info("info", report),
        runs: runs(&fields, &place, report).unwrap_or_default(),
        place,
    })
}

fn runs(fields: &Fields<'_>, place: &str, report: &mut Report<'_>) -> Option<Vec<WrittenRun>> {
    let items = required_list(fields, "runs", "run", report)?;
    let runs = items.iter().enumerate();
    Some(runs.filter_map(|(index, item)| run(item, place, index + 1, report)).collect())
}

fn run(node: &Node, place: &str, number: usize, report: &mut Report<'_>) -> Option<WrittenRun> {
    let place = within(place, &format!("run {number}"));
    if let Value::Scalar(_) = &node.value {
        let path = text(node, &place, report)?;
        return Some(WrittenRun { place, path, label: None, files: Vec::new(), images: Vec::new() });
    }
    let fields = Fields::open(node, &place, RUN_KEYS, report)?;
    let label = fields.text("label", report);
    let files = fields.texts("files", report).unwrap_or_default();
    let images = fields.texts("images", report).unwrap_or_default();
    let path = required_path(&fields, &place, report)?;
    Some(WrittenRun { place, path, label, files, images })
}

fn code(fields: &Fields<'_>, place: &str, report: &mut Report<'_>) -> Vec<WrittenCode> {
    let place = within(place, "code");
    match fields.get("code").map(|node| (node, &node.value)) {
        None => Vec::new(),
        Some((_, Value::List(items))) => {
            let items = items.iter().enumerate();
            items
                .filter_map(|(index, item)| code_entry(item, format!("{place} {}", index + 1), report))
                .collect()
        }
        Some((node, _)) => code_entry(node, place, report).into_iter().collect(),
    }
}

fn code_entry(node: &Node, place: String, report: &mut Report<'_>) -> Option<WrittenCode> {
    if let Value::Scalar(_) = &node.value {
        let text = text(node, &place, report)?;
        let (path, url) = if is_link(&text.value) { (None, Some(text)) } else { (Some(text), None) };
        return Some(WrittenCode { place, path, url, label: None });
    }
    let fields = Fields::open(node, &place, CODE_KEYS, report)?;
    if fields.get("path").is_none() && fields.get("url").is_none() {
        let message = "'path' or 'url' is required";
        report.push(Diagnostic::error(Kind::KeyMissing, &place, message).at(fields.span()));
    }
    let url = fields.text("url", report).filter(|url| {
        let is_link = is_link(&url.value);
        if !is_link {
            let message = format!("the url {} does not begin with http:// or https://", quoted(&url.value));
            report.push(Diagnostic::error(Kind::BadLink, &place, message).at(url.span.clone()));
        }
        is_link
    });
    let (path, label) = (fields.text("path", report), fields.text("label", report));
    (path.is_some() || url.is_some()).then_some(WrittenCode { place, path, url, label })
}

/// Whether a text is an `http` or `https` address.
fn is_link(text: &str) -> bool {
    text.starts_with("http://") || text.starts_with("https://")
}

/// A list that must be there and hold at least one `item`.
fn required_list<'n>(
    fields: &Fields<'n>,
    key: &str,
    item: &str,
    report: &mut Report<'_>,
) -> Option<&'n [Rc<Node>]> {
    let Some(node) = fields.get(key) else {
        let at = fields.key_span(key).unwrap_or_else(|| fields.span());
        let message = format!("'{key}' is required: a list with at least one {item}");
        report.push(Diagnostic::error(Kind::KeyMissing, fields.place(), message).at(at));
        return None;
    };
    let items = fields.list(key, &format!("{item}s"), report)?;
    if items.is_empty() {
        let message = format!("must hold at least one {item}");
        report.push(Diagnostic::error(Kind::KeyMissing, fields.place_of(key), message).at(node.span.clone()));
    }
    Some(items)
}

fn required_path(fields: &Fields<'_>, place: &str, report: &mut Report<'_>) -> Option<Text> {
    if fields.get("path").is_none() {
        let message = "'path' is required";
        report.push(Diagnostic::error(Kind::KeyMissing, place, message).at(fields.span()));
    }
    fields.text("path", report)
}
