//! Pages for people: the same verbs as REST has, for who signed in with a token.
//!
//! The token stands in a cookie that no script reads and that a page elsewhere cannot have sent with a form. Whose it is is asked at
//! each request, as with every door; programs do not come in by the cookie. What changes something is a form that bears a hash of
//! the token under a key of the hub's own; to come in and to leave takes none, as nobody is in yet, or any more. Forms of pages
//! elsewhere are refused before all of that, by what the browser says of them.

mod administration;
mod asking;
mod people;
mod proposals;
mod served_memory;

use std::time::Instant;

use palimp_core::lang::with_lang;
use palimp_pages::Markup;
use palimp_pages::hub::{self as drawn, HubNotice, HubPageError, HubPageReader};
use palimp_serve::http::{StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use palimp_serve::{Router, routing};

use super::HubNode;
use super::request::{Bearer, HubInterface};
use crate::error::Error;
use crate::memories::WriteContext;

use crate::tenant::Tenant;
pub(super) use asking::of_browser;
use asking::{HubPageRequest, token_cookie};

/// Outcome of a page request.
enum HubPageOutcome {
    /// A page.
    Page(Markup),
    /// A page with what is wrong with what was sent.
    Wrong(Markup),
    /// It is done; the browser goes on to this page, which says so.
    Done(String, HubNotice),
}

/// Reader of a page, and their request.
struct PageContext<'a> {
    asking: &'a HubPageRequest,
    reader: HubPageReader,
}

pub(super) fn page_routes() -> Router<HubNode> {
    Router::new()
        .route("/", routing::get(people::redirect_home))
        .route("/assets/{name}", routing::get(asking::serve_asset))
        .route("/sign-in", routing::get(people::sign_in).post(people::signed_in))
        .route("/sign-out", routing::post(people::sign_out))
        .route("/join", routing::get(people::join_page).post(people::redeem_join_link))
        .route("/proposals", routing::get(proposals::proposals_page))
        .route(
            "/proposals/new",
            routing::get(proposals::draft_page).post(proposals::submit_proposal),
        )
        .route("/proposals/{id}", routing::post(proposals::decide_proposal))
        .route("/memories", routing::get(served_memory::memories_page))
        .route(
            "/memories/{id}",
            routing::get(served_memory::memory_page).post(served_memory::change_memory),
        )
        .route("/memories/{id}/erase", routing::get(served_memory::erase_page))
        .route("/members", routing::get(people::members_page).post(people::change_members))
        .route("/policy", routing::get(administration::policy_page).post(administration::lay_down))
        .route("/audit", routing::get(administration::audit_page))
        .route("/activity", routing::get(administration::activity_page))
        .route("/usage", routing::get(administration::usage_page))
}

impl HubNode {
    /// Answers with the page that `work` makes in a transaction of who signed in; somebody who did not is led to where she
    /// does.
    async fn show_page(
        &self,
        asking: HubPageRequest,
        work: impl FnOnce(
            &mut Tenant<'_>,
            WriteContext<'_>,
            &PageContext<'_>,
        ) -> Result<HubPageOutcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let (begun, headers) = (Instant::now(), asking.headers.clone());
        let response = self.render_page(asking, work).await;
        self.record_request(("pages", response.status().as_u16()), (&headers, begun.elapsed()));
        response
    }

    async fn render_page(
        &self,
        asking: HubPageRequest,
        work: impl FnOnce(
            &mut Tenant<'_>,
            WriteContext<'_>,
            &PageContext<'_>,
        ) -> Result<HubPageOutcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let Some(token) = asking.token.clone() else { return asking.redirect_to("sign-in") };
        let bearer = Bearer { token, door: HubInterface::Rest, lang: asking.view.lang };
        let shared = std::sync::Arc::new(asking);
        let asking = std::sync::Arc::clone(&shared);
        let done = self.transact_as(bearer, move |tenant, means| {
            let reader = HubPageReader { org: tenant.org_name.clone(), name: tenant.name.clone() };
            let seen = PageContext { asking: &asking, reader };
            let done = work(tenant, means, &seen);
            // What is in the way is said on a page of hers; nothing of it stands.
            done.map(Ok).or_else(|error| {
                if error.is_passing() { Err(error) } else { Ok(Err((error, seen.reader))) }
            })
        });
        match done.await {
            Ok(Ok(HubPageOutcome::Page(page))) => shared.page_response(StatusCode::OK, page),
            Ok(Ok(HubPageOutcome::Wrong(page))) => {
                shared.page_response(StatusCode::UNPROCESSABLE_ENTITY, page)
            }
            Ok(Ok(HubPageOutcome::Done(page, said))) => {
                shared.redirect_to(&format!("{page}?said={}", said.name()))
            }
            Ok(Err((error, reader))) => shared.error_page(Some(&reader), &error),
            Err(Error::Unknown | Error::Nobody | Error::Token(_)) => {
                let mut response = shared.redirect_to("sign-in");
                shared.set_cookie(&mut response, &token_cookie(self, ""));
                response
            }
            Err(error) => shared.error_page(None, &error),
        }
    }

    /// The same for a form, which has to bear its token.
    async fn handle_form(
        &self,
        asking: HubPageRequest,
        work: impl FnOnce(
            &mut Tenant<'_>,
            WriteContext<'_>,
            &PageContext<'_>,
        ) -> Result<HubPageOutcome, Error>
        + Send
        + 'static,
    ) -> Response {
        let is_own = asking.token.as_ref().is_none_or(|token| {
            self.0
                .master
                .verify_form_token(token, asking.form.field_value(asking::FORM_TOKEN_FIELD))
        });
        match is_own {
            true => self.show_page(asking, work).await,
            false => {
                let page = drawn::error_page(&asking.view, None, &HubPageError::StrangeForm);
                asking.page_response(StatusCode::FORBIDDEN, page)
            }
        }
    }
}

impl HubPageRequest {
    /// The page of what is in the way.
    fn error_page(&self, reader: Option<&HubPageReader>, error: &Error) -> Response {
        let problem = error.problem();
        let trouble = match error {
            Error::NotFound(_) => HubPageError::Missing,
            Error::Stale(_) => HubPageError::Changed,
            Error::Findings(found) => {
                let kinds: Vec<String> = found
                    .iter()
                    .map(|it| format!("{} ({}:{})", it.kind, it.field, it.line))
                    .collect();
                HubPageError::Said(format!("{}: {}", self.error_message(error), kinds.join(", ")))
            }
            passing if passing.is_passing() => HubPageError::Busy,
            _ if problem.status >= 500 => HubPageError::Busy,
            other => HubPageError::Said(self.error_message(other)),
        };
        let status =
            StatusCode::from_u16(problem.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response =
            self.page_response(status, drawn::error_page(&self.view, reader, &trouble));
        if let Some(seconds) = error.retry_after() {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response
    }

    /// Returns the error in the reader's language.
    fn error_message(&self, error: &Error) -> String {
        with_lang(self.view.lang, || error.to_string())
    }

    fn page_response(&self, status: StatusCode, page: Markup) -> Response {
        let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
        let mut response = (status, kind, page.into_string()).into_response();
        if let Some(lang) = self.chosen {
            self.set_cookie(
                &mut response,
                &format!("lang={}; Path=/; Max-Age=31536000; SameSite=Lax", lang.code()),
            );
        }
        response
    }

    /// Leads on to a page.
    fn redirect_to(&self, page: &str) -> Response {
        (StatusCode::SEE_OTHER, [(header::LOCATION, format!("/{page}"))]).into_response()
    }

    fn set_cookie(&self, response: &mut Response, cookie: &str) {
        if let Ok(cookie) = cookie.parse() {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    }
}
