//! Reads, analyses and writes the runs of a site, one distinct profile per task.

use std::collections::BTreeMap;
use std::path::Path;

use rayon::prelude::*;

use super::attachments::Attached;
use super::error::unreadable;
use super::{Progress, Site, SiteError};
use crate::analysis::{LikwidGroup, RunAnalysis, RunFigures, Selection, analyse};
use crate::manifest::{Case, Catalogue, Diagnostic, Execution, Run, Severity};
use crate::page::chart;
use crate::page::section::Link;
use crate::page::section::charts::ChartPanels;
use crate::page::{CaseAddress, Publication, RunAddress, RunInput, RunList, Trail, href, run_page};
use crate::profile::{self, Profile, ProfileError};
use crate::render::starlight;

/// What is kept of every run.
pub(super) struct ReadRuns {
    /// Per case, per execution, per run.
    cases: Vec<Vec<Vec<ReadRun>>>,
}

/// What is kept of one run.
pub(super) struct ReadRun {
    /// Its figures and what may be published, or why it could not be read.
    pub(super) outcome: Result<(RunFigures, Publication), ProfileError>,
    /// Its LIKWID groups, without their tables.
    pub(super) likwid: Vec<LikwidGroup>,
    /// Number of attached files.
    pub(super) files: usize,
    /// Remarks.
    notes: Vec<String>,
}

/// One use of a profile: the position of a run in the catalogue.
#[derive(Clone, Copy)]
struct Use {
    case: usize,
    list: usize,
    run: usize,
}

/// Writes the pages of all runs.
pub(super) fn write_all(site: &Site<'_>, progress: &dyn Progress) -> Result<ReadRuns, SiteError> {
    let selections = selections(site.catalogue)?;
    let mut uses: BTreeMap<&Path, Vec<Use>> = BTreeMap::new();
    for (case_index, case) in site.catalogue.cases.iter().enumerate() {
        for (list_index, runs) in case.run_lists().into_iter().enumerate() {
            for (run_index, run) in runs.iter().enumerate() {
                let at = Use { case: case_index, list: list_index, run: run_index };
                uses.entry(&run.path).or_default().push(at);
            }
        }
    }
    let profiles: Vec<(&Path, Vec<Use>)> = uses.into_iter().collect();
    progress.start(profiles.len());
    let done: Vec<Vec<(Use, ReadRun)>> = profiles
        .par_iter()
        .map(|(path, uses)| {
            let result = write_uses(site, &selections, path, uses);
            progress.step();
            result
        })
        .collect::<Result<_, _>>()?;
    let mut found: BTreeMap<(usize, usize, usize), ReadRun> =
        done.into_iter().flatten().map(|(at, read)| ((at.case, at.list, at.run), read)).collect();
    let of_case = |(case_index, case): (usize, &Case)| {
        let of_list = |(list, runs): (usize, &[Run])| {
            (0..runs.len()).filter_map(|run| found.remove(&(case_index, list, run))).collect()
        };
        case.run_lists().into_iter().enumerate().map(of_list).collect()
    };
    Ok(ReadRuns { cases: site.catalogue.cases.iter().enumerate().map(of_case).collect() })
}

fn selections(catalogue: &Catalogue) -> Result<Vec<Selection>, SiteError> {
    let selection = |case: &Case| {
        Selection::new(case.include.as_deref(), &case.exclude, case.ranks.as_deref())
            .map_err(|error| SiteError::Selection { case: case.id.clone(), error })
    };
    catalogue.cases.iter().map(selection).collect()
}

/// Reads one profile and writes the page of every run that uses it.
fn write_uses(
    site: &Site<'_>,
    selections: &[Selection],
    path: &Path,
    uses: &[Use],
) -> Result<Vec<(Use, ReadRun)>, SiteError> {
    let profile = profile::read(path);
    let mut read = Vec::with_capacity(uses.len());
    for &at in uses {
        let Some(task) = RunTask::at(site, at) else { continue };
        let Some(selection) = selections.get(at.case) else { continue };
        let outcome = match &profile {
            Ok(profile) => task.write(profile, selection)?,
            Err(error) => task.write_problem(error)?,
        };
        read.push((at, outcome));
    }
    Ok(read)
}

struct RunTask<'a> {
    site: &'a Site<'a>,
    case: &'a Case,
    case_address: &'a CaseAddress,
    /// The execution it belongs to, where the case has several and it is not the latest.
    earlier: Option<&'a Execution>,
    list: &'a RunList,
    run: &'a Run,
    address: &'a RunAddress,
    position: usize,
}

impl<'a> RunTask<'a> {
    /// The task at a position of the catalogue.
    fn at(site: &'a Site<'a>, at: Use) -> Option<Self> {
        let case = site.catalogue.cases.get(at.case)?;
        let case_address = site.addresses.cases.get(at.case)?;
        let list = case_address.lists.get(at.list)?;
        let latest = at.list + 1 == case_address.lists.len();
        Some(Self {
            site,
            case,
            case_address,
            earlier: case.executions().get(at.list).filter(|_| !latest),
            list,
            run: case.run_lists().get(at.list)?.get(at.run)?,
            address: list.runs.get(at.run)?,
            position: at.run,
        })
    }

    fn write(&self, profile: &Profile, selection: &Selection) -> Result<ReadRun, SiteError> {
        let analysis = analyse(profile, selection);
        let published = Publication::new(self.case.metadata, &analysis.detail.metadata);
        let attached = Attached::of_run(self.site, self.run, self.address)?;
        let (charts, mut notes) = self.charts(&analysis)?;
        notes.extend(self.missing_ranks(&analysis.figures));
        let files = attached.files.len();
        let page = run_page(RunInput {
            address: self.address,
            analysis: &analysis,
            published: &published,
            info: &self.case.info,
            trail: self.trail(),
            charts,
            images: attached.images,
            files: attached.files,
        });
        for artifact in starlight::run_artifacts(self.site.pages, &page, self.address, &self.context())? {
            self.site.writer.put(artifact)?;
        }
        let likwid = analysis.detail.likwid.into_iter().map(without_tables).collect();
        Ok(ReadRun { outcome: Ok((analysis.figures, published)), likwid, files, notes })
    }

    /// A page in the run's place that says why it could not be read, so that every link to it answers.
    fn write_problem(&self, error: &ProfileError) -> Result<ReadRun, SiteError> {
        let reason = error.problem.to_string();
        let page = crate::page::problem_page(self.address, self.trail(), self.run.file_name(), &reason);
        for artifact in starlight::problem_artifacts(self.site.pages, &page, self.address, &self.context())? {
            self.site.writer.put(artifact)?;
        }
        let files = self.run.files.len();
        Ok(ReadRun { outcome: Err(error.clone()), likwid: Vec::new(), files, notes: Vec::new() })
    }

    fn charts(&self, analysis: &RunAnalysis) -> Result<(Option<ChartPanels>, Vec<String>), SiteError> {
        if !self.site.charts || !self.case.charts {
            return Ok((None, Vec::new()));
        }
        let charts =
            chart::run_charts(&analysis.figures, &analysis.detail, &self.address.label, self.site.palette);
        let notes = charts.notes.clone();
        Ok((Some(self.site.write_charts(charts, &self.address.page)?), notes))
    }

    fn missing_ranks(&self, figures: &RunFigures) -> Option<String> {
        let wanted = self.case.ranks.as_ref()?;
        let missing: Vec<String> =
            wanted.iter().filter(|rank| **rank >= figures.facts.num_ranks).map(ToString::to_string).collect();
        if missing.is_empty() {
            return None;
        }
        Some(format!("the run has {} rank(s) and no rank {}", figures.facts.num_ranks, missing.join(", ")))
    }

    /// What the run belongs to, in words.
    fn context(&self) -> String {
        match self.earlier {
            Some(execution) => format!("{}: {}", self.case.title, execution.label),
            None => self.case.title.clone(),
        }
    }

    /// The page that lists the run: the case's for runs of the latest execution.
    fn up(&self) -> &str {
        if self.earlier.is_some() { &self.list.page } else { &self.case_address.page }
    }

    fn trail(&self) -> Trail {
        let runs = &self.list.runs;
        let link = |address: &RunAddress| Link {
            text: address.label.clone(),
            href: Some(href(self.site.base, &address.page)),
        };
        let previous = self.position.checked_sub(1).and_then(|i| runs.get(i)).map(link);
        Trail {
            up: Link { text: self.context(), href: Some(href(self.site.base, self.up())) },
            previous,
            next: runs.get(self.position + 1).map(link),
        }
    }
}

fn without_tables(group: LikwidGroup) -> LikwidGroup {
    LikwidGroup { columns: Vec::new(), sections: Default::default(), ..group }
}

impl ReadRuns {
    /// The runs of a case, a list per execution.
    pub(super) fn of(&self, case: usize) -> &[Vec<ReadRun>] {
        self.cases.get(case).map_or(&[], Vec::as_slice)
    }

    /// The figures of a case's current runs; `None` for one that could not be read.
    pub(super) fn figures_of(&self, case: usize) -> Vec<Option<&RunFigures>> {
        let current = self.of(case).last().map_or(&[][..], Vec::as_slice);
        current.iter().map(|run| run.outcome.as_ref().ok().map(|(figures, _)| figures)).collect()
    }

    /// Number of runs.
    pub(super) fn count(&self) -> usize {
        self.cases.iter().flatten().map(Vec::len).sum()
    }

    /// Runs that could not be read, in catalogue order.
    pub(super) fn problems(&self, catalogue: &Catalogue, severity: Severity) -> Vec<Diagnostic> {
        let runs = catalogue.cases.iter().flat_map(Case::run_lists).flatten();
        let problem = |(run, read): (&Run, &ReadRun)| {
            Some(unreadable(severity, &run.place, read.outcome.as_ref().err()?))
        };
        runs.zip(self.cases.iter().flatten().flatten()).filter_map(problem).collect()
    }

    /// Remarks, in catalogue order, with the page they concern.
    pub(super) fn notes(&self, site: &Site<'_>) -> Vec<String> {
        let addresses = site.addresses.cases.iter().flat_map(|case| &case.lists).flat_map(|list| &list.runs);
        let remarks = |(run, read): (&RunAddress, &ReadRun)| -> Vec<String> {
            read.notes.iter().map(|note| format!("{}: {note}", run.page)).collect()
        };
        addresses.zip(self.cases.iter().flatten().flatten()).flat_map(remarks).collect()
    }
}
