//! Limits on sizes, times and numbers of connections.

use std::time::Duration;

/// Limits on sizes, times and numbers of connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeLimits {
    /// Bytes of a request's first line and headers, to the next power of two; 8 KiB at the least.
    pub head: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// Maximum time for a client to send the head of a request, and for its body.
    pub patience: Duration,
    /// Connections at one time. Keep it well below the number of files that a process may open.
    pub connections: usize,
    /// Maximum connections of clients that have not shown their credentials.
    pub strangers: usize,
    /// Maximum time for answers under way when the server shuts down.
    pub grace: Duration,
}

impl Default for ServeLimits {
    fn default() -> ServeLimits {
        ServeLimits {
            head: 64 << 10,
            body: 1 << 20,
            patience: Duration::from_secs(30),
            connections: 64,
            strangers: 24,
            grace: Duration::from_secs(1),
        }
    }
}
