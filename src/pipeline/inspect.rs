//! Profiles, read and analysed for showing in the terminal.

use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::ReadError;
use crate::analysis::source::{self, RegionSource};
use crate::analysis::{self, LikwidGroup, PerfRank, RunFigures, Selection};
use crate::profile::{self, Metadata};

/// What is known of one profile once its calls are gone.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspected {
    /// The file, as it was given.
    pub path: PathBuf,
    /// Figures under the selection.
    pub figures: RunFigures,
    /// The run's notes about itself.
    pub metadata: Metadata,
    /// LIKWID counters under the selection.
    pub likwid: Vec<LikwidGroup>,
    /// Perf events under the selection.
    pub perf: Vec<PerfRank>,
    /// Sources of the regions asked for, which no selection hides.
    pub sources: Vec<RegionSource>,
}

/// Reads and analyses profiles, several at once; calls `done` after each. The outcomes are in the order
/// of the files.
pub fn inspect(
    files: &[PathBuf],
    selection: &Selection,
    source_names: &[String],
    done: impl Fn() + Sync,
) -> Vec<Result<Inspected, ReadError>> {
    let one = |file: &PathBuf| {
        let outcome = inspect_one(file, selection, source_names);
        done();
        outcome
    };
    files.par_iter().map(one).collect()
}

fn inspect_one(file: &Path, selection: &Selection, source_names: &[String]) -> Result<Inspected, ReadError> {
    let profile = profile::read(file)?;
    selection.check_ranks(&profile).map_err(|error| ReadError::selection(file, error))?;
    Ok(Inspected {
        path: file.to_owned(),
        figures: analysis::figures(&profile, selection),
        likwid: analysis::likwid_groups(&profile, selection),
        perf: analysis::perf_ranks(&profile, selection),
        sources: source::sources(&profile, source_names),
        metadata: profile.metadata,
    })
}
