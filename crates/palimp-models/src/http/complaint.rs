//! Error messages for a failing embedding service.

use palimp_core::embed::EmbedError;
use palimp_core::text;
use serde_json::Value;

use super::client::HttpFailure;
use crate::keys::{self, SecretToken};
use crate::messages;

/// Service and model that were asked, for the error message.
pub(crate) struct EmbeddingTarget<'a> {
    pub(crate) provider: &'a str,
    pub(crate) model: &'a str,
    pub(crate) host: &'a str,
    pub(crate) dimensions: Option<usize>,
    pub(crate) key: Option<&'a SecretToken>,
}

impl EmbeddingTarget<'_> {
    /// The words for `failure`.
    pub(crate) fn explain(&self, failure: &HttpFailure) -> EmbedError {
        let EmbeddingTarget { provider, model, host, .. } = self;
        match failure {
            HttpFailure::Status { status, body, .. } => self.explain_status(failure, *status, body),
            HttpFailure::Moved(to) => {
                EmbedError::Refused(messages::embedding_moved(provider, host, to))
            }
            HttpFailure::Nobody if *provider == "ollama" => {
                EmbedError::Unavailable(messages::ollama_silent(host))
            }
            HttpFailure::Nobody => {
                EmbedError::Unavailable(messages::embedder_silent(provider, host))
            }
            HttpFailure::NoHost => {
                EmbedError::Unavailable(messages::embedder_not_found(provider, host))
            }
            HttpFailure::Late => EmbedError::Unavailable(messages::embedding_late(provider, model)),
            HttpFailure::Endless => {
                EmbedError::Unavailable(messages::embedding_endless(provider, host))
            }
            HttpFailure::Untrusted(why) => EmbedError::Unavailable(messages::service_untrusted(
                provider,
                host,
                self.clean_message(why),
            )),
            HttpFailure::Broken { why, .. } => EmbedError::Unavailable(
                messages::connection_failed(provider, host, self.clean_message(why)),
            ),
        }
    }

    /// The words for an answer that could not be read.
    pub(crate) fn explain_unreadable(&self, answer: &[u8]) -> EmbedError {
        let EmbeddingTarget { provider, host, .. } = self;
        let start = answer.trim_ascii_start();
        let what = match start.first() {
            None => messages::embedding_empty(),
            Some(b'<') => messages::embedding_web_page(),
            Some(b'{' | b'[') => messages::embedding_unknown_form(),
            Some(_) => messages::embedding_not_json(),
        };
        EmbedError::Unavailable(messages::embedding_unreadable(provider, host, &what))
    }

    fn explain_status(&self, failure: &HttpFailure, status: u16, body: &str) -> EmbedError {
        let EmbeddingTarget { provider, model, .. } = self;
        let said = self.quote_message(body);
        let is_key = status == 401 || body.contains("API_KEY_INVALID");
        match status {
            _ if is_key => EmbedError::Refused(self.wrong_key(status)),
            402 | 429 if failure.is_out_of_quota() => {
                EmbedError::Quota(messages::embedding_quota(provider, &said))
            }
            429 => EmbedError::Quota(match failure.asks_for() {
                Some(wait) => messages::rate_limited_for(provider, wait.as_secs().max(1)),
                None => messages::rate_limited(provider),
            }),
            403 => EmbedError::Refused(messages::key_not_allowed(provider, model, &said)),
            404 if *provider == "ollama" => {
                EmbedError::Refused(messages::ollama_model_missing(model))
            }
            404 => EmbedError::Refused(messages::embedding_model_unknown(provider, model, &said)),
            400..=499 if self.is_about_dimensions(body) => {
                EmbedError::Refused(messages::embedding_length_refused(model, &said))
            }
            _ if failure.is_too_large() => {
                EmbedError::Refused(messages::text_too_long(provider, model, status, &said))
            }
            408 | 500..=599 => {
                EmbedError::Unavailable(messages::service_failing(provider, status, &said))
            }
            _ => EmbedError::Refused(messages::embedding_refused(provider, status, &said)),
        }
    }

    fn wrong_key(&self, status: u16) -> String {
        let EmbeddingTarget { provider, host, .. } = self;
        match self.key {
            // A service may repeat a part of the key in what it says, so that is not shown.
            Some(_) if *provider == "vertex" => {
                messages::vertex_token_refused(status, messages::how_to_set_vertex_key())
            }
            Some(_) => messages::key_refused(provider, status, keys::how_to_set(provider)),
            None => messages::key_wanted(provider, host, status, keys::how_to_set(provider)),
        }
    }

    fn is_about_dimensions(&self, body: &str) -> bool {
        let body = body.to_ascii_lowercase();
        let says = ["dimension", "matryoshka"];
        self.dimensions.is_some() && says.iter().any(|part| body.contains(part))
    }

    /// Returns the service's message, to be appended to a clause.
    fn quote_message(&self, body: &str) -> String {
        let message =
            error_message(body).map(|message| self.clean_message(&message)).unwrap_or_default();
        if message.is_empty() { message } else { messages::service_said(message) }
    }

    fn clean_message(&self, message: &str) -> String {
        clean_line(message, self.key)
    }
}

/// Returns a service's message as one short line without the key.
pub(crate) fn clean_line(message: &str, key: Option<&SecretToken>) -> String {
    let message = match key {
        Some(key) => key.black_out(message),
        None => message.to_owned(),
    };
    let visible: String = message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = text::ellipsis(&text::one_line(&visible), 200);
    line.trim_end_matches('.').to_owned()
}

/// The message in an answer that tells of an error, in the forms that services give it.
pub(crate) fn error_message(body: &str) -> Option<String> {
    let body: Value = serde_json::from_str(body).ok()?;
    // Google wraps the answer of some methods in a list.
    let body = body.get(0).unwrap_or(&body);
    let places = [&body["error"]["message"], &body["error"], &body["detail"], &body["message"]];
    places.into_iter().find_map(Value::as_str).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(status: u16, body: &str) -> String {
        let key = SecretToken::new("sk-very-secret").unwrap();
        let asked = EmbeddingTarget {
            provider: "openai",
            model: "m",
            host: "h",
            dimensions: Some(64),
            key: Some(&key),
        };
        asked
            .explain(&HttpFailure::Status { status, body: body.to_owned(), after: None })
            .to_string()
    }

    #[test]
    fn what_a_service_says_is_one_short_line_without_the_key() {
        let long = "word ".repeat(100);
        let said = words(
            403,
            &format!("{{\"error\": {{\"message\": \"sk-very-secret\\n\\u001b[31m {long}\"}}}}"),
        );
        assert!(
            !said.contains("sk-very-secret") && !said.contains('\n') && !said.contains('\u{1b}'),
            "{said}"
        );
        assert!(said.chars().count() < 320, "{said}");
    }

    #[test]
    fn a_refused_key_shows_nothing_of_what_was_said() {
        let said = words(401, r#"{"error": {"message": "Incorrect API key: sk-ver***ret"}}"#);
        assert_eq!(
            said,
            "openai refused the key (401); hint: set OPENAI_API_KEY, or run `palimp keys set openai`"
        );
        assert!(
            words(400, r#"{"error": {"details": [{"reason": "API_KEY_INVALID"}]}}"#)
                .contains("refused the key (400)")
        );
    }

    #[test]
    fn each_form_of_an_error_is_understood() {
        for body in [
            r#"{"error": {"message": "no luck"}}"#,
            r#"{"error": "no luck"}"#,
            r#"{"detail": "no luck."}"#,
            r#"{"message": "no luck"}"#,
            r#"[{"error": {"message": "no luck"}}]"#,
        ] {
            assert!(words(400, body).contains("(400): \"no luck\"; hint: check"), "{body}");
        }
        assert!(words(400, "<html>").contains("(400); hint: check"));
    }

    #[test]
    fn a_length_that_a_model_does_not_have_is_named() {
        let said = words(400, r#"{"error": "this model does not support matryoshka"}"#);
        assert!(said.contains("embedding.dimensions"), "{said}");
    }
}
