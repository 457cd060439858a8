//! `palimp completions`: for the shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::cli::Cli;
use crate::error::CliError;
use crate::help;

/// Print a shell completion script
#[derive(Debug, clap::Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<(), CliError> {
    let mut script = Vec::new();
    clap_complete::generate(
        args.shell,
        &mut help::prepare_help(Cli::command()),
        "palimp",
        &mut script,
    );
    crate::output::print_verbatim(&String::from_utf8_lossy(&script));
    Ok(())
}
