//! Turns page models into bytes. Pure: no file system, clock or environment, no statistics.
//!
//! * [`starlight`]: pages of an Astro/Starlight project;
//! * [`markdown`]: descriptions to safe HTML;
//! * [`plotly`]: charts to figures;
//! * [`terminal`], [`tabular`]: what inspect, diff and check show;
//! * [`theme`]: the embedded themes.

mod artifact;
pub mod ci;
mod error;
pub mod markdown;
pub mod plotly;
pub mod starlight;
pub mod tabular;
pub mod terminal;
pub mod theme;

pub use artifact::{Artifact, Content};
pub use error::RenderError;
