//! `palimp completions`: for the shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::error::Failure;
use crate::help;

/// Print a completion script for your shell
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::dressed(Cli::command()), "palimp", &mut script);
    crate::output::verbatim(&String::from_utf8_lossy(&script));
    Ok(())
}
