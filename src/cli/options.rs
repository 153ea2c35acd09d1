//! Options that several commands share.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::diagnostic::Diagnostic;
use crate::analysis::{Selection, SelectionError, parse_ranks};

const HEADING: &str = "Selection";

/// Which regions and ranks are looked at.
#[derive(Debug, Clone, Args)]
pub(super) struct SelectionOptions {
    /// Only regions whose names match one of these regular expressions
    ///
    /// A pattern has to match from the start of the name, not to its end: `s` selects `setup` and
    /// `solve`, `solve$` selects `solve` alone.
    #[arg(long, value_name = "PATTERN", num_args = 1.., help_heading = HEADING)]
    include: Option<Vec<String>>,

    /// No regions whose names match one of these regular expressions
    #[arg(long, value_name = "PATTERN", num_args = 1.., help_heading = HEADING)]
    exclude: Vec<String>,

    /// Only these ranks: `0 2`, `0-3`, `1,4-6`
    #[arg(long, value_name = "RANKS", num_args = 1.., allow_negative_numbers = true, help_heading = HEADING)]
    ranks: Option<Vec<String>>,
}

impl SelectionOptions {
    /// The selection that the options describe.
    ///
    /// # Errors
    ///
    /// A pattern that is no regular expression, or a list of ranks that is none.
    pub(super) fn resolve(&self) -> Result<Selection, Diagnostic> {
        let ranks = self.ranks.as_deref().map(ranks).transpose()?;
        Selection::new(self.include.as_deref(), &self.exclude, ranks.as_deref())
            .map_err(|error| self.bad_pattern(&error))
    }

    fn bad_pattern(&self, error: &SelectionError) -> Diagnostic {
        let is_excluded =
            matches!(error, SelectionError::Pattern { pattern, .. } if self.exclude.contains(pattern));
        Diagnostic::error(error.to_string())
            .at(if is_excluded { "in --exclude" } else { "in --include" })
            .help("put a backslash before characters such as ( [ * + ? that are meant as they stand")
    }
}

fn ranks(words: &[String]) -> Result<Vec<u32>, Diagnostic> {
    parse_ranks(words)
        .map_err(|error| Diagnostic::error(error.to_string()).at(format!("in --ranks {}", words.join(" "))))
}

/// What a result looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum Format {
    /// Boxes for a terminal
    #[default]
    Table,
    /// One document with every figure in full precision
    Json,
    /// The rows of the table, comma-separated, with a line of keys
    Csv,
    /// Tables for issues, pull requests and wikis
    Markdown,
}

/// A parser for words that each stand for one of `all`.
pub(super) fn words<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let possible = PossibleValuesParser::new(all.iter().map(|value| word(*value)));
    possible
        .try_map(move |given| all.iter().copied().find(|value| word(*value) == given).ok_or("unknown word"))
}
