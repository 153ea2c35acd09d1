//! A run's page.

use serde::Serialize;

use super::section::balance::{Balance, Matrix, balance, matrix};
use super::section::charts::ChartPanels;
use super::section::files::{Attachment, Image};
use super::section::filter::{Filter, filter};
use super::section::hardware::{HardwarePanel, hardware};
use super::section::hotspots::{HotspotItem, hotspot_items};
use super::section::lines::{FunctionProfile, other_functions};
use super::section::region_table::{RegionTable, region_table};
use super::section::summary::{Summary, summary};
use super::section::{Chip, Link, counted};
use super::{Publication, RunAddress, note};
use crate::analysis::{self, RunAnalysis, RunFacts};
use crate::units::{general, seconds};

/// What a run's page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunPage {
    /// Always `run`.
    pub kind: &'static str,
    /// Label of the run.
    pub label: String,
    /// Chips under the title.
    pub meta: Vec<Chip>,
    /// Ways up and to the neighbours.
    pub trail: Trail,
    /// Doubts about the figures.
    pub notes: Vec<String>,
    /// The filter bar.
    pub filter: Filter,
    /// Key figures and findings.
    pub summary: Option<Summary>,
    /// Where the time goes.
    pub hotspots: Vec<HotspotItem>,
    /// The call tree.
    pub regions: RegionTable,
    /// Load balance of regions over ranks.
    pub balance: Option<Balance>,
    /// Regions by ranks.
    pub matrix: Option<Matrix>,
    /// Functions of regions that are not in the table.
    pub line_profiles: Vec<FunctionProfile>,
    /// Counters.
    pub hardware: Vec<HardwarePanel>,
    /// Charts.
    pub charts: Option<ChartPanels>,
    /// Figures.
    pub images: Vec<Image>,
    /// Attached files.
    pub files: Vec<Attachment>,
    /// The case's facts, then the profile's published metadata.
    pub metadata: Vec<(String, String)>,
}

/// Links from a run's page to its case and its neighbours in run order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trail {
    /// The page that lists the run.
    pub up: Link,
    /// The run before.
    pub previous: Option<Link>,
    /// The run after.
    pub next: Option<Link>,
}

/// What a run's page is made from.
#[derive(Debug)]
pub struct RunInput<'a> {
    /// Where it goes and what it is called.
    pub address: &'a RunAddress,
    /// Its figures.
    pub analysis: &'a RunAnalysis,
    /// What may be shown of its profile.
    pub published: &'a Publication,
    /// The case's facts (with the execution's).
    pub info: &'a [(String, String)],
    /// Links to other pages.
    pub trail: Trail,
    /// Charts, unless switched off.
    pub charts: Option<ChartPanels>,
    /// Figures.
    pub images: Vec<Image>,
    /// Attached files.
    pub files: Vec<Attachment>,
}

/// The page in place of a run that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProblemPage {
    /// Always `run`.
    pub kind: &'static str,
    /// Label of the run.
    pub label: String,
    /// The file.
    pub meta: Vec<Chip>,
    /// Ways up and to the neighbours.
    pub trail: Trail,
    /// Why it could not be read.
    pub notes: Vec<String>,
}

/// Builds the page of a run that could not be read.
pub fn problem_page(address: &RunAddress, trail: Trail, file_name: String, reason: &str) -> ProblemPage {
    ProblemPage {
        kind: "run",
        label: address.label.clone(),
        meta: vec![Chip { text: file_name, title: Some("profile".to_owned()) }],
        trail,
        notes: vec![format!("This run could not be read: {reason}.")],
    }
}

/// Builds the page.
pub fn run_page(input: RunInput<'_>) -> RunPage {
    let run = input.analysis;
    let figures = &run.figures;
    let hotspots = analysis::hotspots(figures);
    let spread = analysis::balance(figures);
    RunPage {
        kind: "run",
        label: input.address.label.clone(),
        meta: meta(&figures.facts, figures.regions.len(), input.published),
        trail: input.trail,
        notes: figures.notes.iter().map(note::text).collect(),
        filter: filter([figures]),
        summary: summary(figures, &hotspots, spread.as_ref()),
        hotspots: hotspot_items(figures, &hotspots),
        regions: region_table(run, input.published),
        balance: spread.as_ref().map(balance),
        matrix: spread.as_ref().map(matrix),
        line_profiles: other_functions(run, input.published),
        hardware: hardware(&run.detail),
        charts: input.charts,
        images: input.images,
        files: input.files,
        metadata: input.info.iter().chain(&input.published.metadata).cloned().collect(),
    }
}

fn meta(facts: &RunFacts, regions: usize, published: &Publication) -> Vec<Chip> {
    let chip = |text: String| Chip { text, title: None };
    let mut chips = vec![Chip { text: facts.file_name.clone(), title: Some("profile".to_owned()) }];
    if let Some(stamp) = published.fact("timestamp") {
        chips.push(Chip { text: recorded(stamp), title: Some("recorded".to_owned()) });
    }
    chips.extend(published.host.clone().map(chip));
    chips.extend(published.fact("chip_information").map(str::to_owned).map(chip));
    chips.push(chip(counted(facts.num_ranks.into(), "rank", "ranks")));
    chips.push(chip(counted(regions as u64, "region", "regions")));
    if let Some(span) = facts.time_span_ns {
        let total =
            facts.total_time_ns.map(|ns| format!("setup to finalize: {} s", general(seconds(ns.into()), 6)));
        chips.push(Chip { text: format!("{} s profiled", general(seconds(span.into()), 6)), title: total });
    }
    chips
}

/// A recording's time as `YYYY-MM-DD HH:MM UTC`; as recorded when it has no zone or cannot be read.
pub(super) fn recorded(stamp: &str) -> String {
    match stamp.parse::<jiff::Timestamp>() {
        Ok(time) => time.strftime("%Y-%m-%d %H:%M UTC").to_string(),
        Err(_) => stamp.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recordings_are_dated_in_utc() {
        assert_eq!(recorded("2026-09-14T10:30:59+02:00"), "2026-09-14 08:30 UTC");
        assert_eq!(recorded("2026-09-14T10:30"), "2026-09-14T10:30");
        assert_eq!(recorded("yesterday"), "yesterday");
    }
}
