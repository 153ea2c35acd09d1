//! A doubt that a reader should know of: device time that the host did not wait for.

use std::collections::BTreeSet;

use crate::analysis::Gpu;
use crate::text::visible;

/// A sentence naming the regions whose device time exceeds twice their host time, sorted by name.
pub(super) fn warning<'a>(
    regions: impl Iterator<Item = (&'a str, Option<Gpu>, Option<i128>)>,
) -> Option<String> {
    let exceeds = |(name, gpu, total_ns): (&'a str, Option<Gpu>, Option<i128>)| {
        (gpu?.total_ns > total_ns?.saturating_mul(2)).then_some(name)
    };
    let names: BTreeSet<&str> = regions.filter_map(exceeds).collect();
    if names.is_empty() {
        return None;
    }
    let names: Vec<_> = names.into_iter().map(visible).collect();
    Some(format!(
        "Warning: the device was busy more than twice as long as the host for {}: the host times may only \
         cover queueing the work. Look at the GPU times, or record with gpu_sync_on_exit=True.",
        names.join(", ")
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_regions_once_and_in_order() {
        let gpu = |total_ns| Some(Gpu { total_ns, calls: 1 });
        let regions = [
            ("b", gpu(21), Some(10)),
            ("a", gpu(5), Some(2)),
            ("b", gpu(9), Some(1)),
            ("c", gpu(2), Some(1)),
        ];
        let text = warning(regions.into_iter()).unwrap();
        assert!(text.contains("for a, b:"), "{text}");
        assert_eq!(
            warning([("c", gpu(2), Some(1)), ("d", None, Some(0)), ("e", gpu(1), None)].into_iter()),
            None
        );
    }
}
