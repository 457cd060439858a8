//! An answer of a hook, with the event that it answered.

use palimp_core::event::ToolAction;
use palimp_core::{EventKind, HookEvent, ToolOutcome};
use palimp_redact::Redactor;
use serde::Serialize;

/// Context that a hook injected in answer to one event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplayAnswer {
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

/// Subject of an event.
enum EventSubject<'e> {
    Prompt(&'e str),
    Command(String),
    File(&'e str),
    Nothing,
}

impl ReplayAnswer {
    /// Describes the answer `text` to an event.
    pub(super) fn new(event: &HookEvent, text: &str, redactor: &Redactor) -> ReplayAnswer {
        let redacted = |text: &str| Some(redactor.redact(text).into_owned());
        let name = event.name.clone();
        let (event, subject) = event_subject(&event.kind);
        let (mut prompt, mut command, mut file) = (None, None, None);
        match subject {
            EventSubject::Prompt(text) => prompt = redacted(text),
            EventSubject::Command(line) => command = redacted(&line),
            EventSubject::File(path) => file = redacted(path),
            EventSubject::Nothing => {}
        }
        ReplayAnswer { name, event, prompt, command, file, text: text.to_owned() }
    }
}

fn event_subject(kind: &EventKind) -> (&'static str, EventSubject<'_>) {
    match kind {
        EventKind::Prompt { text, .. } => ("prompt", EventSubject::Prompt(text)),
        EventKind::ToolStart(call) => match call.first_edit() {
            Some(file) => ("before edit", EventSubject::File(&file.path)),
            None => ("command", EventSubject::Command(tool_command_line(&call.name, &call.action))),
        },
        EventKind::Tool(tool) => match tool.touched_file() {
            Some((path, true)) => ("edit", EventSubject::File(path)),
            Some((path, false)) => ("read", EventSubject::File(path)),
            None => {
                let failed = matches!(tool.outcome, ToolOutcome::Failure { .. });
                let event = if failed { "failure" } else { "command" };
                (event, EventSubject::Command(tool_command_line(&tool.name, &tool.action)))
            }
        },
        _ => ("start", EventSubject::Nothing),
    }
}

/// The command line of a shell, or a tool with its arguments.
fn tool_command_line(tool: &str, action: &ToolAction) -> String {
    match action {
        ToolAction::Shell { command } => command.clone(),
        ToolAction::Other { input } => format!("{tool} {input}"),
        ToolAction::Edit(_) => tool.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use palimp_core::AgentClient;
    use palimp_core::event::{FileChange, FileEdit, PendingToolCall, ToolUse};

    use super::*;

    fn answer(kind: EventKind) -> ReplayAnswer {
        let (name, session_id) = ("X".to_owned(), "s".to_owned());
        let client = AgentClient::Claude;
        let event =
            HookEvent { client, name, session_id, cwd: None, at: None, subagent: false, kind };
        ReplayAnswer::new(&event, "told", &Redactor::new(Vec::new()))
    }

    fn shell() -> ToolAction {
        ToolAction::Shell {
            command:
                "curl -H 'Authorization: Bearer sk-ant-api03-AbCdEf0123456789AbCdEf0123456789' x"
                    .to_owned(),
        }
    }

    #[test]
    fn answer_names_its_event_and_subject() {
        let edit = || {
            ToolAction::Edit(vec![FileEdit { path: "a.rs".to_owned(), change: FileChange::Delete }])
        };
        let call = |action| {
            EventKind::ToolStart(PendingToolCall { name: "T".to_owned(), id: None, action })
        };
        let used = |action, outcome| {
            let (name, output) = ("T".to_owned(), String::new());
            EventKind::Tool(ToolUse { name, id: None, action, outcome, output })
        };
        let failure = ToolOutcome::Failure { code: Some(1) };
        for (kind, event, is_file) in [
            (call(edit()), "before edit", true),
            (used(edit(), ToolOutcome::Success), "edit", true),
            (call(shell()), "command", false),
            (used(shell(), ToolOutcome::Success), "command", false),
            (used(shell(), failure), "failure", false),
        ] {
            let answer = answer(kind);
            assert_eq!((answer.event, answer.file.is_some()), (event, is_file));
            assert_eq!(answer.command.is_some(), !is_file);
        }
    }

    #[test]
    fn answer_holds_no_secret_of_its_event() {
        let prompt = "use sk-ant-api03-AbCdEf0123456789AbCdEf0123456789 for it".to_owned();
        let answered = answer(EventKind::Prompt { text: prompt, turn: None });
        assert!(!answered.prompt.unwrap().contains("AbCdEf0123456789"));
        let action = shell();
        let answered = answer(EventKind::ToolStart(PendingToolCall {
            name: "Bash".to_owned(),
            id: None,
            action,
        }));
        assert!(!answered.command.unwrap().contains("AbCdEf0123456789"));
    }
}
