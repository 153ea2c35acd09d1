//! Line profiles of functions.

use serde::Serialize;

use crate::analysis::{FunctionLines, LineFigures};
use crate::page::Publication;
use crate::units::{duration, thousands};

/// A function with its timed lines.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FunctionProfile {
    /// Name.
    pub function: String,
    /// Region it was profiled in.
    pub region: String,
    /// File and first line.
    pub place: String,
    /// Ranks that recorded it.
    pub ranks: String,
    /// Time in the function.
    pub total: String,
    /// The same in seconds.
    pub total_s: f64,
    /// Share of all profiled functions' time; filled where several are listed together.
    pub share_pct: f64,
    /// The same as text.
    pub share: String,
    /// Language for highlighting.
    pub language: &'static str,
    /// The lines, ascending.
    pub lines: Vec<ProfiledLine>,
}

/// One timed line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ProfiledLine {
    /// Line number.
    pub number: i64,
    /// Executions.
    pub hits: String,
    /// Time per execution.
    pub per_hit: String,
    /// Time.
    pub time: String,
    /// Share of the function's time, percent.
    pub share_pct: f64,
    /// The same as text.
    pub share: String,
    /// Source text, if stored.
    pub source: Option<String>,
    /// Whether no line took longer.
    pub hottest: bool,
}

/// Functions whose region is not in the table, with shares among each other.
pub fn other_functions(run: &crate::analysis::RunAnalysis, published: &Publication) -> Vec<FunctionProfile> {
    let listed = |f: &&FunctionLines| !run.figures.regions.iter().any(|region| *region.name == f.region);
    let mut functions: Vec<FunctionProfile> =
        run.detail.functions.iter().filter(listed).map(|f| function_profile(f, published)).collect();
    let sum: f64 = functions.iter().map(|f| f.total_s).sum();
    for function in functions.iter_mut().filter(|_| sum > 0.0) {
        function.share_pct = 100.0 * function.total_s / sum;
        function.share = format!("{:.1}%", function.share_pct);
    }
    functions
}

/// One function's texts.
pub fn function_profile(function: &FunctionLines, published: &Publication) -> FunctionProfile {
    let hottest = function.lines.iter().map(|line| line.time_s).fold(0.0, f64::max);
    let ranks: Vec<String> = function.ranks.iter().take(8).map(ToString::to_string).collect();
    let more = function.ranks.len().saturating_sub(ranks.len());
    let word = if function.ranks.len() == 1 { "rank" } else { "ranks" };
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    FunctionProfile {
        function: function.function.clone(),
        region: function.region.clone(),
        place: format!("{}:{}", published.source_file(&function.file), function.first_line),
        ranks: format!("{word} {}{rest}", ranks.join(", ")),
        total: duration(function.total_s),
        total_s: function.total_s,
        share_pct: 100.0,
        share: "100.0%".to_owned(),
        language: super::files::language(&function.file),
        lines: function.lines.iter().map(|line| profiled_line(line, hottest)).collect(),
    }
}

fn profiled_line(line: &LineFigures, hottest: f64) -> ProfiledLine {
    let per_hit = if line.hits > 0 { duration(line.time_s / line.hits as f64) } else { "-".to_owned() };
    ProfiledLine {
        number: line.number,
        hits: thousands(i128::from(line.hits)),
        per_hit,
        time: duration(line.time_s),
        share_pct: line.share_pct.unwrap_or(0.0),
        share: line.share_pct.map_or_else(|| "-".to_owned(), |pct| format!("{pct:.1}%")),
        source: line.source.clone(),
        hottest: line.time_s > 0.0 && line.time_s >= hottest,
    }
}
