//! The regular expressions that choose regions.

use fancy_regex::{CompileError, Error, Regex};

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::fields::{Fields, Text};
use crate::text::quoted;

/// The most patterns of one list.
const MOST_PATTERNS: usize = 200;
/// The most bytes of one list's patterns.
const MOST_BYTES: usize = 16 * 1024;

/// The value of `include` or `exclude`: patterns, each of which compiles.
pub(super) fn patterns(fields: &Fields<'_>, key: &str, report: &mut Report<'_>) -> Option<Vec<String>> {
    let texts = fields.texts(key, report)?;
    let place = fields.place_of(key);
    let bytes: usize = texts.iter().map(|text| text.value.len()).sum();
    if texts.len() > MOST_PATTERNS || bytes > MOST_BYTES {
        let message = format!(
            "{} patterns of {bytes} bytes are more than the {MOST_PATTERNS} of {MOST_BYTES} that may stand here",
            texts.len()
        );
        let at = fields.key_span(key).unwrap_or_else(|| fields.span());
        report.push(Diagnostic::error(Kind::TooMuch, place, message).at(at));
        return None;
    }
    for text in &texts {
        check(text, &place, report);
    }
    Some(texts.into_iter().map(|text| text.value).collect())
}

fn check(text: &Text, place: &str, report: &mut Report<'_>) {
    let Err(error) = Regex::new(&text.value) else { return };
    let (reason, position) = explain(&error, &text.value);
    let mut message = format!("{} is not a regular expression: {reason}", quoted(&text.value));
    let mut at = text.span.clone();
    if let Some(position) = position {
        let characters = text.value.get(..position).unwrap_or_default().chars().count();
        message += &format!(" (position {characters})");
        if let Some(start) = report.place_of_byte(&text.span, &text.value, position) {
            at = start..start + 1;
        }
    }
    report.push(Diagnostic::error(Kind::BadPattern, place, message).at(at));
}

/// What is wrong with a pattern, and at which byte if that is known.
fn explain(error: &Error, pattern: &str) -> (String, Option<usize>) {
    match error {
        Error::ParseError(at, reason) => (lower_case_start(&reason.to_string()), Some(*at)),
        Error::CompileError(reason) => match &**reason {
            CompileError::InnerError(inner) => match inner.syntax_error() {
                Some(regex_syntax::Error::Parse(error)) => {
                    let part = pattern.find(error.pattern());
                    let at = part.map(|part| part + error.span().start.offset);
                    (error.kind().to_string(), at)
                }
                _ if inner.size_limit().is_some() => ("it grows too large when compiled".to_owned(), None),
                _ => (lower_case_start(&inner.to_string()), None),
            },
            other => (lower_case_start(&other.to_string()), None),
        },
        other => (lower_case_start(&other.to_string()), None),
    }
}

/// A sentence of another crate as a fragment.
fn lower_case_start(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(pattern: &str) -> (String, Option<usize>) {
        explain(&Regex::new(pattern).unwrap_err(), pattern)
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let table = [
            ("solve(", "opening parenthesis without closing parenthesis", Some(6)),
            ("a|*b", "target of repeat operator is invalid", Some(2)),
            ("é[z-a]", "invalid character class range, the start must be <= the end", Some(3)),
            (r"(a)\2", "invalid back reference to group 2", None),
            ("((a{100}){100}){100}", "it grows too large when compiled", None),
        ];
        for (pattern, reason, at) in table {
            assert_eq!(explained(pattern), (reason.to_owned(), at), "{pattern}");
        }
    }
}
