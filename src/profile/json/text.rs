//! The text of a JSON profile: unpacked within bounds, and parsed with errors that name their place.

use std::fs::File;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use serde::de::DeserializeOwned;

use super::document::Mark;
use crate::profile::detect::BYTE_ORDER_MARK;
use crate::profile::rows::layout;
use crate::profile::{Problem, limits};

/// Reads the whole text; a gzip stream may unpack to a bounded multiple of its size.
pub(super) fn read(file: File, file_bytes: u64, gzip: bool) -> Result<Vec<u8>, Problem> {
    let mut text = Vec::new();
    if !gzip {
        file.take(file_bytes)
            .read_to_end(&mut text)
            .map_err(|error| Problem::Io { reason: error.to_string() })?;
        return Ok(text);
    }
    let limit = limits::max_unpacked_bytes(file_bytes);
    MultiGzDecoder::new(std::io::BufReader::new(file))
        .take(limit.saturating_add(1))
        .read_to_end(&mut text)
        .map_err(|error| Problem::Unreadable { reason: format!("its gzip stream is broken: {error}") })?;
    if text.len() as u64 > limit {
        let reason = format!("{file_bytes} bytes unpack to more than {limit}");
        return Err(Problem::TooLarge { place: "the gzip stream".to_owned(), reason });
    }
    Ok(text)
}

/// Parses a document. On failure the cause is looked for in a second pass, so that a good file pays nothing
/// for the place of an error.
pub(super) fn parse<T: DeserializeOwned>(text: &[u8]) -> Result<T, Problem> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => {}
        Some(b'<') => return Err(Problem::HtmlReport),
        Some(b'[') => {
            let reason = "the JSON document is a list in place of an object".to_owned();
            return Err(Problem::NotAProfile { reason });
        }
        Some(_) => {
            let reason = "it is neither HDF5 nor a JSON object by its content".to_owned();
            return Err(Problem::Unreadable { reason });
        }
        None => return Err(Problem::Unreadable { reason: "it holds nothing but blanks".to_owned() }),
    }
    serde_json::from_slice(text).map_err(|error| explain::<T>(text, &error))
}

fn explain<T: DeserializeOwned>(text: &[u8], error: &serde_json::Error) -> Problem {
    if !error.is_data() {
        return Problem::Unreadable { reason: format!("its JSON is broken: {error}") };
    }
    if let Ok(mark) = serde_json::from_slice::<Mark>(text)
        && let Err(problem) = super::check_format(mark.format.as_ref(), mark.format_version.as_ref())
    {
        return problem;
    }
    let mut deserializer = serde_json::Deserializer::from_slice(text);
    let place = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => error.path().to_string(),
        Ok(_) => String::new(),
    };
    layout(place, error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_character_tells_what_is_no_object() {
        let problem = |text: &str| parse::<serde_json::Value>(text.as_bytes()).unwrap_err();
        assert_eq!(problem("<p>"), Problem::HtmlReport);
        assert!(matches!(problem("[1]"), Problem::NotAProfile { .. }));
        assert!(matches!(problem("  "), Problem::Unreadable { .. }));
        assert!(matches!(problem("{\"a\": "), Problem::Unreadable { .. }));
        assert!(parse::<serde_json::Value>(b"\xef\xbb\xbf {}").is_ok());
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_a_profile_or_a_problem(
            text in r#"\{"(format|regions|threads)": ?[\[{]?("[a-z-]*"|[0-9.e-]{1,20}|[\[\]{},]*)[\]}]{0,3}"#,
        ) {
            let _ = parse::<crate::profile::json::document::Document>(text.as_bytes());
        }
    }
}
