//! Reads an HDF5 profile of any layout.
//!
//! `container`, `column` and `attributes` give a view of the file whose problems name their place;
//! `index` and the modules of the single layouts make rows of it. Types of the HDF5 library stay in here.

mod aggregate;
mod attributes;
mod auxiliary;
mod column;
mod columnar;
mod container;
mod filters;
mod heap;
mod index;
mod lanes;
mod numbers;
mod schema1;
mod source;
mod statistics;
#[cfg(test)]
mod tests;

use container::{Container, Node};

use super::lanes::clock_ns;
use super::read::{Depth, Input};
use super::rows::layout;
use super::{EventColumns, Layout, Metadata, Problem, Profile, RankRegion, limits, rows};

/// The newest layout version known here.
const NEWEST_SCHEMA: i64 = 3;
/// Root attribute with the layout version.
const SCHEMA_ATTRIBUTE: &str = "scope_profiler_schema";

/// What the part of a file that depends on its layout yields.
struct Recording {
    num_ranks: u32,
    region_names: Vec<std::sync::Arc<str>>,
    rows: Vec<RankRegion>,
    events: EventColumns,
}

/// Reads an opened file to the given depth.
pub(super) fn read(input: Input, depth: Depth) -> Result<Profile, Problem> {
    let container = Container::open(input.file, input.bytes)?;
    read_container(&container, input.name, depth)
}

fn read_container(container: &Container, file_name: String, depth: Depth) -> Result<Profile, Problem> {
    let root = container.root();
    let layout = layout_of(&root)?;
    let metadata = attributes::metadata(&root)?;
    let Recording { num_ranks, region_names, rows, events } = match layout {
        Layout::Hdf5Aggregate { .. } => aggregate::read(&root, &metadata)?,
        Layout::Hdf5Columnar { .. } => columnar::read(&root, &metadata, depth)?,
        _ => schema1::read(&root, depth)?,
    };
    let clock_ns = clock_ns(&metadata);
    let mut profile = Profile {
        file_name,
        file_bytes: container.source().bytes(),
        layout,
        num_ranks,
        metadata,
        region_names,
        rows,
        events,
        threads: lanes::threads(&root, clock_ns)?,
        tasks: lanes::tasks(&root, clock_ns)?,
        likwid: Default::default(),
        perf: Default::default(),
        lines: Default::default(),
    };
    auxiliary::read(&root, &mut profile)?;
    Ok(rows::finish(profile))
}

/// Finds the layout of a file, or that it holds no profile.
fn layout_of(root: &Node<'_>) -> Result<Layout, Problem> {
    let attributes = root.attributes()?;
    if !attributes.has(SCHEMA_ATTRIBUTE) {
        let ranks = rank_groups(root)?;
        if ranks.is_empty() {
            let reason = "it has neither a layout version nor groups per rank".to_owned();
            return Err(Problem::NotAProfile { reason });
        }
        return Ok(Layout::Hdf5PerRank);
    }
    let schema = attributes.integer(SCHEMA_ATTRIBUTE)?.unwrap_or(0);
    if schema > NEWEST_SCHEMA {
        return Err(Problem::NewerVersion { found: schema, supported: NEWEST_SCHEMA });
    }
    let schema = u32::try_from(schema)
        .ok()
        .filter(|schema| *schema > 0)
        .ok_or_else(|| layout(format!("@{SCHEMA_ATTRIBUTE}"), format!("must be positive and is {schema}")))?;
    if schema == 1 {
        return Ok(Layout::Hdf5PerRank);
    }
    match attributes.text("storage_layout")?.as_deref() {
        None | Some("columnar") => Ok(Layout::Hdf5Columnar { schema }),
        Some("aggregate") => Ok(Layout::Hdf5Aggregate { schema }),
        Some(other) => Err(layout("@storage_layout", format!("the layout \"{other}\" is unknown"))),
    }
}

/// The groups `rank<N>` of the root by rank number.
fn rank_groups<'a>(root: &Node<'a>) -> Result<Vec<(u32, Node<'a>)>, Problem> {
    let mut ranks = Vec::new();
    for (name, node) in root.children()? {
        let Some(digits) = name.strip_prefix("rank") else { continue };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let rank = digits.parse().unwrap_or(u64::MAX);
        ranks.push((limits::check_rank(rank, || node.place().to_owned())?, node));
    }
    ranks.sort_by_key(|(rank, _)| *rank);
    Ok(ranks)
}

/// Number of ranks of a columnar or aggregate profile: none without rows, else what the metadata say or
/// the highest rank needs, whichever is more.
fn count_ranks(rows: &[RankRegion], metadata: &Metadata) -> Result<u32, Problem> {
    if rows.is_empty() {
        return Ok(0);
    }
    let noted = metadata.integer("mpi_size").and_then(|size| u64::try_from(size).ok()).unwrap_or(1);
    let noted = match noted.checked_sub(1) {
        None => 1,
        Some(last) => limits::check_rank(last, || "metadata/@mpi_size".to_owned())?.saturating_add(1),
    };
    Ok(noted.max(rows::ranks_of(rows)))
}
