//! `palimp hub status`: how what was pulled stands, without asking the hub.

use palimp_engine::hub::{self, HubPullStatus, PulledScope, name_of};

use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, inline, note, say, words};
use crate::show::count;
use crate::when::minute;

/// Show where this home is logged in, what it may see there, and how the last pull went
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only this organisation's hub [default: all]
    #[arg(long, value_name = "ORG")]
    hub: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    if let Some(org) = &args.hub {
        hub::HomeHub::find_by_org(&cx.home, org)?;
    }
    let mut all = hub::hub_statuses(&cx.home, &cx.settings, now_ms());
    all.retain(|one| args.hub.as_ref().is_none_or(|org| one.org == *org));
    if cx.json {
        document(&all);
        return Ok(());
    }
    all.iter().for_each(show);
    if all.is_empty() {
        note!("This home is not logged in to a hub; `palimp hub login URL` does that.");
    }
    Ok(())
}

fn show(one: &HubPullStatus) {
    let pulled = match one.state.reached_at {
        0 => words!("never pulled"),
        at => words!("pulled {}", minute(at)),
    };
    let facts = count(one.state.facts, "approved fact");
    say!("{}  {} as {}: {facts}, {pulled}", inline(&one.org), inline(&one.url), inline(&one.name));
    for PulledScope { scope, .. } in &one.state.scopes {
        let role = format!("{:?}", scope.role).to_lowercase();
        say!("  {}  {role}", inline(&name_of(scope)));
    }
    one.error_messages().iter().for_each(|why| note!("palimp: {}", inline(why)));
}
