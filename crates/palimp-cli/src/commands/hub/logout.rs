//! `palimp hub logout`: nothing of it stays here.

use palimp_engine::sharing::hub;
use palimp_models::Keys;
use palimp_models::keys::KeySource;
use serde_json::json;

use super::{HubSelector, sign_in};
use crate::commands::team::reindex_teams;
use crate::context::Cx;
use crate::error::CliError;
use crate::output::{inline, note, print_json, say};

/// Log out of a hub: tokens, what was pulled, and what the index has of it go from this home
#[derive(Debug, clap::Args)]
pub(crate) struct HubLogoutArgs {
    #[command(flatten)]
    which: HubSelector,
}

pub(crate) fn run(cx: &Cx, args: &HubLogoutArgs) -> Result<(), CliError> {
    let hub = match args.which.chosen_hub(cx) {
        Ok(hub) => hub,
        // A logout that was killed may have left rows in the index.
        Err(none) => {
            reindex_teams(cx, None)?;
            return Err(none);
        }
    };
    let (keys, name) = (Keys::for_home(&cx.home), hub::key_name(hub.org()));
    let kept = keys.own_secrets(&name)?;
    keys.remove(&name)?;
    hub.log_out()?;
    reindex_teams(cx, None)?;
    let given_back: Vec<_> = kept.iter().filter_map(sign_in::give_back).collect();
    if cx.json {
        print_json(&json!({ "left": hub.org() }));
    } else {
        say!("logged out of {}", inline(hub.org()));
        match given_back.first() {
            None => {
                note!("The token is good until it expires or the hub is told to take it no more.")
            }
            Some(Ok(true)) => note!("The provider was told to take its tokens no more."),
            Some(Ok(false)) => {
                note!("The provider takes no tokens back: the last one is good until it expires.")
            }
            Some(Err(why)) => note!(
                "The provider was not told, so that its tokens are good until they expire: {why}"
            ),
        }
    }
    if let Some(KeySource::Environment(variable)) = keys.find(&name)?.map(|key| key.source) {
        note!("{variable} still holds it.");
    }
    Ok(())
}
