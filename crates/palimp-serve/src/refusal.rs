//! Answers to those who are refused.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

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
    pub fn english_text(self) -> &'static str {
        self.both_texts().0
    }

    /// The same in English and in Korean.
    fn both_texts(self) -> (&'static str, &'static str) {
        match self {
            RequestRefusal::Host => (
                "this server does not answer to that name; use localhost or 127.0.0.1",
                "이 서버는 그 이름으로는 답하지 않습니다. localhost나 127.0.0.1을 쓰세요",
            ),
            RequestRefusal::Origin => (
                "this server answers no pages of others; open its own address",
                "이 서버는 다른 곳의 쪽에 답하지 않습니다. 이 서버의 주소를 여세요",
            ),
            RequestRefusal::Token => (
                "send `Authorization: Bearer` with palimp's token",
                "palimp의 토큰을 `Authorization: Bearer`로 보내세요",
            ),
            RequestRefusal::SignIn => (
                "open the address that palimp printed; each works once, and palimp gives another",
                "palimp가 출력한 주소를 여세요. 한 번만 쓸 수 있고, palimp가 새 주소를 줍니다",
            ),
            RequestRefusal::Form => (
                "this form is of another session; load its page again",
                "다른 세션의 양식입니다. 그 쪽을 다시 불러오세요",
            ),
            RequestRefusal::Nowhere => (
                "there is nothing here; look at the address",
                "여기에는 아무것도 없습니다. 주소를 확인하세요",
            ),
            RequestRefusal::TooLong => (
                "the message is too long, or was cut off; send less, or send it again",
                "보낸 것이 너무 길거나 도중에 끊겼습니다. 줄이거나 다시 보내세요",
            ),
            RequestRefusal::TooSlow => (
                "the message did not come in time; send it again",
                "보낸 것이 제때 오지 않았습니다. 다시 보내세요",
            ),
            RequestRefusal::Broken => {
                ("palimp could not do this; try again", "palimp가 하지 못했습니다. 다시 해 보세요")
            }
        }
    }

    /// The answer, in Korean where whoever asks wants it so.
    pub fn to_response(self, in_korean: bool) -> Response {
        let (english, korean) = self.both_texts();
        let mut response =
            (self.status(), if in_korean { korean } else { english }).into_response();
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
