//! Whether a run is slower than its baseline by more than a budget.

use super::Region;
use super::budget::{Budget, Violation};
use super::diff::{self, Change, Metric, Order};

/// The outcome of a check.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Every region with the figure on at least one side, largest change in percent first. At least one
    /// region has the figure on both sides, or fails.
    pub rows: Vec<Judged>,
}

/// A region and what is thought of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Judged {
    /// What changed.
    pub change: Change,
    /// Largest change that passes, % of the baseline.
    pub budget_pct: f64,
    /// Why the region fails, if it does.
    pub violation: Option<Violation>,
}

impl Verdict {
    /// Whether nothing fails.
    pub fn passes(&self) -> bool {
        self.violations().next().is_none()
    }

    /// The regions that fail, in table order.
    pub fn violations(&self) -> impl Iterator<Item = &Change> {
        self.rows.iter().filter(|row| row.violation.is_some()).map(|row| &row.change)
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

/// Judges a candidate against a baseline, each one run or several.
///
/// # Errors
///
/// [`NothingCompared`] if no region has the figure on both sides and none fails for being new or missing.
pub fn check<R: AsRef<[Region]>>(
    baseline: &[R],
    candidate: &[R],
    metric: Metric,
    budget: &Budget,
) -> Result<Verdict, NothingCompared> {
    let mut changes = diff::changes(baseline, candidate, metric);
    diff::sort(&mut changes, Order::Pct);
    let judge = |change: Change| {
        let budget_pct = budget.pct_of(&change.name);
        let violation = budget.violation(&change, metric, budget_pct);
        Judged { change, budget_pct, violation }
    };
    let rows: Vec<_> = changes.into_iter().map(judge).collect();
    let only_in_baseline = rows.iter().filter(|row| row.change.is_only_in_a()).count();
    let only_in_candidate = rows.iter().filter(|row| row.change.is_only_in_b()).count();
    let verdict = Verdict { rows };
    if verdict.passes() && only_in_baseline + only_in_candidate == verdict.rows.len() {
        return Err(NothingCompared { only_in_baseline, only_in_candidate });
    }
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::super::budget::RegionBudget;
    use super::super::diff::Unit;
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
        let verdict = |pct| check(&[&a], &[&b], Metric::Total, &budget(pct)).unwrap();
        assert_eq!(failing(&verdict(10.0)), ["x"]);
        assert!(verdict(50.0).passes());
        assert_eq!(failing(&verdict(49.99)), ["x"]);
    }

    #[test]
    fn new_and_missing_regions_fail_on_request() {
        let (a, b) = example();
        let mut strict = budget(60.0).failing_on(true, false);
        assert_eq!(failing(&check(&[&a], &[&b], Metric::Total, &strict).unwrap()), ["new"]);
        strict = strict.failing_on(true, true);
        assert_eq!(failing(&check(&[&a], &[&b], Metric::Total, &strict).unwrap()), ["gone", "new"]);
    }

    #[test]
    fn growth_from_nothing_fails_whatever_the_budget() {
        let verdict =
            check(&[[region("z", Some(0))]], &[[region("z", Some(1))]], Metric::Total, &budget(1e9)).unwrap();
        assert_eq!(verdict.rows[0].violation, Some(Violation::GrownFromZero));
        let same =
            check(&[[region("z", Some(0))]], &[[region("z", Some(0))]], Metric::Total, &budget(0.0)).unwrap();
        assert!(same.passes());
    }

    #[test]
    fn comparing_nothing_is_no_verdict() {
        let (old, new) = ([region("old", Some(1))], [region("new", Some(1))]);
        let nothing = NothingCompared { only_in_baseline: 1, only_in_candidate: 1 };
        assert_eq!(check(&[&old], &[&new], Metric::Total, &budget(0.0)), Err(nothing));
        assert!(check(&[&old], &[&old], Metric::P95, &budget(0.0)).is_err());
        assert!(check::<Vec<Region>>(&[], &[], Metric::Total, &budget(0.0)).is_err());
    }

    #[test]
    fn small_differences_pass_where_the_metric_is_a_time() {
        let (a, b) =
            ([region("z", Some(0)), region("r", Some(10))], [region("z", Some(1)), region("r", Some(12))]);
        let failing_above = |min_delta_s| {
            let budget = budget(5.0).ignoring_below(min_delta_s).unwrap();
            failing(&check(&[&a], &[&b], Metric::Total, &budget).unwrap()).join(" ")
        };
        assert_eq!([0.0, 1e-9, 2e-9, 3e-9].map(failing_above), ["r z", "r z", "r", ""]);
        let (idle, called) = ([region("r", None)], [region("r", Some(1))]);
        let strict = budget(5.0).ignoring_below(1e9).unwrap().failing_on(true, true);
        assert_eq!(failing(&check(&[&idle], &[&called], Metric::Calls, &strict).unwrap()), ["r"]);
        assert_eq!(failing(&check(&[], &[&called], Metric::Total, &strict).unwrap()), ["r"]);
    }

    proptest! {
        #[test]
        fn never_passes_a_region_that_exceeds_its_budget(
            a in any_regions(), b in any_regions(), metric in 0..Metric::ALL.len(),
            pct in 0.0f64..300.0, own_pct in proptest::collection::vec(("[a-f.]", 0.0f64..300.0), 0..3),
            min_delta_ns in proptest::option::of(0u8..4)
        ) {
            let metric = Metric::ALL[metric];
            let mut budget = budget(pct).with_regions(
                own_pct.iter().filter_map(|(name, pct)| RegionBudget::new(name, *pct).unwrap()).collect(),
            );
            if let Some(ns) = min_delta_ns {
                budget = budget.ignoring_below(f64::from(ns) * 1e-9).unwrap();
            }
            let least = min_delta_ns.map_or(0.0, f64::from);
            let exceeds = |change: &Change| {
                let own = own_pct.iter().find(|(name, _)| name == "." || *name == change.name);
                let pct = own.map_or(pct, |(_, pct)| *pct);
                match (change.a, change.b) {
                    (Some(a), Some(b)) => {
                        b > a && (a == 0.0 || (b - a) / a * 100.0 > pct * 1.000001)
                            && (metric.unit() != Unit::Seconds || (b - a) * 1e9 > least + 1e-6)
                    }
                    _ => false,
                }
            };
            let slower = diff::changes(&[&a], &[&b], metric).iter().any(exceeds);
            if let Ok(verdict) = check(&[&a], &[&b], metric, &budget) {
                prop_assert!(!(verdict.passes() && slower));
            } else {
                prop_assert!(!slower);
            }
        }
    }
}
