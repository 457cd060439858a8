//! Forgetting one captured thing by its name: it alone goes, and what is made of it.

use palimp_core::pointer::Pointer;
use palimp_store::activity::{ActivityDb, CapturedItem, MatchingRows};

use super::unfinished::ForgetMarker;
use super::{ForgetContext, ForgetMatches};
use crate::home::tombstones;
use crate::retrieval::memory::{AgentMemory, Error};

impl AgentMemory {
    pub(super) fn would_forget_item(
        &self,
        item: &CapturedItem,
        db: Option<&ActivityDb>,
    ) -> Result<ForgetMatches, Error> {
        let said =
            db.map(|db| db.find_item_matches(item, &self.agent)).transpose()?.unwrap_or_default();
        let found = ForgetMatches { captured: said.counts(), said, ..ForgetMatches::default() };
        match found.is_empty() {
            true => Err(Error::Refused(crate::messages::nothing_with_id(item_name(item)))),
            false => Ok(found),
        }
    }

    pub(super) fn forget_item(
        &mut self,
        item: &CapturedItem,
        burial: ForgetContext,
    ) -> Result<ForgetMatches, Error> {
        let ForgetContext { db, ring, now } = burial;
        let _writing = self.lock_writing()?;
        let found = self.would_forget_item(item, Some(db))?;
        let key = tombstones::key_for_new(db, ring)?;
        let unfinished = ForgetMarker::create(&self.home, &self.agent)?;
        db.forget_item(item, &self.agent, &key, now)?;
        self.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(found)
    }
}

impl AgentMemory {
    /// Forgets sessions with everything captured in them; returns how many there were. A session
    /// that is not there is passed over.
    ///
    /// # Errors
    ///
    /// When the home cannot be locked, or something cannot be removed.
    pub fn forget_sessions(
        &mut self,
        ids: &[String],
        burial: ForgetContext,
    ) -> Result<usize, Error> {
        let ForgetContext { db, ring, now } = burial;
        let _writing = self.lock_writing()?;
        let key = tombstones::key_for_new(db, ring)?;
        let unfinished = ForgetMarker::create(&self.home, &self.agent)?;
        let mut forgotten = 0;
        for id in ids {
            let item = CapturedItem::Session(id.clone());
            let found = db.find_item_matches(&item, &self.agent)?;
            if found == MatchingRows::default() {
                continue;
            }
            db.forget_item(&item, &self.agent, &key, now)?;
            forgotten += 1;
        }
        self.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(forgotten)
    }
}

fn item_name(item: &CapturedItem) -> String {
    match item {
        CapturedItem::Observation(id) => format!("#{id}"),
        CapturedItem::Message(id) => format!("m{id}"),
        CapturedItem::Session(id) => Pointer::Session(id.clone()).to_string(),
    }
}
