//! Connections, and the choice of which one is closed when there are too many.
//!
//! Any program of this machine can connect, and leave it at that: connections are counted, and
//! those that only wait make room for the next.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

use crate::limits::ServeLimits;

/// State of a connected client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ClientConnection {
    /// It has not shown what it must know.
    Stranger,
    /// It has, and rests, or has not sent all of its request.
    Known,
    /// Its request is being answered.
    Served,
}

/// The connections, the oldest first.
pub(crate) struct Connections {
    limits: ServeLimits,
    all: Mutex<Vec<(u64, ClientConnection, AbortHandle)>>,
}

/// A connection's place among them, as long as anybody has it.
#[derive(Clone)]
pub(crate) struct ConnectionGuard(Arc<ConnectionSlot>);

struct ConnectionSlot {
    guests: Arc<Connections>,
    number: u64,
}

impl Connections {
    pub(crate) fn new(limits: ServeLimits) -> Connections {
        Connections { limits, all: Mutex::default() }
    }

    /// A stranger has come. Where there are too many of them, the oldest goes; where there are too
    /// many in all, the oldest that is not being served.
    pub(crate) fn add_connection(&self, number: u64, connection: AbortHandle) {
        let mut guests = self.lock_all();
        guests.push((number, ClientConnection::Stranger, connection));
        let strangers =
            guests.iter().filter(|(_, guest, _)| *guest == ClientConnection::Stranger).count();
        let goes = match guests.len() > self.limits.connections {
            _ if strangers > self.limits.strangers => {
                guests.iter().position(|(_, guest, _)| *guest == ClientConnection::Stranger)
            }
            true => guests.iter().position(|(_, guest, _)| *guest != ClientConnection::Served),
            false => None,
        };
        if let Some(goes) = goes {
            guests.remove(goes).2.abort();
        }
    }

    fn lock_all(&self) -> MutexGuard<'_, Vec<(u64, ClientConnection, AbortHandle)>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ConnectionGuard {
    pub(crate) fn for_connection(guests: &Arc<Connections>, number: u64) -> ConnectionGuard {
        ConnectionGuard(Arc::new(ConnectionSlot { guests: Arc::clone(guests), number }))
    }

    /// More, or less, is known of the client.
    pub(crate) fn set_state(&self, now: ClientConnection) {
        let mut guests = self.0.guests.lock_all();
        guests.iter_mut().filter(|(other, ..)| *other == self.0.number).for_each(|it| it.1 = now);
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.guests.lock_all().retain(|(other, ..)| *other != self.number);
    }
}
