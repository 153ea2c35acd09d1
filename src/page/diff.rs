//! What `diff` and `check` show of two profiles, or of several runs on either side.

use std::collections::BTreeSet;

use super::device_time;
use super::judgement::{Judgement, judgements};
use super::table::{Cell, Column, Record, Row, Table, Value};
use super::tone::Tone;
use crate::analysis::budget::{Budget, Violation};
use crate::analysis::check::Verdict;
use crate::analysis::diff::{Change, Metric, Unit};
use crate::analysis::repeats::Spread;
use crate::analysis::{RunFigures, SAME_PCT};
use crate::text::visible;
use crate::units::{general, signed_general};

/// Two profiles and what changed between them.
#[derive(Debug, Clone, PartialEq)]
pub struct DiffPage {
    /// Title of the first side: label, path, ranks; or the paths of its runs.
    pub title_a: String,
    /// Title of the second side.
    pub title_b: String,
    /// Doubts about the figures, prefixed by the run they are about.
    pub warnings: Vec<String>,
    /// A row per region: name, both figures (with their spreads if there are several runs), difference,
    /// change in percent.
    pub table: Table,
    /// Names of regions that only the first side knows.
    pub only_in_a: Vec<Cell>,
    /// Names of regions that only the second side knows.
    pub only_in_b: Vec<Cell>,
    /// The runs of either side, for machines.
    pub runs: [Vec<Record>; 2],
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

/// The runs of one side of a comparison, at least one.
#[derive(Debug, Clone, Copy)]
pub struct Side<'a> {
    /// Their paths, relative to the current folder.
    pub paths: &'a [String],
    /// Their figures, in the order of the paths.
    pub figures: &'a [RunFigures],
}

impl<'a> Side<'a> {
    fn runs(self) -> impl Iterator<Item = (&'a str, &'a RunFigures)> {
        self.paths.iter().map(String::as_str).zip(self.figures)
    }
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
    /// The page of two sides and the changes between them, in the order given.
    pub fn new(a: Side<'_>, b: Side<'_>, changes: &[Change], metric: Metric) -> Self {
        let names = |of: fn(&Change) -> bool| {
            changes.iter().filter(|change| of(change)).map(|change| Cell::text(&change.name)).collect()
        };
        Self {
            title_a: title(a),
            title_b: title(b),
            warnings: [("a", a), ("b", b)].into_iter().filter_map(device_time_warning).collect(),
            table: table(changes, metric, [a, b].map(|side| side.figures.len())),
            only_in_a: names(Change::is_only_in_a),
            only_in_b: names(Change::is_only_in_b),
            runs: [a, b].map(|side| side.runs().map(run).collect()),
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

/// A warning when the sides cover different numbers of ranks, so that sums over ranks differ by that alone.
fn rank_warning(a: Side<'_>, b: Side<'_>) -> Option<String> {
    let (a, b) = (covered(a), covered(b));
    let covers = |counts: &BTreeSet<usize>| {
        let counts: Vec<String> = counts.iter().map(ToString::to_string).collect();
        let noun = if counts == ["1"] { "rank" } else { "ranks" };
        format!("{} {noun}", counts.join(" or "))
    };
    (a != b || a.len() > 1).then(|| {
        format!(
            "the baseline covers {} and the candidate {}; totals and calls are sums over ranks",
            covers(&a),
            covers(&b)
        )
    })
}

/// How many ranks the runs of a side cover.
fn covered(side: Side<'_>) -> BTreeSet<usize> {
    side.figures.iter().map(|figures| figures.ranks.len()).collect()
}

/// `label - path (4 ranks)`, or `3 runs: path, path, path`.
fn title(side: Side<'_>) -> String {
    if let ([path], [figures]) = (side.paths, side.figures) {
        let facts = &figures.facts;
        let ranks = if facts.num_ranks == 1 { "rank" } else { "ranks" };
        let place = format!("{} ({} {ranks})", visible(path), facts.num_ranks);
        return match &facts.label {
            Some(label) => format!("{} - {place}", visible(label)),
            None => place,
        };
    }
    let paths: Vec<_> = side.paths.iter().map(|path| visible(path)).collect();
    format!("{} runs: {}", paths.len(), paths.join(", "))
}

fn run((path, figures): (&str, &RunFigures)) -> Record {
    let facts = &figures.facts;
    let mut record = Record::default();
    record.push("path", path);
    record.push("label", facts.label.clone());
    record.push("num_ranks", facts.num_ranks);
    record.push("recorded", facts.timestamp.clone());
    record
}

fn device_time_warning((letter, side): (&str, Side<'_>)) -> Option<String> {
    let regions = side.figures.iter().flat_map(|figures| &figures.regions);
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

/// The table for people; a side of several runs has a column for their spread.
fn table(changes: &[Change], metric: Metric, runs: [usize; 2]) -> Table {
    let label = label(metric);
    let mut columns = vec![Column::text("region", "region")];
    for (side, runs) in ["a", "b"].into_iter().zip(runs) {
        columns.push(Column::number(side, format!("{label} ({side})")));
        if runs > 1 {
            columns.push(Column::text(format!("spread_{side}"), format!("min - max ({side})")));
        }
    }
    columns.push(Column::number("delta", "delta"));
    columns.push(Column::number("change_pct", "delta [%]"));
    let rows = changes.iter().map(|change| Row::flat(cells(change, metric, runs))).collect();
    Table { columns, rows }
}

fn cells(change: &Change, metric: Metric, runs: [usize; 2]) -> Vec<Cell> {
    let mut cells = vec![Cell::text(&change.name)];
    let sides = [(change.a, change.spread_a), (change.b, change.spread_b)];
    for ((value, spread), runs) in sides.into_iter().zip(runs) {
        cells.push(Cell::or_unknown(value.map(|value| figure(value, metric, general))));
        if runs > 1 {
            cells.push(Cell::or_unknown(spread.map(|spread| spread_cell(spread, runs, metric))));
        }
    }
    cells.extend(change_cells(change, metric));
    cells
}

/// Difference and change in percent.
fn change_cells(change: &Change, metric: Metric) -> [Cell; 2] {
    let pct = change.pct.map(|pct| Cell::number(format!("{}%", signed_general(pct, 4)), pct));
    [figure(change.delta, metric, signed_general), Cell::or_unknown(pct)]
        .map(|cell| cell.with_tone(tone(change)))
}

/// More is worse for every metric; what rounds to no change is none.
fn tone(change: &Change) -> Tone {
    match (change.delta, change.pct) {
        (_, Some(pct)) if pct.abs() < SAME_PCT => Tone::Neutral,
        (delta, _) if delta > 0.0 => Tone::Bad,
        (delta, _) if delta < 0.0 => Tone::Good,
        _ => Tone::Neutral,
    }
}

/// `0.98 - 1.05`, and how many runs have the figure if not all of the side's do.
fn spread_cell(spread: Spread, side_runs: usize, metric: Metric) -> Cell {
    let end = |value| figure(value, metric, general).text;
    let Spread { min, max, runs } = spread;
    let range = format!("{} - {}", end(min), end(max));
    let text = if runs < side_runs { format!("{range} ({runs} of {side_runs} runs)") } else { range };
    Cell { text, ..Cell::default() }
}

/// A figure with six significant digits, or whole if the metric counts.
pub(super) fn figure(value: f64, metric: Metric, text: fn(f64, usize) -> String) -> Cell {
    /// More digits than any count has.
    const ALL_DIGITS: usize = 25;
    match metric.unit() {
        // Half a call: the median of an even number of runs.
        Unit::Calls if value.fract() != 0.0 => Cell::number(text(value, ALL_DIGITS), value),
        Unit::Calls => Cell::integer(text(value, ALL_DIGITS), value as i128),
        Unit::Seconds | Unit::Percent => Cell::number(text(value, 6), value),
    }
}

/// The same columns whatever the metric, which stands beside each row, so that rows of several calls
/// can be put into one table.
fn machine_table(changes: &[Change], metric: Metric) -> Table {
    let mut columns = vec![
        Column::text("region", "region"),
        Column::text("metric", "metric"),
        Column::text("unit", "unit"),
        Column::number("a", "a"),
        Column::number("b", "b"),
        Column::number("delta", "delta"),
        Column::number("change_pct", "change_pct"),
    ];
    for key in ["a_min", "a_max", "a_runs", "b_min", "b_max", "b_runs"] {
        columns.push(Column::number(key, key));
    }
    let row = |change: &Change| Row::flat(machine_cells(change, metric));
    Table { columns, rows: changes.iter().map(row).collect() }
}

fn machine_cells(change: &Change, metric: Metric) -> Vec<Cell> {
    let figure = |value: f64| figure(value, metric, general);
    let mut cells =
        vec![Cell::text(&change.name), Cell::text(metric_word(metric)), Cell::text(unit_word(metric))];
    cells.extend([change.a, change.b].map(|value| Cell::or_unknown(value.map(figure))));
    cells.extend(change_cells(change, metric));
    for spread in [change.spread_a, change.spread_b] {
        let runs = spread.map_or(0, |spread| spread.runs);
        cells.extend([spread.map(|s| figure(s.min)), spread.map(|s| figure(s.max))].map(Cell::or_unknown));
        cells.push(Cell { value: Value::from(runs), text: runs.to_string(), ..Cell::default() });
    }
    cells
}
