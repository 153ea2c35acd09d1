//! Text rules that every stage shares: slugs, natural order, quoting of foreign text.
//!
//! Not here: the markup of any target, quantities (see [`crate::units`]).

mod natural;
mod quote;
mod slug;

pub use natural::{natural_cmp, natural_path_cmp};
pub use quote::quoted;
pub use slug::{run_slug, slug};
