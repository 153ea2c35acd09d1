//! From a manifest to a site: resolve, open headers, fix addresses, read and analyse every distinct
//! profile once in parallel, model and render its pages at once, then the cases and the overview, then swap.
//!
//! A worker holds the events of one profile at a time; what outlives it are the figures of its runs.

mod attachments;
mod cases;
mod error;
mod profiles;
mod project;
mod runs;

use std::path::{Path, PathBuf};

pub use error::SiteError;
use error::refused;

use crate::manifest::{self, Catalogue, Diagnostic, Severity, Sources};
use crate::page::chart::{Charts, Palette};
use crate::page::section::charts::{ChartPanels, chart_files};
use crate::page::{Addresses, IndexInput, catalogue_index};
use crate::render::starlight::{self, CONTENT_ROOT, PUBLIC_ROOT, Pages};
use crate::render::{plotly, theme};
use crate::write::SiteWriter;

/// How to build a site.
#[derive(Debug, Clone)]
pub struct SiteOptions {
    /// Output directory.
    pub out: PathBuf,
    /// Base path that overrides the manifest's.
    pub base: Option<String>,
    /// Whether charts are made where cases have them.
    pub charts: bool,
    /// Whether our former files that are not written again go away.
    pub clean: bool,
    /// Whether a run that cannot be read is an error.
    pub strict: bool,
}

/// What a build did.
#[derive(Debug, Clone, PartialEq)]
pub struct SiteReport {
    /// Cases.
    pub cases: usize,
    /// Runs with a page.
    pub runs: usize,
    /// Files of the catalogue written.
    pub files: usize,
    /// Remarks about single cases and runs (`case/run: ...`), in catalogue order.
    pub notes: Vec<String>,
    /// Runs that could not be read, as warnings.
    pub warnings: Vec<Diagnostic>,
    /// The texts the warnings point into.
    pub sources: Sources,
    /// Cases that publish all of their profiles' metadata.
    pub publishing_all: Vec<String>,
    /// Project files that someone changed and that were left as they are.
    pub kept: Vec<String>,
    /// Whether the output has an Astro project of its own.
    pub own_project: bool,
}

/// What a check found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckReport {
    /// Cases.
    pub cases: usize,
    /// Runs that the cases show: for a case with executions those of the latest.
    pub runs: usize,
}

/// Told how far a build is.
pub trait Progress: Sync {
    /// So many profiles are to be read.
    fn start(&self, profiles: usize);
    /// One more was read.
    fn step(&self);
}

/// Validates a manifest and opens every profile it names; reads no event column and writes nothing.
pub fn check(manifest: &Path) -> Result<CheckReport, SiteError> {
    let catalogue = manifest::resolve(manifest)?;
    let headers = profiles::open_all(&catalogue);
    let problems = headers.problems(&catalogue);
    if !problems.is_empty() {
        return Err(refused(&catalogue, problems));
    }
    plan(&catalogue, &headers)?;
    let runs = catalogue.cases.iter().map(|case| case.current_runs().len()).sum();
    Ok(CheckReport { cases: catalogue.cases.len(), runs })
}

/// Builds a site.
pub fn build(
    manifest: &Path,
    options: &SiteOptions,
    progress: &dyn Progress,
) -> Result<SiteReport, SiteError> {
    let catalogue = manifest::resolve(manifest)?;
    let base = base_path(&catalogue, options)?;
    let headers = profiles::open_all(&catalogue);
    let addresses = plan(&catalogue, &headers)?;
    let pages = Pages::load(&catalogue.title)?;
    let writer =
        SiteWriter::begin(&options.out, &[CONTENT_ROOT, PUBLIC_ROOT, theme::COMPONENTS], options.clean)?;
    let palette = Palette::new(headers.region_names(&catalogue));
    let site = Site {
        catalogue: &catalogue,
        addresses: &addresses,
        base: &base,
        palette: &palette,
        pages: &pages,
        writer: &writer,
        charts: options.charts,
    };
    let read = runs::write_all(&site, progress)?;
    let severity = if options.strict { Severity::Error } else { Severity::Warning };
    let warnings = read.problems(&catalogue, severity);
    if options.strict && !warnings.is_empty() {
        return Err(refused(&catalogue, warnings));
    }
    let mut notes = read.notes(&site);
    notes.extend(cases::write_all(&site, &read)?);
    write_overview(&site, &read)?;
    write_components(&site)?;
    let outcome = project::prepare(&options.out, &catalogue.title, &base)?;
    let files = writer.commit()?.files;
    Ok(SiteReport {
        cases: catalogue.cases.len(),
        runs: read.count(),
        files: files.iter().take(2).sum(),
        notes,
        warnings,
        publishing_all: publishing_all(&catalogue),
        kept: outcome.kept,
        own_project: outcome.own,
        sources: catalogue.sources,
    })
}

/// What every step of a build needs.
struct Site<'a> {
    catalogue: &'a Catalogue,
    addresses: &'a Addresses,
    base: &'a str,
    palette: &'a Palette,
    pages: &'a Pages,
    writer: &'a SiteWriter,
    charts: bool,
}

impl Site<'_> {
    /// Writes the figures of a page's charts, and gives the panels that show them.
    fn write_charts(&self, charts: Charts, page: &str) -> Result<ChartPanels, SiteError> {
        let (panels, files) = chart_files(charts, &format!("{}/{page}", starlight::PUBLIC_ADDRESS));
        for (name, plot) in files {
            self.writer.put(plotly::artifact(format!("{PUBLIC_ROOT}/{page}/{name}"), &plot)?)?;
        }
        Ok(panels)
    }
}

fn plan(catalogue: &Catalogue, headers: &profiles::Headers) -> Result<Addresses, SiteError> {
    Addresses::plan(catalogue, &|run| headers.label(run))
        .map_err(|collisions| SiteError::Addresses { collisions })
}

fn base_path(catalogue: &Catalogue, options: &SiteOptions) -> Result<String, SiteError> {
    match (&options.base, &catalogue.base) {
        (Some(base), _) => Ok(manifest::parse_base(base)?),
        (None, Some(base)) => Ok(base.clone()),
        (None, None) => Err(SiteError::NoBase),
    }
}

fn write_overview(site: &Site<'_>, read: &runs::ReadRuns) -> Result<(), SiteError> {
    let inputs: Vec<IndexInput<'_>> = site
        .catalogue
        .cases
        .iter()
        .zip(&site.addresses.cases)
        .enumerate()
        .map(|(case_index, (case, address))| IndexInput { case, address, runs: read.figures_of(case_index) })
        .collect();
    let index = catalogue_index(site.catalogue, site.base, &inputs);
    for artifact in starlight::overview_artifacts(site.pages, &index)? {
        site.writer.put(artifact)?;
    }
    Ok(())
}

fn write_components(site: &Site<'_>) -> Result<(), SiteError> {
    for (address, bytes) in theme::starlight_components() {
        site.writer
            .put(crate::render::Artifact { address, content: crate::render::Content::Bytes(bytes) })?;
    }
    Ok(())
}

fn publishing_all(catalogue: &Catalogue) -> Vec<String> {
    let all = catalogue.cases.iter().filter(|case| case.metadata == manifest::MetadataPolicy::All);
    all.map(|case| case.id.clone()).collect()
}
