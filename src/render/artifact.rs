//! What renderers make: bytes with an address.

use std::path::PathBuf;

/// One file of a site.
#[derive(Debug)]
pub struct Artifact {
    /// Where it goes: a `/`-separated path below the output directory, inside one of the writer's roots.
    pub address: String,
    /// What it holds.
    pub content: Content,
}

/// Content of an artifact.
#[derive(Debug)]
pub enum Content {
    /// These bytes.
    Bytes(Vec<u8>),
    /// A copy of this file.
    File(PathBuf),
}
