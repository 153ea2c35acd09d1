//! What is wrong with a manifest, and where.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::model::Place;
use super::render::render_diagnostics;

/// One mistake: what, where, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// Whether it stops the command.
    pub severity: Severity,
    /// Which class of mistake it is.
    pub kind: DiagnosticKind,
    /// Where, in the manifest's own terms (`case 'poisson', run 2`); empty for the file as a whole.
    pub place: String,
    /// What is wrong, as a fragment that fits after the place.
    pub message: String,
    /// The file it is in: the manifest or a meta file.
    pub file: PathBuf,
    /// Byte range in the file's text; `None` where the file has no text to show.
    pub span: Option<Range<usize>>,
    /// Another place of the same file that belongs to it, such as the first use of a key.
    pub related: Option<Related>,
    /// What to do.
    pub help: Option<String>,
}

/// A second place that a diagnostic points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Related {
    /// Byte range in the text of the diagnostic's file.
    pub span: Range<usize>,
    /// What stands there: `first given here`.
    pub label: String,
}

/// Whether a diagnostic stops the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// The command goes on without what the diagnostic is about.
    Warning,
}

/// The classes of mistakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagnosticKind {
    /// The file cannot be read.
    Unreadable,
    /// The file is not UTF-8.
    NotUtf8,
    /// The file is not YAML, or YAML that a manifest has no use for (a custom tag, a second document).
    NotYaml,
    /// The document is too large, too deep, or expands to too much.
    TooMuch,
    /// The document is empty.
    Empty,
    /// A key that means nothing here.
    UnknownKey,
    /// A key given twice.
    KeyTwice,
    /// A key that is required is not there.
    KeyMissing,
    /// Two keys that exclude each other.
    KeysExclude,
    /// A value of the wrong type.
    WrongType,
    /// A value that is not among the choices.
    NotAChoice,
    /// A bad regular expression.
    BadPattern,
    /// A bad rank.
    BadRank,
    /// A bad base path.
    BadBase,
    /// A link that is not `http` or `https`.
    BadLink,
    /// An id or label used twice.
    UsedTwice,
    /// An id that names another page.
    Reserved,
    /// No id can be made.
    NoId,
    /// A path that does not exist or cannot be read.
    MissingPath,
    /// A path that is a folder, or something else that is no file.
    NotAFile,
    /// A glob that matches nothing, or that cannot be followed.
    NoMatch,
    /// A label or link given to a glob that matches several files.
    SeveralMatches,
    /// A figure of a type that pages do not show.
    NotAnImage,
    /// `{execution}` missing, given twice, or not a whole folder name.
    ExecutionMarker,
    /// A profile that cannot be used; found after the manifest was resolved.
    Profile,
}

impl Diagnostic {
    /// An error at a place; the position in the file is added with [`at`](Self::at).
    pub fn error(kind: DiagnosticKind, place: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            kind,
            place: place.into(),
            message: message.into(),
            file: PathBuf::new(),
            span: None,
            related: None,
            help: None,
        }
    }

    /// A diagnostic about a run's profile or label, which is known only after the manifest is resolved.
    pub fn of_run(
        severity: Severity,
        kind: DiagnosticKind,
        place: &Place,
        message: impl Into<String>,
    ) -> Self {
        let mut diagnostic = Self::error(kind, place.words.clone(), message).at(place.span.clone());
        diagnostic.severity = severity;
        diagnostic.file.clone_from(&place.file);
        diagnostic
    }

    /// Adds the position.
    #[must_use]
    pub fn at(mut self, span: Range<usize>) -> Self {
        self.span = Some(span);
        self
    }

    /// Adds what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Points at a second place of the same file.
    #[must_use]
    pub fn related(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.related = Some(Related { span, label: label.into() });
        self
    }

    /// Place and message in one line: `case 'poisson', run 2: 'np1.h5' does not exist`.
    pub fn headline(&self) -> String {
        if self.place.is_empty() { self.message.clone() } else { format!("{}: {}", self.place, self.message) }
    }
}

/// The texts that diagnostics point into, by file.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Sources(Vec<(PathBuf, String)>);

impl Sources {
    /// The text of a file, without a byte-order mark.
    pub fn text(&self, file: &Path) -> Option<&str> {
        self.0.iter().find(|(name, _)| name == file).map(|(_, text)| text.as_str())
    }

    /// Keeps a file's text.
    pub(super) fn insert(&mut self, file: &Path, text: String) {
        self.0.push((file.to_owned(), text));
    }
}

impl fmt::Debug for Sources {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(file, _)| file)).finish()
    }
}

/// Everything that is wrong with a manifest, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ManifestErrors {
    /// The mistakes; at least one.
    pub diagnostics: Vec<Diagnostic>,
    /// How many more there are than `diagnostics` holds.
    pub omitted: usize,
    /// The texts they point into.
    pub sources: Sources,
}

impl fmt::Display for ManifestErrors {
    /// Renders every mistake with its line, uncoloured.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render_diagnostics(&self.diagnostics, &self.sources, false))?;
        match self.omitted {
            0 => Ok(()),
            more => write!(f, "\n\nerror: {more} more like these"),
        }
    }
}

impl std::error::Error for ManifestErrors {}

/// The diagnostics gathered so far. A manifest with many mistakes is no reason to keep them all.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) sources: Sources,
    diagnostics: Vec<Diagnostic>,
    omitted: usize,
}

impl Findings {
    /// The most diagnostics kept.
    const MOST: usize = 100;

    /// A reporter for mistakes in one file.
    pub(super) fn of<'f>(&'f mut self, file: &'f Path) -> Report<'f> {
        Report { file, findings: self }
    }

    /// The result, if nothing is wrong; the mistakes in the order of their places otherwise.
    pub(super) fn finish<T>(
        mut self,
        result: Option<T>,
        manifest: &Path,
    ) -> Result<(T, Sources), ManifestErrors> {
        match result {
            Some(result) if self.diagnostics.is_empty() => Ok((result, self.sources)),
            _ => {
                self.diagnostics.sort_by_cached_key(|d| {
                    (d.file != manifest, d.file.clone(), d.span.as_ref().map(|span| span.start))
                });
                Err(ManifestErrors {
                    diagnostics: self.diagnostics,
                    omitted: self.omitted,
                    sources: self.sources,
                })
            }
        }
    }
}

/// Takes the mistakes of one file.
pub(super) struct Report<'f> {
    file: &'f Path,
    findings: &'f mut Findings,
}

impl Report<'_> {
    /// The file that spans refer to.
    pub(super) fn file(&self) -> &Path {
        self.file
    }

    /// The same findings, for mistakes in another file.
    pub(super) fn of<'s>(&'s mut self, file: &'s Path) -> Report<'s> {
        Report { file, findings: self.findings }
    }

    /// Keeps a file's text for the messages.
    pub(super) fn keep_text(&mut self, text: String) {
        self.findings.sources.insert(self.file, text);
    }

    /// Where a byte of a scalar's value stands in the file, if the value is written there as it is read.
    pub(super) fn place_of_byte(&self, span: &Range<usize>, value: &str, at: usize) -> Option<usize> {
        let written = self.findings.sources.text(self.file)?.get(span.clone())?;
        let start = span.start + written.find(value)? + at;
        (start < span.end).then_some(start)
    }

    /// Takes a mistake.
    pub(super) fn push(&mut self, mut diagnostic: Diagnostic) {
        if self.findings.diagnostics.len() >= Findings::MOST {
            self.findings.omitted += 1;
            return;
        }
        diagnostic.file = self.file.to_owned();
        self.findings.diagnostics.push(diagnostic);
    }
}
