//! Middleware that guards every handler.

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http_body_util::{BodyExt, Collected, Limited};

use crate::access::AccessControl;
use crate::connections::{ClientConnection, ConnectionGuard};
use crate::limits::ServeLimits;
use crate::policy::ServePolicy;
use crate::refusal::RequestRefusal;
use crate::session::{FormToken, SessionEntry};
use crate::token::has_token;

/// Lets in who knows what they must, and waits for all of their body.
pub(crate) async fn guard_request(
    State(policy): State<ServePolicy>,
    request: Request,
    next: Next,
) -> Response {
    let asked = request.headers().clone();
    match let_in(&policy, request, next).await {
        Ok(response) => response,
        Err(refusal) => (policy.refuse)(refusal, &asked),
    }
}

async fn let_in(
    policy: &ServePolicy,
    mut request: Request,
    next: Next,
) -> Result<Response, RequestRefusal> {
    let form = match &policy.access {
        AccessControl::Bearer(token) if has_token(request.headers(), token) => None,
        AccessControl::Bearer(_) => return Err(RequestRefusal::Token),
        AccessControl::Routes => None,
        AccessControl::Session(sessions) => match sessions.admit_request(&request)? {
            SessionEntry::Begins(response) => return Ok(response),
            SessionEntry::Known(form) => Some(form),
        },
    };
    let seat =
        request.extensions_mut().remove::<ConnectionGuard>().ok_or(RequestRefusal::Broken)?;
    seat.set_state(ClientConnection::Known);
    let (mut head, body) = request.into_parts();
    let body = read_body(body, &policy.limits).await?;
    if let Some(form) = form {
        form.check_request(&head, &body)?;
        head.extensions.insert::<FormToken>(form);
    }
    seat.set_state(ClientConnection::Served);
    let response = next.run(Request::from_parts(head, Body::from(body))).await;
    seat.set_state(ClientConnection::Known);
    Ok(response)
}

/// A body, if all of it comes in time.
async fn read_body(body: Body, limits: &ServeLimits) -> Result<Bytes, RequestRefusal> {
    let read = Limited::new(body, limits.body).collect();
    let read =
        tokio::time::timeout(limits.patience, read).await.map_err(|_| RequestRefusal::TooSlow)?;
    read.map(Collected::to_bytes).map_err(|_| RequestRefusal::TooLong)
}
