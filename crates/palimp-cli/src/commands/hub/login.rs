//! `palimp hub login`: what the hub takes, kept where other keys are: a provider's tokens, or one of its own.

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
use crate::output::{inline, is_anybody_there, note, print_json, say};
use crate::secret_input::typed_unseen;

/// Log in to an organisation's hub, by its provider or with a token, and pull what it approved
#[derive(Debug, clap::Args)]
pub(crate) struct HubLoginArgs {
    /// Where the hub is: https://hub.example.org
    #[arg(value_name = "URL")]
    url: String,
    /// Sign in with a browser on another machine: enter a code there
    #[arg(long, conflicts_with_all = ["token_stdin", "token_file"])]
    device: bool,
    /// The name by which the hub's provider knows palimp [default: as the hub says]
    #[arg(long, value_name = "ID", conflicts_with_all = ["token_stdin", "token_file"])]
    client_id: Option<String>,
    /// Read a token of the hub's own from standard input
    #[arg(long, conflicts_with = "token_file")]
    token_stdin: bool,
    /// Read a token of the hub's own from a file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Keep what one logs in with in keys.json even where there is a keyring
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
        (hub::Error::Said { problem, .. }, None) if problem.status == 401 => CliError::user(format!(
            "{url} does not take this token: ask whoever runs the hub for another one"
        )),
        (hub::Error::Said { problem, .. }, Some(issuer)) if problem.status == 401 => CliError::user(format!(
            "{url} does not know who signed in at {issuer}: ask whoever runs the hub for a part in it"
        )),
        (error, _) => CliError::from(error),
    })?;
    palimp_store::files::private_dir(cx.home.root())?;
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
    say!("logged in to {} as {}", inline(hub.org()), inline(&me.name));
    note!("The token is kept in {place}.");
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
            return Err(CliError::user(
                "this hub has no provider to sign in with: ask whoever runs it for a token, and say `--token-stdin`",
            ));
        }
    }
    let malformed = || {
        CliError::user(
            "the token is empty or holds spaces or other characters that no token has: copy it again",
        )
    };
    let token = SecretToken::new(&read_token(args)?).ok_or_else(malformed)?;
    Ok(HubCredentials { kept: token.clone(), token, issuer: None })
}

fn session_credentials(session: &SignInSession) -> Result<HubCredentials, CliError> {
    let issuer = session.issuer().to_owned();
    let odd = || CliError::user(format!("{issuer} gave a token that cannot be kept"));
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
            note!("Paste the token, then Enter; it is not shown:");
            let missing = || CliError::user("nothing was done: no token was given");
            token = typed_unseen()?.ok_or_else(missing)?;
        }
        None => {
            return Err(CliError::usage(
                "there is no token: say `--token-stdin` or `--token-file FILE`, or run it in a terminal",
            ));
        }
    }
    Ok(token)
}

/// The token that stands in a file.
fn of_file(path: &Path) -> Result<String, CliError> {
    let shown = path.display();
    let bytes = palimp_files::read_up_to(path, MAX_TOKEN_BYTES).map_err(|why| match why.kind() {
        ErrorKind::NotFound => CliError::user(format!(
            "there is no file {shown}: write the token into it, or name the one that holds it"
        )),
        // What palimp opens no pipe for.
        ErrorKind::InvalidInput => CliError::user(format!(
            "{shown} is no file: say `--token-stdin < {shown}`, or copy the token into a file"
        )),
        ErrorKind::PermissionDenied => CliError::user(format!(
            "{shown} may not be read by you: `ls -l` says whose it is; `chmod u+r` opens your own"
        )),
        ErrorKind::IsADirectory => CliError::user(format!(
            "{shown} is a directory: name the file in it that holds the token"
        )),
        ErrorKind::FileTooLarge => CliError::user(format!(
            "{shown} is longer than any token: the token alone has to stand in the file"
        )),
        _ => CliError::user(format!("{shown}: {why}; copy the token into a file of its own")),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        CliError::user(format!(
            "{shown} holds something else than text: the token alone has to stand in the file"
        ))
    })?;
    match text.trim().is_empty() {
        true => Err(CliError::user(format!("{shown} is empty: write the token into it"))),
        false => Ok(text),
    }
}
