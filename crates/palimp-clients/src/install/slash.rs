//! The `/palimp` command: one text for every client's model.

use std::path::PathBuf;

use super::HookCommand;
use super::own_file::{OwnFile, fill};

const TEMPLATE: &str = include_str!("../../assets/command.md");
const SKILL: &str = include_str!("../../assets/skill.md");

/// The verbs that the command may run, each with its place in the text. `bootstrap`, `index` and
/// `flush` change what palimp keeps, which is why the text has them run at the user's word alone.
const VERBS: [(&str, &str); 10] = [
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
pub(crate) const INVOKED: &str = "/palimp";

/// Its second name, for clients that have none of that name themselves.
pub(crate) const MEMORY: &str = "/memory";

/// What the file is, in words.
pub(crate) const WHAT: &str = "the /palimp command";

/// What tells a model to show memories when the user types `invoked`. `arguments` is what the
/// client replaces by the words that follow it.
pub(crate) fn prompt(hook: &HookCommand, invoked: &str, arguments: &str) -> String {
    let lines = VERBS.map(|(place, verb)| (place, hook.verb(verb)));
    let lines = lines.iter().map(|(place, line)| (*place, line.as_str()));
    let values: Vec<_> = lines.chain([("INVOKED", invoked), ("ARGUMENTS", arguments)]).collect();
    fill(TEMPLATE, &values).trim_end().to_owned()
}

/// The same as a skill, for clients without commands of the user's: the model reads it when she
/// types `invoked`. It is the file at `path`.
pub(crate) fn skill(path: PathBuf, hook: &HookCommand, invoked: &str) -> OwnFile {
    let arguments = format!("(the words after {invoked} in the user's message)");
    let body = prompt(hook, invoked, &arguments);
    OwnFile::new(path, WHAT, SKILL, &[("INVOKED", invoked), ("BODY", &body)])
}

/// A file in which earlier versions of palimp kept the command, under the name `/memory`: there it
/// is not understood, is another command's name, or hides one of the client's own.
pub(crate) fn retired(path: PathBuf) -> OwnFile {
    OwnFile { path, text: String::new(), what: "the /memory command" }
}

/// The beginnings of all command lines that the command may run.
pub(crate) fn lines(hook: &HookCommand) -> Vec<String> {
    VERBS.iter().map(|(_, verb)| hook.verb(verb)).collect()
}
