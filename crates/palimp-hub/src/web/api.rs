//! REST: what homes and programs ask.

use std::collections::HashMap;

use palimp_hub_api::{Activity, Erase, Propose, Review, Search};
use palimp_serve::body::Bytes;
use palimp_serve::extract::{Path, Query, State};
use palimp_serve::http::{HeaderMap, StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use serde::Deserialize;

use super::Hub;
use super::ask::{key, read, refused};
use crate::error::Error;
use crate::members::{self, Member, NewScope};
use crate::tenant::Tenant;
use crate::{activity, audit, erase, feed, kept, memories, search, usage};

type Asked = Query<HashMap<String, String>>;

pub(super) async fn me(State(hub): State<Hub>, head: HeaderMap) -> Response {
    hub.answer(("me", &head, StatusCode::OK), |tenant, _| feed::me(tenant)).await
}

pub(super) async fn feed(State(hub): State<Hub>, asked: Asked, head: HeaderMap) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let scope = asked.get("scope").map_or("org", String::as_str);
        feed::feed(tenant, means.master, (scope, number(&asked, "since")?))
    };
    hub.answer(("feed", &head, StatusCode::OK), work).await
}

/// A number of the query; 0 where it is not said.
fn number(asked: &Asked, name: &str) -> Result<i64, Error> {
    let text = asked.get(name).map_or("0", String::as_str);
    let number = text.parse::<i64>().ok().filter(|number| *number >= 0);
    number.ok_or_else(|| Error::Wrong(format!("{name} is to be a number, and is {text:?}")))
}

pub(super) async fn search(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Search = read(&body)?;
        search::search(tenant, (means.shelves, means.master), &asked)
    };
    hub.answer(("search", &head, StatusCode::OK), work).await
}

pub(super) async fn memory(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        kept::get(tenant, means.master, &id)
    };
    hub.answer(("memory", &head, StatusCode::OK), work).await
}

pub(super) async fn proposals(State(hub): State<Hub>, head: HeaderMap) -> Response {
    hub.answer(("proposals", &head, StatusCode::OK), memories::proposals).await
}

pub(super) async fn propose(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let key = key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Propose = read(&body)?;
        memories::propose(tenant, means, (&asked, key.as_deref()))
    };
    hub.answer(("propose", &head, StatusCode::CREATED), work).await
}

pub(super) async fn review(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let key = key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Review = read(&body)?;
        memories::review(tenant, means, (&asked, key.as_deref()))
    };
    hub.answer(("review", &head, StatusCode::OK), work).await
}

pub(super) async fn erase(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Erase = read(&body)?;
        erase::erase(tenant, means.master, &asked)
    };
    hub.answer(("erase", &head, StatusCode::OK), work).await
}

pub(super) async fn audit(State(hub): State<Hub>, asked: Asked, head: HeaderMap) -> Response {
    let work = move |tenant: &mut Tenant<'_>, _: memories::Means<'_>| {
        audit::read(tenant, number(&asked, "since")?)
    };
    hub.answer(("audit", &head, StatusCode::OK), work).await
}

pub(super) async fn activity(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let key = key(&head);
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Activity = read(&body)?;
        activity::take(tenant, means.master, (&asked, key.as_deref()))
    };
    hub.answer(("activity", &head, StatusCode::ACCEPTED), work).await
}

pub(super) async fn activities(State(hub): State<Hub>, head: HeaderMap) -> Response {
    let work =
        |tenant: &mut Tenant<'_>, means: memories::Means<'_>| activity::list(tenant, means.master);
    hub.answer(("activity", &head, StatusCode::OK), work).await
}

pub(super) async fn usage(State(hub): State<Hub>, asked: Asked, head: HeaderMap) -> Response {
    let work = move |tenant: &mut Tenant<'_>, _: memories::Means<'_>| {
        let days = if asked.contains_key("days") { number(&asked, "days")? } else { usage::DAYS };
        usage::list(tenant, days)
    };
    hub.answer(("usage", &head, StatusCode::OK), work).await
}

pub(super) async fn members(State(hub): State<Hub>, head: HeaderMap) -> Response {
    hub.answer(("members", &head, StatusCode::OK), |tenant, _| members::list(tenant)).await
}

pub(super) async fn set_member(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: Member = read(&body)?;
        members::set(tenant, means.master, &asked)
    };
    hub.answer(("members", &head, StatusCode::OK), work).await
}

pub(super) async fn make_scope(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: NewScope = read(&body)?;
        members::make_scope(tenant, means.master, &asked)
    };
    hub.answer(("scopes", &head, StatusCode::CREATED), work).await
}

/// A token to be made.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub(super) struct MakeToken {
    /// For whom a link is made; none makes a token for who asks.
    member: Option<String>,
    /// What it is for.
    label: String,
    /// For how many days it is good.
    days: Option<i64>,
}

pub(super) async fn make_token(State(hub): State<Hub>, head: HeaderMap, body: Bytes) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        let asked: MakeToken = read(&body)?;
        let asked = (asked.member.as_deref(), asked.label.as_str(), asked.days);
        members::make_token(tenant, means.master, asked)
    };
    hub.answer(("tokens", &head, StatusCode::CREATED), work).await
}

pub(super) async fn tokens(State(hub): State<Hub>, head: HeaderMap) -> Response {
    hub.answer(("tokens", &head, StatusCode::OK), |tenant, _| members::tokens(tenant)).await
}

pub(super) async fn revoke(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    head: HeaderMap,
) -> Response {
    let work = move |tenant: &mut Tenant<'_>, means: memories::Means<'_>| {
        members::revoke(tenant, means.master, &id)
    };
    hub.answer(("tokens", &head, StatusCode::OK), work).await
}

/// A link that becomes a token.
#[derive(Debug, Default, Deserialize, schemars::JsonSchema)]
#[serde(default)]
pub(super) struct Join {
    /// The link, as its maker was shown it.
    link: String,
}

pub(super) async fn join(State(hub): State<Hub>, body: Bytes) -> Response {
    let work = move || {
        let asked: Join = read(&body)?;
        hub.redeem(&asked.link)
    };
    let done = tokio::task::spawn_blocking(work).await;
    match done.unwrap_or_else(|_| Err(Error::Busy)) {
        Ok(token) => {
            let body = serde_json::json!({ "token": token }).to_string();
            (StatusCode::OK, [(header::CONTENT_TYPE, "application/json")], body).into_response()
        }
        Err(error) => refused(&error),
    }
}

/// Whether the process lives.
pub(super) async fn alive() -> &'static str {
    "ok\n"
}

/// Whether the node can answer: its database does, and has the tables that it knows.
pub(super) async fn ready(State(hub): State<Hub>) -> Response {
    let work = move || hub.is_ready();
    match tokio::task::spawn_blocking(work).await.unwrap_or(Err(Error::Busy)) {
        Ok(()) => "ok\n".into_response(),
        Err(error) => refused(&error),
    }
}

pub(super) async fn metrics(State(hub): State<Hub>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], hub.metrics_text()).into_response()
}
