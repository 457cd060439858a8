//! Words that belong to one room: whoever else says them does its work past it.

use std::fs;
use std::path::Path;

use super::{is_test, name_of, without_tests};

/// Calls that would wait for a pipe, or read a device without end.
const UNGUARDED_READS: &[&str] = &["fs::read(", "fs::read_to_string(", "File::open("];

/// Calls that write a file, or lock one, in a way of their own.
const UNGUARDED_WRITES: &[&str] = &[
    "fs::write(", "fs::rename(", "fs::copy(", "fs::hard_link(", "fs::create_dir",
    "fs::set_permissions(", "renameat", "::linkat(", "OFlags::CREATE", "File::create",
    "File::options", "OpenOptions", "DirBuilder", ".sync_all(", ".sync_data(", "TryLockError",
    ".try_lock()", "flock(", "NamedTempFile", ".tempfile",
];

/// Rooms that read and write past `palimp-files`, or files with the calls they make; and why.
const UNGUARDED_EXCUSES: &[(&str, &[&str], &str)] = &[
    ("crates/palimp-files/", &[], "it is the way"),
    ("crates/palimp-testing/", &[], "it makes what tests are run on"),
    (
        "crates/palimp-engine/src/sharing/teams/rule_files.rs",
        &["fs::create_dir"],
        "makes the directories of rule files in a project, which are not palimp's own",
    ),
    (
        "crates/palimp-clients/src/install/write.rs",
        &["fs::create_dir"],
        "directories of a client's settings have the permissions that its user wants",
    ),
    (
        "crates/palimp-cli/src/commands/bench.rs",
        &["fs::create_dir", "fs::write(", "File::options"],
        "it lays out notes of a given day, in a temporary directory of its own",
    ),
    (
        "crates/palimp-cli/src/commands/bench/gate.rs",
        &["fs::create_dir", "fs::write("],
        "it copies a vault into a temporary directory of its own",
    ),
    (
        "crates/palimp-hub/src/throwaway.rs",
        &["fs::create_dir", "fs::set_permissions(", "File::create", "fs::read_to_string("],
        "what it makes belongs to the user as whom PostgreSQL runs, and goes with its process",
    ),
    (
        "crates/palimp-engine/src/chat/chat_record.rs",
        &[".sync_data("],
        "a record is synced line by line: each is appended, and nothing is replaced",
    ),
];

/// Words that only few crates may use, with these crates; benchmarks may use all of them. A crate
/// that has a database of its own may use SQL.
const RESERVED_WORDS: &[(&[&str], &str, &[&str])] = &[
    (&["palimp-store", "palimp-hub"], "SQL", &["SELECT ", "INSERT INTO", "DELETE FROM", "PRAGMA "]),
    (
        &["palimp-clients"],
        "a client's JSON",
        &[
            "\"transcript_path\"",
            "\"hook_event_name\"",
            "\"tool_input\"",
            "\"toolUseResult\"",
            "\"isSidechain\"",
            "\"session_meta\"",
            "\"additionalContext\"",
            "\"mcpServers\"",
        ],
    ),
    (&["palimp-mcp"], "the protocol", &["\"tools/call\"", "\"tools/list\"", "rmcp::"]),
];

/// Rooms that do no I/O.
const PURE_CRATES: &[&str] = &[
    "palimp-core", "palimp-redact", "palimp-rank", "palimp-rules", "palimp-note", "palimp-context",
    "palimp-pages",
];

/// Names that reach outside.
const IO_WORDS: &[&str] = &[
    "std::fs", "std::env", "std::net", "std::process", "std::thread", "fs::", "env::var",
    "Command::new", "SystemTime::now", "Instant::now", "Timestamp::now", "Zoned::now", "io::stdin",
    "io::stdout",
];

/// Checks a file for words that are not its crate's to use.
pub(super) fn check_words(root: &Path, file: &Path) -> Vec<String> {
    let name = name_of(root, file);
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut complaints = bold_calls(&name, &text);
    complaints.extend(reserved_word_problems(&name, &text));
    complaints
}

fn reserved_word_problems(name: &str, text: &str) -> Vec<String> {
    let mut parts = name.split('/');
    let (Some("crates"), Some(room), Some("src")) = (parts.next(), parts.next(), parts.next())
    else {
        return Vec::new();
    };
    if room == "palimp-testing" || is_test(name) {
        return Vec::new();
    }
    let lines = without_tests(text).lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let lines: Vec<&str> = lines.collect();
    let said = |words: &'static [&str]| {
        lines.iter().filter(move |line| words.iter().any(|word| line.contains(word)))
    };
    let foreign = RESERVED_WORDS.iter().filter(|(of, ..)| !of.contains(&room));
    let foreign = foreign.flat_map(|(of, what, words)| {
        said(words).map(move |line| format!("{name}: {what} is {}'s to speak: {line}", of[0]))
    });
    let outside = said(IO_WORDS).filter(|_| PURE_CRATES.contains(&room));
    let outside = outside.map(|line| format!("{name}: a pure room reaches outside: {line}"));
    foreign.chain(outside).collect()
}

/// Files that are read or written past `palimp-files`: there a pipe would be waited for, a device
/// read without end, or a crash would leave half a file.
fn bold_calls(name: &str, text: &str) -> Vec<String> {
    let ours = name.starts_with("crates/") && name.contains("/src/");
    let excuse = UNGUARDED_EXCUSES.iter().find(|(of, ..)| name.starts_with(of));
    if !ours || excuse.is_some_and(|(_, calls, _)| calls.is_empty()) || is_test(name) {
        return Vec::new();
    }
    let excused = excuse.map_or(&[][..], |(_, calls, _)| calls);
    let code = without_tests(text);
    let code = || code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let is_bold = |line: &&str| {
        let mut calls = UNGUARDED_READS.iter().chain(UNGUARDED_WRITES);
        calls.any(|call| line.contains(call) && !excused.contains(call))
    };
    let bold = code().filter(is_bold);
    let bold = bold.map(|line| format!("{name}: goes past palimp-files: {}", line.trim()));
    let unused = excused.iter().filter(|call| !code().any(|line| line.contains(**call)));
    let unused =
        unused.map(|call| format!("{name}: is excused for {call}, which it does not call"));
    bold.chain(unused).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(name: &str, text: &str) -> usize {
        bold_calls(name, text).len() + reserved_word_problems(name, text).len()
    }

    #[test]
    fn what_is_anothers_to_say_is_told() {
        let store = "crates/palimp-store/src/a.rs";
        assert_eq!(said(store, "fs::rename(a, b)?;\nlet file = File::options();"), 2);
        assert_eq!(
            said(store, "// fs::rename(a, b)\n#[cfg(test)]\nmod tests { fs::write(a, b) }"),
            0
        );
        assert_eq!(said(store, "\"SELECT 1\""), 0);
        assert_eq!(said("crates/palimp-engine/src/a.rs", "\"SELECT 1\"; \"mcpServers\""), 2);
        assert_eq!(said("crates/palimp-rank/src/a.rs", "use std::env;"), 1);
        assert_eq!(said("crates/palimp-files/src/a.rs", "fs::rename(a, b)?;"), 0);
    }

    #[test]
    fn an_excuse_is_for_one_call_and_has_to_be_needed() {
        let record = "crates/palimp-engine/src/chat/chat_record.rs";
        assert_eq!(said(record, "file.sync_data(); "), 0);
        assert_eq!(said(record, "file.sync_data(); fs::write(a, b)"), 1);
        assert_eq!(said(record, ""), 1);
    }
}
