//! A server that speaks JSON and wants a token: a hub.

use std::time::Duration;

use ureq::http::Uri;

use crate::http::address::{ServiceAddress, is_this_machine};
use crate::http::client::{Header, HttpClient, HttpFailure, classify_error};
use crate::http::{HttpOptions, RetryPolicy};
use crate::keys::SecretToken;
use crate::messages;

/// The longest text of an answer that says why not, in bytes, and how often a request is made.
const RETRY_POLICY: RetryPolicy =
    RetryPolicy { tries: 2, answer: Duration::from_secs(30), waiting: Duration::from_secs(3) };

/// The way to a server, with a token.
pub struct RestClient {
    client: HttpClient,
    address: ServiceAddress,
    token: Header,
}

/// Answer of a server.
#[derive(Clone, Debug)]
pub struct RestReply {
    /// The status.
    pub status: u16,
    /// The text.
    pub body: Vec<u8>,
    /// After how many seconds it wants to be asked again.
    pub after: Option<u64>,
}

impl RestClient {
    /// The server at an address. A token crosses no network unencrypted.
    ///
    /// # Errors
    ///
    /// When that is no address, or the token could be read on its way, in the words of a sentence's end.
    pub fn new(url: &str, token: SecretToken) -> Result<RestClient, String> {
        let address = ServiceAddress::parse(url)?;
        let uri: Uri = url.trim().parse().map_err(|_| messages::not_an_address())?;
        if uri.query().is_some() {
            return Err(messages::address_with_query());
        }
        let is_plain = uri.scheme_str() == Some("http");
        if is_plain && !is_this_machine(address.name()) {
            return Err(messages::token_unencrypted(address.host()));
        }
        let client = HttpClient::new(&HttpOptions::default(), address.is_private());
        Ok(RestClient { client, address, token: Header::bearer(token) })
    }

    /// The address, without a slash at its end.
    pub fn url(&self) -> String {
        self.address.join("")
    }

    /// Asks for what stands below the address, or sends `body` there. What is written under the same `key` is
    /// written once, so that it may be sent again; what has none is sent once.
    ///
    /// # Errors
    ///
    /// When no answer comes, in words.
    pub fn request(
        &self,
        path: &str,
        body: Option<&str>,
        key: Option<&str>,
    ) -> Result<RestReply, String> {
        let patience = match (body, key) {
            (Some(_), None) => RetryPolicy { tries: 1, ..RETRY_POLICY },
            _ => RETRY_POLICY,
        };
        match self.client.with_retries(patience, || self.request_once(path, body, key)) {
            Ok(body) => Ok(RestReply { status: 200, body, after: None }),
            Err(HttpFailure::Status { status, body, after }) => {
                let after = after.map(|after| after.as_secs());
                Ok(RestReply { status, body: body.into_bytes(), after })
            }
            Err(failure) => Err(in_words(self.address.host(), failure)),
        }
    }

    fn request_once(
        &self,
        path: &str,
        body: Option<&str>,
        key: Option<&str>,
    ) -> Result<Vec<u8>, HttpFailure> {
        let Header { name, before, secret } = &self.token;
        let (url, token) = (self.address.join(path), format!("{before}{}", secret.expose()));
        let agent = self.client.agent();
        let answer = match body {
            None => {
                let request =
                    agent.get(&url).config().timeout_global(Some(RETRY_POLICY.answer)).build();
                request.header(*name, token).header("accept", "application/json").call()
            }
            Some(body) => {
                let request =
                    agent.post(&url).config().timeout_global(Some(RETRY_POLICY.answer)).build();
                let request = request.header(*name, token).header("accept", "application/json");
                let request = request.header("content-type", "application/json");
                let request = match key {
                    Some(key) => request.header("idempotency-key", key),
                    None => request,
                };
                request.send(body)
            }
        };
        let mut answer = self.client.check_status(answer)?;
        let body = answer.body_mut().with_config().limit(HttpOptions::default().answer_bytes);
        body.read_to_vec().map_err(classify_error)
    }
}

/// Returns the message for a host that gave no answer.
pub(crate) fn in_words(host: &str, failure: HttpFailure) -> String {
    match failure {
        HttpFailure::Nobody => messages::host_silent(host),
        HttpFailure::NoHost => messages::host_not_found(host),
        HttpFailure::Late => messages::host_late(host),
        HttpFailure::Endless => messages::host_endless(host),
        HttpFailure::Moved(to) => messages::host_moved(host, &to),
        HttpFailure::Untrusted(why) => messages::host_untrusted(host, &why),
        HttpFailure::Broken { why, .. } => messages::host_broken(host, &why),
        HttpFailure::Status { status, .. } => messages::host_status(host, status),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_goes_unencrypted_to_this_machine_alone() {
        let at =
            |url| RestClient::new(url, SecretToken::new("t0ken").unwrap()).map(|rest| rest.url());
        assert_eq!(at("https://hub.example.org/").unwrap(), "https://hub.example.org");
        assert_eq!(at("http://127.0.0.1:8123/x/").unwrap(), "http://127.0.0.1:8123/x");
        assert_eq!(at("http://localhost:1").unwrap(), "http://localhost:1");
        for url in ["http://10.0.0.5", "http://hub", "http://hub.example.org"] {
            assert!(at(url).unwrap_err().contains("unencrypted"), "{url}");
        }
        for url in ["hub.example.org", "ftp://x", "https://u:p@x", "https://x/?a=b", ""] {
            assert!(at(url).is_err(), "{url}");
        }
    }
}
