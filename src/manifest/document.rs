//! YAML text to a tree of nodes that know their place and their spelling.
//!
//! Nothing is resolved here: a scalar keeps the text it was written as, and [`super::scalar`] says what
//! it may stand for. A document's size, depth and growth through aliases are bounded.

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use granit_parser::{Event, Options, Parser, ScalarStyle, ScanError, StructureStyle, Tag};

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::scalar::Scalar;
use crate::text::quoted;

/// The deepest nesting, aliases included.
const DEEPEST: usize = 64;
/// The largest weight of a document, aliases expanded.
const HEAVIEST: usize = 500_000;
/// The largest weight that aliases may add.
const HEAVIEST_ALIASES: usize = 50_000;
/// A scalar weighs one more for every so many bytes.
const BYTES_OF_WEIGHT: usize = 64;

/// A node of a document.
#[derive(Debug)]
pub(super) struct Node {
    /// Where it stands, as a byte range; for a block collection, its first child.
    pub(super) span: Range<usize>,
    /// What it is.
    pub(super) value: Value,
    /// Nodes in it and their text, itself included, aliases expanded.
    weight: usize,
    /// Levels in it, itself included.
    depth: usize,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Value {
    /// Text, a number, a date, nothing.
    Scalar(Scalar),
    /// A list.
    List(Vec<Rc<Node>>),
    /// A mapping as written: keys may repeat or be no text.
    Mapping(Vec<(Rc<Node>, Rc<Node>)>),
    /// Something already reported, which is not to be reported again.
    Unusable,
}

/// What was wrong has been reported.
#[derive(Debug)]
pub(super) struct Reported;

/// Parses one document; `None` if it is empty. Refuses what is not YAML and what is too much.
pub(super) fn parse(text: &str, place: &str, report: &mut Report<'_>) -> Result<Option<Rc<Node>>, Reported> {
    match Builder::new(place, report).build(text) {
        Ok(root) => Ok(root.filter(|root| !is_nothing(root))),
        Err(mut diagnostic) => {
            diagnostic.place = place.to_owned();
            report.push(*diagnostic);
            Err(Reported)
        }
    }
}

fn is_nothing(root: &Node) -> bool {
    matches!(&root.value, Value::Scalar(scalar) if scalar.is_nothing())
}

fn options() -> Options {
    let mut options = Options::default();
    options.set_emit_comments(false);
    options.emit_unresolved_aliases = true;
    options.block_scalar_eof_without_line_feed = true;
    options.flow_nesting_limit = DEEPEST;
    options.block_nesting_limit = DEEPEST;
    options
}

/// A mistake that ends the reading of the document.
type Refusal = Box<Diagnostic>;

/// A collection whose end has not come yet.
struct Open {
    anchor: usize,
    start: Range<usize>,
    style: StructureStyle,
    mapping: bool,
    usable: bool,
    children: Vec<Rc<Node>>,
}

struct Builder<'r, 'f> {
    place: &'r str,
    report: &'r mut Report<'f>,
    open: Vec<Open>,
    anchors: HashMap<usize, Rc<Node>>,
    weight: usize,
    aliased_weight: usize,
    root: Option<Rc<Node>>,
}

impl<'r, 'f> Builder<'r, 'f> {
    fn new(place: &'r str, report: &'r mut Report<'f>) -> Self {
        let (open, anchors) = (Vec::new(), HashMap::new());
        Self { place, report, open, anchors, weight: 0, aliased_weight: 0, root: None }
    }

    fn build(mut self, text: &str) -> Result<Option<Rc<Node>>, Refusal> {
        let mut documents = 0;
        for event in Parser::new_from_str_with_options(text, options()) {
            let (event, span) = event.map_err(|error| not_yaml(&error, text))?;
            let span = span.byte_range().unwrap_or_default();
            if matches!(event, Event::DocumentStart(..)) {
                documents += 1;
                if documents > 1 {
                    return Err(Box::new(second_document(span)));
                }
            }
            self.take(event, span)?;
        }
        Ok(self.root)
    }

    fn take(&mut self, event: Event<'_>, span: Range<usize>) -> Result<(), Refusal> {
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let weight = 1 + text.len() / BYTES_OF_WEIGHT;
                let value = self.scalar(text.into_owned(), style, tag.as_deref(), &span);
                self.insert(Node { span, value, weight, depth: 1 }, anchor)
            }
            Event::Alias(id) => self.alias(id, span),
            Event::UnresolvedAlias(name) => {
                let message = format!("no anchor {} stands before this alias", quoted(&format!("&{name}")));
                self.report.push(Diagnostic::error(Kind::NotYaml, self.place, message).at(span.clone()));
                self.insert(Node { span, value: Value::Unusable, weight: 1, depth: 1 }, 0)
            }
            Event::SequenceStart(style, anchor, tag) => {
                self.begin(false, style, anchor, tag.as_deref(), span);
                Ok(())
            }
            Event::MappingStart(style, anchor, tag) => {
                self.begin(true, style, anchor, tag.as_deref(), span);
                Ok(())
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(&span),
            _ => Ok(()),
        }
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, tag: Option<&Tag>, span: &Range<usize>) -> Value {
        let plain = match tag {
            None => style == ScalarStyle::Plain,
            Some(tag) if is_non_specific(tag) || tag.is_yaml_core_schema_tag("str") => false,
            Some(tag)
                if SCALAR_TAGS.contains(&tag.suffix_in_namespace(YAML_TAGS).as_deref().unwrap_or("")) =>
            {
                true
            }
            Some(tag) => return self.foreign_tag(tag, span),
        };
        // The parser gives `~` for a scalar that is not there.
        let text = if plain && span.is_empty() { String::new() } else { text };
        Value::Scalar(Scalar::new(text, plain))
    }

    fn foreign_tag(&mut self, tag: &Tag, span: &Range<usize>) -> Value {
        let message = format!("the tag {} means nothing here", quoted(&tag.original()));
        self.report.push(
            Diagnostic::error(Kind::NotYaml, self.place, message).at(span.clone()).help("remove the tag"),
        );
        Value::Unusable
    }

    fn begin(
        &mut self,
        mapping: bool,
        style: StructureStyle,
        anchor: usize,
        tag: Option<&Tag>,
        start: Range<usize>,
    ) {
        let own = if mapping { "map" } else { "seq" };
        let usable = match tag {
            Some(tag) if !is_non_specific(tag) && !tag.is_yaml_core_schema_tag(own) => {
                self.foreign_tag(tag, &start);
                false
            }
            _ => true,
        };
        self.open.push(Open { anchor, start, style, mapping, usable, children: Vec::new() });
    }

    fn end(&mut self, end: &Range<usize>) -> Result<(), Refusal> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let span = match (open.style, open.children.first()) {
            (StructureStyle::Block, Some(first)) => first.span.clone(),
            _ => open.start.start..end.end.max(open.start.end),
        };
        let weight = open.children.iter().fold(1, |sum: usize, child| sum.saturating_add(child.weight));
        let depth = 1 + open.children.iter().map(|child| child.depth).max().unwrap_or(0);
        let value = match (open.usable, open.mapping) {
            (false, _) => Value::Unusable,
            (true, false) => Value::List(open.children),
            (true, true) => Value::Mapping(pairs(open.children)),
        };
        self.insert(Node { span, value, weight, depth }, open.anchor)
    }

    fn alias(&mut self, id: usize, span: Range<usize>) -> Result<(), Refusal> {
        let Some(target) = self.anchors.get(&id).cloned() else {
            return Err(Box::new(
                Diagnostic::error(Kind::NotYaml, "", "the alias stands inside what it refers to").at(span),
            ));
        };
        self.aliased_weight = self.aliased_weight.saturating_add(target.weight);
        if self.aliased_weight > HEAVIEST_ALIASES {
            return Err(too_much("its aliases expand to too much", span));
        }
        self.weight = self.weight.saturating_add(target.weight);
        self.add(target, &span)
    }

    /// Adds a new node, and remembers it if it has an anchor.
    fn insert(&mut self, node: Node, anchor: usize) -> Result<(), Refusal> {
        self.weight = self.weight.saturating_add(1);
        let node = Rc::new(node);
        if anchor != 0 {
            self.anchors.insert(anchor, Rc::clone(&node));
        }
        let span = node.span.clone();
        self.add(node, &span)
    }

    /// Adds a node to the innermost open collection, or as the root.
    fn add(&mut self, node: Rc<Node>, span: &Range<usize>) -> Result<(), Refusal> {
        if self.weight > HEAVIEST {
            return Err(too_much("it holds too much", span.clone()));
        }
        if self.open.len() + node.depth > DEEPEST {
            return Err(too_much(&format!("it nests deeper than {DEEPEST} levels"), span.clone()));
        }
        match self.open.last_mut() {
            Some(open) => open.children.push(node),
            None => self.root = Some(node),
        }
        Ok(())
    }
}

/// What YAML calls its own types.
const YAML_TAGS: &str = "tag:yaml.org,2002:";
/// The types of scalars that a manifest knows.
const SCALAR_TAGS: [&str; 5] = ["int", "float", "bool", "null", "timestamp"];

/// The tag `!`, which makes a scalar text.
fn is_non_specific(tag: &Tag) -> bool {
    tag.original() == "!"
}

/// Keys and values, which the parser gives in turn.
fn pairs(children: Vec<Rc<Node>>) -> Vec<(Rc<Node>, Rc<Node>)> {
    let mut pairs = Vec::with_capacity(children.len() / 2);
    let mut children = children.into_iter();
    while let (Some(key), Some(value)) = (children.next(), children.next()) {
        pairs.push((key, value));
    }
    pairs
}

fn not_yaml(error: &ScanError, text: &str) -> Refusal {
    let at = error.marker().byte_offset().unwrap_or(text.len());
    Box::new(Diagnostic::error(Kind::NotYaml, "", format!("not YAML: {}", error.kind())).at(at..at))
}

fn second_document(span: Range<usize>) -> Diagnostic {
    Diagnostic::error(Kind::NotYaml, "", "a second document begins here")
        .at(span)
        .help("a file holds one document: remove the line `---`")
}

fn too_much(what: &str, span: Range<usize>) -> Refusal {
    Box::new(Diagnostic::error(Kind::TooMuch, "", format!("the document is refused: {what}")).at(span))
}
