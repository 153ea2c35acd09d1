//! Percentiles of call durations by linear interpolation: of n sorted values percentile q lies at
//! position h = (n - 1) q / 100, between the values at floor(h) and ceil(h). This is the default of
//! NumPy and of the Python package.
//!
//! Example: 1, 2, 3, 4 have p50 2.5, p95 3.85 and p99 3.97.

use super::figures::Percentiles;

/// Percentiles of durations, ns; `None` of none. Linear time; leaves the values in another order.
pub(crate) fn percentiles(durations_ns: &mut [i64]) -> Option<Percentiles> {
    let p50_ns = percentile(durations_ns, 50, 0)?;
    // Each selection leaves nothing larger to its left, where the next percentile need not look.
    let p95_ns = percentile(durations_ns, 95, position(durations_ns, 50).0)?;
    let p99_ns = percentile(durations_ns, 99, position(durations_ns, 95).0)?;
    Some(Percentiles { p50_ns, p95_ns, p99_ns })
}

/// floor(h) and hundredths of the rest; (0, 0) of no values.
fn position(values: &[i64], percent: u128) -> (usize, u32) {
    let hundredths = values.len().saturating_sub(1) as u128 * percent;
    ((hundredths / 100) as usize, (hundredths % 100) as u32)
}

/// One percentile, given that no value before `from` is larger than any after it.
fn percentile(values: &mut [i64], percent: u128, from: usize) -> Option<f64> {
    let (floor, fraction) = position(values, percent);
    let rest = values.get_mut(from..).filter(|rest| floor - from < rest.len())?;
    let (_, value, above) = rest.select_nth_unstable(floor - from);
    let value = *value;
    if fraction == 0 {
        return Some(value as f64);
    }
    let next = above.iter().min().copied().unwrap_or(value);
    Some(value as f64 + f64::from(fraction) / 100.0 * next.saturating_sub(value) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(values: &[i64]) -> (f64, f64, f64) {
        let p = percentiles(&mut values.to_vec()).unwrap();
        (p.p50_ns, p.p95_ns, p.p99_ns)
    }

    #[test]
    fn worked_examples() {
        assert_eq!(of(&[4_000, 1_000, 3_000, 2_000]), (2_500.0, 3_850.0, 3_970.0));
        assert_eq!(of(&[1_000, 2_000, 3_000, 4_000, 2_000]), (2_000.0, 3_800.0, 3_960.0));
        assert_eq!(of(&[7]), (7.0, 7.0, 7.0));
        assert_eq!(percentiles(&mut []), None);
    }

    proptest! {
        #[test]
        fn agree_with_sorting(values in prop::collection::vec(-50..50i64, 1..40)) {
            let mut sorted = values.clone();
            sorted.sort_unstable();
            let by_sorting = |percent: usize| {
                let h = (sorted.len() - 1) as f64 * percent as f64 / 100.0;
                let (low, high) = (sorted[h.floor() as usize] as f64, sorted[h.ceil() as usize] as f64);
                low + (h - h.floor()) * (high - low)
            };
            let (p50, p95, p99) = of(&values);
            for (got, percent) in [(p50, 50), (p95, 95), (p99, 99)] {
                prop_assert!((got - by_sorting(percent)).abs() < 1e-9);
            }
        }
    }
}
