//! `palimp hub login`: what the hub takes, kept where other keys are: a provider's tokens, or one of its own.

use palimp_core::message::io_reason;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use palimp_engine::sharing::hub::{self, HomeHub, HubApiClient};
use palimp_models::Keys;
use palimp_models::keys::SecretToken;
use palimp_models::oauth::{SignInProvider, SignInSession};
use palimp_models::rest::RestClient;
use serde_json::json;

use super::sign_in::{SignInOptions, sign_in};
use super::{HubConnection, pull};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, is_anybody_there, note, print_json, say};
use crate::secret_input::typed_unseen;

/// Log in to an organisation's hub through its identity provider or with a token, and pull approved
/// memories
#[derive(Debug, clap::Args)]
pub(crate) struct HubLoginArgs {
    /// URL of the hub: https://hub.example.org
    #[arg(value_name = "URL")]
    url: String,
    /// Sign in with a code in a browser on another device
    #[arg(long, conflicts_with_all = ["token_stdin", "token_file"])]
    device: bool,
    /// Client id of palimp at the identity provider [default: from the hub]
    #[arg(long, value_name = "ID", conflicts_with_all = ["token_stdin", "token_file"])]
    client_id: Option<String>,
    /// Read a hub token from standard input
    #[arg(long, conflicts_with = "token_file")]
    token_stdin: bool,
    /// Read a hub token from a file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Store the login in keys.json even if there is a keyring
    #[arg(long)]
    file: bool,
}

/// Maximum size of a token, in bytes.
const MAX_TOKEN_BYTES: u64 = 16 * 1024;

/// Token that is shown to the hub, and secret that is kept for it.
struct HubCredentials {
    token: SecretToken,
    kept: SecretToken,
    /// Provider that issued the token, where the hub did not.
    issuer: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &HubLoginArgs) -> Result<(), CliError> {
    let HubCredentials { token, kept, issuer } = obtain_credentials(args)?;
    let rest = rest_client(&args.url, token)?;
    let (url, way) = (rest.url(), HubConnection(Ok(rest)));
    let me = HubApiClient(&way).me().map_err(|error| match (error, issuer) {
        (hub::Error::Said { problem, .. }, None) if problem.status == 401 => {
            CliError::user(messages::token_refused(&url))
        }
        (hub::Error::Said { problem, .. }, Some(issuer)) if problem.status == 401 => {
            CliError::user(messages::login_unknown_to_hub(&url, &issuer))
        }
        (error, _) => CliError::from(error),
    })?;
    palimp_engine::home::files::create_home(&cx.home)?;
    let hub = HomeHub::save_login(&cx.home, &url, &me)?;
    let name = hub::key_name(hub.org());
    let place = crate::commands::keys::store_key(
        &Keys::for_home(&cx.home),
        &name,
        kept.expose(),
        args.file,
    )?;
    let pulled = hub::pull(&hub, &way, &cx.settings, now_ms())?;
    crate::commands::team::reindex_teams(cx, None)?;
    if cx.json {
        print_json(&json!({ "org": hub.org(), "name": me.name, "kept": place, "pulled": pulled }));
        return Ok(());
    }
    say(messages::logged_in(inline(hub.org()), inline(&me.name)));
    note(messages::token_kept_in(&place));
    pull::print_pulled(cx, &[pulled]);
    Ok(())
}

fn rest_client(url: &str, token: SecretToken) -> Result<RestClient, CliError> {
    RestClient::new(url, token).map_err(|why| CliError::usage(format!("{url} {why}")))
}

/// Returns the credentials: a token that the user has, or those that the hub's provider gives at
/// sign-in.
fn obtain_credentials(args: &HubLoginArgs) -> Result<HubCredentials, CliError> {
    if !args.token_stdin && args.token_file.is_none() {
        // No address, or one that others can read along, is asked nothing.
        rest_client(&args.url, SecretToken::new("none").expect("a word"))?;
        if let Some(provider) = SignInProvider::discover(&args.url)? {
            let how = SignInOptions { device: args.device, client: args.client_id.as_deref() };
            return session_credentials(&sign_in(&provider, &how)?);
        }
        if args.device || args.client_id.is_some() {
            return Err(CliError::user(messages::hub_has_no_provider()));
        }
    }
    let malformed = || CliError::user(messages::token_malformed());
    let token = SecretToken::new(&read_token(args)?).ok_or_else(malformed)?;
    Ok(HubCredentials { kept: token.clone(), token, issuer: None })
}

fn session_credentials(session: &SignInSession) -> Result<HubCredentials, CliError> {
    let issuer = session.issuer().to_owned();
    let odd = || CliError::user(messages::issuer_token_not_kept(&issuer));
    let (token, kept) = (session.token().ok_or_else(odd)?, session.to_secret().ok_or_else(odd)?);
    Ok(HubCredentials { token, kept, issuer: Some(issuer) })
}

/// Reads the token from its source, or asks for it.
fn read_token(args: &HubLoginArgs) -> Result<String, CliError> {
    let mut token = String::new();
    match &args.token_file {
        Some(path) => token = of_file(path)?,
        None if args.token_stdin => {
            std::io::stdin().take(MAX_TOKEN_BYTES).read_to_string(&mut token)?;
        }
        None if is_anybody_there() => {
            note(messages::paste_token());
            let missing = || CliError::user(messages::no_token_given());
            token = typed_unseen()?.ok_or_else(missing)?;
        }
        None => {
            return Err(CliError::usage(messages::token_missing()));
        }
    }
    Ok(token)
}

/// The token that stands in a file.
fn of_file(path: &Path) -> Result<String, CliError> {
    let shown = path.display();
    let bytes =
        palimp_files::read_up_to(path, MAX_TOKEN_BYTES).map_err(|why| match why.kind() {
            ErrorKind::NotFound => CliError::user(messages::token_file_missing(&shown)),
            // What palimp opens no pipe for.
            ErrorKind::InvalidInput => CliError::user(messages::token_path_not_a_file(&shown)),
            ErrorKind::PermissionDenied => {
                CliError::user(messages::token_file_not_readable(&shown))
            }
            ErrorKind::IsADirectory => CliError::user(messages::token_path_is_directory(&shown)),
            ErrorKind::FileTooLarge => CliError::user(messages::token_file_too_long(&shown)),
            _ => CliError::user(messages::token_file_unreadable(&shown, io_reason(&why))),
        })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| CliError::user(messages::token_file_not_text(&shown)))?;
    match text.trim().is_empty() {
        true => Err(CliError::user(messages::token_file_empty(&shown))),
        false => Ok(text),
    }
}
