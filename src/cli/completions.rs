//! `completions`: what shells need to complete command lines.

use clap::CommandFactory;
use clap_complete::aot::{Shell, generate};

use super::Cli;
use super::diagnostic::Diagnostic;
use super::exit::Status;
use super::output;

/// Print a script with which a shell completes commands and options
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  scope-profiler completions bash > ~/.local/share/bash-completion/completions/scope-profiler
  scope-profiler completions zsh > ~/.zfunc/_scope-profiler
  scope-profiler completions fish > ~/.config/fish/completions/scope-profiler.fish";

/// Prints a completion script.
pub(super) fn run(args: &Args) -> Result<Status, Vec<Diagnostic>> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "scope-profiler", &mut script);
    output::print(&String::from_utf8_lossy(&script)).map_err(|error| vec![error])?;
    Ok(Status::Done)
}
