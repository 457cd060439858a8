//! The memory as an agent is served it while it works: what it may do by itself, what is logged of
//! it, and what the user decides.

mod forgetting;
mod saving;

use std::path::PathBuf;

use jiff::{Timestamp, Zoned};
use palimp_core::activity::StoredObservation;
use palimp_core::pointer::Pointer;
use palimp_core::project::ProjectIdentity;
use palimp_note::Labels;
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_store::activity::{ActivityDb, Filter};

use crate::consolidation::reflect::shown_lines;
use crate::home::agent_log::AgentLogger;
use crate::home::exclusion::Exclusions;
use crate::home::redaction;
use crate::home::tombstones::TombstoneKeyStore;
use crate::identify_project;
use crate::ingest::open_activity;
use crate::injection::pointer_use::PointerOpening;
use crate::notes::note_access::{ListedNote, SaveAuthor, SaveOptions, SaveOutcome, SaveTarget};
use crate::retrieval::anchors::{AnchorPlaces, WorkingTree};
use crate::retrieval::excerpt::Excerpt;
use crate::retrieval::fact_metadata::{self, SecretFilter};
use crate::retrieval::index_sync::{Error, IndexSync, StageProgress};
use crate::retrieval::recall::{HitSource, SearchOptions, SearchResults};
use crate::retrieval::session_view::open_session;

pub use forgetting::{ForgetCandidate, ForgetOutcome};
pub use saving::SaveConditions;

/// Environment of a served agent.
pub struct ServiceEnvironment {
    /// Working directory of the agent.
    pub working_dir: PathBuf,
    /// Store of the tombstone keys.
    pub ring: Box<dyn TombstoneKeyStore + Send>,
    /// The user's clock.
    pub clock: fn() -> Zoned,
    /// Says what could not be shown, and goes on.
    pub complain: fn(&str),
}

/// A memory that serves agents.
pub struct MemoryService {
    memory: IndexSync,
    around: ServiceEnvironment,
    /// The client by its name here, and its session; empty where they are not known.
    client: String,
    session: String,
    /// The lines that the agent wrote in this session; none where nobody knows who calls.
    own: Option<Vec<OwnLine>>,
    /// The lines of palimp's own that searches have shown, and nobody noted yet.
    shown: Vec<i64>,
    /// The pointers that were opened, and nobody noted yet.
    opened: Vec<Pointer>,
}

/// A line that the agent wrote in this session.
struct OwnLine {
    /// The note.
    path: String,
    /// The line as it stands there.
    line: String,
    /// The number under which the log has it.
    act: i64,
}

/// Metadata that an agent gives with a text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TextMetadata<'a> {
    /// Other words that a search may use for the text.
    pub aliases: &'a [String],
    /// The places in the code that it speaks of.
    pub places: &'a [String],
    /// Conditions for the note that the text goes into.
    pub terms: SaveConditions<'a>,
}

/// Search of an agent.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentQuery {
    /// In its words.
    pub query: String,
    /// Maximum number of hits.
    pub limit: usize,
    /// The score, from 0 to 1, below which nothing is shown.
    pub floor: f32,
    /// Sources to search; empty for all.
    pub sources: Vec<HitSource>,
    /// Only what belongs to the project of this name.
    pub project: Option<String>,
    /// Only notes that have these.
    pub labels: Labels,
}

impl MemoryService {
    /// The memory for agents. A server that has `one_client` alone knows what that one wrote in its
    /// session, and lets it take that back by itself.
    pub fn new(memory: IndexSync, around: ServiceEnvironment, one_client: bool) -> MemoryService {
        let own = one_client.then(Vec::new);
        let (client, session) = (String::new(), String::new());
        let (shown, opened) = Default::default();
        MemoryService { memory, around, client, session, own, shown, opened }
    }

    /// Says who calls from now on: the client by its name here, and its session; empty where they are
    /// not known.
    pub fn called_by(&mut self, client: String, session: String) {
        (self.client, self.session) = (client, session);
    }

    /// Searches notes, observations and messages.
    ///
    /// # Errors
    ///
    /// When nothing could be looked at.
    pub fn search(
        &mut self,
        wish: &AgentQuery,
        progress: StageProgress,
    ) -> Result<SearchResults, Error> {
        let asked = |source| wish.sources.is_empty() || wish.sources.contains(&source);
        let filter = Filter { project: wish.project.clone(), ..self.agent_filter() };
        let options = SearchOptions {
            limit: wish.limit,
            floor: wish.floor,
            notes: asked(HitSource::Notes),
            observations: asked(HitSource::Observations) && wish.labels.is_empty(),
            messages: asked(HitSource::Messages) && wish.labels.is_empty(),
            commits: asked(HitSource::Commits) && wish.labels.is_empty(),
            records: asked(HitSource::Records) && wish.labels.is_empty(),
            labels: wish.labels.clone(),
            tree: self.around.working_dir.clone(),
            ..SearchOptions::new(filter, &self.current_project(), self.now_ms())
        };
        let db = self.open_activity()?;
        let answer = self.memory.searcher().search(&wish.query, &options, db.as_ref(), progress)?;
        self.shown.extend(shown_lines(&answer.hits));
        Ok(answer)
    }

    /// Records the lines that searches have shown, and the pointers that were opened, since the
    /// last call. May wait a little for the database; the caller has its answer by then.
    pub fn record_usage(&mut self) {
        let shown = std::mem::take(&mut self.shown);
        self.memory.notes.note_lines_shown(&shown, self.now_ms());
        let opened = std::mem::take(&mut self.opened);
        if opened.is_empty() || self.memory.notes.is_read_only {
            return;
        }
        let (project, now) = (self.current_project(), self.now_ms());
        let (client, session, agent) = (&self.client, &self.session, self.memory.notes.agent());
        let opening = PointerOpening { client, session, agent, project: &project, now };
        opened.iter().for_each(|pointer| opening.record_pointer(&self.memory.notes.home, pointer));
    }

    /// Lines of a note or a decision record; or of what was done or said, or of a commit, by the id of its
    /// hit: `#12`, `m12`, `c:979fa9b`; or the session that a pointer names, its part nearest to `query` first.
    ///
    /// # Errors
    ///
    /// As [`NoteStore::read_excerpt`], and when nothing of this agent's has the id.
    pub fn get(
        &mut self,
        path: &str,
        (from, lines): (Option<usize>, Option<usize>),
        query: Option<&str>,
    ) -> Result<Excerpt, Error> {
        if let Ok(pointer) = path.parse::<Pointer>() {
            let text = match &pointer {
                Pointer::Session(beginning) => self.session_text(beginning, query)?,
                Pointer::Commit(sha) => self.memory.searcher().open_commit(sha)?.to_text(),
            };
            self.opened.push(pointer);
            return Ok(Excerpt::from_text(path, &text, from, lines));
        }
        match self.captured_text(path)? {
            Some(text) => Ok(Excerpt::from_text(path, &text, from, lines)),
            None => self.memory.searcher().get_any(path, &self.around.working_dir, (from, lines)),
        }
    }

    /// Returns true if the repository in which the agent works has commits that a search does not find yet.
    pub fn is_behind(&mut self) -> bool {
        self.memory.is_behind_repository(&self.around.working_dir).unwrap_or(false)
    }

    fn session_text(&self, beginning: &str, query: Option<&str>) -> Result<String, Error> {
        let redactor = redaction::redactor(&self.memory.notes.settings);
        let text = match self.open_activity()? {
            Some(db) => {
                open_session(&db, (self.memory.notes.agent(), beginning), query, &redactor)?
            }
            None => None,
        };
        text.ok_or_else(|| Error::Refused(crate::messages::session_not_found(beginning)))
    }

    /// Returns the captured text with this id; none if `id` is no id.
    fn captured_text(&self, id: &str) -> Result<Option<String>, Error> {
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<i64>().ok());
        let (done, said) = (number(id.strip_prefix('#')), number(id.strip_prefix('m')));
        if done.or(said).is_none() {
            return Ok(None);
        }
        let (db, own) = (self.open_activity()?, self.memory.notes.agent());
        let found = match (db, done, said) {
            (Some(db), Some(id), _) => {
                db.find_observation(id)?.filter(|row| row.agent == own).map(|row| row.content)
            }
            (Some(db), _, Some(id)) => {
                db.find_message(id)?.filter(|row| row.agent == own).map(|row| row.content)
            }
            _ => None,
        };
        found.map(Some).ok_or_else(|| Error::Refused(crate::messages::result_not_found(id)))
    }

    /// All notes.
    ///
    /// # Errors
    ///
    /// As [`NoteStore::list_notes`].
    pub fn list(&self) -> Result<Vec<ListedNote>, Error> {
        self.memory.notes.list_notes()
    }

    /// Writes an agent's words down, which is logged; they hold in its project alone, or everywhere.
    ///
    /// # Errors
    ///
    /// When they cannot be logged or written, or not there.
    pub fn save(
        &mut self,
        text: &str,
        target: &SaveTarget,
        here_alone: bool,
        marks: &TextMetadata,
    ) -> Result<SaveOutcome, Error> {
        self.refuse_excluded()?;
        let db = open_activity::or_new(&self.memory.notes.home)?;
        let (here, now) = (self.current_project(), (self.around.clock)());
        let log = self.agent_ledger(&db, &here, now.timestamp());
        let redactor = redaction::redactor(&self.memory.notes.settings);
        let mut secrets = SecretFilter::new(&redactor);
        let (anchors, places) = match here_alone {
            true => {
                let here = &self.around.working_dir;
                let places = AnchorPlaces { here, named: marks.places, edited: &[] };
                fact_metadata::find_anchors_or_places(
                    &WorkingTree::from_directory(here),
                    text,
                    places,
                    &redactor,
                )
            }
            // What holds everywhere no working tree can tell of.
            false => (Vec::new(), marks.places.to_vec()),
        };
        let by = Provenance {
            by: AuthorKind::Agent,
            client: Some(log.client.to_owned()),
            project: here_alone.then(|| here.name.clone()),
            project_id: here_alone.then(|| here.id.clone()),
            at: Some(now.strftime("%Y-%m-%d").to_string()),
            aliases: secrets.join_without_secrets(marks.aliases),
            places: secrets.join_without_secrets(&places),
            ..Provenance::default()
        };
        let writing = SaveOptions {
            replace: false,
            writer: SaveAuthor::Agent { by: Box::new(by), log },
            now,
            anchors,
            here: Some(here.id.clone()),
        };
        let mut saved = match (marks.terms.is_empty(), target) {
            (true, _) => self.memory.notes.save(text, target, &writing)?,
            (false, SaveTarget::Path(path)) => {
                self.memory.notes.save_on_terms(text, path, marks.terms, &writing)?
            }
            (false, SaveTarget::Kind(_) | SaveTarget::Rule) => {
                let why = "`expected` and `replace` are about a note: pass its `path`";
                return Err(Error::Refused(why.to_owned()));
            }
        };
        self.remember_own(&saved, text.trim().lines().count());
        secrets.kinds.retain(|kind| !saved.redacted.contains(kind));
        saved.redacted.append(&mut secrets.kinds);
        Ok(saved)
    }

    /// Returns the latest observations of the project with this name, or of the present one; newest
    /// first.
    ///
    /// # Errors
    ///
    /// When the captured events cannot be read.
    pub fn recent_observations(
        &self,
        project: Option<&str>,
        limit: usize,
    ) -> Result<Vec<StoredObservation>, Error> {
        let Some(db) = self.open_activity()? else { return Ok(Vec::new()) };
        let mut filter = self.agent_filter();
        match project {
            Some(name) => filter.project = Some(name.to_owned()),
            None => filter.project_id = Some(self.current_project().id),
        }
        Ok(db.recent_observations(&filter, limit)?)
    }

    /// Notes which lines the agent wrote. Where something was taken out of them, they are not told
    /// from what stands below.
    fn remember_own(&mut self, saved: &SaveOutcome, lines: usize) {
        let Some(own) = self.own.as_mut().filter(|_| saved.redacted.is_empty()) else { return };
        let (Some(act), Some(above)) = (saved.act, saved.line.checked_sub(1)) else { return };
        let text = self.memory.notes.read_note(&saved.path).ok().flatten().unwrap_or_default();
        let written = text.lines().skip(above).take(lines);
        let own_line =
            |line: &str| OwnLine { path: saved.path.clone(), line: line.to_owned(), act };
        own.extend(written.map(own_line));
    }

    /// Refuses to write for a session that works where the user leaves everything out.
    fn refuse_excluded(&self) -> Result<(), Error> {
        let MemoryService { memory, around, session, .. } = self;
        let (cwd, exclusions) =
            (&around.working_dir, Exclusions::load(&memory.notes.home, &memory.notes.settings));
        let place = identify_project(&memory.notes.home, cwd);
        match exclusions.of_session(cwd, &place, session, self.now_ms()) {
            Some(why) => Err(Error::Refused(crate::messages::excluded_here(why.in_words()))),
            None => Ok(()),
        }
    }

    /// The project of the working directory, by the name under which it is kept.
    fn current_project(&self) -> ProjectIdentity {
        let here = identify_project(&self.memory.notes.home, &self.around.working_dir).project;
        let name = redaction::redactor(&self.memory.notes.settings).redact(&here.name).into_owned();
        ProjectIdentity { name, ..here }
    }

    /// Opens the database of captured events for look-ups.
    fn open_activity(&self) -> Result<Option<ActivityDb>, Error> {
        let opened = open_activity::to_look_up(&self.memory.notes.home)?;
        opened.not_shown.iter().for_each(|why| (self.around.complain)(why));
        Ok(opened.db)
    }

    fn agent_filter(&self) -> Filter {
        Filter { agent: Some(self.memory.notes.agent.clone()), ..Filter::default() }
    }

    fn agent_ledger<'a>(
        &'a self,
        db: &'a ActivityDb,
        here: &'a ProjectIdentity,
        now: Timestamp,
    ) -> AgentLogger<'a> {
        let MemoryService { client, session, memory, .. } = self;
        AgentLogger { db, client, session, agent: memory.notes.agent(), project: here, now }
    }

    /// Now, in milliseconds since the Unix epoch.
    fn now_ms(&self) -> i64 {
        (self.around.clock)().timestamp().as_millisecond()
    }
}
