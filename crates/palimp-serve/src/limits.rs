//! How much, how slowly, how many.

use std::time::Duration;

/// How much and how slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeLimits {
    /// Bytes of a request's first line and headers, to the next power of two; 8 KiB at the least.
    pub head: usize,
    /// Bytes of a request's body.
    pub body: usize,
    /// How long a client may take to send the head of a request, and how long to send its body.
    pub patience: Duration,
    /// Connections at one time. Keep it well below the number of files that a process may open.
    pub connections: usize,
    /// How many of them may belong to clients that have not shown what they must know.
    pub strangers: usize,
    /// How long answers that are under way may take when the server is to end.
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
