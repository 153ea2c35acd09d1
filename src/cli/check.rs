//! `check`: whether a profile stays within a budget over its baseline.

use super::ci::CiOptions;
use super::diagnostic::Diagnostic;
use super::diff::percentage;
use super::exit::Status;
use super::options::{Format, SelectionOptions, words};
use super::sides::{self, SideOptions};
use super::{output, screen};
use crate::analysis::budget::{Budget, RegionBudget};
use crate::analysis::check::{NothingCompared, check};
use crate::analysis::diff::{Metric, Unit};
use crate::page::diff::{CheckPage, Side, metric_word};
use crate::pipeline::compare::compare;
use crate::render::{tabular, terminal};

/// Fail if a region got slower than a budget allows
///
/// Compares the candidate with the baseline region by region, as `diff` does (figures pool the selected
/// ranks and every level of a recursion; those of several runs are medians), and fails if any region's change is above the budget. Growth
/// from exactly 0 is above every budget.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
pub(super) struct Args {
    #[command(flatten)]
    sides: SideOptions,

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

    /// Show names whole on a terminal that is narrower than the table
    #[arg(long)]
    full: bool,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t)]
    format: Format,

    #[command(flatten)]
    ci: CiOptions,
}

const USAGE: &str = "\
scope-profiler check [OPTIONS] <BASELINE> <CANDIDATE>
       scope-profiler check [OPTIONS] --baseline <FILE>... --candidate <FILE>...";

const EXAMPLES: &str = "\
Examples:
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10
  scope-profiler check baseline.h5 candidate.h5 --budget 'io.*=50' --budget '.*=10'
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10 --min-delta 0.001
  scope-profiler check baseline.h5 candidate.h5 --metric p95 --include solve --fail-on-missing
  scope-profiler check --baseline main-*.h5 --candidate new-*.h5 --max-regression 10
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
    let files = args.sides.files().map_err(|error| vec![error])?;
    let selection = args.selection.resolve(&files.concat()).map_err(|error| vec![error])?;
    let budget = args.whole_budget().map_err(|error| vec![error])?;
    let [a, b] = compare(&files[0], &files[1], &selection, args.metric)
        .map_err(|errors| errors.into_iter().map(Diagnostic::from).collect::<Vec<_>>())?;
    let [paths_a, paths_b] = files.map(|files| sides::names(&files));
    let sides = (Side { paths: &paths_a, figures: &a }, Side { paths: &paths_b, figures: &b });
    let verdict = check(&a, &b, args.metric, &budget)
        .map_err(|nothing| vec![nothing_compared(nothing, args.metric, sides.0, sides.1)])?;
    let page = CheckPage::new(sides.0, sides.1, &verdict, &budget, args.metric);
    page.warnings.iter().for_each(|warning| Diagnostic::warning(warning).print());
    args.ci.write_files(&page)?;
    let text = match args.format {
        Format::Table => terminal::check(&page, screen::of_results(args.full)),
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
fn nothing_compared(nothing: NothingCompared, metric: Metric, a: Side<'_>, b: Side<'_>) -> Diagnostic {
    let metric = metric_word(metric);
    let place = format!("{} against {}", b.paths.join(", "), a.paths.join(", "));
    let NothingCompared { only_in_baseline, only_in_candidate } = nothing;
    let what = format!("nothing to compare: no region has a {metric} on both sides");
    let help = if a.figures.iter().chain(b.figures).all(|run| run.regions.is_empty()) {
        "neither side has a selected region: look at --include and --exclude".to_owned()
    } else if only_in_baseline + only_in_candidate == 0 {
        format!("neither side tells a {metric} of the selected regions: choose another --metric")
    } else {
        format!(
            "{only_in_baseline} only in the baseline, {only_in_candidate} only in the candidate; \
             --fail-on-new and --fail-on-missing judge those"
        )
    };
    Diagnostic::error(what).at(place).help(help)
}
