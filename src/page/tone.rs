//! What a figure means to its reader.

use serde::Serialize;

/// Whether something needs attention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Default)]
pub enum Tone {
    /// Neutral.
    #[default]
    #[serde(rename = "")]
    Neutral,
    /// Worth a look.
    #[serde(rename = "warn")]
    Warn,
    /// Faster.
    #[serde(rename = "good")]
    Good,
    /// Slower.
    #[serde(rename = "bad")]
    Bad,
}
