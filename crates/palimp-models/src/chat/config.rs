//! Choice of a chat model, and the timeouts for its answers.

use std::sync::Arc;
use std::time::Duration;

use crate::http::{Clock, RetryPolicy, SystemClock};

/// Choice of the model that holds a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatConfig {
    /// `anthropic`, `openai`, `gemini` or `ollama`.
    pub provider: String,
    /// The model; the service's usual one when none is named.
    pub model: Option<String>,
    /// Address of the service. If none is given, the service's own variable is read
    /// (`ANTHROPIC_BASE_URL`, `OPENAI_BASE_URL`, `GOOGLE_GEMINI_BASE_URL`, `OLLAMA_HOST`), and then
    /// its usual address is used.
    pub base_url: Option<String>,
    /// True if the user allowed this service's key to go to `base_url`, wherever that is.
    pub key_goes_there: bool,
}

/// Timeouts and limits for a chat model.
#[derive(Clone)]
pub struct ChatOptions {
    /// Maximum time to connect.
    pub connect: Duration,
    /// Maximum time to the first byte, and between bytes. Services send a sign of life while they
    /// think.
    pub silence: Duration,
    /// The same for a model on one's own machines, which reads a long conversation in minutes, and
    /// is first loaded from disk.
    pub own_silence: Duration,
    /// Retry policy for a failing service; `answer` is the maximum time of a whole answer.
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
