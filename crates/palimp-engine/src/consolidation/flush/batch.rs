//! Splits a backlog into batches, one per call.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::distill::ConversationTurn;
use palimp_core::own_command::without_own;
use palimp_core::text::prefix;
use palimp_redact::Redactor;

/// Maximum length of one call, in characters: about 6,000 tokens of English. A longer message is
/// sent alone.
const MAX_CALL_CHARS: usize = 24_000;
/// Maximum length of a message that is sent whole, in characters: a longer one is a pasted file.
const MAX_MESSAGE_CHARS: usize = 60_000;
/// Maximum number of replies in one call, as a multiple of the number that makes a session due; a
/// distiller names a few facts per call, and would omit the rest of a long backlog.
const MAX_DUE_MULTIPLE: usize = 2;

/// Returns the messages of the first call, at least one.
pub(super) fn first_batch(waiting: &[StoredMessage], flush_every: usize) -> &[StoredMessage] {
    let most = (flush_every * 2 * MAX_DUE_MULTIPLE)
        .max(crate::consolidation::schedule::MIN_FLUSH_MESSAGES);
    let mut room = MAX_CALL_CHARS;
    let fitting = waiting.iter().take(most).take_while(|message| {
        let chars = message.content.chars().count();
        let fits = chars <= room;
        room = room.saturating_sub(chars);
        fits
    });
    &waiting[..fitting.count().clamp(1, waiting.len())]
}

/// The messages of the first call of those that a client summed up before it shortened the conversation;
/// none where no summary waits.
pub(super) fn summed_up(waiting: &[StoredMessage], flush_every: usize) -> Option<&[StoredMessage]> {
    let last = waiting.iter().rposition(|message| message.role == MessageRole::Summary)?;
    Some(first_batch(&waiting[..=last], flush_every))
}

/// Converts messages to turns for a distiller: redacted, without palimp's own commands and their
/// answers, and with the middle of very long ones left out.
pub(super) fn to_turns(messages: &[StoredMessage], redactor: &Redactor) -> Vec<ConversationTurn> {
    let turn = |message: &StoredMessage| {
        let text = redactor.redact(&message.content);
        ConversationTurn { role: message.role, text: truncate_middle(&text) }
    };
    without_own(messages.iter().map(turn))
}

fn truncate_middle(text: &str) -> String {
    let chars = text.chars().count();
    if chars <= MAX_MESSAGE_CHARS {
        return text.to_owned();
    }
    let head = prefix(text, MAX_MESSAGE_CHARS / 2);
    let behind =
        text.char_indices().nth(chars - MAX_MESSAGE_CHARS / 2).map_or(text.len(), |(at, _)| at);
    format!("{head}\n[… {} characters left out …]\n{}", chars - MAX_MESSAGE_CHARS, &text[behind..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consolidation::flush::stored_message;

    fn message(id: i64, content: &str) -> StoredMessage {
        stored_message(id, MessageRole::User, content)
    }

    #[test]
    fn a_call_has_room_for_one_message_whatever_its_length() {
        let long = [message(1, &"가".repeat(MAX_CALL_CHARS + 1)), message(2, "short")];
        assert_eq!(first_batch(&long, 10).len(), 1);
        let short: Vec<_> = (0..100).map(|id| message(id, "short")).collect();
        assert_eq!(first_batch(&short, 10).len(), 40);
        assert_eq!(first_batch(&short[..3], 10).len(), 3);
    }

    #[test]
    fn an_endless_message_keeps_its_ends() {
        let text = format!("begin {} end", "🙂".repeat(MAX_MESSAGE_CHARS));
        let turns = to_turns(&[message(1, &text)], &Redactor::default());
        assert!(turns[0].text.starts_with("begin 🙂") && turns[0].text.ends_with("🙂 end"));
        assert!(turns[0].text.contains("[… 10 characters left out …]"));
        assert!(
            super::to_turns(&[message(1, "password: hunter2hunter2")], &Redactor::default())[0]
                .text
                .contains("<redacted:")
        );
    }
}
