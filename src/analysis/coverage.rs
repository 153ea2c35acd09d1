//! Length of the union of intervals: how long at least one call was running. Touching and overlapping
//! intervals count once, so recursion and concurrent lanes do not inflate it.
//!
//! Example: [0,10], [10,15], [12,13], [20,22] cover 17 ns.

/// Adds up a union whose intervals arrive by ascending start. ns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Coverage {
    length_ns: i128,
    end_ns: Option<i64>,
}

impl Coverage {
    /// Adds an interval that starts no earlier than those before it; one that ends before it starts
    /// covers nothing.
    pub(crate) fn add(&mut self, start_ns: i64, end_ns: i64) {
        let from = self.end_ns.map_or(start_ns, |end| end.max(start_ns));
        if end_ns > from {
            self.length_ns += i128::from(end_ns) - i128::from(from);
        }
        self.end_ns = Some(self.end_ns.map_or(end_ns, |end| end.max(end_ns)));
    }

    /// Begins another rank: its intervals do not merge with those added so far.
    pub(crate) fn next_rank(&mut self) {
        self.end_ns = None;
    }

    /// Length so far, ns.
    pub(crate) fn length_ns(&self) -> i128 {
        self.length_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlaps_count_once_and_ranks_add_up() {
        let mut coverage = Coverage::default();
        for (start, end) in [(0, 10), (10, 15), (12, 13), (20, 22)] {
            coverage.add(start, end);
        }
        assert_eq!(coverage.length_ns(), 17);
        coverage.next_rank();
        coverage.add(0, 3);
        assert_eq!(coverage.length_ns(), 20);
    }

    #[test]
    fn the_largest_clock_does_not_overflow() {
        let mut coverage = Coverage::default();
        coverage.add(-(1 << 62), 1 << 62);
        coverage.add(5, 1);
        assert_eq!(coverage.length_ns(), 1 << 63);
    }
}
