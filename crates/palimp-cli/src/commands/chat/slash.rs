//! Slash commands of a chat: input for palimp and not for the model.

use std::ops::ControlFlow;

use super::chat_session::ChatSession;
use super::window;
use crate::error::CliError;
use crate::messages;
use crate::output::say;

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
        held.print_error(messages::prints_more_than_json(name));
        return Ok(ControlFlow::Continue(()));
    }
    match name {
        "exit" | "quit" => return Ok(ControlFlow::Break(())),
        "memory" | "palimp" => run_memory_command(held, rest.trim()),
        "compact" => held.compact(rest)?,
        "new" => {
            held.begin_anew("new")?;
            held.screen.print_note(messages::new_conversation_begins());
        }
        "again" => held.retry_answer()?,
        "context" => window::print_window(held),
        "model" => held.switch_model(rest.trim())?,
        "help" => say(messages::slash_commands()),
        _ => held
            .screen
            .print_note(messages::unknown_slash_command(name, messages::slash_commands())),
    }
    Ok(ControlFlow::Continue(()))
}

/// `/memory`: the same as on the command line.
fn run_memory_command(held: &mut ChatSession, rest: &str) {
    if let Err(why) = crate::cli::run_nested(held.cx, memory_command_words(rest)) {
        held.print_error(why.to_string());
    }
}

/// Translates the words behind `/memory` into a command line.
fn memory_command_words(rest: &str) -> Vec<&str> {
    match rest {
        "" | "list" => vec!["list"],
        "--recent" => vec!["recent"],
        "--stats" => vec!["stats"],
        "--sessions" | "--summaries" => vec!["sessions"],
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
