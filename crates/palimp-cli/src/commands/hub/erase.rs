//! `palimp hub erase`: as if it had never been written.

use palimp_engine::sharing::hub::HubApiClient;
use palimp_engine::sharing::hub::api::EraseRequest;

use super::{HubSelector, catch_up, connect_hub};
use crate::commands::team::confirm_without_preview;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};

/// Erase a memory, a member's data or a project from the hub and from every home
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["id", "member", "project"]))]
pub(crate) struct HubEraseArgs {
    /// Full id of the memory
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Everything that this member proposed, and everything that names them
    #[arg(long, value_name = "NAME")]
    member: Option<String>,
    /// Everything of this project
    #[arg(long, value_name = "NAME")]
    project: Option<String>,
    #[command(flatten)]
    which: HubSelector,
    /// Erase without asking; this cannot be undone
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &HubEraseArgs) -> Result<(), CliError> {
    let hub = args.which.chosen_hub(cx)?;
    let way = connect_hub(cx, &hub)?;
    if !confirm_without_preview(args.yes, messages::ask_erase())? {
        note(messages::nothing_erased());
        return Ok(());
    }
    let erased = HubApiClient(&way).erase(&EraseRequest {
        memory: args.id.clone(),
        member: args.member.clone(),
        project: args.project.clone(),
    })?;
    catch_up(cx, &hub, &way)?;
    if cx.json {
        print_json(&erased);
    } else {
        say(messages::memories_erased(erased.memories));
        note(messages::erased_elsewhere_later());
    }
    Ok(())
}
