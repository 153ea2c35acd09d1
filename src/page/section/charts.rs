//! The chart panels of a page, and the files that hold their figures.
//!
//! Files of a page: `NN-<slug of title>.plot.json` with the panel's number from 01; the data sets of a
//! scaling chart `.0.plot.json`, `.1.plot.json`, ...; the second form of a chart `.alternate.plot.json`.

use serde::Serialize;

use crate::page::chart::{Chart, ChartTable, Charts, Plot, Variant};

/// All panels of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ChartPanels {
    /// The panels, in order.
    pub panels: Vec<Panel>,
    /// Charts that could not be made, with the reason.
    pub notes: Vec<String>,
}

impl ChartPanels {
    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.panels.is_empty() && self.notes.is_empty()
    }
}

/// One chart.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Panel {
    /// Anchor.
    pub id: String,
    /// Title.
    pub title: String,
    /// What it shows.
    pub description: String,
    /// Its main message.
    pub summary: String,
    /// Whether it is open at first.
    pub open: bool,
    /// Address of the figure.
    pub src: String,
    /// Other data sets of the chart, `src` being the first; empty if there is one.
    pub variants: Vec<DataSet>,
    /// Another form of the chart.
    pub alternate: Option<DataSet>,
    /// The figures as a table.
    pub table: ChartTable,
    /// What was merged or left out.
    pub notes: Vec<String>,
}

/// A named figure file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct DataSet {
    /// What it is called.
    pub label: String,
    /// Address of the figure.
    pub src: String,
}

/// Names the files of a page's charts: the panels, and each file's name with what it holds. `folder` is the
/// address of the folder that will hold them.
pub fn chart_files(charts: Charts, folder: &str) -> (ChartPanels, Vec<(String, Plot)>) {
    let mut files = Vec::new();
    let panels = charts.panels.into_iter().enumerate();
    let panels = panels.filter_map(|(index, chart)| panel(chart, index + 1, folder, &mut files)).collect();
    (ChartPanels { panels, notes: charts.notes }, files)
}

fn panel(chart: Chart, number: usize, folder: &str, files: &mut Vec<(String, Plot)>) -> Option<Panel> {
    let stem = format!("{number:02}-{}", chart.slug);
    let several = chart.variants.len() > 1;
    let mut file = |variant: Variant, name: String| {
        let set = DataSet { label: variant.label, src: format!("{folder}/{name}") };
        files.push((name, variant.plot));
        set
    };
    let mut sets = Vec::with_capacity(chart.variants.len());
    for (index, variant) in chart.variants.into_iter().enumerate() {
        let name = if several { format!("{stem}.{index}.plot.json") } else { format!("{stem}.plot.json") };
        sets.push(file(variant, name));
    }
    let alternate = chart.alternate.map(|variant| file(variant, format!("{stem}.alternate.plot.json")));
    let src = sets.first()?.src.clone();
    Some(Panel {
        id: format!("chart-{}", chart.slug),
        title: chart.title,
        description: chart.description,
        summary: chart.summary,
        open: chart.open,
        src,
        variants: if several { sets } else { Vec::new() },
        alternate,
        table: chart.table,
        notes: chart.notes,
    })
}
