//! Facts that teams and organisations serve, in the index.

use std::collections::HashMap;

use palimp_core::home::HomePaths;
use palimp_store::StoreError;
use palimp_store::index::{DocumentSource, DocumentStamp, IndexDb};

use crate::retrieval::indexing::{Changes, Chunker};
use crate::sharing::teams::{self, AllServedFacts};

/// True if the facts in the index differ from the served facts.
pub(crate) fn is_behind(home: &HomePaths, index: &IndexDb) -> Result<bool, StoreError> {
    Ok(index.teams()? != teams::read_stamp(home))
}

/// Brings the facts in the index to what is served. In one transaction, so that no question sees half
/// of it.
pub(crate) fn index_served_facts(
    home: &HomePaths,
    index: &mut IndexDb,
    cutter: &Chunker,
) -> Result<Changes, StoreError> {
    let stamp = teams::read_stamp(home);
    let day = stamp.split(' ').next().and_then(|day| day.parse().ok()).unwrap_or_default();
    let served = AllServedFacts::read(home);
    let known = index.documents(DocumentSource::Team)?;
    let mut gone: HashMap<&str, DocumentStamp> =
        known.iter().map(|it| (it.path.as_str(), it.stamp)).collect();
    let mut writer = index.writer()?;
    if let Some(embedder) = cutter.embedder {
        writer.set_space(embedder.space())?;
    }
    let mut changes = Changes::default();
    for row in served.rows(day) {
        let hash = row.content_hash();
        if gone.remove(row.shown.as_str()).is_some_and(|stamp| stamp.hash == hash) {
            continue;
        }
        if let Some((document, text)) = row.to_document() {
            let entries = cutter.chunk_fact(&document, &text);
            writer.put_document(&document, entries)?;
            changes.written += 1;
        }
    }
    for path in gone.into_keys() {
        changes.removed += usize::from(writer.remove_document(DocumentSource::Team, path)?);
    }
    writer.commit()?;
    // What is told no more cannot be read in the file either. Where there was nothing to do, somebody did it who may
    // have been killed before this.
    if changes.removed > 0 || changes.written == 0 {
        index.scrub()?;
    }
    index.set_teams(&stamp)?;
    Ok(changes)
}
