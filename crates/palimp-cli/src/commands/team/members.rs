//! `palimp team members`: who belongs to a team.

use palimp_engine::sharing::teams::TeamMember;

use super::TeamSelector;
use crate::context::Cx;
use crate::error::CliError;
use crate::messages;
use crate::output::{inline, note, print_json, say};

/// Show verified members: names, roles and key fingerprints
#[derive(Debug, clap::Args)]
pub(crate) struct TeamMembersArgs {
    #[command(flatten)]
    which: TeamSelector,
}

pub(crate) fn run(cx: &Cx, args: &TeamMembersArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let members = team.members()?;
    if cx.json {
        print_json(&members);
        return Ok(());
    }
    members.iter().for_each(|member| say(inline(&in_words(member))));
    if !team.policy()?.four_eyes {
        note(messages::self_approval_allowed());
    }
    Ok(())
}

/// `ana  owner of *  SHA256:…`
fn in_words(member: &TeamMember) -> String {
    let roles = member.roles.iter().map(|(path, role)| messages::role_of_path(role, path));
    let roles = match member.roles.len() {
        0 => messages::contributor_of_all(),
        _ => roles.collect::<Vec<_>>().join(", "),
    };
    let revoked = if member.revoked { messages::key_revoked() } else { String::new() };
    format!("{}  {roles}  {}{revoked}", member.name, member.fingerprint)
}
