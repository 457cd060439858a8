//! `palimp keys`: the keys of paid services.

use std::io::Read;

use palimp_models::Keys;
use palimp_models::keys::{KeyError, KeyStorage};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{is_anybody_there, note, print_json, say};
use crate::secret_input::typed_unseen;
use crate::tombstones;

/// Store, list and remove keys of services
#[derive(Debug, clap::Args)]
pub(crate) struct KeysArgs {
    #[command(subcommand)]
    what: KeysCommand,
}

/// A longer text is no key, in bytes.
const MAX_KEY_BYTES: u64 = 64 << 10;

#[derive(Debug, clap::Subcommand)]
enum KeysCommand {
    /// Store a key from standard input in the system keyring, or in keys.json (0600)
    Set {
        /// anthropic, openai, gemini, voyage, vertex …
        provider: String,
        /// Store it in keys.json even if there is a keyring
        #[arg(long)]
        file: bool,
    },
    /// List the services that have a key and where it is stored, never the key itself
    List,
    /// Remove a stored key
    Remove {
        /// The service
        provider: String,
    },
}

impl KeysArgs {
    /// Returns true if a key comes or goes.
    pub(crate) const fn changes_keys(&self) -> bool {
        !matches!(self.what, KeysCommand::List)
    }
}

pub(crate) fn run(cx: &Cx, args: &KeysArgs) -> Result<(), CliError> {
    let keys = Keys::for_home(&cx.home);
    match &args.what {
        KeysCommand::Set { provider, file } => {
            check_service(provider)?;
            let secret = read_key(&format!("palimp keys set {provider}"))?;
            palimp_engine::home::files::create_home(&cx.home)?;
            let kept = store_key(&keys, provider, &secret, *file)?;
            print_report(cx, json!({ "provider": provider, "kept": kept }), || {
                messages::service_key_kept(provider, &kept)
            });
        }
        KeysCommand::List => {
            let found = keys.list_sources()?;
            if cx.json {
                let found: Vec<_> = found
                    .iter()
                    .map(|(provider, source)| json!({ "provider": provider, "source": source.to_string() }))
                    .collect();
                print_json(&json!({ "keys": found }));
                return Ok(());
            }
            for (provider, source) in &found {
                say(format!("{provider:<10} {source}"));
            }
            if found.is_empty() {
                note(messages::no_keys());
            }
        }
        KeysCommand::Remove { provider } => {
            let removed = keys.remove(provider)?;
            let places: Vec<_> = removed.iter().map(ToString::to_string).collect();
            print_report(cx, json!({ "provider": provider, "removed": places }), || {
                match places.is_empty() {
                    true => messages::no_key_of(provider),
                    false => messages::key_removed(provider, places.join(", ")),
                }
            });
        }
    }
    Ok(())
}

/// Reads a key: what standard input holds, or what is typed while the terminal shows nothing of it.
pub(super) fn read_key(command: &str) -> Result<String, CliError> {
    let mut secret = String::new();
    if is_anybody_there() {
        note(messages::paste_key());
        secret = typed_unseen()?.unwrap_or_default();
    } else {
        std::io::stdin().take(MAX_KEY_BYTES).read_to_string(&mut secret)?;
    }
    match secret.trim() {
        "" => Err(CliError::usage(messages::no_key_on_stdin(command))),
        secret => Ok(secret.to_owned()),
    }
}

/// Refuses a name under which nobody would look for a key.
pub(super) fn check_service(provider: &str) -> Result<(), CliError> {
    if palimp_models::service_names().chain([tombstones::KEYS_NAME]).any(|name| name == provider) {
        return Ok(());
    }
    let names: Vec<_> = palimp_models::service_names().collect();
    Err(CliError::usage(messages::unknown_service(provider, names.join(", "))))
}

/// Keeps a key in the keyring; in the file where there is none, or where that is wanted.
pub(super) fn store_key(
    keys: &Keys,
    provider: &str,
    secret: &str,
    file: bool,
) -> Result<String, CliError> {
    let in_file = || {
        keys.set(provider, secret, KeyStorage::File).map(|before| (before, "keys.json".to_owned()))
    };
    let kept = match file {
        true => in_file(),
        false => match keys.set(provider, secret, KeyStorage::Keyring) {
            Err(KeyError::Keyring { .. }) => in_file(),
            kept => kept.map(|before| (before, messages::system_keyring())),
        },
    };
    let (before, place) = kept?;
    if let Some(source) = before {
        note(messages::other_key_comes_first(&source));
    }
    Ok(place)
}

fn print_report(cx: &Cx, json: serde_json::Value, words: impl FnOnce() -> String) {
    if cx.json { print_json(&json) } else { say(words()) }
}
