//! The regular expressions that choose regions.

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::fields::{Fields, Text};
use crate::text::quoted;

/// The most bytes of one list of patterns.
const MOST_BYTES: usize = 16 * 1024;

/// The value of `include` or `exclude`: patterns, each of which compiles.
pub(super) fn patterns(fields: &Fields<'_>, key: &str, report: &mut Report<'_>) -> Option<Vec<String>> {
    let texts = fields.texts(key, report)?;
    let place = fields.place_of(key);
    let bytes: usize = texts.iter().map(|text| text.value.len()).sum();
    if bytes > MOST_BYTES {
        let message = format!("{bytes} bytes of patterns are more than the {MOST_BYTES} that fit here");
        report.push(Diagnostic::error(Kind::TooMuch, place, message).at(fields.span()));
        return None;
    }
    for text in &texts {
        check(text, &place, report);
    }
    Some(texts.into_iter().map(|text| text.value).collect())
}

fn check(text: &Text, place: &str, report: &mut Report<'_>) {
    let Err(error) = fancy_regex::Regex::new(&text.value) else { return };
    let (reason, position) = match &error {
        fancy_regex::Error::ParseError(at, reason) => (reason.to_string(), Some(*at)),
        other => (other.to_string(), None),
    };
    let position = position.map_or_else(String::new, |at| format!(" at position {at}"));
    let message = format!("{} is not a regular expression: {reason}{position}", quoted(&text.value));
    report.push(Diagnostic::error(Kind::BadPattern, place, message).at(text.span.clone()));
}
