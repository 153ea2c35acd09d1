//! Builds small profiles for tests: calls by rank and region, in any order.

use std::collections::BTreeMap;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::profile::{
    EventColumns, Layout, MetaValue, Metadata, Profile, RankRegion, Recorded, StoredStatistics,
};

/// One call: start, end, device time, thread, task.
#[derive(Debug, Clone, Copy)]
struct Event {
    start_ns: i64,
    end_ns: i64,
    gpu_ns: i64,
    thread: i64,
    task: i64,
}

/// A profile in the making. Regions are numbered by first appearance; rows are ordered by rank, then by
/// first appearance.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProfileBuilder {
    names: Vec<Arc<str>>,
    calls: BTreeMap<(u32, u32), Vec<Event>>,
    statistics: BTreeMap<(u32, u32), StoredStatistics>,
    stored_own_ns: BTreeMap<(u32, u32), i64>,
    metadata: IndexMap<String, MetaValue>,
    num_ranks: u32,
    lanes: bool,
    gpu: bool,
}

impl ProfileBuilder {
    /// An empty profile of one rank.
    pub(crate) fn new() -> Self {
        Self { num_ranks: 1, ..Self::default() }
    }

    fn key(&mut self, rank: u32, name: &str) -> (u32, u32) {
        self.num_ranks = self.num_ranks.max(rank + 1);
        let id = self.names.iter().position(|known| **known == *name).unwrap_or_else(|| {
            self.names.push(name.into());
            self.names.len() - 1
        });
        (rank, id as u32)
    }

    fn push(mut self, rank: u32, name: &str, event: Event) -> Self {
        let key = self.key(rank, name);
        self.calls.entry(key).or_default().push(event);
        self
    }

    /// Adds calls of a region on a rank: start and end, ns. No call at all makes a row without calls.
    pub(crate) fn calls(mut self, rank: u32, name: &str, calls: &[(i64, i64)]) -> Self {
        let key = self.key(rank, name);
        let events = calls.iter().map(|(start_ns, end_ns)| Event {
            start_ns: *start_ns,
            end_ns: *end_ns,
            gpu_ns: -1,
            thread: -1,
            task: -1,
        });
        self.calls.entry(key).or_default().extend(events);
        self
    }

    /// Adds a call in a thread and, from 0 on, a task.
    pub(crate) fn call_in_lane(
        self,
        rank: u32,
        name: &str,
        call: (i64, i64),
        thread: i64,
        task: i64,
    ) -> Self {
        let (start_ns, end_ns) = call;
        let mut this = self.push(rank, name, Event { start_ns, end_ns, gpu_ns: -1, thread, task });
        this.lanes = true;
        this
    }

    /// Adds a call with a device time, ns.
    pub(crate) fn gpu_call(self, rank: u32, name: &str, (start_ns, end_ns): (i64, i64), gpu_ns: i64) -> Self {
        let mut this = self.push(rank, name, Event { start_ns, end_ns, gpu_ns, thread: -1, task: -1 });
        this.gpu = true;
        this
    }

    /// Adds a row that holds statistics in place of calls.
    pub(crate) fn statistics(mut self, rank: u32, name: &str, statistics: StoredStatistics) -> Self {
        let key = self.key(rank, name);
        self.statistics.insert(key, statistics);
        self
    }

    /// Sets the own time that the run stored for a row, ns.
    pub(crate) fn stored_own(mut self, rank: u32, name: &str, own_ns: i64) -> Self {
        let key = self.key(rank, name);
        self.stored_own_ns.insert(key, own_ns);
        self
    }

    /// Sets a whole number of the metadata.
    pub(crate) fn metadata(mut self, key: &str, value: i64) -> Self {
        self.metadata.insert(key.to_owned(), MetaValue::Integer(value.into()));
        self
    }

    /// Sets the number of ranks.
    pub(crate) fn ranks(mut self, num_ranks: u32) -> Self {
        self.num_ranks = self.num_ranks.max(num_ranks);
        self
    }

    /// The profile.
    pub(crate) fn build(self) -> Profile {
        let mut rows = Vec::new();
        let events: Vec<Event> = self.calls.values().flatten().copied().collect();
        let mut next = 0;
        for ((rank, region), calls) in &self.calls {
            let range = next..next + calls.len();
            next = range.end;
            rows.push(self.row(*rank, *region, Recorded::Calls(range)));
        }
        for ((rank, region), statistics) in &self.statistics {
            rows.push(self.row(*rank, *region, Recorded::Statistics(*statistics)));
        }
        rows.sort_by_key(|row| (row.rank, row.region));
        let column = |of: fn(&Event) -> i64| events.iter().map(of).collect::<Vec<i64>>();
        let columns = EventColumns {
            start_ns: column(|event| event.start_ns),
            end_ns: column(|event| event.end_ns),
            gpu_ns: self.gpu.then(|| column(|event| event.gpu_ns)),
            thread_ids: self.lanes.then(|| column(|event| event.thread)),
            task_ids: self.lanes.then(|| column(|event| event.task)),
            ..EventColumns::default()
        };
        Profile {
            file_name: "run.h5".to_owned(),
            file_bytes: 0,
            layout: Layout::Json,
            num_ranks: self.num_ranks,
            metadata: Metadata(self.metadata),
            region_names: self.names,
            rows,
            events: columns,
            threads: BTreeMap::new(),
            tasks: BTreeMap::new(),
            likwid: BTreeMap::new(),
            perf: BTreeMap::new(),
            lines: BTreeMap::new(),
        }
    }

    fn row(&self, rank: u32, region: u32, recorded: Recorded) -> RankRegion {
        RankRegion {
            rank,
            region,
            call_site: None,
            tags: Vec::new(),
            stored_own_ns: self.stored_own_ns.get(&(rank, region)).copied(),
            event_metadata: None,
            recorded,
        }
    }
}
