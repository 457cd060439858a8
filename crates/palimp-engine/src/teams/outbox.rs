//! The way of a proposal out of this home. A proposal is a branch, `propose/<id>`: first here, then
//! where others fetch. What could not be pushed stays here and goes with the next sync.

use palimp_team::git::Oid;
use palimp_team::{File, Policy, Proposed, Refusal, proposed};
use serde::Serialize;

use super::key::{Acting, Me};
use super::{Error, Team};

/// The branches of proposals that were made here and are not pushed yet.
pub(super) const HERE: &str = "refs/heads/propose/";
/// Those that were fetched.
const THERE: &str = "refs/remotes/origin/propose/";
/// Where others fetch them.
const BRANCH: &str = "refs/heads/propose/";
/// How much of a change's name is the id of its proposal.
const ID: usize = 12;

/// What became of a proposal that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Sent {
    /// Its id.
    pub id: String,
    /// Whether others can fetch it.
    pub pushed: bool,
    /// Whether exactly this was proposed before.
    pub known: bool,
    /// Why it is not pushed; it goes with the next sync.
    pub trouble: Option<String>,
}

/// The id of the proposal of a change.
pub(super) fn id_of(change: &str) -> String {
    change.get(..ID).unwrap_or(change).to_owned()
}

/// The branch of a proposal where others fetch it.
pub(super) fn branch(id: &str) -> String {
    format!("{BRANCH}{id}")
}

impl Team {
    /// Puts other files forward as a proposal. The caller holds the team's lock.
    pub(super) fn put_forward(
        &self,
        acting: &Acting,
        me: &Me,
        (files, title): (&[File], &str),
    ) -> Result<Sent, Error> {
        let (repository, main) = (self.repository(), self.verified()?);
        let written = repository.write_proposal(me.author(acting), main, (files, title))?;
        let commit = written.map_err(|why| self.refused(&why))?;
        let judged = self.judged(main, commit)?.map_err(|why| self.refused(&why))?;
        if judged.changed.is_empty() {
            return Err(Error::Refused(format!("{}: nothing would change", self.name)));
        }
        let id = id_of(&judged.change);
        let known = match self.proposal(&id)? {
            Some(end) => self.judged(main, end.commit)?.is_ok_and(|it| it.change == judged.change),
            None => false,
        };
        if !known {
            repository.set_ref(&format!("{HERE}{id}"), Some(commit))?;
        }
        let unsent = self.send()?.into_iter().find(|unsent| unsent.id == id);
        let trouble = unsent.map(|unsent| unsent.why);
        Ok(Sent { id, pushed: trouble.is_none(), known, trouble })
    }

    /// Pushes what was proposed here; answers what could not be pushed. The caller holds the lock.
    pub(super) fn send(&self) -> Result<Vec<Unsent>, Error> {
        let (repository, url) = (self.repository(), self.joined()?.url);
        let main = self.verified()?;
        let mut unsent = Vec::new();
        for (id, commit) in repository.refs(HERE)? {
            let landed = matches!(self.judged(main, commit)?, Err(Refusal::Used));
            let pushed = match landed {
                true => Ok(false),
                false => repository.push(&url, &[format!("{commit}:{}", branch(&id))]),
            };
            match pushed {
                Ok(true) => repository.set_ref(&format!("{THERE}{id}"), Some(commit))?,
                Ok(false) if landed || self.is_there(&url, main, &id)? => {}
                Ok(false) => {
                    let why = format!("{url} did not take {}: it has another one", branch(&id));
                    unsent.push(Unsent { id, why });
                    continue;
                }
                Err(error) => {
                    unsent.push(Unsent { id, why: error.to_string() });
                    continue;
                }
            }
            repository.set_ref(&format!("{HERE}{id}"), None)?;
        }
        Ok(unsent)
    }

    /// Whether somebody else proposed the very same change.
    fn is_there(&self, url: &str, main: Oid, id: &str) -> Result<bool, Error> {
        self.repository().fetch(url)?;
        let there = self.repository().refs(THERE)?.into_iter().find(|(name, _)| name == id);
        let Some((_, end)) = there else { return Ok(false) };
        Ok(self.judged(main, end)?.is_ok_and(|judged| id_of(&judged.change) == id))
    }

    /// The ids and the ends of all proposals, those that are not pushed yet too.
    pub(super) fn ends(&self) -> Result<Vec<End>, Error> {
        let repository = self.repository();
        let here = repository.refs(HERE)?.into_iter();
        let mut ends: Vec<End> =
            here.map(|(id, commit)| End { id, commit, is_here: true }).collect();
        for (id, commit) in repository.refs(THERE)? {
            ends.retain(|end| end.id != id);
            ends.push(End { id, commit, is_here: false });
        }
        Ok(ends)
    }

    /// The end of a proposal.
    pub(super) fn proposal(&self, id: &str) -> Result<Option<End>, Error> {
        Ok(self.ends()?.into_iter().find(|end| end.id == id))
    }

    /// A proposal as the next commit behind `main` would be judged.
    pub(super) fn judged(&self, main: Oid, end: Oid) -> Result<Result<Proposed, Refusal>, Error> {
        Ok(proposed(&mut self.repository().objects()?, main, end)?)
    }

    /// The policy of the verified state, and the member who acts.
    pub(super) fn policy_and_me(&self, acting: &Acting) -> Result<(Policy, Me), Error> {
        let policy = self.policy()?;
        let me = self.me(acting, &policy)?;
        Ok((policy, me))
    }

    pub(super) fn refused(&self, why: &Refusal) -> Error {
        Error::Refused(format!("{}: {why}", self.name))
    }
}

/// The end of a proposal.
pub(super) struct End {
    pub(super) id: String,
    pub(super) commit: Oid,
    /// Whether it waits here to be pushed.
    pub(super) is_here: bool,
}

/// A proposal that could not be pushed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsent {
    /// Its id.
    pub id: String,
    /// Why.
    pub why: String,
}
