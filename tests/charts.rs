//! Charts of the corpus: every figure keeps the contract of [`scope_profiler::render::plotly`], is bounded in
//! size, and one of each kind is as recorded.
#![expect(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use scope_profiler::analysis::{
    Interval, RankFigures, RunAnalysis, RunDetail, RunFigures, Selection, Timeline, analyse,
};
use scope_profiler::manifest::{Scaling, SpeedupAxis};
use scope_profiler::page::chart::{CaseRun, Chart, Charts, Palette, case_charts, run_charts};
use scope_profiler::profile;
use scope_profiler::render::plotly::figure;
use serde_json::Value;

/// Largest figure, bytes.
const LARGEST: usize = 2_000_000;

fn analysis(file: &str) -> RunAnalysis {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus").join(file);
    analyse(&profile::read(&path).unwrap(), &Selection::all())
}

/// Every readable profile of the corpus, by its path below it.
fn corpus() -> Vec<(String, RunAnalysis)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus");
    let files = walkdir::WalkDir::new(&root).sort_by_file_name().into_iter().map(Result::unwrap);
    let files =
        files.filter(|entry| entry.file_type().is_file() && !entry.path().starts_with(root.join("bad")));
    let analysis = |path: &Path| {
        let name = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        Some((name, analyse(&profile::read(path).ok()?, &Selection::all())))
    };
    let all: Vec<_> = files.filter_map(|entry| analysis(entry.path())).collect();
    assert!(all.len() > 100, "the corpus is there");
    all
}

fn palette<'a>(runs: impl IntoIterator<Item = &'a RunFigures>) -> Palette {
    Palette::new(runs.into_iter().flat_map(|run| &run.regions).map(|region| Arc::clone(&region.name)))
}

fn of_run(name: &str, run: &RunAnalysis) -> Charts {
    run_charts(&run.figures, &run.detail, name, &palette([&run.figures]))
}

fn of_case(runs: &[(String, RunAnalysis)], scaling: Scaling) -> Charts {
    let palette = palette(runs.iter().map(|(_, run)| &run.figures));
    let runs: Vec<CaseRun<'_>> = runs
        .iter()
        .map(|(label, run)| CaseRun { label, figures: &run.figures, likwid: &run.detail.likwid })
        .collect();
    case_charts(&runs, scaling, SpeedupAxis::Auto, &palette).unwrap()
}

/// Figures of every drawing of a chart.
fn figures(chart: &Chart) -> Vec<Value> {
    let drawings = chart.variants.iter().chain(&chart.alternate);
    let read = |json: String| {
        assert!(json.len() < LARGEST, "{}: {} bytes", chart.title, json.len());
        assert!(!json.contains('<'), "{}: markup", chart.title);
        serde_json::from_str(&json).unwrap()
    };
    drawings.map(|drawing| read(figure(&drawing.plot).unwrap())).collect()
}

fn length(value: &Value) -> Option<usize> {
    value.as_array().map(Vec::len)
}

fn check(charts: &Charts) {
    for chart in &charts.panels {
        assert!(!chart.variants.is_empty() && !chart.summary.is_empty() && !chart.description.is_empty());
        assert!(!chart.table.rows.is_empty(), "{}", chart.title);
        assert!(chart.table.rows.iter().all(|row| row.len() == chart.table.columns.len()), "{}", chart.title);
        for figure in figures(chart) {
            check_figure(&figure, &chart.title);
        }
    }
}

fn check_figure(figure: &Value, title: &str) {
    let meta = &figure["layout"]["meta"];
    let regions = length(&meta["regions"]).unwrap();
    let region_axis = meta["region_axis"].as_str().map(|axis| &figure["layout"][format!("{axis}axis")]);
    if let Some(axis) = region_axis {
        let categories = |value: &Value| {
            let names = value.as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned());
            names.collect::<std::collections::BTreeSet<_>>()
        };
        assert_eq!(categories(&axis["categoryarray"]), categories(&meta["labels"]), "{title}");
        assert_eq!(categories(&meta["labels"]).len(), regions, "{title}: labels differ");
    }
    for trace in figure["data"].as_array().unwrap() {
        let marks = length(&trace["x"]).unwrap();
        let columns = if trace["type"] == "heatmap" { vec!["x"] } else { vec!["x", "y", "base", "text"] };
        for key in columns {
            assert_eq!(length(&trace[key]).unwrap_or(marks), marks, "{title}: {key}");
        }
        for key in ["regions", "depths"] {
            assert_eq!(length(&trace["meta"][key]).unwrap_or(marks), marks, "{title}: meta.{key}");
        }
        let of_marks = trace["meta"]["regions"].as_array().into_iter().flatten();
        for region in of_marks.chain(trace["meta"].get("region")) {
            assert!(region.as_u64().unwrap() < regions as u64, "{title}");
        }
        assert!(trace["hovertemplate"].is_string());
    }
}

#[test]
fn every_figure_keeps_the_contract() {
    let all = corpus();
    for (name, run) in &all {
        let charts = of_run(name, run);
        check(&charts);
        assert_eq!(charts, of_run(name, run), "{name}: the same input, the same charts");
    }
    for case in ["strong", "weak", "nightly", "threads", "features/regions", "features/likwid"] {
        let runs: Vec<_> = all.iter().filter(|(name, _)| name.starts_with(case)).cloned().collect();
        check(&of_case(&runs, Scaling::Both));
    }
    check(&of_case(&all, Scaling::None));
}

/// A run with so many ranks and regions, whose names are as long as names get.
fn large(ranks: u32, regions: usize) -> RunFigures {
    let mut figures = analysis("features/plain.h5").figures;
    let (mut region, mut row) = (figures.regions[0].clone(), figures.rows[0].clone());
    region.ranks = (0..ranks)
        .map(|rank| {
            let total_ns = 1_234_567_891 + i128::from(rank) * 7_919;
            RankFigures { rank, calls: 1, total_ns, own_ns: total_ns, min_ns: 0, max_ns: 0 }
        })
        .collect();
    row.total_ns = Some(1_234_567_891);
    let named = |n: usize| Arc::<str>::from(format!("<{n}>{}", "&$".repeat(150)));
    figures.ranks = (0..ranks).collect();
    figures.facts.num_ranks = ranks;
    figures.regions =
        (0..regions).map(|n| scope_profiler::analysis::Region { name: named(n), ..region.clone() }).collect();
    figures.rows =
        (0..regions).map(|n| scope_profiler::analysis::PathRow { name: named(n), ..row.clone() }).collect();
    figures
}

#[test]
fn the_largest_profiles_have_small_figures() {
    let figures = large(5_000, 1_000);
    let interval = |n: usize| {
        let start_ns = 1_234_567 * n as i64;
        Interval { region: n % 300, start_ns, end_ns: start_ns + 987_654_321, depth: Some(17), calls: 1_234 }
    };
    let intervals = (0..20_000).map(interval).collect();
    let timeline = Timeline { rank: 0, resolution_ns: 1_000, calls: 1_000_000, intervals };
    let detail = RunDetail { timeline: Some(timeline), ..analysis("features/plain.h5").detail };
    let charts = run_charts(&figures, &detail, "large", &Palette::default());
    assert_eq!(charts.panels.len(), 4);
    check(&charts);
    let runs = [CaseRun { label: "large", figures: &figures, likwid: &[] }; 50];
    check(&case_charts(&runs, Scaling::Strong, SpeedupAxis::Auto, &Palette::default()).unwrap());
}

/// A chart as text: its words, its table, and a line per trace.
fn shown(chart: &Chart) -> String {
    let mut out = format!("{}\n{}\n{}\n", chart.title, chart.description, chart.summary);
    for note in &chart.notes {
        writeln!(out, "note: {note}").unwrap();
    }
    writeln!(out, "\n{}", chart.table.columns.join(" | ")).unwrap();
    for row in &chart.table.rows {
        writeln!(out, "{}", row.join(" | ")).unwrap();
    }
    for (figure, drawing) in figures(chart).iter().zip(chart.variants.iter().chain(&chart.alternate)) {
        writeln!(out, "\n{}", drawing.label).unwrap();
        for trace in figure["data"].as_array().unwrap() {
            writeln!(out, "{trace}").unwrap();
        }
        writeln!(out, "{}", figure["layout"]).unwrap();
    }
    out
}

#[test]
fn charts_of_a_run() {
    for chart in of_run("plain", &analysis("features/plain.h5")).panels {
        insta::assert_snapshot!(format!("run-{}", chart.slug), shown(&chart));
    }
}

#[test]
fn charts_of_cases() {
    let runs = |files: &[&str]| -> Vec<(String, RunAnalysis)> {
        files.iter().map(|file| ((*file).to_owned(), analysis(file))).collect()
    };
    let chart =
        |charts: Charts, slug: &str| charts.panels.into_iter().find(|chart| chart.slug == slug).unwrap();
    let nights =
        ["np1", "np2"].map(|run| ["01", "02"].map(|night| format!("nightly/2026-09-{night}/{run}.h5")));
    let nights: Vec<&str> = nights.iter().flatten().map(String::as_str).collect();
    let study = of_case(&runs(&nights), Scaling::Both);
    insta::assert_snapshot!("case-speedup", shown(&chart(study.clone(), "speedup")));
    insta::assert_snapshot!("case-weak-scaling", shown(&chart(study, "weak-scaling")));
    let pair = of_case(&runs(&["tutorial/baseline.h5", "tutorial/candidate.h5"]), Scaling::None);
    insta::assert_snapshot!("case-change", shown(&pair.panels[1]));
    let counters = of_case(&runs(&["features/likwid.h5", "features/likwid-threads.h5"]), Scaling::None);
    insta::assert_snapshot!("case-likwid", shown(counters.panels.last().unwrap()));
}
