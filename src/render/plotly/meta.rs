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
        let labels = plot.regions.iter().filter(|_| region_axis.is_some());
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
            labels: labels.map(|region| super::escape(&region.label)).collect(),
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
