//! `palimp team members`: who belongs to a team.

use palimp_engine::teams::TeamMember;

use super::Which;
use crate::context::Cx;
use crate::error::Failure;
use crate::output::{document, inline, note, say, words};

/// Show who belongs to the team, by the verified state: names, roles and the fingerprints of keys
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    which: Which,
}

/// What everybody is to see where four eyes are not asked for.
pub(super) const OWN: &str =
    "Members may approve what they proposed themselves: the policy says `four_eyes = false`.";

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    let members = team.members()?;
    if cx.json {
        document(&members);
        return Ok(());
    }
    members.iter().for_each(|member| say!("{}", inline(&in_words(member))));
    if !team.policy()?.four_eyes {
        note!("{OWN}");
    }
    Ok(())
}

/// `ana  owner of *  SHA256:…`
fn in_words(member: &TeamMember) -> String {
    let roles = member.roles.iter().map(|(path, role)| words!("{role} of {path}"));
    let roles = match member.roles.len() {
        0 => words!("contributor of *"),
        _ => roles.collect::<Vec<_>>().join(", "),
    };
    let revoked = if member.revoked { words!("  revoked") } else { String::new() };
    format!("{}  {roles}  {}{revoked}", member.name, member.fingerprint)
}
