//! `inspect`: one or more profiles, each by itself.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::diagnostic::Diagnostic;
use super::exit::Status;
use super::options::{Format, SelectionOptions, words};
use super::progress::Progress;
use super::{files, output, screen};
use crate::analysis::PercentageMode;
use crate::page::hardware;
use crate::page::inspect::{Findings, InspectPage, InspectStyle, Parts};
use crate::page::region_table::{RegionColumn, SortKey};
use crate::page::table::Record;
use crate::pipeline::inspect::{Inspected, inspect};
use crate::render::tabular;
use crate::render::terminal::{self, Screen};
use crate::text::visible;

/// Show the metadata and the regions of profiles
///
/// For each file: what the run noted about itself, then a table of its regions as a call tree, then
/// hardware counters if it has some. The total of a region that calls itself is that of its outermost
/// calls; `diff` and `check` add up every level.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Profiles (HDF5 or JSON), or patterns such as 'runs/np*.h5' and 'runs/**/*.h5'
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    selection: SelectionOptions,

    #[command(flatten)]
    table: TableOptions,

    /// Only the metadata
    #[arg(long, conflicts_with = "regions_only")]
    metadata_only: bool,

    /// Only the regions and counters
    #[arg(long)]
    regions_only: bool,

    /// Show long metadata values whole, and names on a terminal that is narrower than the table
    #[arg(long)]
    full: bool,

    /// Show the captured source of these regions, whatever is selected
    #[arg(long, value_name = "NAME", num_args = 1..)]
    source: Option<Vec<String>>,

    /// Also write the metadata of all files to a JSON file
    #[arg(long, value_name = "PATH")]
    export_metadata: Option<PathBuf>,

    /// Print nothing but errors; the files are read and checked all the same
    #[arg(short, long)]
    quiet: bool,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const TABLE: &str = "Region table";

#[derive(Debug, clap::Args)]
struct TableOptions {
    /// Columns, in this order [default: region percent total, and GPU times where there are any]
    #[arg(long, value_name = "COLUMN", num_args = 1.., value_parser = words(&COLUMNS, column_word), help_heading = TABLE)]
    columns: Vec<RegionColumn>,

    /// Order of the regions under the same parent: calls as they started, names ascending, figures descending
    #[arg(long, value_name = "KEY", default_value = "start", value_parser = words(&SORT_KEYS, sort_word), help_heading = TABLE)]
    sort: SortKey,

    /// One list of call paths instead of a tree, so that --sort orders all rows
    #[arg(long, help_heading = TABLE)]
    flat: bool,

    /// What `% session` compares: time in which the region was active, or time spent in the region itself
    #[arg(long, value_name = "MODE", default_value = "coverage", value_parser = words(&MODES, mode_word), help_heading = TABLE)]
    percentage_mode: PercentageMode,
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler inspect run.h5
  scope-profiler inspect run.h5 --regions-only --sort total
  scope-profiler inspect run.h5 --include solve --ranks 0 2-3 --columns region calls avg p95
  scope-profiler inspect 'runs/np*.h5' --format json

Options that take several words take all up to the next option; `--` ends them:
  scope-profiler inspect --include solve dot -- run.h5

The formats json and csv hold every figure in full precision, in seconds and percent
as the keys say; a figure that is unknown is null or empty. --columns narrows them.";

const COLUMNS: [RegionColumn; 18] = [
    RegionColumn::Region,
    RegionColumn::Ranks,
    RegionColumn::Calls,
    RegionColumn::Total,
    RegionColumn::Percent,
    RegionColumn::ParentPercent,
    RegionColumn::Avg,
    RegionColumn::GpuTotal,
    RegionColumn::GpuAvg,
    RegionColumn::Min,
    RegionColumn::Max,
    RegionColumn::First,
    RegionColumn::Last,
    RegionColumn::Std,
    RegionColumn::P50,
    RegionColumn::P95,
    RegionColumn::P99,
    RegionColumn::Imbalance,
];

fn column_word(column: RegionColumn) -> &'static str {
    match column {
        RegionColumn::Region => "region",
        RegionColumn::Path => "path",
        RegionColumn::Depth => "depth",
        RegionColumn::Recursive => "recursive",
        RegionColumn::Ranks => "ranks",
        RegionColumn::Calls => "calls",
        RegionColumn::Total => "total",
        RegionColumn::Own => "own",
        RegionColumn::Percent => "percent",
        RegionColumn::ParentPercent => "parent_percent",
        RegionColumn::Avg => "avg",
        RegionColumn::GpuTotal => "gpu_total",
        RegionColumn::GpuAvg => "gpu_avg",
        RegionColumn::Min => "min",
        RegionColumn::Max => "max",
        RegionColumn::First => "first",
        RegionColumn::Last => "last",
        RegionColumn::Std => "std",
        RegionColumn::P50 => "p50",
        RegionColumn::P95 => "p95",
        RegionColumn::P99 => "p99",
        RegionColumn::Imbalance => "imbalance",
    }
}

const SORT_KEYS: [SortKey; 14] = [
    SortKey::Start,
    SortKey::Figure(RegionColumn::Total),
    SortKey::Figure(RegionColumn::Calls),
    SortKey::Figure(RegionColumn::Avg),
    SortKey::Figure(RegionColumn::Min),
    SortKey::Figure(RegionColumn::Max),
    SortKey::Figure(RegionColumn::First),
    SortKey::Figure(RegionColumn::Last),
    SortKey::Figure(RegionColumn::Std),
    SortKey::Figure(RegionColumn::P50),
    SortKey::Figure(RegionColumn::P95),
    SortKey::Figure(RegionColumn::P99),
    SortKey::Figure(RegionColumn::Imbalance),
    SortKey::Name,
];

fn sort_word(key: SortKey) -> &'static str {
    match key {
        SortKey::Start => "start",
        SortKey::Name => "name",
        SortKey::Figure(column) => column_word(column),
    }
}

const MODES: [PercentageMode; 2] = [PercentageMode::Coverage, PercentageMode::Exclusive];

fn mode_word(mode: PercentageMode) -> &'static str {
    match mode {
        PercentageMode::Coverage => "coverage",
        PercentageMode::Exclusive => "exclusive",
    }
}

/// Shows profiles. Those that can be read are shown even if others cannot.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let files = files::expand(&args.files).map_err(|error| vec![error])?;
    let selection = args.selection.resolve(&files).map_err(|error| vec![error])?;
    let names = args.source.as_deref().unwrap_or_default();
    let outcomes = {
        let progress = Progress::new("reading", files.len());
        inspect(&files, &selection, names, || progress.step())
    };
    let (mut inspected, mut errors) = (Vec::new(), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(run) => inspected.push(run),
            Err(error) => errors.push(Diagnostic::from(error)),
        }
    }
    if !args.quiet && !inspected.is_empty() {
        let pages: Vec<InspectPage> = inspected.iter().map(|run| page(run, args)).collect();
        output::print(&rendered(&pages, args.format, screen::of_results(args.full)))
            .map_err(|error| vec![error])?;
    }
    if let (Some(path), true) = (&args.export_metadata, errors.is_empty()) {
        export(path, &inspected).map_err(|error| vec![Diagnostic::not_written(path, &error)])?;
        // The line is for people: it would break a document that a program reads.
        if args.format == Format::Table {
            let line = format!("Metadata written to {}\n", visible(&path.to_string_lossy()));
            output::print(&line).map_err(|error| vec![error])?;
        }
    }
    if errors.is_empty() { Ok(Status::Done) } else { Err(errors) }
}

fn page(run: &Inspected, args: &Args) -> InspectPage {
    let parts = match (args.metadata_only, args.regions_only) {
        (true, _) => Parts::Metadata,
        (_, true) => Parts::Regions,
        _ => Parts::All,
    };
    let style = InspectStyle {
        parts,
        columns: args.table.columns.clone(),
        for_machines: matches!(args.format, Format::Json | Format::Csv),
        sort: args.table.sort,
        flat: args.table.flat,
        percentages: args.table.percentage_mode,
        full: args.full,
    };
    let command_path = files::relative_to_here(&run.path);
    let findings = Findings {
        path: &run.path.to_string_lossy(),
        command_path: &command_path.to_string_lossy(),
        figures: &run.figures,
        metadata: &run.metadata,
        sources: args.source.is_some().then_some(run.sources.as_slice()),
    };
    let counters = run.likwid.iter().map(hardware::likwid).chain(run.perf.iter().map(hardware::perf));
    InspectPage::new(&findings, counters.collect(), &style)
}

fn rendered(pages: &[InspectPage], format: Format, screen: Screen) -> String {
    match format {
        Format::Table => terminal::inspect(pages, screen),
        Format::Json => tabular::inspect_json(pages),
        Format::Csv => tabular::inspect_csv(pages),
        Format::Markdown => tabular::inspect_markdown(pages),
    }
}

/// The document that `--export-metadata` writes.
#[derive(Serialize)]
struct Export {
    files: Vec<ExportedFile>,
}

#[derive(Serialize)]
struct ExportedFile {
    file_path: PathBuf,
    num_ranks: u32,
    metadata: Record,
}

fn export(path: &Path, inspected: &[Inspected]) -> std::io::Result<()> {
    let file = |run: &Inspected| {
        Ok(ExportedFile {
            file_path: std::path::absolute(&run.path)?,
            num_ranks: run.figures.facts.num_ranks,
            metadata: crate::page::metadata::record(&run.metadata),
        })
    };
    let files = inspected.iter().map(file).collect::<std::io::Result<_>>()?;
    let mut text = serde_json::to_string_pretty(&Export { files })?;
    text.push('\n');
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, text)
}
