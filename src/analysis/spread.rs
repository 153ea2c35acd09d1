//! Mean and standard deviation of call durations. The deviation is that of the population (divided by
//! n), computed in two passes around the mean; parts whose calls are gone are merged by count, mean and
//! sum of squared deviations (m2), as Chan, Golub and LeVeque (1979) do.
//!
//! Example: rank 0 with calls of 1 and 2 s and rank 1 with one of 6 s have a deviation of 2.160247 s,
//! from all calls and from the two parts alike.

use crate::profile::Moments;

/// Count, mean (ns) and sum of squared deviations from it (ns^2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Spread {
    count: u64,
    mean_ns: f64,
    m2_ns2: f64,
}

impl Spread {
    /// Of calls and their sum.
    pub(crate) fn of_calls(durations_ns: impl ExactSizeIterator<Item = i64>, total_ns: i128) -> Self {
        let count = durations_ns.len();
        let mean_ns = if count == 0 { 0.0 } else { total_ns as f64 / count as f64 };
        let m2_ns2 = durations_ns.map(|d| (d as f64 - mean_ns).powi(2)).sum();
        Self { count: count as u64, mean_ns, m2_ns2 }
    }

    /// Of calls that are gone.
    pub(crate) fn of_moments(count: u64, moments: &Moments) -> Self {
        // Rounding can leave a sum of squares slightly below zero.
        let m2_ns2 = if moments.m2_ns2 < 0.0 { 0.0 } else { moments.m2_ns2 };
        Self { count, mean_ns: moments.mean_ns, m2_ns2 }
    }

    /// Of the calls of both.
    pub(crate) fn merge(self, other: Self) -> Self {
        let count = self.count + other.count;
        if count == 0 {
            return self;
        }
        let weight = other.count as f64 / count as f64;
        let apart = other.mean_ns - self.mean_ns;
        Self {
            count,
            mean_ns: self.mean_ns + apart * weight,
            m2_ns2: self.m2_ns2 + other.m2_ns2 + apart * apart * weight * self.count as f64,
        }
    }

    /// Standard deviation, ns; `None` if a stored moment was not finite.
    pub(crate) fn std_ns(&self) -> Option<f64> {
        let std = if self.count == 0 { 0.0 } else { (self.m2_ns2 / self.count as f64).sqrt() };
        std.is_finite().then_some(std)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(durations: &[i64]) -> Spread {
        Spread::of_calls(durations.iter().copied(), durations.iter().map(|d| i128::from(*d)).sum())
    }

    #[test]
    fn from_calls_and_from_parts_alike() {
        let all = of(&[1_000, 2_000, 6_000]);
        let parts = of(&[1_000, 2_000]).merge(of(&[6_000]));
        assert!((all.std_ns().unwrap() - 2160.246899).abs() < 1e-6);
        assert!((parts.std_ns().unwrap() - 2160.246899).abs() < 1e-6);
    }

    #[test]
    fn stored_moments_below_zero_count_as_zero() {
        let part = Spread::of_moments(2, &Moments { mean_ns: 5.0, m2_ns2: -1e-3 });
        assert_eq!(part.std_ns(), Some(0.0));
        let part = Spread::of_moments(2, &Moments { mean_ns: f64::NAN, m2_ns2: 1.0 });
        assert_eq!(part.merge(of(&[1])).std_ns(), None);
    }
}
