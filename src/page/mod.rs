//! What a reader sees, as plain data with finished texts.
//!
//! Input: figures and the resolved manifest. Output: serialisable models of pages; their JSON shape is
//! documented in `themes/starlight/src/components/report/types.ts`. [`Addresses`] decides every page's
//! place; [`Publication`] decides what of a profile is published.
//!
//! Not here: computing figures, markup, files.

mod address;
mod case;
pub mod chart;
mod device_time;
pub mod diff;
pub mod hardware;
pub mod inspect;
pub mod judgement;
pub mod metadata;
pub mod note;
mod overview;
mod privacy;
pub mod region_table;
mod run;
pub mod section;
pub mod table;
pub mod tone;

pub use address::{AddressError, Addresses, CaseAddress, RunAddress, RunList, href};
pub use case::{CaseInput, CasePage, CaseRun, ComparePage, case_page, compare_page};
pub use overview::{CatalogueIndex, IndexCase, IndexInput, IndexRun, catalogue_index};
pub use privacy::Publication;
pub use run::{ProblemPage, RunInput, RunPage, Trail, problem_page, run_page};
