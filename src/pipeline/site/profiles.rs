//! The headers of a manifest's profiles.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::error::unreadable;
use crate::manifest::{CaseContent, Catalogue, Diagnostic, Run, Severity};
use crate::profile::{self, Header, ProfileError};

/// Headers by path; a profile that two cases share is opened once.
pub(super) struct Headers(BTreeMap<PathBuf, Result<Header, ProfileError>>);

/// All runs of a catalogue, in order, every execution included.
pub(super) fn all_runs(catalogue: &Catalogue) -> impl Iterator<Item = &Run> {
    catalogue
        .cases
        .iter()
        .flat_map(|case| match &case.content {
            CaseContent::Runs(runs) => vec![runs.as_slice()],
            CaseContent::Executions(executions) => executions.iter().map(|e| e.runs.as_slice()).collect(),
        })
        .flatten()
}

/// Opens every profile.
pub(super) fn open_all(catalogue: &Catalogue) -> Headers {
    open(all_runs(catalogue).map(|run| run.path.as_path()))
}

fn open<'a>(paths: impl Iterator<Item = &'a Path>) -> Headers {
    let mut paths: Vec<&Path> = paths.collect();
    paths.sort();
    paths.dedup();
    Headers(paths.into_par_iter().map(|path| (path.to_owned(), profile::open_header(path))).collect())
}

impl Headers {
    /// Region names of all profiles that could be opened, in the order of the catalogue's runs.
    pub(super) fn region_names<'a>(
        &'a self,
        catalogue: &'a Catalogue,
    ) -> impl Iterator<Item = Arc<str>> + 'a {
        let opened = all_runs(catalogue).filter_map(|run| self.0.get(&run.path)?.as_ref().ok());
        opened.flat_map(|header| header.region_names.iter().cloned())
    }

    /// The profile's own label, if it could be opened and has one.
    pub(super) fn label(&self, run: &Run) -> Option<String> {
        self.0.get(&run.path)?.as_ref().ok()?.metadata.label()
    }

    /// Every run whose profile could not be opened.
    pub(super) fn problems(&self, catalogue: &Catalogue) -> Vec<Diagnostic> {
        let problem = |run: &Run| {
            let error = self.0.get(&run.path)?.as_ref().err()?;
            Some(unreadable(Severity::Error, &run.place, error))
        };
        all_runs(catalogue).filter_map(problem).collect()
    }
}
