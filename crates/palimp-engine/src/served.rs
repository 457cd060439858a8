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

use crate::agent_log::Ledger;
use crate::anchors::{Places, Tree};
use crate::beside::{self, Secrets};
use crate::memory::{Error, Memory, Progress};
use crate::notes::{Excerpt, Listed, Saved, Target, Writer, Writing};
use crate::pointer_use::Opening;
use crate::recall::{Answer, Options, Source};
use crate::reflect::shown_lines;
use crate::session_view::open_session;
use crate::tombstones::KeyRing;
use crate::{identify, open, redaction};

pub use forgetting::{Forgettable, Forgotten};
pub use saving::Terms;

/// What surrounds an agent that is served.
pub struct Surroundings {
    /// Where it works.
    pub working_dir: PathBuf,
    /// Where the keys of tombstones are.
    pub ring: Box<dyn KeyRing + Send>,
    /// The user's clock.
    pub clock: fn() -> Zoned,
    /// Says what could not be shown, and goes on.
    pub complain: fn(&str),
}

/// A memory that serves agents.
pub struct Served {
    memory: Memory,
    around: Surroundings,
    /// The client by its name here, and its session; empty where they are not known.
    client: String,
    session: String,
    /// The lines that the agent wrote in this session; none where nobody knows who calls.
    own: Option<Vec<Own>>,
    /// The lines of palimp's own that searches have shown, and nobody noted yet.
    shown: Vec<i64>,
    /// The pointers that were opened, and nobody noted yet.
    opened: Vec<Pointer>,
}

/// A line that the agent wrote in this session.
struct Own {
    /// The note.
    path: String,
    /// The line as it stands there.
    line: String,
    /// The number under which the log has it.
    act: i64,
}

/// What an agent says of a text beside its words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marks<'a> {
    /// In which other words it may be asked for.
    pub aliases: &'a [String],
    /// The places in the code that it speaks of.
    pub places: &'a [String],
    /// What is asked of the note that it goes into.
    pub terms: Terms<'a>,
}

/// What an agent looks for.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// In its words.
    pub query: String,
    /// How many hits at the most.
    pub limit: usize,
    /// The score, from 0 to 1, below which nothing is shown.
    pub floor: f32,
    /// Where to look; empty for everywhere.
    pub sources: Vec<Source>,
    /// Only what belongs to the project of this name.
    pub project: Option<String>,
    /// Only notes that have these.
    pub labels: Labels,
}

impl Served {
    /// The memory for agents. A server that has `one_client` alone knows what that one wrote in its
    /// session, and lets it take that back by itself.
    pub fn new(memory: Memory, around: Surroundings, one_client: bool) -> Served {
        let own = one_client.then(Vec::new);
        let (client, session) = (String::new(), String::new());
        let (shown, opened) = Default::default();
        Served { memory, around, client, session, own, shown, opened }
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
    pub fn search(&mut self, wish: &Wish, progress: Progress) -> Result<Answer, Error> {
        let asked = |source| wish.sources.is_empty() || wish.sources.contains(&source);
        let filter = Filter { project: wish.project.clone(), ..self.filter() };
        let options = Options {
            limit: wish.limit,
            floor: wish.floor,
            notes: asked(Source::Notes),
            observations: asked(Source::Observations) && wish.labels.is_empty(),
            messages: asked(Source::Messages) && wish.labels.is_empty(),
            commits: asked(Source::Commits) && wish.labels.is_empty(),
            records: asked(Source::Records) && wish.labels.is_empty(),
            labels: wish.labels.clone(),
            tree: self.around.working_dir.clone(),
            ..Options::new(filter, &self.here(), self.now())
        };
        let db = self.activity()?;
        let answer = self.memory.search(&wish.query, &options, db.as_ref(), progress)?;
        self.shown.extend(shown_lines(&answer.hits));
        Ok(answer)
    }

    /// Notes the lines that searches have shown, and the pointers that were opened, since this was called last. It
    /// may wait a little for the database; whoever asked has the answer by then.
    pub fn answered(&mut self) {
        let shown = std::mem::take(&mut self.shown);
        self.memory.note_lines_shown(&shown, self.now());
        let opened = std::mem::take(&mut self.opened);
        if opened.is_empty() || self.memory.only_reads {
            return;
        }
        let (project, now) = (self.here(), self.now());
        let (client, session, agent) = (&self.client, &self.session, self.memory.agent());
        let opening = Opening { client, session, agent, project: &project, now };
        opened.iter().for_each(|pointer| opening.note(&self.memory.home, pointer));
    }

    /// Lines of a note or a decision record; or of what was done or said, or of a commit, by the id of its
    /// hit: `#12`, `m12`, `c:979fa9b`; or the session that a pointer names, its part nearest to `query` first.
    ///
    /// # Errors
    ///
    /// As [`Memory::get`], and when nothing of this agent's has the id.
    pub fn get(
        &mut self,
        path: &str,
        (from, lines): (Option<usize>, Option<usize>),
        query: Option<&str>,
    ) -> Result<Excerpt, Error> {
        if let Ok(pointer) = path.parse::<Pointer>() {
            let text = match &pointer {
                Pointer::Session(beginning) => self.session(beginning, query)?,
                Pointer::Commit(sha) => self.memory.commit(sha)?.text(),
            };
            self.opened.push(pointer);
            return Ok(Excerpt::of(path, &text, from, lines));
        }
        match self.captured(path)? {
            Some(text) => Ok(Excerpt::of(path, &text, from, lines)),
            None => self.memory.get_any(path, &self.around.working_dir, (from, lines)),
        }
    }

    /// Returns true if the repository in which the agent works has commits that a search does not find yet.
    pub fn is_behind(&mut self) -> bool {
        self.memory.is_behind_repository(&self.around.working_dir).unwrap_or(false)
    }

    fn session(&self, beginning: &str, query: Option<&str>) -> Result<String, Error> {
        let redactor = redaction::redactor(&self.memory.settings);
        let text = match self.activity()? {
            Some(db) => open_session(&db, (self.memory.agent(), beginning), query, &redactor)?,
            None => None,
        };
        text.ok_or_else(|| {
            Error::Refused(format!("no session begins with {beginning}: search again"))
        })
    }

    /// What was done or said under this id; none where it is no id.
    fn captured(&self, id: &str) -> Result<Option<String>, Error> {
        let number = |text: Option<&str>| text.and_then(|text| text.parse::<i64>().ok());
        let (done, said) = (number(id.strip_prefix('#')), number(id.strip_prefix('m')));
        if done.or(said).is_none() {
            return Ok(None);
        }
        let (db, own) = (self.activity()?, self.memory.agent());
        let found = match (db, done, said) {
            (Some(db), Some(id), _) => {
                db.find_observation(id)?.filter(|row| row.agent == own).map(|row| row.content)
            }
            (Some(db), _, Some(id)) => {
                db.find_message(id)?.filter(|row| row.agent == own).map(|row| row.content)
            }
            _ => None,
        };
        found.map(Some).ok_or_else(|| {
            Error::Refused(format!("there is no {id}: search again, it may have been removed"))
        })
    }

    /// All notes.
    ///
    /// # Errors
    ///
    /// As [`Memory::list`].
    pub fn list(&self) -> Result<Vec<Listed>, Error> {
        self.memory.list()
    }

    /// Writes an agent's words down, which is logged; they hold in its project alone, or everywhere.
    ///
    /// # Errors
    ///
    /// When they cannot be logged or written, or not there.
    pub fn save(
        &mut self,
        text: &str,
        target: &Target,
        here_alone: bool,
        marks: &Marks,
    ) -> Result<Saved, Error> {
        let db = open::or_new(&self.memory.home)?;
        let (here, now) = (self.here(), (self.around.clock)());
        let log = self.ledger(&db, &here, now.timestamp());
        let redactor = redaction::redactor(&self.memory.settings);
        let mut secrets = Secrets::new(&redactor);
        let (anchors, places) = match here_alone {
            true => {
                let here = &self.around.working_dir;
                let places = Places { here, named: marks.places, edited: &[] };
                beside::anchored(&Tree::of(here), text, places, &redactor)
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
            aliases: secrets.joined(marks.aliases),
            places: secrets.joined(&places),
            ..Provenance::default()
        };
        let writing = Writing {
            replace: false,
            writer: Writer::Agent { by: Box::new(by), log },
            now,
            anchors,
            here: Some(here.id.clone()),
        };
        let mut saved = match (marks.terms.is_empty(), target) {
            (true, _) => self.memory.save(text, target, &writing)?,
            (false, Target::Path(path)) => {
                self.memory.save_on_terms(text, path, marks.terms, &writing)?
            }
            (false, Target::Kind(_) | Target::Rule) => {
                let why = "`expected` and `replace` are about a note: pass its `path`";
                return Err(Error::Refused(why.to_owned()));
            }
        };
        self.remember_own(&saved, text.trim().lines().count());
        secrets.kinds.retain(|kind| !saved.redacted.contains(kind));
        saved.redacted.append(&mut secrets.kinds);
        Ok(saved)
    }

    /// What happened last in the project of this name, or in the present one; newest first.
    ///
    /// # Errors
    ///
    /// When what was captured cannot be read.
    pub fn recent(
        &self,
        project: Option<&str>,
        limit: usize,
    ) -> Result<Vec<StoredObservation>, Error> {
        let Some(db) = self.activity()? else { return Ok(Vec::new()) };
        let mut filter = self.filter();
        match project {
            Some(name) => filter.project = Some(name.to_owned()),
            None => filter.project_id = Some(self.here().id),
        }
        Ok(db.recent_observations(&filter, limit)?)
    }

    /// Notes which lines the agent wrote. Where something was taken out of them, they are not told
    /// from what stands below.
    fn remember_own(&mut self, saved: &Saved, lines: usize) {
        let Some(own) = self.own.as_mut().filter(|_| saved.redacted.is_empty()) else { return };
        let (Some(act), Some(above)) = (saved.act, saved.line.checked_sub(1)) else { return };
        let text = self.memory.text(&saved.path).ok().flatten().unwrap_or_default();
        let written = text.lines().skip(above).take(lines);
        let own_line = |line: &str| Own { path: saved.path.clone(), line: line.to_owned(), act };
        own.extend(written.map(own_line));
    }

    /// The project of the working directory, by the name under which it is kept.
    fn here(&self) -> ProjectIdentity {
        let here = identify(&self.around.working_dir).project;
        let name = redaction::redactor(&self.memory.settings).redact(&here.name).into_owned();
        ProjectIdentity { name, ..here }
    }

    /// What was captured, to look something up in.
    fn activity(&self) -> Result<Option<ActivityDb>, Error> {
        let opened = open::to_look_up(&self.memory.home)?;
        opened.not_shown.iter().for_each(|why| (self.around.complain)(why));
        Ok(opened.db)
    }

    fn filter(&self) -> Filter {
        Filter { agent: Some(self.memory.agent.clone()), ..Filter::default() }
    }

    fn ledger<'a>(
        &'a self,
        db: &'a ActivityDb,
        here: &'a ProjectIdentity,
        now: Timestamp,
    ) -> Ledger<'a> {
        let Served { client, session, memory, .. } = self;
        Ledger { db, client, session, agent: memory.agent(), project: here, now }
    }

    /// Now, in milliseconds since the Unix epoch.
    fn now(&self) -> i64 {
        (self.around.clock)().timestamp().as_millisecond()
    }
}
