//! Quantities as text, and the few conversions between units. Knows nothing of regions, tables or terminals.

mod format;

pub use format::*;

/// Nanoseconds in a second.
pub const NS_PER_S: f64 = 1e9;

/// Nanoseconds as seconds.
pub fn seconds(ns: i128) -> f64 {
    ns as f64 / NS_PER_S
}
