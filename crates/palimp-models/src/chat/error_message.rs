//! Error messages for a chat model that gave no answer.

use palimp_core::chat::ModelError;

use crate::http::client::{HttpFailure, contains_any};
use crate::http::complaint::{clean_line, error_message};
use crate::keys::{SecretToken, how_to_set};
use crate::messages;

/// Reason for which a model gave no answer, or not the whole of one.
#[derive(Debug)]
pub(crate) enum ChatFailure {
    /// The service could not be asked, or said no.
    Failed(HttpFailure),
    /// The connection ended before the answer did, some of which was heard.
    BrokenOff,
    /// The answer is in no form that is known; what it is instead.
    Unreadable(String),
    /// The service holds the answer back; why.
    Withheld(String),
    /// All tokens were used up before a word was said.
    Mute,
}

impl From<HttpFailure> for ChatFailure {
    fn from(failure: HttpFailure) -> ChatFailure {
        ChatFailure::Failed(failure)
    }
}

/// Service and model that were asked, for the error message.
pub(crate) struct ChatTarget<'a> {
    pub(crate) provider: &'a str,
    pub(crate) model: &'a str,
    pub(crate) host: &'a str,
    pub(crate) key: Option<&'a SecretToken>,
    /// True if words of the answer have been handed on already.
    pub(crate) spoken: bool,
}

impl ChatTarget<'_> {
    /// The words for `trouble`.
    pub(crate) fn explain(&self, trouble: &ChatFailure) -> ModelError {
        let ChatTarget { provider, model, host, .. } = self;
        match trouble {
            ChatFailure::Failed(failure) if self.spoken => self.half_way(failure),
            ChatFailure::BrokenOff => {
                ModelError::Unavailable(messages::chat_broken_off(provider, ""))
            }
            ChatFailure::Failed(failure) => self.explain_failure(failure),
            ChatFailure::Unreadable(what) => {
                ModelError::Unavailable(messages::chat_unreadable(provider, host, what))
            }
            ChatFailure::Withheld(why) => {
                ModelError::Refused(messages::chat_withheld(model, clean_line(why, self.key)))
            }
            ChatFailure::Mute => ModelError::Unavailable(messages::chat_mute(model)),
        }
    }

    fn half_way(&self, failure: &HttpFailure) -> ModelError {
        let provider = self.provider;
        let why = match failure {
            HttpFailure::Status { body, .. } => self.quote_message(body),
            HttpFailure::Late => messages::silent_after_words(),
            _ => String::new(),
        };
        ModelError::Unavailable(messages::chat_broken_off(provider, &why))
    }

    fn explain_failure(&self, failure: &HttpFailure) -> ModelError {
        let ChatTarget { provider, model, host, .. } = self;
        let unavailable = match failure {
            HttpFailure::Status { status, body, .. } => {
                return self.explain_status(failure, *status, body);
            }
            HttpFailure::Moved(to) => {
                return ModelError::Refused(messages::chat_moved(provider, host, to));
            }
            HttpFailure::Nobody if *provider == "ollama" => messages::ollama_silent(host),
            HttpFailure::Nobody => messages::chat_silent(provider, host),
            HttpFailure::NoHost => messages::chat_not_found(provider, host),
            HttpFailure::Late => messages::chat_late(provider, model),
            HttpFailure::Endless => messages::chat_endless(provider, host),
            HttpFailure::Untrusted(why) => {
                messages::service_untrusted(provider, host, clean_line(why, self.key))
            }
            HttpFailure::Broken { why, .. } => {
                messages::connection_failed(provider, host, clean_line(why, self.key))
            }
        };
        ModelError::Unavailable(unavailable)
    }

    fn explain_status(&self, failure: &HttpFailure, status: u16, body: &str) -> ModelError {
        let ChatTarget { provider, model, .. } = self;
        let said = self.quote_message(body);
        match status {
            _ if status == 401 || body.contains("API_KEY_INVALID") => {
                ModelError::Refused(self.wrong_key(status))
            }
            _ if is_too_long(status, body) => {
                ModelError::TooLong(messages::chat_too_long(model, &said))
            }
            _ if failure.is_out_of_quota() || is_unpaid(status, body) => {
                ModelError::Quota(messages::chat_quota(provider, &said))
            }
            429 => ModelError::Quota(match failure.asks_for() {
                Some(wait) => messages::rate_limited_for(provider, wait.as_secs().max(1)),
                None => messages::rate_limited(provider),
            }),
            403 => ModelError::Refused(messages::key_not_allowed(provider, model, &said)),
            404 if *provider == "ollama" => {
                ModelError::Refused(messages::ollama_model_missing(model))
            }
            404 => ModelError::Refused(messages::chat_model_unknown(provider, model, &said)),
            408 | 500..=599 => {
                ModelError::Unavailable(messages::service_failing(provider, status, &said))
            }
            _ => ModelError::Refused(messages::chat_refused(provider, status, &said)),
        }
    }

    fn wrong_key(&self, status: u16) -> String {
        let ChatTarget { provider, host, .. } = self;
        match self.key {
            // A service may repeat a part of the key in what it says, so that is not shown.
            Some(_) => messages::key_refused(provider, status, how_to_set(provider)),
            None => messages::key_wanted(provider, host, status, how_to_set(provider)),
        }
    }

    /// Returns the service's message, to be appended to a clause.
    fn quote_message(&self, body: &str) -> String {
        let message =
            error_message(body).map(|message| clean_line(&message, self.key)).unwrap_or_default();
        if message.is_empty() { message } else { messages::service_said(message) }
    }
}

/// Returns true if a conversation is longer than a model's window, in the words of the services and
/// of the servers with the same API.
fn is_too_long(status: u16, body: &str) -> bool {
    let says = [
        // Anthropic
        "prompt is too long",
        "exceed context limit",
        // OpenAI
        "context_length_exceeded",
        "maximum context length",
        "exceeds the context window",
        "input tokens exceed the configured limit",
        // Gemini
        "exceeds the maximum number of tokens allowed",
        // Ollama, llama.cpp and LM Studio
        "exceeds the available context size",
        "exceeds the context length",
        "exceeds maximum context length",
        "exceeds the model's context",
        "greater than the context length",
        "exceed_context_size",
        // Others
        "maximum context limit",
        "longer than the model's context length",
        "request_too_large",
    ];
    match status {
        413 => true,
        400 | 422 | 500 => contains_any(body, &says),
        _ => false,
    }
}

/// Anthropic says with a status of its own that nothing is left to pay with.
fn is_unpaid(status: u16, body: &str) -> bool {
    status == 402 || status == 400 && contains_any(body, &["credit balance"])
}
