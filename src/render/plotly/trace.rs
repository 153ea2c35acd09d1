//! Series of marks as Plotly traces.

use plotly::common::{
    ColorBar, ColorScale, ColorScalePalette, DashType, Line, Marker, MarkerSymbol, Mode, Orientation,
    Pattern, PatternFillMode, PatternShape, TextPosition,
};
use plotly::{Bar, HeatMap, Scatter};
use serde::Serialize;

use super::escape;
use super::meta::{TraceMeta, lane_key};
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
        .text_position(TextPosition::None)
        .text_array(marks().map(|(bar, _)| escape(&bar.text)).collect())
        .hover_template(format!("<b>%{{x}}</b><br>{name}: %{{text}}<extra></extra>"))
        .marker(marker);
    let regions = marks().map(|(bar, _)| bar.region).collect();
    Trace::Bars(Tagged::new(trace, Some(TraceMeta { regions, ..TraceMeta::default() })))
}

fn intervals(series: &IntervalSeries, labels: &[String]) -> Trace {
    let marks = &series.intervals;
    let label = labels.get(series.region).map_or("", String::as_str);
    let lane = lane_key(series.region);
    let trace = Bar::new(marks.iter().map(|mark| mark.length).collect(), vec![lane; marks.len()])
        .name(label)
        .show_legend(false)
        .text_position(TextPosition::None)
        .orientation(Orientation::Horizontal)
        .text_array(marks.iter().map(|mark| escape(&mark.text)).collect())
        .hover_template(format!("<b>{label}</b><br>%{{text}}<br>from %{{base:.9~f}} s<extra></extra>"))
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
    let trace = Scatter::new(
        points.iter().map(|point| point.x).collect(),
        points.iter().map(|point| point.y.filter(|y| y.is_finite())).collect(),
    )
    .name(&name)
    .legend_group(format!("g{}", series.group))
    .show_legend(legend)
    .text_array(points.iter().map(|point| escape(&point.text)).collect())
    .hover_template(format!("<b>{name}</b><br>%{{text}}<extra></extra>"));
    let stroke = |width| Line::new().color(color).dash(dash(series.style.dash)).width(width);
    let marker = |symbol| Marker::new().size(8).symbol(symbol).color(color);
    let trace = match series.stroke {
        Stroke::LineAndPoints => {
            let marker = marker(symbol(series.style.symbol));
            trace.mode(Mode::LinesMarkers).line(stroke(2.0)).marker(marker)
        }
        Stroke::Guide => trace.mode(Mode::Lines).line(stroke(1.5)),
        Stroke::Points => trace.mode(Mode::Markers).marker(marker(hollow(series.style.symbol))),
    };
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
        .text_matrix(texts)
        .hover_template("<b>%{x}</b><br>%{y}: %{text}<extra></extra>");
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
