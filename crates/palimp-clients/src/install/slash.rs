//! The `/palimp` command: one text for every client's model.

use std::path::PathBuf;

use super::HookCommand;
use super::own_file::{OwnFile, fill_template};
use crate::messages;

const COMMAND_TEMPLATE: &str = include_str!("../../assets/command.md");
const SKILL_TEMPLATE: &str = include_str!("../../assets/skill.md");

/// Verbs that the command may run, each with its placeholder in the text. `bootstrap`, `index` and
/// `flush` change stored data, so the text has them run only on the user's request.
const COMMAND_VERBS: [(&str, &str); 10] = [
    ("LIST", "list"),
    ("RECENT", "recent"),
    ("STATS", "stats"),
    ("SUMMARIES", "sessions"),
    ("STATUS", "status"),
    ("EMBED", "embed"),
    ("BOOTSTRAP", "bootstrap"),
    ("INDEX", "index"),
    ("FLUSH", "flush"),
    ("SEARCH", "search"),
];

/// Command that the user types. No client has a command of this name itself.
pub(crate) const COMMAND_NAME: &str = "/palimp";

/// Second name of the command, for clients that have no command of that name themselves.
pub(crate) const SECOND_COMMAND_NAME: &str = "/memory";

/// Builds the prompt that makes a model show memories when the user types `invoked`. The client
/// replaces `arguments` by the words that follow the command.
pub(crate) fn command_prompt(hook: &HookCommand, invoked: &str, arguments: &str) -> String {
    let lines = COMMAND_VERBS.map(|(place, verb)| (place, hook.verb_command_line(verb)));
    let lines = lines.iter().map(|(place, line)| (*place, line.as_str()));
    let values: Vec<_> = lines.chain([("INVOKED", invoked), ("ARGUMENTS", arguments)]).collect();
    fill_template(COMMAND_TEMPLATE, &values).trim_end().to_owned()
}

/// Builds the command as a skill at `path`, for clients without custom commands: the model reads it
/// when the user types `invoked`.
pub(crate) fn skill_file(path: PathBuf, hook: &HookCommand, invoked: &str) -> OwnFile {
    let arguments = format!("(the words after {invoked} in the user's message)");
    let body = command_prompt(hook, invoked, &arguments);
    OwnFile::new(
        path,
        messages::palimp_command(),
        SKILL_TEMPLATE,
        &[("INVOKED", invoked), ("BODY", &body)],
    )
}

/// Returns the file in which earlier versions of palimp kept the command as `/memory`: the client
/// does not understand it, uses the name for another command, or has a command that it hides.
pub(crate) fn retired_file(path: PathBuf) -> OwnFile {
    OwnFile { path, text: String::new(), what: messages::memory_command() }
}

/// Returns the beginnings of all command lines that the command may run.
pub(crate) fn command_lines(hook: &HookCommand) -> Vec<String> {
    COMMAND_VERBS.iter().map(|(_, verb)| hook.verb_command_line(verb)).collect()
}
