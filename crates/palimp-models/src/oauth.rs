//! Signing in at an organisation's provider from a terminal: OAuth 2.1 for a program that has no secret of its own.
//!
//! The hub says who its provider is (RFC 9728), the provider where it is asked (OpenID discovery, or RFC 8414). Then
//! a browser on this machine comes back with a code (`browser`; PKCE, RFC 8252), or one elsewhere is given a code to
//! enter (`device`; RFC 8628). What comes of it is a [`SignInSession`], for that hub alone (RFC 8707).

mod browser;
mod device;
mod find;
mod provider_request;
mod session;

use palimp_core::message::io_reason;
use ring::rand::{SecureRandom, SystemRandom};

use crate::messages;

pub use browser::BrowserSignIn;
pub use device::Device;
pub use find::SignInProvider;
pub use session::SignInSession;

/// Reason for which nobody is signed in, in words that say what to do. No secret is in it.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// No answer came.
    #[error("{}", messages::sign_in_unreached(.0))]
    Unreached(String),
    /// Anybody could read along there.
    #[error("{}", messages::sign_in_unsafe(.0, .1))]
    Unsafe(String, String),
    /// The answer is none.
    #[error("{}", messages::provider_strange(.0, .1))]
    Strange(String, String),
    /// The hub has another address.
    #[error("{}", messages::hub_elsewhere(.0))]
    OtherHub(String),
    /// The issuer has another name.
    #[error("{}", messages::issuer_differs(.0, .1))]
    OtherIssuer(String, String),
    /// The provider lets no browser come back.
    #[error("{}", messages::no_browser_sign_in(.0))]
    NoBrowser(String),
    /// The provider gives out no codes.
    #[error("{}", messages::no_device_sign_in(.0))]
    NoDevice(String),
    /// Nobody knows by which name palimp is known there.
    #[error("{}", messages::client_id_missing(.0))]
    NoClient(String),
    /// No browser can come back.
    #[error("{}", messages::no_listener(io_reason(.0)))]
    NoListener(std::io::Error),
    /// The system has no random numbers.
    #[error("{}", messages::no_safe_sign_in())]
    NoChance,
    /// Somebody else's answer.
    #[error("{}", messages::foreign_answer())]
    State,
    /// The sign-in was denied.
    #[error("{}", messages::sign_in_denied())]
    Denied,
    /// Too late.
    #[error("{}", messages::sign_in_late())]
    Late,
    /// The provider said no.
    #[error("{}", messages::provider_refused(.0, .1))]
    Refused(String, String),
}

/// 32 random bytes, as they may stand in an address.
fn random_token() -> Result<String, SignInError> {
    let mut bytes = [0_u8; 32];
    SystemRandom::new().fill(&mut bytes).map_err(|_| SignInError::NoChance)?;
    Ok(encoded_bytes(&bytes))
}

fn encoded_bytes(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

/// Fields as they stand in a form, or behind an address.
fn encode_form(fields: &[(&str, &str)]) -> String {
    let field =
        |(name, value): &(&str, &str)| format!("{name}={}", crate::http::form_encode(value));
    fields.iter().filter(|(_, value)| !value.is_empty()).map(field).collect::<Vec<_>>().join("&")
}
