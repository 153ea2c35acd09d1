//! What the groups `rank<N>` hold beside calls: LIKWID counters, perf events, line profiles.

use super::column::Column;
use super::container::Node;
use super::rank_groups;
use crate::profile::auxiliary::{RawLikwid, RawLines, likwid_region, line_profile};
use crate::profile::rows::{check_len, corrupt, layout};
use crate::profile::{LikwidRegion, LineProfile, PerfRegion, Problem, Profile, limits};

/// Reads the groups of every rank into the profile.
pub(super) fn read(root: &Node<'_>, profile: &mut Profile) -> Result<(), Problem> {
    for (rank, node) in rank_groups(root)? {
        if let Some(likwid) = node.child("likwid")? {
            profile.likwid.insert(rank, likwid_regions(&likwid)?);
        }
        if let Some(perf) = node.child("perf_events")? {
            let mut regions = Vec::new();
            perf_regions(&perf, &mut Vec::new(), &mut regions)?;
            profile.perf.insert(rank, regions);
        }
        if let Some(lines) = node.child("line_profile")? {
            profile.lines.insert(rank, line_profiles(&lines)?);
        }
    }
    Ok(())
}

fn likwid_regions(likwid: &Node<'_>) -> Result<Vec<LikwidRegion>, Problem> {
    let Some(regions) = likwid.child("regions")? else { return Ok(Vec::new()) };
    regions.children()?.into_iter().map(|(_, node)| likwid_of(&node)).collect()
}

fn likwid_of(node: &Node<'_>) -> Result<LikwidRegion, Problem> {
    let attributes = node.attributes()?;
    let integers = |name: &str| {
        node.column(name)?.as_ref().map(Column::integers).transpose().map(Option::unwrap_or_default)
    };
    let raw = RawLikwid {
        tag: attributes.text("tag")?.unwrap_or_default(),
        group_id: attributes.integer("group_id")?.unwrap_or(-1),
        group_name: attributes.text("group_name")?.unwrap_or_default(),
        source: attributes.text("source")?.unwrap_or_default(),
        cpus: integers("cpus")?,
        times: node.required("times")?.floats()?,
        call_counts: integers("call_counts")?,
        event_names: attributes.texts("event_names")?,
        counter_names: attributes.texts("counter_names")?,
        events: matrix(node, "events")?,
        metric_names: attributes.texts("metric_names")?,
        metrics: matrix(node, "metrics")?,
    };
    likwid_region(raw, node.place())
}

/// A two-dimensional dataset as rows; none when it is missing or has no entries.
fn matrix(node: &Node<'_>, name: &str) -> Result<Vec<Vec<f64>>, Problem> {
    let Some(column) = node.column(name)? else { return Ok(Vec::new()) };
    let width = column.width();
    if width == 0 {
        return Ok(Vec::new());
    }
    Ok(column.floats()?.chunks_exact(width).map(<[f64]>::to_vec).collect())
}

/// Walks the groups of perf events; those of a region name with `/` are nested.
fn perf_regions(
    group: &Node<'_>,
    path: &mut Vec<String>,
    regions: &mut Vec<PerfRegion>,
) -> Result<(), Problem> {
    if path.len() >= limits::MAX_GROUP_DEPTH {
        let reason = format!("groups nest deeper than {}", limits::MAX_GROUP_DEPTH);
        return Err(Problem::TooLarge { place: group.place().to_owned(), reason });
    }
    for (name, child) in group.children()? {
        path.push(name);
        let before = regions.len();
        if let Some(values) = child.column("values")? {
            regions.push(perf_of(&child, &values, path.join("/"))?);
        }
        perf_regions(&child, path, regions)?;
        if regions.len() == before {
            return Err(layout(child.place_of("values"), "the dataset is missing"));
        }
        path.pop();
    }
    Ok(())
}

fn perf_of(node: &Node<'_>, values: &Column<'_>, region: String) -> Result<PerfRegion, Problem> {
    let attributes = node.attributes()?;
    let names = attributes.texts("event_names")?;
    check_len(values.place(), values.len(), names.len(), "event_names")?;
    Ok(PerfRegion {
        region,
        calls: attributes.integer("calls")?.unwrap_or(0),
        counts: names.into_iter().zip(values.naturals()?).collect(),
    })
}

fn line_profiles(group: &Node<'_>) -> Result<Vec<LineProfile>, Problem> {
    let mut functions = group.children()?;
    functions.sort_by_key(|(name, _)| name.parse::<u64>().unwrap_or(u64::MAX));
    functions.into_iter().map(|(_, node)| lines_of(&node)).collect()
}

fn lines_of(node: &Node<'_>) -> Result<LineProfile, Problem> {
    let attributes = node.attributes()?;
    let raw = RawLines {
        region: attributes.text("region")?.unwrap_or_default(),
        filename: attributes.text("filename")?.unwrap_or_default(),
        function: attributes.text("function")?.unwrap_or_default(),
        first_lineno: attributes.integer("first_lineno")?.unwrap_or(0),
        unit: attributes.float("unit")?.unwrap_or(1.0),
        source: attributes.text("source")?,
        source_first_lineno: attributes.integer("source_first_lineno")?,
        line_numbers: node.required("line_numbers")?.integers()?,
        hits: node.required("hits")?.integers()?,
        times: node.required("times")?.floats()?,
    };
    line_profile(raw).map_err(|reason| corrupt(node.place(), reason))
}
