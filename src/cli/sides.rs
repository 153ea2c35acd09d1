//! The two sides of a comparison: a profile each, or several runs of the same.

use std::path::PathBuf;

use super::diagnostic::Diagnostic;
use super::files;

const HEADING: &str = "Repeated runs";

/// Which profiles are compared.
#[derive(Debug, clap::Args)]
pub(super) struct SideOptions {
    /// The profile that is the measure (a)
    #[arg(value_name = "BASELINE", required_unless_present = "baseline", conflicts_with = "baseline")]
    a: Option<PathBuf>,

    /// The profile that is compared with it (b)
    #[arg(value_name = "CANDIDATE", required_unless_present = "candidate", conflicts_with = "candidate")]
    b: Option<PathBuf>,

    /// Several runs of the baseline (a), or patterns such as 'runs/before-*.h5'
    ///
    /// A region's figure is then the median of the runs that have it; their smallest and largest figures
    /// are shown beside it.
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "candidate", help_heading = HEADING)]
    baseline: Vec<PathBuf>,

    /// Several runs of the candidate (b), or patterns
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "baseline", help_heading = HEADING)]
    candidate: Vec<PathBuf>,
}

impl SideOptions {
    /// The files of both sides, at least one each.
    ///
    /// # Errors
    ///
    /// A pattern that no file matches, or that is none.
    pub(super) fn files(&self) -> Result<[Vec<PathBuf>; 2], Diagnostic> {
        if let (Some(a), Some(b)) = (&self.a, &self.b) {
            return Ok([vec![a.clone()], vec![b.clone()]]);
        }
        Ok([files::expand(&self.baseline)?, files::expand(&self.candidate)?])
    }
}

/// The files of a side as commands in the current folder would name them.
pub(super) fn names(files: &[PathBuf]) -> Vec<String> {
    files.iter().map(|file| files::relative_to_here(file).to_string_lossy().into_owned()).collect()
}
