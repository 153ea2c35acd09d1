//! What can stop a build.

use crate::analysis::SelectionError;
use crate::manifest::{BaseError, Catalogue, Diagnostic, DiagnosticKind, ManifestErrors, Place, Severity};
use crate::page::AddressError;
use crate::profile::ProfileError;
use crate::render::RenderError;
use crate::text::quoted;
use crate::write::WriteError;

/// A site that was not built; nothing was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The manifest has mistakes, or names profiles that cannot be read.
    #[error(transparent)]
    Manifest(#[from] ManifestErrors),
    /// Pages that want one address.
    #[error("{}", lines(collisions))]
    Addresses {
        /// Each with both owners.
        collisions: Vec<AddressError>,
    },
    /// No base path is given, so that links cannot be right.
    #[error("the site's base path is not known, and without it links between pages cannot be right")]
    NoBase,
    /// The base path given on the command line is none.
    #[error("the base path {0}")]
    BadBase(#[from] BaseError),
    /// A case's filter cannot be used.
    #[error("case '{case}': {error}")]
    Selection {
        /// Id of the case.
        case: String,
        /// What is wrong with it.
        error: SelectionError,
    },
    /// A case's charts cannot be made as asked.
    #[error("case '{case}': {reason}")]
    Charts {
        /// Id of the case.
        case: String,
        /// Why.
        reason: String,
    },
    /// An attached file cannot be used.
    #[error("{owner}: {} {reason}", quoted(&path.to_string_lossy()))]
    Attachment {
        /// Case or run, in the manifest's terms.
        owner: String,
        /// The file.
        path: std::path::PathBuf,
        /// Why not.
        reason: String,
    },
    /// A page could not be rendered.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The site could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

impl SiteError {
    /// What the reader of the message can do about it, where the message does not say.
    pub fn advice(&self) -> Option<&'static str> {
        match self {
            Self::Addresses { .. } => Some("give one of them another id or label"),
            Self::NoBase => Some(
                "give 'base' in the manifest (\"/\" and the repository's name, or \"\" for the root of a domain) or --base",
            ),
            Self::Write(error) => Some(error.advice()),
            _ => None,
        }
    }
}

fn lines(collisions: &[AddressError]) -> String {
    collisions.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A run's profile that cannot be read, at its place in the manifest.
pub(super) fn unreadable(severity: Severity, place: &Place, error: &ProfileError) -> Diagnostic {
    let message = format!("{}: {}", quoted(&error.path.to_string_lossy()), error.problem);
    let diagnostic = Diagnostic::of_run(severity, DiagnosticKind::Profile, place, message);
    match error.problem.advice() {
        Some(advice) => diagnostic.help(advice),
        None => diagnostic,
    }
}

/// Diagnostics of a resolved manifest as an error.
pub(super) fn refused(catalogue: &Catalogue, diagnostics: Vec<Diagnostic>) -> SiteError {
    SiteError::Manifest(ManifestErrors { diagnostics, omitted: 0, sources: catalogue.sources.clone() })
}
