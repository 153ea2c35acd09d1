//! Tables as data. A cell carries the finished text for people and the value for machines, so that box
//! tables, Markdown, CSV and JSON come from one model; how the tree is drawn is the renderer's affair.

use super::tone::Tone;
use crate::text::visible;

/// Most characters of a foreign text that a cell shows.
const LONGEST_SHOWN: usize = 1000;

/// A table: what its columns are, and its rows from top to bottom.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// Columns from left to right.
    pub columns: Vec<Column>,
    /// Rows, each with one cell per column.
    pub rows: Vec<Row>,
}

/// One column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// Name for machines: lower-case words joined by `_`, ending in the unit of the values (`total_s`).
    pub key: String,
    /// Heading for people: `total [s]`.
    pub title: String,
    /// How the column follows the tree.
    pub layout: Layout,
    /// Whether the values are numbers.
    pub numeric: bool,
}

/// How a column follows the tree of the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Not at all.
    #[default]
    Plain,
    /// The branches of the tree stand before the cell.
    Tree,
    /// The cell is set in as far as the branches are wide.
    Indented,
}

/// One row.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Row {
    /// Distance from the root of the tree; 0 in a flat table.
    pub depth: usize,
    /// Whether the row is a part of the row above it (its own time) and no entry of its own.
    pub is_part: bool,
    /// One cell per column.
    pub cells: Vec<Cell>,
}

/// One cell.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Cell {
    /// What people read; `-` for an unknown value, empty where a value has no meaning.
    pub text: String,
    /// What machines read.
    pub value: Value,
    /// Whether the value is good or bad news. Text and sign say it too.
    pub tone: Tone,
}

/// The value behind a cell, in the unit of its column.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Value {
    /// Unknown, or without meaning here.
    #[default]
    None,
    /// True or false.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// A number; written as unknown if it is infinite or NaN.
    Number(f64),
    /// Text, as recorded.
    Text(String),
    /// Several values.
    List(Vec<Value>),
}

/// Named values in a fixed order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Record(pub Vec<(String, Value)>);

impl Column {
    /// A column of texts.
    pub fn text(key: impl Into<String>, title: impl Into<String>) -> Self {
        Self { key: key.into(), title: title.into(), layout: Layout::Plain, numeric: false }
    }

    /// A column of numbers.
    pub fn number(key: impl Into<String>, title: impl Into<String>) -> Self {
        Self { numeric: true, ..Self::text(key, title) }
    }

    /// The same column, following the tree as said.
    pub fn with_layout(self, layout: Layout) -> Self {
        Self { layout, ..self }
    }
}

impl Row {
    /// A row of a flat table.
    pub fn flat(cells: Vec<Cell>) -> Self {
        Self { depth: 0, is_part: false, cells }
    }
}

impl Cell {
    /// Foreign text, made safe to look at, and shortened for people if it is longer than any sensible
    /// name: a column is as wide as its widest cell.
    pub fn text(text: &str) -> Self {
        let shown = match text.char_indices().nth(LONGEST_SHOWN) {
            Some((end, _)) => visible(&format!("{}…", text.get(..end).unwrap_or_default())).into_owned(),
            None => visible(text).into_owned(),
        };
        Self { text: shown, value: Value::Text(text.to_owned()), tone: Tone::Neutral }
    }

    /// A whole number and its text.
    pub fn integer(text: impl Into<String>, value: impl Into<i128>) -> Self {
        Self { text: text.into(), value: Value::Integer(value.into()), tone: Tone::Neutral }
    }

    /// A number and its text; unknown if it is not finite.
    pub fn number(text: impl Into<String>, value: f64) -> Self {
        if value.is_finite() {
            Self { text: text.into(), value: Value::Number(value), tone: Tone::Neutral }
        } else {
            Self::unknown()
        }
    }

    /// An unknown value.
    pub fn unknown() -> Self {
        Self { text: "-".to_owned(), ..Self::default() }
    }

    /// No value, where none is expected.
    pub fn blank() -> Self {
        Self::default()
    }

    /// The same cell as good or bad news.
    pub fn with_tone(self, tone: Tone) -> Self {
        Self { tone, ..self }
    }

    /// The cell, or an unknown one.
    pub fn or_unknown(cell: Option<Self>) -> Self {
        cell.unwrap_or_else(Self::unknown)
    }
}

impl Record {
    /// Adds a value under a name that is not there yet.
    pub fn push(&mut self, key: impl Into<String>, value: impl Into<Value>) {
        self.0.push((key.into(), value.into()));
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::None, Into::into)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<i128> for Value {
    fn from(number: i128) -> Self {
        Self::Integer(number)
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Integer(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        Self::Integer(number as i128)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_shortened_for_people_only() {
        let long = "é".repeat(LONGEST_SHOWN + 1);
        let cell = Cell::text(&long);
        assert_eq!(cell.text, "é".repeat(LONGEST_SHOWN) + "…");
        assert_eq!(cell.value, Value::Text(long));
        let longest = "é".repeat(LONGEST_SHOWN);
        assert_eq!(Cell::text(&longest).text, longest);
    }

    #[test]
    fn no_cell_shows_infinity() {
        assert_eq!(Cell::number("inf", f64::INFINITY), Cell::unknown());
    }
}
