//! The table of regions: which columns there are, in what order rows stand, what a cell says.

use std::cmp::Ordering;

use super::table::{Cell, Column, Layout, Row, Table, Value};
use crate::analysis::{
    Durations, PathRow, PercentageMode, RunFigures, percent_own, percent_parent, percent_session,
};
use crate::units::{NS_PER_S, count, exponential, fixed, seconds};

/// A column of the region table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegionColumn {
    /// Name, with a mark for recursion and the number of calls.
    Region,
    /// Names from the root to the region.
    Path,
    /// Number of regions around it.
    Depth,
    /// Whether the region calls itself.
    Recursive,
    /// Ranks that entered it.
    Ranks,
    /// Calls, every recursion level.
    Calls,
    /// Inclusive time.
    Total,
    /// Exclusive time.
    Own,
    /// Share of the session.
    Percent,
    /// Share of the row one level up.
    ParentPercent,
    /// Mean call duration.
    Avg,
    /// Device time.
    GpuTotal,
    /// Mean device time of a call that has one.
    GpuAvg,
    /// Shortest call.
    Min,
    /// Longest call.
    Max,
    /// Duration of the call that started first.
    First,
    /// Duration of the call that ended last.
    Last,
    /// Standard deviation of call durations.
    Std,
    /// Median call duration.
    P50,
    /// 95th percentile of call durations.
    P95,
    /// 99th percentile of call durations.
    P99,
    /// Load imbalance over ranks.
    Imbalance,
}

use RegionColumn as C;

impl RegionColumn {
    /// Everything that is known about a row, for machines.
    pub const ALL: [Self; 22] = [
        C::Region,
        C::Path,
        C::Depth,
        C::Recursive,
        C::Ranks,
        C::Calls,
        C::Total,
        C::Own,
        C::Percent,
        C::ParentPercent,
        C::Avg,
        C::GpuTotal,
        C::GpuAvg,
        C::Min,
        C::Max,
        C::First,
        C::Last,
        C::Std,
        C::P50,
        C::P95,
        C::P99,
        C::Imbalance,
    ];

    /// The columns that tell something when no one has chosen: the share of the session if there is a
    /// session with time, and device times if any row has some.
    pub fn defaults(figures: &RunFigures) -> Vec<Self> {
        let mut columns = vec![C::Region];
        if figures.session_total_ns.is_some_and(|ns| ns > 0) {
            columns.push(C::Percent);
        }
        columns.push(C::Total);
        if figures.rows.iter().any(|row| row.gpu.is_some()) {
            columns.extend([C::GpuTotal, C::GpuAvg]);
        }
        columns
    }

    fn column(self) -> Column {
        let indented = |key, title| Column::number(key, title).with_layout(Layout::Indented);
        match self {
            C::Region => Column::text("region", "region").with_layout(Layout::Tree),
            C::Path => Column::text("path", "path"),
            C::Depth => Column::number("depth", "depth"),
            C::Recursive => Column::text("recursive", "recursive"),
            C::Ranks => Column::number("ranks", "ranks"),
            C::Calls => Column::number("calls", "n"),
            C::Total => indented("total_s", "total [s]"),
            C::Own => indented("own_s", "own [s]"),
            C::Percent => indented("session_pct", "% session"),
            C::ParentPercent => indented("parent_pct", "% parent"),
            C::Avg => indented("avg_s", "avg/call [s]"),
            C::GpuTotal => Column::number("gpu_total_s", "gpu total [s]"),
            C::GpuAvg => Column::number("gpu_avg_s", "gpu avg [s]"),
            C::Min => Column::number("min_s", "min [s]"),
            C::Max => Column::number("max_s", "max [s]"),
            C::First => Column::number("first_s", "first [s]"),
            C::Last => Column::number("last_s", "last [s]"),
            C::Std => Column::number("std_s", "std [s]"),
            C::P50 => Column::number("p50_s", "p50 [s]"),
            C::P95 => Column::number("p95_s", "p95 [s]"),
            C::P99 => Column::number("p99_s", "p99 [s]"),
            C::Imbalance => Column::number("imbalance_pct", "imbalance [%]"),
        }
    }
}

/// What the rows of a region table are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SortKey {
    /// The order of the calls: the tree in pre-order, siblings by their first start.
    #[default]
    Start,
    /// Name, ascending.
    Name,
    /// A figure of a column, largest first, unknown ones last.
    Figure(RegionColumn),
}

/// What a region table is to look like.
#[derive(Debug, Clone, Default)]
pub struct RegionTableStyle {
    /// Columns from left to right.
    pub columns: Vec<RegionColumn>,
    /// Order of siblings, or of all rows of a flat table.
    pub sort: SortKey,
    /// One list without a tree; regions are shown by their full path.
    pub flat: bool,
    /// Whether a row with rows below it is followed by its own time. Never in a flat table.
    pub own_rows: bool,
    /// What a percentage of the session compares.
    pub percentages: PercentageMode,
}

/// The region table of a run.
pub fn region_table(figures: &RunFigures, style: &RegionTableStyle) -> Table {
    let builder = Builder { figures, style };
    let mut rows = Vec::with_capacity(figures.rows.len());
    for row in ordered(&figures.rows, style) {
        let depth = if style.flat { 0 } else { row.depth };
        rows.push(Row { depth, is_part: false, cells: builder.cells(row) });
        if style.own_rows && !style.flat && row.has_children {
            rows.push(Row { depth: depth + 1, is_part: true, cells: builder.own_cells(row) });
        }
    }
    Table { columns: style.columns.iter().map(|column| column.column()).collect(), rows }
}

struct Builder<'a> {
    figures: &'a RunFigures,
    style: &'a RegionTableStyle,
}

impl Builder<'_> {
    fn cells(&self, row: &PathRow) -> Vec<Cell> {
        self.style.columns.iter().map(|column| self.cell(row, *column)).collect()
    }

    fn cell(&self, row: &PathRow, column: RegionColumn) -> Cell {
        let path = || row_path(row).map(Value::from);
        match column {
            C::Region => self.name_cell(row),
            C::Path => Cell { value: Value::List(path().collect()), ..Cell::text(&full_path(row)) },
            C::Depth => Cell::integer(row.depth.to_string(), row.depth as i128),
            C::Recursive => {
                Cell { text: yes_no(row.recursive), value: Value::Bool(row.recursive), ..Cell::default() }
            }
            C::Ranks => Cell::integer(row.num_ranks.to_string(), row.num_ranks as i128),
            C::Calls => Cell::integer(count(row.calls), row.calls),
            C::Percent => percent(percent_session(self.figures, row, self.style.percentages)),
            C::ParentPercent => percent(percent_parent(self.figures, row)),
            C::Avg => Cell::or_unknown(figure(row, column).map(|s| Cell::number(exponential(s, 3), s))),
            C::Imbalance => Cell::number(fixed(row.imbalance_pct, 2), row.imbalance_pct),
            _ => Cell::or_unknown(figure(row, column).map(seconds_cell)),
        }
    }

    /// The row of a region's own time, which has no calls, ranks or distribution of its own.
    fn own_cells(&self, row: &PathRow) -> Vec<Cell> {
        let own_s = row.own_ns.map(seconds);
        let cell = |column: &RegionColumn| match column {
            C::Region => Cell { text: "(own)".to_owned(), value: Value::from(&*row.name), ..Cell::default() },
            C::Total => Cell::or_unknown(own_s.map(seconds_cell)),
            C::Avg => Cell::or_unknown(own_s.filter(|_| row.calls > 0).map(|s| {
                let avg_s = s / row.calls as f64;
                Cell::number(exponential(avg_s, 3), avg_s)
            })),
            C::Percent => percent(percent_own(self.figures, row).0),
            C::ParentPercent => percent(percent_own(self.figures, row).1),
            _ => Cell::blank(),
        };
        self.style.columns.iter().map(cell).collect()
    }

    fn name_cell(&self, row: &PathRow) -> Cell {
        let name = if self.style.flat { full_path(row) } else { row.name.to_string() };
        let mut cell = Cell { value: Value::from(&*row.name), ..Cell::text(&name) };
        if row.recursive {
            cell.text.push_str(" ↻");
        }
        if row.calls != 1 && !self.style.columns.contains(&C::Calls) {
            cell.text.push_str(&format!(" ({}x)", count(row.calls)));
        }
        cell
    }
}

fn yes_no(flag: bool) -> String {
    if flag { "yes" } else { "no" }.to_owned()
}

fn seconds_cell(seconds: f64) -> Cell {
    Cell::number(fixed(seconds, 6), seconds)
}

fn percent(pct: Option<f64>) -> Cell {
    Cell::or_unknown(pct.map(|pct| Cell::number(format!("{}%", fixed(pct, 2)), pct)))
}

/// Names from the root to the region; the region's own name for a row without a path.
fn row_path(row: &PathRow) -> impl Iterator<Item = &str> {
    let alone = row.path.is_empty().then_some(&*row.name);
    row.path.iter().map(|name| &**name).chain(alone)
}

fn full_path(row: &PathRow) -> String {
    row_path(row).collect::<Vec<_>>().join(" > ")
}

/// A figure of a row in the unit of its column, s or %; `None` where it is unknown.
fn figure(row: &PathRow, column: RegionColumn) -> Option<f64> {
    let of =
        |pick: fn(&Durations) -> Option<f64>| row.durations.as_ref().and_then(pick).map(|ns| ns / NS_PER_S);
    match column {
        C::Calls => Some(row.calls as f64),
        C::Total => row.total_ns.map(seconds),
        C::Own => row.own_ns.map(seconds),
        C::Avg => of(|d| Some(d.avg_ns)),
        C::GpuTotal => row.gpu.map(|gpu| seconds(gpu.total_ns)),
        C::GpuAvg => row.gpu.map(|gpu| gpu.avg_ns() / NS_PER_S),
        C::Min => of(|d| Some(d.min_ns as f64)),
        C::Max => of(|d| Some(d.max_ns as f64)),
        C::First => of(|d| d.first_ns.map(|ns| ns as f64)),
        C::Last => of(|d| d.last_ns.map(|ns| ns as f64)),
        C::Std => of(|d| d.std_ns),
        C::P50 => of(|d| d.percentiles.map(|p| p.p50_ns)),
        C::P95 => of(|d| d.percentiles.map(|p| p.p95_ns)),
        C::P99 => of(|d| d.percentiles.map(|p| p.p99_ns)),
        C::Imbalance => Some(row.imbalance_pct),
        _ => None,
    }
}

/// The rows in the order of the style: as they are, one sorted list, or a tree with sorted siblings.
fn ordered<'a>(rows: &'a [PathRow], style: &RegionTableStyle) -> Vec<&'a PathRow> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    if style.sort != SortKey::Start {
        // The sort is stable: what compares equal stays in the order of the calls.
        order.sort_by(|a, b| match (rows.get(*a), rows.get(*b)) {
            (Some(a), Some(b)) => compare(a, b, style),
            _ => Ordering::Equal,
        });
        if !style.flat {
            order = tree_order(rows, &order);
        }
    }
    order.into_iter().filter_map(|row| rows.get(row)).collect()
}

fn compare(a: &PathRow, b: &PathRow, style: &RegionTableStyle) -> Ordering {
    let by_name = || if style.flat { row_path(a).cmp(row_path(b)) } else { a.name.cmp(&b.name) };
    match style.sort {
        SortKey::Start => Ordering::Equal,
        SortKey::Name => by_name(),
        SortKey::Figure(column) => larger_first(figure(a, column), figure(b, column)).then_with(by_name),
    }
}

fn larger_first(a: Option<f64>, b: Option<f64>) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => b.total_cmp(&a),
        (a, b) => b.is_some().cmp(&a.is_some()),
    }
}

/// Pre-order of the tree in which siblings follow each other as in `order`.
fn tree_order(rows: &[PathRow], order: &[usize]) -> Vec<usize> {
    let mut children = vec![Vec::new(); rows.len()];
    let mut open = Vec::new();
    for row in order.iter().rev() {
        let parent = rows.get(*row).and_then(|r| r.parent).and_then(|parent| children.get_mut(parent));
        parent.unwrap_or(&mut open).push(*row);
    }
    let mut tree = Vec::with_capacity(rows.len());
    while let Some(row) = open.pop() {
        tree.push(row);
        if let Some(below) = children.get_mut(row) {
            open.append(below);
        }
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::percentages::tests::example;
    use proptest::prelude::*;

    fn texts(table: &Table) -> Vec<Vec<&str>> {
        table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.text.as_str()).collect()).collect()
    }

    #[test]
    fn the_worked_example() {
        let mut figures = example();
        figures.rows[1].calls = 4;
        figures.rows[1].recursive = true;
        let columns = vec![C::Region, C::Percent, C::ParentPercent, C::Total, C::Avg, C::Min];
        let style = RegionTableStyle { columns, own_rows: true, ..Default::default() };
        let table = region_table(&figures, &style);
        let expected = [
            ["scope_profiler.session", "100.00%", "-", "100.000000", "-", "-"],
            ["(own)", "40.00%", "40.00%", "40.000000", "4.000e+01", ""],
            ["f ↻ (4x)", "60.00%", "60.00%", "60.000000", "-", "-"],
            ["(own)", "56.00%", "93.33%", "56.000000", "1.400e+01", ""],
            ["g", "4.00%", "6.67%", "4.000000", "-", "-"],
        ];
        assert_eq!(texts(&table), expected);
        assert_eq!(table.rows.iter().map(|row| row.depth).collect::<Vec<_>>(), [0, 1, 1, 2, 2]);
    }

    #[test]
    fn the_number_of_calls_stands_once() {
        let mut figures = example();
        figures.rows[2].calls = 1234;
        let name = |columns| {
            let table = region_table(&figures, &RegionTableStyle { columns, ..Default::default() });
            table.rows[2].cells[0].text.clone()
        };
        assert_eq!(name(vec![C::Region]), "g (1.23kx)");
        assert_eq!(name(vec![C::Region, C::Calls]), "g");
    }

    #[test]
    fn a_flat_table_shows_paths_and_no_own_rows() {
        let figures = example();
        let style = RegionTableStyle {
            columns: vec![C::Region, C::Path],
            sort: SortKey::Figure(C::Own),
            flat: true,
            own_rows: true,
            ..Default::default()
        };
        let table = region_table(&figures, &style);
        assert_eq!(
            texts(&table),
            [["f", "f"], ["scope_profiler.session", "scope_profiler.session"], ["g", "g"]]
        );
        assert!(table.rows.iter().all(|row| row.depth == 0));
    }

    #[test]
    fn the_default_columns_tell_something() {
        let mut figures = example();
        assert_eq!(RegionColumn::defaults(&figures), [C::Region, C::Percent, C::Total]);
        figures.session_total_ns = None;
        figures.rows[0].gpu = Some(crate::analysis::Gpu { total_ns: 1, calls: 1 });
        assert_eq!(RegionColumn::defaults(&figures), [C::Region, C::Total, C::GpuTotal, C::GpuAvg]);
    }

    /// Rows of a tree in pre-order: each hangs below the row `up` levels above the one before.
    fn any_rows() -> impl Strategy<Value = Vec<PathRow>> {
        proptest::collection::vec((0usize..3, proptest::option::of(0i128..5), "[ab]"), 1..12).prop_map(
            |rows| {
                let mut open: Vec<usize> = Vec::new();
                let mut tree: Vec<PathRow> = Vec::new();
                for (row, (up, total_ns, name)) in rows.into_iter().enumerate() {
                    open.truncate(open.len().saturating_sub(up));
                    let template = example().rows.remove(0);
                    let parent = open.last().copied();
                    tree.push(PathRow {
                        name: name.as_str().into(),
                        parent,
                        depth: open.len(),
                        total_ns,
                        ..template
                    });
                    open.push(row);
                }
                tree
            },
        )
    }

    proptest! {
        #[test]
        fn sorted_trees_keep_every_row_under_its_parent(rows in any_rows()) {
            let style = RegionTableStyle { sort: SortKey::Figure(C::Total), ..Default::default() };
            let sorted = ordered(&rows, &style);
            let place = |row: &PathRow| sorted.iter().position(|other| std::ptr::eq(*other, row)).unwrap();
            prop_assert_eq!(sorted.len(), rows.len());
            for (at, row) in sorted.iter().enumerate() {
                // Going back, the first row that is less deep is the parent.
                let above = sorted[..at].iter().rev().find(|other| other.depth < row.depth);
                prop_assert_eq!(above.map(|row| place(row)), row.parent.map(|parent| place(&rows[parent])));
                // Going back, the first row that is as deep and has the same parent is no smaller.
                let before = sorted[..at].iter().rev().find(|other| other.parent == row.parent);
                prop_assert!(before.is_none_or(|other| other.total_ns >= row.total_ns));
            }
        }
    }
}
