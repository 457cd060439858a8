//! Deletes forgotten text from the notes, their history, the index, the cache of vectors, the
//! captured activity, the log and partial files. Tombstones stay, so that an import does not
//! restore it.

mod forget_preview;
mod item;
mod other_files;
mod outside;
mod received;
mod unfinished;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use palimp_core::author::AuthorKind;
use palimp_core::forget_query::ForgetQuery;
use palimp_core::tombstone::{Tombstone, TombstoneKey};
use palimp_note::{NotePath, authors, removal};
use palimp_rank::Collection;
use palimp_rank::analysis::{is_whole, is_whole_name, plural_forms};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::index::EmbeddingCache;

use crate::chat;
use crate::consolidation::flush::EPISODES_LOCK_NAME;
use crate::consolidation::review;
use crate::error::Error;
use crate::home::imported_note::{origin_of, update_note_hash};
use crate::home::lock::WorkLock;
use crate::home::log;
use crate::home::note_store::NoteStore;
use crate::home::projects;
use crate::home::tombstones::{self, TombstoneKeyStore};
use crate::injection::standing_wishes;
use crate::retrieval::embedding::text_hash;
use crate::retrieval::freshness::WatchState;
use crate::retrieval::index_sync::IndexSync;
use crate::retrieval::indexing::embedded_text;

pub use forget_preview::{ForgetMatches, MatchedLine};
use forget_preview::{matching_lines, notes_of};
pub use outside::Outside;
pub use palimp_store::activity::CapturedItem;
pub use received::ForeignLines;
use unfinished::ForgetMarker;
pub use unfinished::finish_forgetting;

/// The directory of conversations in a vault, which no search looks at.
const SESSIONS_DIR: &str = "sessions";

/// Database and key ring for tombstones.
pub struct ForgetContext<'a> {
    /// The activity database, which keeps them.
    pub db: &'a mut ActivityDb,
    /// Key ring with the key of the tombstones.
    pub ring: &'a dyn TombstoneKeyStore,
    /// Now, in milliseconds since the Unix epoch.
    pub now: i64,
}

impl IndexSync {
    /// Finds what [`IndexSync::forget`] would remove.
    pub fn would_forget(
        &self,
        target: &str,
        db: Option<&ActivityDb>,
    ) -> Result<ForgetMatches, Error> {
        if let Some(item) = CapturedItem::parse(target) {
            return self.notes.would_forget_item(&item, db);
        }
        let wanted = search_of(target);
        let mut found = ForgetMatches {
            note: self.notes.note_named(target).map(|path| path.as_str().to_owned()),
            chats: chat::count_matching_chats(&self.notes.home, &self.notes.agent, &wanted),
            log: log::count_matching(&self.notes.home, &wanted),
            damaged: other_files::files_with_text(&self.notes.home, &wanted),
            proposals: self.notes.proposals_saying(&wanted).len(),
            ..ForgetMatches::default()
        };
        if let Some(db) = db {
            found.said = db.find_matches(&wanted, &self.notes.agent)?;
            found.captured = found.said.counts();
        }
        if let Some(path) = &found.note {
            found.versions = self.notes.history().versions(&NotePath::new(path)?)?.len();
            return Ok(found);
        }
        for path in self.notes.all_notes()? {
            if wanted.is_in(&path) {
                found.named.push(path.clone());
            }
            let text = palimp_files::read(&self.notes.root().join(&path)).unwrap_or_default();
            found.passages.extend(matching_lines(&path, &String::from_utf8_lossy(&text), &wanted));
        }
        found.versions = self.notes.versions_with(&wanted)?;
        found.history = self.history_saying(&wanted);
        Ok(found)
    }

    /// Removes the note that `target` names, otherwise every line of a note that contains it, and
    /// its captured activity. Nothing stays in history, index, cache, log or free pages except
    /// tombstones, which are also written if nothing was found.
    pub fn forget(&mut self, target: &str, context: ForgetContext) -> Result<ForgetMatches, Error> {
        if let Some(item) = CapturedItem::parse(target) {
            return self.forget_item(&item, context);
        }
        let ForgetContext { db, ring, now } = context;
        let _writing = self.notes.lock_writing()?;
        let wanted = search_of(target);
        let found = self.would_forget(target, Some(db))?;
        let now = db.forgetting_time(&found.said, now)?;
        let key = tombstones::key_for_new(db, ring)?;
        chat::forget_in_chats(&self.notes.home, &self.notes.agent, &wanted)
            .map_err(|error| Error::Refused(error.to_string()))?;
        let unfinished = ForgetMarker::create(&self.notes.home, &self.notes.agent)?;
        // First of all: whoever is killed from here on has forgotten what is gone by then for good.
        db.insert_tombstones(
            &self.notes.agent,
            self.notes.build_tombstones(&found, target, &key, now)?,
        )?;
        self.notes.forget_in_files(&found, &wanted)?;
        if found.note.is_none() {
            self.forget_history(&wanted)?;
        }
        db.forget(&wanted, &self.notes.agent, &key, now)?;
        self.notes.forget_unlisted_lines(db)?;
        self.notes.forget_underived(db)?;
        if !found.is_empty() || unfinished.is_second() {
            self.leave_no_residue(db)?;
        }
        unfinished.remove();
        Ok(found)
    }

    /// Removes exactly these lines of notes, for the agent that wrote them takes them back; answers how
    /// many there were.
    pub fn take_back(
        &mut self,
        passages: &[MatchedLine],
        context: ForgetContext,
    ) -> Result<usize, Error> {
        let ForgetContext { db, ring, now } = context;
        let _writing = self.notes.lock_writing()?;
        let key = tombstones::key_for_new(db, ring)?;
        let unfinished = ForgetMarker::create(&self.notes.home, &self.notes.agent)?;
        let tombstones =
            passages.iter().filter_map(|it| key.whole_tombstone(&it.plain_line(), now));
        db.insert_tombstones(&self.notes.agent, tombstones.collect())?;
        let mut removed = 0;
        for path in notes_of(passages) {
            let note = NotePath::new(path)?;
            let of_note: Vec<&str> =
                passages.iter().filter(|it| it.path == path).map(|it| it.whole.as_str()).collect();
            let mut of_this = 0;
            self.notes.open_vault()?.change(&note, |text| {
                let text = text.unwrap_or("");
                let authors = authors::Authors::parse(text);
                let is_agents =
                    |at| authors.of_line(at + 1).is_some_and(|by| by.by == AuthorKind::Agent);
                let lines = text.lines().enumerate();
                let gone = lines.filter(|(at, line)| of_note.contains(line) && is_agents(*at));
                let gone: HashSet<usize> = gone.map(|(at, _)| at).collect();
                of_this = gone.len();
                Ok(update_note_hash(text, authors::remove_lines(text, |at| gone.contains(&at))))
            })?;
            removed += of_this;
            let says = |text: &str| text.lines().any(|line| of_note.contains(&line));
            self.notes.forget_versions(&note, &says)?;
        }
        self.leave_no_residue(db)?;
        unfinished.remove();
        Ok(removed)
    }

    /// Leaves nothing of what is gone in the database's free pages, in the index and in the cache of
    /// vectors.
    pub(crate) fn leave_no_residue(&mut self, db: &ActivityDb) -> Result<(), Error> {
        db.scrub()?;
        // The wishes that lay ready went with what is gone.
        standing_wishes::renew_changed(db, &[])?;
        let cache = self.notes.home.vector_cache_file(&self.notes.agent);
        if !self.index_path().exists() && !cache.exists() {
            return Ok(());
        }
        // What a session changed may have gone while its messages stay.
        self.standing.iter_mut().for_each(WatchState::invalidate);
        self.refresh(&mut |_, _, _| ())?;
        self.with_whole_index(&mut |memory| memory.follow_conversations(db, &mut |_, _, _| ()))?;
        self.forget_residue()
    }

    /// The same of the index alone, which is up to date, and of the cache of vectors.
    pub(crate) fn forget_residue(&mut self) -> Result<(), Error> {
        let cache = self.notes.home.vector_cache_file(&self.notes.agent);
        self.with_sound_index(&mut |memory| Ok(memory.open_index()?.scrub()?))?;
        if cache.exists() {
            EmbeddingCache::open(&cache)?.keep_only(&self.embedded_hashes()?)?;
        }
        Ok(())
    }

    /// Returns the hashes of all texts with a vector, or pending one.
    fn embedded_hashes(&mut self) -> Result<HashSet<[u8; 32]>, Error> {
        self.with_whole_index(&mut |memory| {
            let mut reader = memory.open_index()?.reader()?;
            let slots = reader.chunks_mentioning("")?.into_iter();
            slots.map(|slot| Ok(text_hash(&embedded_text(&reader.passage(slot)?)))).collect()
        })
    }
}

impl NoteStore {
    /// Locks the home, so that no other process writes earlier content to a note meanwhile.
    pub(crate) fn lock_writing(&self) -> Result<WorkLock, Error> {
        WorkLock::acquire_or_refuse(&self.home, EPISODES_LOCK_NAME)
    }

    /// The notes by their paths, those too that no search looks at.
    fn all_notes(&self) -> Result<Vec<String>, Error> {
        let notes = self.scan_notes()?.into_iter().map(|note| note.path.as_str().to_owned());
        let mut sessions = Vec::new();
        outside::collect_files(&self.root().join(SESSIONS_DIR), outside::MAX_DEPTH, &mut sessions);
        let inner = |path: PathBuf| Some(path.strip_prefix(self.root()).ok()?.to_str()?.to_owned());
        let sessions = sessions.into_iter().filter_map(inner);
        Ok(notes.chain(sessions.filter(|path| NotePath::new(path).is_ok())).collect())
    }

    /// The note of this name, also where nothing but earlier versions are left of it.
    fn note_named(&self, target: &str) -> Option<NotePath> {
        let path = NotePath::new(target).ok()?;
        let is_there = self.open_vault().is_ok_and(|vault| vault.exists(&path));
        let was_there = || self.history().versions(&path).is_ok_and(|all| !all.is_empty());
        (is_there || was_there()).then_some(path)
    }

    /// Returns the text of a note, or its last text.
    fn last_words(&self, path: &NotePath) -> Result<String, Error> {
        let there = self.open_vault().and_then(|vault| vault.read_lossy(path));
        let before =
            || Ok(self.history().version_texts(path)?.into_iter().next().map(|(_, text)| text));
        there.or_else(|_| before().map(Option::unwrap_or_default))
    }

    /// Builds the tombstones of `target` and of each removed line.
    fn build_tombstones(
        &self,
        found: &ForgetMatches,
        target: &str,
        key: &TombstoneKey,
        now: i64,
    ) -> Result<Vec<Tombstone>, Error> {
        // A path is named in much that has nothing to do with what the note says.
        if let Some(path) = &found.note {
            return Ok(of_note(&self.last_words(&NotePath::new(path)?)?, key, now));
        }
        let gone = found.passages.iter().filter(|passage| passage.becomes.is_none());
        let lines = gone.filter_map(|passage| key.whole_tombstone(&passage.plain_line(), now));
        let said = strip_quotes(target);
        let queries = if is_name(said) { vec![said.to_owned()] } else { plural_forms(said) };
        let queries = queries.iter().filter_map(|form| key.query_tombstone(form, now));
        Ok(queries.chain(lines).collect())
    }

    fn forget_in_files(&self, found: &ForgetMatches, wanted: &ForgetQuery) -> Result<(), Error> {
        match &found.note {
            Some(path) => {
                let path = NotePath::new(path)?;
                let vault = self.vault_or_new()?;
                if vault.exists(&path) {
                    vault.remove(&path)?;
                }
                self.history().remove_versions(&path)?;
            }
            None => {
                for path in notes_of(&found.passages) {
                    self.open_vault()?.change(&NotePath::new(path)?, |text| {
                        let text = text.unwrap_or("");
                        Ok(update_note_hash(text, removal::without_lines(text, wanted)))
                    })?;
                }
                for note in self.history().notes_with_versions()? {
                    self.forget_versions(&note, &|text| removal::mentions_text(text, wanted))?;
                }
            }
        }
        let says = |text: &str| removal::mentions_text(text, wanted);
        review::remove_proposals(&self.home, &self.agent, &says)?;
        self.forget_unlisted()?;
        log::remove_matching(&self.home, wanted)?;
        projects::forget_in_table(&self.home, wanted)
            .map_err(|error| Error::Refused(error.to_string()))?;
        // It is made of transcripts that are not palimp's, and can be made anew.
        let counted = self.home.token_cache_file();
        if other_files::file_says(&counted, wanted) {
            remove_if_exists(&counted)?;
        }
        found.damaged.iter().try_for_each(|path| remove_if_exists(path))?;
        crate::erasure::sweep::sweep_home(&self.home, &self.settings, self.user.as_deref());
        Ok(())
    }

    /// Removes the earlier versions of a note that say it.
    fn forget_versions(&self, note: &NotePath, says: &dyn Fn(&str) -> bool) -> Result<(), Error> {
        self.vault_or_new()?.retain_versions(note, |text| !says(text))?;
        Ok(())
    }

    /// Returns the files of proposals that contain `wanted`.
    fn proposals_saying(&self, wanted: &ForgetQuery) -> Vec<PathBuf> {
        let says = |text: &str| removal::mentions_text(text, wanted);
        review::files_with_text(&self.home, &self.agent, &says)
    }

    /// Number of earlier versions of notes that contain `wanted`.
    fn versions_with(&self, wanted: &ForgetQuery) -> Result<usize, Error> {
        let mut count = 0;
        self.each_version(|_, _, text| count += usize::from(removal::mentions_text(text, wanted)))?;
        Ok(count)
    }

    /// Hands `each` earlier version of every note: the note, the version's id and its text.
    pub fn each_version(&self, mut each: impl FnMut(&NotePath, &str, &str)) -> Result<(), Error> {
        let history = self.history();
        for note in history.notes_with_versions()? {
            for (id, text) in history.version_texts(&note)? {
                each(&note, &id, &text);
            }
        }
        Ok(())
    }
}

/// Returns what `target` looks for: whole words, without the quotes that tell a number from an id.
fn search_of(target: &str) -> ForgetQuery {
    let said = strip_quotes(target);
    match is_name(said) {
        true => ForgetQuery::from_word_forms(&[said.to_owned()], is_whole_name),
        false => ForgetQuery::from_word_forms(&plural_forms(said), is_whole),
    }
}

/// Returns true for words of which the last begins with a capital: `Adams` is another person than `Adam`.
fn is_name(said: &str) -> bool {
    said.split_whitespace().last().is_some_and(|word| word.starts_with(char::is_uppercase))
}

fn strip_quotes(target: &str) -> &str {
    let inner = target.trim().strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    inner.filter(|text| !text.is_empty()).unwrap_or(target)
}

/// The tombstones of a whole note: of each line but headings and comments, and of an import, of every
/// line in its place and of all that its source said.
fn of_note(text: &str, key: &TombstoneKey, now: i64) -> Vec<Tombstone> {
    let said = authors::strip_comments(text);
    let lines = said.lines().filter(|line| !line.trim_start().starts_with(['#', '<']));
    let mut tombstones: Vec<Tombstone> =
        lines.filter_map(|it| key.whole_tombstone(it, now)).collect();
    if let Some((origin, source)) = origin_of(text) {
        let front = palimp_note::parse_front_matter(text).front.map_or(0, |front| front.end);
        let parts = text[front..].lines().chain([source.as_str()]);
        tombstones.extend(parts.filter_map(|part| key.part_tombstone(&origin, part, now)));
    }
    tombstones
}

fn remove_if_exists(path: &Path) -> Result<(), Error> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(StoreError::Io { path: path.to_owned(), source: error }.into())
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_note_every_telling_line_is_known_and_of_an_import_every_line() {
        let key = TombstoneKey::new([1; 32]);
        let known = |note: &str, line: &str| {
            let watch =
                palimp_core::tombstone::TombstoneMatcher::new(key.clone(), of_note(note, &key, 1));
            (watch.forgotten_at(line).is_some(), watch.part_forgotten_at("~/A.md", line).is_some())
        };
        let plain = "# Rules\n\n- use tabs\n- Deploys need two approvals\n";
        assert_eq!(known(plain, "Deploys need two approvals"), (true, false));
        assert_eq!(known(plain, "use tabs"), (false, false));
        let import = format!("---\nsource: \"~/A.md\"\nsource-hash: 5a1c\n---\n{plain}");
        assert_eq!(known(&import, "Deploys need two approvals"), (true, true));
        assert_eq!(known(&import, "use tabs"), (false, true));
        assert_eq!(known(&import, "Rules"), (false, true));
        assert_eq!(known(&import, "5a1c"), (false, true));
    }
}
