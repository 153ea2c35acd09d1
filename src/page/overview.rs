//! The catalogue's overview: the machine-readable index, which the overview page shows.

use indexmap::IndexMap;
use serde::Serialize;

use super::{CaseAddress, RunAddress, href};
use crate::analysis::RunFigures;
use crate::manifest::{Case, CaseContent, Catalogue};
use crate::units::seconds;

/// The index of a catalogue.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CatalogueIndex {
    /// Title.
    pub title: String,
    /// Description in Markdown.
    pub description: String,
    /// The cases, in manifest order.
    pub cases: Vec<IndexCase>,
}

/// A case in the index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IndexCase {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Page path below `catalogue/`.
    pub page: String,
    /// Link to its page.
    pub href: String,
    /// Name of its group.
    pub group: Option<String>,
    /// Tags.
    pub tags: Vec<String>,
    /// Description in Markdown.
    #[serde(skip)]
    pub description: String,
    /// Facts.
    pub info: IndexMap<String, String>,
    /// Runs of the case, or of its latest execution.
    pub runs: Vec<IndexRun>,
    /// Number of executions; absent for a case of plain runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub executions: Option<usize>,
}

/// A run in the index.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct IndexRun {
    /// Label.
    pub label: String,
    /// Slug of the label.
    pub slug: String,
    /// Page path below `catalogue/`.
    pub page: String,
    /// MPI ranks; `None` for a run that could not be read.
    pub ranks: Option<u32>,
    /// Nodes, if known.
    pub nodes: Option<u64>,
    /// Wall time, seconds.
    pub wall_time: Option<f64>,
}

/// What the index needs of one case.
#[derive(Debug)]
pub struct IndexInput<'a> {
    /// The case as resolved.
    pub case: &'a Case,
    /// Its addresses.
    pub address: &'a CaseAddress,
    /// Figures of its current runs; `None` for one that could not be read.
    pub runs: Vec<Option<&'a RunFigures>>,
}

/// Builds the index.
pub fn catalogue_index(catalogue: &Catalogue, base: &str, cases: &[IndexInput<'_>]) -> CatalogueIndex {
    CatalogueIndex {
        title: catalogue.title.clone(),
        description: catalogue.description.clone(),
        cases: cases.iter().map(|input| index_case(base, input)).collect(),
    }
}

fn index_case(base: &str, input: &IndexInput<'_>) -> IndexCase {
    let case = input.case;
    let executions = match &case.content {
        CaseContent::Runs(_) => None,
        CaseContent::Executions(executions) => Some(executions.len()),
    };
    let runs = input
        .address
        .current()
        .iter()
        .zip(&input.runs)
        .map(|(address, figures)| index_run(address, *figures));
    IndexCase {
        id: case.id.clone(),
        title: case.title.clone(),
        page: input.address.page.clone(),
        href: href(base, &input.address.page),
        group: case.group.as_ref().map(|group| group.name.clone()),
        tags: case.tags.clone(),
        description: case.description.clone(),
        info: case.info.iter().cloned().collect(),
        runs: runs.collect(),
        executions,
    }
}

fn index_run(address: &RunAddress, figures: Option<&RunFigures>) -> IndexRun {
    IndexRun {
        label: address.label.clone(),
        slug: address.slug.clone(),
        page: address.page.clone(),
        ranks: figures.map(|f| f.facts.num_ranks),
        nodes: figures.and_then(|f| f.facts.nodes),
        wall_time: figures.and_then(|f| f.facts.wall_ns()).map(|ns| seconds(ns.into())),
    }
}
