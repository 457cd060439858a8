//! `palimp team`: a memory that a team shares, where a person said yes.

mod amend;
mod decide;
mod init;
mod join;
mod leave;
mod log;
mod members;
pub(super) mod propose;
pub(super) mod review;
mod rules;
mod sync;
mod template;

use std::path::PathBuf;

use palimp_engine::teams::{self, Acting, JoinedTeam};

use crate::context::{Cx, now_ms, user_home};
use crate::error::Failure;
pub(super) use crate::output::consents;

/// Share what people approved with a team, through a git repository that every reader verifies
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Init(init::Args),
    Join(join::Args),
    Leave(leave::Args),
    Propose(propose::Args),
    Review(review::Args),
    Approve(decide::Approve),
    Reject(decide::Reject),
    Sync(sync::Args),
    Log(log::Args),
    Members(members::Args),
    Role(amend::Role),
    Key(amend::Key),
    Revoke(amend::Revoke),
    Policy(amend::Policy),
    Project(amend::Project),
    Expire(amend::Expire),
    Erase(amend::Erase),
    Template(template::Args),
    Rules(rules::Args),
}

impl Args {
    /// Returns true if the command does more than look at a team, or fetch what is due.
    pub(crate) const fn decides(&self) -> bool {
        match &self.verb {
            Verb::Propose(args) => !args.only_looks(),
            Verb::Sync(args) => !args.is_due(),
            Verb::Template(args) => !args.only_looks(),
            Verb::Review(_) | Verb::Log(_) | Verb::Members(_) | Verb::Rules(_) => false,
            _ => true,
        }
    }
}

/// Which team is meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// The team, where this home has several
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
}

impl Which {
    fn team(&self, cx: &Cx) -> Result<JoinedTeam, Failure> {
        Ok(JoinedTeam::named_or_only(&cx.home, self.team.as_deref())?)
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    match &args.verb {
        Verb::Init(args) => init::run(cx, args),
        Verb::Join(args) => join::run(cx, args),
        Verb::Leave(args) => leave::run(cx, args),
        Verb::Propose(args) => propose::run(cx, args),
        Verb::Review(args) => review::run(cx, args),
        Verb::Approve(args) => decide::approve(cx, args),
        Verb::Reject(args) => decide::reject(cx, args),
        Verb::Sync(args) => sync::run(cx, args),
        Verb::Log(args) => log::run(cx, args),
        Verb::Members(args) => members::run(cx, args),
        Verb::Role(args) => amend::role(cx, args),
        Verb::Key(args) => amend::key(cx, args),
        Verb::Revoke(args) => amend::revoke(cx, args),
        Verb::Policy(args) => amend::policy(cx, args),
        Verb::Project(args) => amend::project(cx, args),
        Verb::Expire(args) => amend::expire(cx, args),
        Verb::Erase(args) => amend::erase(cx, args),
        Verb::Template(args) => template::run(cx, args),
        Verb::Rules(args) => rules::run(cx, args),
    }
}

/// Does what a member does, as this user and now.
fn acting<T>(cx: &Cx, what: impl FnOnce(&Acting) -> Result<T, teams::Error>) -> Result<T, Failure> {
    let user = user_home();
    Ok(what(&Acting { settings: &cx.settings, user: user.as_deref(), now: now_ms() })?)
}

/// Brings the indexes to what is served; `tree` is the working tree in which it is asked for.
pub(super) fn settle(cx: &Cx, tree: Option<PathBuf>) -> Result<(), Failure> {
    let here = tree.or_else(|| std::env::current_dir().ok());
    let user = user_home();
    teams::reindex_agents(
        (&cx.home, &cx.settings, user.as_deref()),
        &|| crate::models::open(&cx.home, &cx.settings),
        here.as_slice(),
        now_ms(),
    )?;
    Ok(())
}
