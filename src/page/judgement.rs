//! What a check says of each region, as sentences.

use super::diff::{figure, metric_word, unit_word, violation_word};
use super::table::Cell;
use crate::analysis::budget::Violation;
use crate::analysis::check::{Judged, Verdict};
use crate::analysis::diff::{Metric, Unit};
use crate::units::{general, signed_general};

/// A region and what a check says of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judgement {
    /// Name of the region.
    pub region: Cell,
    /// The judgement.
    pub outcome: Outcome,
    /// What changed, in the metric's unit; an unknown side counts as 0.
    pub delta: f64,
}

/// What a check says of a region.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The change is within the budget.
    Passes,
    /// Only one run has the region, and that is no failure.
    NotJudged {
        /// Which run has it.
        why: String,
    },
    /// The region fails.
    Fails {
        /// The word for why: `over_budget`, `grown_from_zero`, `new`, `missing`.
        kind: &'static str,
        /// Figures and budget.
        why: String,
    },
}

/// The judgements of a verdict, in its order.
pub(super) fn judgements(verdict: &Verdict, metric: Metric) -> Vec<Judgement> {
    let judgement = |judged: &Judged| Judgement {
        region: Cell::text(&judged.change.name),
        outcome: outcome(judged, metric),
        delta: judged.change.delta,
    };
    verdict.rows.iter().map(judgement).collect()
}

fn outcome(judged: &Judged, metric: Metric) -> Outcome {
    let change = &judged.change;
    let amount = |value| amount(value, metric);
    let (word, a, b) = (metric_word(metric), change.a.map(amount), change.b.map(amount));
    let why = match (a, b) {
        (Some(a), None) => format!("only the baseline has it: {word} {a}"),
        (None, b) => format!("only the candidate has it: {word} {}", b.unwrap_or_default()),
        (Some(a), Some(b)) => format!("{word} {a} -> {b}{}", reason(judged)),
    };
    match judged.violation {
        Some(violation) => Outcome::Fails { kind: violation_word(violation), why },
        None if change.is_only_in_a() || change.is_only_in_b() => Outcome::NotJudged { why },
        None => Outcome::Passes,
    }
}

fn reason(judged: &Judged) -> String {
    let pct = |digits, pct| format!("{}%", signed_general(pct, digits));
    match (judged.violation, judged.change.pct) {
        (Some(Violation::GrownFromZero), _) | (_, None) => ", and no budget allows growth from 0".to_owned(),
        (_, Some(change)) => {
            format!(", {} with a budget of {}", pct(4, change), pct(6, judged.budget_pct))
        }
    }
}

/// A figure and its unit: `0.5 s`, `12%`, `3` calls.
fn amount(value: f64, metric: Metric) -> String {
    let figure = figure(value, metric, general).text;
    match metric.unit() {
        Unit::Seconds => format!("{figure} {}", unit_word(metric)),
        Unit::Percent => format!("{figure}%"),
        Unit::Calls => figure,
    }
}
