//! Connections to PostgreSQL, a few at a time. Whoever asks one for something begins as a [`Tenant`](crate::tenant).

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use postgres::Client;

use crate::address::DatabaseAddress;
use crate::error::Error;

/// Maximum time to wait for a connection that others use.
const CONNECTION_WAIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Maximum time for a server to answer a new connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);

/// Connections that are open, and how many more may be.
pub struct Pool {
    address: DatabaseAddress,
    state: Mutex<PoolState>,
    freed: Condvar,
}

struct PoolState {
    idle: Vec<Client>,
    /// Number of connections that may still be opened.
    room: usize,
}

impl Pool {
    /// Connections to the database at `url` (`postgres://…` or `host=…`), at most `most` at a time. None is opened yet.
    ///
    /// # Errors
    ///
    /// When the address is none.
    pub fn new(url: &str, most: usize) -> Result<Pool, Error> {
        let mut address = DatabaseAddress::parse(url)?;
        address.config_mut().connect_timeout(CONNECT_TIMEOUT);
        let state = Mutex::new(PoolState { idle: Vec::new(), room: most.max(1) });
        Ok(Pool { address, state, freed: Condvar::new() })
    }

    /// Lets `work` have a connection. One that broke, or that `work` left in the middle of something, is not used again.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached, or not in time, and what `work` fails with.
    pub fn with_connection<T>(
        &self,
        work: impl FnOnce(&mut Client) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut lent = PooledConnection { pool: self, client: Some(self.acquire()?) };
        let done = work(lent.client.as_mut().ok_or(Error::Busy)?);
        if done.as_ref().is_err_and(Error::is_broken) {
            lent.client = None;
        }
        done
    }

    fn acquire(&self) -> Result<Client, Error> {
        let mut state = self.lock_state();
        loop {
            while let Some(client) = state.idle.pop() {
                if !client.is_closed() {
                    return Ok(client);
                }
                state.room += 1;
            }
            if state.room > 0 {
                state.room -= 1;
                drop(state);
                return self.address.connect().map_err(|error| {
                    self.give_back(None);
                    Error::Database(error)
                });
            }
            let waited = self.freed.wait_timeout(state, CONNECTION_WAIT_TIMEOUT);
            let (again, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
            if timeout.timed_out() {
                return Err(Error::Busy);
            }
            state = again;
        }
    }

    fn give_back(&self, client: Option<Client>) {
        let mut state = self.lock_state();
        match client.filter(|client| !client.is_closed()) {
            Some(client) => state.idle.push(client),
            None => state.room += 1,
        }
        drop(state);
        self.freed.notify_one();
    }

    fn lock_state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that comes back, whatever happens to who has it.
struct PooledConnection<'a> {
    pool: &'a Pool,
    client: Option<Client>,
}

impl Drop for PooledConnection<'_> {
    fn drop(&mut self) {
        // A panic may have left it in the middle of something.
        let client = self.client.take().filter(|_| !std::thread::panicking());
        self.pool.give_back(client);
    }
}
