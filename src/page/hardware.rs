//! Hardware counters as tables.

use super::table::{Cell, Column, Record, Row, Table};
use crate::analysis::{LikwidGroup, PerfRank};
use crate::text::visible;
use crate::units::{fixed, general};

/// The counters of one rank (and event group).
#[derive(Debug, Clone, PartialEq)]
pub struct Hardware {
    /// Heading.
    pub title: String,
    /// Where the counters come from.
    pub kind: HardwareKind,
    /// Rank, and event group if there are groups.
    pub record: Record,
    /// Tables with their titles; the first has none.
    pub tables: Vec<(Option<&'static str>, Table)>,
}

/// Where counters come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HardwareKind {
    /// LIKWID markers.
    Likwid,
    /// Linux perf events.
    Perf,
}

/// LIKWID counters of one rank and group: a row per counter, a column per region.
pub fn likwid(group: &LikwidGroup) -> Hardware {
    let name =
        if group.group.is_empty() { String::new() } else { format!(", group {}", visible(&group.group)) };
    let mut record = Record::default();
    record.push("rank", group.rank);
    record.push("group", Some(group.group.as_str()).filter(|group| !group.is_empty()));
    let titles = [None, Some("Events"), Some("Metrics")];
    let sections = titles.into_iter().zip(&group.sections).filter(|(_, rows)| !rows.is_empty());
    Hardware {
        title: format!("LIKWID counters (rank {}{name})", group.rank),
        kind: HardwareKind::Likwid,
        record,
        tables: sections.map(|(title, rows)| (title, counter_table(&group.columns, rows))).collect(),
    }
}

fn counter_table(regions: &[String], rows: &[(String, Vec<Option<f64>>)]) -> Table {
    let mut columns = vec![Column::text("counter", "counter")];
    columns.extend(regions.iter().map(|name| Column::number(name, visible(name))));
    let row = |(counter, values): &(String, Vec<Option<f64>>)| {
        let values = values.iter().map(|value| Cell::or_unknown(value.map(number)));
        Row::flat(std::iter::once(Cell::text(counter)).chain(values).collect())
    };
    Table { columns, rows: rows.iter().map(row).collect() }
}

/// Perf events of one rank: a row per region, a column per event.
pub fn perf(rank: &PerfRank) -> Hardware {
    let mut columns = vec![Column::text("region", "region"), Column::number("calls", "calls")];
    columns.extend(rank.events.iter().map(|event| Column::number(event, visible(event))));
    let row = |(region, calls, counts): &(String, i64, Vec<Option<u64>>)| {
        let mut cells = vec![Cell::text(region), Cell::integer(calls.to_string(), *calls)];
        let counted = |count: &Option<u64>| Cell::or_unknown(count.map(|n| Cell::integer(n.to_string(), n)));
        cells.extend(counts.iter().map(counted));
        Row::flat(cells)
    };
    let mut record = Record::default();
    record.push("rank", rank.rank);
    let table = Table { columns, rows: rank.regions.iter().map(row).collect() };
    Hardware {
        title: format!("Perf events (rank {})", rank.rank),
        kind: HardwareKind::Perf,
        record,
        tables: vec![(None, table)],
    }
}

/// A counter value: whole below 10^15 as an integer, else with six significant digits.
fn number(value: f64) -> Cell {
    let whole = value.fract() == 0.0 && value.abs() < 1e15;
    let text = if whole { fixed(value, 0) } else { general(value, 6) };
    Cell::number(text, value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whole_where_they_can_be() {
        let text = |value| number(value).text;
        assert_eq!(text(1_250_000_000.0), "1250000000");
        assert_eq!(text(-0.0), "0");
        assert_eq!(text(2445.5), "2445.5");
        assert_eq!(text(1e15), "1e+15");
        assert_eq!(text(f64::NAN), "-");
    }

    #[test]
    fn empty_sections_are_left_out() {
        let group = LikwidGroup {
            rank: 3,
            group: String::new(),
            columns: vec!["io".to_owned()],
            sections: [vec![("call count".to_owned(), vec![Some(3.0)])], vec![], vec![]],
            headline: None,
        };
        let block = likwid(&group);
        assert_eq!(block.title, "LIKWID counters (rank 3)");
        assert_eq!(block.tables.len(), 1);
    }
}
