//! Client integrations: payloads, transcripts and settings files of each agent program.
//!
//! No client's JSON leaves this crate. A hook's payload goes through [`detect()`] and
//! [`parse_event`] and becomes a [`HookEvent`]; [`format_answer()`] converts palimp's context to
//! the client's form; [`transcript`] reads a client's own record of a session. The first three run
//! inside a hook, so they borrow what they read and look at no more than they need.

use std::path::PathBuf;

use palimp_core::event::{AgentClient, HookEvent};
use serde_json::Value;

mod answer;
pub mod chatgpt;
pub mod claude;
pub mod codec;
pub mod codex;
pub mod copilot;
pub mod cursor;
mod descriptor;
mod detect;
pub mod gemini;
pub mod install;
mod messages;
mod notice;
pub mod openclaw;
pub mod opencode;
mod own_command;
mod patch;
mod payload;
mod prompt;
mod shell;
mod shell_agent;
mod skill;
pub mod spawn;
mod tool;
pub mod transcript;
pub mod usage;

use descriptor::ClientDescriptor;

pub use answer::{
    empty_answer, format_answer, hears_after_tools, hears_later, is_answered_elsewhere,
    is_kept_with_start, needs_start_again, takes_context,
};
pub use detect::{detect, mcp_client, mcp_session, shell_session};
pub use shell_agent::shell_agent;

/// Parses a hook's payload into an event.
///
/// `argument` is the event's name if it followed on the command line; a name in the payload takes
/// precedence. `None` if the event is unknown, irrelevant to a memory, or without a session id.
/// Nothing in `payload` causes an error: missing or malformed values are left out.
pub fn parse_event(
    client: AgentClient,
    argument: Option<&str>,
    payload: &Value,
    env: &dyn Fn(&str) -> Option<String>,
) -> Option<HookEvent> {
    let known = descriptor::descriptor(client);
    let mut event = known.hook?(argument, payload)?;
    event.cwd = event.cwd.or_else(|| project_directory(known, env));
    Some(event)
}

/// The project's directory as the client's own variable names it, for payloads that do not.
fn project_directory(
    known: &ClientDescriptor,
    env: &dyn Fn(&str) -> Option<String>,
) -> Option<PathBuf> {
    env(known.project_variable?).filter(|directory| !directory.is_empty()).map(PathBuf::from)
}
