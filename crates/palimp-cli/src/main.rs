//! The command `palimp`: one memory for every coding agent.

mod cli;
mod commands;
mod context;
mod error;
mod hook;
mod models;
mod output;
mod payload;
mod progress;
mod show;
mod when;
mod wiring;

use std::process::ExitCode;

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1).peekable();
    // Agents wait for their hooks: this path comes before everything that a person's command needs.
    if args.next_if(|first| first == "hook").is_some() {
        hook::run(args);
        return ExitCode::SUCCESS;
    }
    cli::run()
}
