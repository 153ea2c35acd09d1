//! Natural order: digit runs count as numbers.

use std::cmp::Ordering;
use std::path::Path;

/// Compares as people sort: `np2` before `np10`. Equal only for equal texts.
pub fn natural_cmp(a: &str, b: &str) -> Ordering {
    alphanumeric_sort::compare_str(a, b).then_with(|| a.cmp(b))
}

/// [`natural_cmp`] on the text of two paths.
pub fn natural_path_cmp(a: &Path, b: &Path) -> Ordering {
    natural_cmp(&a.to_string_lossy(), &b.to_string_lossy()).then_with(|| a.cmp(b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn digit_runs_are_numbers() {
        let mut names = ["np10.h5", "np1.h5", "r2t10", "np2.h5", "r2t9", "np02.h5"];
        names.sort_by(|a, b| natural_cmp(a, b));
        assert_eq!(names, ["np1.h5", "np2.h5", "np02.h5", "np10.h5", "r2t9", "r2t10"]);
    }

    #[test]
    fn numbers_of_any_length_compare() {
        let long = "9".repeat(400);
        assert_eq!(natural_cmp(&format!("a{long}"), &format!("a1{long}")), Ordering::Less);
    }

    proptest! {
        /// Sorting needs a total order; a made-up one would depend on the order of the input.
        #[test]
        fn is_a_total_order(a in "[a01/é中-]{0,6}", b in "[a01/é中-]{0,6}", c in "[a01/é中-]{0,6}") {
            prop_assert_eq!(natural_cmp(&a, &b), natural_cmp(&b, &a).reverse());
            prop_assert_eq!(natural_cmp(&a, &b) == Ordering::Equal, a == b);
            if natural_cmp(&a, &b).is_le() && natural_cmp(&b, &c).is_le() {
                prop_assert!(natural_cmp(&a, &c).is_le());
            }
        }
    }
}
