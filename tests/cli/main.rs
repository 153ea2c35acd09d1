//! The program as its users run it: command lines, what they print, and their exit status.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed expectation is a failed test")]

mod check;
mod ci;
mod diff;
mod formats;
mod inspect;
mod reference;
mod repeats;
mod screen;
mod setup;
mod support;
mod usage;
