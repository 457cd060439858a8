//! `palimp hub pull`: what the organisation approved, brought here.

use std::path::PathBuf;

use palimp_engine::sharing::hub::{self, HomeHub, Pulled};

use super::connect_hub;
use crate::commands::team::reindex_teams;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Pull approved memories of the organisation and use them here
#[derive(Debug, clap::Args)]
pub(crate) struct HubPullArgs {
    /// Only this organisation [default: all]
    #[arg(long, value_name = "ORG")]
    hub: Option<String>,
    /// Run as it does by itself: in the background
    #[arg(long, hide = true)]
    due: bool,
    /// The working tree in which it is asked for
    #[arg(long, hide = true, value_name = "DIR")]
    tree: Option<PathBuf>,
}

impl HubPullArgs {
    /// Returns true if a hook started it.
    pub(crate) const fn is_due(&self) -> bool {
        self.due
    }
}

pub(crate) fn run(cx: &Cx, args: &HubPullArgs) -> Result<(), CliError> {
    if args.due {
        let _ = rustix::process::setsid();
    }
    let hubs = match &args.hub {
        Some(org) => vec![HomeHub::find_by_org(&cx.home, org)?],
        None => HomeHub::list_all(&cx.home),
    };
    let (mut pulled, mut failed) = (Vec::new(), None);
    for hub in &hubs {
        match pull_hub(cx, hub) {
            Ok(one) => pulled.push(one),
            Err(error) => failed = Some(format!("{}: {error}", hub.org())),
        }
    }
    reindex_teams(cx, args.tree.clone())?;
    if args.due {
        return failed.map_or(Ok(()), |error| Err(CliError::user(error)));
    }
    if !hubs.is_empty() {
        hub::mark_pulled(&cx.home)?;
    }
    print_pulled(cx, &pulled);
    if cx.json {
        print_json(&pulled);
    } else if hubs.is_empty() {
        note(messages::not_logged_in());
    }
    let unreached = pulled.iter().any(|one| one.state.trouble.is_some());
    match failed {
        Some(error) => Err(CliError::user(error)),
        None if unreached => Err(CliError::user(messages::some_hubs_not_pulled())),
        None => Ok(()),
    }
}

fn pull_hub(cx: &Cx, hub: &HomeHub) -> Result<Pulled, CliError> {
    let way = connect_hub(cx, hub)?;
    let pulled = hub::pull(hub, &way, &cx.settings, now_ms())?;
    if pulled.state.trouble.is_none() {
        let user = user_home();
        let told = hub.share_activity(&way, &cx.settings, (user.as_deref(), now_ms()))?;
        told.troubles.iter().for_each(|why| note(format!("palimp: {}", inline(why))));
    }
    Ok(pulled)
}

/// Prints what a pull brought, and what is wrong.
pub(super) fn print_pulled(cx: &Cx, pulled: &[Pulled]) {
    if cx.json {
        return;
    }
    for one in pulled {
        let facts = counts::approved_facts(one.state.facts);
        let moved = messages::pulled_changes(one.came, one.went);
        say(format!("{}  {facts}; {moved}", inline(&one.org)));
        let trouble = one.state.trouble.iter().map(|why| messages::not_pulled(inline(why)));
        trouble.for_each(|why| note(format!("palimp: {}: {why}", inline(&one.org))));
    }
    let named = |standing: &hub::HubPullStatus| pulled.iter().any(|one| one.org == standing.org);
    let standings = hub::hub_statuses(&cx.home, &cx.settings, now_ms());
    for standing in standings.iter().filter(|standing| named(standing)) {
        standing.error_messages().iter().for_each(|why| note(format!("palimp: {}", inline(why))));
    }
}
