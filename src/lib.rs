//! Reads the profiles that the scope-profiler recorder leaves behind and turns them into figures,
//! tables, charts and a catalogue of pages.
//!
//! Data flows one way; a stage knows only the stages left of it:
//!
//! ```text
//! manifest -> profile -> analysis -> page -> render -> write
//! ```
//!
//! 1. [`manifest`] resolves a YAML manifest to a catalogue of cases, executions and runs.
//! 2. [`profile`] reads one recorded profile (HDF5 or JSON) into one model.
//! 3. [`analysis`] computes every figure: regions, call paths, hotspots, balance, scaling, changes.
//! 4. [`page`] models what a reader sees, as plain data with finished texts.
//! 5. [`render`] turns models into bytes: pages, chart figures, terminal tables.
//! 6. [`mod@write`] puts artifacts on disk, complete or not at all.
//!
//! [`pipeline`] calls the stages; [`cli`] alone prints and knows exit codes. [`units`] and [`text`]
//! are leaves that all stages may use. [`prelude`] is for programs that read, compare and judge profiles.

pub mod analysis;
pub mod cli;
pub mod manifest;
pub mod page;
pub mod pipeline;
pub mod prelude;
pub mod profile;
pub mod render;
pub mod text;
pub mod units;
pub mod write;
