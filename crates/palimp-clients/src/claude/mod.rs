//! Claude Code.

pub(crate) mod hook;
pub mod install;
pub(crate) mod record;
pub(crate) mod transcript;
pub(crate) mod wire;

use crate::prompt;

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
