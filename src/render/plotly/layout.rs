//! Axes, legend and height as a Plotly layout that leaves colours to the page.

use plotly::common::{Anchor, Orientation, TickMode};
use plotly::layout::{AxisType, BarMode, CategoryOrder, HoverMode, Legend, Margin, RangeMode};
use serde::Serialize;

use super::escape;
use super::meta::{FigureMeta, region_categories};
use crate::page::chart::{Arrangement, Axis, Height, Marks, NumberScale, Plot, Scale};

const TRANSPARENT: &str = "rgba(0,0,0,0)";

/// The layout with the keys that the crate has no field for.
#[derive(Debug, Serialize)]
pub(super) struct Layout<'a> {
    #[serde(flatten)]
    layout: plotly::Layout,
    xaxis: PlotlyAxis,
    yaxis: PlotlyAxis,
    meta: FigureMeta<'a>,
}

/// An axis whose ticks may be at categories; the crate knows numbers only.
#[derive(Debug, Serialize)]
struct PlotlyAxis {
    #[serde(flatten)]
    axis: plotly::layout::Axis,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tickvals: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ticktext: Vec<String>,
}

impl<'a> Layout<'a> {
    /// The layout of a plot.
    pub(super) fn of(plot: &'a Plot) -> Self {
        let mut layout = plotly::Layout::new()
            .paper_background_color(TRANSPARENT)
            .plot_background_color(TRANSPARENT)
            .auto_size(true)
            .height(height(plot))
            .margin(Margin::new().left(60).right(20).top(30).bottom(50))
            .hover_mode(HoverMode::Closest);
        if let Some(mode) = bar_mode(&plot.marks) {
            layout = layout.bar_mode(mode).bar_gap(0.15);
        }
        if has_legend(&plot.marks) {
            let above = Legend::new().orientation(Orientation::Horizontal).x(0.0).x_anchor(Anchor::Left);
            layout = layout.show_legend(true).legend(above.y(1.02).y_anchor(Anchor::Bottom));
        }
        Layout {
            layout,
            xaxis: axis(&plot.x, plot, false),
            yaxis: axis(&plot.y, plot, true),
            meta: FigureMeta::of(plot),
        }
    }
}

fn has_legend(marks: &Marks) -> bool {
    match marks {
        Marks::Bars { series, .. } => series.len() > 1,
        Marks::Lines(series) => !series.is_empty(),
        Marks::Intervals(_) | Marks::Cells(_) => false,
    }
}

fn bar_mode(marks: &Marks) -> Option<BarMode> {
    match marks {
        Marks::Bars { arrangement: Arrangement::Grouped, .. } => Some(BarMode::Group),
        Marks::Bars { arrangement: Arrangement::Stacked, .. } => Some(BarMode::Stack),
        Marks::Bars { arrangement: Arrangement::Overlaid, .. } | Marks::Intervals(_) => {
            Some(BarMode::Overlay)
        }
        Marks::Lines(_) | Marks::Cells(_) => None,
    }
}

fn height(plot: &Plot) -> usize {
    match plot.height {
        Height::Fixed(height) => height,
        Height::PerLane { lane, frame, least } => {
            let lanes = match &plot.y.scale {
                Scale::Regions => plot.regions.len(),
                Scale::Lanes(lanes) => lanes.len(),
                Scale::Numbers(_) => 0,
            };
            lane.saturating_mul(lanes).saturating_add(frame).max(least)
        }
    }
}

/// `upwards`: the axis counts from the bottom, so lanes that read from the top are turned round.
fn axis(axis: &Axis, plot: &Plot, upwards: bool) -> PlotlyAxis {
    let mut made = plotly::layout::Axis::new().auto_margin(true);
    if !axis.title.is_empty() {
        made = made.title(escape(&axis.title));
    }
    let (mut categories, labels) = match &axis.scale {
        Scale::Numbers(numbers) => {
            return PlotlyAxis {
                axis: number_axis(made, numbers),
                tickvals: Vec::new(),
                ticktext: Vec::new(),
            };
        }
        Scale::Regions => {
            let labels = plot.regions.iter().map(|region| escape(&region.label)).collect();
            (region_categories(plot), labels)
        }
        Scale::Lanes(lanes) => {
            let lanes: Vec<String> = lanes.iter().map(|lane| escape(lane)).collect();
            (lanes.clone(), lanes)
        }
    };
    let mut made = made.type_(AxisType::Category).category_order(CategoryOrder::Array).show_grid(false);
    let (mut tickvals, mut ticktext) = (Vec::new(), Vec::new());
    if categories != labels {
        made = made.tick_mode(TickMode::Array);
        (tickvals, ticktext) = (categories.clone(), labels);
    }
    if upwards {
        categories.reverse();
    }
    PlotlyAxis { axis: made.category_array(categories), tickvals, ticktext }
}

fn number_axis(axis: plotly::layout::Axis, numbers: &NumberScale) -> plotly::layout::Axis {
    let mut axis = axis.type_(AxisType::Linear);
    if numbers.from_zero {
        axis = axis.range_mode(RangeMode::ToZero);
    }
    if numbers.whole {
        axis = axis.tick_format("d");
    }
    if !numbers.ticks.is_empty() {
        axis = axis.tick_mode(TickMode::Array).tick_values(numbers.ticks.clone());
    }
    axis
}
