//! Text for terminals: boxes, headers, trees, in colour and fitted to a width where a [`Screen`] says so.

mod diff;
mod geometry;
mod inspect;
mod screen;
mod table;

pub use diff::{check, diff};
pub use inspect::inspect;
pub use screen::{Colour, Screen};

/// Width of the rules above and below a banner.
const BANNER_WIDTH: usize = 78;

/// Lines between two double rules, and an empty line.
fn banner(lines: &[&str]) -> String {
    let rule = "=".repeat(BANNER_WIDTH);
    format!("{rule}\n{}\n{rule}\n\n", lines.join("\n"))
}
