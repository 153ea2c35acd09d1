//! Page models as JSON documents. Keys end in the unit of their value (`_s` seconds, `_pct` percent);
//! what is unknown is `null`.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::page::table::{Cell, Column, Record, Row, Table, Value};

/// Version of the documents' shape: raised when a key changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 1;

/// A document as text, set in by two blanks, with a final line feed.
pub(super) fn document(value: &impl Serialize) -> String {
    // Serialising these models to memory cannot fail: keys are strings and no writer is involved.
    let mut text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.push('\n');
    text
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::None => serializer.serialize_unit(),
            Self::Bool(b) => serializer.serialize_bool(*b),
            Self::Integer(n) => serializer.serialize_i128(*n),
            Self::Number(x) => serializer.serialize_f64(*x),
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => items.serialize(serializer),
        }
    }
}

/// The rows of a table as a list of objects, one key per column.
pub(super) struct Objects<'a>(pub(super) &'a Table);

impl Serialize for Objects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.rows.iter().map(|row| Object { columns: &self.0.columns, row }))
    }
}

struct Object<'a> {
    columns: &'a [Column],
    row: &'a Row,
}

impl Serialize for Object<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.columns.len()))?;
        for (column, cell) in self.columns.iter().zip(&self.row.cells) {
            map.serialize_entry(&column.key, &cell.value)?;
        }
        map.end()
    }
}

/// A table as its column names and a list of values per row, for columns named by a profile.
pub(super) struct Matrix<'a>(pub(super) &'a Table);

impl Serialize for Matrix<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let columns: Vec<&str> = self.0.columns.iter().map(|column| column.key.as_str()).collect();
        let rows: Vec<Values<'_>> = self.0.rows.iter().map(|row| Values(&row.cells)).collect();
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("columns", &columns)?;
        map.serialize_entry("rows", &rows)?;
        map.end()
    }
}

/// The values of cells as a list.
pub(super) struct Values<'a>(pub(super) &'a [Cell]);

impl Serialize for Values<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(|cell| &cell.value))
    }
}

impl Serialize for Record {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_kind_and_precision() {
        let record = Record(vec![
            ("n".to_owned(), Value::Integer(i128::from(u64::MAX) + 1)),
            ("x".to_owned(), Value::Number(0.1)),
            ("nan".to_owned(), Value::Number(f64::NAN)),
            ("list".to_owned(), Value::List(vec![Value::from("a"), Value::None])),
        ]);
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(text, r#"{"n":18446744073709551616,"x":0.1,"nan":null,"list":["a",null]}"#);
    }
}
