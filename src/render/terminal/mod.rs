//! Text for terminals: boxes, headers, trees. The same for every terminal, whatever its width.

mod diff;
mod geometry;
mod inspect;
mod table;

pub use diff::{check, diff};
pub use inspect::inspect;
pub use table::{open_table, ruled_table};

/// Whether text may be coloured. Colour never carries meaning: it only makes headings easier to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// ANSI escape sequences.
    On,
}

impl Colour {
    /// A heading: bold cyan.
    fn heading(self, text: &str) -> String {
        match self {
            Self::Off => text.to_owned(),
            Self::On => format!("\u{1b}[1;36m{text}\u{1b}[0m"),
        }
    }
}

/// Width of the rules above and below a banner.
const BANNER_WIDTH: usize = 78;

/// Lines between two double rules, and an empty line.
fn banner(lines: &[&str]) -> String {
    let rule = "=".repeat(BANNER_WIDTH);
    format!("{rule}\n{}\n{rule}\n\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_coloured_only_where_it_is_welcome() {
        assert_eq!(Colour::Off.heading("LIKWID"), "LIKWID");
        assert_eq!(Colour::On.heading("LIKWID"), "\u{1b}[1;36mLIKWID\u{1b}[0m");
    }
}
