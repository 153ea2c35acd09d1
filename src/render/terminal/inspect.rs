//! The text of `inspect`.

use super::banner;
use super::geometry::{titled_box, width};
use super::screen::Screen;
use super::table::{open_table, ruled_table};
use crate::page::hardware::Hardware;
use crate::page::inspect::{InspectPage, Regions, SourceBlock};
use crate::page::metadata::{Entry, MetadataBlock};

/// The text of several pages, one after the other.
pub fn inspect(pages: &[InspectPage], screen: Screen) -> String {
    let pages: Vec<String> = pages.iter().map(|page| one(page, screen)).collect();
    pages.join("\n")
}

fn one(page: &InspectPage, screen: Screen) -> String {
    let mut out = banner(&[&page.title, &page.headline]);
    if let Some(block) = &page.metadata {
        push_metadata(&mut out, block);
    }
    if let Some(regions) = &page.regions {
        push_regions(&mut out, regions, screen);
    }
    for hardware in &page.hardware {
        push_hardware(&mut out, hardware, screen);
    }
    if let Some(sources) = &page.sources {
        push_sources(&mut out, sources);
    }
    out
}

fn push_metadata(out: &mut String, block: &MetadataBlock) {
    out.push_str("Metadata\n");
    if block.sections.is_empty() {
        out.push_str("  (none recorded)\n");
    }
    let keys = block.record.0.iter().map(|(key, _)| width(&crate::text::visible(key)));
    let key_width = keys.max().unwrap_or(0);
    for section in &block.sections {
        out.push_str(&format!("  {}\n", section.title));
        for entry in &section.entries {
            push_entry(out, entry, key_width);
        }
    }
    out.push('\n');
}

fn push_entry(out: &mut String, entry: &Entry, key_width: usize) {
    let mut lines = entry.lines.iter();
    let first = lines.next().map_or("", String::as_str);
    let Some(key) = &entry.key else {
        out.push_str(&format!("    {first}\n"));
        return;
    };
    let padding = " ".repeat(key_width.saturating_sub(width(key)));
    out.push_str(&format!("    {key}{padding} : {first}\n"));
    for line in lines {
        out.push_str(&format!("    {}   {line}\n", " ".repeat(key_width)));
    }
}

fn push_regions(out: &mut String, regions: &Regions, screen: Screen) {
    if regions.table.rows.is_empty() {
        out.push_str("Regions (0)\n  (no regions recorded)\n");
        return;
    }
    out.push_str(&open_table(&regions.table, screen));
    out.push('\n');
    out.push_str(&titled_box("Info", &regions.info));
    out.push('\n');
}

fn push_hardware(out: &mut String, hardware: &Hardware, screen: Screen) {
    out.push_str(&screen.colour.heading(&hardware.title));
    out.push('\n');
    for (title, table) in &hardware.tables {
        if let Some(title) = title {
            out.push_str(&format!("  {title}\n"));
        }
        out.push_str(&ruled_table(table, screen));
    }
    out.push('\n');
}

fn push_sources(out: &mut String, sources: &[SourceBlock]) {
    out.push_str(&format!("Source ({})\n", sources.len()));
    for source in sources {
        out.push_str(&format!("  {}\n", source.title));
        for line in &source.lines {
            out.push_str(format!("    {line}").trim_end());
            out.push('\n');
        }
    }
    out.push('\n');
}
