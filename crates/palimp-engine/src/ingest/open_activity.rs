//! Opening what was captured in a home: to look something up, to change something, or to read a home
//! that must stay as it is.

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::activity::BusyPolicy;
use palimp_store::files::private_dir;
use palimp_store::spool::Spool;

use crate::error::Error;
use crate::ingest::capture;

pub use palimp_store::activity::{
    ActivityDb, ActivityPosition, ActivityStats, AgentAct, AgentDeed, Filter, SessionFilter,
};

/// Captured activity, as far as it can be read.
#[derive(Debug, Default)]
pub struct CapturedActivity {
    /// The database; none where nothing was ever captured.
    pub db: Option<ActivityDb>,
    /// Message on captures that are only in the spool, with their number and the reason; none if
    /// there are none.
    pub not_shown: Option<String>,
}

/// The database to look something up in, with the spool taken in. One that cannot be written is
/// read as it is.
///
/// # Errors
///
/// When it cannot be read either, in words that say what to do.
pub fn to_look_up(home: &HomePaths) -> Result<CapturedActivity, Error> {
    let Some(waits) = count_spooled(home)? else { return Ok(CapturedActivity::default()) };
    let path = home.activity_db();
    match open_and_drain(home) {
        Err(StoreError::Blocked { .. }) if waits > 0 && !path.exists() => {
            Ok(CapturedActivity::default())
        }
        Err(error @ StoreError::Blocked { .. }) => {
            let not_shown =
                || crate::messages::captures_hidden_by(crate::messages::captures(waits), &error);
            let not_shown = (waits > 0).then(not_shown);
            Ok(CapturedActivity { db: Some(ActivityDb::open_to_read(&path)?), not_shown })
        }
        opened => Ok(CapturedActivity { db: Some(opened?), not_shown: None }),
    }
}

/// The database of a home that must stay as it is: nothing is made, migrated, taken in or swept.
///
/// # Errors
///
/// When it cannot be read: it is damaged, or of a newer palimp.
pub fn to_read(home: &HomePaths) -> Result<CapturedActivity, Error> {
    let db = is_there(home)?.then(|| ActivityDb::open_to_read(&home.activity_db())).transpose()?;
    let not_shown = match Spool::new(home.spool_dir()).pending_files().len() {
        0 => None,
        waits => Some(crate::messages::captures_waiting(crate::messages::captures(waits))),
    };
    Ok(CapturedActivity { db, not_shown })
}

/// The database to be changed, with the spool taken in; none when nothing was ever captured.
///
/// # Errors
///
/// When it cannot be read or written.
pub fn to_change(home: &HomePaths) -> Result<Option<ActivityDb>, Error> {
    Ok(count_spooled(home)?.map(|_| open_and_drain(home)).transpose()?)
}

/// The database to note something in that nobody waits for: whoever holds it is waited for no longer
/// than a hook does.
///
/// # Errors
///
/// When there is none, or it cannot be written.
pub(crate) fn to_note(home: &HomePaths) -> Result<ActivityDb, StoreError> {
    let path = home.activity_db();
    match path.exists() {
        true => ActivityDb::open(&path, BusyPolicy::Hook),
        false => Err(StoreError::Missing(path)),
    }
}

/// The database to be changed, made where there is none.
///
/// # Errors
///
/// When it cannot be made, read or written.
pub fn or_new(home: &HomePaths) -> Result<ActivityDb, StoreError> {
    private_dir(home.root())?;
    open_and_drain(home)
}

/// Counts the captures in the spool; `None` if nothing was ever captured.
fn count_spooled(home: &HomePaths) -> Result<Option<usize>, Error> {
    let spool = Spool::new(home.spool_dir());
    spool.sweep();
    let waits = spool.pending_files().len();
    Ok((is_there(home)? || waits > 0).then_some(waits))
}

fn is_there(home: &HomePaths) -> Result<bool, Error> {
    let path = home.activity_db();
    path.try_exists().map_err(|error| {
        Error::Refused(crate::messages::home_not_readable(
            path.display(),
            palimp_core::message::io_reason(&error),
        ))
    })
}

fn open_and_drain(home: &HomePaths) -> Result<ActivityDb, StoreError> {
    let mut db = ActivityDb::open(&home.activity_db(), BusyPolicy::Command)?;
    capture::drain_spool(home, &mut db, None)?;
    Ok(db)
}
