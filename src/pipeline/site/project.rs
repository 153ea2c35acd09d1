//! The Astro project around the generated folders.

use std::path::Path;

use serde::Serialize;

use super::SiteError;
use crate::render::{RenderError, theme};
use crate::write::{ProjectOutcome, write_project};

/// What the project's own configuration reads.
const CONFIG: &str = "catalogue.config.json";

#[derive(Serialize)]
struct Config<'a> {
    title: &'a str,
    base: &'a str,
}

/// What became of the project's files.
pub(super) struct Outcome {
    /// Files that someone changed and that were left as they are.
    pub(super) kept: Vec<String>,
    /// Whether the folder has a project of its own.
    pub(super) own: bool,
}

/// Writes or updates the project, unless the folder has one of its own.
pub(super) fn prepare(out: &Path, title: &str, base: &str) -> Result<Outcome, SiteError> {
    let mut files = theme::starlight_project();
    let mut config = serde_json::to_vec_pretty(&Config { title, base })
        .map_err(|error| RenderError::Json { address: CONFIG.to_owned(), reason: error.to_string() })?;
    config.push(b'\n');
    files.insert(CONFIG.to_owned(), config);
    Ok(match write_project(out, &files)? {
        ProjectOutcome::TheirOwn => Outcome { kept: Vec::new(), own: true },
        ProjectOutcome::InPlace { kept } => Outcome { kept, own: false },
    })
}
