//! The `/memory` command: one text for every client's model.

use super::HookCommand;
use super::own_file::fill;

const TEMPLATE: &str = include_str!("../../assets/memory.md");

/// The verbs that the command may run. None of them changes anything.
pub(crate) const VERBS: [&str; 5] = ["recent", "stats", "summaries", "status", "search"];

/// What the file is, in words.
pub(crate) const WHAT: &str = "the /memory command";

/// What tells a model to show memories. `arguments` is what the client replaces by the words
/// that the user typed.
pub(crate) fn memory_prompt(hook: &HookCommand, arguments: &str) -> String {
    let lines = VERBS.map(|verb| hook.verb(verb));
    let [recent, stats, summaries, status, search] = lines.each_ref().map(String::as_str);
    let values = [
        ("ARGUMENTS", arguments),
        ("RECENT", recent),
        ("STATS", stats),
        ("SUMMARIES", summaries),
        ("STATUS", status),
        ("SEARCH", search),
    ];
    fill(TEMPLATE, &values).trim_end().to_owned()
}
