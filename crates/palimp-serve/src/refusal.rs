//! Answers to those who are refused.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use palimp_core::lang::{Lang, with_lang};

use crate::messages;

/// Reason for which a request is refused. Its texts are fixed: nothing that was sent comes back in
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestRefusal {
    /// The request is meant for a name that is not this machine's.
    Host,
    /// A page of somebody else asks.
    Origin,
    /// The bearer token is missing or wrong.
    Token,
    /// There is no session, and no address that begins one: each begins one once.
    SignIn,
    /// The form was on no page of this session.
    Form,
    /// There is nothing at this path.
    Nowhere,
    /// The body is too long, or was cut off.
    TooLong,
    /// The body did not come in time.
    TooSlow,
    /// The server cannot do what it should.
    Broken,
}

impl RequestRefusal {
    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            RequestRefusal::Host
            | RequestRefusal::Origin
            | RequestRefusal::SignIn
            | RequestRefusal::Form => StatusCode::FORBIDDEN,
            RequestRefusal::Token => StatusCode::UNAUTHORIZED,
            RequestRefusal::Nowhere => StatusCode::NOT_FOUND,
            RequestRefusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            RequestRefusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            RequestRefusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the message, with the next step.
    pub fn message(self) -> String {
        match self {
            RequestRefusal::Host => messages::wrong_host(),
            RequestRefusal::Origin => messages::wrong_origin(),
            RequestRefusal::Token => messages::token_wanted(),
            RequestRefusal::SignIn => messages::address_wanted(),
            RequestRefusal::Form => messages::foreign_form(),
            RequestRefusal::Nowhere => messages::nothing_here(),
            RequestRefusal::TooLong => messages::message_too_long(),
            RequestRefusal::TooSlow => messages::message_too_slow(),
            RequestRefusal::Broken => messages::server_broken(),
        }
    }

    /// The answer, in Korean where whoever asks wants it so.
    pub fn to_response(self, in_korean: bool) -> Response {
        let lang = if in_korean { Lang::Ko } else { Lang::En };
        let mut response = (self.status(), with_lang(lang, || self.message())).into_response();
        if self == RequestRefusal::Token {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}

/// True if a browser prefers Korean to English.
pub(crate) fn wants_korean(headers: &HeaderMap) -> bool {
    preferred_language(headers, |code| ["ko", "en"].contains(&code).then_some(code == "ko"))
        .unwrap_or(false)
}

/// The first language that a browser wants and that `known` knows by its code (`ko`); the order of the
/// `Accept-Language` header is taken for its weights, as browsers send it.
pub fn preferred_language<T>(headers: &HeaderMap, known: impl Fn(&str) -> Option<T>) -> Option<T> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    let ranges =
        accepted.split(',').map(|range| range.split([';', '-']).next().unwrap_or_default());
    ranges.map(str::trim).find_map(|code| known(&code.to_ascii_lowercase()))
}

impl IntoResponse for RequestRefusal {
    fn into_response(self) -> Response {
        self.to_response(false)
    }
}
