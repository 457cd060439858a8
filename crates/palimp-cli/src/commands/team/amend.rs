//! Changes of what a team has: roles, keys, rules, projects, facts that end. Each is proposed, and lands
//! like a fact once it is approved.

use jiff::civil::Date;
use palimp_engine::teams::{self, Amendment, Rules};
use serde_json::json;

use super::{Which, propose};
use crate::context::{Cx, now_ms};
use crate::error::Failure;
use crate::output::{document, note, say};

/// Propose what a member may do: reader, contributor, reviewer, maintainer or owner
#[derive(Debug, clap::Args)]
pub(crate) struct Role {
    /// The member
    #[arg(value_name = "MEMBER")]
    member: String,
    /// The role
    #[arg(value_name = "ROLE", value_parser = role_named)]
    role: teams::Role,
    /// For these paths alone: `facts/app/*`
    #[arg(long, value_name = "PATH", default_value = "*")]
    on: String,
    #[command(flatten)]
    which: Which,
}

/// Propose a further key of yours, as of another machine
#[derive(Debug, clap::Args)]
pub(crate) struct Key {
    /// Its public half: 'ssh-ed25519 AAAA…'
    #[arg(value_name = "KEY")]
    key: String,
    /// As an owner, for this member
    #[arg(long, value_name = "MEMBER")]
    of: Option<String>,
    #[command(flatten)]
    which: Which,
}

/// Propose that a key is no longer trusted, from the commit on that says so
#[derive(Debug, clap::Args)]
pub(crate) struct Revoke {
    /// Its fingerprint, as `palimp team members` shows it, or the member that has no other
    #[arg(value_name = "KEY")]
    key: String,
    #[command(flatten)]
    which: Which,
}

/// Propose what an approval asks for
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("asked").required(true).multiple(true))]
pub(crate) struct Policy {
    /// How many members approve a change
    #[arg(long, group = "asked", value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..))]
    approvals: Option<u16>,
    /// Whether nobody approves what they proposed
    #[arg(long, group = "asked", value_name = "BOOL")]
    four_eyes: Option<bool>,
    #[command(flatten)]
    which: Which,
}

/// Propose to declare the project around here, so that every clone of it is known
#[derive(Debug, clap::Args)]
pub(crate) struct Project {
    /// What the team calls it
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    which: Which,
}

/// Propose that a fact holds no longer
#[derive(Debug, clap::Args)]
pub(crate) struct Expire {
    /// The fact, by its id
    #[arg(value_name = "ID")]
    id: String,
    /// From this day on [default: today]
    #[arg(long, value_name = "DAY", value_parser = crate::when::day)]
    on: Option<Date>,
    #[command(flatten)]
    which: Which,
}

/// Propose that a fact goes, for everybody. Git keeps its text until an owner rewrites the history
#[derive(Debug, clap::Args)]
pub(crate) struct Erase {
    /// The fact, by its id
    #[arg(value_name = "ID")]
    id: String,
    /// It is erased already: as an owner, have the history begin anew, so that no earlier commit holds it
    #[arg(long)]
    rewrite: bool,
    #[command(flatten)]
    which: Which,
    /// It shall go
    #[arg(long)]
    yes: bool,
}

fn role_named(name: &str) -> Result<teams::Role, String> {
    teams::Role::named(name).ok_or_else(|| {
        let names = teams::Role::ALL.map(teams::Role::name).join(", ");
        format!("no role is called {name}: {names}")
    })
}

pub(crate) fn role(cx: &Cx, args: &Role) -> Result<(), Failure> {
    let (member, path) = (args.member.as_str(), args.on.as_str());
    amend(cx, &args.which, Amendment::Role { member, path, role: args.role })
}

pub(crate) fn key(cx: &Cx, args: &Key) -> Result<(), Failure> {
    amend(cx, &args.which, Amendment::Key(&args.key, args.of.as_deref()))
}

pub(crate) fn revoke(cx: &Cx, args: &Revoke) -> Result<(), Failure> {
    amend(cx, &args.which, Amendment::Revoke(&args.key))
}

pub(crate) fn policy(cx: &Cx, args: &Policy) -> Result<(), Failure> {
    let rules = Rules { approvals: args.approvals.map(usize::from), four_eyes: args.four_eyes };
    amend(cx, &args.which, Amendment::Rules(rules))
}

pub(crate) fn project(cx: &Cx, args: &Project) -> Result<(), Failure> {
    amend(cx, &args.which, Amendment::Project(&args.name, &std::env::current_dir()?))
}

pub(crate) fn expire(cx: &Cx, args: &Expire) -> Result<(), Failure> {
    let day = args.on.unwrap_or_else(|| teams::utc_day(now_ms()));
    amend(cx, &args.which, Amendment::Expire(&args.id, day))
}

pub(crate) fn erase(cx: &Cx, args: &Erase) -> Result<(), Failure> {
    if args.rewrite {
        return rewrite(cx, args);
    }
    let question = format!("Propose that {} goes for everybody?", args.id);
    if !super::consents(args.yes, &question)? {
        note!("Nothing was proposed.");
        return Ok(());
    }
    amend(cx, &args.which, Amendment::Erase(&args.id))?;
    note!(
        "Once it is approved, palimp tells it nowhere and takes it out of every member's index at the next \
         sync. Git keeps its text: in the history of the repository, in every clone, and at the forge. A \
         secret that was in it has to be changed where it opens something."
    );
    Ok(())
}

fn rewrite(cx: &Cx, args: &Erase) -> Result<(), Failure> {
    let team = args.which.team(cx)?;
    let name = team.name();
    let question = format!(
        "Begin the history of {name} anew, so that no earlier commit holds {}? Who has not synced since it was \
         erased has to join anew.",
        args.id
    );
    if !super::consents(args.yes, &question)? {
        note!("Nothing was rewritten.");
        return Ok(());
    }
    super::acting(cx, |acting| team.rewrite_history(&args.id, acting))?;
    super::settle(cx, None)?;
    let verified = team.state().verified;
    if cx.json {
        document(&json!({ "team": name, "verified": verified }));
        return Ok(());
    }
    say!("the history of {name} begins anew, at {}", verified.get(..12).unwrap_or(&verified));
    note!(
        "The clones of members drop the one before with their next sync. The place where the repository lies \
         may keep it until it cleans up (`git gc --prune=now`), and so may forks, pull requests, caches and \
         backups. A secret that was in it has to be changed where it opens something."
    );
    Ok(())
}

fn amend(cx: &Cx, which: &Which, amendment: Amendment) -> Result<(), Failure> {
    let team = which.team(cx)?;
    let sent = super::acting(cx, |acting| team.propose_amendment(amendment, acting))?;
    super::settle(cx, None)?;
    if cx.json {
        document(&sent);
    } else {
        propose::told(&team, &sent);
    }
    Ok(())
}
