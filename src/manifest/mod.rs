//! Resolves a YAML manifest to a [`Catalogue`]: every default applied, every glob expanded, every
//! reference checked, all mistakes reported at once with their place in the file.
//!
//! ```text
//! text -> document (nodes with places) -> schema (as written) -> resolve (catalogue)
//! ```
//!
//! Not here: opening profiles, addresses of pages.

mod attachments;
mod base;
mod dates;
mod diagnostic;
mod document;
mod executions;
mod fields;
pub(crate) mod globs;
mod model;
mod patterns;
mod ranks;
mod render;
mod resolve;
mod runs;
mod scalar;
mod schema;
mod source;

use std::path::Path;

pub use base::{BaseError, parse_base};
pub use diagnostic::{Diagnostic, DiagnosticKind, ManifestErrors, Related, Severity, Sources};
pub use model::*;
pub use render::render_diagnostics;

use diagnostic::{Findings, Report};

/// Reads and checks a manifest.
///
/// Paths in it are relative to its own folder, and so are the paths of the result if `path` is relative
/// itself.
///
/// # Errors
/// All mistakes of the manifest and of the meta files it finds, in the order of the file.
pub fn resolve(path: &Path) -> Result<Catalogue, ManifestErrors> {
    let mut findings = Findings::default();
    let report = &mut findings.of(path);
    let root = path.parent().unwrap_or(Path::new(""));
    let written = source::read(path, "", report).and_then(|text| read(&text, report));
    let catalogue = written.map(|written| resolve::catalogue(written, root, report));
    let (mut catalogue, sources) = findings.finish(catalogue, path)?;
    catalogue.sources = sources;
    Ok(catalogue)
}

/// The manifest as written.
fn read(text: &str, report: &mut Report<'_>) -> Option<schema::WrittenManifest> {
    let document = document::parse(text, "", report).ok()?;
    let Some(document) = document else {
        let message = "the document is empty";
        let diagnostic = Diagnostic::error(DiagnosticKind::Empty, "", message).at(0..0);
        report.push(diagnostic.help("a manifest has at least 'cases', a list of cases with their runs"));
        return None;
    };
    schema::manifest(&document, report)
}
