//! One figure over repeated runs: its median, and how far the runs spread.

/// A figure over the runs of one side of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Number of runs that have the figure, from 1 on.
    pub runs: usize,
}

/// A figure before the last division: whole nanoseconds and calls stay whole, so that their
/// differences are exact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Amount {
    Whole(i128),
    Real(f64),
}

impl Amount {
    pub(super) fn real(self) -> f64 {
        match self {
            Self::Whole(n) => n as f64,
            Self::Real(x) => x,
        }
    }

    pub(super) fn minus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => Self::Whole(a.saturating_sub(b)),
            (a, b) => Self::Real(a.real() - b.real()),
        }
    }

    /// Halfway between two amounts; whole where that is exact.
    fn middle(self, other: Self) -> Self {
        match (self, other) {
            (Self::Whole(a), Self::Whole(b)) => match a.saturating_add(b) {
                sum if sum % 2 == 0 => Self::Whole(sum / 2),
                sum => Self::Real(sum as f64 / 2.0),
            },
            (a, b) => Self::Real(a.real() / 2.0 + b.real() / 2.0),
        }
    }
}

/// A figure's amounts in several runs, ascending.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Amounts(Vec<Amount>);

impl Amounts {
    pub(super) fn new(mut amounts: Vec<Amount>) -> Self {
        amounts.sort_by(|x, y| x.real().total_cmp(&y.real()));
        Self(amounts)
    }

    /// The middle amount, or halfway between the two in the middle; `None` if there is none.
    pub(super) fn median(&self) -> Option<Amount> {
        let upper = self.0.get(self.0.len() / 2).copied()?;
        let lower = self.0.get(self.0.len().saturating_sub(1) / 2).copied()?;
        Some(if self.0.len() % 2 == 1 { upper } else { lower.middle(upper) })
    }

    /// The spread, each end put into a unit by `in_unit`.
    pub(super) fn spread(&self, in_unit: impl Fn(Amount) -> f64) -> Option<Spread> {
        let (first, last) = (self.0.first()?, self.0.last()?);
        Some(Spread { min: in_unit(*first), max: in_unit(*last), runs: self.0.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn median(values: &[i128]) -> Option<Amount> {
        Amounts::new(values.iter().copied().map(Amount::Whole).collect()).median()
    }

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[7]), Some(Amount::Whole(7)));
        assert_eq!(median(&[9, 1, 4]), Some(Amount::Whole(4)));
        assert_eq!(median(&[10, 1, 4, 6]), Some(Amount::Whole(5)));
        assert_eq!(median(&[1, 2]), Some(Amount::Real(1.5)));
        let reals = Amounts::new(vec![Amount::Real(0.5), Amount::Real(0.25)]);
        assert_eq!(reals.median(), Some(Amount::Real(0.375)));
        assert_eq!(reals.spread(Amount::real), Some(Spread { min: 0.25, max: 0.5, runs: 2 }));
    }

    proptest! {
        #[test]
        fn a_median_lies_within_the_spread_in_any_order(values in proptest::collection::vec(-9i128..9, 1..7)) {
            let mut reversed = values.clone();
            reversed.reverse();
            prop_assert_eq!(median(&values), median(&reversed));
            let middle = median(&values).unwrap().real();
            prop_assert!(*values.iter().min().unwrap() as f64 <= middle);
            prop_assert!(middle <= *values.iter().max().unwrap() as f64);
        }
    }
}
