//! Policy of a server: allowed hosts, origins and credentials, and limits.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::access::AccessControl;
use crate::limits::ServeLimits;
use crate::refusal::{RequestRefusal, wants_korean};

/// The names by which this machine calls itself. A page elsewhere whose name was made to lead here
/// does not know them.
const LOOPBACK_HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Policy of a server: allowed hosts, origins and credentials, and limits.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ServePolicy {
    /// The names that `Host` may have; with any port, since who forwards one from afar has another.
    pub hosts: Vec<String>,
    /// The pages that may ask.
    pub origins: AllowedOrigins,
    /// True if a page elsewhere, or a message, may lead a browser here by a link, though never by a
    /// form.
    pub linked: bool,
    /// True if pages are served over `https`: something in front of the server speaks TLS.
    pub secure: bool,
    /// Credentials that requests need.
    pub access: AccessControl,
    /// Limits on sizes, times and numbers of connections.
    pub limits: ServeLimits,
    /// Returns the response to a refused request, in the language and form that the head of the
    /// request asks for.
    pub refuse: fn(RequestRefusal, &HeaderMap) -> Response,
}

/// The pages that may ask. Programs other than browsers name none, and may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedOrigins {
    /// The server's own.
    Own,
    /// Those whose address has one of the policy's names, with any port.
    Local,
}

impl ServePolicy {
    /// For this machine alone: its own names, its own pages, and whoever `access` lets in.
    pub fn local_only(access: AccessControl) -> ServePolicy {
        ServePolicy {
            hosts: LOOPBACK_HOSTS.map(str::to_owned).to_vec(),
            origins: AllowedOrigins::Own,
            linked: false,
            secure: false,
            access,
            limits: ServeLimits::default(),
            refuse: |refusal, headers| refusal.to_response(wants_korean(headers)),
        }
    }
}
