//! What stands before every handler.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::{BodyExt, Collected, Limited};

use crate::access::Access;
use crate::guests::{Guest, Seat};
use crate::limits::Limits;
use crate::policy::Policy;
use crate::refusal::Refusal;
use crate::session::{Entry, FormToken};
use crate::token::has_token;

/// Lets in who knows what they must, and waits for all of their body.
pub(crate) async fn guard(State(policy): State<Policy>, request: Request, next: Next) -> Response {
    let asked = request.headers().clone();
    match let_in(&policy, request, next).await {
        Ok(response) => response,
        Err(refusal) => (policy.refuse)(refusal, &asked),
    }
}

async fn let_in(policy: &Policy, mut request: Request, next: Next) -> Result<Response, Refusal> {
    let form = match &policy.access {
        Access::Bearer(token) if has_token(request.headers(), token) => None,
        Access::Bearer(_) => return Err(Refusal::Token),
        Access::Routes => None,
        Access::Session(sessions) => match sessions.entry(&request)? {
            Entry::Begins(response) => return Ok(response),
            Entry::Known(form) => Some(form),
        },
    };
    let seat = request.extensions_mut().remove::<Seat>().ok_or(Refusal::Broken)?;
    seat.set(Guest::Known);
    let (mut head, body) = request.into_parts();
    let body = whole(body, &policy.limits).await?;
    if let Some(form) = form {
        form.allows(&head, &body)?;
        head.extensions.insert::<FormToken>(form);
    }
    seat.set(Guest::Served);
    let response = next.run(Request::from_parts(head, Body::from(body))).await;
    seat.set(Guest::Known);
    Ok(response)
}

/// A body, if all of it comes in time.
async fn whole(body: Body, limits: &Limits) -> Result<Bytes, Refusal> {
    let read = Limited::new(body, limits.body).collect();
    let read = tokio::time::timeout(limits.patience, read).await.map_err(|_| Refusal::TooSlow)?;
    read.map(Collected::to_bytes).map_err(|_| Refusal::TooLong)
}
