//! Streamable HTTP on loopback, for those who hold the token.
//!
//! No sessions are kept: every request says all that is needed to answer it, so that a client may
//! vanish, come back after a restart, or be one of many. Who is let in is `palimp-serve`'s to say.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use palimp_serve::body::{Body, Bytes, to_bytes};
use palimp_serve::extract::Request;
use palimp_serve::http::{Method, StatusCode, header};
use palimp_serve::response::{IntoResponse, Response};
use palimp_serve::{
    AccessControl, AccessToken, AllowedOrigins, Listener, Router, ServeError, ServePolicy, routing,
};
use rmcp::model::{ErrorData, ServerJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};

use crate::MAX_MESSAGE_BYTES;
use crate::memory::MemoryBackend;
use crate::server::McpServer;

/// A bound HTTP server that does not serve yet.
#[derive(Debug)]
pub struct HttpServer {
    listener: Listener,
    policy: ServePolicy,
}

impl HttpServer {
    /// Listens on `address`, which must be this machine's alone; port 0 takes a free one. Who
    /// wants to be served must know `token`.
    ///
    /// # Errors
    ///
    /// When other machines could reach the address, it is taken, or the token is too short.
    pub fn bind(address: SocketAddr, token: &str) -> Result<HttpServer, ServeError> {
        let listener = Listener::bind(address)?;
        let mut policy = ServePolicy::local_only(AccessControl::Bearer(AccessToken::new(token)?));
        policy.origins = AllowedOrigins::Local;
        policy.limits.body = MAX_MESSAGE_BYTES;
        Ok(HttpServer { listener, policy })
    }

    /// Sets the timeout for the head of a request, and for its body; the default is half a minute.
    pub fn with_patience(mut self, patience: Duration) -> HttpServer {
        self.policy.limits.patience = patience;
        self
    }

    /// Returns the URL of the server.
    pub fn url(&self) -> String {
        format!("http://{}/mcp", self.address())
    }

    /// The address with the port that was taken.
    pub fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// Serves `memory` until the process ends.
    ///
    /// # Errors
    ///
    /// When the system refuses the resources of a server.
    pub fn serve(self, memory: impl MemoryBackend) -> Result<(), ServeError> {
        self.serve_until(memory, std::future::pending())
    }

    /// Serves `memory` until `shutdown` is done.
    ///
    /// # Errors
    ///
    /// When the system refuses the resources of a server.
    pub fn serve_until(
        self,
        memory: impl MemoryBackend,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        let service = build_service(memory);
        let answer = move |request| answer_request(service.clone(), request);
        let router = Router::new().route("/mcp", routing::any(answer.clone()));
        let router = router.route("/", routing::any(answer));
        palimp_serve::serve(self.listener, self.policy, router, shutdown)
    }
}

/// Answers one request over `memory`, which is its asker's view: for a server that has many users. Who is let in,
/// by which name and from which page, that server has looked at.
pub async fn answer_one(memory: impl MemoryBackend, request: Request) -> Response {
    answer_request(
        service_with(memory, StreamableHttpServerConfig::default().disable_allowed_hosts()),
        request,
    )
    .await
}

type HttpService<M> = StreamableHttpService<McpServer<M>, NeverSessionManager>;

fn build_service<M: MemoryBackend>(memory: M) -> HttpService<M> {
    service_with(memory, StreamableHttpServerConfig::default())
}

fn service_with<M: MemoryBackend>(memory: M, config: StreamableHttpServerConfig) -> HttpService<M> {
    let server = McpServer::new(memory);
    let config = config
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_max_request_body_bytes(MAX_MESSAGE_BYTES);
    StreamableHttpService::new(move || Ok(server.clone()), Arc::default(), config)
}

async fn answer_request<M: MemoryBackend>(service: HttpService<M>, request: Request) -> Response {
    let is_json = request
        .headers()
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().to_ascii_lowercase().starts_with(b"application/json"));
    if request.method() != Method::POST || !is_json {
        return service.handle(request).await.into_response();
    }
    let (head, body) = request.into_parts();
    // All of it is there already, and no longer than a message may be.
    let body: Bytes = to_bytes(body, MAX_MESSAGE_BYTES).await.unwrap_or_default();
    if let Err(error) = serde_json::from_slice::<serde::de::IgnoredAny>(&body) {
        return not_json(&error);
    }
    service.handle(Request::from_parts(head, Body::from(body))).await.into_response()
}

/// The answer to a body that is no JSON, as the protocol words it.
fn not_json(error: &serde_json::Error) -> Response {
    let error = ErrorData::parse_error(format!("this is not JSON: {error}"), None);
    let body = serde_json::to_vec(&ServerJsonRpcMessage::error(error, None)).unwrap_or_default();
    (StatusCode::BAD_REQUEST, [(header::CONTENT_TYPE, "application/json")], body).into_response()
}
