//! Panics: a bug of this program, reported in one line without a backtrace.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError};

use super::diagnostic::Diagnostic;
use super::exit::Status;

/// Where the last panic happened and what it said.
static LAST: Mutex<Option<String>> = Mutex::new(None);

/// Runs a command. The hook only takes note of a panic, so that one that is caught on the way (a damaged
/// profile that a library trips over) stays silent; one that arrives here is reported.
pub(super) fn reported(command: impl FnOnce() -> Status) -> Status {
    std::panic::set_hook(Box::new(|panic| {
        let message = payload_text(panic.payload());
        let place = panic.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let note = format!("{message}{}", place.unwrap_or_default());
        *LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(note);
    }));
    catch_unwind(AssertUnwindSafe(command)).unwrap_or_else(|_| {
        let note = LAST.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        Diagnostic::error(format!("this is a bug in scope-profiler; please report it: {note}")).print();
        Status::Unusable
    })
}

fn payload_text(payload: &(dyn std::any::Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
