//! The aggregate layout: statistics per rank and region, no events.

use super::container::Node;
use super::index::{self, INDEX, expect};
use super::{Recording, count_ranks};
use crate::profile::rows::check_statistics;
use crate::profile::{EventColumns, Metadata, Problem, RankRegion, Recorded, StoredStatistics};

/// Reads the rows of an aggregate profile. The columns of the columnar layout are there with no entries
/// and are not looked at.
pub(super) fn read(root: &Node<'_>, metadata: &Metadata) -> Result<Recording, Problem> {
    let region_names = index::region_names(root)?;
    let group = root.required_child(INDEX)?;
    let keys = index::keys(&group, &region_names)?;
    let column = |name: &str| expect(group.required(name)?, keys.len());
    let counts = column("aggregate_counts")?.naturals()?;
    let times = |name: &str| column(name)?.integers();
    let (totals, own) = (times("aggregate_totals")?, times("aggregate_exclusives")?);
    let (min, max) = (times("aggregate_minimums")?, times("aggregate_maximums")?);
    let values = counts.into_iter().zip(totals).zip(min).zip(max).zip(own);
    let mut rows = Vec::with_capacity(keys.len());
    for (row, ((rank, region), ((((calls, total_ns), min_ns), max_ns), own_ns))) in
        keys.into_iter().zip(values).enumerate()
    {
        let own_ns = (own_ns >= 0).then_some(own_ns);
        let statistics = StoredStatistics {
            calls,
            total_ns,
            min_ns,
            max_ns,
            own_ns,
            first_last_ns: None,
            span_ns: None,
            gpu: None,
            moments: None,
        };
        check_statistics(&statistics, || format!("{INDEX}, row {row}"))?;
        rows.push(RankRegion {
            rank,
            region,
            call_site: None,
            tags: Vec::new(),
            stored_own_ns: own_ns,
            event_metadata: None,
            recorded: Recorded::Statistics(statistics),
        });
    }
    let num_ranks = count_ranks(&rows, metadata)?;
    Ok(Recording { num_ranks, region_names, rows, events: EventColumns::default() })
}
