//! Pages for people: the same verbs as REST has, for who signed in with a token.
//!
//! The token stands in a cookie that no script reads and that a page elsewhere cannot have sent with a form. Whose it is is asked at
//! each request, as with every door; programs do not come in by the cookie. What changes something is a form that bears a hash of
//! the token under a key of the hub's own; to come in and to leave takes none, as nobody is in yet, or any more. Forms of pages
//! elsewhere are refused before all of that, by what the browser says of them.

mod asking;
mod people;
mod proposals;
mod rules;
mod told;

use std::time::Instant;

use palimp_pages::hub::{self as drawn, HubNotice, HubPageError, HubPageReader};
use palimp_pages::{Lang, Markup};
use palimp_serve::http::{StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use palimp_serve::{Router, routing};

use super::Hub;
use super::ask::{Bearer, Door};
use crate::error::Error;
use crate::memories::Means;
use crate::sentences::in_korean;
use crate::tenant::Tenant;
pub(super) use asking::of_browser;
use asking::{Asking, cookie};

/// What comes of a request.
enum Outcome {
    /// A page.
    Page(Markup),
    /// A page with what is wrong with what was sent.
    Wrong(Markup),
    /// It is done; the browser goes on to this page, which says so.
    Done(String, HubNotice),
}

/// Who looks at a page, and what she asked.
struct Seen<'a> {
    asking: &'a Asking,
    reader: HubPageReader,
}

pub(super) fn routes() -> Router<Hub> {
    Router::new()
        .route("/", routing::get(people::home))
        .route("/assets/{name}", routing::get(asking::asset))
        .route("/sign-in", routing::get(people::sign_in).post(people::signed_in))
        .route("/sign-out", routing::post(people::sign_out))
        .route("/join", routing::get(people::join).post(people::joined))
        .route("/proposals", routing::get(proposals::list))
        .route("/proposals/new", routing::get(proposals::draft).post(proposals::propose))
        .route("/proposals/{id}", routing::post(proposals::decide))
        .route("/memories", routing::get(told::list))
        .route("/memories/{id}", routing::get(told::one).post(told::change))
        .route("/memories/{id}/erase", routing::get(told::erasing))
        .route("/members", routing::get(people::list).post(people::change))
        .route("/policy", routing::get(rules::policy).post(rules::lay_down))
        .route("/audit", routing::get(rules::audit))
        .route("/activity", routing::get(rules::activity))
        .route("/usage", routing::get(rules::usage))
}

impl Hub {
    /// Answers with the page that `work` makes in a transaction of who signed in; somebody who did not is led to where she
    /// does.
    async fn show(
        &self,
        asking: Asking,
        work: impl FnOnce(&mut Tenant<'_>, Means<'_>, &Seen<'_>) -> Result<Outcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let (begun, headers) = (Instant::now(), asking.headers.clone());
        let response = self.shown(asking, work).await;
        self.note(("pages", response.status().as_u16()), (&headers, begun.elapsed()));
        response
    }

    async fn shown(
        &self,
        asking: Asking,
        work: impl FnOnce(&mut Tenant<'_>, Means<'_>, &Seen<'_>) -> Result<Outcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let Some(token) = asking.token.clone() else { return asking.to("sign-in") };
        let bearer = Bearer { token, door: Door::Rest };
        let shared = std::sync::Arc::new(asking);
        let asking = std::sync::Arc::clone(&shared);
        let done = self.transact_as(bearer, move |tenant, means| {
            let reader = HubPageReader { org: tenant.org_name.clone(), name: tenant.name.clone() };
            let seen = Seen { asking: &asking, reader };
            let done = work(tenant, means, &seen);
            // What is in the way is said on a page of hers; nothing of it stands.
            done.map(Ok).or_else(|error| {
                if error.is_passing() { Err(error) } else { Ok(Err((error, seen.reader))) }
            })
        });
        match done.await {
            Ok(Ok(Outcome::Page(page))) => shared.page(StatusCode::OK, page),
            Ok(Ok(Outcome::Wrong(page))) => shared.page(StatusCode::UNPROCESSABLE_ENTITY, page),
            Ok(Ok(Outcome::Done(page, said))) => shared.to(&format!("{page}?said={}", said.name())),
            Ok(Err((error, reader))) => shared.trouble(Some(&reader), &error),
            Err(Error::Unknown | Error::Nobody | Error::Token(_)) => {
                let mut response = shared.to("sign-in");
                shared.keep(&mut response, &cookie(self, ""));
                response
            }
            Err(error) => shared.trouble(None, &error),
        }
    }

    /// The same for a form, which has to bear its token.
    async fn change(
        &self,
        asking: Asking,
        work: impl FnOnce(&mut Tenant<'_>, Means<'_>, &Seen<'_>) -> Result<Outcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let is_own = asking
            .token
            .as_ref()
            .is_none_or(|token| self.0.master.vouches(token, asking.form.text(asking::FORM)));
        match is_own {
            true => self.show(asking, work).await,
            false => {
                let page = drawn::error_page(&asking.view, None, &HubPageError::StrangeForm);
                asking.page(StatusCode::FORBIDDEN, page)
            }
        }
    }
}

impl Asking {
    /// The page of what is in the way.
    fn trouble(&self, reader: Option<&HubPageReader>, error: &Error) -> Response {
        let problem = error.problem();
        let trouble = match error {
            Error::NotFound(_) => HubPageError::Missing,
            Error::Stale(_) => HubPageError::Changed,
            Error::Findings(found) => {
                let kinds: Vec<String> = found
                    .iter()
                    .map(|it| format!("{} ({}:{})", it.kind, it.field, it.line))
                    .collect();
                HubPageError::Said(format!("{}: {}", self.said(error), kinds.join(", ")))
            }
            passing if passing.is_passing() => HubPageError::Busy,
            _ if problem.status >= 500 => HubPageError::Busy,
            other => HubPageError::Said(self.said(other)),
        };
        let status =
            StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = self.page(status, drawn::error_page(&self.view, reader, &trouble));
        if let Some(seconds) = error.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    /// What went wrong, in the reader's language.
    fn said(&self, error: &Error) -> String {
        match self.view.lang {
            Lang::En => error.to_string(),
            Lang::Ko => in_korean(&error.to_string()),
        }
    }

    fn page(&self, status: StatusCode, page: Markup) -> Response {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        let mut response = (status, kind, page.into_string()).into_response();
        if let Some(lang) = self.chosen {
            self.keep(
                &mut response,
                &format!("lang={}; Path=/; Max-Age=31536000; SameSite=Lax", lang.code()),
            );
        }
        response
    }

    /// Leads on to a page.
    fn to(&self, page: &str) -> Response {
        (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/{page}"))]).into_response()
    }

    fn keep(&self, response: &mut Response, cookie: &str) {
        if let Ok(cookie) = cookie.parse() {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
}
