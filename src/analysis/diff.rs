//! What changed between two runs, region by region.
//!
//! Regions are matched by name and compared by their flat figures: pooled over the selected ranks and
//! over every recursion level, which is what a profile stores, so that a profile without calls can be
//! compared with one that has them. Either side may be several runs of one kind: a figure is then the
//! median of those that have it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::Region;
use super::repeats::{Amount, Amounts, Spread};
use crate::units::NS_PER_S;

/// Which figure is compared. More is worse for every one of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Metric {
    /// Sum of call durations over ranks and recursion levels, s.
    #[default]
    Total,
    /// Mean call duration, s.
    Avg,
    /// Shortest call, s.
    Min,
    /// Longest call, s.
    Max,
    /// Median call duration, s; unknown without call times.
    P50,
    /// 95th percentile of call durations, s; unknown without call times.
    P95,
    /// 99th percentile of call durations, s; unknown without call times.
    P99,
    /// Load imbalance over ranks, %.
    Imbalance,
    /// Number of calls.
    Calls,
    /// Device time, s; unknown where none was recorded.
    GpuTotal,
    /// Mean device time of a call that has one, s.
    GpuAvg,
}

/// What a metric is measured in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Percent.
    Percent,
    /// A count, always whole.
    Calls,
}

impl Metric {
    /// All metrics, in the order help lists them.
    pub const ALL: [Self; 11] = [
        Self::Total,
        Self::Avg,
        Self::Min,
        Self::Max,
        Self::P50,
        Self::P95,
        Self::P99,
        Self::Imbalance,
        Self::Calls,
        Self::GpuTotal,
        Self::GpuAvg,
    ];

    /// What the metric is measured in.
    pub fn unit(self) -> Unit {
        match self {
            Self::Imbalance => Unit::Percent,
            Self::Calls => Unit::Calls,
            _ => Unit::Seconds,
        }
    }

    /// Whether statistics without call times tell it.
    pub fn is_in_summaries(self) -> bool {
        !matches!(self, Self::P50 | Self::P95 | Self::P99)
    }

    /// The region's figure; `None` where it is not known. Calls and imbalance of a region that was never
    /// entered are 0, its times are unknown.
    fn of(self, region: &Region) -> Option<Amount> {
        let durations = region.durations.as_ref();
        let percentiles = durations.and_then(|d| d.percentiles);
        match self {
            Self::Total => region.total_ns.map(Amount::Whole),
            Self::Avg => durations.map(|d| Amount::Real(d.avg_ns)),
            Self::Min => durations.map(|d| Amount::Whole(d.min_ns.into())),
            Self::Max => durations.map(|d| Amount::Whole(d.max_ns.into())),
            Self::P50 => percentiles.map(|p| Amount::Real(p.p50_ns)),
            Self::P95 => percentiles.map(|p| Amount::Real(p.p95_ns)),
            Self::P99 => percentiles.map(|p| Amount::Real(p.p99_ns)),
            Self::Imbalance => Some(Amount::Real(region.imbalance_pct)),
            Self::Calls => Some(Amount::Whole(region.calls.into())),
            Self::GpuTotal => region.gpu.map(|gpu| Amount::Whole(gpu.total_ns)),
            Self::GpuAvg => region.gpu.map(|gpu| Amount::Real(gpu.avg_ns())),
        }
    }

    /// An amount (ns, % or calls) in the metric's unit.
    fn in_unit(self, amount: Amount) -> f64 {
        match self.unit() {
            Unit::Seconds => amount.real() / NS_PER_S,
            Unit::Percent | Unit::Calls => amount.real(),
        }
    }
}

/// One region on both sides. At least one side is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// The region.
    pub name: String,
    /// The figure of the first side, in the metric's unit; `None` if the region is absent or has none.
    pub a: Option<f64>,
    /// The figure of the second side.
    pub b: Option<f64>,
    /// The spread over the runs of the first side, in the metric's unit.
    pub spread_a: Option<Spread>,
    /// The spread over the runs of the second side.
    pub spread_b: Option<Spread>,
    /// b - a, where an unknown side counts as 0.
    pub delta: f64,
    /// The change in % of the size of a; `None` where a is unknown or 0.
    pub pct: Option<f64>,
}

impl Change {
    fn new(metric: Metric, name: &str, [a, b]: [Vec<Amount>; 2]) -> Option<Self> {
        let (all_a, all_b) = (Amounts::new(a), Amounts::new(b));
        let (a, b) = (all_a.median(), all_b.median());
        if a.is_none() && b.is_none() {
            return None;
        }
        let zero = Amount::Whole(0);
        let delta = b.unwrap_or(zero).minus(a.unwrap_or(zero));
        let base = a.map(|a| a.real().abs()).filter(|base| *base > 0.0);
        Some(Self {
            name: name.to_owned(),
            a: a.map(|a| metric.in_unit(a)),
            b: b.map(|b| metric.in_unit(b)),
            spread_a: all_a.spread(|amount| metric.in_unit(amount)),
            spread_b: all_b.spread(|amount| metric.in_unit(amount)),
            delta: metric.in_unit(delta),
            pct: base.map(|base| 100.0 * delta.real() / base),
        })
    }

    /// Whether only the first side knows the figure.
    pub fn is_only_in_a(&self) -> bool {
        self.b.is_none()
    }

    /// Whether only the second side knows the figure.
    pub fn is_only_in_b(&self) -> bool {
        self.a.is_none()
    }
}

/// Order of changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Largest difference first, whatever its sign.
    #[default]
    Delta,
    /// Largest percentage first, whatever its sign; changes without one last.
    Pct,
    /// By name.
    Name,
}

/// Every region that has the figure in at least one run of either side, in no order but that of names.
pub fn changes<R: AsRef<[Region]>>(a: &[R], b: &[R], metric: Metric) -> Vec<Change> {
    let mut sides: BTreeMap<&str, [Vec<Amount>; 2]> = BTreeMap::new();
    for region in a.iter().flat_map(AsRef::as_ref) {
        sides.entry(&region.name).or_default()[0].extend(metric.of(region));
    }
    for region in b.iter().flat_map(AsRef::as_ref) {
        sides.entry(&region.name).or_default()[1].extend(metric.of(region));
    }
    sides.into_iter().filter_map(|(name, sides)| Change::new(metric, name, sides)).collect()
}

/// Drops changes smaller than a percentage; a change without a percentage stays.
pub fn drop_below(changes: &mut Vec<Change>, threshold_pct: f64) {
    changes.retain(|change| change.pct.is_none_or(|pct| pct.abs() >= threshold_pct));
}

/// Sorts changes; ties are in the order of names.
pub fn sort(changes: &mut [Change], order: Order) {
    let by_name = |x: &Change, y: &Change| x.name.cmp(&y.name);
    match order {
        Order::Name => changes.sort_by(by_name),
        Order::Delta => {
            changes.sort_by(|x, y| y.delta.abs().total_cmp(&x.delta.abs()).then_with(|| by_name(x, y)));
        }
        Order::Pct => changes.sort_by(|x, y| larger_pct_first(x, y).then_with(|| by_name(x, y))),
    }
}

fn larger_pct_first(x: &Change, y: &Change) -> Ordering {
    match (x.pct, y.pct) {
        (Some(x), Some(y)) => y.abs().total_cmp(&x.abs()),
        (x, y) => y.is_some().cmp(&x.is_some()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::analysis::{Durations, RankFigures};
    use proptest::prelude::*;

    /// A region of one rank and one call; never entered without a duration.
    pub(crate) fn region(name: &str, duration_ns: Option<i64>) -> Region {
        let total = duration_ns.unwrap_or(0);
        let calls = u64::from(duration_ns.is_some());
        Region {
            name: name.into(),
            ranks: vec![RankFigures {
                rank: 0,
                calls,
                total_ns: total.into(),
                own_ns: total.into(),
                min_ns: total,
                max_ns: total,
            }],
            calls,
            total_ns: duration_ns.map(i128::from),
            durations: duration_ns.map(|ns| Durations {
                avg_ns: ns as f64,
                min_ns: ns,
                max_ns: ns,
                std_ns: Some(0.0),
                percentiles: None,
                first_ns: Some(ns),
                last_ns: Some(ns),
            }),
            coverage_ns: total.into(),
            own_ns: total.into(),
            imbalance_pct: 0.0,
            gpu: None,
            first_start_ns: duration_ns.map(|_| 0),
            depth: None,
        }
    }

    const S: i64 = 1_000_000_000;

    fn example() -> Vec<Change> {
        let a = [
            region("x", Some(S)),
            region("same", Some(S)),
            region("gone", Some(2 * S)),
            region("z", Some(0)),
        ];
        let b = [
            region("x", Some(3 * S / 2)),
            region("same", Some(S)),
            region("new", Some(3 * S)),
            region("z", Some(S)),
        ];
        changes(&[&a[..]], &[&b[..]], Metric::Total)
    }

    fn names(changes: &[Change]) -> Vec<&str> {
        changes.iter().map(|c| c.name.as_str()).collect()
    }

    #[test]
    fn the_worked_example() {
        let mut rows = example();
        sort(&mut rows, Order::Delta);
        let figures: Vec<_> = rows.iter().map(|r| (r.name.as_str(), r.a, r.b, r.delta, r.pct)).collect();
        assert_eq!(
            figures,
            [
                ("new", None, Some(3.0), 3.0, None),
                ("gone", Some(2.0), None, -2.0, Some(-100.0)),
                ("z", Some(0.0), Some(1.0), 1.0, None),
                ("x", Some(1.0), Some(1.5), 0.5, Some(50.0)),
                ("same", Some(1.0), Some(1.0), 0.0, Some(0.0)),
            ]
        );
        sort(&mut rows, Order::Pct);
        assert_eq!(names(&rows), ["gone", "x", "same", "new", "z"]);
        sort(&mut rows, Order::Name);
        assert_eq!(names(&rows), ["gone", "new", "same", "x", "z"]);
        drop_below(&mut rows, 10.0);
        assert_eq!(names(&rows), ["gone", "new", "x", "z"]);
    }

    #[test]
    fn a_region_never_entered_has_calls_and_no_times() {
        let idle = [region("idle", None)];
        assert_eq!(changes(&[&idle], &[&idle], Metric::Total), []);
        assert_eq!(changes(&[&idle], &[&idle], Metric::Calls)[0].a, Some(0.0));
        assert_eq!(changes(&[&idle], &[], Metric::Imbalance)[0].b, None);
    }

    #[test]
    fn differences_of_long_times_are_exact() {
        let a = [region("r", Some((1 << 60) + 1))];
        let b = [region("r", Some((1 << 60) + 2))];
        assert_eq!(changes(&[&a[..]], &[&b[..]], Metric::Total)[0].delta, 1e-9);
    }

    #[test]
    fn several_runs_count_by_their_median() {
        let run = |x, y| [region("x", x), region("y", y)];
        let a = [run(Some(5 * S), None), run(Some(S), Some(S)), run(Some(2 * S), None)];
        let b = [run(Some(4 * S), None), run(Some(S), None)];
        let rows = changes(&a, &b, Metric::Total);
        assert_eq!((rows[0].a, rows[0].b, rows[0].delta), (Some(2.0), Some(2.5), 0.5));
        assert_eq!(rows[0].spread_a, Some(Spread { min: 1.0, max: 5.0, runs: 3 }));
        assert_eq!(rows[0].spread_b, Some(Spread { min: 1.0, max: 4.0, runs: 2 }));
        assert_eq!((rows[1].a, rows[1].spread_b), (Some(1.0), None));
        assert_eq!(rows[1].spread_a, Some(Spread { min: 1.0, max: 1.0, runs: 1 }));
    }

    pub(crate) fn any_regions() -> impl Strategy<Value = Vec<Region>> {
        proptest::collection::btree_map("[a-f]", proptest::option::of(0i64..5), 0..6)
            .prop_map(|regions| regions.iter().map(|(name, ns)| region(name, *ns)).collect())
    }

    proptest! {
        #[test]
        fn swapping_the_runs_swaps_the_sides(a in any_regions(), b in any_regions(), metric in 0..Metric::ALL.len()) {
            let metric = Metric::ALL[metric];
            let there = changes(&[&a], &[&b], metric);
            let back = changes(&[&b], &[&a], metric);
            prop_assert_eq!(names(&there), names(&back));
            for (x, y) in there.iter().zip(&back) {
                prop_assert_eq!((x.a, x.b, x.delta), (y.b, y.a, -y.delta));
                prop_assert_eq!(x.is_only_in_a(), y.is_only_in_b());
            }
        }

        #[test]
        fn sorting_moves_rows_and_changes_none(a in any_regions(), b in any_regions()) {
            let rows = changes(&[&a[..]], &[&b[..]], Metric::Total);
            for order in [Order::Delta, Order::Pct, Order::Name] {
                let mut sorted = rows.clone();
                sort(&mut sorted, order);
                sort(&mut sorted, Order::Name);
                prop_assert_eq!(&sorted, &rows);
            }
        }
    }
}
