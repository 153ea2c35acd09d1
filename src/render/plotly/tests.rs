use std::sync::Arc;

use serde_json::{Value, json};

use super::figure;
use crate::page::chart::*;

fn regions(names: &[(&str, &str)]) -> Vec<PlotRegion> {
    names
        .iter()
        .map(|(name, label)| PlotRegion { name: Arc::from(*name), label: (*label).to_owned() })
        .collect()
}

fn axis(title: &str, scale: Scale) -> Axis {
    Axis { title: title.to_owned(), scale }
}

fn numbers() -> Scale {
    Scale::Numbers(NumberScale { from_zero: true, log_offered: true, ..NumberScale::default() })
}

fn value(plot: &Plot) -> Value {
    serde_json::from_str(&figure(plot).unwrap()).unwrap()
}

#[test]
fn bars_name_their_region_by_category_and_index() {
    let bar = |region, value| Bar { region, value, text: format!("{value} s") };
    let series =
        |n, bars| BarSeries { name: format!("run {n}"), style: series_style(n), colors: Vec::new(), bars };
    let plot = Plot {
        regions: regions(&[("a<b>", "a<b>"), ("%{x}$y$", "%{x}$y$")]),
        x: axis("Region", Scale::Regions),
        y: axis("Total time (s)", numbers()),
        marks: Marks::Bars {
            arrangement: Arrangement::Grouped,
            series: vec![series(0, vec![bar(0, 0.1), bar(1, 2.0)]), series(1, vec![bar(1, f64::NAN)])],
        },
        height: Height::Fixed(520),
    };
    assert!(!figure(&plot).unwrap().contains('<'), "safe inside a script element");
    let figure = value(&plot);
    assert_eq!(figure["data"][0]["x"], json!(["a&lt;b&gt;", "&#37;{x}&#36;y&#36;"]));
    assert_eq!(figure["data"][0]["y"], json!([0.1, 2.0]));
    assert_eq!(figure["data"][0]["meta"], json!({"regions": [0, 1]}));
    assert_eq!(figure["data"][1]["y"], json!([null]), "never NaN");
    assert_eq!(figure["data"][1]["marker"]["pattern"]["shape"], "/");
    assert_eq!(figure["layout"]["barmode"], "group");
    assert_eq!(
        figure["layout"]["meta"],
        json!({"contract": 1, "chart": "bars", "regions": ["a<b>", "%{x}$y$"], "region_axis": "x",
               "labels": ["a&lt;b&gt;", "&#37;{x}&#36;y&#36;"], "log_axes": ["y"]})
    );
    assert_eq!(figure["layout"]["xaxis"]["type"], "category");
    assert_eq!(figure["layout"]["paper_bgcolor"], "rgba(0,0,0,0)");
}

#[test]
fn intervals_lie_from_the_top_in_lanes() {
    let interval = PlotInterval { start: 0.5, length: 0.25, depth: Some(1), text: "250 ms".to_owned() };
    let series = |region, intervals| IntervalSeries { region, style: series_style(region), intervals };
    let plot = Plot {
        regions: regions(&[("a", "a"), ("b", "b")]),
        x: axis("Time (s)", Scale::Numbers(NumberScale::default())),
        y: axis("", Scale::Regions),
        marks: Marks::Intervals(vec![series(0, vec![interval.clone(), interval]), series(1, Vec::new())]),
        height: Height::PerLane { lane: 26, frame: 150, least: 180 },
    };
    let figure = value(&plot);
    let trace = &figure["data"][0];
    assert_eq!((&trace["base"], &trace["x"]), (&json!([0.5, 0.5]), &json!([0.25, 0.25])));
    assert_eq!((&trace["y"], &trace["orientation"]), (&json!(["r0", "r0"]), &json!("h")));
    assert_eq!(trace["meta"], json!({"region": 0, "depths": [1, 1]}));
    assert_eq!(figure["layout"]["yaxis"]["categoryarray"], json!(["r1", "r0"]));
    assert_eq!(figure["layout"]["yaxis"]["tickvals"], json!(["r0", "r1"]));
    assert_eq!(figure["layout"]["yaxis"]["ticktext"], json!(["a", "b"]));
    assert_eq!(figure["layout"]["height"], 202);
    assert_eq!(
        figure["layout"]["meta"]["lanes"],
        json!({"axis": "y", "px": 26, "frame_px": 150, "min_px": 180})
    );
}

#[test]
fn lines_keep_gaps_and_share_a_legend_entry_per_group() {
    let point = |x, y| Point { x, y, text: String::new() };
    let series = |region, stroke, points| LineSeries {
        name: "a".to_owned(),
        region,
        group: usize::from(region.is_none()),
        style: series_style(1),
        stroke,
        points,
    };
    let plot = Plot {
        regions: regions(&[("a", "a")]),
        x: axis("MPI ranks", Scale::Numbers(NumberScale { ticks: vec![1.0, 4.0], ..NumberScale::default() })),
        y: axis("Speedup", numbers()),
        marks: Marks::Lines(vec![
            series(Some(0), Stroke::LineAndPoints, vec![point(1.0, Some(1.0)), point(4.0, None)]),
            series(Some(0), Stroke::Points, vec![point(4.0, Some(3.0))]),
            series(None, Stroke::Guide, Vec::new()),
        ]),
        height: Height::Fixed(420),
    };
    let figure = value(&plot);
    assert_eq!(figure["data"][0]["y"], json!([1.0, null]));
    let legend: Vec<_> = (0..3).map(|n| figure["data"][n]["showlegend"].as_bool().unwrap()).collect();
    assert_eq!(legend, [true, false, true]);
    assert_eq!(figure["data"][0]["meta"], json!({"region": 0}));
    assert_eq!(figure["data"][2].get("meta"), None);
    assert_eq!(figure["data"][1]["marker"]["symbol"], "square-open");
    assert_eq!(figure["layout"]["xaxis"]["tickvals"], json!([1.0, 4.0]));
}

#[test]
fn cells_are_columns_of_regions() {
    let plot = Plot {
        regions: regions(&[("a", "a"), ("b", "b")]),
        x: axis("Region", Scale::Regions),
        y: axis("", Scale::Lanes(vec!["rank 0".to_owned(), "rank 1".to_owned()])),
        marks: Marks::Cells(Cells {
            title: "Own time (s)".to_owned(),
            values: vec![vec![Some(1.0), None], vec![Some(2.0), Some(3.0)]],
            texts: vec![vec!["1 s".to_owned(), String::new()], vec!["2 s".to_owned(), "3 s".to_owned()]],
        }),
        height: Height::Fixed(320),
    };
    let figure = value(&plot);
    assert_eq!(figure["data"][0]["z"], json!([[1.0, null], [2.0, 3.0]]));
    assert_eq!(figure["data"][0]["meta"], json!({"regions": [0, 1]}));
    assert_eq!(figure["layout"]["yaxis"]["categoryarray"], json!(["rank 1", "rank 0"]));
    assert_eq!(figure["data"][0]["colorbar"]["title"]["text"], "Own time (s)");
}
