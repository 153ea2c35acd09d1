//! A line on standard error that says how far a long command is; only on a terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Counts finished steps. Nothing is shown unless standard error is a terminal, nor before a moment has
/// passed; dropping it clears the line.
#[derive(Debug)]
pub(super) struct Progress(ProgressBar);

/// How often the line is drawn anew, so that short commands show none.
const REFRESH: Duration = Duration::from_millis(250);

impl Progress {
    /// Progress of `steps` steps; `verb` says what is done to each: `reading`.
    pub(super) fn new(verb: &'static str, steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{prefix} {pos}/{len} {wide_msg}") {
            bar.set_style(style);
        }
        bar.set_prefix(verb);
        bar.enable_steady_tick(REFRESH);
        Self(bar)
    }

    /// Says that a step is done.
    pub(super) fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
