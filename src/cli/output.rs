//! Standard output: the result of a command and nothing else.

use std::io::{ErrorKind, Write};

use super::diagnostic::Diagnostic;

/// Prints a result. A reader that has seen enough (`| head`) is no error.
///
/// # Errors
///
/// Standard output cannot be written to, on a full disk for example.
pub(super) fn print(text: &str) -> Result<(), Diagnostic> {
    let mut stdout = std::io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Diagnostic::error(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}
