//! Page data with descriptions rendered.

use serde::Serialize;

use crate::page::{CasePage, CatalogueIndex, IndexCase};
use crate::render::markdown;

/// A case page's data.
#[derive(Serialize)]
pub(super) struct CaseData<'a> {
    #[serde(flatten)]
    page: &'a CasePage,
    description_html: String,
}

impl<'a> CaseData<'a> {
    pub(super) fn new(page: &'a CasePage) -> Self {
        Self { description_html: markdown::html(&page.description), page }
    }
}

/// The catalogue's index.
#[derive(Serialize)]
pub(super) struct IndexData<'a> {
    title: &'a str,
    description: &'a str,
    description_html: String,
    cases: Vec<CaseEntry<'a>>,
}

#[derive(Serialize)]
struct CaseEntry<'a> {
    #[serde(flatten)]
    case: &'a IndexCase,
    summary: String,
}

impl<'a> IndexData<'a> {
    pub(super) fn new(index: &'a CatalogueIndex) -> Self {
        let entry =
            |case: &'a IndexCase| CaseEntry { summary: markdown::first_paragraph(&case.description), case };
        Self {
            title: &index.title,
            description: &index.description,
            description_html: markdown::html(&index.description),
            cases: index.cases.iter().map(entry).collect(),
        }
    }
}
