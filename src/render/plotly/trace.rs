//! Series of marks as Plotly traces.

use plotly::common::{
    ColorBar, ColorScale, ColorScalePalette, DashType, Line, Marker, MarkerSymbol, Mode, Orientation,
    Pattern, PatternFillMode, PatternShape,
};
use plotly::{Bar, HeatMap, Scatter};
use serde::Serialize;

use super::escape;
use super::meta::TraceMeta;
use crate::page::chart::{
    BarSeries, Cells, Dash, Hatch, IntervalSeries, LineSeries, Marks, Plot, Scale, Stroke, Style, Symbol,
};

/// A trace of any kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Trace {
    Bars(Tagged<Bar<String, f64>>),
    Intervals(Tagged<Bar<f64, String>>),
    Line(Tagged<Scatter<f64, Option<f64>>>),
    Cells(Tagged<HeatMap<String, String, Vec<Option<f64>>>>),
}

/// A trace with the keys that the crate has no field for.
#[derive(Debug, Serialize)]
pub(super) struct Tagged<T> {
    #[serde(flatten)]
    trace: Box<T>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    base: Vec<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meta: Option<TraceMeta>,
}

impl<T> Tagged<T> {
    fn new(trace: Box<T>, meta: Option<TraceMeta>) -> Self {
        Tagged { trace, base: Vec::new(), meta }
    }
}

/// The traces of a plot.
pub(super) fn traces(plot: &Plot) -> Vec<Trace> {
    let labels: Vec<String> = plot.regions.iter().map(|region| escape(&region.label)).collect();
    match &plot.marks {
        Marks::Bars { series, .. } => {
            let legend = series.len() > 1;
            series.iter().map(|series| bars(series, &labels, legend)).collect()
        }
        Marks::Intervals(series) => series.iter().map(|series| intervals(series, &labels)).collect(),
        Marks::Lines(series) => lines(series),
        Marks::Cells(field) => vec![cells(field, labels, lanes(&plot.y.scale))],
    }
}

fn lanes(scale: &Scale) -> Vec<String> {
    match scale {
        Scale::Lanes(lanes) => lanes.iter().map(|lane| escape(lane)).collect(),
        Scale::Regions | Scale::Numbers(_) => Vec::new(),
    }
}

fn bars(series: &BarSeries, labels: &[String], legend: bool) -> Trace {
    let marks = || series.bars.iter().filter_map(|bar| Some((bar, labels.get(bar.region)?)));
    let name = escape(&series.name);
    let x = marks().map(|(_, label)| label.clone()).collect();
    let y = marks().map(|(bar, _)| bar.value).collect();
    let mut marker = bar_marker(series.style);
    if !series.colors.is_empty() {
        let color = |region: usize| series.colors.get(region).unwrap_or(&series.style.color).0;
        marker = Marker::new().color_array(marks().map(|(bar, _)| color(bar.region)).collect());
    }
    let trace = Bar::new(x, y)
        .name(&name)
        .show_legend(legend)
        .hover_text_array(marks().map(|(bar, _)| escape(&bar.text)).collect())
        .hover_template(format!("<b>%{{x}}</b><br>{name}: %{{hovertext}}<extra></extra>"))
        .marker(marker);
    let regions = marks().map(|(bar, _)| bar.region).collect();
    Trace::Bars(Tagged::new(trace, Some(TraceMeta { regions, ..TraceMeta::default() })))
}

fn intervals(series: &IntervalSeries, labels: &[String]) -> Trace {
    let marks = &series.intervals;
    let label = labels.get(series.region).cloned().unwrap_or_default();
    let trace = Bar::new(marks.iter().map(|mark| mark.length).collect(), vec![label.clone(); marks.len()])
        .name(&label)
        .show_legend(false)
        .orientation(Orientation::Horizontal)
        .hover_text_array(marks.iter().map(|mark| escape(&mark.text)).collect())
        .hover_template("<b>%{y}</b><br>%{hovertext}<br>from %{base:.9~f} s<extra></extra>")
        .marker(Marker::new().color(series.style.color.0));
    let depths: Vec<Option<u32>> = marks.iter().map(|mark| mark.depth).collect();
    let depths = if depths.iter().any(Option::is_some) { depths } else { Vec::new() };
    let meta = TraceMeta { region: Some(series.region), depths, ..TraceMeta::default() };
    let base = marks.iter().map(|mark| mark.start).collect();
    Trace::Intervals(Tagged { trace, base, meta: Some(meta) })
}

/// Line traces; the first of a group stands in the legend for all.
fn lines(all: &[LineSeries]) -> Vec<Trace> {
    let mut groups = std::collections::HashSet::new();
    all.iter().map(|series| line(series, groups.insert(series.group))).collect()
}

fn line(series: &LineSeries, legend: bool) -> Trace {
    let points = &series.points;
    let name = escape(&series.name);
    let color = series.style.color.0;
    let stroke = Line::new().color(color).dash(dash(series.style.dash));
    let (mode, stroke, marker) = match series.stroke {
        Stroke::LineAndPoints => (
            Mode::LinesMarkers,
            stroke.width(2.0),
            Some(Marker::new().size(8).symbol(symbol(series.style.symbol))),
        ),
        Stroke::Guide => (Mode::Lines, stroke.width(1.5), None),
        Stroke::Points => {
            (Mode::Markers, stroke, Some(Marker::new().size(8).symbol(hollow(series.style.symbol))))
        }
    };
    let mut trace = Scatter::new(
        points.iter().map(|point| point.x).collect(),
        points.iter().map(|point| point.y.filter(|y| y.is_finite())).collect(),
    )
    .name(&name)
    .mode(mode)
    .legend_group(format!("g{}", series.group))
    .show_legend(legend)
    .hover_text_array(points.iter().map(|point| escape(&point.text)).collect())
    .hover_template(format!("<b>{name}</b><br>%{{hovertext}}<extra></extra>"))
    .line(stroke);
    if let Some(marker) = marker {
        trace = trace.marker(marker.color(color));
    }
    Trace::Line(Tagged::new(trace, TraceMeta::of_region(series.region)))
}

fn cells(field: &Cells, labels: Vec<String>, lanes: Vec<String>) -> Trace {
    let regions = (0..labels.len()).collect();
    let finite = |lane: &Vec<Option<f64>>| lane.iter().map(|value| value.filter(|v| v.is_finite())).collect();
    let texts = field.texts.iter().map(|lane| lane.iter().map(|text| escape(text)).collect()).collect();
    let trace = HeatMap::new(labels, lanes, field.values.iter().map(finite).collect())
        .color_scale(ColorScale::Palette(ColorScalePalette::Viridis))
        .color_bar(ColorBar::new().title(escape(&field.title)))
        .hover_on_gaps(false)
        .hover_text_matrix(texts)
        .hover_template("<b>%{x}</b><br>%{y}: %{hovertext}<extra></extra>");
    Trace::Cells(Tagged::new(trace, Some(TraceMeta { regions, ..TraceMeta::default() })))
}

fn bar_marker(style: Style) -> Marker {
    let marker = Marker::new().color(style.color.0);
    let shape = match style.hatch {
        Hatch::Plain => return marker,
        Hatch::Rising => PatternShape::RightDiagonalLine,
        Hatch::Falling => PatternShape::LeftDiagonalLine,
        Hatch::Crossed => PatternShape::DiagonalCross,
        Hatch::Lying => PatternShape::HorizontalLine,
        Hatch::Standing => PatternShape::VerticalLine,
        Hatch::Dotted => PatternShape::Dot,
    };
    marker.pattern(Pattern::new().shape(shape).fill_mode(PatternFillMode::Overlay).solidity(0.2))
}

fn dash(dash: Dash) -> DashType {
    match dash {
        Dash::Solid => DashType::Solid,
        Dash::Dash => DashType::Dash,
        Dash::DashDot => DashType::DashDot,
        Dash::LongDash => DashType::LongDash,
        Dash::LongDashDot => DashType::LongDashDot,
        Dash::Dot => DashType::Dot,
    }
}

fn symbol(symbol: Symbol) -> MarkerSymbol {
    match symbol {
        Symbol::Circle => MarkerSymbol::Circle,
        Symbol::Square => MarkerSymbol::Square,
        Symbol::Diamond => MarkerSymbol::Diamond,
        Symbol::TriangleUp => MarkerSymbol::TriangleUp,
        Symbol::Cross => MarkerSymbol::Cross,
        Symbol::X => MarkerSymbol::X,
        Symbol::TriangleDown => MarkerSymbol::TriangleDown,
    }
}

fn hollow(symbol: Symbol) -> MarkerSymbol {
    match symbol {
        Symbol::Circle => MarkerSymbol::CircleOpen,
        Symbol::Square => MarkerSymbol::SquareOpen,
        Symbol::Diamond => MarkerSymbol::DiamondOpen,
        Symbol::TriangleUp => MarkerSymbol::TriangleUpOpen,
        Symbol::Cross => MarkerSymbol::CrossOpen,
        Symbol::X => MarkerSymbol::XOpen,
        Symbol::TriangleDown => MarkerSymbol::TriangleDownOpen,
    }
}
