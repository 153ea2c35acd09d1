//! The command line: options, files, printing, exit statuses. It alone prints, looks at the environment,
//! and knows exit statuses; rules of the subject are elsewhere.

mod check;
mod ci;
mod completions;
mod diagnostic;
mod diff;
mod exit;
mod files;
mod inspect;
mod man;
mod options;
mod output;
mod panic;
mod progress;
mod screen;
mod sides;
mod site;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use diagnostic::Diagnostic;
use exit::Status;

/// Shows, compares and publishes the profiles that the scope-profiler recorder leaves behind
#[derive(Debug, Parser)]
#[command(name = "scope-profiler", version, arg_required_else_help = true, after_help = STATUSES)]
struct Cli {
    /// When output is coloured; colour never says what text and sign do not
    #[arg(long, value_name = "WHEN", value_enum, default_value_t, global = true)]
    color: screen::When,

    #[command(subcommand)]
    command: Command,
}

const STATUSES: &str = "\
Exit status: 0 done; 1 a check failed; 2 wrong usage, or input or output that cannot be used.";

#[derive(Debug, Subcommand)]
enum Command {
    Inspect(inspect::Args),
    Diff(diff::Args),
    Check(check::Args),
    Site(site::Args),
    Completions(completions::Args),
    Man(man::Args),
}

impl Command {
    fn run(&self) -> Result<Status, Vec<Diagnostic>> {
        match self {
            Self::Inspect(args) => inspect::run(args),
            Self::Diff(args) => diff::run(args),
            Self::Check(args) => check::run(args),
            Self::Site(args) => site::run(args),
            Self::Completions(args) => completions::run(args),
            Self::Man(args) => man::run(args),
        }
    }
}

/// Runs the program and returns its exit status.
pub fn main() -> ExitCode {
    panic::reported(|| match Cli::try_parse() {
        Ok(cli) => {
            cli.color.apply();
            cli.command.run().unwrap_or_else(|diagnostics| {
                diagnostics.iter().for_each(Diagnostic::print);
                Status::Unusable
            })
        }
        Err(message) => usage(&message),
    })
    .into()
}

/// Prints what the parser of the command line has to say: help and version on standard output, errors
/// on standard error.
fn usage(message: &clap::Error) -> Status {
    // A closed pipe is no reason to fail; there is nowhere else to say it.
    let _ = message.print();
    if message.use_stderr() { Status::Unusable } else { Status::Done }
}
