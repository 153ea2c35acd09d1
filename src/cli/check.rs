//! `check`: whether a profile stays within a budget over its baseline.

use std::path::PathBuf;

use super::diagnostic::Diagnostic;
use super::diff::percentage;
use super::exit::Status;
use super::options::{Format, SelectionOptions, words};
use super::{files, output};
use crate::analysis::RunFigures;
use crate::analysis::check::{Budget, NothingCompared, check};
use crate::analysis::diff::Metric;
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
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10
  scope-profiler check baseline.h5 candidate.h5 --metric p95 --include solve --fail-on-missing
  scope-profiler check baseline.h5 candidate.h5 --max-regression 10 --format json > verdict.json

Exit status: 0 the check passes, 1 it fails, 2 nothing was judged (wrong usage, a
profile that cannot be read, or no region whose figure both profiles know).";

fn budget(text: &str) -> Result<Budget, String> {
    Budget::new(percentage(text)?).ok_or_else(|| "not a finite percentage from 0 on".to_owned())
}

/// Judges a profile.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let selection =
        args.selection.resolve(&[&args.baseline, &args.candidate]).map_err(|error| vec![error])?;
    let budget = args.max_regression.failing_on(args.fail_on_new, args.fail_on_missing);
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
    let text = match args.format {
        Format::Table => terminal::check(&page),
        Format::Json => tabular::check_json(&page),
        Format::Csv => tabular::check_csv(&page),
        Format::Markdown => tabular::check_markdown(&page),
    };
    output::print(&text).map_err(|error| vec![error])?;
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
