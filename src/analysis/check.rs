//! Whether a run is slower than its baseline by more than a budget.

use super::Region;
use super::diff::{self, Change, Metric, Order};

/// What is tolerated.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Budget {
    /// Largest change that passes, % of the baseline.
    max_regression_pct: f64,
    fail_on_new: bool,
    fail_on_missing: bool,
}

impl Budget {
    /// A budget in percent; `None` unless it is finite and not negative.
    pub fn new(max_regression_pct: f64) -> Option<Self> {
        let valid = max_regression_pct.is_finite() && max_regression_pct >= 0.0;
        valid.then_some(Self { max_regression_pct, fail_on_new: false, fail_on_missing: false })
    }

    /// Largest change that passes, % of the baseline.
    pub fn max_regression_pct(&self) -> f64 {
        self.max_regression_pct
    }

    /// The same budget, under which a region that only the candidate has fails if `new` says so, and one
    /// that only the baseline has if `missing` does.
    pub fn failing_on(self, new: bool, missing: bool) -> Self {
        Self { fail_on_new: new, fail_on_missing: missing, ..self }
    }

    /// Why a change breaks the budget, if it does. The comparison is strict: a change of exactly the
    /// budget passes. No budget is a percentage of nothing: any growth from 0 fails.
    fn violation(&self, change: &Change) -> Option<Violation> {
        match (change.a, change.b, change.pct) {
            (None, _, _) => self.fail_on_new.then_some(Violation::New),
            (_, None, _) => self.fail_on_missing.then_some(Violation::Missing),
            (_, _, Some(pct)) => (pct > self.max_regression_pct).then_some(Violation::OverBudget),
            (_, _, None) => (change.delta > 0.0).then_some(Violation::GrownFromZero),
        }
    }
}

/// Why a region fails a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// The change is above the budget.
    OverBudget,
    /// The baseline is exactly 0 and the candidate is more.
    GrownFromZero,
    /// Only the candidate has the region.
    New,
    /// Only the baseline has the region.
    Missing,
}

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Every region with the figure on at least one side, largest change in percent first, and why it
    /// fails. At least one region has the figure on both sides, or fails.
    pub rows: Vec<(Change, Option<Violation>)>,
}

impl Verdict {
    /// Whether nothing fails.
    pub fn passes(&self) -> bool {
        self.violations().next().is_none()
    }

    /// The regions that fail, in table order.
    pub fn violations(&self) -> impl Iterator<Item = &Change> {
        self.rows.iter().filter(|(_, violation)| violation.is_some()).map(|(change, _)| change)
    }
}

/// Nothing could be compared, so that neither passing nor failing would mean anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NothingCompared {
    /// Regions that have the figure in the baseline only.
    pub only_in_baseline: usize,
    /// Regions that have the figure in the candidate only.
    pub only_in_candidate: usize,
}

/// Judges a candidate against a baseline.
///
/// # Errors
///
/// [`NothingCompared`] if no region has the figure in both runs and none fails for being new or missing.
pub fn check(
    baseline: &[Region],
    candidate: &[Region],
    metric: Metric,
    budget: &Budget,
) -> Result<Verdict, NothingCompared> {
    let mut changes = diff::changes(baseline, candidate, metric);
    diff::sort(&mut changes, Order::Pct);
    let judge = |change: Change| {
        let violation = budget.violation(&change);
        (change, violation)
    };
    let rows: Vec<_> = changes.into_iter().map(judge).collect();
    let only_in_baseline = rows.iter().filter(|(change, _)| change.is_only_in_a()).count();
    let only_in_candidate = rows.iter().filter(|(change, _)| change.is_only_in_b()).count();
    let verdict = Verdict { rows };
    if verdict.passes() && only_in_baseline + only_in_candidate == verdict.rows.len() {
        return Err(NothingCompared { only_in_baseline, only_in_candidate });
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::super::diff::tests::{any_regions, region};
    use super::*;
    use proptest::prelude::*;

    fn budget(pct: f64) -> Budget {
        Budget::new(pct).unwrap()
    }

    fn failing(verdict: &Verdict) -> Vec<&str> {
        verdict.violations().map(|c| c.name.as_str()).collect()
    }

    fn example() -> ([Region; 4], [Region; 4]) {
        let s = 1_000_000_000;
        (
            [
                region("x", Some(s)),
                region("same", Some(s)),
                region("gone", Some(2 * s)),
                region("z", Some(0)),
            ],
            [
                region("x", Some(3 * s / 2)),
                region("same", Some(s)),
                region("new", Some(3 * s)),
                region("z", Some(0)),
            ],
        )
    }

    #[test]
    fn only_more_than_the_budget_fails() {
        let (a, b) = example();
        let verdict = |pct| check(&a, &b, Metric::Total, &budget(pct)).unwrap();
        assert_eq!(failing(&verdict(10.0)), ["x"]);
        assert!(verdict(50.0).passes());
        assert_eq!(failing(&verdict(49.99)), ["x"]);
    }

    #[test]
    fn new_and_missing_regions_fail_on_request() {
        let (a, b) = example();
        let mut strict = budget(60.0).failing_on(true, false);
        assert_eq!(failing(&check(&a, &b, Metric::Total, &strict).unwrap()), ["new"]);
        strict = strict.failing_on(true, true);
        assert_eq!(failing(&check(&a, &b, Metric::Total, &strict).unwrap()), ["gone", "new"]);
    }

    #[test]
    fn growth_from_nothing_fails_whatever_the_budget() {
        let verdict =
            check(&[region("z", Some(0))], &[region("z", Some(1))], Metric::Total, &budget(1e9)).unwrap();
        assert_eq!(verdict.rows[0].1, Some(Violation::GrownFromZero));
        let same =
            check(&[region("z", Some(0))], &[region("z", Some(0))], Metric::Total, &budget(0.0)).unwrap();
        assert!(same.passes());
    }

    #[test]
    fn comparing_nothing_is_no_verdict() {
        let (old, new) = ([region("old", Some(1))], [region("new", Some(1))]);
        let nothing = NothingCompared { only_in_baseline: 1, only_in_candidate: 1 };
        assert_eq!(check(&old, &new, Metric::Total, &budget(0.0)), Err(nothing));
        assert!(check(&old, &old, Metric::P95, &budget(0.0)).is_err());
        assert!(check(&[], &[], Metric::Total, &budget(0.0)).is_err());
    }

    #[test]
    fn a_budget_is_a_finite_percentage() {
        for pct in [-1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Budget::new(pct), None);
        }
    }

    proptest! {
        #[test]
        fn never_passes_a_region_that_exceeds_the_budget(
            a in any_regions(), b in any_regions(), pct in 0.0f64..300.0, metric in 0..Metric::ALL.len()
        ) {
            let metric = Metric::ALL[metric];
            let exceeds = |change: &Change| match (change.a, change.b) {
                (Some(a), Some(b)) => b > a && (a == 0.0 || (b - a) / a * 100.0 > pct * 1.000001),
                _ => false,
            };
            let slower = diff::changes(&a, &b, metric).iter().any(exceeds);
            if let Ok(verdict) = check(&a, &b, metric, &budget(pct)) {
                prop_assert!(!(verdict.passes() && slower));
            } else {
                prop_assert!(!slower);
            }
        }
    }
}
