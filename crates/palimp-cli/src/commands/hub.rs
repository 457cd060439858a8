//! `palimp hub`: what an organisation approved, and the way of a member's facts there.

mod activity;
mod decide;
mod erase;
mod log;
mod login;
mod logout;
mod propose;
mod pull;
mod review;
mod search;
mod sign_in;
mod status;

use palimp_engine::sharing::hub::{
    self, HomeHub, HubApiAnswer, HubApiRequest, HubTransport, Unreached,
};
use palimp_models::Keys;
use palimp_models::rest::RestClient;

use crate::context::Cx;
use crate::error::CliError;
use crate::messages;

/// Share approved memories with an organisation through its hub
#[derive(Debug, clap::Args)]
pub(crate) struct HubArgs {
    #[command(subcommand)]
    verb: HubCommand,
}

#[derive(Debug, clap::Subcommand)]
enum HubCommand {
    Login(login::HubLoginArgs),
    Status(status::HubStatusArgs),
    Pull(pull::HubPullArgs),
    Propose(propose::HubProposeArgs),
    Review(review::HubReviewArgs),
    Approve(decide::HubApproveArgs),
    Reject(decide::HubRejectArgs),
    Search(search::HubSearchArgs),
    Log(log::HubLogArgs),
    Erase(erase::HubEraseArgs),
    Activity(activity::HubActivityArgs),
    Logout(logout::HubLogoutArgs),
}

impl HubArgs {
    /// Returns true if the command does more than look at a hub, or pull what is due.
    pub(crate) const fn needs_user(&self) -> bool {
        match &self.verb {
            HubCommand::Propose(args) => !args.only_looks(),
            HubCommand::Pull(args) => !args.is_due(),
            HubCommand::Status(_)
            | HubCommand::Review(_)
            | HubCommand::Search(_)
            | HubCommand::Log(_)
            | HubCommand::Activity(_) => false,
            _ => true,
        }
    }
}

/// Which hub is meant.
#[derive(Debug, clap::Args)]
struct HubSelector {
    /// The organisation, if this home is logged in to several hubs
    #[arg(long, value_name = "ORG")]
    hub: Option<String>,
}

impl HubSelector {
    fn chosen_hub(&self, cx: &Cx) -> Result<HomeHub, CliError> {
        Ok(HomeHub::find_or_only(&cx.home, self.hub.as_deref())?)
    }
}

pub(crate) fn run(cx: &Cx, args: &HubArgs) -> Result<(), CliError> {
    match &args.verb {
        HubCommand::Login(args) => login::run(cx, args),
        HubCommand::Status(args) => status::run(cx, args),
        HubCommand::Pull(args) => pull::run(cx, args),
        HubCommand::Propose(args) => propose::run(cx, args),
        HubCommand::Review(args) => review::run(cx, args),
        HubCommand::Approve(args) => decide::approve(cx, args),
        HubCommand::Reject(args) => decide::reject(cx, args),
        HubCommand::Search(args) => search::run(cx, args),
        HubCommand::Log(args) => log::run(cx, args),
        HubCommand::Erase(args) => erase::run(cx, args),
        HubCommand::Activity(args) => activity::run(cx, args),
        HubCommand::Logout(args) => logout::run(cx, args),
    }
}

/// The way to a hub over HTTP.
struct HubConnection(Result<RestClient, String>);

impl HubTransport for HubConnection {
    fn send(
        &self,
        HubApiRequest { path, body, key }: &HubApiRequest,
    ) -> Result<HubApiAnswer, Unreached> {
        let rest = self.0.as_ref().map_err(|why| Unreached(why.clone()))?;
        let reply = rest.request(path, body.as_deref(), key.as_deref()).map_err(Unreached)?;
        Ok(HubApiAnswer { status: reply.status, body: reply.body, after: reply.after })
    }
}

/// The way to a hub that this home is logged in to. Where it has no token any more, every request says so.
fn connect_hub(cx: &Cx, hub: &HomeHub) -> Result<HubConnection, CliError> {
    let url = hub.login()?.url;
    let Some(key) = Keys::for_home(&cx.home).find(&hub::key_name(hub.org()))? else {
        let why = messages::hub_token_missing(hub.org(), &url);
        return Ok(HubConnection(Err(why)));
    };
    Ok(HubConnection(match sign_in::current_token(cx, hub, key) {
        Ok(token) => RestClient::new(&url, token).map_err(|why| format!("{url} {why}")),
        Err(why) => Err(why.to_string()),
    }))
}

/// Pulls after something was changed, so that it is told here too. What was changed stays changed where that
/// fails: the next pull brings it.
fn catch_up(cx: &Cx, hub: &HomeHub, way: &HubConnection) -> Result<(), CliError> {
    hub::pull(hub, way, &cx.settings, crate::context::now_ms())?;
    super::team::reindex_teams(cx, None)
}
