//! Writes the pages of the cases.

use super::attachments::Attached;
use super::runs::{ReadRun, ReadRuns};
use super::{Site, SiteError};
use crate::manifest::{Case, Execution};
use crate::page::chart;
use crate::page::section::Link;
use crate::page::section::charts::ChartPanels;
use crate::page::section::executions::{ExecutionInput, ExecutionsTable, executions_table};
use crate::page::{CaseAddress, CaseInput, CaseRun, RunAddress, RunList, case_page, compare_page, href};
use crate::render::starlight;

/// Writes every case's page, and the pages of its executions; returns remarks about their charts.
pub(super) fn write_all(site: &Site<'_>, read: &ReadRuns) -> Result<Vec<String>, SiteError> {
    let mut notes = Vec::new();
    for (index, (case, address)) in site.catalogue.cases.iter().zip(&site.addresses.cases).enumerate() {
        let lists = address.lists.iter().zip(case.run_lists()).zip(read.of(index));
        let lists = lists.map(|((list, runs), reads)| Listed {
            list,
            runs: list
                .runs
                .iter()
                .zip(runs)
                .zip(reads)
                .map(|((a, run), read)| case_run(a, run, read))
                .collect(),
            reads,
        });
        let writer = CaseWriter { site, case, address, order: index + 1, lists: lists.collect() };
        writer.write(&mut notes)?;
    }
    Ok(notes)
}

/// The runs of one execution, or of a case of plain runs.
struct Listed<'a> {
    list: &'a RunList,
    runs: Vec<CaseRun<'a>>,
    reads: &'a [ReadRun],
}

struct CaseWriter<'a> {
    site: &'a Site<'a>,
    case: &'a Case,
    address: &'a CaseAddress,
    order: usize,
    lists: Vec<Listed<'a>>,
}

impl CaseWriter<'_> {
    fn write(&self, notes: &mut Vec<String>) -> Result<(), SiteError> {
        let Some(current) = self.lists.last() else { return Ok(()) };
        let executions = (!self.case.executions().is_empty()).then(|| self.executions_table());
        let latest = self.case.executions().last();
        self.write_page(&self.address.page, current, latest, executions, notes)?;
        for (execution, listed) in self.case.executions().iter().zip(&self.lists) {
            self.write_page(&listed.list.page, listed, Some(execution), None, notes)?;
        }
        self.write_compare()
    }

    fn executions_table(&self) -> ExecutionsTable {
        let pairs = self.case.executions().iter().zip(&self.lists);
        let inputs: Vec<ExecutionInput<'_>> = pairs
            .map(|(execution, listed)| ExecutionInput { execution, list: listed.list, runs: &listed.runs })
            .collect();
        executions_table(self.site.base, &inputs, self.address.compare.as_deref())
    }

    /// The case's page, or with another address the page of one execution.
    fn write_page(
        &self,
        page: &str,
        listed: &Listed<'_>,
        execution: Option<&Execution>,
        executions: Option<ExecutionsTable>,
        notes: &mut Vec<String>,
    ) -> Result<(), SiteError> {
        let own = page == self.address.page;
        let charts = charts(self.site, self.case, page, listed, notes)?;
        let attached =
            if own { Attached::of_case(self.site, self.case, self.address)? } else { Attached::default() };
        let title = match execution {
            Some(execution) if !own => format!("{}: {}", self.case.title, execution.label),
            _ => self.case.title.clone(),
        };
        let model = case_page(CaseInput {
            case: self.case,
            title,
            executions,
            up: (!own).then(|| self.link()),
            info: info(self.case, execution),
            base: self.site.base,
            runs: &listed.runs,
            charts,
            images: attached.images,
            code: attached.files,
        });
        for artifact in
            starlight::case_artifacts(self.site.pages, &model, page, &self.case.title, self.order)?
        {
            self.site.writer.put(artifact)?;
        }
        Ok(())
    }

    fn link(&self) -> Link {
        Link { text: self.case.title.clone(), href: Some(href(self.site.base, &self.address.page)) }
    }

    fn write_compare(&self) -> Result<(), SiteError> {
        let Some(address) = &self.address.compare else { return Ok(()) };
        let pairs = self.case.executions().iter().zip(&self.lists);
        let groups: Vec<(&str, &[CaseRun<'_>])> =
            pairs.map(|(execution, listed)| (execution.label.as_str(), listed.runs.as_slice())).collect();
        let Some(page) = compare_page(self.case, self.site.base, self.link(), &groups) else { return Ok(()) };
        for artifact in starlight::compare_artifacts(self.site.pages, &page, address)? {
            self.site.writer.put(artifact)?;
        }
        Ok(())
    }
}

fn case_run<'a>(address: &'a RunAddress, run: &crate::manifest::Run, read: &'a ReadRun) -> CaseRun<'a> {
    let outcome = match &read.outcome {
        Ok((figures, published)) => Ok((figures, published)),
        Err(error) => Err(error.problem.to_string()),
    };
    CaseRun { address, read: outcome, file: run.file_name(), files: read.files }
}

/// The case's facts, with those of an execution.
fn info(case: &Case, execution: Option<&Execution>) -> Vec<(String, String)> {
    let mut info = case.info.clone();
    if let Some(execution) = execution {
        info.push(("execution".to_owned(), execution.label.clone()));
        info.extend(execution.date.clone().map(|date| ("date".to_owned(), date)));
        info.extend(execution.info.iter().cloned());
    }
    info
}

fn charts(
    site: &Site<'_>,
    case: &Case,
    page: &str,
    listed: &Listed<'_>,
    notes: &mut Vec<String>,
) -> Result<Option<ChartPanels>, SiteError> {
    let read: Vec<chart::CaseRun<'_>> = listed
        .runs
        .iter()
        .zip(listed.reads)
        .filter_map(|(run, read)| {
            Some(chart::CaseRun { label: &run.address.label, figures: run.figures()?, likwid: &read.likwid })
        })
        .collect();
    if !site.charts || !case.charts || read.len() < 2 {
        return Ok(None);
    }
    let charts = chart::case_charts(&read, case.scaling, case.speedup_x, site.palette)
        .map_err(|error| SiteError::Charts { case: case.id.clone(), reason: error.to_string() })?;
    notes.extend(charts.notes.iter().map(|note| format!("{}: {note}", page)));
    Ok(Some(site.write_charts(charts, page)?))
}
