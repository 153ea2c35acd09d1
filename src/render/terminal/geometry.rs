//! Boxes of text: how wide columns are and which characters draw the frame.
//!
//! Widths are those of a terminal, where a wide East Asian character counts two. Every line of a box is
//! set in by two blanks and all lines of one box are equally wide. Nothing is wrapped; nothing but the
//! first column is ever shortened, and that only for a screen that is narrower than the table.

use unicode_truncate::UnicodeTruncateStr;
use unicode_width::UnicodeWidthStr;

use super::screen::{Colour, Screen};
use crate::page::tone::Tone;

/// What every line of a box starts with.
const MARGIN: &str = "  ";

/// How many columns a terminal needs for a text of one line.
pub(super) fn width(text: &str) -> usize {
    text.width()
}

/// Fewest columns that are left to names, however narrow the screen.
const NARROWEST_NAME: usize = 12;

/// A text shortened in its middle to at most `room` columns, since names tell most at their ends.
pub(super) fn shortened(text: &str, room: usize) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let rest = room.saturating_sub(1);
    let (end, end_width) = text.unicode_truncate_start(rest / 2);
    let (start, _) = text.unicode_truncate(rest.saturating_sub(end_width));
    format!("{start}…{end}")
}

/// A text in its place in a table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Placed {
    /// What stands before the text and is not shortened unless it leaves no room.
    pub(super) lead: String,
    pub(super) text: String,
    pub(super) tone: Tone,
}

impl Placed {
    fn width(&self) -> usize {
        width(&self.lead) + width(&self.text)
    }

    /// The text in at most `room` columns.
    fn fitted(&self, room: usize) -> String {
        let left = room.saturating_sub(width(&self.lead));
        if self.width() > room && left >= NARROWEST_NAME / 2 {
            return format!("{}{}", self.lead, shortened(&self.text, left));
        }
        shortened(&format!("{}{}", self.lead, self.text), room)
    }
}

/// A grid of texts: a header, and rows of as many cells.
pub(super) struct Grid {
    pub(super) header: Vec<String>,
    pub(super) rows: Vec<Vec<Placed>>,
}

/// Which lines a grid has.
struct Frame {
    /// Between two cells.
    between: &'static str,
    /// Between two columns in the upper edge, below the header and in the lower edge.
    joints: [&'static str; 3],
}

/// No lines between columns.
const OPEN: Frame = Frame { between: "    ", joints: ["──", "──", "──"] };

/// Lines between columns.
const RULED: Frame = Frame { between: " │ ", joints: ["┬", "┼", "┴"] };

impl Grid {
    /// Width of each column: its widest cell, or its heading and two more. The first gives way on a
    /// narrow screen.
    fn widths(&self, frame: &Frame, screen: Screen) -> Vec<usize> {
        let mut widths: Vec<usize> = self.header.iter().map(|title| width(title) + 2).collect();
        for row in &self.rows {
            for (column, cell) in widths.iter_mut().zip(row) {
                *column = (*column).max(cell.width());
            }
        }
        let edges = width(MARGIN) + width("│ ") + width(" │");
        let lines = edges + width(frame.between) * widths.len().saturating_sub(1);
        if let (Some(columns), Some((first, others))) = (screen.columns, widths.split_first_mut()) {
            let room = columns.saturating_sub(lines + others.iter().sum::<usize>());
            *first = (*first).min(room.max(NARROWEST_NAME));
        }
        widths
    }

    /// A box without lines between columns.
    pub(super) fn draw_open(&self, screen: Screen) -> String {
        self.draw(&OPEN, screen)
    }

    /// A box with lines between columns.
    pub(super) fn draw_ruled(&self, screen: Screen) -> String {
        self.draw(&RULED, screen)
    }

    fn draw(&self, frame: &Frame, screen: Screen) -> String {
        let widths = self.widths(frame, screen);
        let lines: Vec<String> = widths.iter().map(|width| "─".repeat(width + 2)).collect();
        let [upper, middle, lower] = frame.joints.map(|joint| lines.join(joint));
        let header: Vec<Placed> =
            self.header.iter().map(|title| Placed { text: title.clone(), ..Placed::default() }).collect();
        let line = |cells: &[Placed]| {
            let cells: Vec<String> = cells
                .iter()
                .zip(&widths)
                .map(|(cell, column)| padded(cell, *column, screen.colour))
                .collect();
            format!("{MARGIN}│ {} │\n", cells.join(frame.between))
        };
        let mut out = format!("{MARGIN}╭{upper}╮\n{}{MARGIN}├{middle}┤\n", line(&header));
        out.extend(self.rows.iter().map(|row| line(row)));
        out.push_str(&format!("{MARGIN}╰{lower}╯\n"));
        out
    }
}

/// A cell, coloured, and padded on the right to its column's width.
fn padded(cell: &Placed, column: usize, colour: Colour) -> String {
    let text = cell.fitted(column);
    let padding = " ".repeat(column.saturating_sub(width(&text)));
    format!("{}{padding}", colour.news(&text, cell.tone))
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

    const NO_SCREEN: Screen = Screen { colour: Colour::Off, columns: None };

    fn cell(lead: &str, text: &str) -> Placed {
        Placed { lead: lead.to_owned(), text: text.to_owned(), tone: Tone::Neutral }
    }

    fn grid(header: &[&str], rows: &[&[&str]]) -> Grid {
        let cells = |row: &&[&str]| row.iter().map(|text| cell("", text)).collect();
        Grid {
            header: header.iter().map(|c| (*c).to_owned()).collect(),
            rows: rows.iter().map(cells).collect(),
        }
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
        assert_eq!(grid.draw_open(NO_SCREEN), expected);
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
        assert_eq!(grid.draw_ruled(NO_SCREEN), expected);
    }

    #[test]
    fn a_title_stands_in_the_upper_edge() {
        let expected = "  ╭─ Info ──╮\n  │ 解析 ab │\n  │ x       │\n  ╰─────────╯\n";
        assert_eq!(titled_box("Info", &["解析 ab".to_owned(), "x".to_owned()]), expected);
    }

    #[test]
    fn names_are_shortened_in_their_middle() {
        assert_eq!(shortened("assemble_matrix", 15), "assemble_matrix");
        assert_eq!(shortened("assemble_matrix", 10), "assem…trix");
        assert_eq!(shortened("解析解析解析", 8), "解析…析");
        assert_eq!(shortened("ab", 1), "…");
    }

    #[test]
    fn on_a_narrow_screen_the_first_column_gives_way_and_keeps_its_branches() {
        let rows = vec![
            vec![cell("", "time_integration_loop"), cell("", "12.5")],
            vec![cell("└─ ", "assemble_stiffness_matrix"), cell("", "0.25")],
        ];
        let grid = Grid { header: vec!["region".to_owned(), "total [s]".to_owned()], rows };
        let narrow = Screen { columns: Some(40), ..NO_SCREEN };
        let expected = "  ╭────────────────────────────────────╮
  │ region                 total [s]   │
  ├────────────────────────────────────┤
  │ time_inte…tion_loop    12.5        │
  │ └─ assemble…_matrix    0.25        │
  ╰────────────────────────────────────╯
";
        assert_eq!(grid.draw_open(narrow), expected);
        let wide = Screen { columns: Some(53), ..NO_SCREEN };
        assert_eq!(grid.draw_open(wide), grid.draw_open(NO_SCREEN));
    }

    #[test]
    fn colour_takes_no_room() {
        let bad = Placed { tone: Tone::Bad, ..cell("", "+5%") };
        let grid = Grid { header: vec!["change".to_owned()], rows: vec![vec![bad]] };
        let coloured = grid.draw_open(Screen { colour: Colour::On, columns: None });
        assert!(coloured.contains("│ \u{1b}[31m+5%\u{1b}[0m      │"), "{coloured}");
    }

    proptest! {
        #[test]
        fn all_lines_of_a_box_are_equally_wide(
            names in proptest::collection::vec((0usize..30, any::<String>()), 1..5),
            title in any::<String>(),
            columns in proptest::option::of(0usize..60)
        ) {
            let placed = |(depth, name): &(usize, String)| cell(&"│ ".repeat(*depth), &visible(name));
            let rows = names.iter().map(|name| vec![placed(name), cell("", "1")]).collect();
            let grid = Grid { header: vec![visible(&title).into_owned(), "n".to_owned()], rows };
            let names: Vec<String> = names.iter().map(|(_, name)| visible(name).into_owned()).collect();
            let screen = Screen { columns, ..NO_SCREEN };
            for text in [grid.draw_open(screen), grid.draw_ruled(screen), titled_box("Info", &names)] {
                let widths: Vec<usize> = text.lines().map(width).collect();
                prop_assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{text}");
            }
        }
    }
}
