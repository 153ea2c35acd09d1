//! `diff`: what changed between two profiles.

use super::diagnostic::Diagnostic;
use super::exit::Status;
use super::options::{Format, SelectionOptions, words};
use super::sides::{self, SideOptions};
use super::{output, screen};
use crate::analysis::diff::{self, Metric, Order};
use crate::page::diff::{DiffPage, Side, metric_word};
use crate::pipeline::compare::compare;
use crate::render::{tabular, terminal};

/// Compare the regions of two profiles, or of several runs of each
///
/// One row per region name. Figures pool the selected ranks and every level of a recursion: that is what a
/// profile stores, so profiles with and without call times can be compared. `inspect` shows the total of a
/// recursive region's outermost calls, which is smaller.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, override_usage = USAGE)]
pub(super) struct Args {
    #[command(flatten)]
    sides: SideOptions,

    #[command(flatten)]
    selection: SelectionOptions,

    /// The figure that is compared
    #[arg(long, default_value = "total", value_parser = words(&Metric::ALL, metric_word))]
    metric: Metric,

    /// Order of the rows: largest difference first, largest percentage first, or names ascending
    #[arg(long, value_name = "KEY", default_value = "delta", value_parser = words(&ORDERS, order_word))]
    sort: Order,

    /// Leave out changes smaller than this percentage, whatever their sign
    #[arg(long, value_name = "PERCENT", allow_negative_numbers = true, value_parser = percentage)]
    threshold: Option<f64>,

    /// Show names whole on a terminal that is narrower than the table
    #[arg(long)]
    full: bool,

    /// What the result looks like
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const USAGE: &str = "\
scope-profiler diff [OPTIONS] <BASELINE> <CANDIDATE>
       scope-profiler diff [OPTIONS] --baseline <FILE>... --candidate <FILE>...";

const EXAMPLES: &str = "\
Examples:
  scope-profiler diff before.h5 after.h5
  scope-profiler diff before.h5 after.h5 --metric avg --sort pct --threshold 5
  scope-profiler diff before.h5 after.h5 --include solve --format markdown
  scope-profiler diff --baseline 'before-*.h5' --candidate 'after-*.h5'

An unknown side counts as 0 in `delta`; there is no percentage where a is unknown
or 0. The exit status is 0 whatever changed: `check` is what fails.";

const ORDERS: [Order; 3] = [Order::Delta, Order::Pct, Order::Name];

fn order_word(order: Order) -> &'static str {
    match order {
        Order::Delta => "delta",
        Order::Pct => "pct",
        Order::Name => "name",
    }
}

/// A percentage from 0 on.
pub(super) fn percentage(text: &str) -> Result<f64, String> {
    let pct: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if pct.is_finite() && pct >= 0.0 { Ok(pct) } else { Err("not a finite percentage from 0 on".to_owned()) }
}

/// Compares two profiles.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let files = args.sides.files().map_err(|error| vec![error])?;
    let selection = args.selection.resolve(&files.concat()).map_err(|error| vec![error])?;
    let [a, b] = compare(&files[0], &files[1], &selection, args.metric)
        .map_err(|errors| errors.into_iter().map(Diagnostic::from).collect::<Vec<_>>())?;
    let mut changes = diff::changes(&a, &b, args.metric);
    diff::drop_below(&mut changes, args.threshold.unwrap_or(0.0));
    diff::sort(&mut changes, args.sort);
    let [paths_a, paths_b] = files.map(|files| sides::names(&files));
    let sides = (Side { paths: &paths_a, figures: &a }, Side { paths: &paths_b, figures: &b });
    let page = DiffPage::new(sides.0, sides.1, &changes, args.metric);
    let text = match args.format {
        Format::Table => terminal::diff(&page, screen::of_results(args.full)),
        Format::Json => tabular::diff_json(&page),
        Format::Csv => tabular::diff_csv(&page),
        Format::Markdown => tabular::diff_markdown(&page),
    };
    output::print(&text).map_err(|error| vec![error])?;
    Ok(Status::Done)
}
