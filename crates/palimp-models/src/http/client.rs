//! One way to ask a service something: time limits, patience, and a limit to what is read.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use ureq::http::{HeaderMap, Response};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error, Proxy, Timeout};

use super::wait::{self, Clock, SystemClock};
use crate::keys::SecretToken;
use crate::messages;

/// The most that is read of an answer that says what went wrong.
const COMPLAINT_BYTES: u64 = 64 * 1024;

/// Timeouts, retries and limits of a client.
#[derive(Clone)]
pub struct HttpOptions {
    /// Maximum time to connect.
    pub connect: Duration,
    /// Retry policy for documents: nobody waits for them.
    pub documents: RetryPolicy,
    /// Retry policy for a query: the user waits, and can search by words instead.
    pub queries: RetryPolicy,
    /// The longest answer that is read, in bytes.
    pub answer_bytes: u64,
    /// The clock by which is waited.
    pub clock: Arc<dyn Clock>,
}

/// Retry policy for a failing service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetryPolicy {
    /// Maximum number of attempts.
    pub tries: u32,
    /// Maximum time of one answer.
    pub answer: Duration,
    /// Maximum time waited between attempts, in total.
    pub waiting: Duration,
}

impl Default for HttpOptions {
    fn default() -> HttpOptions {
        let seconds = Duration::from_secs;
        HttpOptions {
            connect: seconds(10),
            documents: RetryPolicy { tries: 5, answer: seconds(60), waiting: seconds(120) },
            queries: RetryPolicy { tries: 2, answer: seconds(20), waiting: seconds(3) },
            answer_bytes: 64 << 20,
            clock: Arc::new(SystemClock),
        }
    }
}

/// Asks services over HTTP.
pub(crate) struct HttpClient {
    agent: Agent,
    answer_bytes: u64,
    clock: Arc<dyn Clock>,
}

/// A question to a service.
pub(crate) struct HttpRequest<'q> {
    pub(crate) url: &'q str,
    pub(crate) key: Option<&'q Header>,
    pub(crate) content_type: &'static str,
    pub(crate) body: &'q str,
}

/// A header that holds a key.
#[derive(Clone, Debug)]
pub(crate) struct Header {
    pub(crate) name: &'static str,
    /// Prefix of the key, such as `Bearer `.
    pub(crate) before: &'static str,
    pub(crate) secret: SecretToken,
}

impl Header {
    /// The usual header.
    pub(crate) fn bearer(secret: SecretToken) -> Header {
        Header { name: "authorization", before: "Bearer ", secret }
    }
}

/// Reason for which a service gave no answer.
#[derive(Debug)]
pub(crate) enum HttpFailure {
    /// It answered with this status.
    Status { status: u16, body: String, after: Option<Duration> },
    /// It says that it is elsewhere; to follow would give the key to another host.
    Moved(String),
    /// Nobody listens there.
    Nobody,
    /// There is no such host.
    NoHost,
    /// No answer in time.
    Late,
    /// The answer is longer than any should be.
    Endless,
    /// It does not show a certificate that this machine trusts.
    Untrusted(String),
    /// The connection broke.
    Broken { why: String, passing: bool },
}

impl HttpClient {
    /// A client for a host; the proxy of the environment is left aside where it is a private one.
    pub(crate) fn new(options: &HttpOptions, private: bool) -> HttpClient {
        let config = Agent::config_builder()
            .timeout_connect(Some(options.connect))
            .http_status_as_error(false)
            .max_redirects(0)
            .user_agent(concat!("palimp/", env!("CARGO_PKG_VERSION")))
            .tls_config(TlsConfig::builder().root_certs(root_certs()).build())
            .proxy(if private { None } else { Proxy::try_from_env() });
        HttpClient {
            agent: config.build().new_agent(),
            answer_bytes: options.answer_bytes,
            clock: Arc::clone(&options.clock),
        }
    }

    /// The answer to `question`, asked again while that is worth it and `patience` lasts.
    pub(crate) fn post(
        &self,
        question: &HttpRequest<'_>,
        patience: RetryPolicy,
    ) -> Result<Vec<u8>, HttpFailure> {
        self.with_retries(patience, || self.post_once(question, patience.answer))
    }

    /// Returns the answer of `ask`, retried while that is worth it and `patience` lasts.
    pub(crate) fn with_retries<T>(
        &self,
        patience: RetryPolicy,
        mut ask: impl FnMut() -> Result<T, HttpFailure>,
    ) -> Result<T, HttpFailure> {
        let mut waited = Duration::ZERO;
        let mut attempt = 1;
        loop {
            let failure = match ask() {
                Ok(answer) => return Ok(answer),
                Err(failure) => failure,
            };
            let wait = failure.asks_for().unwrap_or_else(|| wait::back_off(attempt));
            waited = waited.saturating_add(wait);
            if !failure.may_pass() || attempt >= patience.tries || waited > patience.waiting {
                return Err(failure);
            }
            self.clock.sleep(wait);
            attempt += 1;
        }
    }

    fn post_once(
        &self,
        question: &HttpRequest<'_>,
        limit: Duration,
    ) -> Result<Vec<u8>, HttpFailure> {
        let mut request = self
            .agent
            .post(question.url)
            .config()
            .timeout_global(Some(limit))
            .build()
            .header("content-type", question.content_type)
            .header("accept", "application/json");
        if let Some(Header { name, before, secret }) = question.key {
            request = request.header(*name, format!("{before}{}", secret.expose()));
        }
        read_body(self.check_status(request.send(question.body))?, self.answer_bytes)
    }

    /// Returns the body at an address.
    pub(crate) fn get(&self, url: &str, limit: Duration) -> Result<Vec<u8>, HttpFailure> {
        let request = self.agent.get(url).config().timeout_global(Some(limit)).build();
        let answer = request.header("accept", "application/json").call();
        read_body(self.check_status(answer)?, self.answer_bytes)
    }

    /// Returns the HTTP agent, for callers that send requests of their own.
    pub(crate) fn agent(&self) -> &Agent {
        &self.agent
    }

    /// An answer whose status says that it is one.
    pub(crate) fn check_status(
        &self,
        answer: Result<Response<Body>, Error>,
    ) -> Result<Response<Body>, HttpFailure> {
        let answer = answer.map_err(classify_error)?;
        match answer.status().as_u16() {
            200..=299 => Ok(answer),
            300..=399 => Err(HttpFailure::Moved(new_host(answer.headers()))),
            status => Err(self.status_failure(status, answer)),
        }
    }

    fn status_failure(&self, status: u16, mut answer: Response<Body>) -> HttpFailure {
        let header = answer.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = header.and_then(|header| wait::retry_after(header, self.clock.now()));
        let body = answer.body_mut().with_config().limit(COMPLAINT_BYTES).lossy_utf8(true);
        let body = body.read_to_string().unwrap_or_default();
        let after = after.or_else(|| wait::retry_delay(&body));
        HttpFailure::Status { status, body, after }
    }
}

impl HttpFailure {
    /// Returns true if the request may succeed a little later.
    fn may_pass(&self) -> bool {
        match self {
            HttpFailure::Status { status: 429, .. } => !self.is_out_of_quota(),
            HttpFailure::Status { status: 408 | 500 | 502..=504 | 520..=529, .. } => {
                !self.is_too_large()
            }
            HttpFailure::Broken { passing, .. } => *passing,
            _ => false,
        }
    }

    /// The status of the answer, when there was one.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            HttpFailure::Status { status, .. } => Some(*status),
            _ => None,
        }
    }

    /// Time for which the service asked not to be called.
    pub(crate) fn asks_for(&self) -> Option<Duration> {
        match self {
            HttpFailure::Status { after, .. } => *after,
            _ => None,
        }
    }

    /// Returns true if waiting does not help because the quota is used up.
    pub(crate) fn is_out_of_quota(&self) -> bool {
        let says = ["billing", "credit balance", "exceeded your current quota"];
        match self {
            HttpFailure::Status { status: 402, .. } => true,
            HttpFailure::Status { status: 429, body, .. }
                if body.contains("insufficient_quota") =>
            {
                true
            }
            // Google says "exceeded your current quota" of limits by the minute as well, and then
            // names the time when there is more.
            HttpFailure::Status { status: 429, body, after } => {
                after.is_none() && contains_any(body, &says)
            }
            _ => false,
        }
    }

    /// Returns true if less text at once may be answered. Services say so in many ways, and one of
    /// them with a status that means that the service failed.
    pub(crate) fn is_too_large(&self) -> bool {
        let says = [
            "max_tokens_per_request",
            "context length",
            "context window",
            "max allowed tokens",
            "maximum allowed",
            "input token count",
            "input tokens",
            "too many tokens",
            "too many inputs",
            "token limit",
            "at most 100 requests",
            "batch size",
            "is too large to process",
            "input is too long",
            "larger than the max",
            "too many instances",
            "array too long",
            "array_above_max_length",
        ];
        match self {
            HttpFailure::Status { status: 413, .. } => true,
            HttpFailure::Status { status: 400 | 422 | 500, body, .. } => contains_any(body, &says),
            _ => false,
        }
    }
}

/// Returns true if `body` contains any of these words, which are in small letters.
pub(crate) fn contains_any(body: &str, any: &[&str]) -> bool {
    let body = body.to_ascii_lowercase();
    any.iter().any(|part| body.contains(part))
}

fn read_body(mut answer: Response<Body>, limit: u64) -> Result<Vec<u8>, HttpFailure> {
    answer.body_mut().with_config().limit(limit).read_to_vec().map_err(classify_error)
}

/// The host that a redirect points at; a path is one at the same host.
fn new_host(headers: &HeaderMap) -> String {
    let location = headers.get("location").and_then(|value| value.to_str().ok());
    let uri = location.and_then(|to| to.parse::<ureq::http::Uri>().ok());
    let host = uri.as_ref().and_then(|uri| uri.host());
    host.map_or_else(messages::elsewhere_at_host, str::to_owned)
}

/// Classifies `error`.
pub(crate) fn classify_error(error: Error) -> HttpFailure {
    match error {
        Error::Timeout(Timeout::Connect | Timeout::Resolve) => HttpFailure::Nobody,
        Error::Timeout(_) => HttpFailure::Late,
        Error::HostNotFound => HttpFailure::NoHost,
        Error::BodyExceedsLimit(_) => HttpFailure::Endless,
        Error::ConnectionFailed => HttpFailure::Nobody,
        Error::Io(error) => io_failure(&error),
        Error::Rustls(error) => HttpFailure::Untrusted(error.to_string()),
        Error::Protocol(error) => HttpFailure::Broken { why: error.to_string(), passing: true },
        Error::ConnectProxyFailed(why) => {
            HttpFailure::Broken { why: messages::proxy_said(&why), passing: false }
        }
        error => HttpFailure::Broken { why: error.to_string(), passing: false },
    }
}

fn io_failure(error: &io::Error) -> HttpFailure {
    use io::ErrorKind as Kind;
    let why = error.to_string();
    match error.kind() {
        Kind::ConnectionRefused | Kind::HostUnreachable | Kind::NetworkUnreachable => {
            HttpFailure::Nobody
        }
        Kind::TimedOut => HttpFailure::Late,
        Kind::ConnectionReset
        | Kind::ConnectionAborted
        | Kind::BrokenPipe
        | Kind::UnexpectedEof => HttpFailure::Broken { why, passing: true },
        // These two have no kind of their own.
        _ if why.contains("failed to lookup address") => HttpFailure::NoHost,
        _ if why.contains("certificate") => HttpFailure::Untrusted(why),
        _ => HttpFailure::Broken { why, passing: false },
    }
}

/// The certificates that this machine trusts, which may include its company's own; on a machine
/// that has none at all, such as a slim container, those that come with palimp.
pub fn root_certs() -> RootCerts {
    #[cfg(target_os = "linux")]
    {
        let found = openssl_probe::probe();
        if found.cert_file.is_none() && found.cert_dir.is_empty() {
            return RootCerts::WebPki;
        }
    }
    RootCerts::PlatformVerifier
}
