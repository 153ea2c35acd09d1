//! What goes wrong, as people read it: one block on standard error that says what, where, and what to do.
//! The only place that words and prints errors and warnings.

use std::fmt;
use std::io::Write;
use std::path::Path;

use anstyle::{AnsiColor, Style};

use super::screen::stderr_is_coloured;
use crate::pipeline::ReadError;
use crate::profile::ProfileError;
use crate::text::visible;

/// An error or a warning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Diagnostic {
    severity: Severity,
    what: String,
    place: Option<String>,
    help: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Severity {
    Error,
    Warning,
    Note,
}

impl Diagnostic {
    /// Something that ends the command.
    pub(super) fn error(what: impl Into<String>) -> Self {
        Self { severity: Severity::Error, what: what.into(), place: None, help: None }
    }

    /// Something to know of that ends nothing.
    pub(super) fn warning(what: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(what) }
    }

    /// A remark.
    pub(super) fn note(what: impl Into<String>) -> Self {
        Self { severity: Severity::Note, ..Self::error(what) }
    }

    /// Says where: an option, a file.
    pub(super) fn at(self, place: impl Into<String>) -> Self {
        Self { place: Some(place.into()), ..self }
    }

    /// Says what to do.
    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// A file that could not be written.
    pub(super) fn not_written(path: &Path, error: &std::io::Error) -> Self {
        Self::error(format!("cannot write {}: {error}", path.display()))
            .help("check that the folder exists and may be written to")
    }

    /// Prints the block on standard error.
    pub(super) fn print(&self) {
        print_block(&self.block(stderr_is_coloured()));
    }

    fn block(&self, coloured: bool) -> String {
        let (word, style) = match self.severity {
            Severity::Error => ("error", AnsiColor::Red.on_default()),
            Severity::Warning => ("warning", AnsiColor::Yellow.on_default()),
            Severity::Note => ("note", Style::new()),
        };
        let style = if coloured { style.bold() } else { Style::new() };
        let head = format!("{style}{word}:{style:#}");
        let mut out = format!("{head} {}\n", safe(&self.what));
        if let Some(place) = &self.place {
            out.push_str(&format!("  {}\n", safe(place)));
        }
        if let Some(help) = &self.help {
            out.push_str(&format!("  help: {}\n", safe(help)));
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.block(false))
    }
}

impl From<ProfileError> for Diagnostic {
    fn from(error: ProfileError) -> Self {
        let diagnostic = Self::error(error.to_string());
        match error.problem.advice() {
            Some(advice) => diagnostic.help(advice),
            None => diagnostic,
        }
    }
}

impl From<ReadError> for Diagnostic {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Profile(error) => error.into(),
            ReadError::Selection { path, error } => {
                Self::error(error.to_string()).at(format!("selected with --ranks from {}", path.display()))
            }
        }
    }
}

/// Prints finished text on standard error.
pub(super) fn print_block(text: &str) {
    // There is no one left to tell if standard error is gone.
    let _ = std::io::stderr().lock().write_all(text.as_bytes());
}

/// A message may quote foreign text; its lines stay, set in, and nothing else moves the cursor.
fn safe(text: &str) -> String {
    let lines: Vec<_> = text.trim_end().lines().map(visible).collect();
    lines.join("\n  ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_says_what_where_and_what_to_do() {
        let diagnostic = Diagnostic::error("no \u{1b}[2J rank").at("--ranks 9").help("give 0-3");
        assert_eq!(diagnostic.to_string(), "error: no \\u{1b}[2J rank\n  --ranks 9\n  help: give 0-3\n");
        assert_eq!(Diagnostic::warning("mind").to_string(), "warning: mind\n");
    }
}
