//! Claude Code.

pub(crate) mod hook;
pub mod install;
pub(crate) mod record;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;
pub(crate) mod wire;

use palimp_core::Client;

use crate::answer::nested;
use crate::known::{Known, Place, Transcripts};
use crate::prompt;
use crate::transcript::is_lines;

pub(crate) const KNOWN: Known = Known {
    hook: Some(hook::parse),
    shell_marks: &["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
    programs: &["claude"],
    packages: &["@anthropic-ai/claude-code"],
    project_variable: Some("CLAUDE_PROJECT_DIR"),
    session_variable: Some("CLAUDE_CODE_SESSION_ID"),
    answer: Some(nested),
    transcripts: Some(Transcripts {
        // The second is where its sub-agents' lie.
        below: &[("projects", 2), ("projects", 4)],
        is_one: is_lines,
        reader: |_| Box::new(transcript::Lines::default()),
    }),
    usage: Some(&usage::READING),
    record: Some(&record::RECORD),
    place: Some(Place {
        dir: install::dir,
        program: "claude",
        wires: install::wires,
        obstacles: install::obstacles,
    }),
    asking: Some(&spawn::ASKING),
    running: Some(&spawn::RUNNING),
    ..Known::nothing(Client::Claude)
};

/// What Claude Code writes in the user's place: commands it ran itself, notices of its own.
const NOT_SAID: [&str; 6] = [
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<bash-",
    "<task-notification>",
    "[Request interrupted by user",
];

/// The user's own words in a prompt, if there are any.
pub(crate) fn words(text: &str) -> Option<String> {
    prompt::words(text).filter(|words| !NOT_SAID.iter().any(|own| words.starts_with(own)))
}
