//! Two profiles, or several runs of either, read and analysed for comparison.

use std::path::Path;

use rayon::prelude::*;

use super::ReadError;
use crate::analysis::diff::Metric;
use crate::analysis::{self, RunFigures, Selection};
use crate::profile;

/// Reads and analyses the profiles of two sides, in the order given and as deep as the metric needs.
///
/// # Errors
///
/// One error for each profile that cannot be used, in the order of the sides and their files.
pub fn compare<P: AsRef<Path> + Sync>(
    a: &[P],
    b: &[P],
    selection: &Selection,
    metric: Metric,
) -> Result<[Vec<RunFigures>; 2], Vec<ReadError>> {
    let files: Vec<&P> = a.iter().chain(b).collect();
    let outcomes: Vec<_> = files.par_iter().map(|file| figures(file.as_ref(), selection, metric)).collect();
    let (mut read, mut errors) = (Vec::with_capacity(files.len()), Vec::new());
    for outcome in outcomes {
        match outcome {
            Ok(figures) => read.push(figures),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let b = read.split_off(a.len().min(read.len()));
    Ok([read, b])
}

fn figures(file: &Path, selection: &Selection, metric: Metric) -> Result<RunFigures, ReadError> {
    let read = if metric.is_in_summaries() { profile::read_summary } else { profile::read };
    let profile = read(file)?;
    selection.check_ranks(&profile).map_err(|error| ReadError::selection(file, error))?;
    Ok(analysis::figures(&profile, selection))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::diff;

    /// Stored statistics and calls tell the same figures, on every profile of the test data.
    #[test]
    fn how_deep_a_profile_is_read_changes_no_figure() {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus");
        let files = walkdir::WalkDir::new(corpus).sort_by_file_name().into_iter().map(|entry| entry.unwrap());
        let mut compared = 0;
        for file in files.filter(|file| file.path().extension().is_some_and(|ext| ext == "h5")) {
            let path = file.path();
            let (Ok(summary), Ok(full)) = (profile::read_summary(path), profile::read(path)) else {
                continue;
            };
            compared += 1;
            let [summary, full] =
                [summary, full].map(|profile| analysis::figures(&profile, &Selection::all()));
            for metric in Metric::ALL.into_iter().filter(|metric| metric.is_in_summaries()) {
                for change in diff::changes(&[&summary], &[&full], metric) {
                    let tolerated = 1e-12 * change.b.unwrap_or_default().abs();
                    let is_same = change.a.is_some() == change.b.is_some() && change.delta.abs() <= tolerated;
                    assert!(is_same, "{} {metric:?} {change:?}", path.display());
                }
            }
        }
        assert!(compared > 60, "{compared}");
    }
}
