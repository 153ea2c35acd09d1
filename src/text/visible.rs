//! Foreign text where people read it: nothing that moves the cursor, breaks a line or turns the
//! direction of what follows.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The text with control characters, line separators and unbalanced direction marks written as escapes
/// (`\n`, `\t`, `\u{1b}`); everything else stays, a backslash included.
///
/// ```
/// use scope_profiler::text::visible;
/// assert_eq!(visible("solve"), "solve");
/// assert_eq!(visible("two\nlines \u{1b}[31m"), "two\\nlines \\u{1b}[31m");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    let keep_direction = direction_is_balanced(text);
    let shown = |c: char| !hides(c) && (keep_direction || !turns_direction(c));
    if text.chars().all(shown) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if shown(c) => out.push(c),
            c => {
                let _ = write!(out, "{}", c.escape_unicode());
            }
        }
    }
    Cow::Owned(out)
}

/// Control characters (C0, DEL, C1) and the two separators that end a line.
fn hides(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

fn opens_direction(c: char) -> bool {
    matches!(c, '\u{202A}' | '\u{202B}' | '\u{202D}' | '\u{202E}' | '\u{2066}' | '\u{2067}' | '\u{2068}')
}

fn turns_direction(c: char) -> bool {
    opens_direction(c) || matches!(c, '\u{202C}' | '\u{2069}')
}

/// Whether every embedding, override and isolate is closed, in the right order, inside the text. Text
/// for which this does not hold would turn the direction of its surroundings.
fn direction_is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for c in text.chars() {
        match c {
            '\u{2066}' | '\u{2067}' | '\u{2068}' => open.push('\u{2069}'),
            c if opens_direction(c) => open.push('\u{202C}'),
            '\u{202C}' | '\u{2069}' if open.pop() != Some(c) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn escapes_what_a_terminal_would_obey() {
        assert_eq!(visible("a\tb\r\n"), "a\\tb\\r\\n");
        assert_eq!(visible("\u{0}\u{7f}\u{9b}2J"), "\\u{0}\\u{7f}\\u{9b}2J");
        assert_eq!(visible("back\\slash"), "back\\slash");
        assert_eq!(visible("x\u{2028}y"), "x\\u{2028}y");
    }

    #[test]
    fn keeps_direction_marks_that_end_where_they_began() {
        assert_eq!(visible("\u{202e}override\u{202c}"), "\u{202e}override\u{202c}");
        assert_eq!(visible("\u{202e}open"), "\\u{202e}open");
        assert_eq!(visible("\u{2066}a\u{202c}"), "\\u{2066}a\\u{202c}");
    }

    proptest! {
        #[test]
        fn leaves_one_line_without_controls(text in any::<String>()) {
            prop_assert!(visible(&text).chars().all(|c| !hides(c)));
        }
    }
}
