//! The way of a proposal out of this home. A proposal is a branch, `propose/<id>`: first here, then
//! where others fetch. What could not be pushed stays here and goes with the next sync.

use palimp_team::git::Oid;
use palimp_team::{CommitFileEdit, CommitRefusal, JudgedProposal, TeamPolicy, judge_proposal};
use serde::Serialize;

use super::key::{Acting, ActingMember};
use super::{Error, JoinedTeam};

/// The branches of proposals that were made here and are not pushed yet.
pub(super) const LOCAL_REFS: &str = "refs/heads/propose/";
/// Refs of fetched proposals.
const FETCHED_REFS: &str = "refs/remotes/origin/propose/";
/// Prefix of the branches from which others fetch proposals.
const BRANCH_PREFIX: &str = "refs/heads/propose/";
/// Length of a proposal's id, the beginning of its change's name, in characters.
const PROPOSAL_ID_CHARS: usize = 12;

/// Result of making a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SentProposal {
    /// Its id.
    pub id: String,
    /// True if others can fetch the proposal.
    pub pushed: bool,
    /// True if exactly this change was proposed before.
    pub known: bool,
    /// Reason why the proposal is not pushed; it goes with the next sync.
    pub trouble: Option<String>,
}

/// The id of the proposal of a change.
pub(super) fn id_of(change: &str) -> String {
    change.get(..PROPOSAL_ID_CHARS).unwrap_or(change).to_owned()
}

/// The branch of a proposal where others fetch it.
pub(super) fn proposal_branch(id: &str) -> String {
    format!("{BRANCH_PREFIX}{id}")
}

impl JoinedTeam {
    /// Puts other files forward as a proposal. The caller holds the team's lock.
    pub(super) fn put_forward(
        &self,
        acting: &Acting,
        me: &ActingMember,
        (files, title): (&[CommitFileEdit], &str),
    ) -> Result<SentProposal, Error> {
        let (repository, main) = (self.repository(), self.verified_commit()?);
        let written = repository.write_proposal(me.author(acting), main, (files, title))?;
        let commit = written.map_err(|why| self.refusal_error(&why))?;
        let judged = self.judge_proposal(main, commit)?.map_err(|why| self.refusal_error(&why))?;
        if judged.changed.is_empty() {
            return Err(Error::Refused(crate::messages::nothing_would_change(&self.name)));
        }
        let id = id_of(&judged.change);
        let known = match self.proposal_end(&id)? {
            Some(end) => {
                self.judge_proposal(main, end.commit)?.is_ok_and(|it| it.change == judged.change)
            }
            None => false,
        };
        if !known {
            repository.set_ref(&format!("{LOCAL_REFS}{id}"), Some(commit))?;
        }
        let unsent = self.push_pending()?.into_iter().find(|unsent| unsent.id == id);
        let trouble = unsent.map(|unsent| unsent.why);
        Ok(SentProposal { id, pushed: trouble.is_none(), known, trouble })
    }

    /// Pushes local proposals; returns those that could not be pushed. The caller holds the lock.
    pub(super) fn push_pending(&self) -> Result<Vec<Unsent>, Error> {
        let (repository, url) = (self.repository(), self.join_record()?.url);
        let main = self.verified_commit()?;
        let mut unsent = Vec::new();
        for (id, commit) in repository.list_refs(LOCAL_REFS)? {
            let landed = matches!(self.judge_proposal(main, commit)?, Err(CommitRefusal::Used));
            let pushed = match landed {
                true => Ok(false),
                false => {
                    repository.push_refs(&url, &[format!("{commit}:{}", proposal_branch(&id))])
                }
            };
            match pushed {
                Ok(true) => repository.set_ref(&format!("{FETCHED_REFS}{id}"), Some(commit))?,
                Ok(false) if landed || self.is_there(&url, main, &id)? => {}
                Ok(false) => {
                    let why = crate::messages::proposal_collides(&url, proposal_branch(&id));
                    unsent.push(Unsent { id, why });
                    continue;
                }
                Err(error) => {
                    unsent.push(Unsent { id, why: error.to_string() });
                    continue;
                }
            }
            repository.set_ref(&format!("{LOCAL_REFS}{id}"), None)?;
        }
        Ok(unsent)
    }

    /// True if somebody else proposed the very same change.
    fn is_there(&self, url: &str, main: Oid, id: &str) -> Result<bool, Error> {
        self.repository().fetch(url)?;
        let there =
            self.repository().list_refs(FETCHED_REFS)?.into_iter().find(|(name, _)| name == id);
        let Some((_, end)) = there else { return Ok(false) };
        Ok(self.judge_proposal(main, end)?.is_ok_and(|judged| id_of(&judged.change) == id))
    }

    /// The ids and the ends of all proposals, those that are not pushed yet too.
    pub(super) fn proposal_ends(&self) -> Result<Vec<ProposalEnd>, Error> {
        let repository = self.repository();
        let here = repository.list_refs(LOCAL_REFS)?.into_iter();
        let mut ends: Vec<ProposalEnd> =
            here.map(|(id, commit)| ProposalEnd { id, commit, is_here: true }).collect();
        for (id, commit) in repository.list_refs(FETCHED_REFS)? {
            ends.retain(|end| end.id != id);
            ends.push(ProposalEnd { id, commit, is_here: false });
        }
        Ok(ends)
    }

    /// The end of a proposal.
    pub(super) fn proposal_end(&self, id: &str) -> Result<Option<ProposalEnd>, Error> {
        Ok(self.proposal_ends()?.into_iter().find(|end| end.id == id))
    }

    /// Judges a proposal as the next commit behind `main`.
    pub(super) fn judge_proposal(
        &self,
        main: Oid,
        end: Oid,
    ) -> Result<Result<JudgedProposal, CommitRefusal>, Error> {
        Ok(judge_proposal(&mut self.repository().objects()?, main, end)?)
    }

    /// The policy of the verified state, and the member who acts.
    pub(super) fn policy_and_me(
        &self,
        acting: &Acting,
    ) -> Result<(TeamPolicy, ActingMember), Error> {
        let policy = self.policy()?;
        let me = self.acting_member(acting, &policy)?;
        Ok((policy, me))
    }

    pub(super) fn refusal_error(&self, why: &CommitRefusal) -> Error {
        Error::Refused(format!("{}: {why}", self.name))
    }
}

/// The end of a proposal.
pub(super) struct ProposalEnd {
    pub(super) id: String,
    pub(super) commit: Oid,
    /// True if the proposal waits here to be pushed.
    pub(super) is_here: bool,
}

/// A proposal that could not be pushed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsent {
    /// Its id.
    pub id: String,
    /// Reason.
    pub why: String,
}
