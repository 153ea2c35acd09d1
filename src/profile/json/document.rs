//! The keys of a JSON profile. Unknown keys are ignored; a key of the document or of a
//! region row that holds `null` counts as missing.

use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::regions::Regions;
use crate::profile::auxiliary::{RawLikwid, RawLines};
use crate::profile::lanes::{RawTask, RawThread};

/// A section with an entry per rank, by the rank as text.
pub(super) type PerRank<T> = IndexMap<String, T>;
/// LIKWID results by rank and tag.
pub(super) type LikwidRanks = PerRank<IndexMap<String, RawLikwid>>;
/// Perf events by rank and region.
pub(super) type PerfRanks = PerRank<IndexMap<String, RawPerf>>;

/// A whole profile.
#[derive(Deserialize)]
pub(super) struct Document {
    pub(super) format: Option<Value>,
    pub(super) format_version: Option<Value>,
    pub(super) num_ranks: Option<u64>,
    pub(super) metadata: Option<Map<String, Value>>,
    pub(super) regions: Option<Regions>,
    pub(super) threads: Option<PerRank<Vec<RawThread>>>,
    pub(super) tasks: Option<PerRank<Vec<RawTask>>>,
    pub(super) likwid: Option<LikwidRanks>,
    pub(super) perf_events: Option<PerfRanks>,
    pub(super) line_profile: Option<PerRank<Vec<RawLines>>>,
}

/// What tells a profile from another JSON document.
#[derive(Deserialize)]
pub(super) struct Mark {
    pub(super) format: Option<Value>,
    pub(super) format_version: Option<Value>,
}

/// Perf events of one region, as the HDF5 layout names its parts.
#[derive(Deserialize)]
pub(super) struct RawPerf {
    #[serde(default)]
    pub(super) calls: i64,
    #[serde(default)]
    pub(super) event_names: Vec<String>,
    #[serde(default)]
    pub(super) values: Vec<u64>,
}
