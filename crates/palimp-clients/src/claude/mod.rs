//! Claude Code.

pub(crate) mod codec;
pub(crate) mod hook;
pub mod install;
pub(crate) mod spawn;
pub(crate) mod transcript;
pub(crate) mod usage;
pub(crate) mod wire;

use palimp_core::AgentClient;

use crate::answer::nested_answer;
use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};
use crate::prompt;
use crate::transcript::is_lines;

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT"],
    programs: &["claude"],
    packages: &["@anthropic-ai/claude-code"],
    project_variable: Some("CLAUDE_PROJECT_DIR"),
    session_variable: Some("CLAUDE_CODE_SESSION_ID"),
    answer: Some(nested_answer),
    transcripts: Some(Transcripts {
        // The second is where its sub-agents' lie.
        below: &[("projects", 2), ("projects", 4)],
        is_one: is_lines,
        reader: |_| Box::new(transcript::ClaudeTranscriptReader::default()),
    }),
    usage: Some(&usage::USAGE_PARSER),
    codec: Some(&codec::CODEC),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "claude",
        setup: install::build_setup,
        find_plugin: install::find_plugin,
        obstacles: install::find_obstacles,
    }),
    asking: Some(&spawn::DISTILL_COMMAND),
    running: Some(&spawn::PROMPT_COMMAND),
    ..ClientDescriptor::name_only(AgentClient::Claude)
};

/// Prefixes of messages that Claude Code writes in the user's role: commands it ran itself and its
/// own notices.
const CLIENT_MESSAGE_PREFIXES: [&str; 6] = [
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<bash-",
    "<task-notification>",
    "[Request interrupted by user",
];

/// Returns the user's own words in a prompt, if there are any.
pub(crate) fn typed_words(text: &str) -> Option<String> {
    prompt::user_words(text)
        .filter(|words| !CLIENT_MESSAGE_PREFIXES.iter().any(|own| words.starts_with(own)))
}
