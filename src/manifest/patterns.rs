//! The regular expressions that choose regions.

use std::collections::HashMap;

use fancy_regex::{CompileError, Error, Regex};

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};
use super::fields::{Text, within};
use super::schema::{Settings, WrittenManifest};
use crate::text::quoted;

/// The most patterns of one list.
const MOST_IN_A_LIST: usize = 200;
/// The most bytes of one list's patterns.
const MOST_BYTES: usize = 16 * 1024;
/// The most different patterns of a manifest; each has to be compiled.
const MOST: usize = 2_000;

/// Reports the patterns of a manifest that do not compile.
pub(super) fn check(manifest: &WrittenManifest, report: &mut Report<'_>) {
    let mut checked = Checked::new();
    let cases = manifest.cases.iter().map(|case| (case.place.as_str(), &case.settings));
    for (place, settings) in std::iter::once(("defaults", &manifest.defaults)).chain(cases) {
        let Settings { include, exclude, .. } = settings;
        for (key, patterns) in [("include", include), ("exclude", exclude)] {
            let Some(Some(patterns)) = patterns else { continue };
            check_list(patterns, &within(place, key), &mut checked, report);
        }
    }
}

fn check_list<'m>(patterns: &'m [Text], place: &str, checked: &mut Checked<'m>, report: &mut Report<'_>) {
    let bytes: usize = patterns.iter().map(|text| text.value.len()).sum();
    if let Some(last) = patterns.last()
        && (patterns.len() > MOST_IN_A_LIST || bytes > MOST_BYTES)
    {
        let given = format!("{} patterns of {bytes} bytes", patterns.len());
        let message =
            format!("{given} are more than the {MOST_IN_A_LIST} of {MOST_BYTES} that may stand here");
        report.push(Diagnostic::error(Kind::TooMuch, place, message).at(last.span.clone()));
        return;
    }
    for text in patterns {
        if checked.len() >= MOST && !checked.contains_key(text.value.as_str()) {
            let message = format!("the manifest has more than {MOST} different patterns");
            report.push(Diagnostic::error(Kind::TooMuch, place, message).at(text.span.clone()));
            return;
        }
        let mistake = checked.entry(&text.value).or_insert_with(|| mistake_of(&text.value));
        if let Some(mistake) = mistake {
            report_mistake(mistake, text, place, report);
        }
    }
}

/// What is wrong with a pattern.
#[derive(Debug, PartialEq, Eq)]
struct Mistake {
    reason: String,
    /// At which byte of the pattern, if that is known.
    at: Option<usize>,
}

/// The patterns compiled so far, and what is wrong with them.
type Checked<'m> = HashMap<&'m str, Option<Mistake>>;

fn report_mistake(mistake: &Mistake, text: &Text, place: &str, report: &mut Report<'_>) {
    let mut message = format!("{} is not a regular expression: {}", quoted(&text.value), mistake.reason);
    let mut span = text.span.clone();
    if let Some(at) = mistake.at {
        let characters = text.value.get(..at).unwrap_or_default().chars().count();
        message += &format!(" (position {characters})");
        if let Some(start) = report.place_of_byte(&text.span, &text.value, at) {
            span = start..start + 1;
        }
    }
    report.push(Diagnostic::error(Kind::BadPattern, place, message).at(span));
}

fn mistake_of(pattern: &str) -> Option<Mistake> {
    let (reason, at) = match Regex::new(pattern).err()? {
        Error::ParseError(at, reason) => (lower_case_start(&reason.to_string()), Some(at)),
        Error::CompileError(error) => match *error {
            CompileError::InnerError(inner) => match inner.syntax_error() {
                Some(regex_syntax::Error::Parse(error)) => {
                    let part = pattern.find(error.pattern());
                    (error.kind().to_string(), part.map(|part| part + error.span().start.offset))
                }
                _ if inner.size_limit().is_some() => ("it grows too large when compiled".to_owned(), None),
                _ => (lower_case_start(&inner.to_string()), None),
            },
            other => (lower_case_start(&other.to_string()), None),
        },
        other => (lower_case_start(&other.to_string()), None),
    };
    Some(Mistake { reason, at })
}

/// A sentence of another crate as a fragment.
fn lower_case_start(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_what_is_wrong_and_where() {
        let table = [
            ("solve(", "opening parenthesis without closing parenthesis", Some(6)),
            ("a|*b", "target of repeat operator is invalid", Some(2)),
            ("é[z-a]", "invalid character class range, the start must be <= the end", Some(3)),
            (r"(a)\2", "invalid back reference to group 2", None),
            ("((a{100}){100}){100}", "it grows too large when compiled", None),
        ];
        assert_eq!(mistake_of(r"(?i)solve(?!r)|\w+$"), None);
        for (pattern, reason, at) in table {
            let mistake = Mistake { reason: reason.to_owned(), at };
            assert_eq!(mistake_of(pattern), Some(mistake), "{pattern}");
        }
    }
}
