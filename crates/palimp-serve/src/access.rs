//! Credentials that requests need.

use crate::session::Sessions;
use crate::token::AccessToken;

/// Credentials that requests need.
#[derive(Clone, Debug)]
pub enum AccessControl {
    /// A token in every request, `Authorization: Bearer`, as programs send it.
    Bearer(AccessToken),
    /// A cookie, got from an address that works once, as browsers send it.
    Session(Sessions),
    /// Requirements of the routes, which check each request themselves. For a server with many
    /// users, each with a token of their own.
    Routes,
}
