//! A provider is asked: safe addresses, forms out, JSON in, and what a refusal says.

use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::{SignInError, encode_form};
use crate::http::address::{ServiceAddress, is_this_machine};
use crate::http::client::{HttpClient, HttpFailure, HttpRequest};
use crate::http::{HttpOptions, RetryPolicy};
use crate::keys::SecretToken;
use crate::messages;

/// Policy for requests that are valid only once: nothing is sent again.
const SINGLE_TRY: RetryPolicy =
    RetryPolicy { tries: 1, answer: Duration::from_secs(30), waiting: Duration::ZERO };
const READ_RETRIES: RetryPolicy =
    RetryPolicy { tries: 2, answer: Duration::from_secs(30), waiting: Duration::from_secs(3) };
/// The most bytes of an answer.
const MAX_ANSWER_BYTES: u64 = 1 << 20;
/// The most characters that are told of why something was refused.
const MAX_REASON_CHARS: usize = 300;

/// An address to which secrets may go.
pub(super) struct ProviderEndpoint {
    url: String,
    address: ServiceAddress,
}

/// Reason for which a provider gave no token.
pub(super) enum TokenRefusal {
    /// It said no: its word for that, and what it adds.
    Said(String, String),
    /// Everything else.
    Trouble(SignInError),
}

/// Error answer of a provider (RFC 6749, section 5.2).
#[derive(Deserialize)]
struct OAuthErrorBody {
    error: String,
    #[serde(default)]
    error_description: String,
}

impl ProviderEndpoint {
    /// Refuses an address that is neither https nor of this machine.
    pub(super) fn from_url(url: &str) -> Result<ProviderEndpoint, SignInError> {
        let refused = |why: String| SignInError::Unsafe(strip_control(url), why);
        let address = ServiceAddress::parse(url).map_err(refused)?;
        if url.starts_with("http:") && !is_this_machine(address.name()) {
            return Err(refused(messages::not_https()));
        }
        match SecretToken::new(url).filter(|text| text.expose() == url && !url.contains('#')) {
            Some(_) => Ok(ProviderEndpoint { url: url.to_owned(), address }),
            None => Err(refused(messages::not_an_address())),
        }
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    pub(super) fn host(&self) -> &str {
        self.address.host()
    }

    /// The address with fields behind it.
    pub(super) fn with_query(&self, fields: &[(&str, &str)]) -> String {
        let sign = if self.url.contains('?') { '&' } else { '?' };
        format!("{}{sign}{}", self.url, encode_form(fields))
    }

    fn client(&self) -> HttpClient {
        let options = HttpOptions { answer_bytes: MAX_ANSWER_BYTES, ..HttpOptions::default() };
        HttpClient::new(&options, self.address.is_private())
    }

    /// Returns the JSON at the address; `None` if nothing is there.
    pub(super) fn fetch<T: DeserializeOwned>(&self) -> Result<Option<T>, SignInError> {
        let client = self.client();
        match client.with_retries(READ_RETRIES, || client.get(&self.url, READ_RETRIES.answer)) {
            Ok(body) => self.parse_json(&body).map(Some),
            Err(failure) if matches!(failure.status(), Some(404 | 410)) => Ok(None),
            Err(failure) => Err(self.unreached_error(failure)),
        }
    }

    /// Sends a form and returns the answer.
    pub(super) fn send_form(&self, fields: &[(&str, &str)]) -> Result<Vec<u8>, TokenRefusal> {
        self.post("application/x-www-form-urlencoded", &encode_form(fields)).map_err(|refusal| {
            // A provider that repeats what it was told is not repeated.
            let secrets = fields.iter().filter(|(name, _)| SECRET_FIELDS.contains(name));
            let secrets: Vec<_> =
                secrets.filter_map(|(_, value)| SecretToken::new(value)).collect();
            match refusal {
                TokenRefusal::Said(error, why) => {
                    let why = secrets.iter().fold(why, |why, secret| secret.black_out(&why));
                    TokenRefusal::Said(error, why)
                }
                other => other,
            }
        })
    }

    pub(super) fn post(
        &self,
        content_type: &'static str,
        body: &str,
    ) -> Result<Vec<u8>, TokenRefusal> {
        let question = HttpRequest { url: &self.url, key: None, content_type, body };
        self.client().post(&question, SINGLE_TRY).map_err(|failure| match &failure {
            HttpFailure::Status { status: 400..=499, body, .. } => {
                match serde_json::from_str::<OAuthErrorBody>(body) {
                    Ok(OAuthErrorBody { error, error_description }) => {
                        TokenRefusal::Said(strip_control(&error), strip_control(&error_description))
                    }
                    Err(_) => TokenRefusal::Trouble(self.unreached_error(failure)),
                }
            }
            _ => TokenRefusal::Trouble(self.unreached_error(failure)),
        })
    }

    pub(super) fn parse_json<T: DeserializeOwned>(&self, body: &[u8]) -> Result<T, SignInError> {
        // What is wrong with it could be a token.
        let strange = |_| SignInError::Strange(self.host().to_owned(), messages::json_unknown());
        serde_json::from_slice(body).map_err(strange)
    }

    fn unreached_error(&self, failure: HttpFailure) -> SignInError {
        SignInError::Unreached(crate::rest::in_words(self.host(), failure))
    }
}

/// The fields that are shown to nobody.
const SECRET_FIELDS: [&str; 5] = ["code", "code_verifier", "device_code", "refresh_token", "token"];

impl TokenRefusal {
    pub(super) fn into_trouble(self, place: &ProviderEndpoint) -> SignInError {
        match self {
            TokenRefusal::Trouble(trouble) => trouble,
            TokenRefusal::Said(error, _) if error == "access_denied" => SignInError::Denied,
            TokenRefusal::Said(error, why) => {
                let why = if why.is_empty() { error } else { format!("{error} ({why})") };
                SignInError::Refused(place.host().to_owned(), why)
            }
        }
    }
}

/// Returns text of others without control characters, which could command a terminal.
fn strip_control(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(MAX_REASON_CHARS).collect()
}
