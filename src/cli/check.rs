//! `check`: whether a profile stays within a budget over its baseline.

use std::path::PathBuf;

use super::ci::CiOptions;
use super::diagnostic::Diagnostic;
use super::diff::percentage;
use super::exit::Status;
use super::options::{Format, SelectionOptions, words};
use super::{files, output};
use crate::analysis::RunFigures;
use crate::analysis::budget::{Budget, RegionBudget};
use crate::analysis::check::{NothingCompared, check};
use crate::analysis::diff::{Metric, Unit};
use crate::page::diff::{CheckPage, Side, metric_word};
use crate::pipeline::compare::compare;
use crate::render::{tabular, terminal};

/// Fail if a region got slower than a budget allows
///
/// Compares the candidate with the baseline region by region, as `diff` does (figures pool the selected
/// ranks and every level of a recursion), and fails if any region's change is above the budget. Growth
/// from exactly 0 is above every budget.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The profile that is the measure
    baseline: PathBuf,

    /// The profile that is judged
    candidate: PathBuf,

    /// Largest change that passes, in percent of the baseline
    #[arg(
        long, value_name = "PERCENT", default_value = "0", allow_negative_numbers = true,
        value_parser = budget
    )]
    max_regression: Budget,

    /// Another budget for regions whose names match a regular expression; may be given several times
    ///
    /// A pattern has to match from the start of the name, not to its end, as those of --include. The first
    /// of these budgets whose pattern matches is the region's; a region that none matches has that of
    /// --max-regression.
    #[arg(long, value_name = "PATTERN=PERCENT", value_parser = region_budget)]
    budget: Vec<RegionBudget>,

    /// Let differences below this many seconds pass, whatever they are in percent
    ///
    /// For metrics in seconds only. Regions that only one profile has are left to --fail-on-new and
    /// --fail-on-missing.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    min_delta: Option<f64>,

    /// Also fail on regions that only the candidate has
    #[arg(long)]
    fail_on_new: bool,

    /// Also fail on regions that only the baseline has
    #[arg(long)]
    fail_on_missing: bool,

    #[command(flatten)]
    selection: SelectionOptions,

    /// The figure that is compared; more is worse for all of them
    #[arg(long, default_value = "total", value_parser = words(&Metric::ALL, metric_word))]
    metric: Metric,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    ci: CiOptions,
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10
  scope-profiler check baseline.h5 candidate.h5 --budget 'io.*=50' --budget '.*=10'
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10 --min-delta 0.001
  scope-profiler check baseline.h5 candidate.h5 --metric p95 --include solve --fail-on-missing
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10 --format json > verdict.json
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10 --github --junit report.xml

Exit status: 0 the check passes, 1 it fails, 2 nothing was judged (wrong usage, a
profile that cannot be read, or no region whose figure both profiles know).";

fn budget(text: &str) -> Result<Budget, String> {
    Budget::new(percentage(text)?).ok_or_else(|| "not a finite percentage from 0 on".to_owned())
}

/// A pattern may hold `=`: the last one ends it.
fn region_budget(text: &str) -> Result<RegionBudget, String> {
    let parts = text.rsplit_once('=').filter(|(pattern, _)| !pattern.is_empty());
    let (pattern, pct) = parts.ok_or("write a pattern, `=` and a percentage, such as `solve=5`")?;
    RegionBudget::new(pattern, percentage(pct)?)
        .map_err(|error| error.to_string())?
        .ok_or_else(|| "not a finite percentage from 0 on".to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    let valid = seconds.is_finite() && seconds >= 0.0;
    valid.then_some(seconds).ok_or_else(|| "not a finite number of seconds from 0 on".to_owned())
}

impl Args {
    /// The budget that the options describe.
    fn whole_budget(&self) -> Result<Budget, Diagnostic> {
        let budget = self.max_regression.clone().with_regions(self.budget.clone());
        let budget = budget.failing_on(self.fail_on_new, self.fail_on_missing);
        let Some(seconds) = self.min_delta else { return Ok(budget) };
        let is_time = self.metric.unit() == Unit::Seconds;
        budget.ignoring_below(seconds).filter(|_| is_time).ok_or_else(|| {
            Diagnostic::error(format!("--min-delta is in seconds, {} is not", metric_word(self.metric)))
                .help("leave out --min-delta, or choose a --metric that is a time")
        })
    }
}

/// Judges a profile.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let selection =
        args.selection.resolve(&[&args.baseline, &args.candidate]).map_err(|error| vec![error])?;
    let budget = args.whole_budget().map_err(|error| vec![error])?;
    let (a, b) = compare(&args.baseline, &args.candidate, &selection, args.metric)
        .map_err(|errors| errors.into_iter().map(Diagnostic::from).collect::<Vec<_>>())?;
    let verdict = check(&a.regions, &b.regions, args.metric, &budget)
        .map_err(|nothing| vec![nothing_compared(nothing, args, &a, &b)])?;
    let paths = [&args.baseline, &args.candidate]
        .map(|path| files::relative_to_here(path).to_string_lossy().into_owned());
    let [path_a, path_b] = &paths;
    let sides = (Side { path: path_a, figures: &a }, Side { path: path_b, figures: &b });
    let page = CheckPage::new(sides.0, sides.1, &verdict, &budget, args.metric);
    page.warnings.iter().for_each(|warning| Diagnostic::warning(warning).print());
    args.ci.write_files(&page)?;
    let text = match args.format {
        Format::Table => terminal::check(&page),
        Format::Json => tabular::check_json(&page),
        Format::Csv => tabular::check_csv(&page),
        Format::Markdown => tabular::check_markdown(&page),
    };
    let is_document = args.format != Format::Table;
    output::print(&text)
        .and_then(|()| args.ci.print_annotations(&page, is_document))
        .map_err(|error| vec![error])?;
    Ok(if page.passes { Status::Done } else { Status::CheckFailed })
}

/// Why a check that compared nothing gives no verdict.
fn nothing_compared(nothing: NothingCompared, args: &Args, a: &RunFigures, b: &RunFigures) -> Diagnostic {
    let metric = metric_word(args.metric);
    let place = format!("{} against {}", args.candidate.display(), args.baseline.display());
    let NothingCompared { only_in_baseline, only_in_candidate } = nothing;
    let what = format!("nothing to compare: no region has a {metric} in both profiles");
    let help = if a.regions.is_empty() && b.regions.is_empty() {
        "neither profile has a selected region: look at --include and --exclude".to_owned()
    } else if only_in_baseline + only_in_candidate == 0 {
        format!("neither profile tells a {metric} of the selected regions: choose another --metric")
    } else {
        format!(
            "{only_in_baseline} only in the baseline, {only_in_candidate} only in the candidate; \
             --fail-on-new and --fail-on-missing judge those"
        )
    };
    Diagnostic::error(what).at(place).help(help)
}
