//! An agent's wish to forget: its own words of this session go, the user decides about the rest.

use palimp_core::text::{count_noun, ellipsis, one_line};
use palimp_note::provenance::AuthorKind;
use palimp_store::activity::ActivityDb;

use super::{MemoryService, OwnLine};
use crate::consolidation::review::ProposalOutcome;
use crate::erasure::forget::{ForgetContext, ForgetMatches, MatchedLine};
use crate::ingest::open_activity;
use crate::retrieval::index_sync::Error;
use crate::retrieval::recall::HitSource;

/// Something that can be forgotten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForgetCandidate {
    /// Stable name: a note's path with its line, or a row's number.
    pub id: String,
    /// Source of the text.
    pub source: HitSource,
    /// Its beginning, for a person to recognise it by.
    pub text: String,
    /// True if the agent wrote the text itself in this session.
    pub own: bool,
}

/// Result of a wish to forget.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForgetOutcome {
    /// Removed items.
    pub gone: Vec<ForgetCandidate>,
    /// Items that wait for the user's decision.
    pub waits: Vec<ForgetCandidate>,
    /// Sentence that tells the user where to decide.
    pub review: Option<String>,
}

impl MemoryService {
    /// Returns every item that forgetting would remove.
    ///
    /// # Errors
    ///
    /// When nothing could be looked for.
    pub fn would_forget(&self, target: &str) -> Result<Vec<ForgetCandidate>, Error> {
        let db = self.open_activity()?;
        Ok(self.forget_candidates(&self.memory.would_forget(target, db.as_ref())?))
    }

    /// Forgets those of the matches that the agent itself wrote in this session, and submits the
    /// rest to the user.
    ///
    /// # Errors
    ///
    /// When something could not be removed, or the user cannot be asked.
    pub fn forget(&mut self, target: &str) -> Result<ForgetOutcome, Error> {
        let mut db = open_activity::or_new(&self.memory.notes.home)?;
        let found = self.memory.would_forget(target, Some(&db))?;
        let (gone, waits): (Vec<_>, Vec<_>) =
            self.forget_candidates(&found).into_iter().partition(|item| item.own);
        let (here, now) = (self.current_project(), (self.around.clock)().timestamp());
        self.agent_ledger(&db, &here, now).log_forget(gone.len(), waits.len())?;
        if !gone.is_empty() {
            self.forget_own_lines(&found, &mut db)?;
        }
        let review = match waits.is_empty() {
            true => None,
            false => Some(self.ask_user(target)?),
        };
        Ok(ForgetOutcome { gone, waits, review })
    }

    /// Forgets the lines that the agent wrote in this session; the log keeps the action.
    fn forget_own_lines(
        &mut self,
        found: &ForgetMatches,
        db: &mut ActivityDb,
    ) -> Result<(), Error> {
        let own = found.passages.iter().filter_map(|it| Some((it.clone(), self.own_of(it)?.act)));
        let (passages, acts): (Vec<MatchedLine>, Vec<i64>) = own.unzip();
        db.forget_acts(&acts)?;
        let context = ForgetContext { db, ring: self.around.ring.as_ref(), now: self.now_ms() };
        self.memory.take_back(&passages, context)?;
        Ok(())
    }

    /// Puts the agent's wish before the user; answers what the agent is told of that.
    fn ask_user(&self, target: &str) -> Result<String, Error> {
        let label = (self.around.clock)().strftime("%Y-%m-%d %H:%M").to_string();
        let project = Some(self.current_project().name);
        Ok(match self.memory.notes.wish_to_forget(target, label, project)? {
            ProposalOutcome::Waits(id) => {
                format!("They decide with `palimp review accept {id}` or `reject {id}`.")
            }
            ProposalOutcome::Accepted | ProposalOutcome::Rejected => {
                "The user has turned this wish down before: it stays as it is.".to_owned()
            }
        })
    }

    /// Returns the agent's own line of this session for a passage.
    fn own_of(&self, passage: &MatchedLine) -> Option<&OwnLine> {
        let is_agents = passage.author == AuthorKind::Agent && passage.becomes.is_none();
        let mut own = self.own.iter().flatten().filter(|_| is_agents);
        own.find(|own| own.path == passage.path && own.line.trim() == passage.whole.trim())
    }

    /// Everything that was found, each by itself.
    fn forget_candidates(&self, found: &ForgetMatches) -> Vec<ForgetCandidate> {
        let of_others = |id: String, source, text| ForgetCandidate { id, source, text, own: false };
        let note = found.note.iter().map(|path| {
            let versions = count_noun(found.versions, "earlier version");
            let text = format!("the whole note, and {versions}");
            of_others(path.clone(), HitSource::Notes, text)
        });
        let passages = found.passages.iter().map(|passage| ForgetCandidate {
            id: format!("{}:{}", passage.path, passage.line),
            source: HitSource::Notes,
            text: passage.text.clone(),
            own: self.own_of(passage).is_some(),
        });
        let row = |source| {
            move |(id, text): &(i64, String)| {
                of_others(format!("#{id}"), source, ellipsis(&one_line(text), 160))
            }
        };
        let observations = found.said.observations.iter().map(row(HitSource::Observations));
        let messages = found.said.messages.iter().map(row(HitSource::Messages));
        let chats = (found.chats > 0).then(|| {
            let text =
                format!("what {} with palimp say of it", count_noun(found.chats, "conversation"));
            of_others("chats".to_owned(), HitSource::Messages, text)
        });
        note.chain(passages).chain(observations).chain(messages).chain(chats).collect()
    }
}
