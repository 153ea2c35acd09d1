//! Text rules that every stage shares: slugs, natural order, foreign text in messages and tables.
//!
//! Not here: the markup of any target, quantities (see [`crate::units`]).

mod natural;
mod quote;
mod slug;
mod visible;

pub use natural::{natural_cmp, natural_path_cmp};
pub use quote::quoted;
pub use slug::{run_slug, slug};
pub use visible::visible;
