//! The `meta` entries that let a script filter a figure; see the contract in the parent module.

use serde::Serialize;

use crate::page::chart::{Height, Marks, Plot, Scale};

/// Version of the contract.
const CONTRACT: u32 = 1;

/// `layout.meta`.
#[derive(Debug, Serialize)]
pub(super) struct FigureMeta<'a> {
    contract: u32,
    chart: &'static str,
    regions: Vec<&'a str>,
    region_axis: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<String>,
    log_axes: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lanes: Option<Lanes>,
}

/// How the height follows the number of lanes, pixels.
#[derive(Debug, Serialize)]
struct Lanes {
    axis: &'static str,
    px: usize,
    frame_px: usize,
    min_px: usize,
}

/// `meta` of a trace; without any entry it is left out.
#[derive(Debug, Default, Serialize)]
pub(super) struct TraceMeta {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) region: Option<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) regions: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) depths: Vec<Option<u32>>,
}

impl TraceMeta {
    /// The entry of a trace that stands for one region, or for none.
    pub(super) fn of_region(region: Option<usize>) -> Option<Self> {
        region.map(|region| TraceMeta { region: Some(region), ..TraceMeta::default() })
    }
}

impl<'a> FigureMeta<'a> {
    /// What a script needs to know of a plot.
    pub(super) fn of(plot: &'a Plot) -> Self {
        let axes = [("x", &plot.x), ("y", &plot.y)];
        let region_axis =
            axes.into_iter().find(|(_, axis)| axis.scale == Scale::Regions).map(|(name, _)| name);
        let log =
            axes.into_iter().filter(|(_, axis)| matches!(&axis.scale, Scale::Numbers(n) if n.log_offered));
        let labels = if region_axis.is_some() { region_categories(plot) } else { Vec::new() };
        FigureMeta {
            contract: CONTRACT,
            chart: match plot.marks {
                Marks::Bars { .. } => "bars",
                Marks::Intervals(_) => "intervals",
                Marks::Lines(_) => "lines",
                Marks::Cells(_) => "cells",
            },
            regions: plot.regions.iter().map(|region| &*region.name).collect(),
            region_axis,
            labels,
            log_axes: log.map(|(name, _)| name).collect(),
            lanes: match plot.height {
                Height::Fixed(_) => None,
                Height::PerLane { lane, frame, least } => {
                    Some(Lanes { axis: "y", px: lane, frame_px: frame, min_px: least })
                }
            },
        }
    }
}

/// The category of each region on the region axis: its label; for intervals, where every bar repeats it, a
/// short key in its place, with the label on the axis.
pub(super) fn region_categories(plot: &Plot) -> Vec<String> {
    match plot.marks {
        Marks::Intervals(_) => (0..plot.regions.len()).map(lane_key).collect(),
        _ => plot.regions.iter().map(|region| super::escape(&region.label)).collect(),
    }
}

/// Category of a region's lane; it begins with a letter, as a number would be read as a position.
pub(super) fn lane_key(region: usize) -> String {
    format!("r{region}")
}
