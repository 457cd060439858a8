//! `palimp hub logout`: nothing of it stays here.

use palimp_engine::sharing::hub;
use palimp_models::Keys;
use palimp_models::keys::KeySource;
use serde_json::json;

use super::{HubSelector, sign_in};
use crate::commands::team::reindex_teams;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Log out of a hub and delete its tokens and pulled memories from this home
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
        say(messages::logged_out(inline(hub.org())));
        match given_back.first() {
            None => note(messages::token_still_good()),
            Some(Ok(true)) => note(messages::provider_revoked_tokens()),
            Some(Ok(false)) => note(messages::provider_cannot_revoke()),
            Some(Err(why)) => note(messages::provider_not_reached(why)),
        }
    }
    if let Some(KeySource::Environment(variable)) = keys.find(&name)?.map(|key| key.source) {
        note(messages::variable_holds_token(&variable));
    }
    Ok(())
}
