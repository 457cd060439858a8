//! `palimp hub login`: what the hub takes, kept where other keys are: a provider's tokens, or one of its own.

use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use palimp_engine::hub::{self, HomeHub, HubApiClient};
use palimp_models::Keys;
use palimp_models::keys::SecretToken;
use palimp_models::oauth::{SignInProvider, SignInSession};
use palimp_models::rest::RestClient;
use serde_json::json;

use super::sign_in::{How, sign_in};
use super::{Way, pull};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, inline, is_anybody_there, note, say};
use crate::secret_input::typed_unseen;

/// Log in to an organisation's hub, by its provider or with a token, and pull what it approved
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
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

/// More than any token has, in bytes.
const MOST: u64 = 16 * 1024;

/// What is shown to the hub, and what is kept for it.
struct Pass {
    token: SecretToken,
    kept: SecretToken,
    /// Who gave it, where the hub did not.
    issuer: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let Pass { token, kept, issuer } = pass(args)?;
    let rest = at(&args.url, token)?;
    let (url, way) = (rest.url(), Way(Ok(rest)));
    let me = HubApiClient(&way).me().map_err(|error| match (error, issuer) {
        (hub::Error::Said { problem, .. }, None) if problem.status == 401 => Failure::user(format!(
            "{url} does not take this token: ask whoever runs the hub for another one"
        )),
        (hub::Error::Said { problem, .. }, Some(issuer)) if problem.status == 401 => Failure::user(format!(
            "{url} does not know who signed in at {issuer}: ask whoever runs the hub for a part in it"
        )),
        (error, _) => Failure::from(error),
    })?;
    palimp_store::files::private_dir(cx.home.root())?;
    let hub = HomeHub::save_login(&cx.home, &url, &me)?;
    let name = hub::key_name(hub.org());
    let place =
        crate::commands::keys::keep(&Keys::for_home(&cx.home), &name, kept.expose(), args.file)?;
    let pulled = hub::pull(&hub, &way, &cx.settings, now_ms())?;
    crate::commands::team::settle(cx, None)?;
    if cx.json {
        document(&json!({ "org": hub.org(), "name": me.name, "kept": place, "pulled": pulled }));
        return Ok(());
    }
    say!("logged in to {} as {}", inline(hub.org()), inline(&me.name));
    note!("The token is kept in {place}.");
    pull::tell(cx, &[pulled]);
    Ok(())
}

fn at(url: &str, token: SecretToken) -> Result<RestClient, Failure> {
    RestClient::new(url, token).map_err(|why| Failure::usage(format!("{url} {why}")))
}

/// What lets one in: a token that one has, or what the hub's provider gives who signs in.
fn pass(args: &Args) -> Result<Pass, Failure> {
    if !args.token_stdin && args.token_file.is_none() {
        // No address, or one that others can read along, is asked nothing.
        at(&args.url, SecretToken::new("none").expect("a word"))?;
        if let Some(provider) = SignInProvider::discover(&args.url)? {
            let how = How { device: args.device, client: args.client_id.as_deref() };
            return passed(&sign_in(&provider, &how)?);
        }
        if args.device || args.client_id.is_some() {
            return Err(Failure::user(
                "this hub has no provider to sign in with: ask whoever runs it for a token, and say `--token-stdin`",
            ));
        }
    }
    let malformed = || {
        Failure::user(
            "the token is empty or holds spaces or other characters that no token has: copy it again",
        )
    };
    let token = SecretToken::new(&token(args)?).ok_or_else(malformed)?;
    Ok(Pass { kept: token.clone(), token, issuer: None })
}

fn passed(session: &SignInSession) -> Result<Pass, Failure> {
    let issuer = session.issuer().to_owned();
    let odd = || Failure::user(format!("{issuer} gave a token that cannot be kept"));
    let (token, kept) = (session.token().ok_or_else(odd)?, session.to_secret().ok_or_else(odd)?);
    Ok(Pass { token, kept, issuer: Some(issuer) })
}

/// The token: from where it was said to be, or typed.
fn token(args: &Args) -> Result<String, Failure> {
    let mut token = String::new();
    match &args.token_file {
        Some(path) => token = of_file(path)?,
        None if args.token_stdin => {
            std::io::stdin().take(MOST).read_to_string(&mut token)?;
        }
        None if is_anybody_there() => {
            note!("Paste the token, then Enter; it is not shown:");
            let missing = || Failure::user("nothing was done: no token was given");
            token = typed_unseen()?.ok_or_else(missing)?;
        }
        None => {
            return Err(Failure::usage(
                "there is no token: say `--token-stdin` or `--token-file FILE`, or run it in a terminal",
            ));
        }
    }
    Ok(token)
}

/// The token that stands in a file.
fn of_file(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    let bytes = palimp_files::read_up_to(path, MOST).map_err(|why| match why.kind() {
        ErrorKind::NotFound => Failure::user(format!(
            "there is no file {shown}: write the token into it, or name the one that holds it"
        )),
        // What palimp opens no pipe for.
        ErrorKind::InvalidInput => Failure::user(format!(
            "{shown} is no file: say `--token-stdin < {shown}`, or copy the token into a file"
        )),
        ErrorKind::PermissionDenied => Failure::user(format!(
            "{shown} may not be read by you: `ls -l` says whose it is; `chmod u+r` opens your own"
        )),
        ErrorKind::IsADirectory => Failure::user(format!(
            "{shown} is a directory: name the file in it that holds the token"
        )),
        ErrorKind::FileTooLarge => Failure::user(format!(
            "{shown} is longer than any token: the token alone has to stand in the file"
        )),
        _ => Failure::user(format!("{shown}: {why}; copy the token into a file of its own")),
    })?;
    let text = String::from_utf8(bytes).map_err(|_| {
        Failure::user(format!(
            "{shown} holds something else than text: the token alone has to stand in the file"
        ))
    })?;
    match text.trim().is_empty() {
        true => Err(Failure::user(format!("{shown} is empty: write the token into it"))),
        false => Ok(text),
    }
}
