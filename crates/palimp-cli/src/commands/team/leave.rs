//! `palimp team leave`: forget what a team shares.

use palimp_engine::sharing::teams::{self, JoinedTeam};
use serde_json::json;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};
use palimp_core::counts;

/// Leave a team and delete its clone and facts from this home. Your key stays valid until an owner
/// revokes it
#[derive(Debug, clap::Args)]
pub(crate) struct TeamLeaveArgs {
    /// The team
    #[arg(value_name = "NAME")]
    name: String,
    /// Leave even if proposals were not pushed and will be lost
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &TeamLeaveArgs) -> Result<(), CliError> {
    let unsent = match JoinedTeam::find_by_name(&cx.home, &args.name) {
        Ok(team) => team.unsent_proposals()?.len(),
        Err(_) => 0,
    };
    if unsent > 0 {
        let proposals = counts::proposals(unsent);
        let question = messages::ask_leave_unsent(&proposals);
        if !super::confirm_without_preview(args.yes, &question)? {
            return Ok(());
        }
    }
    teams::leave_team(&cx.home, &args.name)?;
    super::reindex_teams(cx, None)?;
    if cx.json {
        print_json(&json!({ "left": args.name }));
        return Ok(());
    }
    say(messages::team_left(&args.name));
    note(messages::key_stays_members());
    Ok(())
}
