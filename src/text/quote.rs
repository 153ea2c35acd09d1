//! Foreign text inside a message.

/// The longest excerpt a message shows, in characters.
const LONGEST: usize = 80;

/// Puts a text from a file into a message: single quotes, control and invisible characters escaped,
/// and no more than its first 80 characters.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("'");
    for (at, c) in text.chars().enumerate() {
        if at == LONGEST {
            out.push('…');
            break;
        }
        if is_visible(c) { out.push(c) } else { out.extend(c.escape_unicode()) }
    }
    out.push('\'');
    out
}

/// Whether a character shows as itself: no control character, and none that turns the direction of
/// the text around it.
fn is_visible(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{061C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_text_as_it_is_and_escapes_what_cannot_be_seen() {
        assert_eq!(quoted("solve("), "'solve('");
        assert_eq!(quoted("a\u{1b}[31m\n\u{202E}b"), r"'a\u{1b}[31m\u{a}\u{202e}b'");
    }

    #[test]
    fn shortens_what_is_too_long_for_a_line() {
        assert_eq!(quoted(&"x".repeat(81)).chars().count(), 83);
        assert_eq!(quoted(&"x".repeat(80)), format!("'{}'", "x".repeat(80)));
    }
}
