//! Schema 2 and 3: shared event columns, with absolute times or with differences.

use super::column::Column;
use super::container::Node;
use super::index::{self, INDEX};
use super::statistics::Statistics;
use super::{Recording, count_ranks};
use crate::profile::read::Depth;
use crate::profile::rows::{add_time, check_len, corrupt, time_in_range};
use crate::profile::{EventColumns, Metadata, Problem, RankRegion, Recorded};

/// How the times of the events are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    /// Start and end.
    Absolute,
    /// Difference to the start before, within a row, and duration.
    Delta,
}

/// The columns of the group `events`; opened, not read.
struct EventTable<'a> {
    encoding: Encoding,
    first: Column<'a>,
    second: Column<'a>,
    gpu: Option<Column<'a>>,
    call_ids: Option<Column<'a>>,
    parent_ids: Option<Column<'a>>,
    thread_ids: Option<Column<'a>>,
    task_ids: Option<Column<'a>>,
    await_ns: Option<Column<'a>>,
}

/// Reads index and, at full depth or where no statistics are stored, the events.
pub(super) fn read(root: &Node<'_>, metadata: &Metadata, depth: Depth) -> Result<Recording, Problem> {
    let region_names = index::region_names(root)?;
    let table = EventTable::open(&root.required_child("events")?)?;
    let index_group = root.required_child(INDEX)?;
    let mut rows = index::rows(&index_group, &region_names, table.first.len())?;
    let num_ranks = count_ranks(&rows, metadata)?;
    let statistics = Statistics::open(&index_group, rows.len())?;
    let events = match (depth, statistics) {
        (Depth::Header, None) => EventColumns::default(),
        (Depth::Header | Depth::Summary, Some(statistics)) => {
            statistics.apply(&mut rows)?;
            EventColumns::default()
        }
        (Depth::Summary, None) | (Depth::Full, _) => table.read(&rows)?,
    };
    Ok(Recording { num_ranks, region_names, rows, events })
}

impl<'a> EventTable<'a> {
    /// Finds the columns and checks that they are equally long.
    fn open(events: &Node<'a>) -> Result<Self, Problem> {
        let (encoding, first, second) = match events.column("start_deltas")? {
            Some(deltas) => (Encoding::Delta, deltas, events.required("durations")?),
            None => (Encoding::Absolute, events.required("start_times")?, events.required("end_times")?),
        };
        first.integer_type()?;
        let expect = |column: Column<'a>| -> Result<Column<'a>, Problem> {
            check_len(column.place(), column.len(), first.len(), first.place())?;
            column.integer_type()?;
            Ok(column)
        };
        let second = expect(second)?;
        let optional = |name: &str| events.column(name)?.map(expect).transpose();
        Ok(Self {
            encoding,
            gpu: optional("gpu_durations")?,
            call_ids: optional("call_ids")?,
            parent_ids: optional("parent_ids")?,
            thread_ids: optional("thread_ids")?,
            task_ids: optional("task_ids")?,
            await_ns: optional("await_ns")?,
            second,
            first,
        })
    }

    fn read(&self, rows: &[RankRegion]) -> Result<EventColumns, Problem> {
        let optional = |column: &Option<Column<'_>>| column.as_ref().map(Column::integers).transpose();
        let mut events = EventColumns {
            start_ns: self.first.integers()?,
            end_ns: self.second.integers()?,
            gpu_ns: optional(&self.gpu)?,
            call_ids: optional(&self.call_ids)?,
            parent_ids: optional(&self.parent_ids)?,
            thread_ids: optional(&self.thread_ids)?,
            task_ids: optional(&self.task_ids)?,
            await_ns: optional(&self.await_ns)?,
        };
        self.make_absolute(&mut events, rows)?;
        for (column, values) in [(&self.gpu, &events.gpu_ns), (&self.await_ns, &events.await_ns)] {
            let wrong = values.iter().flatten().position(|ns| !time_in_range(*ns));
            if let (Some(column), Some(event)) = (column, wrong) {
                return Err(column.corrupt_at(event, "the time is out of range"));
            }
        }
        Ok(events)
    }

    /// Turns differences into times, row by row and in place, and checks the range of every time. Events
    /// that no row claims are nobody's and become 0.
    fn make_absolute(&self, events: &mut EventColumns, rows: &[RankRegion]) -> Result<(), Problem> {
        let ranges = rows.iter().filter_map(|row| match &row.recorded {
            Recorded::Calls(range) if !range.is_empty() => Some(range.clone()),
            _ => None,
        });
        let mut ranges: Vec<_> = ranges.collect();
        ranges.sort_by_key(|range| range.start);
        let (mut starts, mut ends) = (events.start_ns.as_mut_slice(), events.end_ns.as_mut_slice());
        let mut done = 0;
        for range in ranges {
            let gap = range.start.saturating_sub(done);
            let (start_gap, row_starts, start_rest) = split(starts, gap, range.len());
            let (end_gap, row_ends, end_rest) = split(ends, gap, range.len());
            start_gap.fill(0);
            end_gap.fill(0);
            let decoded = match self.encoding {
                Encoding::Delta => accumulate(row_starts, row_ends),
                Encoding::Absolute => check_times(row_starts, row_ends),
            };
            decoded.map_err(|event| {
                let place = format!("{}, event {}", self.first.place(), range.start.saturating_add(event));
                corrupt(place, "the time is out of range")
            })?;
            (starts, ends, done) = (start_rest, end_rest, range.end);
        }
        starts.fill(0);
        ends.fill(0);
        Ok(())
    }
}

/// Splits off a gap and the row behind it.
fn split(column: &mut [i64], gap: usize, len: usize) -> (&mut [i64], &mut [i64], &mut [i64]) {
    let (gap, rest) = column.split_at_mut_checked(gap).unwrap_or_default();
    let (row, rest) = rest.split_at_mut_checked(len).unwrap_or_default();
    (gap, row, rest)
}

/// Differences to starts and durations to ends; the event whose time is out of range on failure.
fn accumulate(starts: &mut [i64], ends: &mut [i64]) -> Result<(), usize> {
    let mut time = 0;
    for (event, (start, end)) in starts.iter_mut().zip(ends).enumerate() {
        time = add_time(time, *start).ok_or(event)?;
        *start = time;
        *end = add_time(time, *end).ok_or(event)?;
    }
    Ok(())
}

fn check_times(starts: &[i64], ends: &[i64]) -> Result<(), usize> {
    let wrong =
        starts.iter().zip(ends).position(|(start, end)| !time_in_range(*start) || !time_in_range(*end));
    wrong.map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_add_up_within_a_row() {
        let (mut starts, mut ends) = ([10, 10, 20], [5, 13, 15]);
        accumulate(&mut starts, &mut ends).unwrap();
        assert_eq!(starts, [10, 20, 40]);
        assert_eq!(ends, [15, 33, 55]);
    }

    #[test]
    fn gaps_and_durations_may_be_negative_but_never_wrap() {
        let (mut starts, mut ends) = ([10, -4], [-1, 2]);
        accumulate(&mut starts, &mut ends).unwrap();
        assert_eq!((starts, ends), ([10, 6], [9, 8]));
        assert_eq!(accumulate(&mut [1 << 62, 1], &mut [0, 0]), Err(1));
        assert_eq!(accumulate(&mut [i64::MIN], &mut [0]), Err(0));
        assert_eq!(accumulate(&mut [5], &mut [i64::MAX]), Err(0));
    }

    proptest::proptest! {
        #[test]
        fn any_calls_come_back_from_their_differences(
            calls in proptest::collection::vec((-(1i64 << 60)..1 << 60, -1_000_000i64..1_000_000), 0..50),
        ) {
            let (starts, durations): (Vec<i64>, Vec<i64>) = calls.into_iter().unzip();
            let before = std::iter::once(&0).chain(&starts);
            let deltas = starts.iter().zip(before).map(|(start, before)| start - before);
            let mut deltas: Vec<i64> = deltas.collect();
            let mut ends = durations.clone();
            proptest::prop_assert_eq!(accumulate(&mut deltas, &mut ends), Ok(()));
            proptest::prop_assert_eq!(&deltas, &starts);
            proptest::prop_assert!(ends.iter().zip(&starts).zip(&durations).all(|((e, s), d)| e - s == *d));
        }

        #[test]
        fn any_differences_are_decoded_or_refused(
            mut deltas: Vec<i64>, mut durations: Vec<i64>,
        ) {
            let _ = accumulate(&mut deltas, &mut durations);
        }
    }
}
