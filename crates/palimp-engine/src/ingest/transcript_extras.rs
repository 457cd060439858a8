//! Captures what an agent said besides its answers, which only its client's transcript contains:
//! the steps in which it explains something, its plans, and the summaries of compacted
//! conversations.

use palimp_core::HookEvent;
use palimp_core::activity::{Capture, SessionRef};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;

use crate::home::project_discovery::ProjectLocation;
use crate::ingest::capture::{self, CaptureContext};

/// Imports the `extras` that are newer than the last stored text of the model in `session`; returns
/// their number. Extras without a time are dated now.
///
/// # Errors
///
/// When the database cannot be read or written.
pub(crate) fn import_extras(
    db: &mut ActivityDb,
    session: &SessionRef,
    extras: &[HookEvent],
    setting: &CaptureContext,
) -> Result<usize, StoreError> {
    if extras.is_empty() {
        return Ok(0);
    }
    let until = db.heard_until(&session.id)?.unwrap_or(i64::MIN);
    let nowhere = ProjectLocation::without_directory("");
    let new = extras.iter().filter(|extra| extra.at.is_none_or(|at| at > until));
    let captures = new.map(|extra| {
        let setting = CaptureContext { now: extra.at.unwrap_or(setting.now), ..setting.clone() };
        capture::build_capture(extra, &[], session.clone(), &nowhere, &setting)
    });
    let captures: Vec<Capture> = captures.filter(|it| !it.entries.is_empty()).collect();
    match captures.is_empty() {
        true => Ok(0),
        false => Ok(db.apply_all(&captures)?.messages),
    }
}
