//! Colours, symbols and patterns: a region looks the same on every chart of a catalogue.
//!
//! The eight colours and the grey have a contrast of at least 3:1 on white and on `#17181c`, and any two of
//! them stay apart under the three kinds of colour blindness as far as that band of brightness allows.
//! That is not far, so every style also has a symbol, a dash pattern and a hatching of its own.

use std::collections::HashMap;
use std::sync::Arc;

use crate::analysis::SESSION;

/// A colour as `#rrggbb`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color(pub &'static str);

/// Shape of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// Disc.
    Circle,
    /// Square.
    Square,
    /// Square on its tip.
    Diamond,
    /// Triangle pointing up.
    TriangleUp,
    /// Upright cross.
    Cross,
    /// Diagonal cross.
    X,
    /// Triangle pointing down.
    TriangleDown,
}

/// Dash pattern of a line. Dots are for means, the longest dashes for ideals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dash {
    /// Unbroken.
    Solid,
    /// Dashes.
    Dash,
    /// Dashes and dots.
    DashDot,
    /// Long dashes.
    LongDash,
    /// Long dashes and dots.
    LongDashDot,
    /// Dots.
    Dot,
}

/// Hatching of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hatch {
    /// None.
    Plain,
    /// `/`
    Rising,
    /// `\`
    Falling,
    /// `x`
    Crossed,
    /// `-`
    Lying,
    /// `|`
    Standing,
    /// `.`
    Dotted,
}

/// The look of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Colour.
    pub color: Color,
    /// Shape of its points.
    pub symbol: Symbol,
    /// Dash pattern of its lines.
    pub dash: Dash,
    /// Hatching of its bars.
    pub hatch: Hatch,
}

const COLORS: [Color; 8] = [
    Color("#468cfa"),
    Color("#c88200"),
    Color("#007832"),
    Color("#dc0000"),
    Color("#aa6ebe"),
    Color("#6446fa"),
    Color("#fa0a96"),
    Color("#b400c8"),
];

const SYMBOLS: [Symbol; 7] = [
    Symbol::Circle,
    Symbol::Square,
    Symbol::Diamond,
    Symbol::TriangleUp,
    Symbol::Cross,
    Symbol::X,
    Symbol::TriangleDown,
];

const DASHES: [Dash; 5] = [Dash::Solid, Dash::Dash, Dash::DashDot, Dash::LongDash, Dash::LongDashDot];

const HATCHES: [Hatch; 7] = [
    Hatch::Plain,
    Hatch::Rising,
    Hatch::Falling,
    Hatch::Crossed,
    Hatch::Lying,
    Hatch::Standing,
    Hatch::Dotted,
];

/// Grey, unhatched: the session, own time, ideals.
pub const NEUTRAL: Style =
    Style { color: Color("#787878"), symbol: Symbol::Circle, dash: Dash::Solid, hatch: Hatch::Plain };

/// A growth in time: vermilion, hatched upwards.
pub const SLOWER: Style =
    Style { color: Color("#d55e00"), symbol: Symbol::TriangleUp, dash: Dash::Solid, hatch: Hatch::Rising };

/// A drop in time: blue, without hatching.
pub const FASTER: Style =
    Style { color: Color("#0072b2"), symbol: Symbol::TriangleDown, dash: Dash::Solid, hatch: Hatch::Plain };

/// The style of slot `n`. Slots repeat their colour after 8, their symbol and hatching after 7 and their
/// dash after 5, so that the first 56 slots differ in the pair of any two.
pub fn series_style(n: usize) -> Style {
    Style {
        color: cycle(&COLORS, n),
        symbol: cycle(&SYMBOLS, n),
        dash: cycle(&DASHES, n),
        hatch: cycle(&HATCHES, n),
    }
}

#[expect(clippy::indexing_slicing, reason = "the index is taken modulo the length of a constant array")]
fn cycle<T: Copy, const N: usize>(items: &[T; N], n: usize) -> T {
    items[n % N]
}

/// The styles of the regions of one catalogue.
#[derive(Debug, Clone, Default)]
pub struct Palette {
    slots: HashMap<Arc<str>, usize>,
}

impl Palette {
    /// Gives every name the next slot at its first appearance.
    ///
    /// Pass the region names of the whole catalogue in an order that grows at its end (manifest order, oldest
    /// execution first), so that a further run changes no colour.
    pub fn new<N: Into<Arc<str>>>(names: impl IntoIterator<Item = N>) -> Self {
        let mut slots = HashMap::new();
        for name in names {
            let name = name.into();
            let next = slots.len();
            if &*name != SESSION {
                slots.entry(name).or_insert(next);
            }
        }
        Palette { slots }
    }

    /// The style of a region; one that the palette was not told of gets a slot by the hash of its name.
    pub fn region(&self, name: &str) -> Style {
        if name == SESSION {
            return NEUTRAL;
        }
        series_style(self.slots.get(name).copied().unwrap_or_else(|| fnv1a(name) as usize))
    }
}

/// FNV-1a, 32 bit: the same on every machine and in every version.
fn fnv1a(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of WCAG 2.
    fn luminance(color: &str) -> f64 {
        let channel = |at: usize| {
            let c = f64::from(u8::from_str_radix(&color[at..at + 2], 16).unwrap()) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(a: f64, b: f64) -> f64 {
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_colour_stands_out_on_both_themes() {
        for color in COLORS.into_iter().chain([NEUTRAL.color, SLOWER.color, FASTER.color]) {
            for background in ["#ffffff", "#17181c"] {
                let ratio = contrast(luminance(color.0), luminance(background));
                assert!(ratio >= 3.0, "{} on {background}: {ratio:.2}", color.0);
            }
        }
    }

    #[test]
    fn the_first_slots_differ_in_more_than_colour() {
        let key = |n| (series_style(n).color.0, format!("{:?}", series_style(n).symbol));
        let keys: std::collections::HashSet<_> = (0..56).map(key).collect();
        assert_eq!(keys.len(), 56);
        assert_ne!(SLOWER.hatch, FASTER.hatch);
    }

    #[test]
    fn a_region_keeps_its_style_when_the_catalogue_grows() {
        let small = Palette::new(["setup", SESSION, "solve"]);
        let large = Palette::new(["setup", SESSION, "solve", "setup", "io"]);
        for name in ["setup", "solve", SESSION] {
            assert_eq!(small.region(name), large.region(name));
        }
        assert_eq!(large.region("io"), series_style(2));
        assert_eq!(large.region(SESSION), NEUTRAL);
        assert_eq!(fnv1a("foobar"), 0xbf9c_f968);
    }
}
