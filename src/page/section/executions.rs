//! The executions of a case, newest first.

use std::collections::BTreeMap;

use serde::Serialize;

use super::runs_table::{RunCell, changed, plain};
use super::{Cell, Column, Link, Sort};
use crate::manifest::Execution;
use crate::page::{CaseRun, RunList, href};
use crate::units::{duration, seconds};

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExecutionsTable {
    /// Its columns; the first holds the execution.
    pub columns: Vec<Column>,
    /// The executions, newest first.
    pub rows: Vec<ExecutionRow>,
    /// The page that compares any two runs, where there are several executions.
    pub compare: Option<Link>,
}

/// One execution.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ExecutionRow {
    /// Its page.
    pub execution: Link,
    /// Whether it is the latest.
    pub latest: bool,
    /// A cell per column after the first.
    pub cells: Vec<RunCell>,
}

/// One execution with its runs as they were read.
#[derive(Debug)]
pub struct ExecutionInput<'a> {
    /// As resolved.
    pub execution: &'a Execution,
    /// Addresses of its page and runs.
    pub list: &'a RunList,
    /// Its runs.
    pub runs: &'a [CaseRun<'a>],
}

/// Builds the table; `executions` are oldest first.
pub fn executions_table(
    base: &str,
    executions: &[ExecutionInput<'_>],
    compare: Option<&str>,
) -> ExecutionsTable {
    let text = |key, header| Column { key, header, numeric: false };
    let number = |key, header| Column { key, header, numeric: true };
    let mut rows: Vec<ExecutionRow> = Vec::with_capacity(executions.len());
    let mut before: Option<&ExecutionInput<'_>> = None;
    for (index, input) in executions.iter().enumerate() {
        rows.push(row(base, input, before, index + 1 == executions.len()));
        before = Some(input);
    }
    rows.reverse();
    ExecutionsTable {
        columns: vec![
            text("execution", "execution"),
            text("date", "date"),
            text("info", "info"),
            number("runs", "runs"),
            text("ranks", "ranks"),
            number("wall", "wall time"),
            number("change", "vs the one before"),
        ],
        rows,
        compare: compare
            .map(|page| Link { text: "Compare executions".to_owned(), href: Some(href(base, page)) }),
    }
}

fn row(
    base: &str,
    input: &ExecutionInput<'_>,
    before: Option<&ExecutionInput<'_>>,
    latest: bool,
) -> ExecutionRow {
    let execution = input.execution;
    let info: Vec<String> = execution.info.iter().map(|(key, value)| format!("{key}: {value}")).collect();
    let wall: f64 = walls(input).values().sum();
    ExecutionRow {
        execution: Link { text: execution.label.clone(), href: Some(href(base, &input.list.page)) },
        latest,
        cells: vec![
            plain(execution.date.as_deref().map_or_else(Cell::none, Cell::text)),
            plain(Cell::text(info.join(", "))),
            plain(Cell { text: input.runs.len().to_string(), value: Sort::Number(input.runs.len() as f64) }),
            plain(Cell::text(ranks(input))),
            plain(Cell::number(Some(wall).filter(|wall| *wall > 0.0), duration)),
            before.map_or_else(|| plain(Cell::none()), |before| change(before, input)),
        ],
    }
}

/// Distinct rank counts: `1, 2, 4`.
fn ranks(input: &ExecutionInput<'_>) -> String {
    let counts = input.runs.iter().filter_map(CaseRun::figures).map(|figures| figures.facts.num_ranks);
    let distinct: std::collections::BTreeSet<u32> = counts.collect();
    distinct.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Wall time per run label, seconds.
fn walls<'a>(input: &'a ExecutionInput<'_>) -> BTreeMap<&'a str, f64> {
    let wall = |run: &'a CaseRun<'_>| {
        Some((run.address.label.as_str(), seconds(run.figures()?.facts.wall_ns()?.into())))
    };
    input.runs.iter().filter_map(wall).collect()
}

/// Change of the summed wall time of the runs that both executions have.
fn change(before: &ExecutionInput<'_>, input: &ExecutionInput<'_>) -> RunCell {
    let (before, after) = (walls(before), walls(input));
    let both = before.iter().filter_map(|(label, wall)| Some((wall, after.get(label)?)));
    let (old, new) = both.fold((0.0, 0.0), |(old, new), (a, b)| (old + a, new + b));
    changed(Some(old), Some(new))
}
