//! Tables as GitHub-flavoured Markdown. Texts from profiles stand in code spans, where nothing is markup.

use crate::page::table::{Cell, Layout, Table, Value};

/// A table. Branches of a tree stand before the code span of the name.
pub(super) fn table(table: &Table) -> String {
    let titles = table.columns.iter().map(|column| plain(&column.title));
    let rules = table.columns.iter().map(|column| if column.numeric { "--:" } else { ":--" }.to_owned());
    let mut out = line(titles) + &line(rules);
    for row in &table.rows {
        let cells = table.columns.iter().zip(&row.cells).map(|(column, shown)| match column.layout {
            Layout::Tree => format!("{}{}", branches(row.depth), cell(shown)),
            Layout::Plain | Layout::Indented => cell(shown),
        });
        out.push_str(&line(cells));
    }
    out
}

fn line(cells: impl Iterator<Item = String>) -> String {
    format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
}

/// Deepest row whose distance from the root is drawn.
const DEEPEST_DRAWN: usize = 100;

fn branches(depth: usize) -> String {
    match depth {
        0 => String::new(),
        depth => format!("{}└─ ", "│ ".repeat((depth - 1).min(DEEPEST_DRAWN))),
    }
}

fn cell(cell: &Cell) -> String {
    match cell.value {
        Value::Text(_) | Value::List(_) => code(&cell.text),
        _ => plain(&cell.text),
    }
}

/// Text of this program: figures and headings, in which only the pipe could be markup.
fn plain(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Foreign text of one line in a code span; a pipe is escaped so that it does not end the cell.
pub(super) fn code(text: &str) -> String {
    if text.trim().is_empty() {
        return String::new();
    }
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if longest > 0 || text.starts_with(' ') || text.ends_with(' ') { " " } else { "" };
    format!("{fence}{pad}{}{pad}{fence}", plain(text))
}

/// Foreign lines in a code block.
pub(super) fn fenced(lines: &[String]) -> String {
    let longest = lines.iter().flat_map(|line| line.split(|c| c != '`')).map(str::len).max().unwrap_or(0);
    let fence = "`".repeat((longest + 1).max(3));
    format!("{fence}\n{}\n{fence}\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::table::{Column, Row};

    #[test]
    fn names_are_code_and_figures_are_aligned() {
        let columns = vec![
            Column::text("region", "region").with_layout(Layout::Tree),
            Column::number("total_s", "total [s]"),
        ];
        let row = |depth, name| Row {
            depth,
            is_part: false,
            cells: vec![Cell::text(name), Cell::number("0.5", 0.5)],
        };
        let shown = Table { columns, rows: vec![row(0, "a|b"), row(2, "<b>@x`y")] };
        assert_eq!(
            table(&shown),
            "| region | total [s] |\n| :-- | --: |\n| `a\\|b` | 0.5 |\n| │ └─ `` <b>@x`y `` | 0.5 |\n"
        );
    }
}
