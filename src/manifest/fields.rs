//! Takes values of the wanted type out of a document, and reports every value that is of another.
//!
//! Each accessor returns what can be used and reports the rest, so that reading goes on and all
//! mistakes are found. A value that stands for nothing (left empty, `~`, `null`) counts as not given.

use std::fmt::Write as _;
use std::ops::Range;
use std::rc::Rc;

use indexmap::IndexMap;

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::document::{Node, Value};
use super::scalar::{Reading, Scalar};
use crate::text::quoted;

/// A text and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    /// The text, spelt as written.
    pub(super) value: String,
    /// Byte range in its file.
    pub(super) span: Range<usize>,
}

/// The place of a part, in words: `case 'poisson'` and `run 2` give `case 'poisson', run 2`.
pub(super) fn within(place: &str, part: &str) -> String {
    if place.is_empty() { part.to_owned() } else { format!("{place}, {part}") }
}

/// A mapping whose keys are known.
pub(super) struct Fields<'n> {
    place: String,
    span: Range<usize>,
    entries: IndexMap<&'n str, (&'n Node, &'n Node)>,
}

impl<'n> Fields<'n> {
    /// Opens a mapping; keys that are not `known`, and keys given twice, are reported.
    pub(super) fn open(node: &'n Node, place: &str, known: &[&str], report: &mut Report<'_>) -> Option<Self> {
        let entries = entries(node, place, report)?;
        for (key, (key_node, _)) in &entries {
            if !known.contains(key) {
                report.push(unknown_key(key, key_node, place, known));
            }
        }
        Some(Self { place: place.to_owned(), span: node.span.clone(), entries })
    }

    /// The mapping in words.
    pub(super) fn place(&self) -> &str {
        &self.place
    }

    /// Where the mapping begins.
    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Where a key stands.
    pub(super) fn key_span(&self, key: &str) -> Option<Range<usize>> {
        self.entries.get(key).map(|(key, _)| key.span.clone())
    }

    /// The place of a key's value, in words.
    pub(super) fn place_of(&self, key: &str) -> String {
        within(&self.place, key)
    }

    /// The value of a key, if it has one.
    pub(super) fn get(&self, key: &str) -> Option<&'n Node> {
        self.entries.get(key).map(|(_, value)| *value).filter(|node| !is_nothing(node))
    }

    /// Whether the key is there without a value.
    pub(super) fn is_emptied(&self, key: &str) -> bool {
        self.entries.get(key).is_some_and(|(_, value)| is_nothing(value))
    }

    /// A text.
    pub(super) fn text(&self, key: &str, report: &mut Report<'_>) -> Option<Text> {
        text(self.get(key)?, &self.place_of(key), report)
    }

    /// A text or a list of texts.
    pub(super) fn texts(&self, key: &str, report: &mut Report<'_>) -> Option<Vec<Text>> {
        let (node, place) = (self.get(key)?, self.place_of(key));
        match &node.value {
            Value::List(items) => Some(items.iter().filter_map(|item| text(item, &place, report)).collect()),
            Value::Mapping(_) => {
                wrong_type("a text or a list of texts", node, &place, report);
                None
            }
            _ => text(node, &place, report).map(|text| vec![text]),
        }
    }

    /// A list; `what` says of what.
    pub(super) fn list(&self, key: &str, what: &str, report: &mut Report<'_>) -> Option<&'n [Rc<Node>]> {
        let node = self.get(key)?;
        if let Value::List(items) = &node.value {
            return Some(items);
        }
        wrong_type(&format!("a list of {what}"), node, &self.place_of(key), report);
        None
    }

    /// One of several words.
    pub(super) fn choice<T: Copy>(
        &self,
        key: &str,
        choices: &[(&str, T)],
        report: &mut Report<'_>,
    ) -> Option<T> {
        let (node, place) = (self.get(key)?, self.place_of(key));
        let text = text(node, &place, report)?;
        let found = choices.iter().find(|(word, _)| *word == text.value);
        if found.is_none() {
            let words: Vec<&str> = choices.iter().map(|(word, _)| *word).collect();
            let message = format!("{} is not one of {}", quoted(&text.value), words.join(", "));
            let mut diagnostic = Diagnostic::error(Kind::NotAChoice, place, message).at(text.span);
            diagnostic.help = nearest(&text.value, &words).map(|word| format!("did you mean '{word}'?"));
            report.push(diagnostic);
        }
        found.map(|(_, value)| *value)
    }

    /// A boolean.
    pub(super) fn boolean(&self, key: &str, report: &mut Report<'_>) -> Option<bool> {
        let node = self.get(key)?;
        let found = match &node.value {
            Value::Scalar(scalar) => scalar.boolean(),
            _ => None,
        };
        if found.is_none() {
            wrong_type("true or false", node, &self.place_of(key), report);
        }
        found
    }

    /// Free facts: keys and values as text, lists and mappings as compact JSON.
    pub(super) fn info(&self, key: &str, report: &mut Report<'_>) -> Vec<(String, String)> {
        let Some(node) = self.get(key) else { return Vec::new() };
        let place = self.place_of(key);
        let entries = entries(node, &place, report).unwrap_or_default();
        entries.into_iter().map(|(name, (_, value))| (name.to_owned(), fact(value, &place, report))).collect()
    }
}

/// The keys and values of a mapping in their order, keys given twice reported, merge keys (`<<`) applied.
fn entries<'n>(
    node: &'n Node,
    place: &str,
    report: &mut Report<'_>,
) -> Option<IndexMap<&'n str, (&'n Node, &'n Node)>> {
    let Value::Mapping(pairs) = &node.value else {
        wrong_type("a mapping", node, place, report);
        return None;
    };
    let mut entries: IndexMap<&str, (&Node, &Node)> = IndexMap::new();
    let mut merged = Vec::new();
    for (key, value) in pairs {
        let Some(name) = key_text(key, place, report) else { continue };
        if let Some((first, _)) = entries.get(name.text.as_str()) {
            report.push(key_twice(&name.text, key, first, place));
        } else {
            entries.insert(&name.text, (key, value));
        }
        if name.is_merge() {
            merged.push(&**value);
        }
    }
    if !merged.is_empty() {
        entries.shift_remove(Scalar::MERGE);
    }
    for source in merged {
        merge(source, &mut entries, place, report);
    }
    Some(entries)
}

/// Adds what a merge key brings; what is there already stays.
fn merge<'n>(
    source: &'n Node,
    entries: &mut IndexMap<&'n str, (&'n Node, &'n Node)>,
    place: &str,
    report: &mut Report<'_>,
) {
    let sources: Vec<&Node> = match &source.value {
        Value::List(items) => items.iter().map(|item| &**item).collect(),
        _ => vec![source],
    };
    for source in sources {
        for (name, entry) in self::entries(source, place, report).unwrap_or_default() {
            entries.entry(name).or_insert(entry);
        }
    }
}

fn key_text<'n>(key: &'n Node, place: &str, report: &mut Report<'_>) -> Option<&'n Scalar> {
    match &key.value {
        Value::Scalar(scalar) if !scalar.text.is_empty() => Some(scalar),
        _ => {
            wrong_type("text, as a key", key, place, report);
            None
        }
    }
}

/// The text of a node.
pub(super) fn text(node: &Node, place: &str, report: &mut Report<'_>) -> Option<Text> {
    if let Value::Scalar(scalar) = &node.value
        && scalar.reading() == Reading::Text
    {
        return Some(Text { value: scalar.text.clone(), span: node.span.clone() });
    }
    wrong_type("text", node, place, report);
    None
}

/// A fact's value as text.
fn fact(node: &Node, place: &str, report: &mut Report<'_>) -> String {
    match &node.value {
        Value::Scalar(scalar) => scalar.text.clone(),
        _ => json(node, place, report),
    }
}

/// A value as compact JSON.
fn json(node: &Node, place: &str, report: &mut Report<'_>) -> String {
    match &node.value {
        Value::Scalar(scalar) => scalar.json(),
        Value::Unusable => String::new(),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(|item| json(item, place, report)).collect();
            format!("[{}]", items.join(","))
        }
        Value::Mapping(_) => {
            let mut out = String::new();
            for (key, (_, value)) in entries(node, place, report).unwrap_or_default() {
                let comma = if out.is_empty() { "" } else { "," };
                let value = json(value, place, report);
                let _ = write!(out, "{comma}{}:{value}", serde_json::Value::from(key));
            }
            format!("{{{out}}}")
        }
    }
}

fn is_nothing(node: &Node) -> bool {
    matches!(&node.value, Value::Scalar(scalar) if scalar.is_nothing())
}

/// Reports a value of another type than the one wanted.
pub(super) fn wrong_type(wanted: &str, node: &Node, place: &str, report: &mut Report<'_>) {
    let mut help = None;
    let is = match &node.value {
        Value::Unusable => return,
        Value::List(_) => "a list".to_owned(),
        Value::Mapping(_) => "a mapping".to_owned(),
        Value::Scalar(scalar) => match scalar.reading() {
            Reading::Nothing => "nothing".to_owned(),
            Reading::Text => quoted(&scalar.text),
            Reading::Boolean => {
                help = Some(format!("to have it as text, put it in quotes: \"{}\"", scalar.text));
                format!("the boolean {}", scalar.text)
            }
        },
    };
    let subject = if place.is_empty() { "the document " } else { "" };
    let message = format!("{subject}must be {wanted}, not {is}");
    let mut diagnostic = Diagnostic::error(Kind::WrongType, place, message).at(node.span.clone());
    diagnostic.help = help.filter(|_| wanted == "text");
    report.push(diagnostic);
}

fn unknown_key(key: &str, node: &Node, place: &str, known: &[&str]) -> Diagnostic {
    let mut keys = known.to_vec();
    keys.sort_unstable();
    let mut help = nearest(key, known).map_or_else(String::new, |near| format!("did you mean '{near}'? "));
    let _ = write!(help, "The keys here are {}.", keys.join(", "));
    let message = format!("unknown key {}", quoted(key));
    Diagnostic::error(Kind::UnknownKey, place, message).at(node.span.clone()).help(help)
}

fn key_twice(key: &str, node: &Node, first: &Node, place: &str) -> Diagnostic {
    Diagnostic::error(Kind::KeyTwice, place, format!("the key {} is given twice", quoted(key)))
        .at(node.span.clone())
        .related(first.span.clone(), "first given here")
        .help("remove one of the two")
}

/// The word that a misspelt one may stand for.
fn nearest<'w>(word: &str, words: &[&'w str]) -> Option<&'w str> {
    let lower = word.chars().take(64).collect::<String>().to_lowercase();
    let furthest = (lower.chars().count() / 3).max(1);
    let distances = words.iter().map(|near| (strsim::damerau_levenshtein(&lower, near), *near));
    distances.filter(|(distance, _)| *distance <= furthest).min().map(|(_, near)| near)
}
