//! A person's browser: an address that works once, a cookie, and a token in every form.

use std::fmt::Write as _;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::refusal::RequestRefusal;
use crate::token::{AccessToken, has_token};

/// The cookie's name.
const COOKIE_NAME: &str = "palimp";

/// Maximum browsers that are signed in; the one that signed in first makes room.
const MAX_SESSIONS: usize = 16;

/// Signed-in browsers, and the address by which the next one signs in. Clones share the sessions.
///
/// Routes lie below a random path, because a browser sends a cookie to every port of a machine: a
/// cookie for a path that only this server knows reaches no other server.
#[derive(Clone, Debug)]
pub struct Sessions(Arc<SessionsState>);

#[derive(Debug)]
struct SessionsState {
    path: String,
    key: AccessToken,
    now: Mutex<SignInState>,
}

#[derive(Debug, Default)]
struct SignInState {
    /// Token of the last address, until it is used.
    invitation: Option<AccessToken>,
    /// The first one first.
    sessions: Vec<BrowserSession>,
}

#[derive(Clone, Debug)]
struct BrowserSession {
    cookie: AccessToken,
    form: FormToken,
}

/// Kind of a request to a server with sessions.
pub(crate) enum SessionEntry {
    /// The beginning of a session, and its answer.
    Begins(Response),
    /// Part of one.
    Known(FormToken),
}

impl Sessions {
    /// Nobody is signed in.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn new() -> io::Result<Sessions> {
        let path = format!("/{}/", AccessToken::random()?.reveal());
        let key = AccessToken::random()?;
        Ok(Sessions(Arc::new(SessionsState { path, key, now: Mutex::default() })))
    }

    /// The key by which another process of this user asks for an address: a `POST` to
    /// [`Sessions::path`] with it as a bearer token is answered with what [`Sessions::invite`] answers.
    /// It opens nothing else.
    pub fn key(&self) -> &AccessToken {
        &self.0.key
    }

    /// The path below which all routes lie; it ends in `/`.
    pub fn path(&self) -> &str {
        &self.0.path
    }

    /// The path and query that begin a session, once. The one that was given before does not any
    /// more.
    ///
    /// # Errors
    ///
    /// When the system has no random numbers.
    pub fn invite(&self) -> io::Result<String> {
        let token = AccessToken::random()?;
        let address = format!("{}?token={}", self.path(), token.reveal());
        self.lock_state().invitation = Some(token);
        Ok(address)
    }

    pub(crate) fn admit_request(&self, request: &Request) -> Result<SessionEntry, RequestRefusal> {
        if request.method() == Method::POST
            && request.uri().path() == "/"
            && has_token(request.headers(), &self.0.key)
        {
            let address = self.invite().map_err(|_| RequestRefusal::Broken)?;
            return Ok(SessionEntry::Begins(address.into_response()));
        }
        let known = self.lock_state().session_of(request.headers());
        let query = request.uri().query().filter(|_| request.uri().path() == "/");
        let token = query.and_then(|it| it.split('&').find_map(|it| it.strip_prefix("token=")));
        let Some(token) = token.filter(|_| request.method() == Method::GET) else {
            return known.map(|it| SessionEntry::Known(it.form)).ok_or(RequestRefusal::SignIn);
        };
        // Who has a session and comes by a spent address, as by going back, needs no other.
        let spent = self.lock_state().use_invitation(token);
        match (known, spent) {
            (_, true) => self.begin_session().map(SessionEntry::Begins),
            (Some(_), false) => Ok(SessionEntry::Begins(self.to_start(None))),
            (None, false) => Err(RequestRefusal::SignIn),
        }
    }

    fn begin_session(&self) -> Result<Response, RequestRefusal> {
        let random = || AccessToken::random().map_err(|_| RequestRefusal::Broken);
        let session = BrowserSession { cookie: random()?, form: FormToken(random()?) };
        let cookie = session.cookie.clone();
        let mut now = self.lock_state();
        now.sessions.push(session);
        let beyond = now.sessions.len().saturating_sub(MAX_SESSIONS);
        now.sessions.drain(..beyond);
        Ok(self.to_start(Some(&cookie)))
    }

    /// Leads to the start without the token, which so leaves the address bar and the history.
    fn to_start(&self, cookie: Option<&AccessToken>) -> Response {
        let mut response = StatusCode::SEE_OTHER.into_response();
        let path = self.path();
        let mut say = |name, value: &str| {
            response.headers_mut().extend(HeaderValue::from_str(value).ok().map(|it| (name, it)));
        };
        say(header::LOCATION, path);
        if let Some(cookie) = cookie {
            let cookie = cookie.reveal();
            let set = format!("{COOKIE_NAME}={cookie}; Path={path}; HttpOnly; SameSite=Strict");
            say(header::SET_COOKIE, &set);
        }
        response
    }

    fn lock_state(&self) -> MutexGuard<'_, SignInState> {
        self.0.now.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SignInState {
    /// The session whose cookie came along.
    fn session_of(&self, headers: &HeaderMap) -> Option<BrowserSession> {
        let cookies = headers.get_all(header::COOKIE).iter();
        let cookies = cookies.flat_map(|it| it.as_bytes().split(|byte| *byte == b';'));
        let named = format!("{COOKIE_NAME}=");
        let ours: Vec<_> =
            cookies.filter_map(|it| it.trim_ascii().strip_prefix(named.as_bytes())).collect();
        let is_here = |it: &&BrowserSession| ours.iter().any(|cookie| it.cookie.matches(cookie));
        self.sessions.iter().find(is_here).cloned()
    }

    /// True if the token is the invitation, which then cannot be used again.
    fn use_invitation(&mut self, token: &str) -> bool {
        self.invitation.take_if(|it| it.matches(token.as_bytes())).is_some()
    }
}

/// Token that a page puts into its forms, so that no other page can send a form in its name. A
/// handler that makes forms takes it as an argument.
///
/// A request that may change something (all but `GET` and `HEAD`) carries it: a form in a field of
/// its own, a script in a header, both called [`FormToken::NAME`].
#[derive(Clone, Debug)]
pub struct FormToken(AccessToken);

impl FormToken {
    /// The name of the field and of the header.
    pub const NAME: &str = "form-token";

    /// The value of the field and of the header.
    pub fn reveal(&self) -> &str {
        self.0.reveal()
    }

    /// Refuses what may change something and does not carry the token.
    pub(crate) fn check_request(&self, head: &Parts, body: &[u8]) -> Result<(), RequestRefusal> {
        let harmless = matches!(head.method, Method::GET | Method::HEAD);
        let given = head.headers.get(FormToken::NAME).map(HeaderValue::as_bytes);
        let given = given.or_else(|| token_field(&head.headers, body));
        let right = harmless || given.is_some_and(|given| self.0.matches(given));
        if right { Ok(()) } else { Err(RequestRefusal::Form) }
    }
}

/// The token's field in a form. It is hexadecimal, and so stands there as it is.
fn token_field<'b>(headers: &HeaderMap, body: &'b [u8]) -> Option<&'b [u8]> {
    let kind = headers.get(header::CONTENT_TYPE)?.as_bytes().to_ascii_lowercase();
    let mut name = String::new();
    let _ = write!(name, "{}=", FormToken::NAME);
    let is_form = kind.starts_with(b"application/x-www-form-urlencoded");
    let fields = body.split(|byte| *byte == b'&').filter(|_| is_form);
    fields.into_iter().find_map(|it| it.strip_prefix(name.as_bytes()))
}

impl<S: Send + Sync> FromRequestParts<S> for FormToken {
    type Rejection = RequestRefusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<FormToken, RequestRefusal> {
        parts.extensions.get::<FormToken>().cloned().ok_or(RequestRefusal::SignIn)
    }
}
