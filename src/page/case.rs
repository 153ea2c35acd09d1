//! A case's page: its runs side by side.

use serde::Serialize;

use super::section::Link;
use super::section::charts::ChartPanels;
use super::section::comparison::{ComparisonData, Pair, comparison, comparison_of};
use super::section::executions::ExecutionsTable;
use super::section::files::{Attachment, Image};
use super::section::filter::{Filter, filter};
use super::section::runs_table::{RunsTable, runs_table};
use super::{Publication, RunAddress, note};
use crate::analysis::RunFigures;
use crate::manifest::Case;

/// What a case's page shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CasePage {
    /// Always `case`.
    pub kind: &'static str,
    /// Title.
    pub title: String,
    /// Description in Markdown.
    #[serde(skip)]
    pub description: String,
    /// Tags.
    pub tags: Vec<String>,
    /// Runs that could not be read, and doubts about the others.
    pub notes: Vec<String>,
    /// The executions, on the page of a case that has them.
    pub executions: Option<ExecutionsTable>,
    /// The case's page, on the page of one execution.
    pub up: Option<Link>,
    /// The filter bar; `None` for a single run.
    pub filter: Option<Filter>,
    /// The runs.
    pub runs: RunsTable,
    /// What any two runs are compared from; `None` for fewer than two.
    pub comparison: Option<ComparisonData>,
    /// Charts.
    pub charts: Option<ChartPanels>,
    /// Facts.
    pub info: Vec<(String, String)>,
    /// Figures.
    pub images: Vec<Image>,
    /// Code.
    pub code: Vec<Attachment>,
}

/// One run of a case, read or not.
#[derive(Debug)]
pub struct CaseRun<'a> {
    /// Where its page is and what it is called.
    pub address: &'a RunAddress,
    /// Its figures and what may be shown of its profile, or why it could not be read.
    pub read: Result<(&'a RunFigures, &'a Publication), String>,
    /// Name of its file.
    pub file: String,
    /// Number of attached files.
    pub files: usize,
}

impl CaseRun<'_> {
    /// Its figures, if it could be read.
    pub fn figures(&self) -> Option<&RunFigures> {
        self.read.as_ref().ok().map(|(figures, _)| *figures)
    }

    /// Its host, if published.
    pub fn host(&self) -> Option<&str> {
        self.read.as_ref().ok().and_then(|(_, published)| published.host.as_deref())
    }

    /// Name of its file.
    pub fn file_name(&self) -> &str {
        &self.file
    }
}

/// What a case's page is made from.
#[derive(Debug)]
pub struct CaseInput<'a> {
    /// The case as resolved.
    pub case: &'a Case,
    /// Its facts, with those of the execution shown.
    pub info: Vec<(String, String)>,
    /// Title of the page: the case's, with the execution's for its page.
    pub title: String,
    /// The executions, for the case's own page.
    pub executions: Option<ExecutionsTable>,
    /// The case's page, for the page of one execution.
    pub up: Option<Link>,
    /// The site's base path.
    pub base: &'a str,
    /// The runs shown, in order.
    pub runs: &'a [CaseRun<'a>],
    /// Charts, unless switched off or there are fewer than two runs.
    pub charts: Option<ChartPanels>,
    /// Figures.
    pub images: Vec<Image>,
    /// Code.
    pub code: Vec<Attachment>,
}

/// Builds the page.
pub fn case_page(input: CaseInput<'_>) -> CasePage {
    let read: Vec<&RunFigures> = input.runs.iter().filter_map(CaseRun::figures).collect();
    let several = read.len() > 1;
    CasePage {
        kind: "case",
        title: input.title,
        executions: input.executions,
        up: input.up,
        description: input.case.description.clone(),
        tags: input.case.tags.clone(),
        notes: input.runs.iter().flat_map(notes).collect(),
        filter: several.then(|| filter(read.iter().copied())),
        runs: runs_table(input.base, input.runs),
        comparison: several.then(|| comparison(input.base, input.runs)),
        charts: input.charts,
        info: input.info,
        images: input.images,
        code: input.code,
    }
}

fn notes(run: &CaseRun<'_>) -> Vec<String> {
    let label = &run.address.label;
    match &run.read {
        Err(problem) => vec![format!("{label} could not be read: {problem}")],
        Ok((figures, _)) => figures.notes.iter().map(|n| format!("{label}: {}", note::text(n))).collect(),
    }
}

/// What the page shows that compares any two runs of all executions of a case.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ComparePage {
    /// Always `compare`.
    pub kind: &'static str,
    /// Title.
    pub title: String,
    /// The case's page.
    pub up: Option<Link>,
    /// The filter bar.
    pub filter: Filter,
    /// What any two runs are compared from, grouped by execution.
    pub comparison: ComparisonData,
}

/// Builds the page; `groups` are the executions, oldest first, by label. `None` for fewer than two readable runs.
pub fn compare_page(
    case: &Case,
    base: &str,
    up: Link,
    groups: &[(&str, &[CaseRun<'_>])],
) -> Option<ComparePage> {
    let read: Vec<&RunFigures> =
        groups.iter().flat_map(|(_, runs)| runs.iter()).filter_map(CaseRun::figures).collect();
    if read.len() < 2 {
        return None;
    }
    let mut data = comparison_of(base, groups);
    data.default = newest_pair(&data).unwrap_or(data.default);
    Some(ComparePage {
        kind: "compare",
        title: format!("{}: compare executions", case.title),
        up: Some(up),
        filter: filter(read.iter().copied()),
        comparison: data,
    })
}

/// The runs of the largest rank count that both newest executions have, the older one as baseline.
fn newest_pair(data: &ComparisonData) -> Option<Pair> {
    let newest = data.runs.last()?.group.clone();
    let of_newest = |index: &usize| data.runs.get(*index).is_some_and(|run| run.group == newest);
    let first = (0..data.runs.len()).find(of_newest)?;
    let former = data.runs.get(first.checked_sub(1)?)?.group.clone();
    let pairs = (first..data.runs.len()).filter_map(|candidate| {
        let ranks = data.runs.get(candidate)?.ranks;
        let matches = |index: &usize| {
            data.runs.get(*index).is_some_and(|run| run.group == former && run.ranks == ranks)
        };
        Some((ranks, Pair { baseline: (0..first).find(matches)?, candidate }))
    });
    pairs.max_by_key(|(ranks, _)| *ranks).map(|(_, pair)| pair)
}
