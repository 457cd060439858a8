//! Interface to chat models, and the types of a conversation.
//!
//! The types are what the services have in common: a message has parts; a tool is called in one
//! message of the assistant and answered in the next one of the user.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::activity::MessageRole;

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChatMessage {
    /// Role of the speaker. A tool's result is a message of the user.
    pub role: MessageRole,
    /// Parts of the message, in order.
    pub parts: Vec<MessagePart>,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MessagePart {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// A picture.
    Image {
        /// Such as `image/png`.
        media_type: String,
        /// The bytes in base 64.
        data: String,
    },
    /// The assistant uses a tool.
    ToolCall {
        /// Id of the call, to which its result refers.
        id: String,
        /// The tool.
        name: String,
        /// Input of the tool.
        input: Value,
    },
    /// Result of a tool call.
    ToolResult {
        /// The call's.
        id: String,
        /// Text and pictures.
        content: Vec<MessagePart>,
        /// True if the tool failed.
        #[serde(default)]
        is_error: bool,
    },
}

impl MessagePart {
    /// A part of words.
    pub fn from_text(text: impl Into<String>) -> MessagePart {
        MessagePart::Text { text: text.into() }
    }
}

impl ChatMessage {
    /// A message of words alone.
    pub fn from_text(role: MessageRole, text: impl Into<String>) -> ChatMessage {
        ChatMessage { role, parts: vec![MessagePart::from_text(text)] }
    }

    /// Its words without pictures, calls and results, a line break between parts.
    pub fn joined_text(&self) -> String {
        let words = self.parts.iter().filter_map(|part| match part {
            MessagePart::Text { text } => Some(text.as_str()),
            _ => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }
}

/// Request to a chat model.
#[derive(Clone, Copy, Debug)]
pub struct ChatRequest<'a> {
    /// The system prompt, in parts that change at different times; those that change least come
    /// first, so that a service can keep them.
    pub system: &'a [String],
    /// The conversation; the last message is the user's.
    pub messages: &'a [ChatMessage],
    /// The longest answer, in tokens.
    pub max_tokens: usize,
}

/// Token usage of a reply. Counts that a service does not report are estimated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenUsage {
    /// Tokens of the request, including those that the service had cached.
    pub input: u64,
    /// Tokens of `input` that came from the service's cache.
    pub cached: u64,
    /// Tokens of the answer.
    pub output: u64,
}

impl TokenUsage {
    /// All tokens.
    pub const fn total_tokens(self) -> u64 {
        self.input + self.output
    }
}

/// Reply of a chat model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChatReply {
    /// Its words.
    pub text: String,
    /// Token usage of the reply.
    pub usage: TokenUsage,
    /// True if the reply was cut off at its maximum length.
    pub cut: bool,
}

/// Failure of a model to answer. The text says what happened and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// No key, a wrong one, no such model, no such program: asking again does not help.
    #[error("{0}")]
    Refused(String),
    /// The quota is used up or the limit of requests is reached.
    #[error("{0}")]
    Quota(String),
    /// The request is longer than the model's window.
    #[error("{0}")]
    TooLong(String),
    /// It could not be reached, or not in time, or answered nonsense.
    #[error("{0}")]
    Unavailable(String),
}

/// A model that holds a conversation.
pub trait ChatModel: Send + Sync {
    /// Name of the model, such as `anthropic/claude-haiku-4-5`.
    fn name(&self) -> String;

    /// Address of the service, as it is shown to the user; none if nothing leaves this program.
    fn endpoint_label(&self) -> Option<String> {
        None
    }

    /// Size of the model's window in tokens, if it is known.
    fn context_window(&self) -> Option<usize>;

    /// Asks, and hands the words of the answer to `each` as they come.
    fn chat(
        &self,
        request: &ChatRequest,
        each: &mut dyn FnMut(&str),
    ) -> Result<ChatReply, ModelError>;
}
