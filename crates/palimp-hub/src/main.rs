//! The organisation's memory as a program: its server, and what its administrator does.

mod arguments;
mod commands;
mod help;

use std::process::ExitCode;

fn main() -> ExitCode {
    commands::run()
}
