//! Forgetting one captured thing by its name: it alone goes, and what is made of it.

use palimp_core::pointer::Pointer;
use palimp_store::activity::{ActivityDb, CapturedItem};

use super::unfinished::Unfinished;
use super::{Burial, Found};
use crate::memory::{Error, Memory};
use crate::tombstones;

impl Memory {
    pub(super) fn would_forget_item(
        &self,
        item: &CapturedItem,
        db: Option<&ActivityDb>,
    ) -> Result<Found, Error> {
        let said =
            db.map(|db| db.find_item_matches(item, &self.agent)).transpose()?.unwrap_or_default();
        let found = Found { captured: said.counts(), said, ..Found::default() };
        match found.is_empty() {
            true => Err(Error::Refused(format!(
                "nothing has the id {}: `palimp recent` and `palimp search` show ids; hint: a text that is a \
                 number stands in quotes: palimp forget '\"18\"'",
                name(item)
            ))),
            false => Ok(found),
        }
    }

    pub(super) fn forget_item(
        &mut self,
        item: &CapturedItem,
        burial: Burial,
    ) -> Result<Found, Error> {
        let Burial { db, ring, now } = burial;
        let _writing = self.writing()?;
        let found = self.would_forget_item(item, Some(db))?;
        let key = tombstones::key(db, ring)?;
        let unfinished = Unfinished::begin(&self.home, &self.agent)?;
        db.forget_item(item, &self.agent, &key, now)?;
        self.forget_underived(db)?;
        self.leave_no_residue(db)?;
        unfinished.end();
        Ok(found)
    }
}

fn name(item: &CapturedItem) -> String {
    match item {
        CapturedItem::Observation(id) => format!("#{id}"),
        CapturedItem::Message(id) => format!("m{id}"),
        CapturedItem::Session(id) => Pointer::Session(id.clone()).to_string(),
    }
}
