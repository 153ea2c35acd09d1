//! Schema 1: a group per rank and region, each with its own columns.

use std::collections::HashMap;
use std::sync::Arc;

use super::column::Column;
use super::container::Node;
use super::{Recording, rank_groups};
use crate::profile::read::Depth;
use crate::profile::rows::{self, check_len, layout, time_in_range};
use crate::profile::{EventColumns, Problem, RankRegion, Recorded, limits};

/// Reads all ranks in order of their number; the regions of a rank in order of their names.
pub(super) fn read(root: &Node<'_>, depth: Depth) -> Result<Recording, Problem> {
    let ranks = rank_groups(root)?;
    let groups = u32::try_from(ranks.len()).unwrap_or(u32::MAX);
    let highest = ranks.iter().map(|(rank, _)| rank.saturating_add(1)).max().unwrap_or(0);
    let mut collector = Collector { depth, ..Collector::default() };
    for (rank, node) in &ranks {
        if let Some(regions) = node.child("regions")? {
            collector.rank = *rank;
            collector.group(&regions, &mut Vec::new())?;
        }
    }
    let keys = collector.rows.iter().map(|row| (row.rank, row.region));
    let place = |row: usize| {
        collector.rows.get(row).map_or_else(String::new, |row| format!("rank{}/regions", row.rank))
    };
    rows::check_unique(keys, &collector.names, place)?;
    Ok(Recording {
        num_ranks: groups.max(highest),
        region_names: collector.names,
        rows: collector.rows,
        events: collector.events,
    })
}

/// Gathers regions while the groups are walked.
struct Collector {
    depth: Depth,
    rank: u32,
    ids: HashMap<Arc<str>, u32>,
    names: Vec<Arc<str>>,
    rows: Vec<RankRegion>,
    events: EventColumns,
}

impl Default for Collector {
    fn default() -> Self {
        Self {
            depth: Depth::Full,
            rank: 0,
            ids: HashMap::new(),
            names: Vec::new(),
            rows: Vec::new(),
            events: EventColumns::default(),
        }
    }
}

impl Collector {
    /// Walks the members of a group. `path` holds the names from `regions` down to it: a region name with
    /// `/` was stored as nested groups and is joined again.
    fn group(&mut self, group: &Node<'_>, path: &mut Vec<String>) -> Result<(), Problem> {
        if path.len() >= limits::MAX_GROUP_DEPTH {
            let reason = format!("groups nest deeper than {}", limits::MAX_GROUP_DEPTH);
            return Err(Problem::TooLarge { place: group.place().to_owned(), reason });
        }
        for (name, child) in group.children()? {
            path.push(name);
            let before = self.rows.len();
            if let Some(starts) = child.column("start_times")? {
                self.region(&child, starts, &path.join("/"))?;
            }
            self.group(&child, path)?;
            if self.rows.len() == before {
                return Err(layout(child.place_of("start_times"), "the dataset is missing"));
            }
            path.pop();
        }
        Ok(())
    }

    fn region(&mut self, node: &Node<'_>, starts: Column<'_>, name: &str) -> Result<(), Problem> {
        let region = self.region_id(name);
        let columns = RegionColumns::open(node, starts)?;
        let first = self.events.start_ns.len();
        if self.depth != Depth::Header {
            columns.read(&mut self.events)?;
        }
        let attributes = node.attributes()?;
        let file = attributes.text("source_file")?.unwrap_or_default();
        let line = attributes.integer("source_lineno")?.unwrap_or(-1);
        let text = attributes.text("source_text")?.unwrap_or_default();
        self.rows.push(RankRegion {
            rank: self.rank,
            region,
            call_site: rows::call_site(file, line, text),
            tags: attributes.texts("tags")?,
            stored_own_ns: None,
            event_metadata: None,
            recorded: Recorded::Calls(first..self.events.start_ns.len()),
        });
        Ok(())
    }

    fn region_id(&mut self, name: &str) -> u32 {
        if let Some(id) = self.ids.get(name) {
            return *id;
        }
        let id = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
        let name: Arc<str> = Arc::from(name);
        self.names.push(Arc::clone(&name));
        self.ids.insert(name, id);
        id
    }
}

/// The columns of one region on one rank.
struct RegionColumns<'a> {
    starts: Column<'a>,
    ends: Column<'a>,
    gpu: Option<Column<'a>>,
    call_ids: Option<Column<'a>>,
    parent_ids: Option<Column<'a>>,
}

impl<'a> RegionColumns<'a> {
    fn open(node: &Node<'a>, starts: Column<'a>) -> Result<Self, Problem> {
        starts.integer_type()?;
        let expect = |column: Column<'a>| -> Result<Column<'a>, Problem> {
            check_len(column.place(), column.len(), starts.len(), "start_times")?;
            column.integer_type()?;
            Ok(column)
        };
        let optional = |name: &str| node.column(name)?.map(expect).transpose();
        Ok(Self {
            ends: expect(node.required("end_times")?)?,
            gpu: optional("gpu_durations")?,
            call_ids: optional("call_ids")?,
            parent_ids: optional("parent_ids")?,
            starts,
        })
    }

    fn read(&self, events: &mut EventColumns) -> Result<(), Problem> {
        let before = events.start_ns.len();
        events.start_ns.extend(times(&self.starts)?);
        events.end_ns.extend(times(&self.ends)?);
        let gpu = self.gpu.as_ref().map(times).transpose()?;
        let call_ids = self.call_ids.as_ref().map(Column::integers).transpose()?;
        let parent_ids = self.parent_ids.as_ref().map(Column::integers).transpose()?;
        let total = events.start_ns.len();
        rows::append_optional(&mut events.gpu_ns, gpu, before, total, -1);
        rows::append_optional(&mut events.call_ids, call_ids, before, total, -1);
        rows::append_optional(&mut events.parent_ids, parent_ids, before, total, -1);
        Ok(())
    }
}

/// The entries of a column, which must be times in range.
fn times(column: &Column<'_>) -> Result<Vec<i64>, Problem> {
    let times = column.integers()?;
    match times.iter().position(|ns| !time_in_range(*ns)) {
        None => Ok(times),
        Some(row) => Err(column.corrupt_at(row, "the time is out of range")),
    }
}
