//! A web server for the programs and the person of one machine.
//!
//! Whoever has routes ([`Router`]) hands them to [`serve`] with a [`ServePolicy`], and a handler is then
//! called only for those who may ask:
//!
//! | asked | refused | by |
//! |---|---|---|
//! | where it listens | an address that other machines reach | [`Listener::bind`] |
//! | `Host` | every name but this machine's own, whatever it was made to lead to | [`ServePolicy::hosts`] |
//! | `Origin`, `Sec-Fetch-Site` | pages of others | [`ServePolicy::origins`] |
//! | who asks | those without a token, or without a session | [`AccessControl`] |
//! | what changes something | a form that no page of this session held | [`FormToken`] |
//! | how much, how slowly, how many | what is beyond the [`ServeLimits`] | [`ServeLimits`] |
//!
//! Every answer carries the headers that keep a page to itself, and a refusal is one of a few fixed
//! texts: nothing that was sent comes back in it. Nothing is printed and nothing is logged.
//!
//! The server runs in a small runtime of its own, so that nothing else needs to know of async code.
//! A handler that waits for a disk or a database does so in a task for blocking work.
//! `examples/page.rs` is a page with a form.

mod access;
mod connections;
mod error;
mod guard;
mod headers;
mod limits;
mod listener;
mod messages;
mod origin;
mod policy;
mod refusal;
mod serve;
mod session;
mod token;

pub use access::AccessControl;
pub use axum::{Router, body, extract, http, response, routing};
pub use error::ServeError;
pub use limits::ServeLimits;
pub use listener::{ByteStream, HandshakeFuture, Listener, TransportSecurity};
pub use policy::{AllowedOrigins, ServePolicy};
pub use refusal::{RequestRefusal, preferred_language};
pub use serve::{asked_to_end, serve};
pub use session::{FormToken, Sessions};
pub use token::AccessToken;
