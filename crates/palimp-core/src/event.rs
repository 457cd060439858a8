//! Hook events of clients, in palimp's own types.
//!
//! Each client's JSON ends at the border of `palimp-clients`; everything behind it uses only these
//! types.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::messages;
use crate::role::MessageRole;

/// An agent program that palimp serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AgentClient {
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
    /// ChatGPT, of which an export is imported.
    Chatgpt,
    /// palimp itself, where it holds a conversation with a model.
    Palimp,
}

impl AgentClient {
    /// The clients that `install` connects, in display order.
    pub const INSTALLABLE: [AgentClient; 5] = [
        AgentClient::Claude,
        AgentClient::Codex,
        AgentClient::Gemini,
        AgentClient::Opencode,
        AgentClient::Copilot,
    ];

    /// The name used on the command line and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            AgentClient::Claude => "claude",
            AgentClient::Codex => "codex",
            AgentClient::Gemini => "gemini",
            AgentClient::Opencode => "opencode",
            AgentClient::Copilot => "copilot",
            AgentClient::Cursor => "cursor",
            AgentClient::Openclaw => "openclaw",
            AgentClient::Chatgpt => "chatgpt",
            AgentClient::Palimp => "palimp",
        }
    }

    /// Returns the program's name as its vendor writes it.
    pub const fn display_name(self) -> &'static str {
        match self {
            AgentClient::Claude => "Claude Code",
            AgentClient::Codex => "Codex CLI",
            AgentClient::Gemini => "Gemini CLI",
            AgentClient::Opencode => "opencode",
            AgentClient::Copilot => "Copilot CLI",
            AgentClient::Cursor => "Cursor",
            AgentClient::Openclaw => "OpenClaw",
            AgentClient::Chatgpt => "ChatGPT",
            AgentClient::Palimp => "palimp",
        }
    }
}

impl fmt::Display for AgentClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error: the name belongs to no client.
#[derive(Debug, thiserror::Error)]
#[error("{}", messages::client_unknown(.0))]
pub struct UnknownClient(pub String);

impl FromStr for AgentClient {
    type Err = UnknownClient;

    /// Accepts the program's own name too: `claude-code`, `Gemini CLI`.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let mut clients = AgentClient::INSTALLABLE.into_iter().chain([
            AgentClient::Cursor,
            AgentClient::Openclaw,
            AgentClient::Chatgpt,
            AgentClient::Palimp,
        ]);
        let is_display = |client: &AgentClient| {
            client.display_name().replace(' ', "-").eq_ignore_ascii_case(&name.replace(' ', "-"))
        };
        clients
            .clone()
            .find(|client| client.name() == name)
            .or_else(|| clients.find(is_display))
            .ok_or_else(|| UnknownClient(name.to_owned()))
    }
}

/// One event of a client's session.
#[derive(Clone, Debug, PartialEq)]
pub struct HookEvent {
    /// The program that sent the event, which may differ from the one that the hook was installed
    /// for.
    pub client: AgentClient,
    /// The event's name as the client spells it; some answers must repeat it.
    pub name: String,
    /// The client's id of the session; never empty.
    pub session_id: String,
    /// Working directory of the client.
    pub cwd: Option<PathBuf>,
    /// Time of the event by the client's clock, in milliseconds since the Unix epoch.
    pub at: Option<i64>,
    /// True if a sub-agent sent the event, not the user's own conversation: a prompt is then the
    /// text that the agent gave to its sub-agent.
    pub subagent: bool,
    /// Kind of the event, with its data.
    pub kind: EventKind,
}

/// Kind of an event in a session.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A session began, resumed or was restarted; the client accepts context.
    SessionStart {
        /// Reason of the start.
        source: StartSource,
    },
    /// The user sent a prompt.
    Prompt {
        /// The user's words, without any text that a hook put around them.
        text: String,
        /// Unique key of the turn within the session, if the client names one.
        turn: Option<String>,
    },
    /// Text of the assistant other than an answer: a [`MessageRole::Step`], a summary or a plan.
    TranscriptExtra {
        /// Role of the text: a step, a summary or a plan.
        role: MessageRole,
        /// The text.
        text: String,
        /// Unique key of the text within the session, if the client gives one.
        turn: Option<String>,
    },
    /// A tool is about to run; the client may take context before it does.
    ToolStart(PendingToolCall),
    /// A tool was used.
    Tool(ToolUse),
    /// The assistant finished its answer.
    TurnEnd {
        /// Its final words, where the payload holds them.
        reply: Option<String>,
        /// The turn, as in [`EventKind::Prompt`].
        turn: Option<String>,
        /// The client's own record of the session.
        transcript: Option<PathBuf>,
    },
    /// The session is over.
    SessionEnd {
        /// The client's own record of the session.
        transcript: Option<PathBuf>,
    },
    /// The client is about to shorten the conversation.
    PreCompact {
        /// The client's own record of the session.
        transcript: Option<PathBuf>,
    },
}

/// Reason of a session's start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartSource {
    /// A new session.
    Startup,
    /// An older session goes on.
    Resume,
    /// The user cleared the conversation.
    Clear,
    /// The conversation was compacted.
    Compact,
}

/// A call of a tool that has not run yet.
#[derive(Clone, Debug, PartialEq)]
pub struct PendingToolCall {
    /// The tool's name, as in [`ToolUse::name`].
    pub name: String,
    /// The client's id of the call.
    pub id: Option<String>,
    /// The command or the change that the call asks for.
    pub action: ToolAction,
}

impl PendingToolCall {
    /// The command line of a shell call.
    pub fn shell_command(&self) -> Option<&str> {
        match &self.action {
            ToolAction::Shell { command } => Some(command),
            _ => None,
        }
    }

    /// The first file that the call changes.
    pub fn first_edit(&self) -> Option<&FileEdit> {
        match &self.action {
            ToolAction::Edit(files) => files.first(),
            _ => None,
        }
    }
}

/// One use of a tool, with its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolUse {
    /// The tool's name in palimp's words where palimp knows the tool (`Edit`, `MultiEdit`,
    /// `Write`, `NotebookEdit`, `Bash`, `Read`, `Grep`, `Glob`, `WebFetch`), else the client's own.
    pub name: String,
    /// The client's id of the call.
    pub id: Option<String>,
    /// Action of the tool.
    pub action: ToolAction,
    /// Outcome of the use.
    pub outcome: ToolOutcome,
    /// Output or result as text; empty if nothing is known.
    pub output: String,
}

impl ToolUse {
    /// The file that was changed first, or read, and whether it was changed; none of a use that failed.
    pub fn touched_file(&self) -> Option<(&str, bool)> {
        if matches!(self.outcome, ToolOutcome::Failure { .. }) {
            return None;
        }
        match &self.action {
            ToolAction::Edit(files) => files.first().map(|file| (file.path.as_str(), true)),
            ToolAction::Other { input } if self.name == "Read" => {
                let named = ["file_path: ", "filePath: ", "absolute_path: ", "path: "];
                let path = named.iter().find_map(|name| input.strip_prefix(name))?;
                Some((path.split(", ").next().unwrap_or(path), false))
            }
            _ => None,
        }
    }
}

/// Action of a tool.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolAction {
    /// Changed files; one entry for each file.
    Edit(Vec<FileEdit>),
    /// Ran a command line.
    Shell {
        /// The whole line or script.
        command: String,
    },
    /// Anything else; `input` is its arguments in short form.
    Other {
        /// The arguments on one line, such as `pattern: *.txt`.
        input: String,
    },
}

/// A change to one file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileEdit {
    /// The file, as the client named it.
    pub path: String,
    /// Change to the file.
    pub change: FileChange,
}

/// Change to a file's content.
#[derive(Clone, Debug, PartialEq)]
pub enum FileChange {
    /// `old` became `new`, once for each pair.
    Replace(Vec<(String, String)>),
    /// The whole file was written.
    Write(String),
    /// A notebook's cell was edited.
    Cell {
        /// The cell's id or number.
        cell: String,
        /// `replace`, `insert` or `delete`.
        mode: String,
        /// The cell's new source.
        source: String,
    },
    /// The file is gone.
    Delete,
}

/// Outcome of a tool's use.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolOutcome {
    /// The exit code or the client said that it went well.
    Success,
    /// The exit code or the client's own mark said that it failed.
    Failure {
        /// The exit code of a command.
        code: Option<i32>,
    },
    /// The client does not say at hook time; its transcript may.
    Unknown,
}
