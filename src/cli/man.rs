//! `man`: the help as manual pages.

use std::fs;
use std::path::PathBuf;

use clap::CommandFactory;
use clap_mangen::{Man, generate_to};

use super::Cli;
use super::diagnostic::Diagnostic;
use super::exit::Status;
use super::output;

/// Write the manual pages
///
/// Prints the page of the program, or writes a page for it and for each command to a folder.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// Write scope-profiler.1, scope-profiler-check.1 and so on to this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler man | man -l -
  scope-profiler man --output ~/.local/share/man/man1";

/// Prints or writes manual pages.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let Some(folder) = &args.output else {
        let mut page = Vec::new();
        // Writing to memory cannot fail.
        let _ = Man::new(Cli::command()).render(&mut page);
        output::print(&String::from_utf8_lossy(&page)).map_err(|error| vec![error])?;
        return Ok(Status::Done);
    };
    fs::create_dir_all(folder)
        .and_then(|()| generate_to(Cli::command(), folder))
        .map_err(|error| vec![Diagnostic::not_written(folder, &error)])?;
    Ok(Status::Done)
}
