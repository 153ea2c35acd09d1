//! Pages of an Astro/Starlight project: MDX of frontmatter, imports, fixed headings and components, with
//! all content in a JSON file beside it.
//!
//! Every value a template prints is JSON-quoted by the template engine, whatever the template says; no
//! text of a user or a profile stands in the body of a page.

mod json;
mod mdx;

use serde::Serialize;

pub use mdx::Pages;

use super::{Artifact, Content, RenderError};
use crate::page::{CasePage, CatalogueIndex, ComparePage, ProblemPage, RunAddress, RunPage};

/// Folder of the generated pages below the output directory.
pub const CONTENT_ROOT: &str = "src/content/docs/catalogue";
/// Folder of the data that pages load, below the output directory.
pub const PUBLIC_ROOT: &str = "public/catalogue";
/// Address of [`PUBLIC_ROOT`] on the site, without the base path.
pub const PUBLIC_ADDRESS: &str = "/catalogue";

/// A run's page and its data.
pub fn run_artifacts(
    pages: &Pages,
    page: &RunPage,
    address: &RunAddress,
    case_title: &str,
) -> Result<Vec<Artifact>, RenderError> {
    let mdx = pages.run(page, address, case_title)?;
    Ok(vec![mdx, page_data(&address.page, page)?])
}

/// The page of a run that could not be read, and its data.
pub fn problem_artifacts(
    pages: &Pages,
    page: &ProblemPage,
    address: &RunAddress,
    case_title: &str,
) -> Result<Vec<Artifact>, RenderError> {
    let mdx = pages.problem(page, address, case_title)?;
    Ok(vec![mdx, page_data(&address.page, page)?])
}

/// The page that compares executions, and its data.
pub fn compare_artifacts(
    pages: &Pages,
    page: &ComparePage,
    address: &str,
) -> Result<Vec<Artifact>, RenderError> {
    let mdx = pages.compare(page, address)?;
    Ok(vec![mdx, page_data(address, page)?])
}

/// The page of a case, or of one of its executions, at `address`; and its data.
pub fn case_artifacts(
    pages: &Pages,
    page: &CasePage,
    address: &str,
    case_title: &str,
    order: usize,
) -> Result<Vec<Artifact>, RenderError> {
    let mdx = pages.case(page, address, case_title, order)?;
    Ok(vec![mdx, page_data(address, &json::CaseData::new(page))?])
}

/// The overview's page and the catalogue's index.
pub fn overview_artifacts(pages: &Pages, index: &CatalogueIndex) -> Result<Vec<Artifact>, RenderError> {
    let mdx = pages.overview(index)?;
    let address = format!("{PUBLIC_ROOT}/index.json");
    let mut bytes = to_json(&address, &json::IndexData::new(index), true)?;
    bytes.push(b'\n');
    Ok(vec![mdx, Artifact { address, content: Content::Bytes(bytes) }])
}

fn page_data(page: &str, data: &impl Serialize) -> Result<Artifact, RenderError> {
    let address = format!("{CONTENT_ROOT}/{page}.data.json");
    let mut bytes = to_json(&address, data, false)?;
    bytes.push(b'\n');
    Ok(Artifact { address, content: Content::Bytes(bytes) })
}

fn to_json(address: &str, data: &impl Serialize, indented: bool) -> Result<Vec<u8>, RenderError> {
    let result = if indented { serde_json::to_vec_pretty(data) } else { serde_json::to_vec(data) };
    result.map_err(|error| RenderError::Json { address: address.to_owned(), reason: error.to_string() })
}
