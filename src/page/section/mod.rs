//! The parts of pages, a file per section. Each is built from figures and holds finished texts.

pub mod balance;
pub mod charts;
pub mod comparison;
pub mod executions;
pub mod files;
pub mod filter;
pub mod hardware;
pub mod hotspots;
pub mod lines;
pub mod region_table;
pub mod runs_table;
pub mod summary;

use serde::Serialize;

pub use super::tone::Tone;

/// A link to a page; no address for a page that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Link {
    /// What it says.
    pub text: String,
    /// Where it leads, base path included.
    pub href: Option<String>,
}

/// A short fact, with a longer form for a tooltip.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chip {
    /// The fact.
    pub text: String,
    /// The longer form.
    pub title: Option<String>,
}

/// A piece of running text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// A link to a section of the page.
    Anchor {
        /// The section's anchor.
        anchor: String,
        /// What the link says.
        text: String,
    },
    /// A region, linked to its first row.
    Region {
        /// Its name.
        region: String,
    },
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
}

impl Part {
    /// Plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A region's name.
    pub fn region(name: impl Into<String>) -> Self {
        Self::Region { region: name.into() }
    }
}

/// A value in a table: its text, and what it sorts by.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cell {
    /// What is shown.
    pub text: String,
    /// What it sorts by; `null` sorts last.
    pub value: Sort,
}

/// What a cell sorts by.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Sort {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Nothing.
    None,
}

impl Cell {
    /// A text that sorts by itself.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { value: Sort::Text(text.clone()), text }
    }

    /// A number with its text; unknown is `-`.
    pub fn number(value: Option<f64>, format: impl FnOnce(f64) -> String) -> Self {
        match value.filter(|v| v.is_finite()) {
            Some(value) => Self { text: format(value), value: Sort::Number(value) },
            None => Self::none(),
        }
    }

    /// No value.
    pub fn none() -> Self {
        Self { text: "-".to_owned(), value: Sort::None }
    }

    /// A cell that has nothing to say.
    pub fn blank() -> Self {
        Self { text: String::new(), value: Sort::None }
    }
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Stable key.
    pub key: &'static str,
    /// Header.
    pub header: &'static str,
    /// Whether its cells are numbers.
    pub numeric: bool,
}

/// `1 rank`, `2 ranks`.
pub fn counted(count: u64, singular: &str, plural: &str) -> String {
    let word = if count == 1 { singular } else { plural };
    format!("{} {word}", crate::units::thousands(i128::from(count)))
}
