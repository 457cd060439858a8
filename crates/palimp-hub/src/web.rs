//! The doors: REST, MCP, pages, and what a machine asks of a node.

mod api;
mod mcp;
mod metrics;
mod oauth;
mod openapi;
mod pages;
mod request;
mod traces;

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use jiff::{Span, Timestamp};
use palimp_pages::Lang;
use palimp_serve::{
    AccessControl, Listener, Router, ServeError, ServePolicy, TransportSecurity, routing,
};
use uuid::Uuid;

use crate::crypt::Master;
use crate::error::Error;
use crate::jobs;
use crate::limit::Limit;
use crate::memories::WriteContext;
use crate::oauth::{IdentityProvider, TokenVerifier};
use crate::pool::Pool;
use crate::search::ScopeCache;
use crate::tls::Tls;
use crate::usage::UsageCounter;
use crate::{crypt, migrate, tenant};
use metrics::RequestMetrics;
use palimp_serve::http::HeaderMap;
use traces::Traces;

/// For how many days a token is good that a link became.
const REDEEMED_TOKEN_DAYS: i64 = 90;
/// Interval at which a node checks for due jobs.
const JOB_POLL_INTERVAL: Duration = Duration::from_secs(60);

/// A node. Clones are the same one.
#[derive(Clone)]
pub struct HubNode(Arc<HubNodeState>);

struct HubNodeState {
    pool: Pool,
    master: Master,
    shelves: ScopeCache,
    limits: Limit<Uuid>,
    metrics: RequestMetrics,
    counts: UsageCounter,
    traces: OnceLock<Traces>,
    public: PublicEndpoint,
    sign_in: OnceLock<TokenVerifier>,
    base: OnceLock<String>,
}

/// Addresses of a node as seen from outside.
#[derive(Clone)]
pub struct PublicEndpoint {
    /// Address to listen on.
    pub listen: SocketAddr,
    /// The address that members use: `https://hub.acme.example`. None where the hub serves its own machine alone.
    pub url: Option<String>,
    /// TLS of the hub itself; none where something in front of it speaks TLS.
    pub tls: Option<Arc<Tls>>,
}

impl PublicEndpoint {
    /// Seen by its own machine alone.
    pub fn local_only(listen: impl Into<SocketAddr>) -> PublicEndpoint {
        PublicEndpoint { listen: listen.into(), url: None, tls: None }
    }
}

impl HubNode {
    /// A node on a database. Nothing is opened yet.
    pub fn new(pool: Pool, master: Master, public: PublicEndpoint) -> HubNode {
        let (shelves, limits, metrics) =
            (ScopeCache::default(), Limit::default(), RequestMetrics::default());
        let counts = UsageCounter::default();
        let (sign_in, base, traces) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        HubNode(Arc::new(HubNodeState {
            pool,
            master,
            shelves,
            limits,
            metrics,
            counts,
            traces,
            public,
            sign_in,
            base,
        }))
    }

    /// Has people sign in by a provider, beside the tokens that the hub gives out.
    ///
    /// # Errors
    ///
    /// When its address is not safe.
    pub fn sign_in_by(&self, provider: IdentityProvider) -> Result<(), Error> {
        let _ = self.0.sign_in.set(TokenVerifier::new(provider)?);
        Ok(())
    }

    /// Tells the tracing system of requests that the environment names, if it names one.
    ///
    /// # Errors
    ///
    /// When what it names makes no sense.
    pub fn enable_tracing(&self) -> Result<(), Error> {
        if let Some(traces) = Traces::from_environment().map_err(Error::Wrong)? {
            let _ = self.0.traces.set(traces);
        }
        Ok(())
    }

    /// True if browsers connect over TLS.
    fn is_secure(&self) -> bool {
        let PublicEndpoint { url, tls, .. } = &self.0.public;
        tls.is_some() || url.as_ref().is_some_and(|url| url.starts_with("https://"))
    }

    /// The hub's own address, as members write it.
    fn base_url(&self) -> &str {
        let named = self.0.public.url.as_deref().map(|url| url.trim_end_matches('/'));
        named.or(self.0.base.get().map(String::as_str)).unwrap_or_default()
    }

    fn write_context(&self) -> WriteContext<'_> {
        WriteContext { master: &self.0.master, shelves: &self.0.shelves }
    }

    /// A link becomes a token of its member.
    ///
    /// # Errors
    ///
    /// When the link is none, was used, or is too old.
    pub fn redeem_link(&self, link: &str) -> Result<String, Error> {
        let token = crypt::new_token()?;
        let until = Timestamp::now() + Span::new().hours(24 * REDEEMED_TOKEN_DAYS);
        let (link, hashed) = (tenant::hash_token(link), tenant::hash_token(&token));
        let good: bool = self.0.pool.with_connection(|client| {
            let sql = "SELECT palimp_redeem($1, $2, $3)";
            Ok(client.query_one(sql, &[&link, &hashed, &until])?.get(0))
        })?;
        if good { Ok(token) } else { Err(Error::Unknown) }
    }

    /// Checks that the database answers, and has the tables that this version knows.
    fn is_ready(&self) -> Result<(), Error> {
        let current = self.0.pool.with_connection(migrate::is_current)?;
        if current { Ok(()) } else { Err(Error::Busy) }
    }

    /// Counts a request that was answered, and tells of it where somebody traces.
    fn record_request(
        &self,
        (route, status): (&'static str, u16),
        (headers, took): (&HeaderMap, Duration),
    ) {
        self.0.metrics.record_request(route, status, took);
        if let Some(traces) = &self.0.traces.get() {
            traces.record_span((route, status), (headers, took));
        }
    }

    fn metrics_text(&self) -> String {
        self.0.metrics.render()
    }

    /// Does what is due by the clock.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached.
    pub fn run_jobs(&self, now: bool) -> Result<(), Error> {
        let counted = self.0.counts.flush_counts(&self.0.pool);
        jobs::run_due_jobs(&self.0.pool, self.write_context(), now).and(counted)
    }
}

/// Serves until the process is asked to end. `told` is called with the address once somebody can come.
///
/// # Errors
///
/// When the address is taken, or other machines could reach it and no public `https` address is named.
pub fn serve(hub: &HubNode, told: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let PublicEndpoint { listen, url, tls } = &hub.0.public;
    let listener = match url {
        Some(_) => Listener::bind_for_others(*listen)?,
        None => Listener::bind(*listen)?,
    };
    let listener = match tls {
        Some(tls) => listener.with_security(Arc::clone(tls) as Arc<dyn TransportSecurity>),
        None => listener,
    };
    let mut policy = ServePolicy::local_only(AccessControl::Routes);
    if let Some(url) = url {
        let (scheme, rest) = url.split_once("://").unwrap_or(("https", url));
        let host = rest.split(['/', ':']).next().unwrap_or(rest);
        policy.hosts.push(host.to_owned());
        policy.secure = scheme == "https";
    }
    policy.refuse =
        |refusal, headers| refusal.to_response(pages::of_browser(headers) == Some(Lang::Ko));
    // A link in a message leads here; a form elsewhere does not.
    policy.linked = true;
    policy.secure |= tls.is_some();
    policy.limits.connections = 512;
    policy.limits.strangers = 512;
    let clock = hub.clone();
    std::thread::spawn(move || {
        loop {
            // What fails now is due again at the next look; its row says why.
            let _ = clock.run_jobs(false);
            std::thread::sleep(JOB_POLL_INTERVAL);
        }
    });
    let scheme = if tls.is_some() { "https" } else { "http" };
    let _ = hub.0.base.set(format!("{scheme}://{}", listener.address()));
    told(listener.address());
    palimp_serve::serve(listener, policy, build_router(hub), palimp_serve::asked_to_end())?;
    // What was counted since the last look; where the database is away, it is lost with the node.
    let _ = hub.0.counts.flush_counts(&hub.0.pool);
    Ok(())
}

fn build_router(hub: &HubNode) -> Router {
    Router::new()
        .route("/v1/me", routing::get(api::get_me))
        .route("/v1/feed", routing::get(api::get_feed))
        .route("/v1/search", routing::post(api::search))
        .route("/v1/memories/{id}", routing::get(api::get_memory))
        .route("/v1/proposals", routing::get(api::list_proposals).post(api::propose))
        .route("/v1/reviews", routing::post(api::review))
        .route("/v1/erase", routing::post(api::erase))
        .route("/v1/audit", routing::get(api::get_audit))
        .route("/v1/activity", routing::get(api::list_activity).post(api::post_activity))
        .route("/v1/usage", routing::get(api::get_usage))
        .route("/v1/members", routing::get(api::list_members).post(api::set_member))
        .route("/v1/scopes", routing::post(api::make_scope))
        .route("/v1/tokens", routing::get(api::list_tokens).post(api::make_token))
        .route("/v1/tokens/{id}", routing::delete(api::revoke_token))
        .route("/v1/join", routing::post(api::redeem_link))
        .route("/v1/openapi.json", routing::get(openapi::openapi_document))
        .route("/mcp", routing::any(mcp::handle_mcp))
        .route(oauth::METADATA_PATH, routing::get(oauth::rest_metadata))
        .route("/.well-known/oauth-protected-resource/mcp", routing::get(oauth::mcp_metadata))
        .route("/healthz", routing::get(api::alive))
        .route("/readyz", routing::get(api::ready))
        .route("/metrics", routing::get(api::get_metrics))
        .merge(pages::page_routes())
        .with_state(hub.clone())
}
