//! `diff` and `check` in other formats than the terminal's.
//!
//! Both JSON documents have: `schema_version`, `command`, `a` and `b` (`path`, `label`, `num_ranks`,
//! `recorded`; null where a side is several runs), `runs` (`a` and `b`: a list of the same for either side,
//! whether one or several), `metric`, `unit` (of `a`, `b`, `delta` and the spreads), `rows` (`region`, `metric`, `unit`, `a`,
//! `b`, `delta`, `change_pct`, and `a_min`, `a_max`, `a_runs`, `b_min`, `b_max`, `b_runs`: the smallest and
//! largest figure over the runs of a side, and how many have one), `only_in_a`, `only_in_b`, `warnings`. That
//! of `check` also has `verdict` (`pass`, `fail`), `budget_pct`, `region_budgets` (`pattern`, `budget_pct`),
//! `min_delta_s`, `violations`, and in each row `budget_pct` and `violation` (`over_budget`,
//! `grown_from_zero`, `new`, `missing` or null). The columns of the CSV are the keys of a row.

use serde::Serialize;

use super::csv::csv;
use super::json::{Objects, SCHEMA_VERSION, Values, document};
use super::markdown;
use crate::page::diff::{CheckPage, DiffPage};
use crate::page::table::{Cell, Record, Value};

#[derive(Serialize)]
struct Comparison<'a> {
    a: Option<&'a Record>,
    b: Option<&'a Record>,
    runs: Runs<'a>,
    metric: &'a str,
    unit: &'a str,
    rows: Objects<'a>,
    only_in_a: Values<'a>,
    only_in_b: Values<'a>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct Runs<'a> {
    a: &'a [Record],
    b: &'a [Record],
}

#[derive(Serialize)]
struct DiffDocument<'a> {
    schema_version: u32,
    command: &'a str,
    #[serde(flatten)]
    comparison: Comparison<'a>,
}

#[derive(Serialize)]
struct CheckDocument<'a> {
    schema_version: u32,
    command: &'a str,
    verdict: &'a str,
    budget_pct: f64,
    region_budgets: Vec<RegionBudget<'a>>,
    min_delta_s: Option<&'a Value>,
    violations: Values<'a>,
    #[serde(flatten)]
    comparison: Comparison<'a>,
}

#[derive(Serialize)]
struct RegionBudget<'a> {
    pattern: &'a Value,
    budget_pct: &'a Value,
}

fn comparison<'a>(page: &'a DiffPage, warnings: &'a [String]) -> Comparison<'a> {
    let [a_runs, b_runs] = &page.runs;
    let only = |runs: &'a [Record]| if let [run] = runs { Some(run) } else { None };
    Comparison {
        a: only(a_runs),
        b: only(b_runs),
        runs: Runs { a: a_runs, b: b_runs },
        metric: page.metric,
        unit: page.unit,
        rows: Objects(&page.machine_table),
        only_in_a: Values(&page.only_in_a),
        only_in_b: Values(&page.only_in_b),
        warnings,
    }
}

/// A comparison as a JSON document.
pub fn diff_json(page: &DiffPage) -> String {
    document(&DiffDocument {
        schema_version: SCHEMA_VERSION,
        command: "diff",
        comparison: comparison(page, &page.warnings),
    })
}

/// A verdict as a JSON document.
pub fn check_json(page: &CheckPage) -> String {
    document(&CheckDocument {
        schema_version: SCHEMA_VERSION,
        command: "check",
        verdict: if page.passes { "pass" } else { "fail" },
        budget_pct: page.budget_pct,
        region_budgets: page
            .region_budgets
            .iter()
            .map(|[pattern, budget]| RegionBudget { pattern: &pattern.value, budget_pct: &budget.value })
            .collect(),
        min_delta_s: page.min_delta_s.as_ref().map(|least| &least.value),
        violations: Values(&page.violations),
        comparison: comparison(&page.diff, &page.warnings),
    })
}

/// A comparison as CSV.
pub fn diff_csv(page: &DiffPage) -> String {
    csv(&page.machine_table)
}

/// A verdict as CSV; the last column says why a region fails.
pub fn check_csv(page: &CheckPage) -> String {
    csv(&page.diff.machine_table)
}

/// A comparison as Markdown.
pub fn diff_markdown(page: &DiffPage) -> String {
    let mut out = format!("a: {}\\\nb: {}\n", markdown::code(&page.title_a), markdown::code(&page.title_b));
    out.extend(page.warnings.iter().map(|warning| format!("\n{}\n", markdown::code(warning))));
    push_changes(&mut out, page);
    out
}

/// A verdict as Markdown.
pub fn check_markdown(page: &CheckPage) -> String {
    let mut out = format!(
        "**Regression check: {}** with a budget of {}",
        if page.passes { "PASS" } else { "FAIL" },
        page.budget
    );
    for [pattern, budget] in &page.region_budgets {
        out.push_str(&format!(", {} for {}", budget.text, markdown::code(&pattern.text)));
    }
    if let Some(least) = &page.min_delta_s {
        out.push_str(&format!("; differences below {} s pass", least.text));
    }
    out.push_str(&format!(
        "\n\nBaseline: {}\\\nCandidate: {}\n",
        markdown::code(&page.diff.title_a),
        markdown::code(&page.diff.title_b)
    ));
    out.extend(page.warnings.iter().map(|warning| format!("\n{}\n", markdown::code(warning))));
    push_changes(&mut out, &page.diff);
    push_list(&mut out, "Budget violations", &page.violations);
    out
}

fn push_changes(out: &mut String, page: &DiffPage) {
    out.push('\n');
    if page.table.rows.is_empty() {
        out.push_str("No regions to compare.\n");
        return;
    }
    out.push_str(&markdown::table(&page.table));
    push_list(out, "Only in a", &page.only_in_a);
    push_list(out, "Only in b", &page.only_in_b);
}

fn push_list(out: &mut String, title: &str, names: &[Cell]) {
    if !names.is_empty() {
        let names: Vec<String> = names.iter().map(|name| markdown::code(&name.text)).collect();
        out.push_str(&format!("\n{title}: {}\n", names.join(", ")));
    }
}
