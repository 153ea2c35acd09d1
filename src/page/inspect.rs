//! What `inspect` shows of one profile.

use super::hardware::Hardware;
use super::metadata::MetadataBlock;
use super::region_table::{RegionColumn, RegionTableStyle, SortKey, region_table};
use super::table::{Record, Table, Value};
use crate::analysis::source::{Found, RegionSource};
use crate::analysis::{PathRow, PercentageMode, RunFacts, RunFigures};
use crate::text::visible;
use crate::units::{fixed, general, seconds};

/// One profile, as a reader sees it.
#[derive(Debug, Clone, PartialEq)]
pub struct InspectPage {
    /// Label and path.
    pub title: String,
    /// Ranks, regions, size and times of the run in one line.
    pub headline: String,
    /// The same and more, for machines.
    pub facts: Record,
    /// The run's notes about itself, if wanted.
    pub metadata: Option<MetadataBlock>,
    /// The regions, if wanted.
    pub regions: Option<Regions>,
    /// Counters, if there are any and regions are wanted.
    pub hardware: Vec<Hardware>,
    /// Source texts, if asked for.
    pub sources: Option<Vec<SourceBlock>>,
    /// Doubts about the figures, as sentences.
    pub notes: Vec<String>,
}

/// The region table and what is said under it.
#[derive(Debug, Clone, PartialEq)]
pub struct Regions {
    /// The table.
    pub table: Table,
    /// Lines of the box under the table.
    pub info: Vec<String>,
}

/// The source of one region.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceBlock {
    /// `name  (file:line)`, or why there is no text.
    pub title: String,
    /// The captured lines.
    pub lines: Vec<String>,
    /// The same for machines.
    pub record: Record,
}

/// Which parts are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Parts {
    /// Metadata, then regions.
    #[default]
    All,
    /// Metadata only.
    Metadata,
    /// Regions and counters only.
    Regions,
}

/// What a reader asked for.
#[derive(Debug, Clone, Default)]
pub struct InspectStyle {
    /// Which parts are wanted.
    pub parts: Parts,
    /// Columns of the region table; empty for those that tell something.
    pub columns: Vec<RegionColumn>,
    /// For a program rather than a person: all columns unless some are chosen, and no (own) rows.
    pub for_machines: bool,
    /// Order of the regions.
    pub sort: SortKey,
    /// One list instead of the tree.
    pub flat: bool,
    /// What a percentage of the session compares.
    pub percentages: PercentageMode,
    /// Whether long metadata values are shown whole.
    pub full: bool,
}

/// What is known about one profile.
#[derive(Debug, Clone, Copy)]
pub struct Findings<'a> {
    /// The path as it was given.
    pub path: &'a str,
    /// The path as a command in the current folder would name it.
    pub command_path: &'a str,
    /// Figures under the reader's selection.
    pub figures: &'a RunFigures,
    /// The run's notes about itself.
    pub metadata: &'a crate::profile::Metadata,
    /// Sources that were asked for.
    pub sources: Option<&'a [RegionSource]>,
}

impl InspectPage {
    /// The page of one profile.
    pub fn new(findings: &Findings<'_>, hardware: Vec<Hardware>, style: &InspectStyle) -> Self {
        let Findings { path, figures, metadata, .. } = *findings;
        let facts = &figures.facts;
        let title = match &facts.label {
            Some(label) => format!("{} - {}", visible(label), visible(path)),
            None => visible(path).into_owned(),
        };
        let wants_regions = style.parts != Parts::Metadata;
        Self {
            title,
            headline: headline(facts),
            facts: facts_record(path, figures),
            metadata: (style.parts != Parts::Regions).then(|| MetadataBlock::new(metadata, style.full)),
            regions: wants_regions.then(|| regions(findings, style)),
            hardware: if wants_regions { hardware } else { Vec::new() },
            sources: findings.sources.map(|sources| sources.iter().map(SourceBlock::new).collect()),
            notes: figures.notes.iter().map(super::note::text).collect(),
        }
    }
}

/// Ranks, regions, size and times of a run in one line.
fn headline(facts: &RunFacts) -> String {
    let mut line = format!(
        "{} rank(s), {} region(s), {} MiB",
        facts.num_ranks,
        facts.num_regions,
        fixed(facts.file_bytes as f64 / f64::from(1 << 20), 2)
    );
    let time = |ns: i64| general(seconds(ns.into()), 6);
    if let Some(span) = facts.time_span_ns {
        line.push_str(&format!(", {} s wall clock", time(span)));
    } else if let Some(span) = facts.session_span_ns {
        line.push_str(&format!(", {} s in the longest session (wall clock not recorded)", time(span)));
    }
    if let Some(total) = facts.total_time_ns {
        line.push_str(&format!(", {} s total (setup to finalize)", time(total)));
    }
    line
}

fn facts_record(path: &str, figures: &RunFigures) -> Record {
    let facts = &figures.facts;
    let time = |ns: Option<i64>| Value::from(ns.map(|ns| seconds(ns.into())));
    let mut record = Record::default();
    record.push("path", path);
    record.push("label", facts.label.clone());
    record.push("num_ranks", facts.num_ranks);
    record.push("num_regions", facts.num_regions);
    record.push("num_nodes", facts.nodes);
    record.push("threads_per_rank", facts.threads);
    record.push("file_bytes", facts.file_bytes);
    record.push("recorded", facts.timestamp.clone());
    record.push("has_call_times", figures.has_events);
    record.push("time_span_s", time(facts.time_span_ns));
    record.push("session_span_s", time(facts.session_span_ns));
    record.push("total_time_s", time(facts.total_time_ns));
    record.push("startup_s", time(facts.startup_ns));
    record.push("selected_ranks", Value::List(figures.ranks.iter().map(|rank| Value::from(*rank)).collect()));
    record
}

fn regions(findings: &Findings<'_>, style: &InspectStyle) -> Regions {
    let figures = findings.figures;
    let columns = match style.columns.as_slice() {
        chosen @ [_, ..] if style.for_machines => once_each(chosen),
        chosen @ [_, ..] => chosen.to_vec(),
        [] if style.for_machines => RegionColumn::ALL.to_vec(),
        [] => RegionColumn::defaults(figures),
    };
    let shows_percent = columns.contains(&RegionColumn::Percent);
    let table_style = RegionTableStyle {
        columns,
        sort: style.sort,
        flat: style.flat,
        own_rows: !style.for_machines,
        percentages: style.percentages,
    };
    let percentages = shows_percent.then_some(style.percentages);
    Regions { table: region_table(figures, &table_style), info: info(findings, percentages) }
}

/// The columns without repeats: a JSON object has each key once.
fn once_each(columns: &[RegionColumn]) -> Vec<RegionColumn> {
    let mut kept = Vec::new();
    for column in columns {
        if !kept.contains(column) {
            kept.push(*column);
        }
    }
    kept
}

/// The lines under the region table: what it holds, what to do next, how to read it.
fn info(findings: &Findings<'_>, percentages: Option<PercentageMode>) -> Vec<String> {
    let figures = findings.figures;
    let mut lines = Vec::new();
    lines.extend(device_time_warning(&figures.rows));
    lines.push(format!("Summary: Regions ({})", figures.rows.len()));
    lines.extend(commands(findings.command_path));
    lines.push(String::new());
    lines.push("Durations are in seconds.".to_owned());
    let mut say = |sentence: &str| lines.push(sentence.to_owned());
    if figures.rows.len() > 1 {
        say(
            "The time of a region is also part of the regions around it, so totals do not add up to the wall clock.",
        );
    }
    if figures.rows.iter().any(|row| row.recursive) {
        say("↻ marks recursion: calls on every level are counted, the total is that of the outermost calls.");
    }
    if figures.session_total_ns.is_some_and(|ns| ns > 0) {
        match percentages {
            Some(PercentageMode::Coverage) => {
                say(
                    "% session is the part of the session in which the region was active, however many calls overlapped.",
                );
            }
            Some(PercentageMode::Exclusive) => {
                say(
                    "% session is the time spent in the region itself and in no region inside it, as part of the session.",
                );
            }
            None => {}
        }
    }
    if figures.rows.iter().any(|row| row.total_ns.is_none()) {
        say("A region without times was not entered on the selected ranks.");
    }
    lines.extend(figures.notes.iter().map(super::note::text));
    lines
}

/// The commands that go on from here.
fn commands(path: &str) -> [String; 10] {
    let quoted = shlex::try_quote(path).map_or_else(|_| path.to_owned(), std::borrow::Cow::into_owned);
    let path = visible(&quoted);
    [
        String::new(),
        "Explore:".to_owned(),
        format!("  Inspect: scope-profiler inspect {path}"),
        String::new(),
        "Compare runs:".to_owned(),
        "  Diff:    scope-profiler diff BASE.h5 CANDIDATE.h5".to_owned(),
        "  Check:   scope-profiler check BASE.h5 CANDIDATE.h5".to_owned(),
        String::new(),
        "Publish:".to_owned(),
        "  Site:    scope-profiler site MANIFEST.yaml -o docs".to_owned(),
    ]
}

/// A warning when device time exceeds twice the host time: the host then only queues the work.
fn device_time_warning(rows: &[PathRow]) -> Option<String> {
    super::device_time::warning(rows.iter().map(|row| (&*row.name, row.gpu, row.total_ns)))
}

impl SourceBlock {
    fn new(source: &RegionSource) -> Self {
        let name = visible(&source.name);
        let mut record = Record::default();
        record.push("region", source.name.as_str());
        let site = match &source.found {
            Found::Captured(site) => Some(site),
            Found::NotCaptured | Found::NoSuchRegion(_) => None,
        };
        record.push("exists", !matches!(source.found, Found::NoSuchRegion(_)));
        record.push("file", site.map(|site| site.file.clone()).filter(|file| !file.is_empty()));
        record.push("line", site.and_then(|site| site.line));
        record.push("text", site.map(|site| site.text.clone()));
        let (title, lines) = match &source.found {
            Found::Captured(site) => {
                let place = match (site.file.as_str(), site.line) {
                    ("", _) => String::new(),
                    (file, Some(line)) => format!("  ({}:{line})", visible(file)),
                    (file, None) => format!("  ({})", visible(file)),
                };
                let text = site.text.trim_end_matches(['\n', '\r']);
                (format!("{name}{place}"), super::metadata::lines(text))
            }
            Found::NotCaptured => (format!("{name}: source not captured"), Vec::new()),
            Found::NoSuchRegion(known) => (no_such_region(&name, known), Vec::new()),
        };
        Self { title, lines, record }
    }
}

fn no_such_region(name: &str, known: &[String]) -> String {
    if known.is_empty() {
        return format!("'{name}' does not exist; the profile has no regions");
    }
    let known: Vec<_> = known.iter().map(|name| visible(name)).collect();
    format!("'{name}' does not exist; the regions are {}", known.join(", "))
}
