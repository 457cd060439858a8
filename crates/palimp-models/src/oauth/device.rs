//! Signing in with a browser that is elsewhere, and is given a code (RFC 8628).

use std::time::Duration;

use serde::Deserialize;

use super::provider_request::{ProviderEndpoint, TokenRefusal};
use super::{SignInError, SignInProvider, SignInSession};
use crate::http::Clock;

/// The longest that a code is waited for, in seconds.
const MAX_CODE_SECONDS: u64 = 30 * 60;
/// Seconds added to the interval when the provider says so (RFC 8628, section 3.5).
const SLOW_DOWN_SECONDS: u64 = 5;
/// The most characters of a code that a person enters.
const MAX_CODE_CHARS: usize = 100;

/// A provider's answer (RFC 8628, section 3.2).
#[derive(Deserialize)]
struct DeviceAuthorization {
    device_code: String,
    user_code: String,
    #[serde(alias = "verification_url")]
    verification_uri: String,
    verification_uri_complete: Option<String>,
    expires_in: u64,
    interval: Option<u64>,
}

/// A person elsewhere who is waited for.
pub struct Device<'p> {
    provider: &'p SignInProvider,
    client: String,
    given: DeviceAuthorization,
}

impl SignInProvider {
    /// Begins to sign in with a browser that is elsewhere.
    ///
    /// # Errors
    ///
    /// When the provider has no such way, or does not know `client`, or palimp where that is none.
    pub fn by_device(&self, client: Option<&str>) -> Result<Device<'_>, SignInError> {
        let none = || SignInError::NoDevice(self.issuer.clone());
        let place = ProviderEndpoint::from_url(self.device.as_deref().ok_or_else(none)?)?;
        Device::start(self, &place, self.client_id(client, None)?)
    }
}

impl<'p> Device<'p> {
    fn start(
        provider: &'p SignInProvider,
        place: &ProviderEndpoint,
        client: String,
    ) -> Result<Device<'p>, SignInError> {
        let fields = [
            ("client_id", client.as_str()),
            ("scope", &provider.scope),
            ("resource", &provider.resource),
        ];
        let body = place.send_form(&fields).map_err(|no| no.into_trouble(place))?;
        let mut given: DeviceAuthorization = place.parse_json(&body)?;
        ProviderEndpoint::from_url(&given.verification_uri)?;
        given.verification_uri_complete.as_deref().map(ProviderEndpoint::from_url).transpose()?;
        given.user_code =
            given.user_code.chars().filter(|c| !c.is_control()).take(MAX_CODE_CHARS).collect();
        Ok(Device { provider, client, given })
    }

    /// Address at which the code is entered.
    pub fn address(&self) -> &str {
        &self.given.verification_uri
    }

    /// Code that the user enters there.
    pub fn code(&self) -> &str {
        &self.given.user_code
    }

    /// An address that has the code in it.
    pub fn address_with_code(&self) -> Option<&str> {
        self.given.verification_uri_complete.as_deref()
    }

    /// Asks for the token, as often as the provider wants it, until the user has decided.
    ///
    /// # Errors
    ///
    /// When the user declines, or does not come in time.
    pub fn wait(self, clock: &dyn Clock) -> Result<SignInSession, SignInError> {
        let place = &self.provider.token;
        let end = clock.now() + Duration::from_secs(self.given.expires_in.min(MAX_CODE_SECONDS));
        let mut interval = self.given.interval.unwrap_or(SLOW_DOWN_SECONDS).clamp(1, 60);
        let fields = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", &self.given.device_code),
        ];
        loop {
            clock.sleep(Duration::from_secs(interval));
            if clock.now() >= end {
                return Err(SignInError::Late);
            }
            match self.provider.exchange_grant(&self.client, &fields) {
                Ok(session) => return Ok(session),
                Err(TokenRefusal::Said(error, why)) => match error.as_str() {
                    "authorization_pending" => {}
                    "slow_down" => interval += SLOW_DOWN_SECONDS,
                    "expired_token" => return Err(SignInError::Late),
                    _ => return Err(TokenRefusal::Said(error, why).into_trouble(place)),
                },
                // The network may come back before the code is too old.
                Err(TokenRefusal::Trouble(SignInError::Unreached(_))) => {
                    interval += SLOW_DOWN_SECONDS
                }
                Err(TokenRefusal::Trouble(trouble)) => return Err(trouble),
            }
        }
    }
}

#[cfg(test)]
#[path = "device_tests.rs"]
mod tests;
