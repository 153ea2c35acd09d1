//! Hardware counters: LIKWID groups and Linux perf events.

use serde::Serialize;

use crate::analysis::RunDetail;
use crate::page::hardware::{Hardware, likwid, perf};
use crate::page::table::Table;

/// The counters of one rank and group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HardwarePanel {
    /// What and of which rank.
    pub title: String,
    /// Tables, in order; none is empty.
    pub sections: Vec<HardwareSection>,
}

/// One table of counters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct HardwareSection {
    /// Heading; may be empty.
    pub heading: String,
    /// Column headers.
    pub columns: Vec<String>,
    /// Rows of texts.
    pub rows: Vec<Vec<String>>,
}

/// All panels of a run.
pub fn hardware(detail: &RunDetail) -> Vec<HardwarePanel> {
    detail.likwid.iter().map(likwid).chain(detail.perf.iter().map(perf)).map(panel).collect()
}

fn panel(hardware: Hardware) -> HardwarePanel {
    let section = |(title, table): &(Option<&str>, Table)| HardwareSection {
        heading: title.unwrap_or_default().to_owned(),
        columns: table.columns.iter().map(|column| column.title.clone()).collect(),
        rows: table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.clone()).collect()).collect(),
    };
    HardwarePanel { sections: hardware.tables.iter().map(section).collect(), title: hardware.title }
}
