//! The sessions of opencode: messages with their parts, from its database or from the files that
//! earlier versions kept below `storage/`.

use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::activity::Role;
use palimp_core::event::{Client, HookEvent, ToolUse};
use serde_json::Value;

use crate::opencode::hook::{ending, failed_tool, unquoted};
use crate::payload::{flag, path, text, time};
use crate::prompt;
use crate::tool::Call;
use crate::transcript::Conversation;

/// Where a session's files lie below `storage/`, and who it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    /// Its id.
    pub id: String,
    /// The session that started it, of a sub-agent's: its tools are that one's work.
    pub parent: Option<String>,
    /// Where it works.
    pub directory: Option<PathBuf>,
}

/// Turns the messages of one session into events.
#[derive(Debug)]
pub struct Messages {
    talk: Conversation,
    subagent: bool,
}

impl Messages {
    /// A reader of the messages of `session`.
    pub fn new(session: &Session) -> Messages {
        let mut talk = Conversation::new(Client::Opencode);
        talk.session_id = session.parent.as_ref().unwrap_or(&session.id).clone();
        talk.cwd.clone_from(&session.directory);
        Messages { talk, subagent: session.parent.is_some() }
    }

    /// Takes in a message with its parts.
    pub fn message(&mut self, message: &Value, parts: &[Value], each: &mut dyn FnMut(HookEvent)) {
        match text(message, &["role"]) {
            Some("user") => self.prompt(message, parts, each),
            Some("assistant") => self.answer(message, parts, each),
            _ => {}
        }
    }

    /// Hands over what the end of the session completes.
    pub fn finish(mut self, each: &mut dyn FnMut(HookEvent)) {
        self.end(each);
    }

    fn prompt(&mut self, message: &Value, parts: &[Value], each: &mut dyn FnMut(HookEvent)) {
        self.end(each);
        if self.subagent {
            return;
        }
        let at = time(&message["time"], "created");
        if let Some(words) = prompt::words(&unquoted(&texts(parts).join("\n"))) {
            self.talk.prompt(at, words, text(message, &["id"]).map(str::to_owned), each);
        }
    }

    fn answer(&mut self, message: &Value, parts: &[Value], each: &mut dyn FnMut(HookEvent)) {
        let created = time(&message["time"], "created");
        for part in parts {
            if let Some(tool) = tool(part) {
                let ended = time(&part["state"]["time"], "end").or(created);
                self.talk.tool(ended, self.subagent, tool, each);
            }
        }
        if self.subagent {
            return;
        }
        let at = time(&message["time"], "completed").or(created);
        let (id, words) = (text(message, &["id"]), texts(parts).join("\n\n"));
        if flag(message, "summary") {
            return self.talk.aside(at, Role::Summary, words, id.map(str::to_owned), each);
        }
        self.talk.said(at, id, &words, each);
    }

    /// The plugin names the end of a turn by the message that holds the answer.
    fn end(&mut self, each: &mut dyn FnMut(HookEvent)) {
        let turn = self.talk.last_message();
        self.talk.end_as(turn, each);
    }
}

/// The texts of a message that somebody wrote.
fn texts(parts: &[Value]) -> Vec<&str> {
    let written = parts.iter().filter(|part| {
        text(part, &["type"]) == Some("text") && !flag(part, "synthetic") && !flag(part, "ignored")
    });
    written.filter_map(|part| text(part, &["text"])).collect()
}

fn tool(part: &Value) -> Option<ToolUse> {
    if text(part, &["type"]) != Some("tool") {
        return None;
    }
    let state = &part["state"];
    match text(state, &["status"]) {
        Some("completed") => {
            let call = Call::new(text(part, &["tool"])?, &state["input"]);
            let ending = ending(&call, state);
            Some(call.ended(text(part, &["callID"]), ending))
        }
        Some("error") => failed_tool(part),
        _ => None,
    }
}

/// The files of the sessions below `storage`, as opencode kept them before it had a database.
pub fn session_files(storage: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> =
        entries(&storage.join("session")).iter().flat_map(|project| entries(project)).collect();
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
    let Some(id) = text(&info, &["id"]) else { return Ok(()) };
    let session = Session {
        id: id.to_owned(),
        parent: text(&info, &["parentID"]).map(str::to_owned),
        directory: path(&info, &["directory"]),
    };
    let mut messages = objects(&storage.join("message").join(id));
    messages.sort_by_key(|message| time(&message["time"], "created"));
    let mut reader = Messages::new(&session);
    for message in &messages {
        let Some(id) = text(message, &["id"]) else { continue };
        reader.message(message, &objects(&storage.join("part").join(id)), each);
    }
    reader.finish(each);
    Ok(())
}

/// The JSON files of a directory, by their names, which are in the order of time.
fn objects(directory: &Path) -> Vec<Value> {
    let files = entries(directory);
    let texts = files.iter().filter_map(|file| palimp_files::read(file).ok());
    texts.filter_map(|text| serde_json::from_slice(&text).ok()).collect()
}

fn entries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::event::{EventKind, Outcome};
    use serde_json::json;

    fn events(session: &Session, messages: &[(Value, Vec<Value>)]) -> Vec<HookEvent> {
        let mut events = Vec::new();
        let mut reader = Messages::new(session);
        for (message, parts) in messages {
            reader.message(message, parts, &mut |event| events.push(event));
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
        let session = Session { id: "ses_1".to_owned(), parent: None, directory };
        let events = events(&session, &conversation());
        assert_eq!(events.len(), 6, "{events:#?}");
        assert!(events.iter().all(|event| event.session_id == "ses_1" && !event.subagent));
        let said = |at: usize| (events[at].at, events[at].kind.clone());
        let prompt = EventKind::Prompt { text: "run the tests".into(), turn: Some("msg_1".into()) };
        assert_eq!(said(0), (Some(1_000), prompt));
        let EventKind::Tool(tool) = &events[1].kind else { panic!("{:?}", events[1]) };
        assert_eq!(
            (events[1].at, &tool.outcome),
            (Some(3_000), &Outcome::Failure { code: Some(3) })
        );
        let EventKind::Tool(tool) = &events[2].kind else { panic!("{:?}", events[2]) };
        assert_eq!(tool.output, "no such file");
        let reply = Some("Two\n\nparts.".into());
        let end = EventKind::TurnEnd { reply, turn: Some("msg_3".into()), transcript: None };
        assert_eq!(said(5), (Some(6_000), end));
        let aside = |role, text: &str, message: &str| EventKind::Aside {
            role,
            text: text.into(),
            turn: Some(message.into()),
        };
        assert_eq!(said(3), (Some(4_000), aside(Role::Step, "Running.", "msg_2")));
        assert_eq!(said(4), (Some(7_000), aside(Role::Summary, "## Summary", "msg_4")));
    }

    #[test]
    fn of_a_sub_agent_only_the_tools_are_told() {
        let parent = Some("ses_1".to_owned());
        let session = Session { id: "ses_2".to_owned(), parent, directory: None };
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
