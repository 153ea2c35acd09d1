//! Foreign text inside a message.

use super::visible;

/// The longest excerpt a message shows, in characters.
const LONGEST: usize = 80;

/// Puts a text from a file into a message: in single quotes, [`visible`], and no more than its first 80
/// characters.
///
/// ```
/// use scope_profiler::text::quoted;
///
/// assert_eq!(quoted("solve("), "'solve('");
/// ```
pub fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => format!("'{}'", visible(text)),
        Some((end, _)) => format!("'{}…'", visible(text.get(..end).unwrap_or_default())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_cannot_be_seen() {
        assert_eq!(quoted("a\u{1b}[31m\n"), r"'a\u{1b}[31m\n'");
    }

    #[test]
    fn shortens_what_is_too_long_for_a_line() {
        assert_eq!(quoted(&"é".repeat(81)), format!("'{}…'", "é".repeat(80)));
        assert_eq!(quoted(&"é".repeat(80)), format!("'{}'", "é".repeat(80)));
    }
}
