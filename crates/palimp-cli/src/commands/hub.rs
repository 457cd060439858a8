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

use palimp_engine::hub::{self, HomeHub, HubApiAnswer, HubApiRequest, HubTransport, Unreached};
use palimp_models::Keys;
use palimp_models::rest::RestClient;

use crate::context::Cx;
use crate::error::Failure;

/// Share what people approved with an organisation, through its hub
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    Login(login::Args),
    Status(status::Args),
    Pull(pull::Args),
    Propose(propose::Args),
    Review(review::Args),
    Approve(decide::Approve),
    Reject(decide::Reject),
    Search(search::Args),
    Log(log::Args),
    Erase(erase::Args),
    Activity(activity::Args),
    Logout(logout::Args),
}

impl Args {
    /// Returns true if the command does more than look at a hub, or pull what is due.
    pub(crate) const fn decides(&self) -> bool {
        match &self.verb {
            Verb::Propose(args) => !args.only_looks(),
            Verb::Pull(args) => !args.is_due(),
            Verb::Status(_)
            | Verb::Review(_)
            | Verb::Search(_)
            | Verb::Log(_)
            | Verb::Activity(_) => false,
            _ => true,
        }
    }
}

/// Which hub is meant.
#[derive(Debug, clap::Args)]
struct Which {
    /// The organisation, where this home is logged in to several hubs
    #[arg(long, value_name = "ORG")]
    hub: Option<String>,
}

impl Which {
    fn hub(&self, cx: &Cx) -> Result<HomeHub, Failure> {
        Ok(HomeHub::find_or_only(&cx.home, self.hub.as_deref())?)
    }
}

pub(crate) fn run(cx: &Cx, args: &Args) -> Result<(), Failure> {
    match &args.verb {
        Verb::Login(args) => login::run(cx, args),
        Verb::Status(args) => status::run(cx, args),
        Verb::Pull(args) => pull::run(cx, args),
        Verb::Propose(args) => propose::run(cx, args),
        Verb::Review(args) => review::run(cx, args),
        Verb::Approve(args) => decide::approve(cx, args),
        Verb::Reject(args) => decide::reject(cx, args),
        Verb::Search(args) => search::run(cx, args),
        Verb::Log(args) => log::run(cx, args),
        Verb::Erase(args) => erase::run(cx, args),
        Verb::Activity(args) => activity::run(cx, args),
        Verb::Logout(args) => logout::run(cx, args),
    }
}

/// The way to a hub over HTTP.
struct Way(Result<RestClient, String>);

impl HubTransport for Way {
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
fn way(cx: &Cx, hub: &HomeHub) -> Result<Way, Failure> {
    let url = hub.login()?.url;
    let Some(key) = Keys::for_home(&cx.home).find(&hub::key_name(hub.org()))? else {
        let why = format!("there is no token for {} any more: `palimp hub login {url}`", hub.org());
        return Ok(Way(Err(why)));
    };
    Ok(Way(match sign_in::token(cx, hub, key) {
        Ok(token) => RestClient::new(&url, token).map_err(|why| format!("{url} {why}")),
        Err(why) => Err(why.to_string()),
    }))
}

/// Pulls after something was changed, so that it is told here too. What was changed stays changed where that
/// fails: the next pull brings it.
fn catch_up(cx: &Cx, hub: &HomeHub, way: &Way) -> Result<(), Failure> {
    hub::pull(hub, way, &cx.settings, crate::context::now_ms())?;
    super::team::settle(cx, None)
}
