//! Google accounts: access tokens for what a credentials file says.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use palimp_core::embed::EmbedError;
use palimp_core::message::io_reason;
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde::Deserialize;
use serde_json::json;

use super::address::ServiceAddress;
use super::client::{HttpClient, HttpRequest, RetryPolicy};
use super::complaint::EmbeddingTarget;
use super::wait::Clock;
use crate::keys::SecretToken;
use crate::messages;

const TOKEN_URL: &str = "https://oauth2.googleapis.com/token";
const CLOUD_SCOPE: &str = "https://www.googleapis.com/auth/cloud-platform";
/// A new token is asked for this long before the old one runs out.
const TOKEN_REFRESH_MARGIN: Duration = Duration::from_secs(120);

/// An account that can be asked for access tokens.
pub(crate) struct Account {
    file: PathBuf,
    credentials: Credentials,
    tokens: ServiceAddress,
    token: Mutex<Option<(SecretToken, SystemTime)>>,
}

/// The two kinds of file that Google's own tools write.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Credentials {
    ServiceAccount {
        client_email: String,
        private_key: String,
        #[serde(default)]
        private_key_id: Option<String>,
        #[serde(default)]
        project_id: Option<String>,
        #[serde(default)]
        token_uri: Option<String>,
    },
    AuthorizedUser {
        client_id: String,
        client_secret: String,
        refresh_token: String,
        #[serde(default)]
        quota_project_id: Option<String>,
        #[serde(default)]
        token_uri: Option<String>,
    },
}

#[derive(Deserialize)]
struct GoogleToken {
    access_token: String,
    expires_in: u64,
}

impl Account {
    /// The account in a credentials file.
    pub(crate) fn from_file(file: &Path) -> Result<Account, EmbedError> {
        let shown = file.display();
        let text = palimp_files::read(file).map_err(|error| {
            EmbedError::Refused(messages::google_file_unreadable(&shown, io_reason(&error)))
        })?;
        let credentials: Credentials = serde_json::from_slice(&text)
            .map_err(|_| EmbedError::Refused(messages::google_file_unknown(&shown)))?;
        let (Credentials::ServiceAccount { token_uri, .. }
        | Credentials::AuthorizedUser { token_uri, .. }) = &credentials;
        let tokens = ServiceAddress::parse(token_uri.as_deref().unwrap_or(TOKEN_URL))
            .map_err(|_| EmbedError::Refused(messages::google_token_address_unsafe(&shown)))?;
        Ok(Account { file: file.to_owned(), credentials, tokens, token: Mutex::new(None) })
    }

    /// The project that the account belongs to.
    pub(crate) fn project(&self) -> Option<&str> {
        match &self.credentials {
            Credentials::ServiceAccount { project_id, .. } => project_id.as_deref(),
            Credentials::AuthorizedUser { quota_project_id, .. } => quota_project_id.as_deref(),
        }
    }

    /// A token that holds for some minutes at least.
    pub(crate) fn token(
        &self,
        client: &HttpClient,
        patience: RetryPolicy,
        clock: &dyn Clock,
    ) -> Result<SecretToken, EmbedError> {
        let mut kept = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        let now = clock.now();
        if let Some((token, end)) = &*kept
            && now + TOKEN_REFRESH_MARGIN < *end
        {
            return Ok(token.clone());
        }
        let (token, lasts) = self.request_token(client, patience, now)?;
        *kept = Some((token.clone(), now + lasts));
        Ok(token)
    }

    fn request_token(
        &self,
        client: &HttpClient,
        patience: RetryPolicy,
        now: SystemTime,
    ) -> Result<(SecretToken, Duration), EmbedError> {
        let url = self.tokens.join("");
        let question = HttpRequest {
            url: &url,
            key: None,
            content_type: "application/x-www-form-urlencoded",
            body: &self.token_form(now)?,
        };
        let asked = EmbeddingTarget {
            provider: &messages::google_token_service(),
            model: &messages::google_account(),
            host: self.tokens.host(),
            dimensions: None,
            key: None,
        };
        let answer =
            client.post(&question, patience).map_err(|failure| match failure.status() {
                // Google answers 400 when a key was deleted or a login has run out.
                Some(400 | 401) => {
                    EmbedError::Refused(messages::google_account_refused(self.file.display()))
                }
                _ => asked.explain(&failure),
            })?;
        let token: Option<GoogleToken> = serde_json::from_slice(&answer).ok();
        let secret = token.as_ref().and_then(|token| SecretToken::new(&token.access_token));
        match (secret, token) {
            (Some(secret), Some(token)) => {
                Ok((secret, Duration::from_secs(token.expires_in.min(86_400))))
            }
            _ => Err(asked.explain_unreadable(&answer)),
        }
    }

    /// The form by which a token is asked for.
    fn token_form(&self, now: SystemTime) -> Result<String, EmbedError> {
        Ok(match &self.credentials {
            Credentials::ServiceAccount { .. } => {
                let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer";
                format!("grant_type={grant}&assertion={}", self.assertion(now)?)
            }
            Credentials::AuthorizedUser { client_id, client_secret, refresh_token, .. } => format!(
                "grant_type=refresh_token&client_id={}&client_secret={}&refresh_token={}",
                form_encode(client_id),
                form_encode(client_secret),
                form_encode(refresh_token)
            ),
        })
    }

    /// JWT that the service account signs: its identity and the scope, for an hour.
    fn assertion(&self, now: SystemTime) -> Result<String, EmbedError> {
        let Credentials::ServiceAccount { client_email, private_key, private_key_id, .. } =
            &self.credentials
        else {
            return Err(self.bad_key());
        };
        let issued = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let header = json!({ "alg": "RS256", "typ": "JWT", "kid": private_key_id });
        let claims = json!({
            "iss": client_email,
            "scope": CLOUD_SCOPE,
            "aud": self.tokens.join(""),
            "iat": issued,
            "exp": issued + 3_600,
        });
        let part = |value: &serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let stated = format!("{}.{}", part(&header), part(&claims));
        let key = decode_pem(private_key).and_then(|der| RsaKeyPair::from_pkcs8(&der).ok());
        let key = key.ok_or_else(|| self.bad_key())?;
        let mut signature = vec![0; key.public().modulus_len()];
        key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), stated.as_bytes(), &mut signature)
            .map_err(|_| self.bad_key())?;
        Ok(format!("{stated}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    fn bad_key(&self) -> EmbedError {
        EmbedError::Refused(messages::google_key_unusable(self.file.display()))
    }
}

/// The bytes of a private key in PEM.
fn decode_pem(pem: &str) -> Option<Vec<u8>> {
    let body = pem.split_once("-----BEGIN PRIVATE KEY-----")?.1;
    let body = body.split_once("-----END PRIVATE KEY-----")?.0;
    let body: String = body.split_ascii_whitespace().collect();
    STANDARD.decode(body).ok()
}

/// `text` as it stands in a form.
pub(crate) fn form_encode(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                encoded.push(char::from(byte));
            }
            byte => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Decodes `text` of a form or a query; `None` if it is invalid.
pub(crate) fn form_decode(text: &str) -> Option<String> {
    let mut decoded = Vec::with_capacity(text.len());
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        decoded.push(match byte {
            b'+' => b' ',
            b'%' => {
                let mut digit = || char::from(bytes.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(decoded).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_a_form_is_encoded() {
        assert_eq!(form_encode("a-b_c.1~"), "a-b_c.1~");
        assert_eq!(form_encode("1//x+y &=é"), "1%2F%2Fx%2By%20%26%3D%C3%A9");
    }

    #[test]
    fn what_was_encoded_is_decoded() {
        for text in ["a-b_c.1~", "1//x+y &=é", ""] {
            assert_eq!(form_decode(&form_encode(text)).as_deref(), Some(text));
        }
        assert_eq!(form_decode("a+b").as_deref(), Some("a b"));
        for wrong in ["%", "%2", "%zz", "%ff"] {
            assert_eq!(form_decode(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_no_pem_has_no_bytes() {
        for wrong in [
            "",
            "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----?-----END PRIVATE KEY-----",
        ] {
            assert_eq!(decode_pem(wrong), None, "{wrong}");
        }
    }
}
