//! Signing in with a browser that comes back to this machine with a code (RFC 8252, RFC 7636).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::provider_request::ProviderEndpoint;
use super::{SignInError, SignInProvider, SignInSession, encoded_bytes, random_token};

/// The most bytes of a request that brings an answer.
const MAX_REQUEST_BYTES: u64 = 16 * 1024;
/// Maximum time for a browser to send its request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Path to which a browser comes back.
const REDIRECT_PATH: &str = "/signed-in";

/// A browser that is waited for.
pub struct BrowserSignIn<'p> {
    provider: &'p SignInProvider,
    client: String,
    listener: TcpListener,
    /// Address to which it comes back.
    back: String,
    /// Address at which the user signs in.
    address: String,
    /// Proof that the holder of the code is the one who asked for it.
    verifier: String,
    /// Value that an answer must carry.
    state: String,
}

impl SignInProvider {
    /// Begins to sign in with a browser that can come back to this machine.
    ///
    /// # Errors
    ///
    /// When the provider has no such way, or does not know `client`, or palimp where that is none.
    pub fn by_browser(&self, client: Option<&str>) -> Result<BrowserSignIn<'_>, SignInError> {
        let none = || SignInError::NoBrowser(self.issuer.clone());
        let place = ProviderEndpoint::from_url(self.authorization.as_deref().ok_or_else(none)?)?;
        BrowserSignIn::start(self, &place, |back| self.client_id(client, Some(back)))
    }
}

impl<'p> BrowserSignIn<'p> {
    fn start(
        provider: &'p SignInProvider,
        place: &ProviderEndpoint,
        client: impl FnOnce(&str) -> Result<String, SignInError>,
    ) -> Result<BrowserSignIn<'p>, SignInError> {
        let listener =
            TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(SignInError::NoListener)?;
        let port = listener.local_addr().map_err(SignInError::NoListener)?.port();
        let back = format!("http://127.0.0.1:{port}{REDIRECT_PATH}");
        let (client, verifier, state) = (client(&back)?, random_token()?, random_token()?);
        let challenge = ring::digest::digest(&ring::digest::SHA256, verifier.as_bytes());
        let address = place.with_query(&[
            ("response_type", "code"),
            ("client_id", &client),
            ("redirect_uri", &back),
            ("scope", &provider.scope),
            ("state", &state),
            ("code_challenge", &encoded_bytes(challenge.as_ref())),
            ("code_challenge_method", "S256"),
            ("resource", &provider.resource),
        ]);
        Ok(BrowserSignIn { provider, client, listener, back, address, verifier, state })
    }

    /// Address at which the user signs in.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Waits for the browser, which is shown `page` (HTML), and asks for the token.
    ///
    /// # Errors
    ///
    /// When nobody comes, or comes with another answer, or is refused.
    pub fn wait(self, page: String, patience: Duration) -> Result<SignInSession, SignInError> {
        let query = self.wait_for_answer(page, patience)?;
        let value = |name: &str| query_value(&query, name);
        if value("state").as_deref() != Some(&*self.state) {
            return Err(SignInError::State);
        }
        // An answer of another provider, to which the code would be betrayed (RFC 9207).
        let issuer = value("iss");
        let required = self.provider.signs_answers;
        if issuer.as_ref().map_or(required, |issuer| *issuer != self.provider.issuer) {
            return Err(SignInError::State);
        }
        let place = &self.provider.token;
        if let Some(error) = value("error") {
            let error: String = error.chars().filter(|c| !c.is_control()).take(100).collect();
            return Err(match error.as_str() {
                "access_denied" => SignInError::Denied,
                _ => SignInError::Refused(place.host().to_owned(), error),
            });
        }
        let code = value("code").ok_or(SignInError::State)?;
        let fields = [
            ("grant_type", "authorization_code"),
            ("code", &code),
            ("redirect_uri", &self.back),
            ("code_verifier", &self.verifier),
        ];
        let granted = self.provider.exchange_grant(&self.client, &fields);
        granted.map_err(|no| no.into_trouble(place))
    }

    /// The first answer that comes. Browsers also open connections in which they say nothing: each has a thread.
    fn wait_for_answer(&self, page: String, patience: Duration) -> Result<String, SignInError> {
        let (listener, end) = (self.listener.try_clone(), Instant::now() + patience);
        let listener = listener.map_err(SignInError::NoListener)?;
        let (sender, answers) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (sender, page) = (sender.clone(), page.clone());
                std::thread::spawn(move || serve_redirect(stream, &page, &sender));
            }
        });
        let left = end.saturating_duration_since(Instant::now());
        answers.recv_timeout(left).map_err(|_: RecvTimeoutError| SignInError::Late)
    }
}

/// Reads one request; an answer goes to who waits for it.
fn serve_redirect(stream: TcpStream, page: &str, answers: &Sender<String>) {
    let _ = stream.set_read_timeout(Some(REQUEST_TIMEOUT));
    let Some(target) = read_target(&stream) else { return };
    let query = target.strip_prefix(REDIRECT_PATH).and_then(|rest| rest.strip_prefix('?'));
    let (status, body) = if query.is_some() { ("200 OK", page) } else { ("404 Not Found", "") };
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length: {}\r\n\
        content-security-policy: default-src 'none'\r\ncache-control: no-store\r\n\
        referrer-policy: no-referrer\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let _ = (&stream).write_all([head.as_bytes(), body.as_bytes()].concat().as_slice());
    if let Some(query) = query {
        let _ = answers.send(query.to_owned());
    }
}

/// Returns the target of the request, once its head has come.
fn read_target(stream: &TcpStream) -> Option<String> {
    let mut lines = BufReader::new(stream.take(MAX_REQUEST_BYTES)).lines();
    let first = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let mut words = first.split(' ');
    (words.next()? == "GET").then(|| words.next().map(str::to_owned))?
}

/// A field of an answer.
fn query_value(query: &str, name: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| *key == name)?;
    crate::http::form_decode(value)
}
