//! What a chart is: axes, series of marks, and the words and table that say the same without a picture.

use std::sync::Arc;

use super::palette::{Color, Style};
use crate::text::slug;

/// The charts of one page, in page order, and why others are missing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Charts {
    /// The charts.
    pub panels: Vec<Chart>,
    /// One sentence per chart that the page would have had: `<title>: <why it is missing>`.
    pub notes: Vec<String>,
}

/// One chart with everything a page says about it. All texts are plain text.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Slug of the title: lower-case letters, digits and single hyphens.
    pub slug: String,
    /// Title.
    pub title: String,
    /// What a mark is, what is summed, and when the reading is valid.
    pub description: String,
    /// The main figures in a sentence or two, for readers who do not see the picture.
    pub summary: String,
    /// Whether it is drawn when the page opens.
    pub open: bool,
    /// The drawings to choose from, the first one shown at first. At least one.
    pub variants: Vec<Variant>,
    /// A second form of the first drawing that the reader may switch to.
    pub alternate: Option<Variant>,
    /// The figures of the first drawing as a table.
    pub table: ChartTable,
    /// What was merged, left out or is special about the figures.
    pub notes: Vec<String>,
}

impl Chart {
    /// A folded chart with these drawings and no words yet.
    pub(super) fn titled(title: impl Into<String>, variants: Vec<Variant>) -> Self {
        let title = title.into();
        Chart {
            slug: slug(&title).unwrap_or_else(|| "chart".to_owned()),
            title,
            description: String::new(),
            summary: String::new(),
            open: false,
            variants,
            alternate: None,
            table: ChartTable::default(),
            notes: Vec::new(),
        }
    }
}

/// One drawing of a chart.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What the reader chooses it by.
    pub label: String,
    /// The drawing.
    pub plot: Plot,
}

/// The table alternative of a chart: texts only.
#[derive(Debug, Clone, PartialEq, Default, serde::Serialize)]
pub struct ChartTable {
    /// Column headings.
    pub columns: Vec<String>,
    /// Rows, a text per column; `–` where there is no value.
    pub rows: Vec<Vec<String>>,
    /// How many rows were left out, in words; `None` if none.
    pub note: Option<String>,
}

/// Most rows of a table alternative.
pub const TABLE_ROWS: usize = 200;

/// Stands in a table for a value that is not there.
pub const NO_VALUE: &str = "–";

/// Height of a drawing with these names in the legend above it: `plot` pixels and room for the rows of names.
pub(super) fn height_with_legend<'a>(plot: usize, names: impl Iterator<Item = &'a str> + Clone) -> Height {
    const ROW: usize = 20;
    const WIDTH: usize = 850;
    let entries = names.clone().count();
    let longest = names.map(|name| name.chars().count()).max().unwrap_or(0);
    // Seven pixels a character and the key before it; a legend scrolls when it would fill half the drawing.
    let columns = (WIDTH / (7 * longest + 45)).max(1);
    let rows = if entries > 1 { entries.div_ceil(columns) } else { 0 };
    Height::Fixed(plot + (ROW * rows).min(plot))
}

impl ChartTable {
    /// A table of the leading [`TABLE_ROWS`] of `rows`.
    pub fn new(columns: Vec<String>, mut rows: Vec<Vec<String>>) -> Self {
        let all = rows.len();
        rows.truncate(TABLE_ROWS);
        let note = (all > TABLE_ROWS).then(|| format!("The first {TABLE_ROWS} of {all} rows."));
        ChartTable { columns, rows, note }
    }
}

/// A drawing: two axes and the marks between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Plot {
    /// The regions that marks refer to by index; a [`Scale::Regions`] axis shows them in this order.
    pub regions: Vec<PlotRegion>,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// The marks.
    pub marks: Marks,
    /// Height of the drawing.
    pub height: Height,
}

/// A region on a drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotRegion {
    /// Its name as recorded; filters go by it.
    pub name: Arc<str>,
    /// Its name as shown: printable, shortened, unique in the drawing.
    pub label: String,
}

/// An axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Title with the unit.
    pub title: String,
    /// What is along it.
    pub scale: Scale,
}

/// What is along an axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Scale {
    /// The drawing's regions, from the left or from the top.
    Regions,
    /// These lanes, from the left or from the top.
    Lanes(Vec<String>),
    /// Numbers.
    Numbers(NumberScale),
}

/// A numeric axis.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NumberScale {
    /// Whether zero is on the axis.
    pub from_zero: bool,
    /// Whether the reader may choose a logarithmic axis.
    pub log_offered: bool,
    /// Whether only whole numbers are labelled.
    pub whole: bool,
    /// Positions to label; empty = chosen by the drawing program.
    pub ticks: Vec<f64>,
}

/// Height of a drawing in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Height {
    /// Always the same.
    Fixed(usize),
    /// `frame + lane x lanes`, at least `least`.
    PerLane {
        /// Per category of the vertical axis.
        lane: usize,
        /// Around them.
        frame: usize,
        /// Smallest height.
        least: usize,
    },
}

/// The marks of a drawing.
#[derive(Debug, Clone, PartialEq)]
pub enum Marks {
    /// Bars standing on the regions of the horizontal axis.
    Bars {
        /// How bars of one region stand to each other.
        arrangement: Arrangement,
        /// The series.
        series: Vec<BarSeries>,
    },
    /// Bars lying in the regions' lanes, one series per region.
    Intervals(Vec<IntervalSeries>),
    /// Points joined by lines.
    Lines(Vec<LineSeries>),
    /// A cell per region (across) and lane (down), coloured by value.
    Cells(Cells),
}

/// How bars of one region stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    /// Side by side.
    Grouped,
    /// On top of each other.
    Stacked,
    /// In one place; no two series have a bar for one region.
    Overlaid,
}

/// Bars of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct BarSeries {
    /// Name in the legend.
    pub name: String,
    /// Look of the bars.
    pub style: Style,
    /// A colour per region of the plot that takes the place of the style's; empty = none.
    pub colors: Vec<Color>,
    /// The bars; a region without a value has none.
    pub bars: Vec<Bar>,
}

/// One bar.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// Index into [`Plot::regions`].
    pub region: usize,
    /// Height in the unit of the vertical axis; finite.
    pub value: f64,
    /// The value as text with its unit.
    pub text: String,
}

/// The intervals of one region.
#[derive(Debug, Clone, PartialEq)]
pub struct IntervalSeries {
    /// Index into [`Plot::regions`].
    pub region: usize,
    /// Look of the bars.
    pub style: Style,
    /// The intervals, by start.
    pub intervals: Vec<PlotInterval>,
}

/// One interval.
#[derive(Debug, Clone, PartialEq)]
pub struct PlotInterval {
    /// Start in the unit of the horizontal axis.
    pub start: f64,
    /// Length in the same unit.
    pub length: f64,
    /// Nesting depth, if known.
    pub depth: Option<u32>,
    /// The length as text with its unit.
    pub text: String,
}

/// Points of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct LineSeries {
    /// Name in the legend and beside a point.
    pub name: String,
    /// Index into [`Plot::regions`]; `None` for what belongs to no region.
    pub region: Option<usize>,
    /// Series of one group share one legend entry, the first one's.
    pub group: usize,
    /// Look.
    pub style: Style,
    /// What is drawn.
    pub stroke: Stroke,
    /// The points from left to right.
    pub points: Vec<Point>,
}

/// What is drawn of a line series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// Points, and the lines between them.
    LineAndPoints,
    /// A thin line without points that only guides the eye, dashed by the style.
    Guide,
    /// Points alone, hollow.
    Points,
}

/// One point.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Position along the horizontal axis.
    pub x: f64,
    /// Position along the vertical axis; `None` leaves a gap in the line.
    pub y: Option<f64>,
    /// The whole hover text after the series' name: where, and the value with its unit.
    pub text: String,
}

/// Cells coloured by value.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// Title of the colour scale: quantity and unit.
    pub title: String,
    /// Per lane from the top, per region: the value, `None` where there is none.
    pub values: Vec<Vec<Option<f64>>>,
    /// The values as texts with their unit, of the same shape; empty where there is none.
    pub texts: Vec<Vec<String>>,
}
