//! Figures pooled over ranks: all calls of the parts count alike, so a rank with more calls weighs more.
//!
//! Example: calls of 1, 2, 3 s on rank 0, 4 s on rank 1 and 2 s on rank 3 have total 12 s, avg 2.4 s,
//! std 1.019804 s, p50 2 s, p95 3.8 s, p99 3.96 s and an imbalance of 50 %.

use super::figures::{Durations, Gpu};
use super::imbalance::imbalance_pct;
use super::parts::Part;
use super::percentiles::percentiles;
use super::spread::Spread;
use crate::profile::{Profile, Recorded};

/// Parts pooled.
#[derive(Debug, Clone)]
pub(crate) struct Pooled {
    pub(crate) calls: u64,
    pub(crate) total_ns: Option<i128>,
    pub(crate) durations: Option<Durations>,
    pub(crate) coverage_ns: i128,
    pub(crate) own_ns: i128,
    pub(crate) imbalance_pct: f64,
    pub(crate) gpu: Option<Gpu>,
    pub(crate) first_start_ns: Option<i64>,
}

/// Pools parts given by ascending rank. `scratch` is emptied and used for the durations.
pub(crate) fn pool(profile: &Profile, parts: &[&Part<'_>], scratch: &mut Vec<i64>) -> Pooled {
    let timed: Vec<&Part<'_>> = parts.iter().copied().filter(|part| part.calls > 0).collect();
    let calls = timed.iter().map(|part| part.calls).fold(0, u64::saturating_add);
    let total_ns: i128 = timed.iter().map(|part| part.total_ns).sum();
    Pooled {
        calls,
        total_ns: (calls > 0).then_some(total_ns),
        durations: durations(profile, &timed, calls, total_ns, scratch),
        coverage_ns: timed.iter().map(|part| part.coverage_ns).sum(),
        own_ns: timed.iter().map(|part| part.own_ns).sum(),
        imbalance_pct: imbalance_pct(timed.iter().map(|part| part.total_ns)),
        gpu: sum_gpu(parts.iter().filter_map(|part| part.gpu)),
        first_start_ns: timed.iter().filter_map(|part| part.span_ns).map(|(start, _)| start).min(),
    }
}

fn sum_gpu(parts: impl Iterator<Item = Gpu>) -> Option<Gpu> {
    parts.reduce(|a, b| Gpu { total_ns: a.total_ns + b.total_ns, calls: a.calls.saturating_add(b.calls) })
}

fn durations(
    profile: &Profile,
    timed: &[&Part<'_>],
    calls: u64,
    total_ns: i128,
    scratch: &mut Vec<i64>,
) -> Option<Durations> {
    let min_ns = timed.iter().map(|part| part.min_ns).min()?;
    let max_ns = timed.iter().map(|part| part.max_ns).max()?;
    let all_calls = timed.iter().all(|part| matches!(part.row.recorded, Recorded::Calls(_)));
    let (std_ns, percentiles) = if all_calls {
        scratch.clear();
        for part in timed {
            scratch.extend(profile.calls(part.row).durations_ns());
        }
        (Spread::of_calls(scratch.iter().copied(), total_ns).std_ns(), percentiles(scratch))
    } else {
        (merged_std_ns(profile, timed), None)
    };
    let (first_ns, last_ns) = first_last_ns(timed);
    let avg_ns = total_ns as f64 / calls as f64;
    Some(Durations { avg_ns, min_ns, max_ns, std_ns, percentiles, first_ns, last_ns })
}

/// Standard deviation from moments; unknown if any part lacks them.
fn merged_std_ns(profile: &Profile, timed: &[&Part<'_>]) -> Option<f64> {
    let spreads = timed.iter().map(|part| match &part.row.recorded {
        Recorded::Calls(_) => Some(Spread::of_calls(profile.calls(part.row).durations_ns(), part.total_ns)),
        Recorded::Statistics(s) => s.moments.as_ref().map(|m| Spread::of_moments(s.calls, m)),
    });
    let spreads: Vec<Spread> = spreads.collect::<Option<_>>()?;
    spreads.into_iter().reduce(Spread::merge)?.std_ns()
}

/// Duration of the call that started first and of the one that ended last; on a tie the lowest rank's.
/// Unknown if some part's calls cannot be placed in time.
fn first_last_ns(timed: &[&Part<'_>]) -> (Option<i64>, Option<i64>) {
    if let [part] = timed {
        return (part.first_last_ns.map(|f| f.0), part.first_last_ns.map(|f| f.1));
    }
    let placed: Option<Vec<_>> =
        timed.iter().map(|part| part.span_ns.map(|span| (span, part.first_last_ns))).collect();
    let placed = placed.unwrap_or_default();
    let first = placed.iter().min_by_key(|((start, _), _)| *start);
    let last = placed.iter().rev().max_by_key(|((_, end), _)| *end);
    (first.and_then(|(_, f)| f.map(|f| f.0)), last.and_then(|(_, f)| f.map(|f| f.1)))
}

#[cfg(test)]
mod tests {
    use crate::analysis::fixture::ProfileBuilder;
    use crate::analysis::{Note, Region, Selection, figures};
    use crate::profile::{Moments, StoredStatistics};

    fn first_region(profile: ProfileBuilder, ranks: Option<&[u32]>) -> Region {
        let selection = Selection::new(None, &[], ranks).unwrap();
        figures(&profile.build(), &selection).regions.remove(0)
    }

    /// a: 1, 2, 3 s on rank 0, 4 s on rank 1, 2 s on rank 3.
    fn uneven() -> ProfileBuilder {
        ProfileBuilder::new()
            .calls(0, "a", &[(0, 1), (2, 4), (5, 8)])
            .calls(1, "a", &[(1, 5)])
            .calls(2, "b", &[(0, 1)])
            .calls(3, "a", &[(1, 3)])
    }

    #[test]
    fn pooled_over_all_ranks() {
        let a = first_region(uneven(), None);
        let durations = a.durations.unwrap();
        assert_eq!((a.calls, a.total_ns, a.num_ranks(), a.imbalance_pct), (5, Some(12), 3, 50.0));
        assert_eq!((durations.avg_ns, durations.min_ns, durations.max_ns), (2.4, 1, 4));
        assert_eq!((durations.first_ns, durations.last_ns), (Some(1), Some(3)));
        assert!((durations.std_ns.unwrap() - 1.019_804).abs() < 1e-6);
        let percentiles = durations.percentiles.unwrap();
        let expected = [(percentiles.p50_ns, 2.0), (percentiles.p95_ns, 3.8), (percentiles.p99_ns, 3.96)];
        assert!(expected.iter().all(|(got, expected)| (got - expected).abs() < 1e-12), "{expected:?}");
    }

    #[test]
    fn pooled_over_chosen_ranks() {
        let a = first_region(uneven(), Some(&[0, 2]));
        assert_eq!((a.calls, a.total_ns, a.imbalance_pct), (3, Some(6), 0.0));
        assert!((a.durations.unwrap().percentiles.unwrap().p95_ns - 2.9).abs() < 1e-12);
        let nothing = first_region(uneven(), Some(&[2]));
        assert_eq!((nothing.calls, nothing.total_ns, nothing.durations), (0, None, None));
        assert_eq!((nothing.num_ranks(), nothing.imbalance_pct), (0, 0.0));
    }

    #[test]
    fn first_and_last_are_by_time() {
        let stored_late_first =
            ProfileBuilder::new().calls(0, "a", &[(10, 12), (0, 1)]).calls(1, "a", &[(5, 9)]);
        let durations = first_region(stored_late_first, None).durations.unwrap();
        assert_eq!((durations.first_ns, durations.last_ns), (Some(1), Some(2)));
        // Started together, ended together: the enclosing call, then the lower rank.
        let tied = ProfileBuilder::new().calls(0, "a", &[(0, 4), (0, 9), (5, 9)]).calls(1, "a", &[(0, 9)]);
        let durations = first_region(tied, None).durations.unwrap();
        assert_eq!((durations.first_ns, durations.last_ns), (Some(9), Some(9)));
    }

    #[test]
    fn negative_device_times_are_none() {
        let profile = ProfileBuilder::new().gpu_call(0, "k", (0, 5), 3).gpu_call(0, "k", (5, 9), -1);
        let gpu = first_region(profile, None).gpu.unwrap();
        assert_eq!((gpu.total_ns, gpu.calls, gpu.avg_ns()), (3, 1, 3.0));
        let none = ProfileBuilder::new().gpu_call(0, "k", (0, 5), -1);
        assert_eq!(first_region(none, None).gpu, None);
    }

    fn statistics(durations: &[i64], moments: Option<Moments>) -> StoredStatistics {
        StoredStatistics {
            calls: durations.len() as u64,
            total_ns: durations.iter().sum(),
            min_ns: durations.iter().min().copied().unwrap_or(0),
            max_ns: durations.iter().max().copied().unwrap_or(0),
            own_ns: None,
            first_last_ns: None,
            span_ns: None,
            gpu: None,
            moments,
        }
    }

    #[test]
    fn statistics_pool_like_calls_as_far_as_they_go() {
        let moments = |mean_ns: f64, m2_ns2: f64| Some(Moments { mean_ns, m2_ns2 });
        let mut late = statistics(&[6], moments(6.0, 0.0));
        (late.first_last_ns, late.span_ns, late.own_ns) = (Some((6, 6)), Some((100, 106)), Some(4));
        let mut early = statistics(&[1, 2], moments(1.5, 0.5));
        (early.first_last_ns, early.span_ns) = (Some((1, 2)), Some((50, 60)));
        let a = first_region(ProfileBuilder::new().statistics(0, "a", late).statistics(1, "a", early), None);
        let durations = a.durations.unwrap();
        assert_eq!((a.calls, a.total_ns, a.coverage_ns, a.own_ns), (3, Some(9), 9, 7));
        assert_eq!((durations.avg_ns, durations.min_ns, durations.max_ns), (3.0, 1, 6));
        assert!((durations.std_ns.unwrap() - 2.160_247).abs() < 1e-6);
        assert_eq!((durations.first_ns, durations.last_ns, durations.percentiles), (Some(1), Some(6), None));
        assert_eq!(a.first_start_ns, Some(50));
    }

    #[test]
    fn what_statistics_lack_is_unknown() {
        let profile = ProfileBuilder::new()
            .statistics(0, "a", statistics(&[1, 2], Some(Moments { mean_ns: 1.5, m2_ns2: 0.5 })))
            .statistics(1, "a", statistics(&[6], None))
            .statistics(2, "a", statistics(&[], None));
        let figures = figures(&profile.build(), &Selection::all());
        let a = &figures.regions[0];
        let durations = a.durations.unwrap();
        assert_eq!((durations.std_ns, durations.first_ns, durations.last_ns), (None, None, None));
        assert_eq!((a.num_ranks(), a.first_start_ns, a.depth), (3, None, None));
        assert_eq!(figures.facts.time_span_ns, None);
        assert!(!figures.has_events);
        assert_eq!(figures.notes, [Note::StatisticsOnly]);
        assert!(figures.rows[0].path.is_empty());
    }
}
