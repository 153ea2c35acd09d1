//! A resolved manifest.

use std::path::PathBuf;

use super::diagnostic::Sources;

/// Everything one manifest describes.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(test, derive(Default))]
pub struct Catalogue {
    /// Title of the catalogue.
    pub title: String,
    /// Description in Markdown; empty if none.
    pub description: String,
    /// Base path of the site without trailing slash; `Some("")` for a site at the root of its domain.
    pub base: Option<String>,
    /// The cases, in manifest order; at least one.
    pub cases: Vec<Case>,
    /// The texts of the manifest and its meta files, for messages about runs.
    pub sources: Sources,
}

/// One subject with its runs.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(test, derive(Default))]
pub struct Case {
    /// Slug that names the case's page, unique in the catalogue.
    pub id: String,
    /// Title.
    pub title: String,
    /// Description in Markdown; empty if none.
    pub description: String,
    /// Group the case is listed under.
    pub group: Option<Group>,
    /// Tags, spelt as in the manifest.
    pub tags: Vec<String>,
    /// Which scaling charts it gets.
    pub scaling: Scaling,
    /// The x-axis of the scaling charts.
    pub speedup_x: SpeedupAxis,
    /// Free facts, in the order given, spelt as in the manifest.
    pub info: Vec<(String, String)>,
    /// Runs, or executions holding runs.
    pub content: CaseContent,
    /// Figures of the case.
    pub images: Vec<PathBuf>,
    /// Code shown at the end of the case's page.
    pub code: Vec<Code>,
    /// Regular expressions that choose regions; `None` = all.
    pub include: Option<Vec<String>>,
    /// Regular expressions that drop regions.
    pub exclude: Vec<String>,
    /// Ranks that count, ascending without repeats; `None` = all.
    pub ranks: Option<Vec<u32>>,
    /// Whether charts are made.
    pub charts: bool,
    /// How much of the profiles' metadata is published.
    pub metadata: MetadataPolicy,
}

/// A named group of cases.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Name as written.
    pub name: String,
    /// Slug: folder of its cases' pages.
    pub slug: String,
}

/// What a case holds.
#[derive(Debug, Clone, PartialEq)]
pub enum CaseContent {
    /// Plain runs, in order.
    Runs(Vec<Run>),
    /// Repetitions, oldest first; the last is the latest. At least one.
    Executions(Vec<Execution>),
}

/// One dated repetition of a case.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(test, derive(Default))]
pub struct Execution {
    /// Slug, unique in the case.
    pub id: String,
    /// Label.
    pub label: String,
    /// Date as written.
    pub date: Option<String>,
    /// Free facts, in the order given, spelt as in the file.
    pub info: Vec<(String, String)>,
    /// Its runs, in order; at least one.
    pub runs: Vec<Run>,
}

/// One launch of the program.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(test, derive(Default))]
pub struct Run {
    /// The profile.
    pub path: PathBuf,
    /// Label given in the manifest; without one the profile's own label counts, then the file's stem.
    pub label: Option<String>,
    /// Attached files (the case's first, then the run's own, without repeats).
    pub files: Vec<PathBuf>,
    /// Figures of the run.
    pub images: Vec<PathBuf>,
    /// Where the manifest names the run, for messages about its profile.
    pub place: Place,
}

/// A place in a manifest in its own terms, with what is needed to show it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// In the manifest's terms: `case 'poisson', run 2`.
    pub words: String,
    /// File the place is in (the manifest or a meta file).
    pub file: PathBuf,
    /// Byte range in that file's text.
    pub span: std::ops::Range<usize>,
}

/// Code shown with a case: a file, a link, or a file with a link. At least one is given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// The file.
    pub path: Option<PathBuf>,
    /// `http(s)` address.
    pub url: Option<String>,
    /// Label; without one the file's name or the address.
    pub label: Option<String>,
}

/// Which scaling charts a case gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Scaling {
    /// Speedup.
    #[default]
    Strong,
    /// Weak-scaling efficiency.
    Weak,
    /// The two.
    Both,
    /// Neither.
    None,
}

/// The x-axis of scaling charts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SpeedupAxis {
    /// Ranks if they differ, else threads.
    #[default]
    Auto,
    /// MPI ranks.
    Ranks,
    /// Nodes.
    Nodes,
    /// Threads per rank.
    Threads,
    /// Ranks x threads.
    Cores,
}

/// How much of a profile's metadata is published.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MetadataPolicy {
    /// Facts that name no person, host or path.
    #[default]
    Minimal,
    /// Everything.
    All,
}

#[cfg(test)]
impl Default for CaseContent {
    fn default() -> Self {
        Self::Runs(Vec::new())
    }
}

impl Run {
    /// Name of the profile's file.
    pub fn file_name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

impl Case {
    /// The runs in lists: one per execution, oldest first, or a single one for a case of plain runs.
    pub fn run_lists(&self) -> Vec<&[Run]> {
        match &self.content {
            CaseContent::Runs(runs) => vec![runs],
            CaseContent::Executions(executions) => executions.iter().map(|e| e.runs.as_slice()).collect(),
        }
    }

    /// The executions, oldest first; none for a case of plain runs.
    pub fn executions(&self) -> &[Execution] {
        match &self.content {
            CaseContent::Runs(_) => &[],
            CaseContent::Executions(executions) => executions,
        }
    }

    /// The runs the case's page shows: its runs, or those of the latest execution.
    pub fn current_runs(&self) -> &[Run] {
        match &self.content {
            CaseContent::Runs(runs) => runs,
            CaseContent::Executions(executions) => executions.last().map_or(&[], |e| &e.runs),
        }
    }
}
