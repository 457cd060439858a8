//! Who may ask, from where, how much and how slowly.

use axum::http::HeaderMap;
use axum::response::Response;

use crate::access::Access;
use crate::limits::Limits;
use crate::refusal::{Refusal, wants_korean};

/// The names by which this machine calls itself. A page elsewhere whose name was made to lead here
/// does not know them.
const HOSTS: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who may ask, from where, how much and how slowly.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Policy {
    /// The names that `Host` may have; with any port, since who forwards one from afar has another.
    pub hosts: Vec<String>,
    /// The pages that may ask.
    pub origins: Origins,
    /// Whether a page elsewhere, or a message, may lead a browser here by a link. A form of theirs may not.
    pub linked: bool,
    /// Whether pages come by `https`: something in front of the server speaks TLS.
    pub secure: bool,
    /// What those who ask must know.
    pub access: Access,
    /// How much and how slowly.
    pub limits: Limits,
    /// What is answered to those who are refused, by what their request's head says of the language
    /// and form that they want.
    pub refuse: fn(Refusal, &HeaderMap) -> Response,
}

/// The pages that may ask. Programs other than browsers name none, and may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origins {
    /// The server's own.
    Own,
    /// Those whose address has one of the policy's names, with any port.
    Local,
}

impl Policy {
    /// For this machine alone: its own names, its own pages, and whoever `access` lets in.
    pub fn local(access: Access) -> Policy {
        Policy {
            hosts: HOSTS.map(str::to_owned).to_vec(),
            origins: Origins::Own,
            linked: false,
            secure: false,
            access,
            limits: Limits::default(),
            refuse: |refusal, headers| refusal.answer(wants_korean(headers)),
        }
    }
}
