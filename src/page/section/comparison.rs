//! What any two runs of a case are compared from, in the browser.

use serde::Serialize;

use crate::analysis::{AlignedRow, PathRow, RunFigures, align};
use crate::page::{CaseRun, href};
use crate::units::{NS_PER_S, seconds};

/// Figures of all rows of all runs.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparisonData {
    /// The rows of all runs, aligned.
    pub regions: Vec<ComparedRegion>,
    /// The runs that could be read, in order.
    pub runs: Vec<ComparedRun>,
    /// The pair shown first.
    pub default: Pair,
}

/// A call path, or a region without one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ComparedRegion {
    /// Region.
    pub name: String,
    /// Names from the root; empty for a region without path.
    pub path: Vec<String>,
    /// Nesting depth.
    pub depth: usize,
}

/// A run with its figures.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparedRun {
    /// Label.
    pub label: String,
    /// Its page.
    pub href: Option<String>,
    /// Execution it belongs to, where a case has several.
    pub group: Option<String>,
    /// MPI ranks.
    pub ranks: u32,
    /// Wall time, seconds.
    pub wall_s: Option<f64>,
    /// Per row: total, own and average per call in seconds, calls, ranks that ran it.
    pub values: Vec<Option<RowValues>>,
    /// Rows in the run's own tree order.
    pub order: Vec<usize>,
}

/// Total, own and average in seconds, calls, ranks: none of them divided by ranks.
pub type RowValues = (Option<f64>, Option<f64>, Option<f64>, u64, usize);

/// A baseline and a candidate, as indices into [`ComparisonData::runs`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// What is compared against.
    pub baseline: usize,
    /// What is judged.
    pub candidate: usize,
}

/// Collects the figures of a case's runs; the pair shown first is the first run and the last.
pub fn comparison(base: &str, runs: &[CaseRun<'_>]) -> ComparisonData {
    collect(base, &runs.iter().map(|run| (None, run)).collect::<Vec<_>>())
}

/// Collects the figures of runs in groups; a run is called after its group and its own label.
pub fn comparison_of(base: &str, groups: &[(&str, &[CaseRun<'_>])]) -> ComparisonData {
    let runs = groups.iter().flat_map(|(group, runs)| runs.iter().map(|run| (Some(*group), run)));
    collect(base, &runs.collect::<Vec<_>>())
}

fn collect(base: &str, runs: &[(Option<&str>, &CaseRun<'_>)]) -> ComparisonData {
    let read: Vec<(Option<&str>, &CaseRun<'_>, &RunFigures)> =
        runs.iter().filter_map(|(group, run)| Some((*group, *run, run.figures()?))).collect();
    let figures: Vec<&RunFigures> = read.iter().map(|(_, _, figures)| *figures).collect();
    let aligned = align(&figures);
    let run =
        |(number, (group, run, figures)): (usize, &(Option<&str>, &CaseRun<'_>, &RunFigures))| ComparedRun {
            label: match group {
                Some(group) => format!("{group} · {}", run.address.label),
                None => run.address.label.clone(),
            },
            href: Some(href(base, &run.address.page)),
            group: group.map(str::to_owned),
            ranks: figures.facts.num_ranks,
            wall_s: figures.facts.wall_ns().map(|ns| seconds(ns.into())),
            values: aligned.iter().map(|row| values(figures, row, number)).collect(),
            order: order(&aligned, number),
        };
    ComparisonData {
        runs: read.iter().enumerate().map(run).collect(),
        default: Pair { baseline: 0, candidate: read.len().saturating_sub(1) },
        regions: aligned.iter().map(region).collect(),
    }
}

fn region(row: &AlignedRow) -> ComparedRegion {
    ComparedRegion {
        name: row.name.to_string(),
        path: row.path.iter().map(ToString::to_string).collect(),
        depth: row.depth,
    }
}

fn values(figures: &RunFigures, aligned: &AlignedRow, run: usize) -> Option<RowValues> {
    let row: &PathRow = figures.rows.get(aligned.rows.get(run).copied().flatten()?)?;
    let total = row.total_ns.map(seconds);
    let own = row.total_ns.and(row.own_ns.map(seconds)).or(total);
    let avg = row.durations.map(|durations| durations.avg_ns / NS_PER_S);
    Some((total, own, avg, row.calls, row.num_ranks))
}

/// Aligned rows by their place in one run's table.
fn order(aligned: &[AlignedRow], run: usize) -> Vec<usize> {
    let place = |row: &AlignedRow| row.rows.get(run).copied().flatten();
    let mut rows: Vec<(usize, usize)> =
        aligned.iter().enumerate().filter_map(|(index, row)| Some((place(row)?, index))).collect();
    rows.sort_unstable();
    rows.into_iter().map(|(_, index)| index).collect()
}
