//! Standard output: the result of a command and nothing else.

use std::io::{ErrorKind, IsTerminal, Write};

use super::diagnostic::{Diagnostic, wants_colour};
use crate::render::terminal::Colour;

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

/// Whether results may be coloured.
pub(super) fn colour() -> Colour {
    let stdout = std::io::stdout();
    if stdout.is_terminal() && wants_colour(&stdout) { Colour::On } else { Colour::Off }
}
