//! A conversation in the shape that every service takes.
//!
//! Transcripts come from many programs and may have been cut anywhere. Services refuse two
//! messages of one speaker in a row, a call of a tool that is not answered, an answer to nothing,
//! and empty words; so these are put right here, once for all.

use std::collections::HashSet;

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Part};

/// What stands before a conversation that begins with the assistant.
const BEFORE: &str = "(What was said before is not shown.)";
/// The longest identifier of a call, and the longest name of a tool, that every service takes.
const LONGEST_ID: usize = 40;
const LONGEST_NAME: usize = 64;

/// The messages so that speakers take turns, the user begins, and every call has its answer in the
/// message that follows. A call or an answer without the other becomes words; an answer comes
/// before other parts of its message.
pub(crate) fn shaped(messages: &[Message]) -> Vec<Message> {
    let mut shaped: Vec<Message> = Vec::new();
    for message in messages {
        let parts = message.parts.iter().filter_map(|part| plain(message.role, part));
        match shaped.last_mut().filter(|last| last.role == message.role) {
            Some(last) => last.parts.extend(parts),
            None => shaped.push(Message { role: message.role, parts: parts.collect() }),
        }
        if shaped.last().is_some_and(|last| last.parts.is_empty()) {
            shaped.pop();
        }
    }
    if shaped.first().is_some_and(|first| first.role == Role::Assistant) {
        shaped.insert(0, Message::text(Role::User, BEFORE));
    }
    pair(&mut shaped);
    shaped
}

/// A part with names that services take; none when there is nothing in it.
fn plain(role: Role, part: &Part) -> Option<Part> {
    Some(match part {
        Part::Text { text } if text.trim().is_empty() => return None,
        Part::Image { .. } if role == Role::Assistant => Part::text("[picture]"),
        Part::ToolCall { id, name, input } => Part::ToolCall {
            id: identifier(id, LONGEST_ID),
            name: identifier(name, LONGEST_NAME),
            input: input.clone(),
        },
        Part::ToolResult { id, content, is_error } => Part::ToolResult {
            id: identifier(id, LONGEST_ID),
            content: content.clone(),
            is_error: *is_error,
        },
        part => part.clone(),
    })
}

fn identifier(text: &str, longest: usize) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
    let text: String = text.chars().take(longest).map(plain).collect();
    if text.is_empty() { "_".to_owned() } else { text }
}

/// Makes words of calls and answers that have no counterpart.
fn pair(messages: &mut [Message]) {
    let mut called = HashSet::new();
    for at in 0..messages.len() {
        let mut open = match messages[at].role {
            Role::User => std::mem::take(&mut called),
            _ => messages.get(at + 1).map(|next| ids(next, result_id)).unwrap_or_default(),
        };
        let message = &mut messages[at];
        let (role, parts) = (message.role, std::mem::take(&mut message.parts));
        let parts = parts.into_iter().flat_map(|part| paired(role, part, &mut open));
        message.parts = parts.collect();
        // Sorting is stable: everything else keeps its order.
        message.parts.sort_by_key(|part| result_id(part).is_none());
        called = ids(message, call_id);
    }
}

/// The part as it is when its counterpart is in `open`, of which it then takes it; else as words.
fn paired(role: Role, part: Part, open: &mut HashSet<String>) -> Vec<Part> {
    match (part, role) {
        (Part::ToolCall { id, name, input }, Role::Assistant) if open.remove(&id) => {
            vec![Part::ToolCall { id, name, input }]
        }
        (Part::ToolResult { id, content, is_error }, Role::User) if open.remove(&id) => {
            vec![Part::ToolResult { id, content, is_error }]
        }
        (Part::ToolCall { name, input, .. }, _) => {
            vec![Part::text(format!("[tool {name} {input}]"))]
        }
        (Part::ToolResult { content, .. }, _) => {
            let content = content.iter().filter_map(|part| plain(role, part));
            let content = content.filter(|part| call_id(part).or(result_id(part)).is_none());
            std::iter::once(Part::text("[result of a tool]")).chain(content).collect()
        }
        (part, _) => vec![part],
    }
}

fn call_id(part: &Part) -> Option<&str> {
    match part {
        Part::ToolCall { id, .. } => Some(id),
        _ => None,
    }
}

fn result_id(part: &Part) -> Option<&str> {
    match part {
        Part::ToolResult { id, .. } => Some(id),
        _ => None,
    }
}

fn ids(message: &Message, id: fn(&Part) -> Option<&str>) -> HashSet<String> {
    message.parts.iter().filter_map(id).map(str::to_owned).collect()
}

/// The words in what a tool answered.
pub(crate) fn words_of(content: &[Part]) -> String {
    let words = content.iter().filter_map(|part| match part {
        Part::Text { text } => Some(text.as_str()),
        _ => None,
    });
    words.collect::<Vec<_>>().join("\n")
}

/// All words that a model reads, for an estimate of their tokens.
pub(crate) fn tokens_of(messages: &[Message]) -> usize {
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts.map(part_tokens).sum()
}

/// What a picture is taken to cost; services count between 250 and 1,600 tokens.
const PICTURE_TOKENS: usize = 1_000;

fn part_tokens(part: &Part) -> usize {
    use palimp_core::tokens::tokens;
    match part {
        Part::Text { text } => tokens(text),
        Part::Image { .. } => PICTURE_TOKENS,
        Part::ToolCall { name, input, .. } => tokens(name) + tokens(&input.to_string()),
        Part::ToolResult { content, .. } => content.iter().map(part_tokens).sum(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn is_blank(part: &Part) -> bool {
        matches!(part, Part::Text { text } if text.trim().is_empty())
    }

    fn call(id: &str) -> Part {
        Part::ToolCall { id: id.to_owned(), name: "read".to_owned(), input: json!({"a": 1}) }
    }

    fn result(id: &str) -> Part {
        Part::ToolResult { id: id.to_owned(), content: vec![Part::text("done")], is_error: false }
    }

    fn user(parts: Vec<Part>) -> Message {
        Message { role: Role::User, parts }
    }

    fn assistant(parts: Vec<Part>) -> Message {
        Message { role: Role::Assistant, parts }
    }

    #[test]
    fn what_one_speaker_says_in_a_row_is_one_message() {
        let said = [
            user(vec![Part::text("a")]),
            user(vec![Part::text(" \n"), Part::text("b")]),
            assistant(vec![Part::text("")]),
            user(vec![Part::text("c")]),
        ];
        let parts = ["a", "b", "c"].map(Part::text).to_vec();
        assert_eq!(shaped(&said), [user(parts)]);
    }

    #[test]
    fn the_user_begins() {
        let said = [assistant(vec![Part::text("yes")]), user(vec![Part::text("go on")])];
        assert_eq!(shaped(&said)[0], Message::text(Role::User, BEFORE));
        assert_eq!(shaped(&said)[1..], said);
        assert!(shaped(&[]).is_empty());
    }

    #[test]
    fn an_answer_stands_before_what_else_is_said_with_it() {
        let said = [
            user(vec![Part::text("go")]),
            assistant(vec![Part::text("reading"), call("1")]),
            user(vec![Part::text("and hurry"), result("1")]),
        ];
        let shaped = shaped(&said);
        assert_eq!(shaped[1], said[1]);
        assert_eq!(shaped[2], user(vec![result("1"), Part::text("and hurry")]));
    }

    #[test]
    fn a_call_without_its_answer_is_words_and_an_answer_without_its_call_too() {
        let said = [
            user(vec![result("gone")]),
            assistant(vec![call("1"), call("2")]),
            user(vec![result("2"), result("2")]),
        ];
        let shaped = shaped(&said);
        let lost = vec![Part::text("[result of a tool]"), Part::text("done")];
        assert_eq!(shaped[0], user(lost.clone()));
        assert_eq!(shaped[1], assistant(vec![Part::text(r#"[tool read {"a":1}]"#), call("2")]));
        assert_eq!(shaped[2].parts[0], result("2"));
        assert_eq!(shaped[2].parts[1..], lost);
    }

    #[test]
    fn names_are_made_such_as_services_take() {
        assert_eq!(identifier("call_a|fc.1", 40), "call_a_fc_1");
        assert_eq!(identifier("도구", 40), "__");
        assert_eq!(identifier("", 40), "_");
        assert_eq!(identifier(&"x".repeat(100), 64).len(), 64);
    }

    /// Any conversation: whose turn, and of each part what it is and which call it speaks of.
    fn any_conversation() -> impl Strategy<Value = Vec<Message>> {
        let part = (0_u8..4, 0_u8..3).prop_map(|(kind, id)| match kind {
            0 => Part::text(["", "word", "둘"][usize::from(id)]),
            1 => Part::Image { media_type: "image/png".to_owned(), data: "AA==".to_owned() },
            2 => call(&id.to_string()),
            _ => result(&id.to_string()),
        });
        let message =
            (any::<bool>(), prop::collection::vec(part, 0..4)).prop_map(|(user, parts)| Message {
                role: if user { Role::User } else { Role::Assistant },
                parts,
            });
        prop::collection::vec(message, 0..8)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn every_conversation_comes_out_as_services_take_it(said in any_conversation()) {
            let shaped = shaped(&said);
            for (at, message) in shaped.iter().enumerate() {
                let role = if at % 2 == 0 { Role::User } else { Role::Assistant };
                prop_assert_eq!(message.role, role);
                prop_assert!(!message.parts.is_empty());
                prop_assert!(!message.parts.iter().any(is_blank));
                let results = message.parts.iter().take_while(|part| result_id(part).is_some());
                prop_assert_eq!(results.count(), ids(message, result_id).len());
                let calls = ids(message, call_id);
                prop_assert_eq!(message.parts.iter().filter_map(call_id).count(), calls.len());
                let answers = shaped.get(at + 1).map_or(HashSet::new(), |next| ids(next, result_id));
                if role == Role::Assistant {
                    prop_assert_eq!(calls, answers);
                } else {
                    prop_assert!(calls.is_empty());
                }
            }
        }
    }
}
