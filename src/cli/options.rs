//! Options that several commands share.

use std::path::Path;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::diagnostic::Diagnostic;
use crate::analysis::{RankSpecError, Selection, SelectionError, parse_ranks};
use crate::pipeline;

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
    /// The selection that the options describe, to be applied to `files`.
    ///
    /// # Errors
    ///
    /// A pattern that is no regular expression, or a list of ranks that is none; the message then says
    /// which ranks there are.
    pub(super) fn resolve(&self, files: &[impl AsRef<Path>]) -> Result<Selection, Diagnostic> {
        let ranks = match &self.ranks {
            Some(words) => Some(parse_ranks(words).map_err(|error| bad_ranks(&error, words, files))?),
            None => None,
        };
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

fn bad_ranks(error: &RankSpecError, words: &[String], files: &[impl AsRef<Path>]) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.to_string()).at(format!("in --ranks {}", words.join(" ")));
    let known = files.iter().map(AsRef::as_ref).find_map(|file| Some((file, pipeline::num_ranks(file)?)));
    let Some((file, num_ranks)) = known else { return diagnostic };
    let file = file.display();
    diagnostic.help(match num_ranks {
        0 => format!("{file} has no ranks"),
        1 => format!("{file} has rank 0 only"),
        n => format!("{file} has the ranks 0-{}", n - 1),
    })
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
