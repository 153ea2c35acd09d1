//! The base path of a site.

use crate::text::quoted;

/// Why a text is no base path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {problem}", quoted(written))]
pub struct BaseError {
    written: String,
    problem: &'static str,
}

/// The base path a text stands for, without a slash at its end: empty for a site at the root of its
/// domain, else `/name` or `/a/b`.
///
/// # Errors
/// If it does not begin with `/`, or has an empty, `.` or `..` name, or a character that has a meaning in
/// addresses.
///
/// ```
/// use scope_profiler::manifest::parse_base;
///
/// assert_eq!(parse_base("/studies/").as_deref(), Ok("/studies"));
/// assert_eq!(parse_base("/").as_deref(), Ok(""));
/// assert!(parse_base("studies").is_err());
/// ```
pub fn parse_base(text: &str) -> Result<String, BaseError> {
    let base = text.trim().trim_end_matches('/');
    let problem = match base.strip_prefix('/') {
        None if base.is_empty() => return Ok(String::new()),
        None => "does not begin with '/'",
        Some(names) if names.split('/').any(|name| matches!(name, "" | "." | "..")) => {
            "has a name that is empty or made of dots"
        }
        Some(names)
            if names.contains(|c: char| c.is_control() || c.is_whitespace() || "?#\\\"<>".contains(c)) =>
        {
            "has a character that a path of a site cannot have"
        }
        Some(_) => return Ok(base.to_owned()),
    };
    Err(BaseError { written: text.to_owned(), problem })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slash_at_the_end_is_dropped() {
        for (text, base) in [("", ""), ("/", ""), ("/a", "/a"), ("/a/b//", "/a/b"), (" /a ", "/a")] {
            assert_eq!(parse_base(text).as_deref(), Ok(base), "{text:?}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in ["a", "a/", "https://x.org/a", "//x.org", "/a//b", "/../a", "/a b", "/a?b", "/a#b"] {
            assert!(parse_base(text).is_err(), "{text:?}");
        }
        let error = parse_base("no-slash").unwrap_err();
        assert_eq!(error.to_string(), "'no-slash' does not begin with '/'");
    }
}
