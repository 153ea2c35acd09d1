//! Reads the text of a manifest or meta file.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use super::diagnostic::{Diagnostic, DiagnosticKind as Kind, Report};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 4 * 1024 * 1024;

/// The text of a file, without a byte-order mark; it is kept for the messages. `None` if it cannot be
/// read, is too large, or is not UTF-8; the reason is reported.
pub(super) fn read(path: &Path, place: &str, report: &mut Report<'_>) -> Option<String> {
    let bytes = match read_bytes(path) {
        Ok(bytes) => bytes,
        Err(error) => {
            let message = format!("cannot be read: {error}");
            report.push(Diagnostic::error(Kind::Unreadable, file_place(place), message));
            return None;
        }
    };
    if bytes.len() as u64 > LARGEST {
        let message = format!("is larger than the {} MiB that are read", LARGEST >> 20);
        report.push(Diagnostic::error(Kind::TooMuch, file_place(place), message));
        return None;
    }
    match String::from_utf8(bytes) {
        Ok(text) => {
            let text = text.strip_prefix('\u{FEFF}').map(str::to_owned).unwrap_or(text);
            report.keep_text(text.clone());
            Some(text)
        }
        Err(error) => {
            report_not_utf8(&error.into_bytes(), place, report);
            None
        }
    }
}

fn read_bytes(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Shows the place of the first byte that is not UTF-8 in the text with replacement characters.
fn report_not_utf8(bytes: &[u8], place: &str, report: &mut Report<'_>) {
    let valid = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
    let byte = bytes.get(valid).copied().unwrap_or_default();
    report.keep_text(String::from_utf8_lossy(bytes).into_owned());
    let message = format!("is not UTF-8: the byte 0x{byte:02x} at offset {valid} begins no character");
    let diagnostic = Diagnostic::error(Kind::NotUtf8, file_place(place), message).at(valid..valid);
    report.push(diagnostic.help("save the file as UTF-8"));
}

/// The file in words.
fn file_place(place: &str) -> &str {
    if place.is_empty() { "the manifest" } else { place }
}
