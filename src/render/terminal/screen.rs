//! What the text is shown on.

use anstyle::{AnsiColor, Style};

use crate::page::tone::Tone;

/// What the text is shown on. The default is no terminal: plain text, as wide as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Screen {
    /// Whether text may be coloured.
    pub colour: Colour,
    /// Width in columns that tables should keep to by shortening names; `None` shortens nothing.
    pub columns: Option<usize>,
}

/// Whether text may be coloured. Colour never carries meaning: it only makes things easier to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Colour {
    /// Plain text.
    #[default]
    Off,
    /// ANSI escape sequences.
    On,
}

impl Colour {
    /// A heading.
    pub(super) fn heading(self, text: &str) -> String {
        self.painted(text, AnsiColor::Cyan.on_default().bold())
    }

    /// Good news in green, bad news in red.
    pub(super) fn news(self, text: &str, tone: Tone) -> String {
        let colour = match tone {
            Tone::Neutral => return text.to_owned(),
            Tone::Warn => AnsiColor::Yellow,
            Tone::Good => AnsiColor::Green,
            Tone::Bad => AnsiColor::Red,
        };
        self.painted(text, colour.on_default())
    }

    fn painted(self, text: &str, style: Style) -> String {
        match self {
            Self::Off => text.to_owned(),
            Self::On => format!("{style}{text}{style:#}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_coloured_only_where_it_is_welcome() {
        assert_eq!(Colour::Off.heading("LIKWID"), "LIKWID");
        assert_eq!(Colour::On.heading("LIKWID"), "\u{1b}[1m\u{1b}[36mLIKWID\u{1b}[0m");
        assert_eq!(Colour::On.news("+5%", Tone::Bad), "\u{1b}[31m+5%\u{1b}[0m");
        assert_eq!(Colour::On.news("+0%", Tone::Neutral), "+0%");
    }
}
