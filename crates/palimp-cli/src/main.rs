//! The command `palimp`: one memory for every coding agent.

mod authority;
mod caller;
mod cli;
mod client_setup;
mod commands;
mod complete;
mod context;
mod error;
mod help;
mod hits;
mod hook;
mod messages;
mod models;
mod output;
mod payload;
mod picker;
mod progress;
#[cfg(test)]
mod reference;
mod secret_input;
mod shell_files;
mod show;
mod tombstones;
mod when;

use std::process::ExitCode;

fn main() -> ExitCode {
    outlive_file_size_limit();
    let mut args = std::env::args_os().skip(1).peekable();
    // Agents wait for their hooks: this path comes before everything that a person's command needs. No
    // agent asks for help.
    if args.next_if(|first| first == "hook").is_some() {
        let args: Vec<_> = args.collect();
        if !args.iter().any(|arg| arg == "--help" || arg == "-h") {
            hook::run(args.into_iter());
            return ExitCode::SUCCESS;
        }
    }
    complete::answer_shell(<cli::Cli as clap::CommandFactory>::command);
    cli::run()
}

/// Makes a write beyond the limit of a file's size an error like a full disk, instead of the end of
/// the process. Programs that palimp starts are left as they are: what is handled here, unlike what
/// is ignored, does not pass on to them.
///
/// By hand, because a hook comes this way: it is one system call. What asks a library (`chat`,
/// `run`, servers) has a thread and a pipe that tell it of a signal.
#[expect(unsafe_code, reason = "the standard library sets no signal's disposition")]
fn outlive_file_size_limit() {
    #[cfg(unix)]
    {
        extern "C" fn go_on(_: libc::c_int) {}
        let handler = go_on as extern "C" fn(libc::c_int);
        // SAFETY: the handler does nothing.
        unsafe {
            libc::signal(libc::SIGXFSZ, handler as libc::sighandler_t);
        }
    }
}
