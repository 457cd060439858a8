//! A conversation in the shape that every service takes.
//!
//! Transcripts come from many programs and may have been cut anywhere. Services refuse two
//! messages of one speaker in a row, a call of a tool that is not answered, an answer to nothing,
//! and empty words; so these are put right here, once for all.

use std::collections::HashSet;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};

/// Message inserted before a conversation that begins with the assistant.
const OMITTED_START_NOTE: &str = "(What was said before is not shown.)";
/// The longest identifier of a call, and the longest name of a tool, that every service takes.
const LONGEST_ID: usize = 40;
const LONGEST_NAME: usize = 64;

/// The messages so that speakers take turns, the user begins, and every call has its answer in the
/// message that follows. A call or an answer without the other becomes words; an answer comes
/// before other parts of its message.
pub(crate) fn shape_conversation(messages: &[ChatMessage]) -> Vec<ChatMessage> {
    let mut shaped: Vec<ChatMessage> = Vec::new();
    for message in messages {
        let parts = message.parts.iter().filter_map(|part| plain_part(message.role, part));
        match shaped.last_mut().filter(|last| last.role == message.role) {
            Some(last) => last.parts.extend(parts),
            None => shaped.push(ChatMessage { role: message.role, parts: parts.collect() }),
        }
        if shaped.last().is_some_and(|last| last.parts.is_empty()) {
            shaped.pop();
        }
    }
    if shaped.first().is_some_and(|first| first.role == MessageRole::Assistant) {
        shaped.insert(0, ChatMessage::from_text(MessageRole::User, OMITTED_START_NOTE));
    }
    pair_calls(&mut shaped);
    shaped
}

/// A part with names that services take; none when there is nothing in it.
fn plain_part(role: MessageRole, part: &MessagePart) -> Option<MessagePart> {
    Some(match part {
        MessagePart::Text { text } if text.trim().is_empty() => return None,
        MessagePart::Image { .. } if role == MessageRole::Assistant => {
            MessagePart::from_text("[picture]")
        }
        MessagePart::ToolCall { id, name, input } => MessagePart::ToolCall {
            id: safe_identifier(id, LONGEST_ID),
            name: safe_identifier(name, LONGEST_NAME),
            input: input.clone(),
        },
        MessagePart::ToolResult { id, content, is_error } => MessagePart::ToolResult {
            id: safe_identifier(id, LONGEST_ID),
            content: content.clone(),
            is_error: *is_error,
        },
        part => part.clone(),
    })
}

fn safe_identifier(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let text: String = text.chars().take(longest).map(plain).collect();
    if text.is_empty() { "_".to_owned() } else { text }
}

/// Makes words of calls and answers that have no counterpart.
fn pair_calls(messages: &mut [ChatMessage]) {
    let mut called = HashSet::new();
    for at in 0..messages.len() {
        let mut open = match messages[at].role {
            MessageRole::User => std::mem::take(&mut called),
            _ => messages.get(at + 1).map(|next| collect_ids(next, result_id)).unwrap_or_default(),
        };
        let message = &mut messages[at];
        let (role, parts) = (message.role, std::mem::take(&mut message.parts));
        let parts = parts.into_iter().flat_map(|part| pair_part(role, part, &mut open));
        message.parts = parts.collect();
        // Sorting is stable: everything else keeps its order.
        message.parts.sort_by_key(|part| result_id(part).is_none());
        called = collect_ids(message, call_id);
    }
}

/// The part as it is when its counterpart is in `open`, of which it then takes it; else as words.
fn pair_part(role: MessageRole, part: MessagePart, open: &mut HashSet<String>) -> Vec<MessagePart> {
    match (part, role) {
        (MessagePart::ToolCall { id, name, input }, MessageRole::Assistant) if open.remove(&id) => {
            vec![MessagePart::ToolCall { id, name, input }]
        }
        (MessagePart::ToolResult { id, content, is_error }, MessageRole::User)
            if open.remove(&id) =>
        {
            vec![MessagePart::ToolResult { id, content, is_error }]
        }
        (MessagePart::ToolCall { name, input, .. }, _) => {
            vec![MessagePart::from_text(format!("[tool {name} {input}]"))]
        }
        (MessagePart::ToolResult { content, .. }, _) => {
            let content = content.iter().filter_map(|part| plain_part(role, part));
            let content = content.filter(|part| call_id(part).or(result_id(part)).is_none());
            std::iter::once(MessagePart::from_text("[result of a tool]")).chain(content).collect()
        }
        (part, _) => vec![part],
    }
}

fn call_id(part: &MessagePart) -> Option<&str> {
    match part {
        MessagePart::ToolCall { id, .. } => Some(id),
        _ => None,
    }
}

fn result_id(part: &MessagePart) -> Option<&str> {
    match part {
        MessagePart::ToolResult { id, .. } => Some(id),
        _ => None,
    }
}

fn collect_ids(message: &ChatMessage, id: fn(&MessagePart) -> Option<&str>) -> HashSet<String> {
    message.parts.iter().filter_map(id).map(str::to_owned).collect()
}

/// The words in what a tool answered.
pub(crate) fn words_of(content: &[MessagePart]) -> String {
    let words = content.iter().filter_map(|part| match part {
        MessagePart::Text { text } => Some(text.as_str()),
        _ => None,
    });
    words.collect::<Vec<_>>().join("\n")
}

/// All words that a model reads, for an estimate of their tokens.
pub(crate) fn tokens_of(messages: &[ChatMessage]) -> usize {
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts.map(part_tokens).sum()
}

/// Estimated cost of a picture in tokens; services count between 250 and 1,600.
const PICTURE_TOKENS: usize = 1_000;

fn part_tokens(part: &MessagePart) -> usize {
    use palimp_core::tokens::count_tokens;
    match part {
        MessagePart::Text { text } => count_tokens(text),
        MessagePart::Image { .. } => PICTURE_TOKENS,
        MessagePart::ToolCall { name, input, .. } => {
            count_tokens(name) + count_tokens(&input.to_string())
        }
        MessagePart::ToolResult { content, .. } => content.iter().map(part_tokens).sum(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn is_blank(part: &MessagePart) -> bool {
        matches!(part, MessagePart::Text { text } if text.trim().is_empty())
    }

    fn call(id: &str) -> MessagePart {
        MessagePart::ToolCall { id: id.to_owned(), name: "read".to_owned(), input: json!({"a": 1}) }
    }

    fn result(id: &str) -> MessagePart {
        MessagePart::ToolResult {
            id: id.to_owned(),
            content: vec![MessagePart::from_text("done")],
            is_error: false,
        }
    }

    fn user(parts: Vec<MessagePart>) -> ChatMessage {
        ChatMessage { role: MessageRole::User, parts }
    }

    fn assistant(parts: Vec<MessagePart>) -> ChatMessage {
        ChatMessage { role: MessageRole::Assistant, parts }
    }

    #[test]
    fn what_one_speaker_says_in_a_row_is_one_message() {
        let said = [
            user(vec![MessagePart::from_text("a")]),
            user(vec![MessagePart::from_text(" \n"), MessagePart::from_text("b")]),
            assistant(vec![MessagePart::from_text("")]),
            user(vec![MessagePart::from_text("c")]),
        ];
        let parts = ["a", "b", "c"].map(MessagePart::from_text).to_vec();
        assert_eq!(shape_conversation(&said), [user(parts)]);
    }

    #[test]
    fn the_user_begins() {
        let said = [
            assistant(vec![MessagePart::from_text("yes")]),
            user(vec![MessagePart::from_text("go on")]),
        ];
        assert_eq!(
            shape_conversation(&said)[0],
            ChatMessage::from_text(MessageRole::User, OMITTED_START_NOTE)
        );
        assert_eq!(shape_conversation(&said)[1..], said);
        assert!(shape_conversation(&[]).is_empty());
    }

    #[test]
    fn an_answer_stands_before_what_else_is_said_with_it() {
        let said = [
            user(vec![MessagePart::from_text("go")]),
            assistant(vec![MessagePart::from_text("reading"), call("1")]),
            user(vec![MessagePart::from_text("and hurry"), result("1")]),
        ];
        let shaped = shape_conversation(&said);
        assert_eq!(shaped[1], said[1]);
        assert_eq!(shaped[2], user(vec![result("1"), MessagePart::from_text("and hurry")]));
    }

    #[test]
    fn a_call_without_its_answer_is_words_and_an_answer_without_its_call_too() {
        let said = [
            user(vec![result("gone")]),
            assistant(vec![call("1"), call("2")]),
            user(vec![result("2"), result("2")]),
        ];
        let shaped = shape_conversation(&said);
        let lost =
            vec![MessagePart::from_text("[result of a tool]"), MessagePart::from_text("done")];
        assert_eq!(shaped[0], user(lost.clone()));
        assert_eq!(
            shaped[1],
            assistant(vec![MessagePart::from_text(r#"[tool read {"a":1}]"#), call("2")])
        );
        assert_eq!(shaped[2].parts[0], result("2"));
        assert_eq!(shaped[2].parts[1..], lost);
    }

    #[test]
    fn names_are_made_such_as_services_take() {
        assert_eq!(safe_identifier("call_a|fc.1", 40), "call_a_fc_1");
        assert_eq!(safe_identifier("도구", 40), "__");
        assert_eq!(safe_identifier("", 40), "_");
        assert_eq!(safe_identifier(&"x".repeat(100), 64).len(), 64);
    }

    /// Any conversation: whose turn, and of each part what it is and which call it speaks of.
    fn any_conversation() -> impl Strategy<Value = Vec<ChatMessage>> {
        let part = (0_u8..4, 0_u8..3).prop_map(|(kind, id)| match kind {
            0 => MessagePart::from_text(["", "word", "둘"][usize::from(id)]),
            1 => MessagePart::Image { media_type: "image/png".to_owned(), data: "AA==".to_owned() },
            2 => call(&id.to_string()),
            _ => result(&id.to_string()),
        });
        let message =
            (any::<bool>(), prop::collection::vec(part, 0..4)).prop_map(|(user, parts)| {
                ChatMessage {
                    role: if user { MessageRole::User } else { MessageRole::Assistant },
                    parts,
                }
            });
        prop::collection::vec(message, 0..8)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn every_conversation_comes_out_as_services_take_it(said in any_conversation()) {
            let shaped = shape_conversation(&said);
            for (at, message) in shaped.iter().enumerate() {
                let role = if at % 2 == 0 { MessageRole::User } else { MessageRole::Assistant };
                prop_assert_eq!(message.role, role);
                prop_assert!(!message.parts.is_empty());
                prop_assert!(!message.parts.iter().any(is_blank));
                let results = message.parts.iter().take_while(|part| result_id(part).is_some());
                prop_assert_eq!(results.count(), collect_ids(message, result_id).len());
                let calls = collect_ids(message, call_id);
                prop_assert_eq!(message.parts.iter().filter_map(call_id).count(), calls.len());
                let answers = shaped.get(at + 1).map_or(HashSet::new(), |next| collect_ids(next, result_id));
                if role == MessageRole::Assistant {
                    prop_assert_eq!(calls, answers);
                } else {
                    prop_assert!(calls.is_empty());
                }
            }
        }
    }
}
