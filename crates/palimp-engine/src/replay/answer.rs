//! An answer of a hook, with the event that it answered.

use palimp_core::event::Action;
use palimp_core::{EventKind, HookEvent, Outcome};
use palimp_redact::Redactor;
use serde::Serialize;

/// Context that a hook injected in answer to one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The event as the client spells it.
    #[serde(skip)]
    pub name: String,
    /// The kind of event: `start`, `prompt`, `read`, `before edit`, `edit`, `command` or `failure`.
    pub event: &'static str,
    /// The prompt that was answered, without its secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The command line that was answered, or another tool with its arguments, without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The file that was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The injected text.
    pub text: String,
}

/// What an event is about.
enum Subject<'e> {
    Prompt(&'e str),
    Command(String),
    File(&'e str),
    Nothing,
}

impl Answer {
    /// Describes the answer `text` to an event.
    pub(super) fn new(event: &HookEvent, text: &str, redactor: &Redactor) -> Answer {
        let redacted = |text: &str| Some(redactor.redact(text).into_owned());
        let name = event.name.clone();
        let (event, subject) = subject(&event.kind);
        let (mut prompt, mut command, mut file) = (None, None, None);
        match subject {
            Subject::Prompt(text) => prompt = redacted(text),
            Subject::Command(line) => command = redacted(&line),
            Subject::File(path) => file = redacted(path),
            Subject::Nothing => {}
        }
        Answer { name, event, prompt, command, file, text: text.to_owned() }
    }
}

fn subject(kind: &EventKind) -> (&'static str, Subject<'_>) {
    match kind {
        EventKind::Prompt { text, .. } => ("prompt", Subject::Prompt(text)),
        EventKind::ToolStart(call) => match call.edited() {
            Some(file) => ("before edit", Subject::File(&file.path)),
            None => ("command", Subject::Command(line(&call.name, &call.action))),
        },
        EventKind::Tool(tool) => match tool.touched() {
            Some((path, true)) => ("edit", Subject::File(path)),
            Some((path, false)) => ("read", Subject::File(path)),
            None => {
                let failed = matches!(tool.outcome, Outcome::Failure { .. });
                let event = if failed { "failure" } else { "command" };
                (event, Subject::Command(line(&tool.name, &tool.action)))
            }
        },
        _ => ("start", Subject::Nothing),
    }
}

/// The command line of a shell, or a tool with its arguments.
fn line(tool: &str, action: &Action) -> String {
    match action {
        Action::Shell { command } => command.clone(),
        Action::Other { input } => format!("{tool} {input}"),
        Action::Edit(_) => tool.to_owned(),
    }
}
