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

use ring::rand::{SecureRandom, SystemRandom};

pub use browser::BrowserSignIn;
pub use device::Device;
pub use find::SignInProvider;
pub use session::SignInSession;

/// Reason for which nobody is signed in, in words that say what to do. No secret is in it.
#[derive(Debug, thiserror::Error)]
pub enum SignInError {
    /// No answer came.
    #[error("signing in did not get through: {0}")]
    Unreached(String),
    /// Anybody could read along there.
    #[error("nobody signs in at {0}, which {1}: ask who runs the hub")]
    Unsafe(String, String),
    /// The answer is none.
    #[error(
        "the provider at {0} did not answer as a provider does ({1}): ask who runs the hub whether its `--issuer` is right"
    )]
    Strange(String, String),
    /// The hub has another address.
    #[error("the hub says that its address is {0}: log in with that one, if it is meant")]
    OtherHub(String),
    /// The issuer has another name.
    #[error(
        "the provider {0} says of itself that it is {1}: ask who runs the hub whether its `--issuer` is right"
    )]
    OtherIssuer(String, String),
    /// The provider lets no browser come back.
    #[error(
        "the provider {0} lets no browser of a program sign in: try `palimp hub login URL --device`"
    )]
    NoBrowser(String),
    /// The provider gives out no codes.
    #[error(
        "the provider {0} gives out no codes to enter elsewhere: try `palimp hub login URL` without `--device`"
    )]
    NoDevice(String),
    /// Nobody knows by which name palimp is known there.
    #[error(
        "the provider {0} takes no program that it does not know: ask who runs the hub for palimp's client id there, and say `--client-id ID`"
    )]
    NoClient(String),
    /// No browser can come back.
    #[error("no browser can come back to this machine ({0}): try `palimp hub login URL --device`")]
    NoListener(std::io::Error),
    /// The system has no random numbers.
    #[error("this system gives no random numbers, so nobody can sign in safely")]
    NoChance,
    /// Somebody else's answer.
    #[error(
        "a browser came back with an answer to another question (its state is not ours), so nothing was done: run the command again"
    )]
    State,
    /// The sign-in was denied.
    #[error(
        "signing in was denied: run the command again, or ask who runs the provider whether you may"
    )]
    Denied,
    /// Too late.
    #[error("nobody signed in in time: run the command again")]
    Late,
    /// The provider said no.
    #[error("the provider at {0} refused: {1}")]
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
