//! Errors of a server that cannot start or go on.

use std::io;
use std::net::SocketAddr;

/// Minimum bytes of a token.
pub(crate) const MIN_TOKEN_BYTES: usize = 16;

/// Reason for which a server cannot be started, or could not go on.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address can be reached from elsewhere.
    #[error(
        "{0} can be reached from other machines; palimp serves this one alone: use 127.0.0.1 or [::1]"
    )]
    NotLoopback(SocketAddr),
    /// The token is easily guessed.
    #[error("the token is shorter than {MIN_TOKEN_BYTES} characters; use a longer, random one")]
    WeakToken,
    /// The address cannot be listened on.
    #[error("cannot listen on {address} ({source}); is something else there? try another port")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Error of the system.
        source: io::Error,
    },
    /// The server could not go on.
    #[error("the server stopped: {0}")]
    Io(#[from] io::Error),
}
