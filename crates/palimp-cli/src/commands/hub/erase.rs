//! `palimp hub erase`: as if it had never been written.

use palimp_engine::hub::HubApiClient;
use palimp_engine::hub::api::EraseRequest;

use super::{Which, catch_up, way};
use crate::commands::team::consents;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, note, say};

/// Erase a memory, what a member proposed and what names her, or a project, from the hub and from every home
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["id", "member", "project"]))]
pub(crate) struct Args {
    /// The memory, by its whole id
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// What this member proposed, and what names her
    #[arg(long, value_name = "NAME")]
    member: Option<String>,
    /// All of this project
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    #[command(flatten)]
    which: Which,
    /// It cannot be undone, and that is meant
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let hub = args.which.hub(cx)?;
    let way = way(cx, &hub)?;
    if !consents(args.yes, "It cannot be undone. Erase it for everybody?")? {
        note!("Nothing was erased.");
        return Ok(());
    }
    let erased = HubApiClient(&way).erase(&EraseRequest {
        memory: args.id.clone(),
        member: args.member.clone(),
        project: args.project.clone(),
    })?;
    catch_up(cx, &hub, &way)?;
    if cx.json {
        document(&erased);
    } else {
        say!("memories erased: {}", erased.memories);
        note!(
            "Other homes lose it with their next pull; backups of the hub as its documentation says."
        );
    }
    Ok(())
}
