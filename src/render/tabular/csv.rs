//! Tables as comma-separated values (RFC 4180): a line of keys, then one line per row. Texts stand as
//! they were recorded, numbers in full precision with a point, what is unknown is empty, the names of a
//! call path are joined by ` > `.

use crate::page::table::{Table, Value};

/// A table as CSV.
pub(super) fn csv(table: &Table) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let keys = table.columns.iter().map(|column| column.key.clone()).collect::<Vec<_>>();
    let rows = table.rows.iter().map(|row| row.cells.iter().map(|cell| field(&cell.value)).collect());
    for record in std::iter::once(keys).chain(rows) {
        // Every record has as many fields as the table has columns, and memory takes any amount.
        let _ = writer.write_record(record);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn field(value: &Value) -> String {
    match value {
        Value::None => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Integer(n) => n.to_string(),
        Value::Number(x) if x.is_finite() => x.to_string(),
        Value::Number(_) => String::new(),
        Value::Text(text) => text.clone(),
        Value::List(items) => items.iter().map(field).collect::<Vec<_>>().join(" > "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::table::{Cell, Column, Row};

    #[test]
    fn fields_are_quoted_where_needed_and_exact() {
        let table = Table {
            columns: vec![Column::text("region", "region"), Column::number("total_s", "total [s]")],
            rows: vec![
                Row::flat(vec![Cell::text("a,\"b\"\nc"), Cell::number("0.000000", 1e-9)]),
                Row::flat(vec![Cell::text("=1+1"), Cell::unknown()]),
            ],
        };
        assert_eq!(csv(&table), "region,total_s\n\"a,\"\"b\"\"\nc\",0.000000001\n=1+1,\n");
    }
}
