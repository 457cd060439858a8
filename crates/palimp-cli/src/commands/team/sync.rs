//! `palimp team sync`: fetch, verify, serve.

use std::path::PathBuf;

use palimp_engine::sharing::teams::{self, JoinedTeam, Synced, TeamStatus};

use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};
use palimp_core::counts;

/// Fetch and verify what a team shares, and use what is trusted
#[derive(Debug, clap::Args)]
pub(crate) struct TeamSyncArgs {
    /// Only this team [default: all]
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
    /// Run as it does by itself: in the background
    #[arg(long, hide = true)]
    due: bool,
    /// The working tree in which it is asked for
    #[arg(long, hide = true, value_name = "DIR")]
    tree: Option<PathBuf>,
}

impl TeamSyncArgs {
    /// Returns true if a hook started it.
    pub(crate) const fn is_due(&self) -> bool {
        self.due
    }
}

pub(crate) fn run(cx: &Cx, args: &TeamSyncArgs) -> Result<(), CliError> {
    if args.due {
        let _ = rustix::process::setsid();
    }
    let teams = match &args.team {
        Some(name) => vec![JoinedTeam::find_by_name(&cx.home, name)?],
        None => JoinedTeam::list_all(&cx.home),
    };
    let (mut synced, mut failed) = (Vec::new(), None);
    for team in &teams {
        match teams::sync_team(team, &cx.settings, now_ms()) {
            Ok(one) => synced.push(one),
            Err(error) => failed = Some(format!("{}: {error}", team.name())),
        }
    }
    super::reindex_teams(cx, args.tree.clone())?;
    if args.due {
        return failed.map_or(Ok(()), |error| Err(CliError::user(error)));
    }
    if !teams.is_empty() {
        teams::mark_sync(&cx.home)?;
    }
    print_synced(cx, &teams, &synced);
    failed.map_or(Ok(()), |error| Err(CliError::user(error)))
}

fn print_synced(cx: &Cx, teams: &[JoinedTeam], synced: &[Synced]) {
    if cx.json {
        print_json(&synced);
        return;
    }
    for one in synced {
        let short = one.state.verified.get(..12).unwrap_or(&one.state.verified);
        let (landed, facts) = (counts::changes(one.landed), counts::facts(one.state.facts));
        say(messages::team_synced(inline(&one.team), &landed, &facts, short));
        let trouble = one.state.trouble.iter().map(|why| messages::not_reached(inline(why)));
        trouble.for_each(|why| note(format!("palimp: {}: {why}", inline(&one.team))));
        if let Some(by) = &one.rewritten_by {
            let (team, by) = (inline(&one.team), inline(by));
            note(messages::history_was_rewritten(&team, &by));
        }
        for teams::Unsent { id, why } in &one.unsent {
            let (team, why) = (inline(&one.team), inline(why));
            note(messages::proposal_still_waits(&team, id, &why));
        }
    }
    let named = |standing: &TeamStatus| synced.iter().any(|one| one.team == standing.team);
    let standings = teams::team_statuses(&cx.home, &cx.settings, now_ms());
    for standing in standings.iter().filter(|standing| named(standing)) {
        standing.error_messages().iter().for_each(|why| note(format!("palimp: {}", inline(why))));
    }
    if teams.is_empty() {
        note(messages::no_team());
    }
}
