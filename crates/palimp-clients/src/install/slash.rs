//! The `/palimp` command: one text for every client's model.

use std::path::PathBuf;

use super::HookCommand;
use super::own_file::{OwnFile, fill_template};

const COMMAND_TEMPLATE: &str = include_str!("../../assets/command.md");
const SKILL_TEMPLATE: &str = include_str!("../../assets/skill.md");

/// The verbs that the command may run, each with its place in the text. `bootstrap`, `index` and
/// `flush` change what palimp keeps, which is why the text has them run at the user's word alone.
const COMMAND_VERBS: [(&str, &str); 10] = [
    ("LIST", "list"),
    ("RECENT", "recent"),
    ("STATS", "stats"),
    ("SUMMARIES", "summaries"),
    ("STATUS", "status"),
    ("EMBED", "embed"),
    ("BOOTSTRAP", "bootstrap"),
    ("INDEX", "index"),
    ("FLUSH", "flush"),
    ("SEARCH", "search"),
];

/// What the user types. No client has a command of this name itself.
pub(crate) const COMMAND_NAME: &str = "/palimp";

/// Its second name, for clients that have none of that name themselves.
pub(crate) const SECOND_COMMAND_NAME: &str = "/memory";

/// What the file is, in words.
pub(crate) const FILE_DESCRIPTION: &str = "the /palimp command";

/// What tells a model to show memories when the user types `invoked`. `arguments` is what the
/// client replaces by the words that follow it.
pub(crate) fn command_prompt(hook: &HookCommand, invoked: &str, arguments: &str) -> String {
    let lines = COMMAND_VERBS.map(|(place, verb)| (place, hook.verb_command_line(verb)));
    let lines = lines.iter().map(|(place, line)| (*place, line.as_str()));
    let values: Vec<_> = lines.chain([("INVOKED", invoked), ("ARGUMENTS", arguments)]).collect();
    fill_template(COMMAND_TEMPLATE, &values).trim_end().to_owned()
}

/// The same as a skill, for clients without commands of the user's: the model reads it when she
/// types `invoked`. It is the file at `path`.
pub(crate) fn skill_file(path: PathBuf, hook: &HookCommand, invoked: &str) -> OwnFile {
    let arguments = format!("(the words after {invoked} in the user's message)");
    let body = command_prompt(hook, invoked, &arguments);
    OwnFile::new(path, FILE_DESCRIPTION, SKILL_TEMPLATE, &[("INVOKED", invoked), ("BODY", &body)])
}

/// A file in which earlier versions of palimp kept the command, under the name `/memory`: there it
/// is not understood, is another command's name, or hides one of the client's own.
pub(crate) fn retired_file(path: PathBuf) -> OwnFile {
    OwnFile { path, text: String::new(), what: "the /memory command" }
}

/// The beginnings of all command lines that the command may run.
pub(crate) fn command_lines(hook: &HookCommand) -> Vec<String> {
    COMMAND_VERBS.iter().map(|(_, verb)| hook.verb_command_line(verb)).collect()
}
