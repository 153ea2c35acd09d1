//! What `diff` and `check` show of two profiles.

use std::collections::BTreeSet;

use super::device_time;
use super::judgement::{Judgement, judgements};
use super::table::{Cell, Column, Record, Row, Table};
use crate::analysis::RunFigures;
use crate::analysis::budget::{Budget, Violation};
use crate::analysis::check::Verdict;
use crate::analysis::diff::{Change, Metric, Unit};
use crate::text::visible;
use crate::units::{general, signed_general};

/// Two profiles and what changed between them.
#[derive(Debug, Clone, PartialEq)]
pub struct DiffPage {
    /// Title of the first run: label, path, ranks.
    pub title_a: String,
    /// Title of the second run.
    pub title_b: String,
    /// Doubts about the figures, prefixed by the run they are about.
    pub warnings: Vec<String>,
    /// A row per region: name, both figures, difference, change in percent.
    pub table: Table,
    /// Names of regions that only the first run knows.
    pub only_in_a: Vec<Cell>,
    /// Names of regions that only the second run knows.
    pub only_in_b: Vec<Cell>,
    /// Both runs, for machines.
    pub runs: [Record; 2],
    /// Name of the compared metric.
    pub metric: &'static str,
    /// Unit of the figures: `s`, `%` or `calls`.
    pub unit: &'static str,
    /// The rows for machines.
    pub machine_table: Table,
}

/// A comparison, and whether it stays within a budget.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckPage {
    /// The comparison.
    pub diff: DiffPage,
    /// The budget as a line: `+50% (total)`.
    pub budget: String,
    /// The budget in percent.
    pub budget_pct: f64,
    /// Budgets of some regions: pattern and change in percent, in order of precedence.
    pub region_budgets: Vec<[Cell; 2]>,
    /// Smallest difference that counts, s, if some do not.
    pub min_delta_s: Option<Cell>,
    /// Whether the check passes.
    pub passes: bool,
    /// What is said of each region, in table order.
    pub judgements: Vec<Judgement>,
    /// Names of the regions that fail, in table order.
    pub violations: Vec<Cell>,
    /// What makes the comparison doubtful.
    pub warnings: Vec<String>,
}

/// One of the two runs.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// The path, relative to the current folder.
    pub path: &'a str,
    /// The run's figures.
    pub figures: &'a RunFigures,
}

/// The word for a metric on the command line and in documents.
pub fn metric_word(metric: Metric) -> &'static str {
    match metric {
        Metric::Total => "total",
        Metric::Avg => "avg",
        Metric::Min => "min",
        Metric::Max => "max",
        Metric::P50 => "p50",
        Metric::P95 => "p95",
        Metric::P99 => "p99",
        Metric::Imbalance => "imbalance",
        Metric::Calls => "calls",
        Metric::GpuTotal => "gpu_total",
        Metric::GpuAvg => "gpu_avg",
    }
}

pub(super) fn unit_word(metric: Metric) -> &'static str {
    match metric.unit() {
        Unit::Seconds => "s",
        Unit::Percent => "%",
        Unit::Calls => "calls",
    }
}

/// The word for why a region fails a check.
pub(super) fn violation_word(violation: Violation) -> &'static str {
    match violation {
        Violation::OverBudget => "over_budget",
        Violation::GrownFromZero => "grown_from_zero",
        Violation::New => "new",
        Violation::Missing => "missing",
    }
}

impl DiffPage {
    /// The page of two runs and the changes between them, in the order given.
    pub fn new(a: Side<'_>, b: Side<'_>, changes: &[Change], metric: Metric) -> Self {
        let names = |of: fn(&Change) -> bool| {
            changes.iter().filter(|change| of(change)).map(|change| Cell::text(&change.name)).collect()
        };
        Self {
            title_a: title(a),
            title_b: title(b),
            warnings: [("a", a), ("b", b)].into_iter().filter_map(device_time_warning).collect(),
            table: table(changes, metric),
            only_in_a: names(Change::is_only_in_a),
            only_in_b: names(Change::is_only_in_b),
            runs: [run(a), run(b)],
            metric: metric_word(metric),
            unit: unit_word(metric),
            machine_table: machine_table(changes, metric),
        }
    }
}

impl CheckPage {
    /// The page of a verdict.
    pub fn new(a: Side<'_>, b: Side<'_>, verdict: &Verdict, budget: &Budget, metric: Metric) -> Self {
        let changes: Vec<Change> = verdict.rows.iter().map(|row| row.change.clone()).collect();
        let mut diff = DiffPage::new(a, b, &changes, metric);
        push_judgements(&mut diff, verdict, budget);
        let unused = unused_budgets(verdict, budget);
        Self {
            diff,
            budget: format!("{} ({})", budget_text(budget.max_regression_pct()), metric_word(metric)),
            budget_pct: budget.max_regression_pct(),
            region_budgets: budget
                .regions()
                .iter()
                .map(|own| [Cell::text(own.pattern()), budget_cell(own.max_regression_pct())])
                .collect(),
            min_delta_s: budget.min_delta_s().map(|s| Cell::number(general(s, 6), s)),
            passes: verdict.passes(),
            judgements: judgements(verdict, metric),
            violations: verdict.violations().map(|change| Cell::text(&change.name)).collect(),
            warnings: rank_warning(a, b).into_iter().chain(unused).collect(),
        }
    }
}

fn budget_text(pct: f64) -> String {
    format!("{}%", signed_general(pct, 6))
}

fn budget_cell(pct: f64) -> Cell {
    Cell::number(budget_text(pct), pct)
}

/// Adds each region's budget and why it fails for machines, and for people the budget if there are several.
fn push_judgements(diff: &mut DiffPage, verdict: &Verdict, budget: &Budget) {
    let machine = &mut diff.machine_table;
    machine.columns.push(Column::number("budget_pct", "budget"));
    machine.columns.push(Column::text("violation", "violation"));
    for (row, judged) in machine.rows.iter_mut().zip(&verdict.rows) {
        let violation = judged.violation.map(|violation| Cell::text(violation_word(violation)));
        row.cells.extend([budget_cell(judged.budget_pct), violation.unwrap_or_default()]);
    }
    if budget.regions().is_empty() {
        return;
    }
    diff.table.columns.push(Column::number("budget_pct", "budget"));
    for (row, judged) in diff.table.rows.iter_mut().zip(&verdict.rows) {
        row.cells.push(budget_cell(judged.budget_pct));
    }
}

/// A warning for each budget that is no region's: a misspelled pattern would be missed by nobody.
fn unused_budgets(verdict: &Verdict, budget: &Budget) -> Vec<String> {
    let used: BTreeSet<_> = verdict.rows.iter().filter_map(|row| budget.place_of(&row.change.name)).collect();
    let unused = budget.regions().iter().enumerate().filter(|(place, _)| !used.contains(place));
    unused
        .map(|(_, own)| {
            format!(
                "no region has the budget of {}: look at its pattern and those before it",
                visible(own.pattern())
            )
        })
        .collect()
}

/// A warning when the runs cover different numbers of ranks, so that sums over ranks differ by that alone.
fn rank_warning(a: Side<'_>, b: Side<'_>) -> Option<String> {
    let (a, b) = (a.figures.ranks.len(), b.figures.ranks.len());
    let ranks = |n: usize| if n == 1 { "1 rank".to_owned() } else { format!("{n} ranks") };
    (a != b).then(|| {
        format!(
            "the baseline covers {} and the candidate {}; totals and calls are sums over ranks",
            ranks(a),
            ranks(b)
        )
    })
}

fn title(side: Side<'_>) -> String {
    let facts = &side.figures.facts;
    let ranks = if facts.num_ranks == 1 { "rank" } else { "ranks" };
    let place = format!("{} ({} {ranks})", visible(side.path), facts.num_ranks);
    match &facts.label {
        Some(label) => format!("{} - {place}", visible(label)),
        None => place,
    }
}

fn run(side: Side<'_>) -> Record {
    let facts = &side.figures.facts;
    let mut record = Record::default();
    record.push("path", side.path);
    record.push("label", facts.label.clone());
    record.push("num_ranks", facts.num_ranks);
    record.push("recorded", facts.timestamp.clone());
    record
}

fn device_time_warning((letter, side): (&str, Side<'_>)) -> Option<String> {
    let regions = side.figures.regions.iter();
    let warning = device_time::warning(regions.map(|region| (&*region.name, region.gpu, region.total_ns)))?;
    Some(format!("{letter}: {warning}"))
}

/// Heading of a metric's columns.
fn label(metric: Metric) -> String {
    match metric.unit() {
        Unit::Calls => "calls".to_owned(),
        _ => format!("{} [{}]", metric_word(metric).replace('_', " "), unit_word(metric)),
    }
}

fn table(changes: &[Change], metric: Metric) -> Table {
    let label = label(metric);
    let columns = vec![
        Column::text("region", "region"),
        Column::number("a", format!("{label} (a)")),
        Column::number("b", format!("{label} (b)")),
        Column::number("delta", "delta"),
        Column::number("change_pct", "delta [%]"),
    ];
    Table { columns, rows: changes.iter().map(|change| Row::flat(cells(change, metric))).collect() }
}

fn cells(change: &Change, metric: Metric) -> Vec<Cell> {
    let figure = |value| figure(value, metric, general);
    vec![
        Cell::text(&change.name),
        Cell::or_unknown(change.a.map(figure)),
        Cell::or_unknown(change.b.map(figure)),
        self::figure(change.delta, metric, signed_general),
        Cell::or_unknown(change.pct.map(|pct| Cell::number(format!("{}%", signed_general(pct, 4)), pct))),
    ]
}

/// A figure with six significant digits, or whole if the metric counts.
pub(super) fn figure(value: f64, metric: Metric, text: fn(f64, usize) -> String) -> Cell {
    /// More digits than any count has.
    const ALL_DIGITS: usize = 25;
    match metric.unit() {
        Unit::Calls => Cell::integer(text(value, ALL_DIGITS), value as i128),
        Unit::Seconds | Unit::Percent => Cell::number(text(value, 6), value),
    }
}

/// The same columns whatever the metric, which stands beside each row, so that rows of several calls
/// can be put into one table.
fn machine_table(changes: &[Change], metric: Metric) -> Table {
    let mut table = table(changes, metric);
    table.columns.insert(1, Column::text("metric", "metric"));
    table.columns.insert(2, Column::text("unit", "unit"));
    for row in &mut table.rows {
        row.cells.insert(1, Cell::text(metric_word(metric)));
        row.cells.insert(2, Cell::text(unit_word(metric)));
    }
    table
}
