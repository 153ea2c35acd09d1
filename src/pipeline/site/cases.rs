//! Writes the pages of the cases.

use super::attachments::Attached;
use super::runs::{ReadRun, ReadRuns};
use super::{Site, SiteError};
use crate::manifest::{Case, CaseContent};
use crate::page::chart;
use crate::page::section::charts::{ChartPanels, chart_files};
use crate::page::{CaseAddress, CaseInput, CaseRun, RunAddress, case_page};
use crate::render::{plotly, starlight};

/// Writes every case's page; returns remarks about their charts.
pub(super) fn write_all(site: &Site<'_>, read: &ReadRuns) -> Result<Vec<String>, SiteError> {
    let mut notes = Vec::new();
    for (index, (case, address)) in site.catalogue.cases.iter().zip(&site.addresses.cases).enumerate() {
        write_case(site, case, address, index + 1, read.of(index), &mut notes)?;
    }
    Ok(notes)
}

fn write_case(
    site: &Site<'_>,
    case: &Case,
    address: &CaseAddress,
    order: usize,
    reads: &[ReadRun],
    notes: &mut Vec<String>,
) -> Result<(), SiteError> {
    let runs: Vec<CaseRun<'_>> = address
        .current()
        .iter()
        .zip(case.current_runs())
        .zip(reads)
        .map(|((a, run), read)| case_run(a, run, read))
        .collect();
    let charts = charts(site, case, address, &runs, reads, notes)?;
    let attached = Attached::of_case(site, case, address)?;
    let page = case_page(CaseInput {
        case,
        info: info(case),
        base: site.base,
        runs: &runs,
        charts,
        images: attached.images,
        code: attached.files,
    });
    for artifact in starlight::case_artifacts(site.pages, &page, address, order)? {
        site.writer.put(artifact)?;
    }
    Ok(())
}

fn case_run<'a>(address: &'a RunAddress, run: &crate::manifest::Run, read: &'a ReadRun) -> CaseRun<'a> {
    let outcome = match &read.outcome {
        Ok((figures, published)) => Ok((figures, published)),
        Err(error) => Err(error.problem.to_string()),
    };
    CaseRun { address, read: outcome, file: run.file_name(), files: read.files }
}

/// The case's facts, with those of the latest execution.
fn info(case: &Case) -> Vec<(String, String)> {
    let mut info = case.info.clone();
    if let CaseContent::Executions(executions) = &case.content
        && let Some(latest) = executions.last()
    {
        info.push(("execution".to_owned(), latest.label.clone()));
        info.extend(latest.date.clone().map(|date| ("date".to_owned(), date)));
        info.extend(latest.info.iter().cloned());
    }
    info
}

fn charts(
    site: &Site<'_>,
    case: &Case,
    address: &CaseAddress,
    runs: &[CaseRun<'_>],
    reads: &[ReadRun],
    notes: &mut Vec<String>,
) -> Result<Option<ChartPanels>, SiteError> {
    let read: Vec<chart::CaseRun<'_>> = runs
        .iter()
        .zip(reads)
        .filter_map(|(run, read)| {
            Some(chart::CaseRun { label: &run.address.label, figures: run.figures()?, likwid: &read.likwid })
        })
        .collect();
    if !site.charts || !case.charts || read.len() < 2 {
        return Ok(None);
    }
    let charts = chart::case_charts(&read, case.scaling, case.speedup_x, site.palette)
        .map_err(|error| SiteError::Charts { case: case.id.clone(), reason: error.to_string() })?;
    notes.extend(charts.notes.iter().map(|note| format!("{}: {note}", address.page)));
    let (panels, files) = chart_files(charts, &format!("{}/{}", starlight::PUBLIC_ADDRESS, address.page));
    for (name, plot) in files {
        site.writer
            .put(plotly::artifact(format!("{}/{}/{name}", starlight::PUBLIC_ROOT, address.page), &plot)?)?;
    }
    Ok(Some(panels))
}
