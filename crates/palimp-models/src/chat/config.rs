//! Which model the user has chosen, and how long it is waited for.

use std::sync::Arc;
use std::time::Duration;

use crate::http::{Clock, RetryPolicy, SystemClock};

/// Which model holds a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatConfig {
    /// `anthropic`, `openai`, `gemini` or `ollama`.
    pub provider: String,
    /// The model; the service's usual one when none is named.
    pub model: Option<String>,
    /// Where the service is. When nothing is named, its own variable is looked at
    /// (`ANTHROPIC_BASE_URL`, `OPENAI_BASE_URL`, `GOOGLE_GEMINI_BASE_URL`, `OLLAMA_HOST`), and
    /// then its usual address is taken.
    pub base_url: Option<String>,
    /// Whether the user said that this service's key may go to `base_url`, wherever that is.
    pub key_goes_there: bool,
}

/// How long a model is waited for.
#[derive(Clone)]
pub struct ChatOptions {
    /// How long a connection may take to be made.
    pub connect: Duration,
    /// How long the first byte and each that follows may take. Services send a sign of life while
    /// they think.
    pub silence: Duration,
    /// The same for a model on one's own machines, which reads a long conversation in minutes, and
    /// is first loaded from disk.
    pub own_silence: Duration,
    /// How much of a service's failing is borne; `answer` is the longest time of a whole answer.
    pub patience: RetryPolicy,
    /// The longest answer that is read, in bytes.
    pub answer_bytes: u64,
    /// The clock by which is waited.
    pub clock: Arc<dyn Clock>,
}

impl Default for ChatOptions {
    fn default() -> ChatOptions {
        let seconds = Duration::from_secs;
        ChatOptions {
            connect: seconds(10),
            silence: seconds(60),
            own_silence: seconds(300),
            patience: RetryPolicy { tries: 4, answer: seconds(1_800), waiting: seconds(60) },
            answer_bytes: 64 << 20,
            clock: Arc::new(SystemClock),
        }
    }
}
