//! A line on standard error that says how far a long command is; only on a terminal.

use std::sync::Once;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Counts finished steps. Nothing is shown unless standard error is a terminal, nor in the first moment,
/// so that short commands show nothing; dropping it clears the line.
#[derive(Debug)]
pub(super) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    shown: Once,
}

/// How long a command may take without a word.
const PATIENCE: Duration = Duration::from_millis(500);

impl Progress {
    /// Progress of `steps` steps; `verb` says what is done to each: `reading`.
    pub(super) fn new(verb: &'static str, steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{prefix} {pos}/{len}") {
            bar.set_style(style);
        }
        bar.set_prefix(verb);
        Self { bar, begun: Instant::now(), shown: Once::new() }
    }

    /// Says that a step is done. May be called from several threads.
    pub(super) fn step(&self) {
        if self.begun.elapsed() > PATIENCE {
            self.shown.call_once(|| self.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
