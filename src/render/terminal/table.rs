//! Tables in a box, with the tree of their rows drawn in front.

use super::geometry::{Grid, Placed};
use super::screen::Screen;
use crate::page::table::{Cell, Layout, Row, Table};

/// Deepest row whose branches are all drawn. Deeper ones would make a table of n rows n² wide; their
/// outer branches are left out and `⋯` stands for them.
const DEEPEST_DRAWN: usize = 100;

/// A table in a box without lines between columns.
pub(super) fn open_table(table: &Table, screen: Screen) -> String {
    grid(table).draw_open(screen)
}

/// A table in a box with lines between columns.
pub(super) fn ruled_table(table: &Table, screen: Screen) -> String {
    grid(table).draw_ruled(screen)
}

fn grid(table: &Table) -> Grid {
    let row = |row: &Row| {
        let branches = branches(row.depth);
        let cells = table.columns.iter().zip(&row.cells);
        cells.map(|(column, cell)| placed(cell, column.layout, &branches)).collect()
    };
    Grid {
        header: table.columns.iter().map(|column| column.title.clone()).collect(),
        rows: table.rows.iter().map(row).collect(),
    }
}

fn placed(cell: &Cell, layout: Layout, branches: &str) -> Placed {
    let lead = match layout {
        Layout::Tree => branches.to_owned(),
        Layout::Indented if !cell.text.is_empty() => " ".repeat(branches.chars().count()),
        Layout::Plain | Layout::Indented => String::new(),
    };
    Placed { lead, text: cell.text.clone(), tone: cell.tone }
}

/// The branches in front of a row: none at the root, then `└─ `, and `│ ` more per level.
fn branches(depth: usize) -> String {
    match depth {
        0 => String::new(),
        depth if depth <= DEEPEST_DRAWN => format!("{}└─ ", "│ ".repeat(depth - 1)),
        _ => format!("⋯ {}└─ ", "│ ".repeat(DEEPEST_DRAWN - 2)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::table::Column;

    #[test]
    fn branches_grow_with_the_depth_up_to_a_limit() {
        assert_eq!([branches(0), branches(1), branches(3)], ["", "└─ ", "│ │ └─ "]);
        assert_eq!(branches(100).chars().count(), branches(100_000).chars().count());
    }

    #[test]
    fn cells_follow_the_tree_as_their_column_says() {
        let columns = vec![
            Column::text("region", "region").with_layout(Layout::Tree),
            Column::number("total_s", "total [s]").with_layout(Layout::Indented),
            Column::number("calls", "n"),
        ];
        let row = |depth, name: &str| Row {
            depth,
            is_part: false,
            cells: vec![Cell::text(name), Cell::number("0.5", 0.5), Cell::integer("2", 2)],
        };
        let table = Table { columns, rows: vec![row(0, "run"), row(2, "a\nb")] };
        let expected = "  ╭─────────────────────────────────╮
  │ region       total [s]      n   │
  ├─────────────────────────────────┤
  │ run          0.5            2   │
  │ │ └─ a\\nb         0.5       2   │
  ╰─────────────────────────────────╯
";
        assert_eq!(open_table(&table, Screen::default()), expected);
    }
}
