//! `palimp team approve` and `reject`: a person's yes or no.

use palimp_engine::teams::{JoinedTeam, ProposalView};
use serde_json::json;

use super::{Which, review};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, note, say};
use crate::show::count;

/// Approve a proposal with your signature; once enough members have, it lands
#[derive(Debug, clap::Args)]
pub(crate) struct Approve {
    /// The proposal, as `palimp team review` shows it
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    which: Which,
    /// You have looked at it
    #[arg(long)]
    yes: bool,
}

/// Turn a proposal down, and say why; take back one of your own
#[derive(Debug, clap::Args)]
pub(crate) struct Reject {
    /// The proposal, as `palimp team review` shows it
    #[arg(value_name = "ID")]
    id: String,
    /// Why, for its proposer
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    which: Which,
}

pub(crate) fn approve(cx: &Cx, args: &Approve) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    let seen = seen(cx, &team, &args.id)?;
    if !cx.json {
        review::show(&seen);
    }
    if !super::consents(args.yes, "Do you approve exactly this?")? {
        note!("Nothing was approved.");
        return Ok(());
    }
    let approved = super::acting(cx, |acting| team.approve(&seen, acting))?;
    super::settle(cx, None)?;
    if cx.json {
        document(&approved);
    } else if approved.landed {
        say!("approved {}: it landed in {}", approved.id, team.name());
    } else {
        let more = count(approved.needed.saturating_sub(approved.approvals), "approval");
        say!("approved {}: it waits for {more} more", approved.id);
    }
    Ok(())
}

pub(crate) fn reject(cx: &Cx, args: &Reject) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    let seen = seen(cx, &team, &args.id)?;
    super::acting(cx, |acting| team.reject(&seen, &args.why, acting))?;
    if cx.json {
        document(&json!({ "rejected": seen.id }));
    } else {
        say!("rejected {}", seen.id);
    }
    Ok(())
}

/// The proposal as others see it now.
fn seen(cx: &Cx, team: &JoinedTeam, id: &str) -> Result<ProposalView, Failure> {
    palimp_engine::teams::sync_team(team, &cx.settings, now_ms())?;
    let mut open = super::acting(cx, |acting| team.proposals(&[id], acting))?.listed;
    match open.len() {
        1 => Ok(open.remove(0)),
        0 => Err(Failure::user(format!(
            "{} has no proposal {id}: `palimp team review` shows what is open",
            team.name()
        ))),
        _ => Err(Failure::user(format!("several proposals begin with {id}: say more of it"))),
    }
}
