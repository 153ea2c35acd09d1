//! Shares of a row: of the session, and of the row one level up.

use super::{PathRow, RunFigures, SESSION};

/// What a share of the session compares with the session's total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PercentageMode {
    /// The coverage: time in which a call of the row was active, overlapping calls counted once.
    #[default]
    Coverage,
    /// The own time; for the session itself its total.
    Exclusive,
}

/// Share of the session's total, %. Own times of several threads may add up to more than 100 %, and so
/// may totals that stand in for an unknown coverage. `None` without a session that has time, or for a
/// row without calls.
pub fn percent_session(figures: &RunFigures, row: &PathRow, mode: PercentageMode) -> Option<f64> {
    let part_ns = match mode {
        PercentageMode::Coverage => row.total_ns.map(|_| row.coverage_ns),
        PercentageMode::Exclusive if *row.name == *SESSION => row.total_ns,
        PercentageMode::Exclusive => row.own_ns,
    };
    share_pct(part_ns?, figures.session_total_ns?)
}

/// Coverage as a share of the coverage of the row one level up, %. `None` for roots, rows without calls,
/// and parents without time.
pub fn percent_parent(figures: &RunFigures, row: &PathRow) -> Option<f64> {
    let parent = figures.rows.get(row.parent?)?;
    row.total_ns?;
    share_pct(row.coverage_ns, parent.coverage_ns)
}

/// Own time as shares of the session's total and of the row's coverage, %.
pub fn percent_own(figures: &RunFigures, row: &PathRow) -> (Option<f64>, Option<f64>) {
    let of = |whole_ns: i128| row.own_ns.and_then(|own_ns| share_pct(own_ns, whole_ns));
    (figures.session_total_ns.and_then(of), of(row.coverage_ns))
}

fn share_pct(part_ns: i128, whole_ns: i128) -> Option<f64> {
    (whole_ns > 0).then(|| 100.0 * part_ns as f64 / whole_ns as f64)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn row(name: &str, parent: Option<usize>, coverage_s: i64, own_s: i64) -> PathRow {
        let ns = |s: i64| i128::from(s) * 1_000_000_000;
        PathRow {
            path: vec![name.into()],
            name: name.into(),
            parent,
            depth: parent.map_or(0, |above| above + 1),
            has_children: own_s < coverage_s,
            calls: 1,
            recursive: false,
            total_ns: Some(ns(coverage_s)),
            durations: None,
            coverage_ns: ns(coverage_s),
            own_ns: Some(ns(own_s)),
            num_ranks: 1,
            imbalance_pct: 0.0,
            gpu: None,
            start_ns: None,
        }
    }

    /// SESSION [0,100]; f [10,60] around f [20,50] around f [30,40] around g [32,36]; f [70,80].
    pub(crate) fn example() -> RunFigures {
        RunFigures {
            facts: Default::default(),
            regions: vec![],
            rows: vec![row(SESSION, None, 100, 40), row("f", Some(0), 60, 56), row("g", Some(1), 4, 4)],
            session_total_ns: Some(100_000_000_000),
            ranks: vec![0],
            has_events: true,
            notes: vec![],
        }
    }

    #[test]
    fn the_worked_example() {
        let figures = example();
        let session = |mode| [0, 1, 2].map(|i| percent_session(&figures, &figures.rows[i], mode).unwrap());
        assert_eq!(session(PercentageMode::Coverage), [100.0, 60.0, 4.0]);
        assert_eq!(session(PercentageMode::Exclusive), [100.0, 56.0, 4.0]);
        let parents = [0, 1, 2].map(|i| percent_parent(&figures, &figures.rows[i]));
        assert_eq!(parents[..2], [None, Some(60.0)]);
        assert!((parents[2].unwrap() - 6.666_667).abs() < 1e-6);
        let (of_session, of_row) = percent_own(&figures, &figures.rows[1]);
        assert_eq!(of_session, Some(56.0));
        assert!((of_row.unwrap() - 93.333_333).abs() < 1e-6);
    }

    #[test]
    fn no_share_of_nothing() {
        let mut figures = example();
        figures.session_total_ns = None;
        figures.rows[0].coverage_ns = 0;
        figures.rows[2].total_ns = None;
        let rows = &figures.rows;
        assert_eq!(percent_session(&figures, &rows[1], PercentageMode::Coverage), None);
        assert_eq!(percent_parent(&figures, &rows[1]), None);
        assert_eq!(percent_parent(&figures, &rows[2]), None);
    }
}
