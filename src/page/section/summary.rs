//! Key figures and findings of a run.

use serde::Serialize;

use super::{Part, Tone, counted};
use crate::analysis::{
    Balance, Finding, Hotspot, HotspotKind, IMBALANCE_FLAG_PCT, OUTSIDE_FLAG_PCT, PathRow, RunFigures,
    SESSION, findings, outside_pct,
};
use crate::units::{NS_PER_S, duration, seconds, thousands};

/// The section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Key figures, in order.
    pub kpis: Vec<Kpi>,
    /// What is worth saying, in order.
    pub findings: Vec<FindingText>,
}

/// A key figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Kpi {
    /// What it is.
    pub label: &'static str,
    /// The figure.
    pub value: Part,
    /// What it means.
    pub detail: String,
    /// Whether it needs attention.
    pub tone: Tone,
}

/// A finding in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FindingText {
    /// Whether it needs attention.
    pub tone: Tone,
    /// The words.
    pub parts: Vec<Part>,
}

/// Builds the section; `None` for a run without timed regions.
pub fn summary(figures: &RunFigures, hotspots: &[Hotspot], balance: Option<&Balance>) -> Option<Summary> {
    figures.rows.iter().find(|row| row.total_ns.is_some())?;
    let texts = findings(figures, hotspots, balance).into_iter();
    Some(Summary {
        kpis: kpis(figures, hotspots, balance),
        findings: texts.filter_map(|finding| finding_text(figures, finding)).collect(),
    })
}

fn kpis(figures: &RunFigures, hotspots: &[Hotspot], balance: Option<&Balance>) -> Vec<Kpi> {
    let mut kpis = vec![
        wall(figures),
        plain("Ranks", thousands(figures.facts.num_ranks.into())),
        plain("Regions", thousands(figures.regions.len() as i128)),
    ];
    if let Some(outside) = outside_pct(figures) {
        let tone = if outside >= OUTSIDE_FLAG_PCT { Tone::Warn } else { Tone::Neutral };
        let inside = format!("{:.0}%", (100.0 - outside).clamp(0.0, 100.0));
        kpis.push(Kpi {
            label: "In regions",
            value: Part::text(inside),
            detail: "of the session".to_owned(),
            tone,
        });
    }
    let inside = hotspots.iter().find(|hotspot| hotspot.kind != HotspotKind::Outside);
    if let Some((hotspot, row)) = inside.and_then(|h| Some((h, figures.rows.get(h.row)?))) {
        let detail = format!("{:.1}% of {}", hotspot.share_pct, base(figures));
        kpis.push(Kpi { label: "Top hotspot", value: Part::region(&*row.name), detail, tone: Tone::Neutral });
    }
    if let Some(row) = balance.and_then(|balance| balance.rows.first()) {
        let tone = if row.times.imbalance_pct >= IMBALANCE_FLAG_PCT { Tone::Warn } else { Tone::Neutral };
        let detail = format!("{}, slowest on rank {}", row.region, row.times.slowest);
        kpis.push(Kpi {
            label: "Load imbalance",
            value: Part::text(format!("+{:.0}%", row.times.imbalance_pct)),
            detail,
            tone,
        });
    }
    kpis
}

fn plain(label: &'static str, value: String) -> Kpi {
    Kpi { label, value: Part::text(value), detail: String::new(), tone: Tone::Neutral }
}

fn wall(figures: &RunFigures) -> Kpi {
    let value =
        figures.facts.wall_ns().map_or_else(|| "unknown".to_owned(), |ns| duration(seconds(ns.into())));
    let detail = match figures.facts.time_span_ns {
        Some(_) => "first call to last",
        None if figures.facts.session_span_ns.is_some() => "the session's longest total on a rank",
        None => "no call times were stored",
    };
    Kpi { detail: detail.to_owned(), ..plain("Wall time", value) }
}

fn base(figures: &RunFigures) -> &'static str {
    if outside_pct(figures).is_some() { "the session" } else { "all regions" }
}

fn finding_text(figures: &RunFigures, finding: Finding) -> Option<FindingText> {
    let row = |index: usize| figures.rows.get(index);
    let text = match finding {
        Finding::LargestHotspot(hotspot) => info(largest(figures, &hotspot, row(hotspot.row)?)),
        Finding::ThreeLargest { share_pct } => info(vec![Part::text(format!(
            "The three largest hotspots make up {share_pct:.0}% of {}.",
            base(figures)
        ))]),
        Finding::Outside { share_pct } => warn(vec![Part::text(format!(
            "{share_pct:.0}% of the session is spent outside all regions: something that takes time is not instrumented."
        ))]),
        Finding::Imbalance { region, rank, imbalance_pct, excess_ns } => warn(vec![
            Part::region(&*region),
            Part::text(format!(
                " is unevenly spread over the ranks: rank {rank} spends {imbalance_pct:.0}% more than the mean in it ({} more). See ",
                duration(excess_ns / NS_PER_S)
            )),
            Part::Anchor { anchor: "load-balance".to_owned(), text: "load balance".to_owned() },
            Part::text("."),
        ]),
        Finding::SlowRank { rank, regions, of } => {
            warn(vec![Part::text(format!("Rank {rank} is the slowest in {regions} of {of} regions."))])
        }
        Finding::Chatty { row: index } => warn(chatty(row(index)?)),
        Finding::NeverCalled { regions } => info(never_called(&regions)),
    };
    Some(text)
}

fn info(parts: Vec<Part>) -> FindingText {
    FindingText { tone: Tone::Neutral, parts }
}

fn warn(parts: Vec<Part>) -> FindingText {
    FindingText { tone: Tone::Warn, parts }
}

fn largest(figures: &RunFigures, hotspot: &Hotspot, row: &PathRow) -> Vec<Part> {
    let parent = row.path.iter().rev().nth(1).filter(|name| &***name != SESSION);
    let context = parent.map(|name| format!(" (in {name})")).unwrap_or_default();
    let kind = if hotspot.kind == HotspotKind::Own { ", in its own code," } else { "" };
    vec![
        Part::region(&*row.name),
        Part::text(format!(
            "{context}{kind} is the largest hotspot: {} over {}, {:.1}% of {}.",
            duration(seconds(hotspot.time_ns)),
            counted(row.calls, "call", "calls"),
            hotspot.share_pct,
            base(figures),
        )),
    ]
}

fn chatty(row: &PathRow) -> Vec<Part> {
    let average = row.durations.map(|d| duration(d.avg_ns / NS_PER_S)).unwrap_or_default();
    vec![
        Part::region(&*row.name),
        Part::text(format!(
            " is called {} times for {average} each: at that length the measurement itself weighs in.",
            thousands(row.calls.into())
        )),
    ]
}

fn never_called(regions: &[std::sync::Arc<str>]) -> Vec<Part> {
    const NAMED: usize = 10;
    let mut parts = vec![Part::text("Never called on the selected ranks: ")];
    for (place, name) in regions.iter().take(NAMED).enumerate() {
        if place > 0 {
            parts.push(Part::text(", "));
        }
        parts.push(Part::region(&**name));
    }
    let more = regions.len().saturating_sub(NAMED);
    parts.push(Part::text(if more > 0 { format!(" and {more} more.") } else { ".".to_owned() }));
    parts
}
