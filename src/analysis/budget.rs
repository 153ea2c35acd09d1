//! How much slower a run may be than its baseline, region by region.

use super::diff::{Change, Metric, Unit};
use super::selection::{Pattern, SelectionError};

/// What is tolerated.
#[derive(Debug, Clone)]
pub struct Budget {
    max_regression_pct: f64,
    by_name: Vec<RegionBudget>,
    min_delta_s: Option<f64>,
    fail_on_new: bool,
    fail_on_missing: bool,
}

/// What is tolerated of the regions whose names match a pattern.
#[derive(Debug, Clone)]
pub struct RegionBudget {
    text: String,
    pattern: Pattern,
    max_regression_pct: f64,
}

impl RegionBudget {
    /// A budget in percent for the regions whose names a regular expression matches from their start;
    /// `Ok(None)` unless the percentage is finite and not negative.
    ///
    /// # Errors
    ///
    /// The pattern is no regular expression.
    pub fn new(pattern: &str, max_regression_pct: f64) -> Result<Option<Self>, SelectionError> {
        let (text, pattern) = (pattern.to_owned(), Pattern::new(pattern)?);
        Ok(is_tolerance(max_regression_pct).then_some(Self { text, pattern, max_regression_pct }))
    }

    /// The pattern as given.
    pub fn pattern(&self) -> &str {
        &self.text
    }

    /// Largest change that passes, % of the baseline.
    pub fn max_regression_pct(&self) -> f64 {
        self.max_regression_pct
    }
}

fn is_tolerance(amount: f64) -> bool {
    amount.is_finite() && amount >= 0.0
}

impl Budget {
    /// A budget in percent; `None` unless it is finite and not negative.
    pub fn new(max_regression_pct: f64) -> Option<Self> {
        is_tolerance(max_regression_pct).then_some(Self {
            max_regression_pct,
            by_name: Vec::new(),
            min_delta_s: None,
            fail_on_new: false,
            fail_on_missing: false,
        })
    }

    /// The same budget, except for regions that one of `budgets` matches: the first that does is theirs.
    pub fn with_regions(self, budgets: Vec<RegionBudget>) -> Self {
        Self { by_name: budgets, ..self }
    }

    /// The same budget, under which a difference smaller than this many seconds passes, whatever it is in
    /// percent; `None` unless it is finite and not negative. Metrics that are not measured in seconds, and
    /// regions that only one run has, are judged as before.
    pub fn ignoring_below(self, min_delta_s: f64) -> Option<Self> {
        is_tolerance(min_delta_s).then_some(Self { min_delta_s: Some(min_delta_s), ..self })
    }

    /// The same budget, under which a region that only the candidate has fails if `new` says so, and one
    /// that only the baseline has if `missing` does.
    pub fn failing_on(self, new: bool, missing: bool) -> Self {
        Self { fail_on_new: new, fail_on_missing: missing, ..self }
    }

    /// Largest change that passes, % of the baseline, of regions without a budget of their own.
    pub fn max_regression_pct(&self) -> f64 {
        self.max_regression_pct
    }

    /// The budgets of some regions, in order of precedence.
    pub fn regions(&self) -> &[RegionBudget] {
        &self.by_name
    }

    /// Smallest difference that counts, s; `None` if every difference does.
    pub fn min_delta_s(&self) -> Option<f64> {
        self.min_delta_s
    }

    /// The place among [`regions`](Self::regions) of a region's own budget.
    pub fn place_of(&self, region: &str) -> Option<usize> {
        self.by_name.iter().position(|budget| budget.pattern.matches(region))
    }

    /// Largest change of a region that passes, % of the baseline.
    pub fn pct_of(&self, region: &str) -> f64 {
        let own = self.by_name.iter().find(|budget| budget.pattern.matches(region));
        own.map_or(self.max_regression_pct, |budget| budget.max_regression_pct)
    }

    /// Why a change breaks a budget in percent, if it does. The comparison is strict: a change of exactly
    /// the budget passes. No budget is a percentage of nothing: any growth from 0 fails.
    pub(super) fn violation(&self, change: &Change, metric: Metric, budget_pct: f64) -> Option<Violation> {
        let violation = match (change.a, change.b, change.pct) {
            (None, _, _) => return self.fail_on_new.then_some(Violation::New),
            (_, None, _) => return self.fail_on_missing.then_some(Violation::Missing),
            (_, _, Some(pct)) => (pct > budget_pct).then_some(Violation::OverBudget),
            (_, _, None) => (change.delta > 0.0).then_some(Violation::GrownFromZero),
        };
        violation.filter(|_| !self.is_small(change, metric))
    }

    fn is_small(&self, change: &Change, metric: Metric) -> bool {
        metric.unit() == Unit::Seconds && self.min_delta_s.is_some_and(|least| change.delta < least)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tolerances_are_finite_and_not_negative() {
        for amount in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(Budget::new(amount).is_none());
            assert!(Budget::new(1.0).unwrap().ignoring_below(amount).is_none());
            assert!(RegionBudget::new("solve", amount).unwrap().is_none());
        }
    }

    #[test]
    fn the_first_matching_pattern_wins() {
        let of = |pattern, pct| RegionBudget::new(pattern, pct).unwrap().unwrap();
        let budget = Budget::new(10.0).unwrap().with_regions(vec![
            of("solve$", 5.0),
            of("solve", 7.0),
            of("io.*", 50.0),
        ]);
        let pct = ["solve", "solver", "io_write", "resolve", "setup"].map(|name| budget.pct_of(name));
        assert_eq!(pct, [5.0, 7.0, 50.0, 10.0, 10.0]);
        assert_eq!(budget.place_of("solver"), Some(1));
    }
}
