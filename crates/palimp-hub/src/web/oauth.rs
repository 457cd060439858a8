//! Protected resource metadata (RFC 9728), which tells clients where to sign in.

use palimp_serve::extract::State;
use palimp_serve::http::{HeaderValue, StatusCode, header};
use palimp_serve::response::Response;
use serde_json::json;

use super::HubNode;
use super::request::{HubInterface, json_response as answered, problem_response};
use crate::error::Error;
use crate::oauth::IdentityProvider;

/// Path at which the hub names its identity provider.
pub(super) const METADATA_PATH: &str = "/.well-known/oauth-protected-resource";

pub(super) async fn rest_metadata(State(hub): State<HubNode>) -> Response {
    hub.resource_metadata(HubInterface::Rest)
}

pub(super) async fn mcp_metadata(State(hub): State<HubNode>) -> Response {
    hub.resource_metadata(HubInterface::Mcp)
}

impl HubInterface {
    fn path_suffix(self) -> &'static str {
        match self {
            HubInterface::Rest => "",
            HubInterface::Mcp => "/mcp",
        }
    }
}

impl HubNode {
    fn resource_metadata(&self, door: HubInterface) -> Response {
        let Some(sign_in) = self.0.sign_in.get() else {
            return problem_response(&Error::NotFound("provider to sign in with"));
        };
        let IdentityProvider { issuer, client, scopes, .. } = &sign_in.provider;
        let mut about = json!({
            "resource": format!("{}{}", self.base_url(), door.path_suffix()),
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
    pub(super) fn accepted_audiences(&self, door: HubInterface) -> Vec<String> {
        let named = self.0.sign_in.get().and_then(|it| it.provider.audience.clone());
        let whole = named.unwrap_or_else(|| self.base_url().to_owned());
        let part = (door != HubInterface::Rest).then(|| format!("{whole}{}", door.path_suffix()));
        [whole].into_iter().chain(part).collect()
    }

    /// A problem as an answer, with the way to sign in where one has to.
    pub(super) fn problem_response_for(&self, error: &Error, door: HubInterface) -> Response {
        let mut answer = problem_response(error);
        if answer.status() == StatusCode::UNAUTHORIZED && self.0.sign_in.get().is_some() {
            let at = format!("{}{METADATA_PATH}{}", self.base_url(), door.path_suffix());
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
