//! Changes of what a team has: roles, keys, rules, projects, facts that end. Each is proposed, and lands
//! like a fact once it is approved.

use jiff::civil::Date;
use palimp_engine::sharing::teams::{self, Amendment, ApprovalRules};
use serde_json::json;

use super::{TeamSelector, propose};
use crate::context::{Cx, now_ms};
use crate::error::CliError;
use crate::messages;
use crate::output::{note, print_json, say};

/// Propose a role for a member: reader, contributor, reviewer, maintainer or owner
#[derive(Debug, clap::Args)]
pub(crate) struct TeamRoleArgs {
    /// The member
    #[arg(value_name = "MEMBER")]
    member: String,
    /// The role
    #[arg(value_name = "ROLE", value_parser = role_named)]
    role: teams::TeamRole,
    /// Only for these paths: `facts/app/*`
    #[arg(long, value_name = "PATH", default_value = "*")]
    on: String,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose an additional key of yours, for example for a second machine
#[derive(Debug, clap::Args)]
pub(crate) struct TeamKeyArgs {
    /// The public key: 'ssh-ed25519 AAAA…'
    #[arg(value_name = "KEY")]
    key: String,
    /// Propose it for this member (owners only)
    #[arg(long, value_name = "MEMBER")]
    of: Option<String>,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose to revoke a key: later commits signed with it do not count
#[derive(Debug, clap::Args)]
pub(crate) struct Revoke {
    /// Its fingerprint, as shown by `palimp team members`, or a member who has only one key
    #[arg(value_name = "KEY")]
    key: String,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose new approval rules
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("asked").required(true).multiple(true))]
pub(crate) struct TeamPolicyArgs {
    /// Number of members who must approve a change
    #[arg(long, group = "asked", value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    approvals: Option<u16>,
    /// Bar members from approving their own proposals
    #[arg(long, group = "asked", value_name = "BOOL")]
    four_eyes: Option<bool>,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose to register the current project, so that every clone is recognised
#[derive(Debug, clap::Args)]
pub(crate) struct TeamProjectArgs {
    /// Name of the project in the team
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose to expire a fact
#[derive(Debug, clap::Args)]
pub(crate) struct Expire {
    /// Id of the fact
    #[arg(value_name = "ID")]
    id: String,
    /// From this day on [default: today]
    #[arg(long, value_name = "DAY", value_parser = crate::when::day)]
    on: Option<Date>,
    #[command(flatten)]
    which: TeamSelector,
}

/// Propose to erase a fact for everybody. Git keeps its text until an owner rewrites the history
#[derive(Debug, clap::Args)]
pub(crate) struct TeamEraseArgs {
    /// Id of the fact
    #[arg(value_name = "ID")]
    id: String,
    /// Rewrite the history without a fact that is already erased (owners only)
    #[arg(long)]
    rewrite: bool,
    #[command(flatten)]
    which: TeamSelector,
    /// Erase without asking
    #[arg(long)]
    yes: bool,
}

fn role_named(name: &str) -> Result<teams::TeamRole, String> {
    teams::TeamRole::from_name(name).ok_or_else(|| {
        let names = teams::TeamRole::ALL_ROLES.map(teams::TeamRole::name).join(", ");
        messages::unknown_role(name, &names)
    })
}

pub(crate) fn propose_role(cx: &Cx, args: &TeamRoleArgs) -> Result<(), CliError> {
    let (member, path) = (args.member.as_str(), args.on.as_str());
    propose_amendment(cx, &args.which, Amendment::Role { member, path, role: args.role })
}

pub(crate) fn propose_key(cx: &Cx, args: &TeamKeyArgs) -> Result<(), CliError> {
    propose_amendment(cx, &args.which, Amendment::Key(&args.key, args.of.as_deref()))
}

pub(crate) fn propose_revoke(cx: &Cx, args: &Revoke) -> Result<(), CliError> {
    propose_amendment(cx, &args.which, Amendment::Revoke(&args.key))
}

pub(crate) fn propose_policy(cx: &Cx, args: &TeamPolicyArgs) -> Result<(), CliError> {
    let rules =
        ApprovalRules { approvals: args.approvals.map(usize::from), four_eyes: args.four_eyes };
    propose_amendment(cx, &args.which, Amendment::Rules(rules))
}

pub(crate) fn propose_project(cx: &Cx, args: &TeamProjectArgs) -> Result<(), CliError> {
    propose_amendment(cx, &args.which, Amendment::Project(&args.name, &std::env::current_dir()?))
}

pub(crate) fn propose_expire(cx: &Cx, args: &Expire) -> Result<(), CliError> {
    let day = args.on.unwrap_or_else(|| teams::utc_day(now_ms()));
    propose_amendment(cx, &args.which, Amendment::Expire(&args.id, day))
}

pub(crate) fn propose_erase(cx: &Cx, args: &TeamEraseArgs) -> Result<(), CliError> {
    if args.rewrite {
        return rewrite_history(cx, args);
    }
    let question = messages::ask_propose_erasure(&args.id);
    if !super::confirm_without_preview(args.yes, &question)? {
        note(messages::nothing_proposed());
        return Ok(());
    }
    propose_amendment(cx, &args.which, Amendment::Erase(&args.id))?;
    note(messages::what_erasure_keeps());
    Ok(())
}

fn rewrite_history(cx: &Cx, args: &TeamEraseArgs) -> Result<(), CliError> {
    let team = args.which.chosen_team(cx)?;
    let name = team.name();
    let question = messages::ask_rewrite_history(name, &args.id);
    if !super::confirm_without_preview(args.yes, &question)? {
        note(messages::nothing_rewritten());
        return Ok(());
    }
    super::act_as_member(cx, |acting| team.rewrite_history(&args.id, acting))?;
    super::reindex_teams(cx, None)?;
    let verified = team.state().verified;
    if cx.json {
        print_json(&json!({ "team": name, "verified": verified }));
        return Ok(());
    }
    say(messages::history_rewritten(name, verified.get(..12).unwrap_or(&verified)));
    note(messages::what_rewriting_keeps());
    Ok(())
}

fn propose_amendment(cx: &Cx, which: &TeamSelector, amendment: Amendment) -> Result<(), CliError> {
    let team = which.chosen_team(cx)?;
    let sent = super::act_as_member(cx, |acting| team.propose_amendment(amendment, acting))?;
    super::reindex_teams(cx, None)?;
    if cx.json {
        print_json(&sent);
    } else {
        propose::print_sent(&team, &sent);
    }
    Ok(())
}
