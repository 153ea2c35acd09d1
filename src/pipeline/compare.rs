//! Two profiles, read and analysed for comparison.

use std::path::Path;

use super::ReadError;
use crate::analysis::diff::Metric;
use crate::analysis::{self, RunFigures, Selection};
use crate::profile;

/// Reads and analyses two profiles, as deep as the metric needs.
///
/// # Errors
///
/// One error for each profile that cannot be used.
pub fn compare(
    a: &Path,
    b: &Path,
    selection: &Selection,
    metric: Metric,
) -> Result<(RunFigures, RunFigures), Vec<ReadError>> {
    let read = |file| figures(file, selection, metric);
    match rayon::join(|| read(a), || read(b)) {
        (Ok(a), Ok(b)) => Ok((a, b)),
        (a, b) => Err([a.err(), b.err()].into_iter().flatten().collect()),
    }
}

fn figures(file: &Path, selection: &Selection, metric: Metric) -> Result<RunFigures, ReadError> {
    let read = if metric.is_in_summaries() { profile::read_summary } else { profile::read };
    let profile = read(file)?;
    selection.check_ranks(&profile).map_err(|error| ReadError::selection(file, error))?;
    Ok(analysis::figures(&profile, selection))
}
