//! The charts of pages: what is drawn, as series and axes, with a text summary and a table that say the same.
//!
//! [`run_charts`] makes the charts of one run, [`case_charts`] those that compare runs. A chart is a [`Chart`]:
//! titles, words, a table, and one or more [`Plot`]s. A plot knows bars, lines, intervals and cells, no chart
//! kinds; drawing programs are not known here.
//!
//! Values that are not there are gaps, never zeros. Every drawing is bounded, whatever the size of the profile;
//! a chart's notes say what was merged or left out.

mod case;
mod change;
mod durations;
#[cfg(test)]
mod fixture;
mod heatmap;
mod imbalance;
mod label;
mod likwid;
mod limits;
mod measure;
mod model;
mod palette;
mod run;
mod scaling;
mod spread;
mod timeline;

pub use case::{CaseRun, case_charts};
pub use model::*;
pub use palette::*;
pub use run::run_charts;

/// Why a page has no such chart.
struct Missing {
    title: String,
    why: String,
}

impl Missing {
    fn new(title: impl Into<String>, why: impl Into<String>) -> Self {
        Missing { title: title.into(), why: why.into() }
    }
}

impl Charts {
    /// Adds a chart, or the reason why there is none.
    fn add(&mut self, chart: Result<Chart, Missing>) {
        match chart {
            Ok(chart) => self.panels.push(chart),
            Err(Missing { title, why }) => self.notes.push(format!("{title}: {why}")),
        }
    }

    /// Opens the first chart if none is open.
    fn open_some(&mut self) {
        if !self.panels.iter().any(|chart| chart.open)
            && let Some(first) = self.panels.first_mut()
        {
            first.open = true;
        }
    }
}
