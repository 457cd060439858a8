//! ChatGPT's export: `conversations.json`, a list of conversations, each a tree of messages of
//! which the branch that was read last counts; and what ChatGPT remembered, as text or as JSON.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Read};

use palimp_core::event::{AgentClient, HookEvent};
use serde::Deserializer as _;
use serde::de::{SeqAccess, Visitor};
use serde_json::Value;

use crate::messages;
use crate::payload::{bool_field, text_field};
use crate::prompt;
use crate::transcript::TranscriptConversation;

/// Size of a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct ConversationSize {
    bytes: usize,
    /// The values that its JSON consists of: small ones take many times their length in memory.
    values: usize,
}

/// Maximum size of a conversation that is read.
const MAX_CONVERSATION_SIZE: ConversationSize =
    ConversationSize { bytes: 64 << 20, values: 2_000_000 };

/// Hands `each` event of every conversation of an export, one after the other. Conversations are
/// streamed, so an export of any size needs only the memory of its longest conversation, which is
/// bounded.
///
/// # Errors
///
/// If the text ends early, is not a list, or a conversation exceeds its bound. The conversations
/// before that were handed over.
pub fn read_conversations(export: impl Read, each: &mut dyn FnMut(HookEvent)) -> io::Result<()> {
    conversations_up_to(MAX_CONVERSATION_SIZE, export, each)
}

fn conversations_up_to(
    most: ConversationSize,
    export: impl Read,
    each: &mut dyn FnMut(HookEvent),
) -> io::Result<()> {
    let read = Cell::default();
    let counted =
        ConversationLimitReader { export, most, read: &read, text: JsonStringState::Outside };
    let mut reader = serde_json::Deserializer::from_reader(counted);
    reader.deserialize_seq(List(&mut |conversation| {
        read.take();
        emit_conversation(&conversation, each);
    }))?;
    Ok(())
}

/// Counts the bytes and values read of a conversation and fails if there are too many.
struct ConversationLimitReader<'c, R> {
    export: R,
    most: ConversationSize,
    read: &'c Cell<ConversationSize>,
    text: JsonStringState,
}

/// Position of a byte of JSON relative to a string.
#[derive(Clone, Copy, PartialEq)]
enum JsonStringState {
    Outside,
    Inside,
    /// Behind a backslash.
    Escaped,
}

impl JsonStringState {
    const fn after_byte(self, byte: u8) -> JsonStringState {
        match (self, byte) {
            (JsonStringState::Outside, b'"') | (JsonStringState::Escaped, _) => {
                JsonStringState::Inside
            }
            (JsonStringState::Outside, _) | (JsonStringState::Inside, b'"') => {
                JsonStringState::Outside
            }
            (JsonStringState::Inside, b'\\') => JsonStringState::Escaped,
            (JsonStringState::Inside, _) => JsonStringState::Inside,
        }
    }
}

impl<R: Read> Read for ConversationLimitReader<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let length = self.export.read(bytes)?;
        let mut read = self.read.get();
        read.bytes += length;
        for &byte in &bytes[..length] {
            self.text = self.text.after_byte(byte);
            let begins =
                self.text == JsonStringState::Outside && matches!(byte, b',' | b'[' | b'{');
            read.values += usize::from(begins);
        }
        self.read.set(read);
        match read.bytes > self.most.bytes || read.values > self.most.values {
            true => Err(io::Error::other(messages::conversation_too_long())),
            false => Ok(length),
        }
    }
}

/// Parses the memories that ChatGPT exported: strings, or objects with a text, if the export is
/// JSON; otherwise the text as it is.
pub fn parse_memories(text: &str) -> Vec<String> {
    match serde_json::from_str(text) {
        Ok(value) => in_json(&value),
        Err(_) => vec![text.to_owned()],
    }
}

fn in_json(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(in_json).collect(),
        Value::Object(_) => {
            if let Some(words) = text_field(value, &["content", "text", "memory", "value"]) {
                return vec![words.to_owned()];
            }
            let lists = ["memories", "items", "data"].iter().filter_map(|key| value.get(key));
            lists.flat_map(in_json).collect()
        }
        _ => Vec::new(),
    }
}

/// Passes on the items of a list.
struct List<'a>(&'a mut dyn FnMut(Value));

impl<'de> Visitor<'de> for List<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a list of conversations")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element()? {
            (self.0)(item);
        }
        Ok(())
    }
}

fn emit_conversation(conversation: &Value, each: &mut dyn FnMut(HookEvent)) {
    let Some(id) = text_field(conversation, &["conversation_id", "id"]) else { return };
    let mut talk = TranscriptConversation::new(AgentClient::Chatgpt);
    id.clone_into(&mut talk.session_id);
    // ChatGPT has no working directory, so its conversations are a project of their own.
    talk.cwd = Some("chatgpt".into());
    let began = millis_field(conversation, "create_time");
    for message in branch_messages(conversation) {
        let at = millis_field(message, "create_time").or(began);
        let said = visible_text(message);
        match text_field(&message["author"], &["role"]) {
            Some("user") => {
                if let Some(words) = prompt::user_words(&said) {
                    talk.add_prompt(
                        at,
                        words,
                        text_field(message, &["id"]).map(str::to_owned),
                        each,
                    );
                }
            }
            Some("assistant") => talk.add_reply(at, text_field(message, &["id"]), &said, each),
            _ => {}
        }
    }
    talk.end_turn(each);
}

/// Returns the messages from the root to the message that was read last.
fn branch_messages(conversation: &Value) -> Vec<&Value> {
    let mapping = &conversation["mapping"];
    let mut messages = Vec::new();
    let mut seen = HashSet::new();
    let mut at = text_field(conversation, &["current_node"]).or_else(|| newest_node(mapping));
    while let Some(id) = at.filter(|id| seen.insert(*id)) {
        let node = &mapping[id];
        messages.extend(node.get("message").filter(|message| message.is_object()));
        at = text_field(node, &["parent"]);
    }
    messages.reverse();
    messages
}

/// Returns the id of the node with the newest message.
fn newest_node(mapping: &Value) -> Option<&str> {
    let nodes = mapping.as_object()?.iter();
    let newest = nodes.max_by_key(|(_, node)| millis_field(&node["message"], "create_time"));
    newest.map(|(id, _)| id.as_str())
}

/// Returns the visible text of a message; empty for hidden messages and tool calls.
fn visible_text(message: &Value) -> String {
    let content = &message["content"];
    let shown = matches!(text_field(content, &["content_type"]), Some("text" | "multimodal_text"));
    let to_all = matches!(text_field(message, &["recipient"]), None | Some("all"));
    if !shown || !to_all || bool_field(&message["metadata"], "is_visually_hidden_from_conversation")
    {
        return String::new();
    }
    let parts = content.get("parts").and_then(Value::as_array).into_iter().flatten();
    let texts = parts.filter_map(|part| part.as_str().or_else(|| text_field(part, &["text"])));
    texts.collect::<Vec<_>>().join("\n").trim().to_owned()
}

/// Reads a time in seconds and converts it to milliseconds.
fn millis_field(value: &Value, key: &str) -> Option<i64> {
    value.get(key)?.as_f64().map(|seconds| (seconds * 1_000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::event::EventKind;
    use serde_json::json;

    fn node(id: &str, parent: Option<&str>, role: &str, words: &str) -> Value {
        json!({ "id": id, "parent": parent, "message": {
            "id": id, "author": { "role": role }, "create_time": 1_760_000_000.5, "recipient": "all",
            "content": { "content_type": "text", "parts": [words] }, "metadata": {} } })
    }

    fn export() -> Value {
        json!([{
            "title": "요가 계획", "create_time": 1_760_000_000.0, "conversation_id": "c-1", "current_node": "a2",
            "mapping": {
                "root": { "id": "root", "parent": null, "message": null },
                "u1": node("u1", Some("root"), "user", "주 2회 요가 계획을 세워줘"),
                "a1": node("a1", Some("u1"), "assistant", "an answer that was regenerated"),
                "a2": node("a2", Some("u1"), "assistant", "화요일과 목요일 저녁"),
            }
        }])
    }

    fn told(text: &str) -> (Vec<EventKind>, io::Result<()>) {
        let mut kinds = Vec::new();
        let read = read_conversations(text.as_bytes(), &mut |event| kinds.push(event.kind));
        (kinds, read)
    }

    #[test]
    fn the_branch_that_was_read_last_counts() {
        let (kinds, read) = told(&export().to_string());
        read.expect("it is a list");
        let prompt = EventKind::Prompt {
            text: "주 2회 요가 계획을 세워줘".into(),
            turn: Some("u1".into()),
        };
        let reply = Some("화요일과 목요일 저녁".into());
        let end = EventKind::TurnEnd { reply, turn: Some("u1".into()), transcript: None };
        assert_eq!(kinds, [prompt, end]);
    }

    #[test]
    fn an_export_that_ends_early_gives_what_it_has() {
        let whole = export().to_string();
        let cut = format!("{},{}", whole.trim_end_matches(']'), "{\"mapping\":");
        let (kinds, read) = told(&cut);
        assert_eq!(kinds.len(), 2);
        assert!(read.is_err());
        assert!(told("{}").1.is_err());
    }

    #[test]
    fn a_conversation_has_a_bound_and_an_export_has_none() {
        let one = export().to_string();
        let one = one.trim_matches(['[', ']']);
        let most = ConversationSize { bytes: one.len() + 200, values: 100 };
        let read = |export: &mut dyn Read| {
            let mut events = 0;
            let read = conversations_up_to(most, export, &mut |_| events += 1);
            (events, read.map_err(|error| error.to_string()))
        };
        // More in all than one conversation may be; what stands in a text counts as one value.
        let many = format!("[{one},{one},\"{}\",{one}]", "[\\\",".repeat(40));
        assert_eq!(read(&mut many.as_bytes()), (6, Ok(())));
        for endless in [&b"0,"[..], b"[", b"{\"a\":1},", b"\"", b"  "] {
            let mut count = 0;
            let begun = format!("[{one},{{\"x\":[");
            let (events, said) = read(&mut begun.as_bytes().chain(Endless(endless, &mut count)));
            assert_eq!(events, 2, "what came before it was handed over");
            assert!(said.is_err() && count <= most.bytes, "{said:?} {count}");
        }
        let endless = &mut Endless(b"a", &mut 0);
        let (_, said) = read(&mut format!("[{one},\"").as_bytes().chain(endless));
        assert!(said.unwrap_err().contains("too long"));
    }

    /// The same bytes again and again.
    struct Endless<'a>(&'a [u8], &'a mut usize);

    impl Read for Endless<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            for byte in &mut *bytes {
                *byte = self.0[*self.1 % self.0.len()];
                *self.1 += 1;
            }
            Ok(bytes.len())
        }
    }

    #[test]
    fn a_tree_that_bites_its_tail_ends() {
        let loops = json!([{ "id": "c", "current_node": "a", "mapping": {
            "a": node("a", Some("b"), "user", "one"), "b": node("b", Some("a"), "user", "two") } }]);
        assert_eq!(told(&loops.to_string()).0.len(), 2);
    }

    #[test]
    fn memories_come_as_text_or_json() {
        assert_eq!(parse_memories("Likes tea.\n"), ["Likes tea.\n"]);
        assert_eq!(
            parse_memories(r#"["Likes tea.", {"content": "차를 마신다"}]"#),
            ["Likes tea.", "차를 마신다"]
        );
        assert_eq!(parse_memories(r#"{"memories": [{"text": "x"}]}"#), ["x"]);
    }
}
