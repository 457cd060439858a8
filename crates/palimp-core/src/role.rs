//! Roles in a conversation.

use serde::{Deserialize, Serialize};

/// Author of a message, and its function in the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MessageRole {
    /// The person: a prompt.
    User,
    /// The model: the last words of a turn.
    Assistant,
    /// The model, on its way to an answer.
    Step,
    /// The model: a summary of the earlier conversation, written when a client compacted it.
    Summary,
    /// The model: a plan.
    Plan,
}

impl MessageRole {
    /// Every role.
    pub const ALL: [MessageRole; 5] = [
        MessageRole::User,
        MessageRole::Assistant,
        MessageRole::Step,
        MessageRole::Summary,
        MessageRole::Plan,
    ];

    /// The name used in the database.
    pub const fn name(self) -> &'static str {
        match self {
            MessageRole::User => "user",
            MessageRole::Assistant => "assistant",
            MessageRole::Step => "step",
            MessageRole::Summary => "summary",
            MessageRole::Plan => "plan",
        }
    }

    /// Returns the role with this name; an unknown name, such as one of a later version, is the
    /// assistant's.
    pub fn from_name(name: &str) -> MessageRole {
        MessageRole::ALL
            .into_iter()
            .find(|role| role.name() == name)
            .unwrap_or(MessageRole::Assistant)
    }

    /// True if messages of this role make up a turn: a prompt or its answer, not a text between
    /// them.
    pub const fn is_turn(self) -> bool {
        matches!(self, MessageRole::User | MessageRole::Assistant)
    }
}
