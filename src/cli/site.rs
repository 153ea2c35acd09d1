//! `site`: from a manifest to the pages of a catalogue.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::diagnostic::{self, Diagnostic};
use super::exit::Status;
use super::output;
use super::progress::Progress;
use super::screen::stderr_is_coloured;
use crate::manifest::render_diagnostics;
use crate::pipeline::site::{self, SiteError, SiteOptions, SiteReport};

/// Write the pages of a catalogue from a manifest
///
/// Reads every run that the manifest names, in parallel, and writes an Astro/Starlight project with a page
/// per case and run. `npm ci && npm run build` in the output folder makes the static site. In a folder that
/// has an Astro project of its own only the generated folders are written: pages, chart data, components.
///
/// A site is written completely or not at all: a build that fails or is interrupted leaves the former
/// one as it was.
#[derive(Debug, clap::Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct Args {
    /// The manifest (YAML)
    manifest: PathBuf,

    /// Folder to write to
    #[arg(short, long, value_name = "DIR", default_value = "docs")]
    output: PathBuf,

    /// Base path of the site: /name, or "" for the root of a domain; overrides the manifest's
    #[arg(long, value_name = "PATH")]
    base: Option<String>,

    /// Only validate the manifest and open every profile; write nothing
    #[arg(long)]
    check: bool,

    /// Make no charts
    #[arg(long)]
    no_charts: bool,

    /// Keep pages of former builds that are not written again, and write into folders of others
    #[arg(long)]
    no_clean: bool,

    /// Refuse to write anything if a run cannot be read
    #[arg(long)]
    strict: bool,
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler site manifest.yaml --check
  scope-profiler site manifest.yaml -o site && cd site && npm ci && npm run build
  scope-profiler site manifest.yaml -o site --base /profiles --strict

A run that cannot be read becomes a marked row with its reason, and a warning here. With --strict, and
with --check always, it is an error.

Exit status: 0 done, 2 wrong usage, a mistake in the manifest, or a site that cannot be written.";

/// Checks a manifest or builds its site.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let text = if args.check { check(&args.manifest) } else { build(args) };
    match text {
        Ok(text) => {
            output::print(&text).map_err(|error| vec![error])?;
            Ok(Status::Done)
        }
        Err(SiteError::Manifest(errors)) => {
            let omitted = if errors.omitted > 0 {
                format!("\nerror: {} more like these\n", errors.omitted)
            } else {
                String::new()
            };
            let coloured = stderr_is_coloured();
            diagnostic::print_block(
                &(render_diagnostics(&errors.diagnostics, &errors.sources, coloured) + "\n" + &omitted),
            );
            Ok(Status::Unusable)
        }
        Err(error) => Err(vec![refused(&error, args)]),
    }
}

fn check(manifest: &Path) -> Result<String, SiteError> {
    let report = site::check(manifest)?;
    Ok(format!("{}: {} case(s), {} run(s), ok\n", manifest.display(), report.cases, report.runs))
}

fn build(args: &Args) -> Result<String, SiteError> {
    let options = SiteOptions {
        out: args.output.clone(),
        base: args.base.clone(),
        charts: !args.no_charts,
        clean: !args.no_clean,
        strict: args.strict,
    };
    let report = site::build(&args.manifest, &options, &Reading::default())?;
    remark(&report, args);
    let SiteReport { cases, runs, files, .. } = report;
    Ok(format!(
        "Catalogue written to: {} ({cases} case(s), {runs} run(s), {files} files)\n",
        args.output.display()
    ))
}

/// Says what a reader of the log should know, on standard error.
fn remark(report: &SiteReport, args: &Args) {
    if !report.warnings.is_empty() {
        let coloured = stderr_is_coloured();
        diagnostic::print_block(&(render_diagnostics(&report.warnings, &report.sources, coloured) + "\n"));
    }
    for note in &report.notes {
        Diagnostic::note(note).print();
    }
    if !report.publishing_all.is_empty() {
        let what = format!(
            "all metadata of the profiles is published, with users, hosts, paths and environment, for: {}",
            report.publishing_all.join(", ")
        );
        Diagnostic::warning(what)
            .help("metadata: minimal publishes only what names no person, host or path")
            .print();
    }
    for file in &report.kept {
        let what = format!("{file} was changed since it was written, and is left as it is");
        Diagnostic::warning(what).at(args.output.join(file).display().to_string()).print();
    }
}

fn refused(error: &SiteError, args: &Args) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.to_string());
    let diagnostic = match error {
        SiteError::Write(_) => diagnostic,
        _ => diagnostic.at(args.manifest.display().to_string()),
    };
    match error.advice() {
        Some(advice) => diagnostic.help(advice),
        None => diagnostic,
    }
}

/// Shows how many profiles have been read.
#[derive(Default)]
struct Reading(OnceLock<Progress>);

impl site::Progress for Reading {
    fn start(&self, profiles: usize) {
        let _ = self.0.set(Progress::new("reading", profiles));
    }

    fn step(&self) {
        if let Some(progress) = self.0.get() {
            progress.step();
        }
    }
}
