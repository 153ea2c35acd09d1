//! Change between two runs: a bar per region, upwards where it got slower.

use super::label::{plot_regions, short};
use super::limits::{BAR_REGIONS, leading_note};
use super::measure::{Aligned, Measure, align, measures, recursion_note};
use super::model::*;
use super::palette::{FASTER, NEUTRAL, SLOWER};
use super::{CaseRun, Missing};
use crate::units::{change, duration, signed_duration};

/// The chart; `base` is judged against, `candidate` is judged.
pub(super) fn chart(base: CaseRun<'_>, candidate: CaseRun<'_>) -> Result<Chart, Missing> {
    let title = format!("Change: {} vs {}", candidate.label, base.label);
    let runs = [base, candidate];
    let measures = measures(&runs);
    let first = *measures.first().unwrap_or(&Measure::Total);
    let regions = rows(&runs, first);
    if regions.shown.is_empty() {
        return Err(Missing::new(title, "no calls were recorded"));
    }
    if regions.shown.iter().all(|row| row.change_pct.is_none()) {
        return Err(Missing::new(title, "no region took time in both runs"));
    }
    let variant = |&measure: &Measure| Variant {
        label: measure.title().to_owned(),
        plot: plot(&runs, &rows(&runs, measure).shown, measure),
    };
    let mut notes: Vec<String> = recursion_note(&runs).into_iter().collect();
    notes.extend(leading_note(regions.shown.len(), regions.all, "regions"));
    Ok(Chart {
        description: format!(
            "One bar per region: the change of its {} in percent of the baseline, {}. Upwards and hatched: {} is \
             slower; downwards: faster. No bar: the region is in one of the two runs only, or took no time in the \
             baseline.",
            first.words(),
            short(base.label),
            short(candidate.label)
        ),
        summary: summary(&runs, &regions.shown, first),
        open: true,
        table: table(&runs, &regions.shown, first),
        notes,
        ..Chart::titled(title, measures.iter().map(variant).collect())
    })
}

/// A region with its change; without one it stands after those that have one.
struct Row {
    region: Aligned,
    base: Option<f64>,
    candidate: Option<f64>,
    change_pct: Option<f64>,
}

struct Rows {
    shown: Vec<Row>,
    all: usize,
}

/// The regions that took most time, the largest growth first.
fn rows(runs: &[CaseRun<'_>], measure: Measure) -> Rows {
    let mut regions = align(runs, measure);
    let all = regions.len();
    regions.truncate(BAR_REGIONS);
    let mut shown: Vec<Row> = regions.into_iter().map(row).collect();
    shown.sort_by(|a, b| match (a.change_pct, b.change_pct) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    });
    Rows { shown, all }
}

fn row(region: Aligned) -> Row {
    let base = region.values.first().copied().flatten();
    let candidate = region.values.get(1).copied().flatten();
    let change_pct = base.zip(candidate).and_then(|(base, candidate)| change_pct(base, candidate));
    Row { region, base, candidate, change_pct }
}

/// 100 (candidate - base) / base; 0 from 0 to 0, `None` from 0 to anything else.
fn change_pct(base: f64, candidate: f64) -> Option<f64> {
    if base == candidate {
        return Some(0.0);
    }
    Some(100.0 * (candidate - base) / base).filter(|pct| base > 0.0 && pct.is_finite())
}

fn plot(runs: &[CaseRun<'_>], rows: &[Row], measure: Measure) -> Plot {
    let names: Vec<_> = rows.iter().map(|row| row.region.name.clone()).collect();
    let text = |row: &Row, pct: f64| {
        let of = |run: usize, value: Option<f64>| {
            let label = runs.get(run).map_or_else(String::new, |run| short(run.label));
            format!("{label}: {}", value.map_or_else(|| NO_VALUE.to_owned(), duration))
        };
        format!("{}\n{}\n{}", change(pct), of(0, row.base), of(1, row.candidate))
    };
    let bars = |wanted: fn(f64) -> bool| -> Vec<Bar> {
        let changed = rows.iter().enumerate().filter_map(|(at, row)| Some((at, row, row.change_pct?)));
        let wanted = changed.filter(|(_, _, pct)| wanted(*pct));
        wanted.map(|(region, row, pct)| Bar { region, value: pct, text: text(row, pct) }).collect()
    };
    let kinds = [
        ("slower", SLOWER, bars(|pct| pct > 0.0)),
        ("faster", FASTER, bars(|pct| pct < 0.0)),
        ("the same", NEUTRAL, bars(|pct| pct == 0.0)),
    ];
    let series = kinds
        .into_iter()
        .filter(|(_, _, bars)| !bars.is_empty())
        .map(|(name, style, bars)| BarSeries { name: name.to_owned(), style, colors: Vec::new(), bars });
    let scale = Scale::Numbers(NumberScale { from_zero: true, ..NumberScale::default() });
    Plot {
        regions: plot_regions(&names),
        x: Axis { title: "Region".to_owned(), scale: Scale::Regions },
        y: Axis { title: format!("Change of {} (%)", lower_first(measure.title())), scale },
        marks: Marks::Bars { arrangement: Arrangement::Overlaid, series: series.collect() },
        height: Height::Fixed(520),
    }
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

fn summary(runs: &[CaseRun<'_>], rows: &[Row], measure: Measure) -> String {
    let count =
        |wanted: fn(f64) -> bool| rows.iter().filter_map(|row| row.change_pct).filter(|p| wanted(*p)).count();
    let (slower, faster) = (count(|pct| pct > 0.0), count(|pct| pct < 0.0));
    let only = |in_base: bool| {
        rows.iter().filter(|row| row.change_pct.is_none() && row.base.is_some() == in_base).count()
    };
    let labels: Vec<String> = runs.iter().map(|run| short(run.label)).collect();
    let mut text = format!(
        "By {}, {slower} {} slower and {faster} faster in {} than in {}",
        measure.words(),
        if slower == 1 { "region is" } else { "regions are" },
        labels.last().map_or("", |label| label),
        labels.first().map_or("", |label| label)
    );
    let change_of =
        |row: &Row| row.change_pct.map(|pct| format!("{} ({})", short(&row.region.name), change(pct)));
    let extremes = [
        ("largest growth", rows.first().filter(|row| row.change_pct.is_some_and(|pct| pct > 0.0))),
        (
            "largest drop",
            rows.iter().rev().find(|row| row.change_pct.is_some()).filter(|row| row.change_pct < Some(0.0)),
        ),
    ];
    for (what, row) in extremes {
        if let Some(change) = row.and_then(change_of) {
            text.push_str(&format!("; {what}: {change}"));
        }
    }
    let unmatched = only(true) + only(false);
    if unmatched > 0 {
        text.push_str(&format!("; {unmatched} without a percentage"));
    }
    text.push('.');
    text
}

fn table(runs: &[CaseRun<'_>], rows: &[Row], measure: Measure) -> ChartTable {
    let mut columns = vec!["Region".to_owned()];
    let labels = super::label::unique(runs.iter().map(|run| run.label));
    columns.extend(labels.into_iter().map(|label| format!("{}: {label}", measure.title())));
    columns.extend(["Difference", "Change"].map(str::to_owned));
    let row = |row: &Row| {
        let text = |value: Option<f64>| value.map_or_else(|| NO_VALUE.to_owned(), duration);
        let difference =
            row.base.zip(row.candidate).map(|(base, candidate)| signed_duration(candidate - base));
        let change = match (row.base, row.candidate, row.change_pct) {
            (_, _, Some(pct)) => change(pct),
            (_, None, None) => "gone".to_owned(),
            _ => "new".to_owned(),
        };
        let difference = difference.unwrap_or_else(|| NO_VALUE.to_owned());
        vec![short(&row.region.name), text(row.base), text(row.candidate), difference, change]
    };
    ChartTable::new(columns, rows.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_is_unknown_from_nothing_and_zero_from_nothing_to_nothing() {
        assert_eq!(change_pct(2.0, 3.0), Some(50.0));
        assert_eq!(change_pct(0.0, 0.0), Some(0.0));
        assert_eq!(change_pct(0.0, 1.0), None);
        assert_eq!(lower_first("Total time"), "total time");
    }

    #[test]
    fn growth_comes_first_and_regions_of_one_run_last() {
        use super::super::fixture::run;
        let base = run(
            1,
            &[
                ("x", &[(0, 1, 2, 2)]),
                ("same", &[(0, 1, 1, 1)]),
                ("gone", &[(0, 1, 9, 9)]),
                ("zero", &[(0, 1, 0, 0)]),
            ],
        );
        let new = run(
            1,
            &[
                ("x", &[(0, 1, 3, 3)]),
                ("same", &[(0, 1, 1, 1)]),
                ("new", &[(0, 1, 4, 4)]),
                ("zero", &[(0, 1, 5, 5)]),
            ],
        );
        let of = |label, figures| CaseRun { label, figures, likwid: &[] };
        let chart = chart(of("v1", &base), of("v2", &new)).ok().unwrap();
        assert_eq!(chart.title, "Change: v2 vs v1");
        assert_eq!(chart.slug, "change-v2-vs-v1");
        let cells: Vec<_> = chart.table.rows.iter().map(|row| (row[0].as_str(), row[4].as_str())).collect();
        assert_eq!(
            cells,
            [("x", "+50.0%"), ("same", "0.0%"), ("gone", "gone"), ("zero", "new"), ("new", "new")]
        );
        let Marks::Bars { series, .. } = &chart.variants[0].plot.marks else { panic!("bars") };
        assert_eq!(series.iter().map(|s| s.name.as_str()).collect::<Vec<_>>(), ["slower", "the same"]);
        assert_eq!(series[0].bars[0].text, "+50.0%\nv1: 2 s\nv2: 3 s");
        assert_eq!(
            chart.summary,
            "By total time over all ranks, 1 region is slower and 0 faster in v2 than in v1; largest growth: x \
             (+50.0%); 3 without a percentage."
        );
    }
}
