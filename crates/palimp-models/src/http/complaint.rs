//! Error messages for a failing embedding service.

use palimp_core::embed::EmbedError;
use palimp_core::text;
use serde_json::Value;

use super::client::HttpFailure;
use crate::keys::{self, SecretToken};

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
            HttpFailure::Moved(to) => EmbedError::Refused(format!(
                "{provider} at {host} points to {to}, where palimp does not follow with your key: set embedding.baseUrl to the address that is meant"
            )),
            HttpFailure::Nobody if *provider == "ollama" => EmbedError::Unavailable(format!(
                "ollama does not answer at {host}: is it running? Start it with `ollama serve`"
            )),
            HttpFailure::Nobody => EmbedError::Unavailable(format!(
                "{provider} does not answer at {host}: check the network, embedding.baseUrl and HTTPS_PROXY"
            )),
            HttpFailure::NoHost => EmbedError::Unavailable(format!(
                "{provider} was not found at {host}: check the network, embedding.baseUrl and HTTPS_PROXY"
            )),
            HttpFailure::Late => EmbedError::Unavailable(format!(
                "{provider} took too long to embed with {model}: try again later"
            )),
            HttpFailure::Endless => EmbedError::Unavailable(format!(
                "{provider} at {host} answers with more than any vectors take: is it an embedding service?"
            )),
            HttpFailure::Untrusted(why) => EmbedError::Unavailable(format!(
                "the certificate of {provider} at {host} is not trusted ({}): if your company's proxy stands in between, give this machine its certificate, or name it in SSL_CERT_FILE",
                self.clean_message(why)
            )),
            HttpFailure::Broken { why, .. } => EmbedError::Unavailable(format!(
                "the connection to {provider} at {host} failed ({}): try again later",
                self.clean_message(why)
            )),
        }
    }

    /// The words for an answer that could not be read.
    pub(crate) fn explain_unreadable(&self, answer: &[u8]) -> EmbedError {
        let EmbeddingTarget { provider, host, .. } = self;
        let start = answer.trim_ascii_start();
        let what = match start.first() {
            None => "with nothing",
            Some(b'<') => "with a web page",
            Some(b'{' | b'[') => "in a form that palimp does not know",
            Some(_) => "with something that is no JSON",
        };
        EmbedError::Unavailable(format!(
            "{provider} at {host} answered {what} instead of vectors: check embedding.baseUrl and embedding.model"
        ))
    }

    fn explain_status(&self, failure: &HttpFailure, status: u16, body: &str) -> EmbedError {
        let EmbeddingTarget { provider, model, .. } = self;
        let said = self.quote_message(body);
        let is_key = status == 401 || body.contains("API_KEY_INVALID");
        match status {
            _ if is_key => EmbedError::Refused(self.wrong_key(status)),
            402 | 429 if failure.is_out_of_quota() => EmbedError::Quota(format!(
                "what your {provider} account may use is used up{said}: look at its billing page, or choose another embedding.provider"
            )),
            429 => EmbedError::Quota(match failure.asks_for() {
                Some(wait) => format!(
                    "{provider} limits how often it is asked: try again in {} seconds",
                    wait.as_secs().max(1)
                ),
                None => format!("{provider} limits how often it is asked: try again in a minute"),
            }),
            403 => EmbedError::Refused(format!(
                "{provider} does not let this key use {model} (403){said}: check what the key may do"
            )),
            404 if *provider == "ollama" => EmbedError::Refused(format!(
                "ollama does not have the model {model}: fetch it with `ollama pull {model}`"
            )),
            404 => EmbedError::Refused(format!(
                "{provider} knows no model {model} (404){said}: check embedding.model and embedding.baseUrl"
            )),
            400..=499 if self.is_about_dimensions(body) => EmbedError::Refused(format!(
                "{model} does not make vectors of the length asked for{said}: change embedding.dimensions, or unset it"
            )),
            _ if failure.is_too_large() => EmbedError::Refused(format!(
                "{provider} takes no text as long as this for {model} ({status}){said}"
            )),
            408 | 500..=599 => EmbedError::Unavailable(format!(
                "{provider} fails at the moment ({status}){said}: try again later"
            )),
            _ => EmbedError::Refused(format!(
                "{provider} did not accept the request ({status}){said}: check embedding.model and embedding.baseUrl"
            )),
        }
    }

    fn wrong_key(&self, status: u16) -> String {
        let EmbeddingTarget { provider, host, .. } = self;
        match self.key {
            // A service may repeat a part of the key in what it says, so that is not shown.
            Some(_) if *provider == "vertex" => format!(
                "vertex refused the access token ({status}), which holds for an hour: {VERTEX_KEY}"
            ),
            Some(_) => {
                format!("{provider} refused the key ({status}): {}", keys::how_to_set(provider))
            }
            None => format!(
                "{provider} at {host} wants a key ({status}): {}",
                keys::how_to_set(provider)
            ),
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
        if message.is_empty() { message } else { format!(", saying \"{message}\"") }
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

/// Hint for setting up access to Vertex, as the end of a sentence.
pub(crate) const VERTEX_KEY: &str = "set GOOGLE_APPLICATION_CREDENTIALS to a service account's file, or GOOGLE_OAUTH_ACCESS_TOKEN to what `gcloud auth print-access-token` prints";

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
            "openai refused the key (401): set OPENAI_API_KEY, or run `palimp keys set openai`"
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
            assert!(words(400, body).contains("(400), saying \"no luck\": check"), "{body}");
        }
        assert!(words(400, "<html>").contains("(400): check"));
    }

    #[test]
    fn a_length_that_a_model_does_not_have_is_named() {
        let said = words(400, r#"{"error": "this model does not support matryoshka"}"#);
        assert!(said.contains("embedding.dimensions"), "{said}");
    }
}
