//! Discovery of a hub's sign-in provider: its endpoints, and palimp's client id there.

use serde::Deserialize;
use serde_json::{Value, json};

use super::SignInError;
use super::provider_request::ProviderEndpoint;
use crate::keys::SecretToken;
use crate::messages;

/// Path at which a hub names its sign-in provider.
const METADATA_PATH: &str = "/.well-known/oauth-protected-resource";
/// Scopes requested if the hub names none: to know the user, and to stay signed in.
const DEFAULT_SCOPES: [&str; 2] = ["openid", "offline_access"];

/// Metadata of a hub (RFC 9728), as far as it matters here.
#[derive(Deserialize)]
struct HubMetadata {
    resource: String,
    #[serde(default)]
    authorization_servers: Vec<String>,
    #[serde(default)]
    scopes_supported: Vec<String>,
    /// The name by which the provider knows palimp.
    #[serde(default)]
    palimp_client_id: Option<String>,
}

/// Metadata of a provider (RFC 8414), as far as it matters here.
#[derive(Deserialize)]
struct ProviderMetadata {
    issuer: String,
    token_endpoint: String,
    authorization_endpoint: Option<String>,
    device_authorization_endpoint: Option<String>,
    registration_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
    code_challenge_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    scopes_supported: Vec<String>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

/// By whom a hub's members sign in.
pub struct SignInProvider {
    pub(super) issuer: String,
    /// The hub, for which tokens are to be.
    pub(super) resource: String,
    pub(super) scope: String,
    pub(super) token: ProviderEndpoint,
    pub(super) revocation: Option<String>,
    /// True if its answers name their issuer (RFC 9207).
    pub(super) signs_answers: bool,
    /// Address at which browsers sign in.
    pub(super) authorization: Option<String>,
    /// Address at which device codes are given out.
    pub(super) device: Option<String>,
    registration: Option<String>,
    client: Option<String>,
}

impl SignInProvider {
    /// The provider of the hub at an address; none where its members have tokens of the hub's own.
    ///
    /// # Errors
    ///
    /// When one of them is not reached, is not safe to speak to, or says that it is another one.
    pub fn discover(hub: &str) -> Result<Option<SignInProvider>, SignInError> {
        let hub = hub.trim().trim_end_matches('/');
        let Some(resource) =
            ProviderEndpoint::from_url(&format!("{hub}{METADATA_PATH}"))?.fetch::<HubMetadata>()?
        else {
            return Ok(None);
        };
        if resource.resource.trim_end_matches('/') != hub {
            return Err(SignInError::OtherHub(resource.resource));
        }
        let Some(issuer) = resource.authorization_servers.first() else { return Ok(None) };
        let about = fetch_metadata(issuer)?;
        let named = resource.scopes_supported;
        let usual = || {
            DEFAULT_SCOPES.into_iter().filter(|it| about.scopes_supported.iter().any(|s| s == it))
        };
        let scope = match named.is_empty() {
            true => usual().collect::<Vec<_>>().join(" "),
            false => named.join(" "),
        };
        let methods = &about.code_challenge_methods_supported;
        let proves = methods.as_ref().is_none_or(|all| all.iter().any(|it| it == "S256"));
        Ok(Some(SignInProvider {
            issuer: about.issuer,
            resource: resource.resource,
            scope,
            token: ProviderEndpoint::from_url(&about.token_endpoint)?,
            revocation: about.revocation_endpoint,
            signs_answers: about.authorization_response_iss_parameter_supported,
            authorization: about.authorization_endpoint.filter(|_| proves),
            device: about.device_authorization_endpoint,
            registration: about.registration_endpoint,
            client: resource.palimp_client_id,
        }))
    }

    /// Identifier of the issuer.
    pub fn issuer(&self) -> &str {
        &self.issuer
    }

    /// Returns palimp's client id there: the one given by the caller, by the hub, or by
    /// registration now (RFC 7591).
    pub(super) fn client_id(
        &self,
        named: Option<&str>,
        back: Option<&str>,
    ) -> Result<String, SignInError> {
        let known = named.or(self.client.as_deref());
        let known = known.map(str::to_owned).map_or_else(|| self.register_client(back), Ok)?;
        let good = SecretToken::new(&known).filter(|text| text.expose() == known);
        good.map(|_| known).ok_or_else(|| SignInError::NoClient(self.issuer.clone()))
    }

    fn register_client(&self, back: Option<&str>) -> Result<String, SignInError> {
        let none = || SignInError::NoClient(self.issuer.clone());
        let place = ProviderEndpoint::from_url(self.registration.as_deref().ok_or_else(none)?)?;
        let grant = match back {
            Some(_) => "authorization_code",
            None => "urn:ietf:params:oauth:grant-type:device_code",
        };
        let asked = json!({
            "client_name": "palimp",
            "application_type": "native",
            "redirect_uris": back.into_iter().collect::<Vec<_>>(),
            "grant_types": [grant, "refresh_token"],
            "response_types": back.map(|_| "code").into_iter().collect::<Vec<_>>(),
            "token_endpoint_auth_method": "none",
        });
        let answer = place.post("application/json", &asked.to_string());
        let answer: Value = place.parse_json(&answer.map_err(|no| no.into_trouble(&place))?)?;
        answer["client_id"].as_str().map(str::to_owned).ok_or_else(none)
    }
}

/// Fetches the metadata of an issuer: by OpenID discovery, or else by RFC 8414.
fn fetch_metadata(issuer: &str) -> Result<ProviderMetadata, SignInError> {
    let base = issuer.trim_end_matches('/');
    let openid = ProviderEndpoint::from_url(&format!("{base}/.well-known/openid-configuration"))?;
    let about = match openid.fetch::<ProviderMetadata>()? {
        Some(about) => Some(about),
        None => ProviderEndpoint::from_url(&metadata_url(base))?.fetch::<ProviderMetadata>()?,
    };
    let about = about.ok_or_else(|| {
        SignInError::Strange(openid.host().to_owned(), messages::no_discovery_document())
    })?;
    match about.issuer == issuer {
        true => Ok(about),
        false => Err(SignInError::OtherIssuer(issuer.to_owned(), about.issuer)),
    }
}

/// The document of RFC 8414: between the host and the path of the issuer.
fn metadata_url(base: &str) -> String {
    let host = base.find("://").map_or(0, |at| at + 3);
    let at = base[host..].find('/').map_or(base.len(), |at| host + at);
    format!("{}/.well-known/oauth-authorization-server{}", &base[..at], &base[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_of_the_issuer_comes_behind_the_well_known_one() {
        let known = ".well-known/oauth-authorization-server";
        assert_eq!(metadata_url("https://a.example"), format!("https://a.example/{known}"));
        assert_eq!(metadata_url("https://a.example/t/1"), format!("https://a.example/{known}/t/1"));
    }
}
