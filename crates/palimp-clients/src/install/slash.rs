//! The `/memory` command: one text for every client's model.

use super::HookCommand;
use super::own_file::fill;

const TEMPLATE: &str = include_str!("../../assets/memory.md");

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

/// What the file is, in words.
pub(crate) const WHAT: &str = "the /memory command";

/// What tells a model to show memories. `arguments` is what the client replaces by the words
/// that the user typed.
pub(crate) fn memory_prompt(hook: &HookCommand, arguments: &str) -> String {
    let lines = VERBS.map(|(place, verb)| (place, hook.verb(verb)));
    let lines = lines.iter().map(|(place, line)| (*place, line.as_str()));
    let values: Vec<_> = lines.chain([("ARGUMENTS", arguments)]).collect();
    fill(TEMPLATE, &values).trim_end().to_owned()
}

/// The beginnings of all command lines that the command may run.
pub(crate) fn lines(hook: &HookCommand) -> Vec<String> {
    VERBS.iter().map(|(_, verb)| hook.verb(verb)).collect()
}
