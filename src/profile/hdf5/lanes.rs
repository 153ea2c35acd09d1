//! The tables of threads and tasks. Their times are stored relative to the start of the run.

use std::collections::BTreeMap;

use super::column::Column;
use super::container::Node;
use crate::profile::lanes::{RawTask, RawThread, clock_task, clock_thread, sort_by_index};
use crate::profile::rows::check_len;
use crate::profile::{Problem, Task, Thread, limits};

/// One table with its rank column and checked lengths.
struct Table<'a> {
    node: Node<'a>,
    ranks: Vec<u32>,
}

impl<'a> Table<'a> {
    fn open(root: &Node<'a>, name: &str) -> Result<Option<Self>, Problem> {
        let Some(node) = root.child(name)? else { return Ok(None) };
        let column = node.required("ranks")?;
        let check =
            |(row, rank): (usize, u64)| limits::check_rank(rank, || format!("{}, row {row}", column.place()));
        let ranks = column.naturals()?.into_iter().enumerate().map(check).collect::<Result<_, _>>()?;
        Ok(Some(Self { node, ranks }))
    }

    fn column(&self, name: &str) -> Result<Column<'a>, Problem> {
        let column = self.node.required(name)?;
        check_len(column.place(), column.len(), self.ranks.len(), "ranks")?;
        Ok(column)
    }

    fn integers(&self, name: &str) -> Result<std::vec::IntoIter<i64>, Problem> {
        Ok(self.column(name)?.integers()?.into_iter())
    }

    fn texts(&self, name: &str) -> Result<std::vec::IntoIter<String>, Problem> {
        Ok(self.column(name)?.texts()?.into_iter())
    }

    fn place(&self, row: usize) -> String {
        format!("{}, row {row}", self.node.place())
    }
}

/// Reads the thread table; no entry without one.
pub(super) fn threads(root: &Node<'_>, clock_ns: i64) -> Result<BTreeMap<u32, Vec<Thread>>, Problem> {
    let Some(table) = Table::open(root, "thread_table")? else { return Ok(BTreeMap::new()) };
    let (mut index, mut ident) = (table.integers("index")?, table.integers("ident")?);
    let (mut native_id, mut daemon) = (table.integers("native_id")?, table.integers("daemon")?);
    let (mut start, mut end) = (table.integers("start_ns")?, table.integers("end_ns")?);
    let (mut cpu, mut name) = (table.integers("cpu_ns")?, table.texts("name")?);
    let mut threads: BTreeMap<u32, Vec<Thread>> = BTreeMap::new();
    for (row, rank) in table.ranks.iter().enumerate() {
        let raw = RawThread {
            index: index.next().unwrap_or_default(),
            name: name.next().unwrap_or_default(),
            ident: ident.next().unwrap_or_default(),
            native_id: native_id.next().unwrap_or_default(),
            daemon: daemon.next().is_some_and(|flag| flag != 0),
            start_ns: start.next().unwrap_or_default(),
            end_ns: end.next().unwrap_or(-1),
            cpu_ns: cpu.next().unwrap_or_default(),
        };
        threads.entry(*rank).or_default().push(clock_thread(raw, clock_ns, || table.place(row))?);
    }
    sort_by_index(&mut threads, |thread| thread.index);
    Ok(threads)
}

/// Reads the task table; no entry without one.
pub(super) fn tasks(root: &Node<'_>, clock_ns: i64) -> Result<BTreeMap<u32, Vec<Task>>, Problem> {
    let Some(table) = Table::open(root, "task_table")? else { return Ok(BTreeMap::new()) };
    let (mut index, mut thread_index) = (table.integers("index")?, table.integers("thread_index")?);
    let (mut kind, mut name) = (table.texts("kind")?, table.texts("name")?);
    let (mut coro_name, mut steps) = (table.texts("coro_name")?, table.integers("steps")?);
    let (mut created, mut done) = (table.integers("created_ns")?, table.integers("done_ns")?);
    let (mut running, mut suspended) = (table.integers("running_ns")?, table.integers("suspended_ns")?);
    let mut tasks: BTreeMap<u32, Vec<Task>> = BTreeMap::new();
    for (row, rank) in table.ranks.iter().enumerate() {
        let raw = RawTask {
            index: index.next().unwrap_or_default(),
            thread_index: thread_index.next().unwrap_or_default(),
            kind: kind.next().unwrap_or_default(),
            name: name.next().unwrap_or_default(),
            coro_name: coro_name.next().unwrap_or_default(),
            created_ns: created.next().unwrap_or_default(),
            done_ns: done.next().unwrap_or(-1),
            steps: steps.next().unwrap_or_default(),
            running_ns: running.next().unwrap_or_default(),
            suspended_ns: suspended.next().unwrap_or_default(),
        };
        tasks.entry(*rank).or_default().push(clock_task(raw, clock_ns, || table.place(row))?);
    }
    sort_by_index(&mut tasks, |task| task.index);
    Ok(tasks)
}
