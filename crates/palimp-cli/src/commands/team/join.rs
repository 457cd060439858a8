//! `palimp team join`: become a member.

use palimp_engine::sharing::teams::{self, FetchedTeam, SentProposal};
use serde_json::json;

use super::init::member_name;
use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Join a team and request membership from its owners. Run it again if your request is outdated
#[derive(Debug, clap::Args)]
pub(crate) struct TeamJoinArgs {
    /// URL of its repository
    #[arg(value_name = "URL")]
    place: String,
    /// Name of the team in this home [default: the team's own name]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Your name in the team [default: your name in git]
    #[arg(long = "as", value_name = "NAME")]
    member: Option<String>,
    /// Create an ed25519 key for teams only, in palimp's home
    #[arg(long)]
    make_key: bool,
    /// Read only, without requesting membership
    #[arg(long)]
    read_only: bool,
    /// Fingerprint of an owner's key, as given by the owner
    #[arg(long, value_name = "SHA256:…")]
    fingerprint: Option<String>,
    /// Confirm that the fingerprints match those given by the owners
    #[arg(long)]
    yes: bool,
}

pub(crate) fn run(cx: &Cx, args: &TeamJoinArgs) -> Result<(), CliError> {
    let user = user_home();
    let signer = match args.read_only {
        true => None,
        false => Some(teams::default_signer(&cx.home, user.as_deref(), args.make_key)?),
    };
    let met = teams::fetch_team(&cx.home, &args.place)?;
    confirm_fingerprints(cx, args, &met).inspect_err(|_| teams::discard_fetched(&cx.home))?;
    let team = teams::join_team(&cx.home, &met, args.name.as_deref())?;
    let synced = teams::sync_team(&team, &cx.settings, now_ms())?;
    super::reindex_teams(cx, None)?;
    let is_member = |signer: &_| teams::is_member(&team, signer);
    let sent = match &signer {
        Some(signer) if !is_member(signer)? => {
            let member = member_name(args.member.as_deref())?;
            super::act_as_member(cx, |acting| team.ask_to_join((signer, acting), &member))?
        }
        _ => None,
    };
    if cx.json {
        print_json(&json!({ "team": team.name(), "met": met, "synced": synced, "request": sent }));
        return Ok(());
    }
    say(messages::team_joined(team.name(), inline(&met.url)));
    let print = signer.map(|signer| signer.key().fingerprint());
    match (&sent, print) {
        (Some(SentProposal { id, trouble: None, .. }), Some(print)) => {
            say(messages::asked_to_join(id));
            note(messages::owner_lets_in(id, &print));
        }
        (Some(SentProposal { id, trouble: Some(why), .. }), _) => {
            note(messages::request_not_pushed(id, inline(why)));
        }
        _ => {}
    }
    Ok(())
}

/// Lets a person compare the owners' fingerprints with what they say themselves: nothing else vouches for a
/// team that was never seen.
fn confirm_fingerprints(cx: &Cx, args: &TeamJoinArgs, met: &FetchedTeam) -> Result<(), CliError> {
    if let Some(told) = &args.fingerprint {
        let is_it = met.owners.iter().any(|(_, print)| print == told);
        return if is_it {
            Ok(())
        } else {
            Err(CliError::user(messages::owner_key_missing(&met.url, told)))
        };
    }
    if !cx.json {
        say(messages::owned_by(inline(&met.name)));
        for (name, print) in &met.owners {
            say(format!("  {}  {print}", inline(name)));
        }
        if !met.four_eyes {
            note(messages::self_approval_allowed());
        }
    }
    let question = messages::ask_fingerprint_told();
    if super::confirm_without_preview(args.yes, question)? {
        return Ok(());
    }
    Err(CliError::user(messages::nothing_joined()))
}
