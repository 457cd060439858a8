//! What palimp can be wired into.

use std::fmt;
use std::str::FromStr;

use palimp_core::Client;
use serde::{Deserialize, Serialize};

/// An agent program that palimp can be wired into.
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
    /// Cursor.
    Cursor,
    /// OpenClaw.
    Openclaw,
    /// ChatGPT: no program of this machine, so that nothing is ever wired.
    Chatgpt,
    /// palimp itself, which needs no wiring.
    Palimp,
}

impl Target {
    /// All that can be wired, in the order in which they are shown.
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
            Target::Chatgpt => "chatgpt",
            Target::Palimp => "palimp",
        }
    }

    /// The name a person knows the program by.
    pub const fn title(self) -> &'static str {
        self.client().title()
    }

    /// The same as a client.
    pub const fn client(self) -> Client {
        match self {
            Target::Claude => Client::Claude,
            Target::Codex => Client::Codex,
            Target::Gemini => Client::Gemini,
            Target::Opencode => Client::Opencode,
            Target::Copilot => Client::Copilot,
            Target::Cursor => Client::Cursor,
            Target::Openclaw => Client::Openclaw,
            Target::Chatgpt => Client::Chatgpt,
            Target::Palimp => Client::Palimp,
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
            Client::Openclaw => Target::Openclaw,
            Client::Chatgpt => Target::Chatgpt,
            Client::Palimp => Target::Palimp,
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
