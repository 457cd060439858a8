//! What those who ask must know.

use crate::session::Sessions;
use crate::token::AccessToken;

/// What those who ask must know.
#[derive(Clone, Debug)]
pub enum AccessControl {
    /// A token in every request, `Authorization: Bearer`, as programs send it.
    Bearer(AccessToken),
    /// A cookie, got from an address that works once, as browsers send it.
    Session(Sessions),
    /// What the routes want to know: they look at each request themselves. For a server that has many users, each with
    /// a token of her own.
    Routes,
}
