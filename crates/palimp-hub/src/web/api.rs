//! REST: what homes and programs ask.

use std::collections::HashMap;

use palimp_hub_api::{ActivityUpload, EraseRequest, HubReviewRequest, HubSearchRequest, Propose};
use palimp_serve::body::Bytes;
use palimp_serve::extract::{Path, Query, State};
use palimp_serve::http::{HeaderMap, StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use serde::Deserialize;

use super::HubNode;
use super::request::{idempotency_key, parse_body, problem_response};
use crate::error::Error;
use crate::members::{self, NewScope, ScopeMember};
use crate::tenant::Tenant;
use crate::{activity, audit, erase, feed, memories, search, stored_memory, usage};

type QueryParams = Query<HashMap<String, String>>;

pub(super) async fn get_me(State(hub): State<HubNode>, head: HeaderMap) -> Response {
    hub.respond_with(("me", &head, StatusCode::OK), |tenant, _| feed::caller_info(tenant)).await
}

pub(super) async fn get_feed(
    State(hub): State<HubNode>,
    asked: QueryParams,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let scope = asked.get("scope").map_or("org", String::as_str);
        feed::read_feed(tenant, means.master, (scope, number_param(&asked, "since")?))
    };
    hub.respond_with(("feed", &head, StatusCode::OK), work).await
}

/// A number of the query; 0 where it is not said.
fn number_param(asked: &QueryParams, name: &str) -> Result<i64, Error> {
    let text = asked.get(name).map_or("0", String::as_str);
    let number = text.parse::<i64>().ok().filter(|number| *number >= 0);
    number.ok_or_else(|| Error::Wrong(format!("{name} must be a number, not {text:?}")))
}

pub(super) async fn search(State(hub): State<HubNode>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: HubSearchRequest = parse_body(&body)?;
        search::search(tenant, (means.shelves, means.master), &asked)
    };
    hub.respond_with(("search", &head, StatusCode::OK), work).await
}

pub(super) async fn get_memory(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        stored_memory::get_memory(tenant, means.master, &id)
    };
    hub.respond_with(("memory", &head, StatusCode::OK), work).await
}

pub(super) async fn list_proposals(State(hub): State<HubNode>, head: HeaderMap) -> Response {
    hub.respond_with(("proposals", &head, StatusCode::OK), memories::list_proposals).await
}

pub(super) async fn propose(State(hub): State<HubNode>, head: HeaderMap, body: Bytes) -> Response {
    let key = idempotency_key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: Propose = parse_body(&body)?;
        memories::propose(tenant, means, (&asked, key.as_deref()))
    };
    hub.respond_with(("propose", &head, StatusCode::CREATED), work).await
}

pub(super) async fn review(State(hub): State<HubNode>, head: HeaderMap, body: Bytes) -> Response {
    let key = idempotency_key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: HubReviewRequest = parse_body(&body)?;
        memories::review(tenant, means, (&asked, key.as_deref()))
    };
    hub.respond_with(("review", &head, StatusCode::OK), work).await
}

pub(super) async fn erase(State(hub): State<HubNode>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: EraseRequest = parse_body(&body)?;
        erase::erase(tenant, means.master, &asked)
    };
    hub.respond_with(("erase", &head, StatusCode::OK), work).await
}

pub(super) async fn get_audit(
    State(hub): State<HubNode>,
    asked: QueryParams,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, _: memories::WriteContext<'_>| {
        audit::read_links(tenant, number_param(&asked, "since")?)
    };
    hub.respond_with(("audit", &head, StatusCode::OK), work).await
}

pub(super) async fn post_activity(
    State(hub): State<HubNode>,
    head: HeaderMap,
    body: Bytes,
) -> Response {
    let key = idempotency_key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: ActivityUpload = parse_body(&body)?;
        activity::record_activity(tenant, means.master, (&asked, key.as_deref()))
    };
    hub.respond_with(("activity", &head, StatusCode::ACCEPTED), work).await
}

pub(super) async fn list_activity(State(hub): State<HubNode>, head: HeaderMap) -> Response {
    let work = |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        activity::list_activity(tenant, means.master)
    };
    hub.respond_with(("activity", &head, StatusCode::OK), work).await
}

pub(super) async fn get_usage(
    State(hub): State<HubNode>,
    asked: QueryParams,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, _: memories::WriteContext<'_>| {
        let days = if asked.contains_key("days") {
            number_param(&asked, "days")?
        } else {
            usage::DEFAULT_USAGE_DAYS
        };
        usage::list_usage(tenant, days)
    };
    hub.respond_with(("usage", &head, StatusCode::OK), work).await
}

pub(super) async fn list_members(State(hub): State<HubNode>, head: HeaderMap) -> Response {
    hub.respond_with(("members", &head, StatusCode::OK), |tenant, _| members::list_members(tenant))
        .await
}

pub(super) async fn set_member(
    State(hub): State<HubNode>,
    head: HeaderMap,
    body: Bytes,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: ScopeMember = parse_body(&body)?;
        members::set_member_role(tenant, means.master, &asked)
    };
    hub.respond_with(("members", &head, StatusCode::OK), work).await
}

pub(super) async fn make_scope(
    State(hub): State<HubNode>,
    head: HeaderMap,
    body: Bytes,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: NewScope = parse_body(&body)?;
        members::make_scope(tenant, means.master, &asked)
    };
    hub.respond_with(("scopes", &head, StatusCode::CREATED), work).await
}

/// A token to be made.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub(super) struct MakeToken {
    /// For whom a link is made; none makes a token for who asks.
    member: Option<String>,
    /// Purpose of the token.
    label: String,
    /// For how many days it is good.
    days: Option<i64>,
}

pub(super) async fn make_token(
    State(hub): State<HubNode>,
    head: HeaderMap,
    body: Bytes,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        let asked: MakeToken = parse_body(&body)?;
        let asked = (asked.member.as_deref(), asked.label.as_str(), asked.days);
        members::make_token(tenant, means.master, asked)
    };
    hub.respond_with(("tokens", &head, StatusCode::CREATED), work).await
}

pub(super) async fn list_tokens(State(hub): State<HubNode>, head: HeaderMap) -> Response {
    hub.respond_with(("tokens", &head, StatusCode::OK), |tenant, _| members::list_tokens(tenant))
        .await
}

pub(super) async fn revoke_token(
    State(hub): State<HubNode>,
    Path(id): Path<String>,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::WriteContext<'_>| {
        members::revoke_token(tenant, means.master, &id)
    };
    hub.respond_with(("tokens", &head, StatusCode::OK), work).await
}

/// A link that becomes a token.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub(super) struct Join {
    /// The link, as its maker was shown it.
    link: String,
}

pub(super) async fn redeem_link(State(hub): State<HubNode>, body: Bytes) -> Response {
    let work = move || {
        let asked: Join = parse_body(&body)?;
        hub.redeem_link(&asked.link)
    };
    let done = tokio::task::spawn_blocking(work).await;
    match done.unwrap_or_else(|_| Err(Error::Busy)) {
        Ok(token) => {
            let body = serde_json::json!({ "token": token }).to_string();
            (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
        Err(error) => problem_response(&error),
    }
}

/// Liveness probe: answers while the process runs.
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// Readiness probe: the database answers, and has the tables that the node knows.
pub(super) async fn ready(State(hub): State<HubNode>) -> Response {
    let work = move || hub.is_ready();
    match tokio::task::spawn_blocking(work).await.unwrap_or(Err(Error::Busy)) {
        Ok(()) => "ok\n".into_response(),
        Err(error) => problem_response(&error),
    }
}

pub(super) async fn get_metrics(State(hub): State<HubNode>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], hub.metrics_text()).into_response()
}
