//! Threads and tasks as stored, brought onto the events' clock.
//!
//! The tables count their times from the run's `start_time_ns`.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::rows::{add_time, corrupt, time_in_range};
use super::{Metadata, Problem, Task, Thread};

/// The events' clock at the start of the run; 0 when the run did not note it or noted no usable time.
pub(super) fn clock_ns(metadata: &Metadata) -> i64 {
    metadata.integer("start_time_ns").filter(|ns| time_in_range(*ns)).unwrap_or(0)
}

/// A thread as a file holds it.
#[derive(Debug, Deserialize)]
pub(super) struct RawThread {
    pub(super) index: i64,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) ident: i64,
    #[serde(default)]
    pub(super) native_id: i64,
    #[serde(default)]
    pub(super) daemon: bool,
    #[serde(default)]
    pub(super) start_ns: i64,
    #[serde(default = "unknown")]
    pub(super) end_ns: i64,
    #[serde(default)]
    pub(super) cpu_ns: i64,
}

/// A task as a file holds it.
#[derive(Debug, Deserialize)]
pub(super) struct RawTask {
    pub(super) index: i64,
    #[serde(default = "unknown")]
    pub(super) thread_index: i64,
    #[serde(default)]
    pub(super) kind: String,
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) coro_name: String,
    #[serde(default)]
    pub(super) created_ns: i64,
    #[serde(default = "unknown")]
    pub(super) done_ns: i64,
    #[serde(default)]
    pub(super) steps: i64,
    #[serde(default)]
    pub(super) running_ns: i64,
    #[serde(default)]
    pub(super) suspended_ns: i64,
}

/// What the tables hold for something that is not known or has not happened.
fn unknown() -> i64 {
    -1
}

/// A thread with its times on the events' clock, which was at `clock_ns` when the run began.
pub(super) fn clock_thread(
    raw: RawThread,
    clock_ns: i64,
    place: impl Fn() -> String,
) -> Result<Thread, Problem> {
    let clock = Clock { clock_ns, place: &place };
    clock.check(raw.cpu_ns)?;
    Ok(Thread {
        index: raw.index,
        name: raw.name,
        ident: known(raw.ident),
        native_id: known(raw.native_id),
        daemon: raw.daemon,
        start_ns: clock.time(raw.start_ns)?,
        end_ns: clock.end(raw.end_ns)?,
        cpu_ns: raw.cpu_ns,
    })
}

/// A task with its times on the events' clock, which was at `clock_ns` when the run began.
pub(super) fn clock_task(raw: RawTask, clock_ns: i64, place: impl Fn() -> String) -> Result<Task, Problem> {
    let clock = Clock { clock_ns, place: &place };
    clock.check(raw.running_ns)?;
    clock.check(raw.suspended_ns)?;
    Ok(Task {
        index: raw.index,
        thread_index: raw.thread_index,
        kind: raw.kind,
        name: raw.name,
        coro_name: raw.coro_name,
        created_ns: clock.time(raw.created_ns)?,
        done_ns: clock.end(raw.done_ns)?,
        steps: raw.steps,
        running_ns: raw.running_ns,
        suspended_ns: raw.suspended_ns,
    })
}

/// Sorts the lanes of every rank by their index.
pub(super) fn sort_by_index<T>(lanes: &mut BTreeMap<u32, Vec<T>>, index: impl Fn(&T) -> i64) {
    for lanes in lanes.values_mut() {
        lanes.sort_by_key(&index);
    }
}

/// An identifier, unless it is one of the values for an unknown one.
fn known(ident: i64) -> Option<i64> {
    (!matches!(ident, 0 | -1)).then_some(ident)
}

struct Clock<'a, F> {
    clock_ns: i64,
    place: &'a F,
}

impl<F: Fn() -> String> Clock<'_, F> {
    fn time(&self, relative_ns: i64) -> Result<i64, Problem> {
        add_time(self.clock_ns, relative_ns).ok_or_else(|| self.out_of_range(relative_ns))
    }

    fn end(&self, relative_ns: i64) -> Result<Option<i64>, Problem> {
        if relative_ns < 0 { Ok(None) } else { self.time(relative_ns).map(Some) }
    }

    fn check(&self, ns: i64) -> Result<(), Problem> {
        if time_in_range(ns) { Ok(()) } else { Err(self.out_of_range(ns)) }
    }

    fn out_of_range(&self, ns: i64) -> Problem {
        corrupt((self.place)(), format!("the time {ns} ns is out of range"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_move_to_the_clock_of_the_events() {
        let raw = RawThread {
            index: 0,
            name: "main".to_owned(),
            ident: 0,
            native_id: 7,
            daemon: false,
            start_ns: 5,
            end_ns: -1,
            cpu_ns: 3,
        };
        let thread = clock_thread(raw, 1000, String::new).unwrap();
        assert_eq!((thread.start_ns, thread.end_ns), (1005, None));
        assert_eq!((thread.ident, thread.native_id), (None, Some(7)));
    }

    #[test]
    fn a_time_beyond_the_range_is_damage() {
        let raw = || RawTask {
            index: 0,
            thread_index: 0,
            kind: String::new(),
            name: String::new(),
            coro_name: String::new(),
            created_ns: 0,
            done_ns: 10,
            steps: 0,
            running_ns: 0,
            suspended_ns: 0,
        };
        assert_eq!(clock_task(raw(), 1, String::new).unwrap().done_ns, Some(11));
        assert!(clock_task(raw(), crate::profile::MAX_TIME_NS, String::new).is_err());
    }
}
