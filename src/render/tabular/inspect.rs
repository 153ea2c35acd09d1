//! `inspect` in other formats than the terminal's.
//!
//! The JSON document has `schema_version`, `command` and `files`. A file has the facts of the run
//! (`path`, `label`, `num_ranks`, `num_regions`, `num_nodes`, `threads_per_rank`, `file_bytes`,
//! `recorded`, `has_call_times`, `time_span_s`, `session_span_s`, `total_time_s`, `startup_s`,
//! `selected_ranks`), `notes`, and as far as they were asked for: `metadata` as recorded, `regions` (an
//! object per row, one key per column), `likwid` and `perf_events` (tables of `columns` and `rows`),
//! `sources`. The CSV holds the region rows of all files or, with metadata only, all metadata.

use serde::Serialize;

use super::csv::csv;
use super::json::{Matrix, Objects, SCHEMA_VERSION, document};
use super::markdown;
use crate::page::hardware::{Hardware, HardwareKind};
use crate::page::inspect::{InspectPage, SourceBlock};
use crate::page::metadata::MetadataBlock;
use crate::page::table::{Cell, Column, Record, Row, Table, Value};

#[derive(Serialize)]
struct Document<'a> {
    schema_version: u32,
    command: &'a str,
    files: Vec<File<'a>>,
}

#[derive(Serialize)]
struct File<'a> {
    #[serde(flatten)]
    facts: &'a Record,
    notes: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<&'a Record>,
    #[serde(flatten)]
    regions: Option<Regions<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sources: Option<Vec<&'a Record>>,
}

#[derive(Serialize)]
struct Regions<'a> {
    regions: Objects<'a>,
    likwid: Vec<Counters<'a>>,
    perf_events: Vec<Counters<'a>>,
}

#[derive(Serialize)]
struct Counters<'a> {
    #[serde(flatten)]
    record: &'a Record,
    tables: Vec<CounterTable<'a>>,
}

#[derive(Serialize)]
struct CounterTable<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(flatten)]
    table: Matrix<'a>,
}

/// Several profiles as one JSON document.
pub fn inspect_json(pages: &[InspectPage]) -> String {
    let files = pages.iter().map(file).collect();
    document(&Document { schema_version: SCHEMA_VERSION, command: "inspect", files })
}

fn file(page: &InspectPage) -> File<'_> {
    let counters =
        |kind| page.hardware.iter().filter(move |block| block.kind == kind).map(counters).collect();
    File {
        facts: &page.facts,
        notes: &page.notes,
        metadata: page.metadata.as_ref().map(|block| &block.record),
        regions: page.regions.as_ref().map(|regions| Regions {
            regions: Objects(&regions.table),
            likwid: counters(HardwareKind::Likwid),
            perf_events: counters(HardwareKind::Perf),
        }),
        sources: page.sources.as_ref().map(|sources| sources.iter().map(|source| &source.record).collect()),
    }
}

fn counters(block: &Hardware) -> Counters<'_> {
    let table = |(title, table)| CounterTable { title, table: Matrix(table) };
    Counters {
        record: &block.record,
        tables: block.tables.iter().map(|(title, rows)| table((*title, rows))).collect(),
    }
}

/// The region rows of several profiles, or their metadata where no regions were asked for, as CSV. The
/// first column says which file a row is about.
pub fn inspect_csv(pages: &[InspectPage]) -> String {
    let mut all = Table::default();
    for page in pages {
        let table = match (&page.regions, &page.metadata) {
            (Some(regions), _) => regions.table.clone(),
            (None, Some(block)) => metadata_table(block),
            (None, None) => continue,
        };
        let path = page.facts.0.iter().find(|(key, _)| key == "path").map(|(_, path)| path.clone());
        let path = Cell { value: path.unwrap_or_default(), ..Cell::default() };
        if all.columns.is_empty() {
            all.columns.push(Column::text("file", "file"));
            all.columns.extend(table.columns);
        }
        all.rows.extend(table.rows.into_iter().map(|mut row| {
            row.cells.insert(0, path.clone());
            row
        }));
    }
    csv(&all)
}

/// Keys and values; a list stands as its JSON text.
fn metadata_table(block: &MetadataBlock) -> Table {
    let cell = |value: &Value| match value {
        Value::List(_) => Cell::text(&serde_json::to_string(value).unwrap_or_default()),
        value => Cell { value: value.clone(), ..Cell::default() },
    };
    let row = |(key, value): &(String, Value)| Row::flat(vec![Cell::text(key), cell(value)]);
    Table {
        columns: vec![Column::text("key", "key"), Column::text("value", "value")],
        rows: block.record.0.iter().map(row).collect(),
    }
}

/// Several profiles as a Markdown document.
pub fn inspect_markdown(pages: &[InspectPage]) -> String {
    pages.iter().map(page_markdown).collect::<Vec<_>>().join("\n")
}

fn page_markdown(page: &InspectPage) -> String {
    let mut out = format!("## {}\n\n{}\n", markdown::code(&page.title), page.headline);
    out.extend(page.notes.iter().map(|note| format!("\n{}\n", markdown::code(note))));
    if let Some(block) = &page.metadata {
        out.push_str(&format!("\n### Metadata\n\n{}", metadata_markdown(block)));
    }
    if let Some(regions) = &page.regions {
        let table = match regions.table.rows.as_slice() {
            [] => "No regions recorded.\n".to_owned(),
            _ => markdown::table(&regions.table),
        };
        out.push_str(&format!("\n### Regions\n\n{table}"));
    }
    for block in &page.hardware {
        out.push_str(&format!("\n### {}\n", markdown::code(&block.title)));
        for (title, table) in &block.tables {
            let title = title.map(|title| format!("\n{title}:\n")).unwrap_or_default();
            out.push_str(&format!("{title}\n{}", markdown::table(table)));
        }
    }
    for source in page.sources.iter().flatten() {
        push_source(&mut out, source);
    }
    out
}

/// The sections as one table; keys and values of a multi-line value are on one line.
fn metadata_markdown(block: &MetadataBlock) -> String {
    let entries = block.sections.iter().flat_map(|section| {
        section.entries.iter().map(|entry| {
            let key = entry.key.as_deref().unwrap_or_default();
            Row::flat(vec![Cell::text(&section.title), Cell::text(key), Cell::text(&entry.lines.join(" "))])
        })
    });
    let titles = ["section", "key", "value"];
    let table =
        Table { columns: titles.map(|title| Column::text(title, title)).to_vec(), rows: entries.collect() };
    if table.rows.is_empty() { "None recorded.\n".to_owned() } else { markdown::table(&table) }
}

fn push_source(out: &mut String, source: &SourceBlock) {
    out.push_str(&format!("\n### {}\n", markdown::code(&source.title)));
    if !source.lines.is_empty() {
        out.push_str(&format!("\n{}", markdown::fenced(&source.lines)));
    }
}
