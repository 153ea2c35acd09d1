//! The region table of a run's page: the call tree with figures, and what a row folds out to.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::lines::{FunctionProfile, function_profile};
use super::{Cell, Column, Sort};
use crate::analysis::{
    PathRow, PercentageMode, Region, RegionDetail as Place, RunAnalysis, RunFigures, percent_own,
    percent_parent, percent_session,
};
use crate::page::Publication;
use crate::text::slug;
use crate::units::{self, duration, seconds};

/// Ranks listed in a row's fold-out before the rest is counted.
const RANK_ROWS: usize = 64;

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionTable {
    /// Its columns; the first holds the region's name.
    pub columns: Vec<Column>,
    /// Rows in pre-order of the call tree.
    pub rows: Vec<RegionRow>,
    /// What the columns mean.
    pub notes: Vec<String>,
    /// Fold-outs by region name.
    pub details: BTreeMap<String, RegionDetail>,
    /// Headers of [`RegionDetail::ranks`].
    pub rank_columns: [&'static str; 6],
}

/// A call path's row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionRow {
    /// Anchor, unique on the page.
    pub id: String,
    /// Region name.
    pub region: String,
    /// Call path, root first; empty for a row without one.
    pub path: Vec<String>,
    /// Nesting depth.
    pub depth: usize,
    /// Index of the parent row.
    pub parent: Option<usize>,
    /// Whether rows lie below it.
    pub has_children: bool,
    /// Whether the region calls itself.
    pub recursive: bool,
    /// A cell per column.
    pub cells: Vec<Cell>,
    /// Row total in percent of the largest.
    pub bar_pct: Option<f64>,
    /// Time in the row without the rows below it.
    pub own: Option<OwnRow>,
    /// How long the calls took, one after the other.
    pub trend: Option<Trend>,
}

/// The `(own)` line of a row.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OwnRow {
    /// A cell per column.
    pub cells: Vec<Cell>,
    /// Own time in percent of the largest total.
    pub bar_pct: Option<f64>,
}

/// Call durations in order.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Trend {
    /// Evenly picked durations, seconds.
    pub durations_s: Vec<f64>,
    /// The same in words.
    pub text: String,
}

/// What a row folds out to.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RegionDetail {
    /// Tags of the region.
    pub tags: Vec<String>,
    /// Call site.
    pub source: Option<Source>,
    /// Device time.
    pub gpu: Option<GpuTexts>,
    /// A row of texts per rank.
    pub ranks: Vec<[String; 6]>,
    /// Ranks that are not listed.
    pub more: usize,
    /// Line profiles of functions in the region.
    pub line_profiles: Vec<FunctionProfile>,
}

/// A call site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source {
    /// File as published.
    pub file: String,
    /// Line.
    pub line: Option<u64>,
    /// Captured text.
    pub snippet: Option<String>,
}

/// Device time as texts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GpuTexts {
    /// Sum.
    pub total: String,
    /// Mean per timed call.
    pub average: String,
}

/// What a column shows of a row and of its `(own)` line.
struct Figure {
    column: Column,
    cell: fn(&PathRow, &RunFigures) -> Cell,
    own: fn(&PathRow, &RunFigures) -> Cell,
}

/// Builds the table of a run.
pub fn region_table(run: &RunAnalysis, published: &Publication) -> RegionTable {
    let figures = &run.figures;
    let columns = figure_columns(figures);
    let largest = figures.rows.iter().filter_map(|row| row.total_ns).max().unwrap_or(0);
    let mut ids = Ids::default();
    let row = |(index, row): (usize, &PathRow)| {
        let durations = run.detail.row_durations_s.get(index).map_or(&[][..], Vec::as_slice);
        region_row(row, figures, &columns, largest, durations, &mut ids)
    };
    let rows = figures.rows.iter().enumerate().map(row).collect();
    let details = figures
        .regions
        .iter()
        .zip(&run.detail.regions)
        .map(|(region, place)| (region.name.to_string(), detail(run, region, place, published)))
        .collect();
    RegionTable {
        rows,
        notes: notes(figures),
        details,
        rank_columns: ["rank", "calls", "total [s]", "avg/call", "min", "max"],
        columns: std::iter::once(Column { key: "region", header: "region", numeric: false })
            .chain(columns.into_iter().map(|figure| figure.column))
            .collect(),
    }
}

fn figure_columns(figures: &RunFigures) -> Vec<Figure> {
    type Of = fn(&PathRow, &RunFigures) -> Cell;
    let figure =
        |key, header, cell: Of, own: Of| Figure { column: Column { key, header, numeric: true }, cell, own };
    let blank: Of = |_, _| Cell::blank();
    let mut all = Vec::new();
    if figures.session_total_ns.is_some() {
        all.push(figure("percent", "% session", session_cell, own_session_cell));
    }
    all.push(figure("total", "total [s]", |row, _| total(row.total_ns), |row, _| total(row.own_ns)));
    all.push(figure("own", "own [s]", |row, _| total(row.own_ns), blank));
    all.push(figure("parent_percent", "% parent", parent_cell, own_parent_cell));
    all.push(figure("calls", "calls", calls_cell, blank));
    all.push(figure("avg", "avg/call", avg_cell, own_avg_cell));
    if figures.ranks.len() > 1 {
        all.push(figure("imbalance", "imbalance", imbalance_cell, blank));
    }
    if figures.rows.iter().any(|row| row.gpu.is_some()) {
        all.push(figure("gpu_total", "GPU total [s]", gpu_cell, blank));
    }
    all
}

fn total(ns: Option<i128>) -> Cell {
    Cell::number(ns.map(seconds), |s| format!("{s:.6}"))
}

fn percent(pct: Option<f64>) -> Cell {
    Cell::number(pct, |p| format!("{p:.2}%"))
}

fn avg_cell(row: &PathRow, _: &RunFigures) -> Cell {
    Cell::number(row.durations.as_ref().map(|d| d.avg_ns / units::NS_PER_S), duration)
}

fn session_cell(row: &PathRow, figures: &RunFigures) -> Cell {
    percent(percent_session(figures, row, PercentageMode::Coverage))
}

fn own_session_cell(row: &PathRow, figures: &RunFigures) -> Cell {
    percent(percent_own(figures, row).0)
}

fn parent_cell(row: &PathRow, figures: &RunFigures) -> Cell {
    percent(percent_parent(figures, row))
}

fn own_parent_cell(row: &PathRow, figures: &RunFigures) -> Cell {
    percent(percent_own(figures, row).1)
}

fn own_avg_cell(row: &PathRow, _: &RunFigures) -> Cell {
    let mean = |own: i128| (row.calls > 0).then(|| seconds(own) / row.calls as f64);
    Cell::number(row.own_ns.and_then(mean), duration)
}

fn calls_cell(row: &PathRow, _: &RunFigures) -> Cell {
    Cell { text: units::thousands(i128::from(row.calls)), value: Sort::Number(row.calls as f64) }
}

fn imbalance_cell(row: &PathRow, _: &RunFigures) -> Cell {
    if row.durations.is_none() {
        return Cell::none();
    }
    Cell::number(Some(row.imbalance_pct), |pct| format!("{pct:.1}%"))
}

fn gpu_cell(row: &PathRow, _: &RunFigures) -> Cell {
    total(row.gpu.map(|gpu| gpu.total_ns))
}

fn region_row(
    row: &PathRow,
    figures: &RunFigures,
    columns: &[Figure],
    largest: i128,
    durations: &[f64],
    ids: &mut Ids,
) -> RegionRow {
    let share = |ns: i128| (largest > 0).then(|| 100.0 * ns as f64 / largest as f64);
    let cells = std::iter::once(Cell::text(&*row.name)).chain(columns.iter().map(|f| (f.cell)(row, figures)));
    let own = || OwnRow {
        cells: std::iter::once(Cell::text("(own)"))
            .chain(columns.iter().map(|f| (f.own)(row, figures)))
            .collect(),
        bar_pct: row.own_ns.and_then(share),
    };
    RegionRow {
        id: ids.next(row),
        region: row.name.to_string(),
        path: row.path.iter().map(ToString::to_string).collect(),
        depth: row.depth,
        parent: row.parent,
        has_children: row.has_children,
        recursive: row.recursive,
        cells: cells.collect(),
        bar_pct: row.total_ns.and_then(share),
        own: row.has_children.then(own),
        trend: trend(row, durations),
    }
}

fn trend(row: &PathRow, durations_s: &[f64]) -> Option<Trend> {
    if durations_s.len() < 2 {
        return None;
    }
    let d = row.durations.as_ref()?;
    let text = format!(
        "{}, from {} to {}",
        super::counted(row.calls, "call", "calls"),
        duration(d.min_ns as f64 / units::NS_PER_S),
        duration(d.max_ns as f64 / units::NS_PER_S),
    );
    Some(Trend { durations_s: durations_s.to_vec(), text })
}

fn detail(run: &RunAnalysis, region: &Region, place: &Place, published: &Publication) -> RegionDetail {
    let source = place.call_site.as_ref().map(|site| Source {
        file: published.source_file(&site.file).into_owned(),
        line: site.line,
        snippet: Some(site.text.trim_end().to_owned()).filter(|text| !text.is_empty()),
    });
    let gpu = region.gpu.map(|gpu| GpuTexts {
        total: duration(seconds(gpu.total_ns)),
        average: duration(gpu.avg_ns() / units::NS_PER_S),
    });
    let lines = run.detail.functions.iter().filter(|function| function.region == *region.name);
    RegionDetail {
        tags: place.tags.clone(),
        source,
        gpu,
        ranks: region.ranks.iter().take(RANK_ROWS).map(rank_row).collect(),
        more: region.ranks.len().saturating_sub(RANK_ROWS),
        line_profiles: lines.map(|function| function_profile(function, published)).collect(),
    }
}

fn rank_row(rank: &crate::analysis::RankFigures) -> [String; 6] {
    let timed = |s: f64| if rank.calls == 0 { "-".to_owned() } else { duration(s) };
    [
        rank.rank.to_string(),
        units::thousands(i128::from(rank.calls)),
        if rank.calls == 0 { "-".to_owned() } else { format!("{:.6}", seconds(rank.total_ns)) },
        timed(seconds(rank.total_ns) / rank.calls.max(1) as f64),
        timed(rank.min_ns as f64 / units::NS_PER_S),
        timed(rank.max_ns as f64 / units::NS_PER_S),
    ]
}

fn notes(figures: &RunFigures) -> Vec<String> {
    let mut notes = Vec::new();
    if figures.rows.len() > 1 {
        notes.push("Regions nest, so totals add up to more than the wall time; own time is the part spent in no region below.".to_owned());
    }
    if figures.session_total_ns.is_some() {
        notes.push("% session is the share of the session's time during which a call of the row was open, over all ranks.".to_owned());
    }
    if figures.rows.iter().any(|row| row.recursive) {
        notes.push("↻ marks regions that call themselves: calls and averages count every level, the total the outermost one.".to_owned());
    }
    if figures.rows.iter().any(|row| row.total_ns.is_none()) {
        notes.push("A row of dashes is a region without calls on the selected ranks.".to_owned());
    }
    notes
}

/// Anchors: the slug of the path, with a number where two paths have one slug.
#[derive(Default)]
struct Ids(BTreeSet<String>);

impl Ids {
    fn next(&mut self, row: &PathRow) -> String {
        let slugs: Vec<String> =
            row.path.iter().filter(|n| &***n != crate::analysis::SESSION).filter_map(|n| slug(n)).collect();
        let words = if slugs.is_empty() { slug(&row.name).unwrap_or_default() } else { slugs.join("-") };
        let stem = if words.is_empty() { "region".to_owned() } else { format!("region-{words}") };
        let mut id = stem.clone();
        let mut number = 2_u64;
        while !self.0.insert(id.clone()) {
            id = format!("{stem}-{number}");
            number += 1;
        }
        id
    }
}
