//! Somebody who is signed in: a token for a hub, and what brings another one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::provider_request::{ProviderEndpoint, TokenRefusal};
use super::{SignInError, SignInProvider};
use crate::keys::SecretToken;
use crate::messages;

/// A token is not used so shortly before its end, in seconds.
const EXPIRY_MARGIN_SECONDS: u64 = 30;
/// Lifetime of a token if the provider does not name one, in seconds.
const DEFAULT_LIFETIME_SECONDS: u64 = 300;
/// More than any provider says.
const MAX_LIFETIME_SECONDS: u64 = 30 * 86_400;

/// Tokens that a provider gave: kept as one secret, with other keys.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SignInSession {
    /// The access token.
    access: String,
    /// Refresh token.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh: Option<String>,
    /// Expiry of the access token, in seconds since the Unix epoch.
    until: u64,
    /// Issuer of the tokens.
    issuer: String,
    /// Address at which a new token is requested.
    token: String,
    /// Address at which the tokens are revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    revocation: Option<String>,
    /// By which name palimp is known there.
    client: String,
    /// The hub, for which it is.
    resource: String,
}

impl std::fmt::Debug for SignInSession {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// A provider's answer (RFC 6749, section 5.1).
#[derive(Deserialize)]
struct TokenResponse {
    access_token: String,
    token_type: String,
    refresh_token: Option<String>,
    expires_in: Option<u64>,
}

impl TokenResponse {
    /// Parses the token response of an endpoint, if it can be used.
    fn parse(place: &ProviderEndpoint, body: &[u8]) -> Result<TokenResponse, SignInError> {
        let given: TokenResponse = place.parse_json(body)?;
        let is_plain = |text: &String| SecretToken::new(text).is_some_and(|it| it.expose() == text);
        let good = given.token_type.eq_ignore_ascii_case("bearer")
            && is_plain(&given.access_token)
            && given.refresh_token.iter().all(is_plain);
        let strange = || SignInError::Strange(place.host().to_owned(), messages::no_bearer_token());
        good.then_some(given).ok_or_else(strange)
    }

    fn expires_at(&self, now: SystemTime) -> u64 {
        unix_seconds(now)
            + self.expires_in.unwrap_or(DEFAULT_LIFETIME_SECONDS).min(MAX_LIFETIME_SECONDS)
    }
}

impl SignInProvider {
    /// Exchanges a grant that `client` was given for a session.
    pub(super) fn exchange_grant(
        &self,
        client: &str,
        fields: &[(&str, &str)],
    ) -> Result<SignInSession, TokenRefusal> {
        let every = [("client_id", client), ("resource", self.resource.as_str())];
        let body = self.token.send_form(&[fields, &every].concat())?;
        let given = TokenResponse::parse(&self.token, &body).map_err(TokenRefusal::Trouble)?;
        Ok(SignInSession {
            until: given.expires_at(SystemTime::now()),
            access: given.access_token,
            refresh: given.refresh_token,
            issuer: self.issuer.clone(),
            token: self.token.url().to_owned(),
            revocation: self.revocation.clone(),
            client: client.to_owned(),
            resource: self.resource.clone(),
        })
    }
}

impl SignInSession {
    /// The session in a secret that was kept; none where that is a token of the hub's own.
    pub fn from_secret(kept: &SecretToken) -> Option<SignInSession> {
        serde_json::from_str(kept.expose()).ok()
    }

    /// As it is kept; none where it holds what no secret may.
    pub fn to_secret(&self) -> Option<SecretToken> {
        SecretToken::new(&serde_json::to_string(self).ok()?)
    }

    /// Access token for the hub.
    pub fn token(&self) -> Option<SecretToken> {
        SecretToken::new(&self.access)
    }

    /// Issuer of the tokens.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Returns true if the token is expired, or expires soon.
    pub fn is_over(&self, now: SystemTime) -> bool {
        unix_seconds(now) + EXPIRY_MARGIN_SECONDS >= self.until
    }

    /// Returns the session with a new token.
    ///
    /// # Errors
    ///
    /// When the provider is not reached, or wants somebody to sign in again ([`SignInError::Refused`]).
    pub fn refresh(&self) -> Result<SignInSession, SignInError> {
        let place = ProviderEndpoint::from_url(&self.token)?;
        let none = || SignInError::Refused(place.host().to_owned(), messages::no_refresh_token());
        let refresh = self.refresh.as_deref().ok_or_else(none)?;
        let fields = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh),
            ("client_id", &self.client),
            ("resource", &self.resource),
        ];
        let body = place.send_form(&fields).map_err(|no| no.into_trouble(&place))?;
        let given = TokenResponse::parse(&place, &body)?;
        Ok(SignInSession {
            until: given.expires_at(SystemTime::now()),
            access: given.access_token,
            refresh: given.refresh_token.or_else(|| self.refresh.clone()),
            ..self.clone()
        })
    }

    /// Gives back what was given (RFC 7009). Whether the provider has a place for that.
    ///
    /// # Errors
    ///
    /// When the provider does not take it.
    pub fn revoke(&self) -> Result<bool, SignInError> {
        let Some(revocation) = &self.revocation else { return Ok(false) };
        let place = ProviderEndpoint::from_url(revocation)?;
        let tokens =
            [("refresh_token", self.refresh.as_deref()), ("access_token", Some(&*self.access))];
        for (kind, token) in tokens {
            let Some(token) = token else { continue };
            let fields = [("token", token), ("token_type_hint", kind), ("client_id", &self.client)];
            place.send_form(&fields).map_err(|no| no.into_trouble(&place))?;
        }
        Ok(true)
    }
}

fn unix_seconds(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}
