//! A plot as a standard Plotly figure: `{"data": [...], "layout": {...}}`, for plotly.js and for
//! `plotly.io.read_json` in Python.
//!
//! No single chart is known here: bars, lines, intervals and cells become traces, axes become a layout.
//! Backgrounds are transparent and text and grid have no colour, so that a page puts its theme's in.
//! Names are escaped for Plotly; values that are not there are `null` or have no mark.
//!
//! # Contract with scripts that filter
//!
//! `layout.meta` holds
//!
//! - `contract`: 1.
//! - `chart`: `bars`, `intervals`, `lines` or `cells`.
//! - `regions`: raw names of the regions; all else refers to them by index.
//! - `region_axis`: `x` or `y`, the category axis whose categories are regions, or `null`.
//! - `labels`: with a region axis, the category of each region on it, all different. In `intervals` these are
//!   keys, and the axis has the names as `ticktext`; a tick whose category is taken away is not drawn.
//! - `log_axes`: the axes that make sense with a logarithmic scale.
//! - `lanes`: where it is, the height is `max(min_px, frame_px + px * categories on axis)`.
//!
//! A category axis has `categoryorder: "array"`; its `categoryarray` may run against the order of `regions`.
//!
//! `meta` of a trace says what it belongs to:
//!
//! - `region`: the whole trace belongs to one region; with `depths`, every mark has a nesting depth or `null`.
//! - `regions`: one region per mark. The arrays that belong together are `x`, `y`, `base`, `text`,
//!   `meta.regions`, `meta.depths`, and `marker.color` where it is an array. In `cells` a mark is a column: `x`
//!   and `meta.regions`, and each row of `z` and `text`.
//! - no `meta`: the trace belongs to no region and is always shown.
//!
//! Traces of one `legendgroup` belong together; only the first stands in the legend.

mod layout;
mod meta;
#[cfg(test)]
mod tests;
mod text;
mod trace;

use serde::Serialize;

pub use text::escape;

use super::{Artifact, Content, RenderError};
use crate::page::chart::Plot;

#[derive(Serialize)]
struct Figure<'a> {
    data: Vec<trace::Trace>,
    layout: layout::Layout<'a>,
}

/// The figure of a plot as a file at `address`.
///
/// # Errors
///
/// As [`figure`].
pub fn artifact(address: String, plot: &Plot) -> Result<Artifact, RenderError> {
    match figure(plot) {
        Ok(json) => Ok(Artifact { address, content: Content::Bytes((json + "\n").into_bytes()) }),
        Err(error) => Err(RenderError::Json { address, reason: error.to_string() }),
    }
}

/// The figure of a plot as compact JSON, the same for the same plot. It has no `<` of its own, so that it
/// can also stand inside a `script` element of a page.
///
/// # Errors
///
/// When the JSON writer fails, which it does for no plot: names are strings, numbers are finite or `null`.
pub fn figure(plot: &Plot) -> serde_json::Result<String> {
    let json =
        serde_json::to_string(&Figure { data: trace::traces(plot), layout: layout::Layout::of(plot) })?;
    Ok(json.replace('<', "\\u003c"))
}
