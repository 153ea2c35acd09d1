//! The captured source text of regions, looked up by name.

use crate::profile::{CallSite, Profile};

/// What a profile knows about the source of one region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionSource {
    /// The name that was asked for.
    pub name: String,
    /// What was found.
    pub found: Found,
}

/// The outcome of a look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// The call site, with source text.
    Captured(CallSite),
    /// The region exists and no rank captured its source.
    NotCaptured,
    /// The profile has no region of that name; these are the ones it has, sorted.
    NoSuchRegion(Vec<String>),
}

/// Looks up regions of a profile, each on the first row (lowest rank) that has its source text.
pub fn sources(profile: &Profile, names: &[String]) -> Vec<RegionSource> {
    names.iter().map(|name| RegionSource { name: name.clone(), found: find(profile, name) }).collect()
}

fn find(profile: &Profile, name: &str) -> Found {
    let mut rows = profile.rows.iter().filter(|row| profile.region_name(row.region) == name).peekable();
    if rows.peek().is_none() && !profile.region_names.iter().any(|known| **known == *name) {
        let mut known: Vec<String> = profile.region_names.iter().map(|name| name.to_string()).collect();
        known.sort_unstable();
        known.dedup();
        return Found::NoSuchRegion(known);
    }
    rows.filter_map(|row| row.call_site.as_ref().map(|site| (row.rank, site)))
        .filter(|(_, site)| !site.text.is_empty())
        .min_by_key(|(rank, _)| *rank)
        .map_or(Found::NotCaptured, |(_, site)| Found::Captured(site.clone()))
}
