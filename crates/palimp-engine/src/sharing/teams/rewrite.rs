//! Rewrites of a team's history without erased facts: an owner restarts the history.

use palimp_team::git::Oid;
use palimp_team::{CommitRefusal, refs_not_descended, verify_rewrite};

use super::key::Acting;
use super::outbox::{LOCAL_REFS, Unsent, proposal_branch};
use super::proposals::REJECTED_REFS;
use super::sync::sync_locked;
use super::{Error, JoinedTeam};

impl JoinedTeam {
    /// Begins the history anew in the place of what is verified, so that a fact that was erased stands in
    /// no earlier commit of the repository either. Members whose home has verified the same go on from
    /// there by themselves.
    ///
    /// # Errors
    ///
    /// When this user is no owner, the fact is not erased yet, proposals are open, which would keep the
    /// history before, or when the address is not reached or lets nobody take `main` back.
    pub fn rewrite_history(&self, erased: &str, acting: &Acting) -> Result<(), Error> {
        let _lock = self.lock()?;
        self.catch_up(acting)?;
        let (name, erased) = (&self.name, erased.rsplit('/').next().unwrap_or(erased));
        let (policy, me) = self.policy_and_me(acting)?;
        if !policy.is_owner(me.signer.key()) {
            return Err(Error::Refused(crate::messages::rewrite_needs_owner(name)));
        }
        if self.verified_text(&format!("tombstones/{erased}"))?.is_none() {
            return Err(Error::Refused(crate::messages::fact_not_erased(erased)));
        }
        let (verified, url) = (self.verified_commit()?, self.join_record()?.url);
        let mut refs = self.branches_before(verified)?;
        let repository = self.repository();
        let first = repository.write_rewrite(me.author(acting), verified, erased)?;
        let first = first.map_err(|why| self.refusal_error(&why))?;
        let judged = verify_rewrite(&mut repository.objects()?, verified, first)?;
        judged.map_err(|why| self.refusal_error(&why))?;
        refs.insert(0, format!("{first}:refs/heads/main"));
        if !repository.push_over(&url, &refs, Some(verified))? {
            return Err(Error::Refused(crate::messages::rewrite_overtaken(name)));
        }
        sync_locked(self, acting.settings, acting.now).map(drop)
    }

    /// Returns the refs that delete branches with the earlier history; an open proposal is an
    /// error.
    fn branches_before(&self, main: Oid) -> Result<Vec<String>, Error> {
        let mut open = Vec::new();
        let mut refs = Vec::new();
        for end in self.proposal_ends()? {
            match self.judge_proposal(main, end.commit)? {
                Err(CommitRefusal::Used) => refs.push(format!(":{}", proposal_branch(&end.id))),
                _ => open.push(end.id),
            }
        }
        if !open.is_empty() {
            return Err(Error::Refused(crate::messages::proposals_block_rewrite(
                &self.name,
                open.join(", "),
            )));
        }
        let rejected = self.repository().list_refs(REJECTED_REFS)?.into_iter();
        refs.extend(rejected.map(|(id, _)| format!(":refs/heads/rejected/{id}")));
        Ok(refs)
    }

    /// Drops the history before it began anew from this home. Answers the proposals that waited here to be
    /// pushed and went on from it: they would bring it back. The caller holds the lock.
    pub(super) fn drop_what_is_left(&self) -> Result<Vec<Unsent>, Error> {
        let repository = self.repository();
        let here = repository.list_refs(LOCAL_REFS)?;
        let first = self.root_commit()?;
        let astray = refs_not_descended(&repository.objects()?, first, here)?;
        for id in &astray {
            repository.set_ref(&format!("{LOCAL_REFS}{id}"), None)?;
        }
        repository.drop_what_is_left()?;
        self.pin_root(first, false)?;
        let why = crate::messages::proposal_lost_by_rewrite();
        Ok(astray.into_iter().map(|id| Unsent { id, why: why.to_owned() }).collect())
    }
}
