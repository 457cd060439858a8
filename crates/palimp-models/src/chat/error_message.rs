//! Error messages for a chat model that gave no answer.

use palimp_core::chat::ModelError;

use crate::http::client::{HttpFailure, contains_any};
use crate::http::complaint::{clean_line, error_message};
use crate::keys::{SecretToken, how_to_set};

/// Reason for which a model gave no answer, or not the whole of one.
#[derive(Debug)]
pub(crate) enum ChatFailure {
    /// The service could not be asked, or said no.
    Failed(HttpFailure),
    /// The connection ended before the answer did, some of which was heard.
    BrokenOff,
    /// The answer is in no form that is known; what it is instead.
    Unreadable(&'static str),
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
            ChatFailure::BrokenOff => ModelError::Unavailable(format!(
                "{provider} broke off in the middle of its answer: ask again"
            )),
            ChatFailure::Failed(failure) => self.explain_failure(failure),
            ChatFailure::Unreadable(what) => ModelError::Unavailable(format!(
                "{provider} at {host} answered with {what} instead of a conversation: check memory.baseUrl and the model's name"
            )),
            ChatFailure::Withheld(why) => ModelError::Refused(format!(
                "{model} declined to answer ({}): say it in another way, or choose another model",
                clean_line(why, self.key)
            )),
            ChatFailure::Mute => ModelError::Unavailable(format!(
                "{model} used up all its tokens before it said a word: choose a model that thinks less"
            )),
        }
    }

    fn half_way(&self, failure: &HttpFailure) -> ModelError {
        let provider = self.provider;
        let why = match failure {
            HttpFailure::Status { body, .. } => self.quote_message(body),
            HttpFailure::Late => ", after which it was silent".to_owned(),
            _ => String::new(),
        };
        ModelError::Unavailable(format!(
            "{provider} broke off in the middle of its answer{why}: ask again"
        ))
    }

    fn explain_failure(&self, failure: &HttpFailure) -> ModelError {
        let ChatTarget { provider, model, host, .. } = self;
        let unavailable = match failure {
            HttpFailure::Status { status, body, .. } => {
                return self.explain_status(failure, *status, body);
            }
            HttpFailure::Moved(to) => {
                return ModelError::Refused(format!(
                    "{provider} at {host} points to {to}, where palimp does not follow with your key: set memory.baseUrl to the address that is meant"
                ));
            }
            HttpFailure::Nobody if *provider == "ollama" => format!(
                "ollama does not answer at {host}: is it running? Start it with `ollama serve`"
            ),
            HttpFailure::Nobody => format!(
                "{provider} does not answer at {host}: check the network, the address and HTTPS_PROXY"
            ),
            HttpFailure::NoHost => format!(
                "{provider} was not found at {host}: check the network, the address and HTTPS_PROXY"
            ),
            HttpFailure::Late => {
                format!("{provider} took too long to answer with {model}: try again later")
            }
            HttpFailure::Endless => {
                format!("{provider} at {host} answered without end: try another model")
            }
            HttpFailure::Untrusted(why) => format!(
                "the certificate of {provider} at {host} is not trusted ({}): if your company's proxy stands in between, give this machine its certificate, or name it in SSL_CERT_FILE",
                clean_line(why, self.key)
            ),
            HttpFailure::Broken { why, .. } => format!(
                "the connection to {provider} at {host} failed ({}): try again later",
                clean_line(why, self.key)
            ),
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
            _ if is_too_long(status, body) => ModelError::TooLong(format!(
                "the conversation is longer than {model} takes{said}: shorten it, or choose a model with a larger window"
            )),
            _ if failure.is_out_of_quota() || is_unpaid(status, body) => {
                ModelError::Quota(format!(
                    "what your {provider} account may use is used up{said}: look at its billing page, or choose another service"
                ))
            }
            429 => ModelError::Quota(match failure.asks_for() {
                Some(wait) => format!(
                    "{provider} limits how often it is asked: try again in {} seconds",
                    wait.as_secs().max(1)
                ),
                None => format!("{provider} limits how often it is asked: try again in a minute"),
            }),
            403 => ModelError::Refused(format!(
                "{provider} does not let this key use {model} (403){said}: check what the key may do"
            )),
            404 if *provider == "ollama" => ModelError::Refused(format!(
                "ollama does not have the model {model}: fetch it with `ollama pull {model}`"
            )),
            404 => ModelError::Refused(format!(
                "{provider} knows no model {model} (404){said}: check its name and the address"
            )),
            408 | 500..=599 => ModelError::Unavailable(format!(
                "{provider} fails at the moment ({status}){said}: try again later"
            )),
            _ => ModelError::Refused(format!(
                "{provider} did not accept the request ({status}){said}: check the model's name and the address"
            )),
        }
    }

    fn wrong_key(&self, status: u16) -> String {
        let ChatTarget { provider, host, .. } = self;
        match self.key {
            // A service may repeat a part of the key in what it says, so that is not shown.
            Some(_) => format!("{provider} refused the key ({status}): {}", how_to_set(provider)),
            None => {
                format!("{provider} at {host} wants a key ({status}): {}", how_to_set(provider))
            }
        }
    }

    /// Returns the service's message, to be appended to a clause.
    fn quote_message(&self, body: &str) -> String {
        let message =
            error_message(body).map(|message| clean_line(&message, self.key)).unwrap_or_default();
        if message.is_empty() { message } else { format!(", saying \"{message}\"") }
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
