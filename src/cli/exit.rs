//! Exit statuses.

use std::process::ExitCode;

/// How a command ended.
///
/// | status | meaning |
/// | --- | --- |
/// | 0 | done |
/// | 1 | the verdict of `check` is FAIL, and nothing else |
/// | 2 | wrong usage, or input or output that cannot be used |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Status {
    /// Done.
    Done,
    /// A check failed.
    CheckFailed,
    /// Wrong usage, or input or output that cannot be used.
    Unusable,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(match status {
            Status::Done => 0,
            Status::CheckFailed => 1,
            Status::Unusable => 2,
        })
    }
}
