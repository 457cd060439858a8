//! From a request to a transaction of who asks, and from what comes of it to an answer.

use std::time::Instant;

use palimp_core::lang::{Lang, with_lang};
use palimp_hub_api::Problem;
use palimp_serve::http::{HeaderMap, HeaderValue, StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::HubNode;
use crate::audit::Chain;
use crate::error::Error;
use crate::memories::WriteContext;
use crate::tenant::{Asker, Tenant};

/// Content type of a problem.
const PROBLEM_CONTENT_TYPE: &str = "application/problem+json";

impl HubNode {
    /// Lets `work` have a transaction of who asks, on a thread that may wait, and makes it stand.
    pub(super) async fn transact<T: Send + 'static>(
        &self,
        headers: &HeaderMap,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        self.transact_as(Bearer::from_headers(headers, HubInterface::Rest)?, work).await
    }

    /// The same for who is known already.
    pub(super) async fn transact_as<T: Send + 'static>(
        &self,
        bearer: Bearer,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let hub = self.clone();
        let done = tokio::task::spawn_blocking(move || hub.transact_now(&bearer, work)).await;
        done.unwrap_or_else(|_| Err(Error::Broken("a request failed midway: try again".to_owned())))
    }

    /// The same, waiting.
    pub(super) fn transact_now<T>(
        &self,
        bearer: &Bearer,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.transact_uncounted(bearer, |tenant, means| {
            let most = tenant.policy.requests_per_minute;
            let all = most.saturating_mul(100);
            let (me, org, now) = (tenant.me, tenant.org, Instant::now());
            let taken = self.0.limits.try_acquire(me, most, now);
            taken
                .and_then(|()| self.0.limits.try_acquire(org, all, now))
                .map_err(Error::TooMany)?;
            work(tenant, means)
        })
    }

    /// The same for a part of a request that was counted.
    pub(super) fn transact_uncounted<T>(
        &self,
        bearer: &Bearer,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        with_lang(bearer.lang, || self.transact_said(bearer, work))
    }

    fn transact_said<T>(
        &self,
        Bearer { token, door, .. }: &Bearer,
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        // What the hub gives out has no dots; what a provider signs has two.
        let sign_in = self.0.sign_in.get().filter(|_| token.contains('.'));
        let person = sign_in
            .map(|it| it.verify_token(token, &self.accepted_audiences(*door)))
            .transpose()?;
        let asker = match (&person, sign_in) {
            (Some(person), Some(by)) => Asker::Subject {
                issuer: &by.provider.issuer,
                subject: &person.subject,
                name: &person.name,
                groups: &person.groups,
            },
            _ => Asker::Token(token),
        };
        self.0.pool.with_connection(|client| {
            let mut tenant = Tenant::begin(client, &asker)?;
            if tenant.is_new {
                let me = tenant.me;
                let mut chain = Chain::lock_head(&mut tenant)?;
                chain.append(&mut tenant, &self.0.master, ("enrol", me, ""))?;
            }
            let done = work(&mut tenant, self.write_context())?;
            let (org, me, uses) = (tenant.org, tenant.me, std::mem::take(&mut tenant.uses));
            tenant.commit()?;
            self.0.counts.record_uses(org, me, &uses);
            Ok(done)
        })
    }

    /// Answers with what `work` comes to, and counts it under `route`.
    pub(super) async fn respond_with<T: Serialize + Send + 'static>(
        &self,
        (route, headers, status): (&'static str, &HeaderMap, StatusCode),
        work: impl FnOnce(&mut Tenant<'_>, WriteContext<'_>) -> Result<T, Error> + Send + 'static,
    ) -> Response {
        let begun = Instant::now();
        let answer = match self.transact(headers, work).await {
            Ok(done) => json_response(status, &done, "application/json"),
            Err(error) => self.problem_response_for(&error, HubInterface::Rest),
        };
        self.record_request((route, answer.status().as_u16()), (headers, begun.elapsed()));
        answer
    }
}

/// By which door a request came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HubInterface {
    /// REST and pages.
    Rest,
    /// MCP.
    Mcp,
}

/// Token of a request, and the interface that received it.
#[derive(Clone)]
pub(super) struct Bearer {
    pub(super) token: String,
    pub(super) door: HubInterface,
    /// Language of who reads the answer; English for programs.
    pub(super) lang: Lang,
}

impl Bearer {
    pub(super) fn from_headers(headers: &HeaderMap, door: HubInterface) -> Result<Bearer, Error> {
        let token = bearer_token(headers).ok_or(Error::Nobody)?.to_owned();
        Ok(Bearer { token, door, lang: Lang::En })
    }
}

/// The token of a request, as programs send it.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let given = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = given.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Parses the body of a request.
pub(super) fn parse_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body)
        .map_err(|error| Error::Wrong(format!("invalid request body: {error}")))
}

/// The key under which a write may be sent again.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Option<String> {
    headers.get("idempotency-key").map(|key| String::from_utf8_lossy(key.as_bytes()).into_owned())
}

/// A problem as an answer.
pub(super) fn problem_response(error: &Error) -> Response {
    let problem: Problem = error.problem();
    let status = StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = json_response(status, &problem, PROBLEM_CONTENT_TYPE);
    if let Some(seconds) = error.retry_after() {
        answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if status == StatusCode::UNAUTHORIZED {
        let bearer = HeaderValue::from_static("Bearer");
        answer.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
    }
    answer
}

pub(super) fn json_response(
    status: StatusCode,
    data: &impl Serialize,
    kind: &'static str,
) -> Response {
    let body = serde_json::to_vec(data).unwrap_or_default();
    (status, [(header::CONTENT_TYPE, HeaderValue::from_static(kind))], body).into_response()
}
