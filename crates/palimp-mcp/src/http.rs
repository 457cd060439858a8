//! Streamable HTTP on loopback, for those who hold the token.
//!
//! No sessions are kept: every request says all that is needed to answer it, so that a client may
//! vanish, come back after a restart, or be one of many.
//!
//! Any program of this machine can connect, and leave it at that: connections are counted, and those
//! that only wait make room for whoever comes next ([`crate::guests`]).

use std::convert::Infallible;
use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, header};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Collected, Full, Limited};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use subtle::ConstantTimeEq;
use tokio::net::TcpStream;

use crate::MAX_MESSAGE;
use crate::guests::{Guest, Guests};
use crate::memory::Memory;
use crate::server::Server;

/// How many characters a token has at the least.
const MIN_TOKEN: usize = 16;

/// How long a client may take to send the head of a request, or its body.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long to wait when no connection can be taken, as when there are too many.
const PAUSE: Duration = Duration::from_millis(100);

/// The names by which this machine calls itself. A page elsewhere whose name was made to lead
/// here does not know them. Ports are free: who forwards one from afar has another.
const HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "::1"];
const ORIGINS: [&str; 3] = ["http://localhost:*", "http://127.0.0.1:*", "http://[::1]:*"];

/// Why a server cannot be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can be reached from elsewhere.
    #[error(
        "{0} can be reached from other machines; palimp serves this one alone: use 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    /// The token is easily guessed.
    #[error("the token is shorter than {MIN_TOKEN} characters; use a longer, random one")]
    WeakToken,
    /// The address cannot be listened on.
    #[error("cannot listen on {address} ({source}); is something else there? try another port")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The server could not go on.
    #[error("the server stopped: {0}")]
    Io(#[from] io::Error),
}

/// An address that is listened on, and nobody served yet.
#[derive(Debug)]
pub struct HttpServer {
    listener: TcpListener,
    address: SocketAddr,
    token: Vec<u8>,
    patience: Duration,
}

type Reply = Response<BoxBody<Bytes, Infallible>>;

impl HttpServer {
    /// Listens on `address`, which must be this machine's alone; port 0 takes a free one. Who
    /// wants to be served must know `token`.
    ///
    /// # Errors
    ///
    /// When other machines could reach the address, it is taken, or the token is too short.
    pub fn bind(address: SocketAddr, token: &str) -> Result<HttpServer, ServeError> {
        if !address.ip().to_canonical().is_loopback() {
            return Err(ServeError::NotLoopback(address));
        }
        if token.len() < MIN_TOKEN {
            return Err(ServeError::WeakToken);
        }
        let bind = || {
            let listener = TcpListener::bind(address)?;
            listener.set_nonblocking(true)?;
            Ok((listener.local_addr()?, listener))
        };
        let (address, listener) = bind().map_err(|source| ServeError::Bind { address, source })?;
        let (token, patience) = (token.as_bytes().to_vec(), PATIENCE);
        Ok(HttpServer { listener, address, token, patience })
    }

    /// The same server, which waits so long for the head of a request, and so long for its body,
    /// instead of half a minute.
    pub fn with_patience(self, patience: Duration) -> HttpServer {
        HttpServer { patience, ..self }
    }

    /// Where clients find the server.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// The address with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves `memory` until the process ends.
    ///
    /// # Errors
    ///
    /// When the system refuses what a server needs.
    pub fn serve(self, memory: impl Memory) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(self.accept(memory))?;
        Ok(())
    }

    async fn accept<M: Memory>(self, memory: M) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let (token, patience) = (self.token, self.patience);
        let guests = Arc::new(Guests::default());
        let door = Arc::new(Door { token, patience, guests, server: service(memory) });
        for number in 0_u64.. {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            let task = tokio::spawn(Arc::clone(&door).converse(stream, number));
            // One thread does all of this: the task has not begun yet.
            door.guests.comes(number, task.abort_handle());
        }
        Ok(())
    }
}

fn service<M: Memory>(memory: M) -> StreamableHttpService<Server<M>, NeverSessionManager> {
    let server = Server::new(memory);
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(HOSTS)
        .with_allowed_origins(ORIGINS)
        .enforce_origin_validation()
        .with_max_request_body_bytes(MAX_MESSAGE);
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

/// Lets in who knows the token.
struct Door<M: Memory> {
    token: Vec<u8>,
    patience: Duration,
    guests: Arc<Guests>,
    server: StreamableHttpService<Server<M>, NeverSessionManager>,
}

impl<M: Memory> Door<M> {
    /// Answers the requests of one connection until it ends.
    async fn converse(self: Arc<Self>, stream: TcpStream, number: u64) {
        // Answers are small and somebody waits for each.
        let _ = stream.set_nodelay(true);
        let door = Arc::clone(&self);
        let answer = service_fn(move |request: Request<Incoming>| {
            let door = Arc::clone(&door);
            async move { Ok::<_, Infallible>(door.answer(request, number).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.patience)
            .serve_connection(TokioIo::new(stream), answer);
        // A client that hangs up in the middle is no matter of ours.
        drop(connection.await);
        self.guests.leaves(number);
    }

    async fn answer(&self, request: Request<Incoming>, number: u64) -> Reply {
        if !matches!(request.uri().path(), "/mcp" | "/") {
            return refuse(StatusCode::NOT_FOUND, "palimp serves /mcp");
        }
        if request.method() == Method::OPTIONS || !self.knows_token(&request) {
            let mut reply = refuse(
                StatusCode::UNAUTHORIZED,
                "send `Authorization: Bearer` with palimp's token",
            );
            let bearer = header::HeaderValue::from_static("Bearer");
            reply.headers_mut().insert(header::WWW_AUTHENTICATE, bearer);
            return reply;
        }
        self.guests.set(number, Guest::Known);
        let is_json = request.headers().get(header::CONTENT_TYPE).is_some_and(|kind| {
            kind.as_bytes().to_ascii_lowercase().starts_with(b"application/json")
        });
        if request.method() != Method::POST || !is_json {
            return self.server.handle(request).await;
        }
        let (head, body) = request.into_parts();
        let body = match self.whole(body).await {
            Ok(body) => body,
            Err(reply) => return reply,
        };
        if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(&body) {
            return not_json(&error);
        }
        self.guests.set(number, Guest::Served);
        let reply = self.server.handle(Request::from_parts(head, Full::new(body))).await;
        self.guests.set(number, Guest::Known);
        reply
    }

    /// A message, if all of it comes in time.
    async fn whole(&self, body: Incoming) -> Result<Bytes, Reply> {
        let read = Limited::new(body, MAX_MESSAGE).collect();
        let Ok(read) = tokio::time::timeout(self.patience, read).await else {
            return Err(refuse(StatusCode::REQUEST_TIMEOUT, "the message did not come in time"));
        };
        let too_long = "the message is too long, or was cut off";
        read.map(Collected::to_bytes).map_err(|_| refuse(StatusCode::PAYLOAD_TOO_LARGE, too_long))
    }

    fn knows_token(&self, request: &Request<Incoming>) -> bool {
        let given = request.headers().get(header::AUTHORIZATION).map(|it| it.as_bytes());
        let token = given
            .and_then(|it| it.split_at_checked("Bearer ".len()))
            .and_then(|(scheme, token)| scheme.eq_ignore_ascii_case(b"Bearer ").then_some(token));
        // How long the comparison takes must not tell how much of a guess was right.
        token.is_some_and(|token| token.trim_ascii().ct_eq(&self.token).into())
    }
}

/// The answer to a body that is no JSON, as the protocol words it.
fn not_json(error: &serde_json::Error) -> Reply {
    let error = ErrorData::parse_error(format!("this is not JSON: {error}"), None);
    let body = serde_json::to_vec(&ServerJsonRpcMessage::error(error, None)).unwrap_or_default();
    let mut reply = Response::new(Full::new(Bytes::from(body)).boxed());
    *reply.status_mut() = StatusCode::BAD_REQUEST;
    let json = header::HeaderValue::from_static("application/json");
    reply.headers_mut().insert(header::CONTENT_TYPE, json);
    reply
}

fn refuse(status: StatusCode, why: &'static str) -> Reply {
    let mut reply = Response::new(Full::new(Bytes::from_static(why.as_bytes())).boxed());
    *reply.status_mut() = status;
    reply
}
