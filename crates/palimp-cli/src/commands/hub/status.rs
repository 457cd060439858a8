//! `palimp hub status`: how what was pulled stands, without asking the hub.

use palimp_engine::sharing::hub::{self, HubPullStatus, PulledScope, name_of};

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use crate::when::format_minute;
use palimp_core::counts;

/// Show logins, access rights and the last pull
#[derive(Debug, clap::Args)]
pub(crate) struct HubStatusArgs {
    /// Only this organisation [default: all]
    #[arg(long, value_name = "ORG")]
    hub: Option<String>,
}

pub(crate) fn run(cx: &Cx, args: &HubStatusArgs) -> Result<(), CliError> {
    if let Some(org) = &args.hub {
        hub::HomeHub::find_by_org(&cx.home, org)?;
    }
    let mut all = hub::hub_statuses(&cx.home, &cx.settings, now_ms());
    all.retain(|one| args.hub.as_ref().is_none_or(|org| one.org == *org));
    if cx.json {
        print_json(&all);
        return Ok(());
    }
    all.iter().for_each(print_status);
    if all.is_empty() {
        note(messages::not_logged_in());
    }
    Ok(())
}

fn print_status(one: &HubPullStatus) {
    let pulled = match one.state.reached_at {
        0 => messages::never_pulled(),
        at => messages::pulled_at(format_minute(at)),
    };
    let facts = counts::approved_facts(one.state.facts);
    say(messages::hub_login(
        inline(&one.org),
        inline(&one.url),
        inline(&one.name),
        &facts,
        &pulled,
    ));
    for PulledScope { scope, .. } in &one.state.scopes {
        let role = format!("{:?}", scope.role).to_lowercase();
        say(messages::hub_role(inline(&name_of(scope)), &role));
    }
    one.error_messages().iter().for_each(|why| note(format!("palimp: {}", inline(why))));
}
