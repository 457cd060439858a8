//! An agent's wish to forget: its own words of this session go, the user decides about the rest.

use palimp_core::text::{count_noun, ellipsis, one_line};
use palimp_note::provenance::AuthorKind;
use palimp_store::activity::ActivityDb;

use super::{Own, Served};
use crate::forget::{Burial, Found, Passage};
use crate::memory::Error;
use crate::open;
use crate::recall::Source;
use crate::review::Proposed;

/// Something that can be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forgettable {
    /// What names it for good: a note's path with its line, or a row's number.
    pub id: String,
    /// Where it stands.
    pub source: Source,
    /// Its beginning, for a person to recognise it by.
    pub text: String,
    /// Whether the agent wrote it itself in this session.
    pub own: bool,
}

/// What came of a wish to forget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Forgotten {
    /// What is gone.
    pub gone: Vec<Forgettable>,
    /// What waits for the user's decision.
    pub waits: Vec<Forgettable>,
    /// Where the user decides about it, in a sentence.
    pub review: Option<String>,
}

impl Served {
    /// What forgetting would remove, every single thing.
    ///
    /// # Errors
    ///
    /// When nothing could be looked for.
    pub fn would_forget(&self, target: &str) -> Result<Vec<Forgettable>, Error> {
        let db = self.activity()?;
        Ok(self.forgettable(&self.memory.would_forget(target, db.as_ref())?))
    }

    /// Forgets of this what the agent itself wrote in this session, and puts the rest before the user.
    ///
    /// # Errors
    ///
    /// When something could not be removed, or the user cannot be asked.
    pub fn forget(&mut self, target: &str) -> Result<Forgotten, Error> {
        let mut db = open::or_new(&self.memory.home)?;
        let found = self.memory.would_forget(target, Some(&db))?;
        let (gone, waits): (Vec<_>, Vec<_>) =
            self.forgettable(&found).into_iter().partition(|item| item.own);
        let (here, now) = (self.here(), (self.around.clock)().timestamp());
        self.ledger(&db, &here, now).forgets(gone.len(), waits.len())?;
        if !gone.is_empty() {
            self.take_back(&found, &mut db)?;
        }
        let review = match waits.is_empty() {
            true => None,
            false => Some(self.ask_user(target)?),
        };
        Ok(Forgotten { gone, waits, review })
    }

    /// Forgets what the agent wrote in this session; that it did so stays in the log.
    fn take_back(&mut self, found: &Found, db: &mut ActivityDb) -> Result<(), Error> {
        let own = found.passages.iter().filter_map(|it| Some((it.clone(), self.own_of(it)?.act)));
        let (passages, acts): (Vec<Passage>, Vec<i64>) = own.unzip();
        db.forget_acts(&acts)?;
        let burial = Burial { db, ring: self.around.ring.as_ref(), now: self.now() };
        self.memory.take_back(&passages, burial)?;
        Ok(())
    }

    /// Puts the agent's wish before the user; answers what the agent is told of that.
    fn ask_user(&self, target: &str) -> Result<String, Error> {
        let label = (self.around.clock)().strftime("%Y-%m-%d %H:%M").to_string();
        let project = Some(self.here().name);
        Ok(match self.memory.wish_to_forget(target, label, project)? {
            Proposed::Waits(id) => {
                format!("They decide with `palimp review accept {id}` or `reject {id}`.")
            }
            Proposed::Accepted | Proposed::Rejected => {
                "The user has turned this wish down before: it stays as it is.".to_owned()
            }
        })
    }

    /// What the agent wrote of a line in this session.
    fn own_of(&self, passage: &Passage) -> Option<&Own> {
        let is_agents = passage.author == AuthorKind::Agent && passage.becomes.is_none();
        let mut own = self.own.iter().flatten().filter(|_| is_agents);
        own.find(|own| own.path == passage.path && own.line.trim() == passage.whole.trim())
    }

    /// Everything that was found, each by itself.
    fn forgettable(&self, found: &Found) -> Vec<Forgettable> {
        let of_others = |id: String, source, text| Forgettable { id, source, text, own: false };
        let note = found.note.iter().map(|path| {
            let versions = count_noun(found.versions, "earlier version");
            let text = format!("the whole note, and {versions}");
            of_others(path.clone(), Source::Notes, text)
        });
        let passages = found.passages.iter().map(|passage| Forgettable {
            id: format!("{}:{}", passage.path, passage.line),
            source: Source::Notes,
            text: passage.text.clone(),
            own: self.own_of(passage).is_some(),
        });
        let row = |source| {
            move |(id, text): &(i64, String)| {
                of_others(format!("#{id}"), source, ellipsis(&one_line(text), 160))
            }
        };
        let observations = found.said.observations.iter().map(row(Source::Observations));
        let messages = found.said.messages.iter().map(row(Source::Messages));
        let chats = (found.chats > 0).then(|| {
            let text =
                format!("what {} with palimp say of it", count_noun(found.chats, "conversation"));
            of_others("chats".to_owned(), Source::Messages, text)
        });
        note.chain(passages).chain(observations).chain(messages).chain(chats).collect()
    }
}
