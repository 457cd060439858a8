//! A person's yes or no to a proposal.

use palimp_team::git::Oid;
use palimp_team::{JudgedProposal, VerifiedRange, verify_main};
use serde::Serialize;

use super::key::{Acting, ActingMember};
use super::outbox::{id_of, proposal_branch};
use super::proposals::ProposalView;
use super::sync::sync_locked;
use super::{Error, JoinedTeam};

/// Maximum number of attempts while others push first.
const MAX_PUSH_ATTEMPTS: usize = 8;

/// Result of an approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Approved {
    /// The proposal.
    pub id: String,
    /// True if the proposal landed.
    pub landed: bool,
    /// Number of valid approvals.
    pub approvals: usize,
    /// Number of required approvals.
    pub needed: usize,
}

impl JoinedTeam {
    /// Approves exactly the change that was looked at, and merges it into `main` once enough
    /// members have approved it. If somebody else pushes first, fetches and verifies their commits,
    /// and tries again.
    ///
    /// # Errors
    ///
    /// When the proposal is gone or another one now, when an approval by this user does not count,
    /// when it cannot land any more, or when the address is not reached.
    pub fn approve(&self, seen: &ProposalView, acting: &Acting) -> Result<Approved, Error> {
        let _lock = self.lock()?;
        for _ in 0..MAX_PUSH_ATTEMPTS {
            self.catch_up(acting)?;
            if let Some(approved) = self.try_to_approve(seen, acting)? {
                if approved.landed {
                    // It landed, whether this home hears of it now or with its next sync.
                    let _ = sync_locked(self, acting.settings, acting.now);
                }
                return Ok(approved);
            }
        }
        Err(Error::Refused(crate::messages::push_race_lost(&self.name)))
    }

    /// Rejects a proposal: removes it, and tells its proposer why. A proposer may withdraw their
    /// own proposal so.
    ///
    /// # Errors
    ///
    /// As [`JoinedTeam::approve`].
    pub fn reject(&self, seen: &ProposalView, why: &str, acting: &Acting) -> Result<(), Error> {
        let _lock = self.lock()?;
        for _ in 0..MAX_PUSH_ATTEMPTS {
            self.catch_up(acting)?;
            if seen.change.is_empty() {
                return self.delete_proposal_branch(&seen.id);
            }
            let (end, judged) = self.as_seen(seen)?;
            let (policy, me) = self.policy_and_me(acting)?;
            if !judged.proposed.contains(&me.name) {
                let may = judged.may_be_approved_by(&policy, &me.name);
                may.map_err(|why| self.refusal_error(&why))?;
            }
            let repository = self.repository();
            let said = (judged.change.as_str(), why);
            let no = repository.write_rejection(me.author(acting), end, said)?;
            let no = no.map_err(|why| self.refusal_error(&why))?;
            let refs = [
                format!("+{no}:refs/heads/rejected/{}", seen.id),
                format!(":{}", proposal_branch(&seen.id)),
            ];
            if repository.push_refs(&self.join_record()?.url, &refs)? {
                return sync_locked(self, acting.settings, acting.now).map(drop);
            }
        }
        Err(Error::Refused(crate::messages::push_race_lost(&self.name)))
    }

    /// Deletes a branch that holds no valid proposal.
    fn delete_proposal_branch(&self, id: &str) -> Result<(), Error> {
        self.repository()
            .push_refs(&self.join_record()?.url, &[format!(":{}", proposal_branch(id))])
            .map(drop)?;
        Ok(())
    }

    /// Fetches and verifies; what is decided is decided on what others see.
    pub(super) fn catch_up(&self, acting: &Acting) -> Result<(), Error> {
        let state = sync_locked(self, acting.settings, acting.now)?.state;
        let name = &self.name;
        if let Some(trouble) = state.trouble {
            return Err(Error::Refused(crate::messages::decision_unreachable(name, &trouble)));
        }
        if let Some(refused) = state.refused {
            return Err(Error::Refused(crate::messages::commit_blocks_landing(
                name, &refused.commit, &refused.why,
            )));
        }
        Ok(())
    }

    /// The end of a proposal, which has to be what was looked at.
    fn as_seen(&self, seen: &ProposalView) -> Result<(Oid, JudgedProposal), Error> {
        let (name, id) = (&self.name, &seen.id);
        let gone = || Error::Refused(crate::messages::no_such_proposal(name, id));
        let end = self.proposal_end(id)?.ok_or_else(gone)?;
        let judged = match self.judge_proposal(self.verified_commit()?, end.commit)? {
            Err(palimp_team::CommitRefusal::Used) => return Err(gone()),
            judged => judged.map_err(|why| self.refusal_error(&why))?,
        };
        if judged.change != seen.change {
            return Err(Error::Refused(crate::messages::proposal_changed(name, id)));
        }
        Ok((end.commit, judged))
    }

    /// One try; none where somebody else was faster.
    fn try_to_approve(
        &self,
        seen: &ProposalView,
        acting: &Acting,
    ) -> Result<Option<Approved>, Error> {
        let (mut end, mut judged) = self.as_seen(seen)?;
        let (policy, me) = self.policy_and_me(acting)?;
        if id_of(&judged.change) != seen.id {
            let (name, id) = (&self.name, &seen.id);
            return Err(Error::Refused(format!(
                "{name}: {id}: {}",
                crate::messages::proposal_misnamed()
            )));
        }
        if let Some(path) = &judged.overtaken {
            return Err(Error::Refused(crate::messages::path_changed_since(path, &seen.id)));
        }
        if let Some(found) = seen.findings.first() {
            return Err(Error::Refused(crate::messages::proposal_holds_secret(
                &found.file, found.line, &found.kind,
            )));
        }
        let may = judged.may_be_approved_by(&policy, &me.name);
        may.map_err(|why| self.refusal_error(&why))?;
        let repository = self.repository();
        if !judged.approved.contains(&me.name) {
            let yes = repository.write_approval(me.author(acting), end, &judged.change)?;
            end = yes.map_err(|why| self.refusal_error(&why))?;
            judged = self
                .judge_proposal(self.verified_commit()?, end)?
                .map_err(|why| self.refusal_error(&why))?;
        }
        let refs = match judged.is_approved() {
            true => vec![
                format!("{}:refs/heads/main", self.merge_approved(&me, end, &judged, acting)?),
                format!(":{}", proposal_branch(&seen.id)),
            ],
            false => vec![format!("{end}:{}", proposal_branch(&seen.id))],
        };
        let (approvals, needed) = (judged.approved.len(), judged.needed);
        let id = seen.id.clone();
        let approved = Approved { id, landed: judged.is_approved(), approvals, needed };
        let url = self.join_record()?.url;
        let pushed = match repository.push_refs(&url, &refs) {
            // A server that keeps branches keeps this one, which nobody takes for open any more.
            Err(_) if approved.landed => repository.push_refs(&url, &refs[..1])?,
            pushed => pushed?,
        };
        Ok(pushed.then_some(approved))
    }

    /// Writes the merge of an approved proposal, which readers accept.
    fn merge_approved(
        &self,
        me: &ActingMember,
        end: Oid,
        judged: &JudgedProposal,
        acting: &Acting,
    ) -> Result<Oid, Error> {
        let (repository, verified) = (self.repository(), self.verified_commit()?);
        let changed = (&judged.changed[..], judged.title.as_str());
        let merge = repository.write_merge(me.author(acting), (verified, end), changed)?;
        let merge = merge.map_err(|why| self.refusal_error(&why))?;
        let range = VerifiedRange { root: self.root_commit()?, verified };
        match verify_main(&mut repository.objects()?, range, merge)?.refused {
            None => Ok(merge),
            Some((_, why)) => Err(self.refusal_error(&why)),
        }
    }
}
