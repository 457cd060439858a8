//! Slash commands of a chat: input for palimp and not for the model.

use std::ops::ControlFlow;

use super::chat_session::ChatSession;
use super::window;
use crate::error::CliError;
use crate::lang::translate;
use crate::output::say;

/// The commands.
const HELP: &str = "\
/memory                      the notes
/memory QUERY                search notes and past work
/memory --recent             what was captured last; --stats, --summaries likewise
/memory status               how palimp is; bootstrap, reindex, flush likewise
/memory embed status         the embedder; embed estimate: what is still to do
/palimp …                    the same as /memory …: the name that agents know it by
/compact [INSTRUCTIONS]      turn the older part of the conversation into a summary
/new                         keep the end of the conversation as a note and begin anew
/again                       ask once more for an answer to your last words
/context                     what fills the model's window
/model [NAME]                the model, or another one from now on
/help                        this list
/exit                        leave; the conversation goes on the next time
//TEXT                       say something that begins with a slash
A backslash at the end of a line goes on with another one. Ctrl-C stops an answer.";

/// Runs an input: a slash command, or a message for the model.
pub(super) fn run_input(held: &mut ChatSession, words: &str) -> Result<ControlFlow<()>, CliError> {
    let Some(command) = words.trim_start().strip_prefix('/') else {
        return held.send_message(words).map(ControlFlow::Continue);
    };
    if command.starts_with('/') {
        return held.send_message(command).map(ControlFlow::Continue);
    }
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    if held.cx.json && ["memory", "palimp", "context", "help"].contains(&name) {
        held.print_error(&format!("/{name} prints more than the one document of --json"));
        return Ok(ControlFlow::Continue(()));
    }
    match name {
        "exit" | "quit" => return Ok(ControlFlow::Break(())),
        "memory" | "palimp" => run_memory_command(held, rest.trim()),
        "compact" => held.compact(rest)?,
        "new" => {
            held.begin_anew("new")?;
            held.screen.print_note("A new conversation begins.");
        }
        "again" => held.retry_answer()?,
        "context" => window::print_window(held),
        "model" => held.take_model(rest.trim())?,
        "help" => say!("{}", translate(HELP)),
        _ => held.screen.print_note(&format!(
            "There is no /{name}; to say it to the model, type //{name}. The commands:\n{HELP}"
        )),
    }
    Ok(ControlFlow::Continue(()))
}

/// `/memory`: the same as on the command line.
fn run_memory_command(held: &mut ChatSession, rest: &str) {
    if let Err(why) = crate::cli::run_nested(held.cx, memory_command_words(rest)) {
        held.print_error(&why.to_string());
    }
}

/// Translates the words behind `/memory` into a command line.
fn memory_command_words(rest: &str) -> Vec<&str> {
    match rest {
        "" | "list" => vec!["list"],
        "--recent" => vec!["recent"],
        "--stats" => vec!["stats"],
        "--summaries" => vec!["summaries"],
        "status" | "bootstrap" | "flush" => vec![rest],
        "reindex" => vec!["index", "--force"],
        "embed status" => vec!["embed", "status"],
        "embed estimate" => vec!["embed", "estimate"],
        query => vec!["search", "--", query],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_takes_words_of_its_own_and_queries() {
        for (rest, expect) in [
            ("", vec!["list"]),
            ("--recent", vec!["recent"]),
            ("reindex", vec!["index", "--force"]),
            ("embed estimate", vec!["embed", "estimate"]),
            ("status of the build", vec!["search", "--", "status of the build"]),
            ("--home /etc", vec!["search", "--", "--home /etc"]),
            ("배포 절차", vec!["search", "--", "배포 절차"]),
        ] {
            assert_eq!(memory_command_words(rest), expect, "{rest}");
        }
    }
}
