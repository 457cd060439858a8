//! Somebody who is signed in: a token for a hub, and what brings another one.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use super::ask::{Place, Refusal};
use super::{Provider, Trouble};
use crate::keys::Secret;

/// A token is not used so shortly before its end, in seconds.
const MARGIN: u64 = 30;
/// How long a token is taken to be good of which the provider does not say, in seconds.
const UNSAID: u64 = 300;
/// More than any provider says.
const LONGEST: u64 = 30 * 86_400;

/// What a provider gave: it is kept as one secret, where other keys are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The access token.
    access: String,
    /// What brings another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh: Option<String>,
    /// When the access token ends, in seconds since the Unix epoch.
    until: u64,
    /// Who gave it.
    issuer: String,
    /// Where another one is asked for.
    token: String,
    /// Where it is given back.
    #[serde(skip_serializing_if = "Option::is_none")]
    revocation: Option<String>,
    /// By which name palimp is known there.
    client: String,
    /// The hub, for which it is.
    resource: String,
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// A provider's answer (RFC 6749, section 5.1).
#[derive(Deserialize)]
struct Given {
    access_token: String,
    token_type: String,
    refresh_token: Option<String>,
    expires_in: Option<u64>,
}

impl Given {
    /// What a place gave, if it can be used.
    fn read(place: &Place, body: &[u8]) -> Result<Given, Trouble> {
        let given: Given = place.json(body)?;
        let is_plain = |text: &String| Secret::new(text).is_some_and(|it| it.expose() == text);
        let good = given.token_type.eq_ignore_ascii_case("bearer")
            && is_plain(&given.access_token)
            && given.refresh_token.iter().all(is_plain);
        let strange = || Trouble::Strange(place.host().to_owned(), "no bearer token".to_owned());
        good.then_some(given).ok_or_else(strange)
    }

    fn until(&self, now: SystemTime) -> u64 {
        seconds(now) + self.expires_in.unwrap_or(UNSAID).min(LONGEST)
    }
}

impl Provider {
    /// What comes of a grant that `client` was given.
    pub(super) fn grant(&self, client: &str, fields: &[(&str, &str)]) -> Result<Session, Refusal> {
        let every = [("client_id", client), ("resource", self.resource.as_str())];
        let body = self.token.send(&[fields, &every].concat())?;
        let given = Given::read(&self.token, &body).map_err(Refusal::Trouble)?;
        Ok(Session {
            until: given.until(SystemTime::now()),
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

impl Session {
    /// The session in a secret that was kept; none where that is a token of the hub's own.
    pub fn read(kept: &Secret) -> Option<Session> {
        serde_json::from_str(kept.expose()).ok()
    }

    /// As it is kept; none where it holds what no secret may.
    pub fn kept(&self) -> Option<Secret> {
        Secret::new(&serde_json::to_string(self).ok()?)
    }

    /// What the hub wants to see.
    pub fn token(&self) -> Option<Secret> {
        Secret::new(&self.access)
    }

    /// Who gave it.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Whether the token is good no more, or not for long.
    pub fn is_over(&self, now: SystemTime) -> bool {
        seconds(now) + MARGIN >= self.until
    }

    /// The same with another token.
    ///
    /// # Errors
    ///
    /// When the provider is not reached, or wants somebody to sign in again ([`Trouble::Refused`]).
    pub fn refreshed(&self) -> Result<Session, Trouble> {
        let place = Place::at(&self.token)?;
        let why = || "it gave nothing to stay signed in with".to_owned();
        let none = || Trouble::Refused(place.host().to_owned(), why());
        let refresh = self.refresh.as_deref().ok_or_else(none)?;
        let fields = [
            ("grant_type", "refresh_token"),
            ("refresh_token", refresh),
            ("client_id", &self.client),
            ("resource", &self.resource),
        ];
        let body = place.send(&fields).map_err(|no| no.into_trouble(&place))?;
        let given = Given::read(&place, &body)?;
        Ok(Session {
            until: given.until(SystemTime::now()),
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
    pub fn revoke(&self) -> Result<bool, Trouble> {
        let Some(revocation) = &self.revocation else { return Ok(false) };
        let place = Place::at(revocation)?;
        let tokens =
            [("refresh_token", self.refresh.as_deref()), ("access_token", Some(&*self.access))];
        for (kind, token) in tokens {
            let Some(token) = token else { continue };
            let fields = [("token", token), ("token_type_hint", kind), ("client_id", &self.client)];
            place.send(&fields).map_err(|no| no.into_trouble(&place))?;
        }
        Ok(true)
    }
}

fn seconds(now: SystemTime) -> u64 {
    now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs()
}
