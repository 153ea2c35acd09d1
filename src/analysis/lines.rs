//! Line profiles summed over ranks: how often each source line of a function ran and how long it took.
//!
//! The profiler's own functions are left out. Where the profile stores the function's source, lines
//! between timed ones are listed too, with no executions.

use std::collections::BTreeMap;
use std::path::Path;

use super::detail::{FunctionLines, LineFigures};
use super::selection::Selection;
use crate::profile::{LineProfile, Profile};

/// Region, file, function and first line: what tells functions apart.
type Key<'p> = (&'p str, &'p str, &'p str, i64);

#[derive(Default)]
struct Sums<'p> {
    ranks: Vec<u32>,
    /// Executions and seconds by line number.
    lines: BTreeMap<i64, (i64, f64)>,
    source: Option<&'p (i64, Vec<String>)>,
}

/// The functions of the selected ranks, longest first; equal ones by region, file, function and line.
pub(crate) fn functions(profile: &Profile, selection: &Selection) -> Vec<FunctionLines> {
    let mut sums: BTreeMap<Key<'_>, Sums<'_>> = BTreeMap::new();
    for (rank, records) in profile.lines.iter().filter(|(rank, _)| selection.selects_rank(**rank)) {
        for record in records.iter().filter(|record| !is_profilers_own(&record.file)) {
            let key = (&*record.region, &*record.file, &*record.function, record.first_line);
            sums.entry(key).or_default().add(*rank, record);
        }
    }
    let mut functions: Vec<FunctionLines> =
        sums.into_iter().map(|(key, sums)| function(key, &sums)).collect();
    functions.sort_by(|a, b| b.total_s.total_cmp(&a.total_s));
    functions
}

/// Whether a file belongs to an installed scope_profiler package.
fn is_profilers_own(file: &str) -> bool {
    let folders = Path::new(file).parent().into_iter().flat_map(Path::components);
    folders.into_iter().any(|folder| folder.as_os_str() == "scope_profiler")
}

impl<'p> Sums<'p> {
    fn add(&mut self, rank: u32, record: &'p LineProfile) {
        if self.ranks.last() != Some(&rank) {
            self.ranks.push(rank);
        }
        self.source = self.source.or(record.source.as_ref());
        for line in &record.lines {
            let (hits, seconds) = self.lines.entry(line.number).or_default();
            *hits = hits.saturating_add(line.hits);
            let time_s = line.time * record.unit_s;
            *seconds += if time_s.is_finite() { time_s } else { 0.0 };
        }
    }

    /// The stored text of a line.
    fn text(&self, number: i64) -> Option<&str> {
        let (first, texts) = self.source?;
        let index = usize::try_from(number.checked_sub(*first)?).ok()?;
        texts.get(index).map(String::as_str)
    }

    /// Stored lines from the function's first to the last that was timed.
    fn stored_numbers(&self, first_line: i64) -> impl Iterator<Item = i64> {
        let last = self.lines.keys().next_back().copied().unwrap_or(i64::MIN);
        let (first, count) = self.source.map_or((0, 0), |(first, texts)| (*first, texts.len() as i64));
        (first.max(first_line)..first.saturating_add(count)).take_while(move |number| *number <= last)
    }
}

fn function((region, file, function, first_line): Key<'_>, sums: &Sums<'_>) -> FunctionLines {
    let total_s: f64 = sums.lines.values().map(|(_, seconds)| seconds).sum();
    let mut lines = sums.lines.clone();
    for number in sums.stored_numbers(first_line) {
        lines.entry(number).or_default();
    }
    let lines = lines.into_iter().map(|(number, (hits, time_s))| LineFigures {
        number,
        hits,
        time_s,
        share_pct: (total_s > 0.0).then(|| 100.0 * time_s / total_s),
        source: sums.text(number).map(str::to_owned),
    });
    FunctionLines {
        region: region.to_owned(),
        file: file.to_owned(),
        function: function.to_owned(),
        first_line,
        ranks: sums.ranks.clone(),
        total_s,
        lines: lines.collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::fixture::ProfileBuilder;
    use crate::profile::Line;

    fn record(file: &str, lines: &[(i64, i64, f64)]) -> LineProfile {
        LineProfile {
            region: "kernel".into(),
            file: file.into(),
            function: "f".into(),
            first_line: 10,
            unit_s: 1e-6,
            source: Some((10, ["def f():", "  a()", "  # why", "  b()", ""].map(String::from).to_vec())),
            lines: lines
                .iter()
                .map(|(number, hits, time)| Line { number: *number, hits: *hits, time: *time })
                .collect(),
        }
    }

    #[test]
    fn ranks_add_up_and_the_source_between_is_shown() {
        let mut profile = ProfileBuilder::new().ranks(3).build();
        profile.lines.insert(0, vec![record("app.py", &[(11, 2, 30.0), (13, 1, 10.0)])]);
        profile.lines.insert(2, vec![record("app.py", &[(11, 3, 40.0), (13, 1, f64::NAN)])]);
        profile.lines.insert(1, vec![record("/x/site-packages/scope_profiler/session.py", &[(11, 1, 9.0)])]);
        let functions = functions(&profile, &Selection::all());
        let [f] = &functions[..] else { panic!("{functions:?}") };
        assert_eq!((&f.ranks[..], (f.total_s * 1e6).round()), (&[0, 2][..], 80.0));
        let lines: Vec<_> =
            f.lines.iter().map(|line| (line.number, line.hits, line.source.as_deref())).collect();
        let source = [Some("def f():"), Some("  a()"), Some("  # why"), Some("  b()")];
        assert_eq!(lines, [(10, 0, source[0]), (11, 5, source[1]), (12, 0, source[2]), (13, 2, source[3])]);
        assert!((f.lines[1].share_pct.unwrap() - 87.5).abs() < 1e-9);
    }

    #[test]
    fn only_selected_ranks_count() {
        let mut profile = ProfileBuilder::new().ranks(2).build();
        profile.lines.insert(1, vec![record("app.py", &[(11, 0, 0.0)])]);
        assert!(functions(&profile, &Selection::new(None, &[], Some(&[0])).unwrap()).is_empty());
        assert_eq!(functions(&profile, &Selection::all())[0].lines[1].share_pct, None);
    }
}
