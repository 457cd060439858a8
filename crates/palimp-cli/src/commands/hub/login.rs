//! `palimp hub login`: a token that the hub takes, kept where other keys are.

use std::io::Read;
use std::path::PathBuf;

use palimp_engine::hub::{self, Call, Hub};
use palimp_models::Keys;
use palimp_models::keys::Secret;
use palimp_models::rest::Rest;
use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
use serde_json::json;

use super::{Way, pull};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, inline, is_anybody_there, note, say};

/// Log in to an organisation's hub with a token, and pull what it approved
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Where the hub is: https://hub.example.org
    #[arg(value_name = "URL")]
    url: String,
    /// Read the token from standard input
    #[arg(long, conflicts_with = "token_file")]
    token_stdin: bool,
    /// Read the token from a file
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,
    /// Keep the token in keys.json even where there is a keyring
    #[arg(long)]
    file: bool,
}

/// More than any token has, in bytes.
const MOST: u64 = 16 * 1024;

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let malformed = || {
        Failure::user(
            "the token is empty or holds spaces or other characters that no token has: copy it again",
        )
    };
    let token = Secret::new(&token(args)?).ok_or_else(malformed)?;
    let rest = Rest::at(&args.url, token.clone());
    let rest = rest.map_err(|why| Failure::usage(format!("{} {why}", args.url)))?;
    let (url, way) = (rest.url(), Way(Ok(rest)));
    let me = Call(&way).me().map_err(|error| match error {
        hub::Error::Said { problem, .. } if problem.status == 401 => Failure::user(format!(
            "{url} does not take this token: ask whoever runs the hub for another one"
        )),
        error => Failure::from(error),
    })?;
    palimp_store::files::private_dir(cx.home.root())?;
    let hub = Hub::enrol(&cx.home, &url, &me)?;
    let name = hub::key_name(hub.org());
    let kept = crate::commands::keys::keep(&Keys::of(&cx.home), &name, token.expose(), args.file)?;
    let pulled = hub::pull(&hub, &way, &cx.settings, now_ms())?;
    crate::commands::team::settle(cx, None)?;
    if cx.json {
        document(&json!({ "org": hub.org(), "name": me.name, "kept": kept, "pulled": pulled }));
        return Ok(());
    }
    say!("logged in to {} as {}", inline(hub.org()), inline(&me.name));
    note!("The token is kept in {kept}.");
    pull::tell(cx, &[pulled]);
    Ok(())
}

/// The token: from where it was said to be, or typed.
fn token(args: &Args) -> Result<String, Failure> {
    let mut token = String::new();
    match &args.token_file {
        Some(path) => {
            let read = palimp_files::read_text(path);
            token = read.map_err(|why| Failure::user(format!("{}: {why}", path.display())))?;
        }
        None if args.token_stdin => {
            std::io::stdin().take(MOST).read_to_string(&mut token)?;
        }
        None if is_anybody_there() => {
            note!("Paste the token, then Enter; it is not shown:");
            token = typed_unseen()?;
        }
        None => {
            return Err(Failure::usage(
                "there is no token: say `--token-stdin` or `--token-file FILE`, or run it in a terminal",
            ));
        }
    }
    Ok(token)
}

/// A line that is typed while the terminal shows nothing of it.
fn typed_unseen() -> Result<String, Failure> {
    let stdin = std::io::stdin();
    let before = tcgetattr(&stdin)?;
    let mut silent = before.clone();
    // Nor is there a signal: a process that it ended would leave the terminal silent.
    silent.local_modes.remove(LocalModes::ECHO | LocalModes::ISIG);
    tcsetattr(&stdin, OptionalActions::Flush, &silent)?;
    let mut line = String::new();
    let read = stdin.read_line(&mut line);
    tcsetattr(&stdin, OptionalActions::Flush, &before)?;
    read?;
    note!("");
    match line.contains('\u{3}') {
        true => Err(Failure::user("nothing was done: no token was given")),
        false => Ok(line),
    }
}
