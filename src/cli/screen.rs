//! What standard output and standard error are shown on: colour and width.

use std::io::{IsTerminal, stderr, stdout};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::ValueEnum;

use crate::render::terminal::{Colour, Screen};

/// When the output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(super) enum When {
    /// On a terminal that knows colours, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always, in pipes and files too
    Always,
    /// Never
    Never,
}

impl When {
    /// Makes this the rule for everything that is printed from now on.
    pub(super) fn apply(self) {
        let choice = match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        };
        choice.write_global();
    }
}

fn is_coloured(stream: &impl RawStream) -> bool {
    AutoStream::choice(stream) != ColorChoice::Never
}

/// Whether messages are coloured.
pub(super) fn stderr_is_coloured() -> bool {
    is_coloured(&stderr())
}

/// What results are shown on. Their names are shortened to the width of a terminal unless they are
/// wanted whole; a pipe has no width.
pub(super) fn of_results(whole_names: bool) -> Screen {
    let colour = if is_coloured(&stdout()) { Colour::On } else { Colour::Off };
    let size = (stdout().is_terminal() && !whole_names).then(|| terminal_size::terminal_size_of(stdout()));
    let columns = size.flatten().map(|(width, _)| usize::from(width.0));
    Screen { colour, columns }
}
