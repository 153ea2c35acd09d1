//! Boxes of text: how wide columns are and which characters draw the frame.
//!
//! Widths are those of a terminal, where a wide East Asian character counts two. Every line of a box is
//! set in by two blanks and all lines of one box are equally wide. Nothing is wrapped or cut, and the
//! width of the terminal plays no part.

use unicode_width::UnicodeWidthStr;

/// What every line of a box starts with.
const MARGIN: &str = "  ";

/// How many columns a terminal needs for a text of one line.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// A grid of texts: a header, and rows of as many cells.
pub(super) struct Grid {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<String>>,
}

impl Grid {
    /// Width of each column: its widest cell, or its heading and two more.
    fn widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self.header.iter().map(|title| width(title) + 2).collect();
        for row in &self.rows {
            for (column, cell) in widths.iter_mut().zip(row) {
                *column = (*column).max(width(cell));
            }
        }
        widths
    }

    /// A box without lines between columns.
    pub(super) fn draw_open(&self) -> String {
        let widths = self.widths();
        let inner = widths.iter().sum::<usize>() + 4 * widths.len().saturating_sub(1) + 2;
        let rule = "─".repeat(inner);
        let line = |cells: &[String]| format!("{MARGIN}│ {} │\n", padded(cells, &widths, "    "));
        let mut out = format!("{MARGIN}╭{rule}╮\n{}{MARGIN}├{rule}┤\n", line(&self.header));
        out.extend(self.rows.iter().map(|row| line(row)));
        out.push_str(&format!("{MARGIN}╰{rule}╯\n"));
        out
    }

    /// A box with lines between columns.
    pub(super) fn draw_ruled(&self) -> String {
        let widths = self.widths();
        let rules: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        let line = |cells: &[String]| format!("{MARGIN}│ {} │\n", padded(cells, &widths, " │ "));
        let mut out = format!("{MARGIN}╭{}╮\n", rules.join("┬"));
        out.push_str(&line(&self.header));
        out.push_str(&format!("{MARGIN}├{}┤\n", rules.join("┼")));
        out.extend(self.rows.iter().map(|row| line(row)));
        out.push_str(&format!("{MARGIN}╰{}╯\n", rules.join("┴")));
        out
    }
}

/// Cells padded on the right to their columns' widths.
fn padded(cells: &[String], widths: &[usize], between: &str) -> String {
    let mut out = String::new();
    for (place, (cell, column)) in cells.iter().zip(widths).enumerate() {
        if place > 0 {
            out.push_str(between);
        }
        push_padded(&mut out, cell, *column);
    }
    out
}

fn push_padded(out: &mut String, text: &str, column: usize) {
    out.push_str(text);
    out.extend(std::iter::repeat_n(' ', column.saturating_sub(width(text))));
}

/// A box around lines of text, with a title in its upper edge.
pub(super) fn titled_box(title: &str, lines: &[String]) -> String {
    let widest = lines.iter().map(|line| width(line)).max().unwrap_or(0);
    let inner = (widest + 2).max(width(title) + 3);
    let rest = inner.saturating_sub(width(title) + 3);
    let mut out = format!("{MARGIN}╭─ {title} {}╮\n", "─".repeat(rest));
    for line in lines {
        out.push_str(MARGIN);
        out.push_str("│ ");
        push_padded(&mut out, line, inner - 2);
        out.push_str(" │\n");
    }
    out.push_str(&format!("{MARGIN}╰{}╯\n", "─".repeat(inner)));
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::visible;
    use proptest::prelude::*;

    fn grid(header: &[&str], rows: &[&[&str]]) -> Grid {
        let owned = |cells: &[&str]| cells.iter().map(|c| (*c).to_owned()).collect();
        Grid { header: owned(header), rows: rows.iter().map(|row| owned(row)).collect() }
    }

    #[test]
    fn an_open_box_has_four_blanks_between_columns() {
        let grid =
            grid(&["region", "total [s]"], &[&["solve (12x)", "0.012960"], &["└─ dot", "   0.001152"]]);
        let expected = "  ╭────────────────────────────╮
  │ region         total [s]   │
  ├────────────────────────────┤
  │ solve (12x)    0.012960    │
  │ └─ dot            0.001152 │
  ╰────────────────────────────╯
";
        assert_eq!(grid.draw_open(), expected);
    }

    #[test]
    fn a_ruled_box_has_lines_between_columns() {
        let grid = grid(&["counter", "io"], &[&["call count", "3"]]);
        let expected = "  ╭────────────┬──────╮
  │ counter    │ io   │
  ├────────────┼──────┤
  │ call count │ 3    │
  ╰────────────┴──────╯
";
        assert_eq!(grid.draw_ruled(), expected);
    }

    #[test]
    fn a_title_stands_in_the_upper_edge() {
        let expected = "  ╭─ Info ──╮\n  │ 解析 ab │\n  │ x       │\n  ╰─────────╯\n";
        assert_eq!(titled_box("Info", &["解析 ab".to_owned(), "x".to_owned()]), expected);
    }

    proptest! {
        #[test]
        fn all_lines_of_a_box_are_equally_wide(
            names in proptest::collection::vec(any::<String>(), 1..5), title in any::<String>()
        ) {
            let names: Vec<String> = names.iter().map(|name| visible(name).into_owned()).collect();
            let rows = names.iter().map(|name| vec![name.clone(), "1".to_owned()]).collect();
            let grid = Grid { header: vec![visible(&title).into_owned(), "n".to_owned()], rows };
            for text in [grid.draw_open(), grid.draw_ruled(), titled_box("Info", &names)] {
                let widths: Vec<usize> = text.lines().map(width).collect();
                prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
            }
        }
    }
}
