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
    /// The model, where a client shortened the conversation: what was before.
    Summary,
    /// The model: what it is going to do.
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

    /// The role with this name; what a later version calls otherwise is the model's.
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
