//! Which regions and ranks an analysis looks at.
//!
//! A region is selected if no include list is given or one of its patterns matches, and no exclude
//! pattern matches. Patterns are regular expressions in Python's syntax, case-sensitive, and must match
//! from the start of the name, not to its end: `s` selects `setup` and `solve`, `ork` does not select
//! `work`, `solve$` selects `solve` alone. An empty include list selects nothing.

use std::sync::Arc;

use fancy_regex::Regex;
use thiserror::Error;

use super::ranks::{MAX_LISTED_RANKS, format_ranks};
use crate::profile::Profile;

/// A choice of regions and ranks.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    include: Option<Vec<Pattern>>,
    exclude: Vec<Pattern>,
    /// Ascending, without repeats.
    ranks: Option<Vec<u32>>,
}

/// Why a selection cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SelectionError {
    /// A pattern is no regular expression.
    #[error("`{pattern}` is not a regular expression: {reason}")]
    Pattern {
        /// The pattern as given.
        pattern: String,
        /// What the regular expression engine says.
        reason: String,
    },
    /// The run has no such ranks.
    #[error("no rank {} in {file}, which has {}", format_ranks(.missing), present_ranks(*.num_ranks))]
    NoSuchRanks {
        /// Name of the profile's file.
        file: String,
        /// Selected ranks that the run does not have, ascending.
        missing: Vec<u32>,
        /// Number of ranks of the run.
        num_ranks: u32,
    },
}

fn present_ranks(num_ranks: u32) -> String {
    match num_ranks {
        0 => "no ranks".to_owned(),
        1 => "rank 0 only".to_owned(),
        n => format!("the ranks 0-{}", n - 1),
    }
}

/// A regular expression for names of regions.
#[derive(Debug, Clone)]
pub(super) struct Pattern(Arc<Regex>);

impl Pattern {
    pub(super) fn new(text: &str) -> Result<Self, SelectionError> {
        match Regex::new(text) {
            Ok(regex) => Ok(Self(Arc::new(regex))),
            Err(error) => {
                Err(SelectionError::Pattern { pattern: text.to_owned(), reason: error.to_string() })
            }
        }
    }

    /// Whether the pattern matches at the start of the name. The leftmost match starts at 0 exactly if
    /// there is a match at 0, so no anchor has to be written around the user's text. A pattern with
    /// look-around that gives up after a million steps of backtracking counts as not matching.
    pub(super) fn matches(&self, name: &str) -> bool {
        matches!(self.0.find(name), Ok(Some(found)) if found.start() == 0)
    }
}

impl Selection {
    /// Every region on every rank.
    pub fn all() -> Self {
        Self::default()
    }

    /// The regions that `include` and `exclude` leave, on the given ranks (`None`: all).
    ///
    /// # Errors
    /// A pattern that is no regular expression.
    pub fn new(
        include: Option<&[String]>,
        exclude: &[String],
        ranks: Option<&[u32]>,
    ) -> Result<Self, SelectionError> {
        let compile = |patterns: &[String]| {
            patterns.iter().map(|text| Pattern::new(text)).collect::<Result<Vec<_>, _>>()
        };
        let ranks = ranks.map(|ranks| {
            let mut ranks = ranks.to_vec();
            ranks.sort_unstable();
            ranks.dedup();
            ranks
        });
        Ok(Self { include: include.map(compile).transpose()?, exclude: compile(exclude)?, ranks })
    }

    /// Whether a region of this name is selected.
    pub fn selects_region(&self, name: &str) -> bool {
        let any = |patterns: &[Pattern]| patterns.iter().any(|pattern| pattern.matches(name));
        self.include.as_deref().is_none_or(any) && !any(&self.exclude)
    }

    /// Whether a rank is selected.
    pub fn selects_rank(&self, rank: u32) -> bool {
        self.ranks.as_ref().is_none_or(|ranks| ranks.binary_search(&rank).is_ok())
    }

    /// The selected ranks among 0..`num_ranks`, ascending; of a run that claims more than
    /// [`MAX_LISTED_RANKS`], those below that number.
    pub fn ranks_of(&self, num_ranks: u32) -> Vec<u32> {
        match &self.ranks {
            None => (0..num_ranks).take(MAX_LISTED_RANKS).collect(),
            Some(ranks) => ranks.iter().copied().filter(|rank| *rank < num_ranks).collect(),
        }
    }

    /// Checks that the run has every rank that was asked for. A rank of the run that recorded nothing
    /// is there.
    ///
    /// # Errors
    /// Names the ranks that are missing and those there are.
    pub fn check_ranks(&self, profile: &Profile) -> Result<(), SelectionError> {
        let ranks = self.ranks.as_deref().unwrap_or_default();
        let missing: Vec<u32> = ranks.iter().copied().filter(|rank| *rank >= profile.num_ranks).collect();
        if missing.is_empty() {
            return Ok(());
        }
        Err(SelectionError::NoSuchRanks {
            file: profile.file_name.clone(),
            missing,
            num_ranks: profile.num_ranks,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn include(patterns: &[&str]) -> Selection {
        let patterns: Vec<String> = patterns.iter().map(|p| (*p).to_owned()).collect();
        Selection::new(Some(&patterns), &[], None).unwrap()
    }

    #[test]
    fn patterns_match_from_the_start() {
        assert!(include(&["s"]).selects_region("setup"));
        assert!(include(&["s"]).selects_region("solve"));
        assert!(!include(&["ork"]).selects_region("work"));
        assert!(include(&["solve$"]).selects_region("solve"));
        assert!(!include(&["solve$"]).selects_region("solver"));
        assert!(include(&["b", "a|c"]).selects_region("cab"));
        assert!(!include(&["a|c"]).selects_region("bac"));
    }

    #[test]
    fn case_counts_unless_a_flag_says_otherwise() {
        assert!(!include(&["Solve"]).selects_region("solve"));
        assert!(include(&["(?i)Solve"]).selects_region("solve"));
    }

    #[test]
    fn look_around_and_back_references_work() {
        assert!(include(&[r"(?!solve)"]).selects_region("setup"));
        assert!(!include(&[r"(?!solve)s"]).selects_region("solve"));
        assert!(include(&[r"(?P<x>a+)b(?P=x)$"]).selects_region("aabaa"));
    }

    #[test]
    fn a_pattern_that_backtracks_without_end_does_not_match() {
        let name = "a".repeat(60);
        assert!(!include(&[r"(?:(a|aa)+)+(?=b)\1$"]).selects_region(&name));
    }

    #[test]
    fn exclude_wins_and_empty_lists_mean_what_they_say() {
        let both = Selection::new(Some(&["s".into()]), &["solve".into()], None).unwrap();
        assert!(both.selects_region("setup"));
        assert!(!both.selects_region("solve"));
        assert!(!include(&[]).selects_region("setup"));
        assert!(Selection::new(None, &[], None).unwrap().selects_region("setup"));
    }

    #[test]
    fn bad_patterns_are_named() {
        for bad in ["(", "a)|(b", "[z-a]", "(?P<n>x"] {
            let error = Selection::new(None, &[bad.to_owned()], None).unwrap_err();
            assert!(error.to_string().contains(bad), "{error}");
        }
    }

    #[test]
    fn ranks_are_sorted_and_checked() {
        let selection = Selection::new(None, &[], Some(&[3, 0, 3, 9])).unwrap();
        assert!(selection.selects_rank(3));
        assert!(!selection.selects_rank(1));
        assert_eq!(selection.ranks_of(4), [0, 3]);
        let error = SelectionError::NoSuchRanks { file: "a.h5".into(), missing: vec![9], num_ranks: 4 };
        assert_eq!(error.to_string(), "no rank 9 in a.h5, which has the ranks 0-3");
    }
}
