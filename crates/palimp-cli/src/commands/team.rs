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

use palimp_engine::retrieval::reindex;
use palimp_engine::sharing::teams::{self, Acting, JoinedTeam};

use crate::context::{Cx, now_ms, user_home};
use crate::error::CliError;
pub(super) use crate::output::confirm_without_preview;

/// Share approved facts with a team through a verified git repository
#[derive(Debug, clap::Args)]
pub(crate) struct TeamArgs {
    #[command(subcommand)]
    verb: TeamCommand,
}

#[derive(Debug, clap::Subcommand)]
enum TeamCommand {
    Init(init::TeamInitArgs),
    Join(join::TeamJoinArgs),
    Leave(leave::TeamLeaveArgs),
    Propose(propose::TeamProposeArgs),
    Review(review::TeamReviewArgs),
    Approve(decide::TeamApproveArgs),
    Reject(decide::TeamRejectArgs),
    Sync(sync::TeamSyncArgs),
    Log(log::TeamLogArgs),
    Members(members::TeamMembersArgs),
    Role(amend::TeamRoleArgs),
    Key(amend::TeamKeyArgs),
    Revoke(amend::Revoke),
    Policy(amend::TeamPolicyArgs),
    Project(amend::TeamProjectArgs),
    Expire(amend::Expire),
    Erase(amend::TeamEraseArgs),
    Template(template::TeamTemplateArgs),
    Rules(rules::TeamRulesArgs),
}

impl TeamArgs {
    /// Returns true if the command does more than look at a team, or fetch what is due.
    pub(crate) const fn needs_user(&self) -> bool {
        match &self.verb {
            TeamCommand::Propose(args) => !args.only_looks(),
            TeamCommand::Sync(args) => !args.is_due(),
            TeamCommand::Template(args) => !args.only_looks(),
            TeamCommand::Review(_)
            | TeamCommand::Log(_)
            | TeamCommand::Members(_)
            | TeamCommand::Rules(_) => false,
            _ => true,
        }
    }
}

/// Which team is meant.
#[derive(Debug, clap::Args)]
struct TeamSelector {
    /// The team, if this home has several
    #[arg(long, value_name = "NAME")]
    team: Option<String>,
}

impl TeamSelector {
    fn chosen_team(&self, cx: &Cx) -> Result<JoinedTeam, CliError> {
        Ok(JoinedTeam::named_or_only(&cx.home, self.team.as_deref())?)
    }
}

pub(crate) fn run(cx: &Cx, args: &TeamArgs) -> Result<(), CliError> {
    match &args.verb {
        TeamCommand::Init(args) => init::run(cx, args),
        TeamCommand::Join(args) => join::run(cx, args),
        TeamCommand::Leave(args) => leave::run(cx, args),
        TeamCommand::Propose(args) => propose::run(cx, args),
        TeamCommand::Review(args) => review::run(cx, args),
        TeamCommand::Approve(args) => decide::approve(cx, args),
        TeamCommand::Reject(args) => decide::reject(cx, args),
        TeamCommand::Sync(args) => sync::run(cx, args),
        TeamCommand::Log(args) => log::run(cx, args),
        TeamCommand::Members(args) => members::run(cx, args),
        TeamCommand::Role(args) => amend::propose_role(cx, args),
        TeamCommand::Key(args) => amend::propose_key(cx, args),
        TeamCommand::Revoke(args) => amend::propose_revoke(cx, args),
        TeamCommand::Policy(args) => amend::propose_policy(cx, args),
        TeamCommand::Project(args) => amend::propose_project(cx, args),
        TeamCommand::Expire(args) => amend::propose_expire(cx, args),
        TeamCommand::Erase(args) => amend::propose_erase(cx, args),
        TeamCommand::Template(args) => template::run(cx, args),
        TeamCommand::Rules(args) => rules::run(cx, args),
    }
}

/// Does what a member does, as this user and now.
fn act_as_member<T>(
    cx: &Cx,
    what: impl FnOnce(&Acting) -> Result<T, teams::Error>,
) -> Result<T, CliError> {
    let user = user_home();
    Ok(what(&Acting { settings: &cx.settings, user: user.as_deref(), now: now_ms() })?)
}

/// Brings the indexes to what is served; `tree` is the working tree in which it is asked for.
pub(super) fn reindex_teams(cx: &Cx, tree: Option<PathBuf>) -> Result<(), CliError> {
    let here = tree.or_else(|| std::env::current_dir().ok());
    let user = user_home();
    reindex::reindex_agents(
        (&cx.home, &cx.settings, user.as_deref()),
        &|| crate::models::open_models(&cx.home, &cx.settings),
        here.as_slice(),
        now_ms(),
    )?;
    Ok(())
}
