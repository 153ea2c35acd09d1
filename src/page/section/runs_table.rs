//! The runs of a case.

use serde::Serialize;

use super::{Cell, Column, Link, Sort, Tone};
use crate::analysis::RunFigures;
use crate::page::run::recorded;
use crate::page::{CaseRun, href};
use crate::units::{change, duration, seconds};

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunsTable {
    /// Its columns; the first holds the run.
    pub columns: Vec<Column>,
    /// The runs, in order.
    pub rows: Vec<RunRow>,
}

/// One run.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunRow {
    /// The run's page.
    pub run: Link,
    /// Whether the others are compared with it.
    pub baseline: bool,
    /// A cell per column after the first.
    pub cells: Vec<RunCell>,
    /// Why it could not be read.
    pub problem: Option<String>,
}

/// A cell that may be marked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunCell {
    /// The cell.
    #[serde(flatten)]
    pub cell: Cell,
    /// Its mark.
    pub tone: Tone,
}

/// A change below this is noise, percent.
const SAME_PCT: f64 = 2.0;

struct Fact {
    column: Column,
    cell: fn(&CaseRun<'_>, Option<&RunFigures>) -> RunCell,
}

/// Builds the table; the first run that could be read is the baseline.
pub fn runs_table(base: &str, runs: &[CaseRun<'_>]) -> RunsTable {
    let baseline = runs.iter().position(|run| run.read.is_ok());
    let base_figures = baseline.and_then(|i| runs.get(i)).and_then(CaseRun::figures);
    let facts = facts(runs);
    let row = |(index, run): (usize, &CaseRun<'_>)| RunRow {
        run: Link { text: run.address.label.clone(), href: Some(href(base, &run.address.page)) },
        baseline: runs.len() > 1 && Some(index) == baseline,
        cells: facts
            .iter()
            .map(|fact| (fact.cell)(run, base_figures.filter(|_| Some(index) != baseline)))
            .collect(),
        problem: run.read.as_ref().err().map(ToString::to_string),
    };
    let columns = std::iter::once(Column { key: "run", header: "run", numeric: false })
        .chain(facts.iter().map(|fact| fact.column.clone()))
        .collect();
    RunsTable { rows: runs.iter().enumerate().map(row).collect(), columns }
}

/// The columns that say something for these runs.
fn facts(runs: &[CaseRun<'_>]) -> Vec<Fact> {
    let text = |key, header| Column { key, header, numeric: false };
    let number = |key, header| Column { key, header, numeric: true };
    let differs = |of: fn(&RunFigures) -> Option<u64>| {
        let values: Vec<Option<u64>> = runs.iter().filter_map(CaseRun::figures).map(of).collect();
        values.iter().any(|v| v.is_some_and(|n| n > 1)) || values.windows(2).any(|w| w.first() != w.last())
    };
    let mut facts =
        vec![Fact { column: text("file", "file"), cell: |run, _| plain(Cell::text(run.file_name())) }];
    facts.push(Fact { column: text("recorded", "recorded"), cell: |run, _| plain(recorded_cell(run)) });
    if runs.iter().any(|run| run.host().is_some()) {
        facts.push(Fact {
            column: text("host", "host"),
            cell: |run, _| plain(run.host().map_or_else(Cell::none, Cell::text)),
        });
    }
    facts.push(Fact {
        column: number("ranks", "ranks"),
        cell: |run, _| plain(whole(run, |f| Some(f.facts.num_ranks.into()))),
    });
    if differs(|f| f.facts.nodes) {
        facts.push(Fact {
            column: number("nodes", "nodes"),
            cell: |run, _| plain(whole(run, |f| f.facts.nodes)),
        });
    }
    if differs(|f| f.facts.threads) {
        facts.push(Fact {
            column: number("threads", "threads"),
            cell: |run, _| plain(whole(run, |f| f.facts.threads)),
        });
    }
    facts.push(Fact { column: number("wall", "wall time"), cell: |run, _| plain(wall_cell(run)) });
    if runs.len() > 1 {
        facts.push(Fact { column: number("change", "vs baseline"), cell: change_cell });
    }
    if runs.iter().any(|run| run.files > 0) {
        facts.push(Fact {
            column: number("files", "files"),
            cell: |run, _| plain(Cell { text: run.files.to_string(), value: Sort::Number(run.files as f64) }),
        });
    }
    facts
}

/// A cell without a mark.
pub(super) fn plain(cell: Cell) -> RunCell {
    RunCell { cell, tone: Tone::Neutral }
}

fn recorded_cell(run: &CaseRun<'_>) -> Cell {
    let Some(stamp) = run.figures().and_then(|f| f.facts.timestamp.as_deref()) else { return Cell::none() };
    Cell { text: recorded(stamp), value: Sort::Text(recorded(stamp)) }
}

fn whole(run: &CaseRun<'_>, of: fn(&RunFigures) -> Option<u64>) -> Cell {
    Cell::number(run.figures().and_then(of).map(|n| n as f64), |n| format!("{n:.0}"))
}

fn wall_cell(run: &CaseRun<'_>) -> Cell {
    Cell::number(wall_s(run.figures()), duration)
}

fn wall_s(figures: Option<&RunFigures>) -> Option<f64> {
    figures.and_then(|f| f.facts.wall_ns()).map(|ns| seconds(ns.into()))
}

fn change_cell(run: &CaseRun<'_>, baseline: Option<&RunFigures>) -> RunCell {
    changed(wall_s(baseline), wall_s(run.figures()))
}

/// The change from one wall time to another, marked where it is more than noise.
pub(super) fn changed(before: Option<f64>, after: Option<f64>) -> RunCell {
    let (Some(before), Some(after)) = (before.filter(|s| *s > 0.0), after) else {
        return plain(Cell::none());
    };
    let pct = 100.0 * (after - before) / before;
    let tone = match pct {
        p if p <= -SAME_PCT => Tone::Good,
        p if p >= SAME_PCT => Tone::Bad,
        _ => Tone::Neutral,
    };
    RunCell { cell: Cell::number(Some(pct), change), tone }
}
