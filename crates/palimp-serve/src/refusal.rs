//! Answers to those who are refused.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Why a request is refused. Its words are fixed: nothing that was sent comes back in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
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

impl Refusal {
    /// The status of the answer.
    pub fn status(self) -> StatusCode {
        match self {
            Refusal::Host | Refusal::Origin | Refusal::SignIn | Refusal::Form => {
                StatusCode::FORBIDDEN
            }
            Refusal::Token => StatusCode::UNAUTHORIZED,
            Refusal::Nowhere => StatusCode::NOT_FOUND,
            Refusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// What is said, and what to do next.
    pub fn text(self) -> &'static str {
        match self {
            Refusal::Host => "this server does not answer to that name; use localhost or 127.0.0.1",
            Refusal::Origin => "this server answers no pages of others",
            Refusal::Token => "send `Authorization: Bearer` with palimp's token",
            Refusal::SignIn => {
                "open the address that palimp printed; each works once, and palimp gives another"
            }
            Refusal::Form => "this form is of another session; load its page again",
            Refusal::Nowhere => "there is nothing here",
            Refusal::TooLong => "the message is too long, or was cut off",
            Refusal::TooSlow => "the message did not come in time",
            Refusal::Broken => "palimp could not do this; try again",
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status(), self.text()).into_response();
        if self == Refusal::Token {
            let bearer = HeaderValue::from_static("Bearer");
            response.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
        }
        response
    }
}
