//! Tells whether the user runs a command or an agent in its shell, and refuses an agent what is the user's to
//! decide.

use std::path::PathBuf;

use palimp_core::AgentClient;

use crate::error::CliError;
use crate::messages;

/// Parents that are looked at, at the most.
const MAX_PARENTS: usize = 32;
/// The most of a parent's command line that is read, in bytes.
const MAX_COMMAND_LINE_BYTES: u64 = 1 << 20;
/// The environment variable that names another `/proc`, in builds for tests alone.
const PROC_DIR_VARIABLE: &str = "PALIMP_PROC";

/// Returns the client whose agent runs this command, or none where the user does.
pub(crate) fn calling_agent() -> Option<AgentClient> {
    palimp_clients::shell_agent(&|name| std::env::var(name).ok(), &parent_command_lines())
}

/// Refuses an agent this command, which decides in the user's name.
///
/// # Errors
///
/// When an agent runs it.
pub(crate) fn refuse_agent() -> Result<(), CliError> {
    let Some(client) = calling_agent() else { return Ok(()) };
    Err(CliError::user(messages::refused_to_agent(client.display_name(), shell_command())))
}

/// Returns the command as it was typed, quoted for another shell.
fn shell_command() -> String {
    let words = std::env::args().skip(1).map(|word| quote_word(&word));
    ["palimp".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}

fn quote_word(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./:=#@,+".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Returns the command lines of this process's parents, the nearest first; none where the system does not
/// show them.
fn parent_command_lines() -> Vec<Vec<String>> {
    let mut lines = Vec::new();
    let mut pid = parent_pid("self");
    while let Some(at) = pid.filter(|pid| *pid > 1 && lines.len() < MAX_PARENTS) {
        lines.push(command_line(at).unwrap_or_default());
        pid = parent_pid(&at.to_string());
    }
    lines
}

fn command_line(pid: u32) -> Option<Vec<String>> {
    let path = proc_dir().join(format!("{pid}/cmdline"));
    let bytes = palimp_files::read_up_to(&path, MAX_COMMAND_LINE_BYTES).ok()?;
    let words = bytes.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    Some(words.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
}

/// Returns the parent's id, which stands in `stat` behind the state and the name. The name is in
/// brackets and may hold anything.
fn parent_pid(pid: &str) -> Option<u32> {
    let path = proc_dir().join(format!("{pid}/stat"));
    let stat = palimp_files::read_up_to(&path, MAX_COMMAND_LINE_BYTES).ok()?;
    let stat = String::from_utf8_lossy(&stat).into_owned();
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

fn proc_dir() -> PathBuf {
    let other = std::env::var_os(PROC_DIR_VARIABLE).filter(|_| cfg!(debug_assertions));
    other.map_or_else(|| PathBuf::from("/proc"), PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_word_is_quoted_for_a_shell() {
        for (word, expect) in [
            ("--kind=core", "--kind=core"),
            ("we use pnpm", "'we use pnpm'"),
            ("don't", r"'don'\''t'"),
            ("", "''"),
            ("$(x)", "'$(x)'"),
        ] {
            assert_eq!(quote_word(word), expect);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn parents_begin_with_whoever_started_this_process() {
        let first = parent_command_lines().into_iter().next().expect("a parent");
        assert!(!first.is_empty(), "a test has a parent with a command line");
    }
}
