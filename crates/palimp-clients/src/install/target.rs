//! Agent programs that palimp can be connected to.

use std::fmt;
use std::str::FromStr;

use palimp_core::AgentClient;
use palimp_core::event::UnknownClient;
use serde::{Deserialize, Serialize};

/// An agent program that palimp can be connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InstallTarget {
    /// Claude Code.
    Claude,
    /// Codex CLI.
    Codex,
    /// Gemini CLI.
    Gemini,
    /// opencode.
    Opencode,
    /// GitHub Copilot CLI.
    Copilot,
    /// Cursor.
    Cursor,
    /// OpenClaw.
    Openclaw,
    /// ChatGPT: not a program of this machine, so there is nothing to connect.
    Chatgpt,
    /// palimp itself, which needs no connection.
    Palimp,
}

impl InstallTarget {
    /// All targets that can be connected, in display order.
    pub const ALL: [InstallTarget; 7] = [
        InstallTarget::Claude,
        InstallTarget::Codex,
        InstallTarget::Gemini,
        InstallTarget::Opencode,
        InstallTarget::Copilot,
        InstallTarget::Cursor,
        InstallTarget::Openclaw,
    ];

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            InstallTarget::Claude => "claude",
            InstallTarget::Codex => "codex",
            InstallTarget::Gemini => "gemini",
            InstallTarget::Opencode => "opencode",
            InstallTarget::Copilot => "copilot",
            InstallTarget::Cursor => "cursor",
            InstallTarget::Openclaw => "openclaw",
            InstallTarget::Chatgpt => "chatgpt",
            InstallTarget::Palimp => "palimp",
        }
    }

    /// Returns the display name of the program.
    pub const fn title(self) -> &'static str {
        self.client().display_name()
    }

    /// Converts the target to a client.
    pub const fn client(self) -> AgentClient {
        match self {
            InstallTarget::Claude => AgentClient::Claude,
            InstallTarget::Codex => AgentClient::Codex,
            InstallTarget::Gemini => AgentClient::Gemini,
            InstallTarget::Opencode => AgentClient::Opencode,
            InstallTarget::Copilot => AgentClient::Copilot,
            InstallTarget::Cursor => AgentClient::Cursor,
            InstallTarget::Openclaw => AgentClient::Openclaw,
            InstallTarget::Chatgpt => AgentClient::Chatgpt,
            InstallTarget::Palimp => AgentClient::Palimp,
        }
    }
}

impl From<AgentClient> for InstallTarget {
    fn from(client: AgentClient) -> InstallTarget {
        match client {
            AgentClient::Claude => InstallTarget::Claude,
            AgentClient::Codex => InstallTarget::Codex,
            AgentClient::Gemini => InstallTarget::Gemini,
            AgentClient::Opencode => InstallTarget::Opencode,
            AgentClient::Copilot => InstallTarget::Copilot,
            AgentClient::Cursor => InstallTarget::Cursor,
            AgentClient::Openclaw => InstallTarget::Openclaw,
            AgentClient::Chatgpt => InstallTarget::Chatgpt,
            AgentClient::Palimp => InstallTarget::Palimp,
        }
    }
}

impl fmt::Display for InstallTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for InstallTarget {
    type Err = UnknownClient;

    fn from_str(name: &str) -> Result<InstallTarget, UnknownClient> {
        let target = InstallTarget::from(name.parse::<AgentClient>()?);
        let is_target = InstallTarget::ALL.contains(&target);
        is_target.then_some(target).ok_or_else(|| UnknownClient(name.to_owned()))
    }
}
