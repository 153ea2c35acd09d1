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
