//! `palimp hub approve` and `reject`: a person's yes or no.

use palimp_engine::hub::api::{HubReviewRequest, MemoryStatus, ReviewVerdict};
use palimp_engine::hub::{HomeHub, HubApiClient};
use serde_json::json;

use super::{Way, Which, catch_up, review, way};
use crate::commands::team::consents;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say};

/// Approve a proposal; once enough reviewers have, it is told
#[derive(Debug, clap::Args)]
pub(crate) struct Approve {
    /// The proposal, as `palimp hub review` shows it
    #[arg(value_name = "ID")]
    id: String,
    #[command(flatten)]
    which: Which,
    /// You have looked at it
    #[arg(long)]
    yes: bool,
}

/// Turn a proposal of the hub down, and say why
#[derive(Debug, clap::Args)]
pub(crate) struct Reject {
    /// The proposal, as `palimp hub review` shows it
    #[arg(value_name = "ID")]
    id: String,
    /// Why, for its proposer
    #[arg(long, value_name = "TEXT")]
    why: String,
    #[command(flatten)]
    which: Which,
}

pub(crate) fn approve(cx: &Cx, args: &Approve) -> Result<(), Failure> {
    let (hub, way) = opened(cx, &args.which)?;
    let seen = review::meant(&hub, HubApiClient(&way).proposals()?, &args.id)?;
    if !cx.json {
        review::show(&hub, &seen);
    }
    if !consents(args.yes, "Do you approve exactly this?")? {
        note!("Nothing was approved.");
        return Ok(());
    }
    let memory = HubApiClient(&way).review(&HubReviewRequest {
        memory: seen.memory.id,
        version: seen.memory.version,
        verdict: ReviewVerdict::Approve,
        why: String::new(),
    })?;
    catch_up(cx, &hub, &way)?;
    if cx.json {
        document(&memory);
    } else if memory.status == MemoryStatus::Approved {
        say!("approved {}: it is told in {}", inline(&memory.id), inline(hub.org()));
    } else {
        say!("approved {}: it waits for others", inline(&memory.id));
    }
    Ok(())
}

pub(crate) fn reject(cx: &Cx, args: &Reject) -> Result<(), Failure> {
    let (hub, way) = opened(cx, &args.which)?;
    let seen = review::meant(&hub, HubApiClient(&way).proposals()?, &args.id)?;
    let memory = HubApiClient(&way).review(&HubReviewRequest {
        memory: seen.memory.id,
        version: seen.memory.version,
        verdict: ReviewVerdict::Reject,
        why: args.why.clone(),
    })?;
    if cx.json {
        document(&json!({ "rejected": memory.id }));
    } else {
        say!("rejected {}", inline(&memory.id));
    }
    Ok(())
}

fn opened(cx: &Cx, which: &Which) -> Result<(HomeHub, Way), Failure> {
    let hub = which.hub(cx)?;
    let way = way(cx, &hub)?;
    Ok((hub, way))
}
