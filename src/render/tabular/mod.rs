//! The tables of the terminal for machines and for other documents: JSON, CSV, Markdown, from the same
//! page models.

mod csv;
mod diff;
mod inspect;
mod json;
mod markdown;

pub use diff::{check_csv, check_json, check_markdown, diff_csv, diff_json, diff_markdown};
pub use inspect::{inspect_csv, inspect_json, inspect_markdown};
pub use json::SCHEMA_VERSION;
