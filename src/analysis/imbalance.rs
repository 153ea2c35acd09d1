//! Load imbalance: (max / mean - 1) x 100 of the ranks' totals, in %. 0 means balanced; n ranks of which
//! one does everything give (n - 1) x 100. The POP metric "load balance" is mean / max of the same totals.
//!
//! Ranks without calls do not count; ranks whose calls all have zero length do. Fewer than two ranks, or
//! a mean of zero, give 0.
//!
//! Example: totals 6, 4 and 2 s give 6 / 4, that is 50 %.

/// Imbalance of the totals (ns) of the ranks with calls, in %.
pub(crate) fn imbalance_pct(totals_ns: impl IntoIterator<Item = i128>) -> f64 {
    let mut ranks = RankTotals::default();
    totals_ns.into_iter().for_each(|total| ranks.add(total));
    ranks.imbalance_pct()
}

/// What the imbalance needs to know of the ranks' totals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct RankTotals {
    ranks: usize,
    sum_ns: i128,
    max_ns: i128,
}

impl RankTotals {
    /// Adds a rank with calls.
    pub(crate) fn add(&mut self, total_ns: i128) {
        self.max_ns = if self.ranks == 0 { total_ns } else { self.max_ns.max(total_ns) };
        self.sum_ns = self.sum_ns.saturating_add(total_ns);
        self.ranks += 1;
    }

    /// Number of ranks with calls.
    pub(crate) fn ranks(&self) -> usize {
        self.ranks
    }

    pub(crate) fn imbalance_pct(&self) -> f64 {
        if self.ranks < 2 || self.sum_ns <= 0 {
            return 0.0;
        }
        // max / (sum / n) - 1, with the subtraction in integers.
        let excess = self.max_ns.saturating_mul(self.ranks as i128).saturating_sub(self.sum_ns);
        100.0 * excess as f64 / self.sum_ns as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worked_examples() {
        assert_eq!(imbalance_pct([6, 4, 2]), 50.0);
        assert_eq!(imbalance_pct([5]), 0.0);
        assert_eq!(imbalance_pct([]), 0.0);
        assert_eq!(imbalance_pct([0, 0]), 0.0);
        assert_eq!(imbalance_pct([2, 0, 4]), 100.0);
        assert_eq!(imbalance_pct([3, 3, 3]), 0.0);
    }
}
