//! What a client is told that has yet to sign in: where (RFC 9728).

use palimp_serve::extract::State;
use palimp_serve::http::{HeaderValue, StatusCode, header};
use palimp_serve::response::Response;
use serde_json::json;

use super::Hub;
use super::ask::{Door, json as answered, refused};
use crate::error::Error;
use crate::oauth::Provider;

/// Where the hub says by whom people sign in.
pub(super) const METADATA: &str = "/.well-known/oauth-protected-resource";

pub(super) async fn whole(State(hub): State<Hub>) -> Response {
    hub.metadata(Door::Rest)
}

pub(super) async fn mcp(State(hub): State<Hub>) -> Response {
    hub.metadata(Door::Mcp)
}

impl Door {
    fn path(self) -> &'static str {
        match self {
            Door::Rest => "",
            Door::Mcp => "/mcp",
        }
    }
}

impl Hub {
    fn metadata(&self, door: Door) -> Response {
        let Some(sign_in) = self.0.sign_in.get() else {
            return refused(&Error::NotFound("provider to sign in with"));
        };
        let Provider { issuer, client, scopes, .. } = &sign_in.provider;
        let mut about = json!({
            "resource": format!("{}{}", self.base(), door.path()),
            "authorization_servers": [issuer],
            "bearer_methods_supported": ["header"],
            "resource_name": "palimp-hub",
        });
        if !scopes.is_empty() {
            about["scopes_supported"] = json!(scopes);
        }
        // What is not the standard's bears the name of whose it is.
        if let Some(client) = client {
            about["palimp_client_id"] = json!(client);
        }
        answered(StatusCode::OK, &about, "application/json")
    }

    /// For whom a token is to be that comes by a door: for the hub, or for that door of it alone.
    pub(super) fn audiences(&self, door: Door) -> Vec<String> {
        let named = self.0.sign_in.get().and_then(|it| it.provider.audience.clone());
        let whole = named.unwrap_or_else(|| self.base().to_owned());
        let part = (door != Door::Rest).then(|| format!("{whole}{}", door.path()));
        [whole].into_iter().chain(part).collect()
    }

    /// A problem as an answer, with the way to sign in where one has to.
    pub(super) fn refused(&self, error: &Error, door: Door) -> Response {
        let mut answer = refused(error);
        if answer.status() == StatusCode::UNAUTHORIZED && self.0.sign_in.get().is_some() {
            let at = format!("{}{METADATA}{}", self.base(), door.path());
            // Who sent none is only told the way (RFC 6750).
            let wrong =
                if matches!(error, Error::Nobody) { "" } else { "error=\"invalid_token\", " };
            let told = HeaderValue::from_str(&format!("Bearer {wrong}resource_metadata=\"{at}\""));
            if let Ok(told) = told {
                answer.headers_mut().insert(header::WWW_AUTHENTICATE, told);
            }
        }
        answer
    }
}
