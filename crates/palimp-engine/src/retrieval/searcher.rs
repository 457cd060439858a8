//! Searches an agent's index, after a sync or as it is.

use jiff::tz::TimeZone;
use palimp_core::author::AuthorKind;
use palimp_core::embed::Embedder;
use palimp_core::text::prefix;
use palimp_store::activity::ActivityDb;
use palimp_vault::VaultError;

use crate::error::Error;
use crate::retrieval::index_sync::{IndexSync, StageProgress};
use crate::retrieval::recall::{self, PreparedQuery, QueryModels, SearchOptions, SearchResults};
use crate::retrieval::team_conflicts;
use crate::sharing::teams::ProjectsHere;

/// Maximum length of a query, in characters; the rest is ignored.
pub(crate) const MAX_QUERY_CHARS: usize = 4_000;

/// Searches an agent's notes, conversations and repositories.
pub struct Searcher<'m> {
    pub(crate) sync: &'m mut IndexSync,
}

impl IndexSync {
    /// Returns the search over the index.
    pub fn searcher(&mut self) -> Searcher<'_> {
        Searcher { sync: self }
    }
}

impl Searcher<'_> {
    /// Searches notes, observations and messages according to `options`; `db` is the activity
    /// database, if there is one.
    pub fn search(
        &mut self,
        text: &str,
        options: &SearchOptions,
        db: Option<&ActivityDb>,
        progress: StageProgress,
    ) -> Result<SearchResults, Error> {
        let mut answer = SearchResults::default();
        // What tools did is nobody's but theirs.
        if options.observations
            && options.author.is_none_or(|author| author == AuthorKind::Tool)
            && let Some(db) = db
        {
            recall::search_observations(db, prefix(text, MAX_QUERY_CHARS), options, &mut answer)?;
        }
        let found = match self.has_something(options, db) {
            Ok(true) => self.search_index(text, options, db, &mut answer, progress),
            other => other.map(|_| ()),
        };
        match found {
            // What was captured is still found.
            Err(Error::Vault(error @ VaultError::NoVault(_))) => {
                answer.notes.push(error.to_string());
            }
            found => found?,
        }
        answer.rank_and_truncate(options.limit, &options.here_name);
        self.sync.notes.date_hits(text, &mut answer);
        answer.in_zone(&TimeZone::system());
        team_conflicts::mark_conflicts(&mut answer.hits);
        self.sync.notes.look_at_code(options, &mut answer);
        Ok(answer)
    }

    /// Returns true if there is an index to search, or content to build one.
    fn has_something(
        &self,
        options: &SearchOptions,
        db: Option<&ActivityDb>,
    ) -> Result<bool, Error> {
        if !(options.notes || options.messages || options.commits || options.records) {
            return Ok(false);
        }
        Ok((options.messages && db.is_some()) || self.sync.has_notes()?)
    }

    fn search_index(
        &mut self,
        text: &str,
        options: &SearchOptions,
        db: Option<&ActivityDb>,
        answer: &mut SearchResults,
        progress: StageProgress,
    ) -> Result<(), Error> {
        let found = self.sync.with_readable_index(&mut |sync| {
            let mut found = SearchResults::default();
            if options.notes {
                sync.sync_index(progress)?;
            }
            if options.messages
                && let Some(db) = db
            {
                sync.follow_conversations(db, progress)?;
            }
            found.notes.extend(sync.embed_little(progress)?);
            sync.searcher().query_index(text, &recall::widen_limit(options), &mut found)?;
            if let Some(db) = db {
                recall::of_sessions(db, &options.filter, &mut found)?;
            }
            Ok(found)
        })?;
        answer.add_hits(found.tier, found.hits);
        answer.notes.extend(found.notes);
        answer.notes.extend(self.sync.notes.complaints());
        Ok(())
    }

    /// Searches the index as it is, without a sync.
    pub fn search_unsynced(
        &mut self,
        text: &str,
        options: &SearchOptions,
    ) -> Result<SearchResults, Error> {
        let mut answer = SearchResults::default();
        self.query_index(text, options, &mut answer)?;
        answer.rank_and_truncate(options.limit, &options.here_name);
        Ok(answer)
    }

    fn query_index(
        &mut self,
        text: &str,
        options: &SearchOptions,
        answer: &mut SearchResults,
    ) -> Result<(), Error> {
        let text = prefix(text, MAX_QUERY_CHARS);
        let documents = self.documents_with(&options.labels)?;
        let (notes, models, index) = self.sync.open_parts()?;
        let here = ProjectsHere::for_directory(&notes.home, &options.tree);
        let fits = |embedder: &&dyn Embedder| {
            index
                .vector_space()
                .ok()
                .flatten()
                .is_some_and(|space| space == embedder.space().to_string())
        };
        let sense = QueryModels {
            embedder: models.embedder.as_deref().filter(fits),
            thesaurus: models.thesaurus.as_deref(),
            weights: (notes.settings.search.vector_weight, notes.settings.search.text_weight),
        };
        let (question, complaint) = PreparedQuery::new(text, &sense);
        let strange = models.embedder.as_deref().filter(|_| sense.embedder.is_none());
        let mut reader = index.reader()?;
        let strange = strange.filter(|_| reader.chunk_count() > 0).map(|embedder| {
            let space = embedder.space();
            crate::messages::vectors_missing(space)
        });
        answer.notes.extend(models.complaint.clone().or(complaint).or(strange));
        let asked = [
            (options.notes, recall::HitSource::Notes),
            (options.messages, recall::HitSource::Messages),
            (options.commits, recall::HitSource::Commits),
            (options.records && !options.commits, recall::HitSource::Records),
        ];
        for (_, source) in asked.into_iter().filter(|(wanted, _)| *wanted) {
            let of = (source, documents.as_ref());
            recall::search_chunks(&mut reader, &question, (options, &here), of, answer)?;
        }
        if options.notes {
            recall::lower_echoes(&question, answer);
        }
        Ok(())
    }
}
