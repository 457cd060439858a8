//! Errors of a server that cannot start or go on.

use std::io;
use std::net::SocketAddr;

use palimp_core::message::io_reason;

use crate::messages;

/// Minimum bytes of a token.
pub(crate) const MIN_TOKEN_BYTES: usize = 16;

/// Reason for which a server cannot be started, or could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can be reached from elsewhere.
    #[error("{}", messages::address_not_local(.0))]
    NotLoopback(SocketAddr),
    /// The token is easily guessed.
    #[error("{}", messages::token_too_short(MIN_TOKEN_BYTES))]
    WeakToken,
    /// The address cannot be listened on.
    #[error("{}", messages::listen_failed(.address, io_reason(.source)))]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Error of the system.
        source: io::Error,
    },
    /// The server could not go on.
    #[error("{}", messages::server_stopped(io_reason(.0)))]
    Io(#[from] io::Error),
}
