//! Registry of clients, with a descriptor for each. A descriptor lists the parts in a client's
//! folder; other modules look parts up here and know no client by name.

use std::path::{Path, PathBuf};

use palimp_core::event::{AgentClient, HookEvent};
use serde_json::Value;

use crate::codec::TranscriptCodec;
use crate::install::{
    ClientPaths, ClientSetup, HookCommand, HookObstacles, HookTrust, InspectedSettings,
};
use crate::spawn::table::{DistillCommand, PromptCommand};
use crate::transcript::TranscriptReader;
use crate::usage::ClientUsageParser;
use crate::{claude, codex, copilot, cursor, gemini, openclaw, opencode};

/// Parts of a client; each is optional.
pub(crate) struct ClientDescriptor {
    pub(crate) client: AgentClient,
    /// Parses a hook's payload, with the event's name if it was on the command line.
    pub(crate) hook: Option<Parse>,
    /// The variable that names the project's directory to hooks.
    pub(crate) project_variable: Option<&'static str>,
    /// The variable that names the session to an MCP server.
    pub(crate) session_variable: Option<&'static str>,
    /// Variables that mark the shells of its agent: `NAME`, or `NAME=value` where another value means
    /// something else.
    pub(crate) shell_marks: &'static [&'static str],
    /// Names of the programs beneath which its agent's shells run.
    pub(crate) programs: &'static [&'static str],
    /// Packages whose scripts are such programs.
    pub(crate) packages: &'static [&'static str],
    /// The JSON that gives the client a context in answer to an event.
    pub(crate) answer: Option<fn(&HookEvent, &str) -> Value>,
    /// Output of a hook without context, for clients that treat empty output as a failure.
    pub(crate) silence: Option<&'static str>,
    /// True if the client also runs its user's hooks of Claude Code, and shows its model the
    /// answers of both.
    pub(crate) adds_answers: bool,
    /// True if the end-of-turn hook gets all texts of the turn as the answer, a line each.
    pub(crate) tells_whole_turn: bool,
    /// Names of the hooks for a prompt, for a tool and for the end of a turn.
    pub(crate) hooks: [&'static str; 3],
    /// Session records that the client keeps in files.
    pub(crate) transcripts: Option<Transcripts>,
    /// Parses the token usage of requests from its transcripts.
    pub(crate) usage: Option<&'static ClientUsageParser>,
    /// Codec of transcripts as the conversation that the client sends.
    pub(crate) codec: Option<&'static TranscriptCodec>,
    /// Setup of palimp in the client.
    pub(crate) place: Option<InstallDescriptor>,
    /// Command that asks the client as a model.
    pub(crate) asking: Option<&'static DistillCommand>,
    /// Command with which the client answers its user.
    pub(crate) running: Option<&'static PromptCommand>,
}

/// See [`ClientDescriptor::hook`].
pub(crate) type Parse = fn(Option<&str>, &Value) -> Option<HookEvent>;

/// A client's transcripts of sessions.
pub(crate) struct Transcripts {
    /// Directories of transcripts below the client's directory: name, and depth.
    pub(crate) below: &'static [(&'static str, usize)],
    /// Returns true if a file in such a directory is a transcript.
    pub(crate) is_one: fn(&Path) -> bool,
    /// Returns a reader of the events of the transcript at a path.
    pub(crate) reader: fn(&Path) -> Box<dyn TranscriptReader>,
}

/// Location of a client's settings, and the content that palimp writes there.
pub(crate) struct InstallDescriptor {
    pub(crate) dir: fn(&ClientPaths) -> PathBuf,
    /// Name of the program.
    pub(crate) program: &'static str,
    /// Builds the setup that connects the client.
    pub(crate) setup: fn(&ClientPaths, &HookCommand) -> ClientSetup,
    /// Finds palimp's plugin among the plugins that the client manages.
    pub(crate) find_plugin: fn(&ClientPaths) -> Option<ClientPlugin>,
    /// Finds settings that keep installed hooks from running.
    pub(crate) obstacles: fn(&InspectedSettings) -> HookObstacles,
}

/// palimp's plugin as a client has it.
#[derive(Debug, Default)]
pub(crate) struct ClientPlugin {
    /// Trust of the user in its hooks, if the client asks for it.
    pub(crate) trust: Option<HookTrust>,
}

impl ClientDescriptor {
    /// Returns a descriptor that has only the client's name.
    pub(crate) const fn name_only(client: AgentClient) -> ClientDescriptor {
        ClientDescriptor {
            client,
            hook: None,
            project_variable: None,
            session_variable: None,
            shell_marks: &[],
            programs: &[],
            packages: &[],
            answer: None,
            silence: None,
            adds_answers: false,
            tells_whole_turn: false,
            hooks: ["UserPromptSubmit", "PostToolUse", "Stop"],
            transcripts: None,
            usage: None,
            codec: None,
            place: None,
            asking: None,
            running: None,
        }
    }
}

/// Every client.
pub(crate) const ALL_CLIENTS: [&ClientDescriptor; 9] = [
    &claude::DESCRIPTOR,
    &codex::DESCRIPTOR,
    &gemini::DESCRIPTOR,
    &opencode::DESCRIPTOR,
    &copilot::DESCRIPTOR,
    &cursor::DESCRIPTOR,
    &openclaw::DESCRIPTOR,
    // Of these the past is imported, and nothing runs here.
    &ClientDescriptor::name_only(AgentClient::Chatgpt),
    &ClientDescriptor::name_only(AgentClient::Palimp),
];

/// Returns the descriptor of `client`.
pub(crate) fn descriptor(client: AgentClient) -> &'static ClientDescriptor {
    let row = ALL_CLIENTS.into_iter().find(|known| known.client == client);
    row.expect("every client has a row")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::InstallTarget;

    #[test]
    fn every_client_has_a_row_and_every_target_a_place() {
        for target in InstallTarget::ALL {
            assert!(descriptor(target.client()).place.is_some(), "{target}");
        }
        for client in [AgentClient::Chatgpt, AgentClient::Palimp] {
            assert!(descriptor(client).place.is_none());
        }
        for client in AgentClient::INSTALLABLE {
            let known = descriptor(client);
            assert!(known.hook.is_some() && known.answer.is_some(), "{client}");
            assert!(known.asking.is_some() && known.running.is_some(), "{client}");
        }
    }
}
