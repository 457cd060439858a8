//! `palimp pin` and `palimp unpin`: what a person wants kept.

use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{print_json, say};

/// Never expire these observations
#[derive(Debug, clap::Args)]
pub(crate) struct PinArgs {
    /// Numbers of observations, as shown by `palimp recent` and `palimp search`
    #[arg(required = true, value_name = "ID", value_parser = parse_id)]
    ids: Vec<i64>,
}

/// Let pinned observations expire again
#[derive(Debug, clap::Args)]
pub(crate) struct UnpinArgs {
    /// Numbers of observations
    #[arg(required = true, value_name = "ID", value_parser = parse_id)]
    ids: Vec<i64>,
}

/// `12` or `#12`.
fn parse_id(text: &str) -> Result<i64, String> {
    text.trim_start_matches('#').parse().map_err(|_| messages::not_an_observation_number(text))
}

pub(crate) fn pin(cx: &Cx, args: &PinArgs) -> Result<(), CliError> {
    set_pinned(cx, &args.ids, true)
}

pub(crate) fn unpin(cx: &Cx, args: &UnpinArgs) -> Result<(), CliError> {
    set_pinned(cx, &args.ids, false)
}

fn set_pinned(cx: &Cx, ids: &[i64], pinned: bool) -> Result<(), CliError> {
    let missing = |id: i64| CliError::user(messages::observation_unknown(id));
    let mut db = cx.activity_to_change()?.ok_or_else(|| missing(ids[0]))?;
    for &id in ids {
        if !db.set_pinned(id, &cx.agent(), pinned)? {
            return Err(missing(id));
        }
    }
    if cx.json {
        print_json(&json!({ "ids": ids, "pinned": pinned }));
    } else {
        ids.iter().for_each(|id| match pinned {
            true => say(messages::pinned_observation(id)),
            false => say(messages::unpinned_observation(id)),
        });
    }
    Ok(())
}
