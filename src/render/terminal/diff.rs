//! The texts of `diff` and `check`.

use super::banner;
use super::screen::Screen;
use super::table::open_table;
use crate::page::diff::{CheckPage, DiffPage};
use crate::page::table::Cell;
use crate::page::tone::Tone;

/// The text of a comparison.
pub fn diff(page: &DiffPage, screen: Screen) -> String {
    let mut out = banner(&[&format!("a: {}", page.title_a), &format!("b: {}", page.title_b)]);
    for warning in &page.warnings {
        out.push_str(&format!("{warning}\n"));
    }
    out.push_str(&format!("Regions ({})\n", page.table.rows.len()));
    push_changes(&mut out, page, screen);
    out
}

/// The text of a check.
pub fn check(page: &CheckPage, screen: Screen) -> String {
    let (verdict, tone) = if page.passes { ("PASS", Tone::Good) } else { ("FAIL", Tone::Bad) };
    let mut out = format!(
        "Baseline: {}\nCandidate: {}\nRegression budget: {}\n",
        page.diff.title_a, page.diff.title_b, page.budget
    );
    for [pattern, budget] in &page.region_budgets {
        out.push_str(&format!("  {}: {}\n", pattern.text, budget.text));
    }
    if let Some(least) = &page.min_delta_s {
        out.push_str(&format!("  differences below {} s pass\n", least.text));
    }
    out.push_str(&format!("Regression check: {}\n", screen.colour.news(verdict, tone)));
    push_changes(&mut out, &page.diff, screen);
    if !page.violations.is_empty() {
        out.push_str(&format!("Budget violations: {}\n", joined(&page.violations)));
    }
    out
}

fn joined(names: &[Cell]) -> String {
    names.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// The table, the regions of one side only, and an empty line.
fn push_changes(out: &mut String, page: &DiffPage, screen: Screen) {
    if page.table.rows.is_empty() {
        out.push_str("  (no regions to compare)\n");
        return;
    }
    out.push_str(&open_table(&page.table, screen));
    let lists = [("a", &page.only_in_a), ("b", &page.only_in_b)];
    let lists: String = lists
        .into_iter()
        .filter(|(_, names)| !names.is_empty())
        .map(|(side, names)| format!("  Only in {side}: {}\n", joined(names)))
        .collect();
    if !lists.is_empty() {
        out.push('\n');
        out.push_str(&lists);
    }
    out.push('\n');
}
