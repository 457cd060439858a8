//! Commits and decision records that say what is to be forgotten go from the index, and so do repositories
//! that are called so. git keeps them; the tombstones keep them from coming back.

use palimp_core::forget_query::ForgetQuery;
use palimp_core::pointer::Pointer;
use palimp_store::index::{DocumentSource, IndexDb, IndexedRepository};

use crate::retrieval::index_sync::{Error, IndexSync};

impl IndexSync {
    /// Returns the names of what would go: `c:979fa9b` of a commit, the path of a record.
    pub(crate) fn history_saying(&self, wanted: &ForgetQuery) -> Vec<String> {
        let Ok(Some(index)) = IndexDb::open_to_read(&self.index_path()) else { return Vec::new() };
        let found = index.history_saying(&|text| wanted.is_in(text)).unwrap_or_default();
        let mut names: Vec<String> = found
            .into_iter()
            .map(|(source, path, _)| match source {
                DocumentSource::Commit => Pointer::to_commit(&path).to_string(),
                _ => path,
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Takes them out of the index, where there is one.
    pub(crate) fn forget_history(&mut self, wanted: &ForgetQuery) -> Result<(), Error> {
        if !self.index_path().exists() {
            return Ok(());
        }
        self.with_sound_index(&mut |memory| {
            let index = memory.open_index()?;
            let gone = index.history_saying(&|text| wanted.is_in(text))?;
            let named =
                |it: &IndexedRepository| wanted.is_in(&it.project) || wanted.is_in(&it.root);
            let repositories: Vec<u32> =
                index.repositories()?.iter().filter(|it| named(it)).map(|it| it.id).collect();
            if gone.is_empty() && repositories.is_empty() {
                return Ok(());
            }
            let mut writer = index.writer()?;
            for id in repositories {
                writer.remove_repository(id)?;
            }
            for (source, path, repository) in gone {
                writer.remove_of(source, &path, repository)?;
            }
            Ok(writer.commit()?)
        })
    }
}
