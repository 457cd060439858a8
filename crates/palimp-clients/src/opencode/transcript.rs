//! The sessions of opencode: messages with their parts, from its database or from the files that
//! earlier versions kept below `storage/`.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::activity::MessageRole;
use palimp_core::event::{AgentClient, HookEvent, ToolUse};
use serde_json::Value;

use crate::opencode::hook::{failed_tool, parse_ending, unquote_prompt};
use crate::payload::{bool_field, path_field, text_field, time_field};
use crate::prompt;
use crate::tool::ParsedToolCall;
use crate::transcript::TranscriptConversation;

/// A session, its parent and its working directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpencodeSession {
    /// Its id.
    pub id: String,
    /// The session that started it, of a sub-agent's: its tools are that one's work.
    pub parent: Option<String>,
    /// Working directory.
    pub directory: Option<PathBuf>,
}

/// Converts the messages of one session into events.
#[derive(Debug)]
pub struct OpencodeMessageReader {
    talk: TranscriptConversation,
    subagent: bool,
}

impl OpencodeMessageReader {
    /// Creates a reader of the messages of `session`.
    pub fn new(session: &OpencodeSession) -> OpencodeMessageReader {
        let mut talk = TranscriptConversation::new(AgentClient::Opencode);
        talk.session_id = session.parent.as_ref().unwrap_or(&session.id).clone();
        talk.cwd.clone_from(&session.directory);
        OpencodeMessageReader { talk, subagent: session.parent.is_some() }
    }

    /// Reads a message with its parts.
    pub fn read_message(
        &mut self,
        message: &Value,
        parts: &[Value],
        each: &mut dyn FnMut(HookEvent),
    ) {
        match text_field(message, &["role"]) {
            Some("user") => self.read_prompt(message, parts, each),
            Some("assistant") => self.read_reply(message, parts, each),
            _ => {}
        }
    }

    /// Hands over what the end of the session completes.
    pub fn finish(mut self, each: &mut dyn FnMut(HookEvent)) {
        self.end_turn(each);
    }

    fn read_prompt(&mut self, message: &Value, parts: &[Value], each: &mut dyn FnMut(HookEvent)) {
        self.end_turn(each);
        if self.subagent {
            return;
        }
        let at = time_field(&message["time"], "created");
        if let Some(words) = prompt::user_words(&unquote_prompt(&written_texts(parts).join("\n"))) {
            self.talk.add_prompt(at, words, text_field(message, &["id"]).map(str::to_owned), each);
        }
    }

    fn read_reply(&mut self, message: &Value, parts: &[Value], each: &mut dyn FnMut(HookEvent)) {
        let created = time_field(&message["time"], "created");
        for part in parts {
            if let Some(tool) = parse_tool_use(part) {
                let ended = time_field(&part["state"]["time"], "end").or(created);
                self.talk.emit_tool_use(ended, self.subagent, tool, each);
            }
        }
        if self.subagent {
            return;
        }
        let at = time_field(&message["time"], "completed").or(created);
        let (id, words) = (text_field(message, &["id"]), written_texts(parts).join("\n\n"));
        if bool_field(message, "summary") {
            return self.talk.emit_extra(
                at,
                MessageRole::Summary,
                words,
                id.map(str::to_owned),
                each,
            );
        }
        self.talk.add_reply(at, id, &words, each);
    }

    /// Ends the turn under the id of the message that holds the answer, as the plugin does.
    fn end_turn(&mut self, each: &mut dyn FnMut(HookEvent)) {
        let turn = self.talk.last_message();
        self.talk.end_as(turn, each);
    }
}

/// Returns the texts of a message that are not synthetic or ignored.
fn written_texts(parts: &[Value]) -> Vec<&str> {
    let written = parts.iter().filter(|part| {
        text_field(part, &["type"]) == Some("text")
            && !bool_field(part, "synthetic")
            && !bool_field(part, "ignored")
    });
    written.filter_map(|part| text_field(part, &["text"])).collect()
}

fn parse_tool_use(part: &Value) -> Option<ToolUse> {
    if text_field(part, &["type"]) != Some("tool") {
        return None;
    }
    let state = &part["state"];
    match text_field(state, &["status"]) {
        Some("completed") => {
            let call = ParsedToolCall::new(text_field(part, &["tool"])?, &state["input"]);
            let ending = parse_ending(&call, state);
            Some(call.into_tool_use(text_field(part, &["callID"]), ending))
        }
        Some("error") => failed_tool(part),
        _ => None,
    }
}

/// The files of the sessions below `storage`, as opencode kept them before it had a database.
pub fn session_files(storage: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = sorted_entries(&storage.join("session"))
        .iter()
        .flat_map(|project| sorted_entries(project))
        .collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "json"));
    files
}

/// Hands `each` event of the session whose file lies below `storage`.
///
/// # Errors
///
/// When the session's file cannot be read or is no JSON; messages that are broken are left out.
pub fn read_files(
    storage: &Path,
    session: &Path,
    each: &mut dyn FnMut(HookEvent),
) -> std::io::Result<()> {
    let info: Value = serde_json::from_slice(&palimp_files::read(session)?)?;
    let Some(id) = text_field(&info, &["id"]) else { return Ok(()) };
    let session = OpencodeSession {
        id: id.to_owned(),
        parent: text_field(&info, &["parentID"]).map(str::to_owned),
        directory: path_field(&info, &["directory"]),
    };
    let mut messages = read_json_files(&storage.join("message").join(id));
    messages.sort_by_key(|message| time_field(&message["time"], "created"));
    let mut reader = OpencodeMessageReader::new(&session);
    for message in &messages {
        let Some(id) = text_field(message, &["id"]) else { continue };
        reader.read_message(message, &read_json_files(&storage.join("part").join(id)), each);
    }
    reader.finish(each);
    Ok(())
}

/// Reads the JSON files of a directory, sorted by name, which is chronological.
fn read_json_files(directory: &Path) -> Vec<Value> {
    let files = sorted_entries(directory);
    let texts = files.iter().filter_map(|file| palimp_files::read(file).ok());
    texts.filter_map(|text| serde_json::from_slice(&text).ok()).collect()
}

fn sorted_entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::event::{EventKind, ToolOutcome};
    use serde_json::json;

    fn events(session: &OpencodeSession, messages: &[(Value, Vec<Value>)]) -> Vec<HookEvent> {
        let mut events = Vec::new();
        let mut reader = OpencodeMessageReader::new(session);
        for (message, parts) in messages {
            reader.read_message(message, parts, &mut |event| events.push(event));
        }
        reader.finish(&mut |event| events.push(event));
        events
    }

    fn conversation() -> Vec<(Value, Vec<Value>)> {
        vec![
            (
                json!({"id": "msg_1", "role": "user", "time": {"created": 1_000}}),
                vec![
                    json!({"type": "text", "text": "\"run the tests\""}),
                    json!({"type": "text", "synthetic": true, "text": "<memory-context>x</memory-context>"}),
                ],
            ),
            (
                json!({"id": "msg_2", "role": "assistant", "time": {"created": 2_000, "completed": 4_000}}),
                vec![
                    json!({"type": "text", "text": "Running."}),
                    json!({"type": "tool", "tool": "bash", "callID": "c1", "state": {
                        "status": "completed", "input": {"command": "make test"}, "output": "oops",
                        "metadata": {"exit": 3, "output": "oops"}, "time": {"start": 2_100, "end": 3_000}}}),
                    json!({"type": "tool", "tool": "read", "callID": "c2", "state": {
                        "status": "error", "input": {"filePath": "a"}, "error": "no such file"}}),
                    json!({"type": "tool", "tool": "bash", "callID": "c3", "state": {"status": "running"}}),
                ],
            ),
            (
                json!({"id": "msg_3", "role": "assistant", "time": {"created": 5_000, "completed": 6_000}}),
                vec![
                    json!({"type": "text", "text": "Two"}),
                    json!({"type": "text", "text": "parts."}),
                ],
            ),
            (
                json!({"id": "msg_4", "role": "assistant", "summary": true, "time": {"created": 7_000}}),
                vec![json!({"type": "text", "text": "## Summary"})],
            ),
        ]
    }

    #[test]
    fn a_session_is_told_as_the_plugin_would_tell_it() {
        let directory = Some(PathBuf::from("/home/dev/app"));
        let session = OpencodeSession { id: "ses_1".to_owned(), parent: None, directory };
        let events = events(&session, &conversation());
        assert_eq!(events.len(), 6, "{events:#?}");
        assert!(events.iter().all(|event| event.session_id == "ses_1" && !event.subagent));
        let said = |at: usize| (events[at].at, events[at].kind.clone());
        let prompt = EventKind::Prompt { text: "run the tests".into(), turn: Some("msg_1".into()) };
        assert_eq!(said(0), (Some(1_000), prompt));
        let EventKind::Tool(tool) = &events[1].kind else { panic!("{:?}", events[1]) };
        assert_eq!(
            (events[1].at, &tool.outcome),
            (Some(3_000), &ToolOutcome::Failure { code: Some(3) })
        );
        let EventKind::Tool(tool) = &events[2].kind else { panic!("{:?}", events[2]) };
        assert_eq!(tool.output, "no such file");
        let reply = Some("Two\n\nparts.".into());
        let end = EventKind::TurnEnd { reply, turn: Some("msg_3".into()), transcript: None };
        assert_eq!(said(5), (Some(6_000), end));
        let extra = |role, text: &str, message: &str| EventKind::TranscriptExtra {
            role,
            text: text.into(),
            turn: Some(message.into()),
        };
        assert_eq!(said(3), (Some(4_000), extra(MessageRole::Step, "Running.", "msg_2")));
        assert_eq!(said(4), (Some(7_000), extra(MessageRole::Summary, "## Summary", "msg_4")));
    }

    #[test]
    fn of_a_sub_agent_only_the_tools_are_told() {
        let parent = Some("ses_1".to_owned());
        let session = OpencodeSession { id: "ses_2".to_owned(), parent, directory: None };
        let events = events(&session, &conversation());
        assert_eq!(events.len(), 2);
        assert!(events.iter().all(|event| event.session_id == "ses_1" && event.subagent));
    }

    #[test]
    fn older_sessions_lie_in_files() {
        let home = tempfile::tempdir().expect("a directory");
        let storage = home.path();
        let write = |path: &str, value: Value| {
            let path = storage.join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, value.to_string()).expect("written");
        };
        write("session/p1/ses_1.json", json!({"id": "ses_1", "directory": "/app"}));
        for (message, parts) in conversation() {
            let id = message["id"].as_str().expect("an id").to_owned();
            write(&format!("message/ses_1/{id}.json"), message);
            for (number, part) in parts.into_iter().enumerate() {
                write(&format!("part/{id}/prt_{number}.json"), part);
            }
        }
        fs::write(storage.join("message/ses_1/msg_9.json"), "{").expect("written");
        let files = session_files(storage);
        assert_eq!(files.len(), 1);
        let mut events = Vec::new();
        read_files(storage, &files[0], &mut |event| events.push(event)).expect("it can be read");
        assert_eq!(events.len(), 6);
        assert_eq!(events[0].cwd.as_deref(), Some(Path::new("/app")));
    }
}
