//! A stretch of a conversation and its turns.
//!
//! A turn is a user's message with everything up to the next one. What a tool answered is said
//! by the user too, but begins no turn.

use std::collections::HashMap;
use std::ops::Range;

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, MessagePart};

/// Messages, and the starts of their turns.
#[derive(Clone, Debug)]
pub struct ConversationView<'a> {
    messages: &'a [ChatMessage],
    starts: Vec<usize>,
}

impl<'a> ConversationView<'a> {
    /// The turns that the messages themselves show.
    pub fn from_messages(messages: &'a [ChatMessage]) -> ConversationView<'a> {
        let begins = |(at, message): (usize, &ChatMessage)| begins_turn(message).then_some(at);
        ConversationView {
            messages,
            starts: messages.iter().enumerate().filter_map(begins).collect(),
        }
    }

    /// The turns begin at `starts`, rising: for records in which the user's role also says what
    /// no user said. What lies outside the messages is left out.
    pub fn with_starts(
        messages: &'a [ChatMessage],
        mut starts: Vec<usize>,
    ) -> ConversationView<'a> {
        starts.retain(|start| *start < messages.len());
        starts.sort_unstable();
        starts.dedup();
        ConversationView { messages, starts }
    }

    /// The messages.
    pub const fn messages(&self) -> &'a [ChatMessage] {
        self.messages
    }

    /// Returns the number of turns.
    pub fn turn_count(&self) -> usize {
        self.starts.len()
    }

    /// True if the user's words at `at` begin a turn.
    pub fn is_start(&self, at: usize) -> bool {
        self.starts.binary_search(&at).is_ok()
    }

    /// Returns the start of the first turn; the end if there is none.
    pub fn first_turn(&self) -> usize {
        self.starts.first().copied().unwrap_or(self.messages.len())
    }

    /// Returns the start of the last `turns` turns; `None` if nothing of a turn lies before them.
    pub fn last_turns(&self, turns: usize) -> Option<usize> {
        let before = self.starts.len().checked_sub(turns).filter(|before| *before > 0)?;
        Some(self.starts.get(before).copied().unwrap_or(self.messages.len()))
    }

    /// Returns the start of the turn that holds `at`.
    fn turn_of(&self, at: usize) -> usize {
        let turn = self.starts.partition_point(|start| *start <= at);
        turn.checked_sub(1).map_or(0, |turn| self.starts[turn])
    }

    /// `from`, or an earlier beginning of a turn, so that every result behind it has its call
    /// behind it too.
    pub fn with_calls(&self, from: usize) -> usize {
        let pairs = self.result_call_pairs();
        let mut from = from;
        for (result, call) in pairs.into_iter().rev() {
            if result < from {
                break;
            }
            if call < from {
                from = self.turn_of(call);
            }
        }
        from
    }

    /// The messages of results with those of their calls: the last call before that has the id,
    /// since some services use ids anew. In the order of the results.
    fn result_call_pairs(&self) -> Vec<(usize, usize)> {
        let mut calls: HashMap<&str, usize> = HashMap::new();
        let mut pairs = Vec::new();
        for (at, message) in self.messages.iter().enumerate() {
            for part in &message.parts {
                match part {
                    MessagePart::ToolCall { id, .. } => {
                        calls.insert(id, at);
                    }
                    MessagePart::ToolResult { id, .. } => {
                        pairs.extend(calls.get(id.as_str()).map(|call| (at, *call)));
                    }
                    MessagePart::Text { .. } | MessagePart::Image { .. } => {}
                }
            }
        }
        pairs
    }

    /// The names of the tools by the ids of their calls.
    pub fn tool_names(&self) -> HashMap<&'a str, &'a str> {
        let parts = self.messages.iter().flat_map(|message| &message.parts);
        parts
            .filter_map(|part| match part {
                MessagePart::ToolCall { id, name, .. } => Some((id.as_str(), name.as_str())),
                _ => None,
            })
            .collect()
    }

    /// Returns the range between the first turn and the last `turns` turns in which the assistant
    /// said or did something.
    pub(crate) fn before_last_answers(&self, turns: usize) -> Range<usize> {
        let first = self.first_turn();
        let mut left = turns;
        let mut end = self.messages.len();
        for start in self.starts.iter().rev().copied() {
            if left == 0 {
                return first..end;
            }
            let said = |message: &ChatMessage| message.role == MessageRole::Assistant;
            left -= usize::from(self.messages[start..end].iter().any(said));
            end = start;
        }
        first..if left == 0 { end } else { first }
    }

    /// Returns the range between the first turn and the last `runs` messages of the assistant;
    /// consecutive messages count as one.
    pub(crate) fn before_last_runs(&self, runs: usize) -> Range<usize> {
        let mut left = runs;
        let mut end = self.messages.len();
        for at in (0..self.messages.len()).rev() {
            if left == 0 {
                break;
            }
            let assistant = self.messages[at].role == MessageRole::Assistant;
            let begins = at == 0 || self.messages[at - 1].role != MessageRole::Assistant;
            if assistant && begins {
                left -= 1;
                end = at;
            }
        }
        let end = if left > 0 { 0 } else { end };
        self.first_turn().min(end)..end
    }
}

/// True if the user's own words begin a turn here.
pub fn begins_turn(message: &ChatMessage) -> bool {
    let said =
        |part: &MessagePart| matches!(part, MessagePart::Text { .. } | MessagePart::Image { .. });
    message.role == MessageRole::User && message.parts.iter().any(said)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn talk(pattern: &str) -> Vec<ChatMessage> {
        let message = |(at, kind): (usize, char)| match kind {
            'u' => ChatMessage::from_text(MessageRole::User, format!("words {at}")),
            'a' => ChatMessage::from_text(MessageRole::Assistant, format!("answer {at}")),
            'c' => part(MessageRole::Assistant, call("id")),
            'C' => part(MessageRole::Assistant, call("other")),
            'r' => part(MessageRole::User, result("id")),
            _ => part(MessageRole::User, result("other")),
        };
        pattern.chars().enumerate().map(message).collect()
    }

    fn part(role: MessageRole, part: MessagePart) -> ChatMessage {
        ChatMessage { role, parts: vec![part] }
    }

    fn call(id: &str) -> MessagePart {
        MessagePart::ToolCall { id: id.to_owned(), name: "Bash".into(), input: json!({}) }
    }

    fn result(id: &str) -> MessagePart {
        MessagePart::ToolResult { id: id.to_owned(), content: vec![], is_error: false }
    }

    #[test]
    fn results_begin_no_turn() {
        let messages = talk("ucraucrau");
        let view = ConversationView::from_messages(&messages);
        assert_eq!((view.turn_count(), view.first_turn()), (3, 0));
        assert_eq!(view.last_turns(1), Some(8));
        assert_eq!(view.last_turns(2), Some(4));
        assert_eq!(view.last_turns(3), None);
        assert_eq!(view.last_turns(0), Some(9));
    }

    #[test]
    fn a_cut_never_parts_a_call_from_its_result() {
        for (pattern, from, expect) in [
            ("ucrauaua", 4, 4),
            ("uaucuraua", 4, 2),
            ("uaCucuRraua", 5, 0),
            ("uarua", 3, 3),
            ("ruaua", 1, 1),
            ("ucraucraucra", 8, 8),
        ] {
            let messages = talk(pattern);
            assert_eq!(
                ConversationView::from_messages(&messages).with_calls(from),
                expect,
                "{pattern}"
            );
        }
    }

    #[test]
    fn runs_of_the_assistant_are_counted_from_the_end() {
        let messages = talk("ucrcraaua");
        let view = ConversationView::from_messages(&messages);
        assert_eq!(view.before_last_runs(1), 0..8);
        assert_eq!(view.before_last_runs(2), 0..5);
        assert_eq!(view.before_last_runs(4), 0..1);
        assert_eq!(view.before_last_runs(5), 0..0);
    }
}
