//! Line profiles summed over ranks: how often each source line of a function ran and how long it took.
//!
//! The profiler's own functions are left out. Where the profile stores the function's source, lines
//! between timed ones are listed too, with no executions.

use std::collections::BTreeMap;
use std::path::Path;

use super::figures::{FunctionLines, LineFigures};
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
