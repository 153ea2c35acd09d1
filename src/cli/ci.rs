//! What `check` leaves for systems of continuous integration.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::diagnostic::{Diagnostic, print_block};
use super::output;
use crate::page::diff::CheckPage;
use crate::render::ci;

/// Where the outcome of a check goes besides standard output.
#[derive(Debug, clap::Args)]
pub(super) struct CiOptions {
    /// Annotate a run of GitHub Actions with the regions that fail, and add to its summary
    ///
    /// Prints a workflow command for each of the 10 largest regressions, after the table, or to standard
    /// error beside a document (--format), and appends a summary in Markdown to the file that the variable
    /// GITHUB_STEP_SUMMARY names, if it is set.
    #[arg(long, help_heading = "Continuous integration")]
    github: bool,

    /// Write a JUnit XML report to this file: a test case per region
    #[arg(long, value_name = "FILE", help_heading = "Continuous integration")]
    junit: Option<PathBuf>,
}

/// The summary of a step holds 1 MiB; some of it is left to others.
const SUMMARY_BYTES: u64 = 1024 * 1024 - 16 * 1024;

impl CiOptions {
    /// Writes the files that are wanted.
    ///
    /// # Errors
    ///
    /// A message for every file that cannot be written.
    pub(super) fn write_files(&self, page: &CheckPage) -> Result<(), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut attempt = |path: &Path, result: io::Result<()>| {
            errors.extend(result.err().map(|error| Diagnostic::not_written(path, &error)));
        };
        if let Some(path) = &self.junit {
            attempt(path, fs::write(path, ci::junit(page)));
        }
        let summary = std::env::var_os("GITHUB_STEP_SUMMARY").filter(|path| self.github && !path.is_empty());
        if let Some(path) = summary.map(PathBuf::from) {
            attempt(&path, append_summary(&path, page));
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Prints annotations, if they are wanted, where they do not break a document on standard output.
    ///
    /// # Errors
    ///
    /// Standard output cannot be written to.
    pub(super) fn print_annotations(&self, page: &CheckPage, is_document: bool) -> Result<(), Diagnostic> {
        if !self.github {
            return Ok(());
        }
        let text = ci::annotations(page);
        if is_document {
            print_block(&text);
            return Ok(());
        }
        output::print(&text)
    }
}

fn append_summary(path: &Path, page: &CheckPage) -> io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    let room = SUMMARY_BYTES.saturating_sub(file.metadata()?.len());
    let text = ci::summary(page, usize::try_from(room).unwrap_or(usize::MAX).saturating_sub(1));
    // An empty line parts it from what the next command adds.
    file.write_all(format!("{text}\n").as_bytes())
}
