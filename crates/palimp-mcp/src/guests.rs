//! Who is connected, and who has to go when there are too many.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// How many connections there are at the most, well below what a process may open on any system.
const MOST: usize = 64;

/// How many of them may belong to clients that have not shown the token.
const STRANGERS: usize = 24;

/// What is known of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guest {
    /// It has not shown the token.
    Stranger,
    /// It has, and rests, or has not sent all of its message.
    Known,
    /// Its message is being answered.
    Served,
}

/// The connections, the oldest first.
#[derive(Default)]
pub(crate) struct Guests(Mutex<Vec<(u64, Guest, AbortHandle)>>);

impl Guests {
    /// A stranger has come. Where there are too many of them, the oldest goes; where there are too
    /// many in all, the oldest that is not being served.
    pub(crate) fn comes(&self, number: u64, connection: AbortHandle) {
        let mut guests = self.all();
        guests.push((number, Guest::Stranger, connection));
        let strangers = guests.iter().filter(|(_, guest, _)| *guest == Guest::Stranger).count();
        let goes = match guests.len() > MOST {
            _ if strangers > STRANGERS => {
                guests.iter().position(|(_, guest, _)| *guest == Guest::Stranger)
            }
            true => guests.iter().position(|(_, guest, _)| *guest != Guest::Served),
            false => None,
        };
        if let Some(goes) = goes {
            guests.remove(goes).2.abort();
        }
    }

    /// More, or less, is known of a client.
    pub(crate) fn set(&self, number: u64, now: Guest) {
        let mut guests = self.all();
        guests.iter_mut().filter(|(other, ..)| *other == number).for_each(|it| it.1 = now);
    }

    /// It is gone.
    pub(crate) fn leaves(&self, number: u64) {
        self.all().retain(|(other, ..)| *other != number);
    }

    fn all(&self) -> MutexGuard<'_, Vec<(u64, Guest, AbortHandle)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
