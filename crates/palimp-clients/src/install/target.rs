//! What palimp can be wired into.

use std::fmt;
use std::str::FromStr;

use palimp_core::Client;
use serde::{Deserialize, Serialize};

/// An agent program that palimp can be wired into: one that runs its hooks, or one that reaches
/// it as an MCP server alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
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
    /// Cursor, by MCP.
    Cursor,
    /// OpenClaw, by MCP.
    Openclaw,
}

impl Target {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Target; 7] = [
        Target::Claude,
        Target::Codex,
        Target::Gemini,
        Target::Opencode,
        Target::Copilot,
        Target::Cursor,
        Target::Openclaw,
    ];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Claude => "claude",
            Target::Codex => "codex",
            Target::Gemini => "gemini",
            Target::Opencode => "opencode",
            Target::Copilot => "copilot",
            Target::Cursor => "cursor",
            Target::Openclaw => "openclaw",
        }
    }

    /// The name a person knows the program by.
    pub const fn title(self) -> &'static str {
        match self {
            Target::Openclaw => "OpenClaw",
            _ => match self.client() {
                Some(client) => client.title(),
                None => self.name(),
            },
        }
    }

    /// The client whose events palimp knows.
    pub const fn client(self) -> Option<Client> {
        match self {
            Target::Claude => Some(Client::Claude),
            Target::Codex => Some(Client::Codex),
            Target::Gemini => Some(Client::Gemini),
            Target::Opencode => Some(Client::Opencode),
            Target::Copilot => Some(Client::Copilot),
            Target::Cursor => Some(Client::Cursor),
            Target::Openclaw => None,
        }
    }
}

impl From<Client> for Target {
    fn from(client: Client) -> Target {
        match client {
            Client::Claude => Target::Claude,
            Client::Codex => Target::Codex,
            Client::Gemini => Target::Gemini,
            Client::Opencode => Target::Opencode,
            Client::Copilot => Target::Copilot,
            Client::Cursor => Target::Cursor,
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that is nothing's that palimp can be wired into.
#[derive(Debug, thiserror::Error)]
#[error(
    "no client is called '{0}': use claude, codex, gemini, opencode, copilot, cursor or openclaw"
)]
pub struct UnknownTarget(String);

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(name: &str) -> Result<Target, UnknownTarget> {
        let found = Target::ALL.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| UnknownTarget(name.to_owned()))
    }
}
