//! Signing in at the provider of a hub, staying signed in, and giving it back.

use std::time::{Duration, SystemTime};

use palimp_engine::home::lock::WorkLock;
use palimp_engine::sharing::hub::{self, HomeHub};
use palimp_models::Keys;
use palimp_models::http::SystemClock;
use palimp_models::keys::{FoundKey, KeySource, KeyStorage, SecretToken};
use palimp_models::oauth::{SignInError, SignInProvider, SignInSession};

use crate::commands::dashboard::show_in_browser;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note};

/// Maximum time to wait for the sign-in in a browser.
const BROWSER_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// Options of a sign-in.
pub(super) struct SignInOptions<'a> {
    /// With a browser elsewhere.
    pub(super) device: bool,
    /// By which name the provider knows palimp.
    pub(super) client: Option<&'a str>,
}

/// Has somebody sign in.
pub(super) fn sign_in(
    provider: &SignInProvider,
    how: &SignInOptions,
) -> Result<SignInSession, CliError> {
    note(messages::sign_in_at(inline(provider.issuer())));
    Ok(match how.device {
        true => by_device(provider, how.client)?,
        false => by_browser(provider, how.client)?,
    })
}

fn by_browser(
    provider: &SignInProvider,
    client: Option<&str>,
) -> Result<SignInSession, SignInError> {
    let browser = provider.by_browser(client)?;
    note(messages::open_address(5));
    note(format!("  {}", browser.address()));
    show_in_browser(browser.address());
    let said = messages::close_this_page();
    browser.wait(format!("<!doctype html><title>palimp</title><p>{said}</p>\n"), BROWSER_TIMEOUT)
}

fn by_device(
    provider: &SignInProvider,
    client: Option<&str>,
) -> Result<SignInSession, SignInError> {
    let device = provider.by_device(client)?;
    note(messages::enter_code(inline(device.code())));
    note(format!("  {}", device.address()));
    if let Some(whole) = device.address_with_code() {
        note(messages::address_with_code());
        note(format!("  {whole}"));
    }
    device.wait(&SystemClock)
}

/// The token that a key stands for: itself, or one of a provider, asked for anew where it is over.
pub(super) fn current_token(
    cx: &Cx,
    hub: &HomeHub,
    key: FoundKey,
) -> Result<SecretToken, CliError> {
    let Some(session) = SignInSession::from_secret(&key.secret) else { return Ok(key.secret) };
    let broken = || sign_in_expired(hub, session.issuer(), &messages::login_damaged());
    if !session.is_over(SystemTime::now()) {
        return session.token().ok_or_else(broken);
    }
    // A provider may take what refreshes once alone.
    let _lock = WorkLock::acquire(&cx.home, &format!("{}-token", hub::key_name(hub.org())))?;
    let (keys, name) = (Keys::for_home(&cx.home), hub::key_name(hub.org()));
    let Some(key) = keys.find(&name)? else { return Err(broken()) };
    let Some(session) = SignInSession::from_secret(&key.secret) else { return Ok(key.secret) };
    if !session.is_over(SystemTime::now()) {
        return session.token().ok_or_else(broken);
    }
    let session = session.refresh().map_err(|trouble| match trouble {
        SignInError::Unreached(_) => trouble.into(),
        other => sign_in_expired(hub, session.issuer(), &other.to_string()),
    })?;
    let place = match key.source {
        KeySource::Keyring => KeyStorage::Keyring,
        _ => KeyStorage::File,
    };
    keys.set(&name, session.to_secret().ok_or_else(broken)?.expose(), place)?;
    session.token().ok_or_else(broken)
}

/// Returns the error that says how to sign in again.
fn sign_in_expired(hub: &HomeHub, issuer: &str, why: &str) -> CliError {
    let url = hub.login().map(|login| login.url).unwrap_or_default();
    CliError::user(messages::login_expired(issuer, why, &url))
}

/// Gives back what a provider gave. None where `key` is a token of the hub's own.
pub(super) fn give_back(key: &SecretToken) -> Option<Result<bool, SignInError>> {
    SignInSession::from_secret(key).map(|session| session.revoke())
}
