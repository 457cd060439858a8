//! Proposals as a person looks at them: what each would change, and what is to be known of it.

use std::collections::HashSet;

use palimp_team::git::{GitObjectKind, Objects, Oid};
use palimp_team::{
    Changed, FactPath, JudgedProposal, MAX_FILE, TeamFact, TeamPolicy, read_rejection,
};
use serde::Serialize;
use similar::TextDiff;

use super::key::{Acting, user_signers};
use super::key_request::{KeyRequest, POLICY_FILES, requested_keys};
use super::outbox::{ProposalEnd, id_of};
use super::report::{FactReport, SecretFinding, secret_findings};
use super::{Error, JoinedTeam, ServedFacts, utc_day};

/// The branches of what was turned down, as they were fetched.
pub(super) const REJECTED_REFS: &str = "refs/remotes/origin/rejected/";
/// The most proposals that are looked at: whoever may push can push any number of them.
const MAX_LISTED_PROPOSALS: usize = 200;

/// Proposals that were looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalList {
    /// They.
    pub listed: Vec<ProposalView>,
    /// Number of proposals left out of the list; one of them is shown if asked for by its id.
    pub left_out: usize,
}

/// A proposal with all that is to be known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposalView {
    /// Its id.
    pub id: String,
    /// The name of its change: what is approved.
    pub change: String,
    /// Title from its proposer.
    pub title: String,
    /// Time of the proposal, in milliseconds since the Unix epoch, as its signer says.
    pub at: i64,
    /// The keys that it lets in.
    pub keys: Vec<KeyRequest>,
    /// Proposers: members by name, and the keys of those who ask to become one.
    pub proposed: Vec<String>,
    /// Members whose approvals count.
    pub approved: Vec<String>,
    /// Number of required approvals.
    pub needed: usize,
    /// The files that it changes.
    pub changes: Vec<ProposedFileChange>,
    /// Likely secrets and personal data: no reader would serve them.
    pub findings: Vec<SecretFinding>,
    /// True if this user's approval would count.
    pub may_approve: bool,
    /// True if this user approved the proposal.
    pub is_approved_by_me: bool,
    /// True if this user made the proposal.
    pub is_mine: bool,
    /// Reason why the proposal cannot land, whoever approves it.
    pub trouble: Option<String>,
    /// True if the proposal waits in this home to be pushed.
    pub is_here: bool,
    /// Rejection by a member, with its reason.
    pub rejected: Option<Rejected>,
}

/// Rejection of a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rejected {
    /// The member.
    pub by: String,
    /// Reason.
    pub why: String,
}

/// Change of a file by a proposal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProposedFileChange {
    /// The file.
    pub path: String,
    /// Present text; none if the file is new.
    pub before: Option<String>,
    /// Proposed text; none if the file would be removed.
    pub after: Option<String>,
    /// The lines that differ, with those around them.
    pub diff: String,
    /// Duplicates and contradictions of a fact.
    #[serde(flatten)]
    pub report: FactReport,
    /// Kinds of secrets and personal data that its proposer let pass.
    pub allows: Vec<String>,
}

impl JoinedTeam {
    /// Returns the fetched proposals, the oldest first; with `ids`, only those whose ids begin as
    /// one of them. A landed change is no proposal any more.
    ///
    /// # Errors
    ///
    /// When the team's repository cannot be read.
    pub fn proposals(&self, ids: &[&str], acting: &Acting) -> Result<ProposalList, Error> {
        self.looked_at(acting, (self.proposal_ends()?, ids))
    }

    /// Returns the rejected proposals whose branches still exist; `ids` filters as above.
    ///
    /// # Errors
    ///
    /// As [`JoinedTeam::proposals`].
    pub fn rejected_proposals(&self, ids: &[&str], acting: &Acting) -> Result<ProposalList, Error> {
        let open: HashSet<String> = self.proposal_ends()?.into_iter().map(|end| end.id).collect();
        let refs = self.repository().list_refs(REJECTED_REFS)?.into_iter();
        let refs = refs.filter(|(id, _)| !open.contains(id));
        let ends: Vec<ProposalEnd> =
            refs.map(|(id, commit)| ProposalEnd { id, commit, is_here: false }).collect();
        let mut rejected = self.looked_at(acting, (ends, ids))?;
        rejected.listed.retain(|it| it.rejected.is_some());
        Ok(rejected)
    }

    fn looked_at(
        &self,
        acting: &Acting,
        (mut ends, ids): (Vec<ProposalEnd>, &[&str]),
    ) -> Result<ProposalList, Error> {
        ends.retain(|end| ids.is_empty() || ids.iter().any(|id| end.id.starts_with(id)));
        let left_out = ends.len().saturating_sub(MAX_LISTED_PROPOSALS);
        ends.truncate(MAX_LISTED_PROPOSALS);
        let policy = self.policy()?;
        let signers = user_signers(&self.home, acting.user);
        let me = signers.iter().find_map(|signer| {
            let name = policy.member_of_key(signer.key()).ok().map(str::to_owned);
            name.map(|name| (name, signer.key().fingerprint()))
        });
        let stranger = signers.first().map(|signer| (String::new(), signer.key().fingerprint()));
        let mut looking = Looking {
            team: self,
            objects: self.repository().objects()?,
            main: self.verified_commit()?,
            policy,
            me: me.or(stranger).unwrap_or_default(),
            served: self.served_facts().unwrap_or_default(),
            acting,
        };
        let mut listed = Vec::new();
        for end in ends {
            listed.extend(looking.view_proposal(&end)?);
        }
        listed.sort_by(|a, b| (a.at, &a.id).cmp(&(b.at, &b.id)));
        Ok(ProposalList { listed, left_out })
    }
}

struct Looking<'a> {
    team: &'a JoinedTeam,
    objects: Objects,
    main: Oid,
    policy: TeamPolicy,
    /// The name and the fingerprint of this user's key.
    me: (String, String),
    served: ServedFacts,
    acting: &'a Acting<'a>,
}

impl Looking<'_> {
    /// A proposal; none of one that landed.
    fn view_proposal(&mut self, end: &ProposalEnd) -> Result<Option<ProposalView>, Error> {
        let mut found =
            ProposalView { id: end.id.clone(), is_here: end.is_here, ..ProposalView::default() };
        let judged = match palimp_team::judge_proposal(&mut self.objects, self.main, end.commit)? {
            Err(palimp_team::CommitRefusal::Used) => return Ok(None),
            Err(why) => {
                found.trouble = Some(why.to_string());
                return Ok(Some(found));
            }
            Ok(judged) => judged,
        };
        let rejection = read_rejection(&mut self.objects, self.main, end.commit)?;
        let rejection = rejection.filter(|(_, change, _)| *change == judged.change);
        found.rejected = rejection.map(|(by, _, why)| Rejected { by, why });
        for changed in &judged.changed {
            let change = self.file_change(changed)?;
            let place = (change.path.as_str(), 1);
            found.findings.extend(
                change.after.iter().flat_map(|text| secret_findings(text, place, &change.allows)),
            );
            found.changes.push(change);
        }
        let files = self.policy_files()?;
        let changed = |path: &str| {
            let change = found.changes.iter().find(|change| change.path == path)?;
            Some(change.after.clone().unwrap_or_default())
        };
        found.keys = requested_keys(&self.policy, files, changed);
        self.add_judgement(&mut found, judged);
        Ok(Some(found))
    }

    /// The policy's files as they are.
    fn policy_files(&mut self) -> Result<[String; 3], Error> {
        let mut texts = [const { String::new() }; 3];
        for (text, path) in texts.iter_mut().zip(POLICY_FILES) {
            let read = palimp_team::text_at(&mut self.objects, self.main, path)?;
            *text = read.map_err(|why| self.team.refusal_error(&why))?.unwrap_or_default();
        }
        Ok(texts)
    }

    fn add_judgement(&self, found: &mut ProposalView, judged: JudgedProposal) {
        let (me, print) = &self.me;
        let may = judged.may_be_approved_by(&self.policy, me).is_ok();
        found.is_mine = judged.proposed.contains(me) || judged.proposed.contains(print);
        found.is_approved_by_me = judged.approved.contains(me);
        found.trouble = match &judged.overtaken {
            Some(path) => Some(crate::messages::proposal_outdated(path)),
            None if id_of(&judged.change) != found.id => Some(crate::messages::proposal_misnamed()),
            None => None,
        };
        found.may_approve = may && found.trouble.is_none() && found.rejected.is_none();
        found.at = judged.at.saturating_mul(1_000);
        let JudgedProposal { change, title, proposed, approved, needed, .. } = judged;
        (found.change, found.title, found.needed) = (change, title, needed);
        found.proposed = proposed.into_iter().collect();
        found.approved = approved.into_iter().collect();
    }

    fn file_change(&mut self, changed: &Changed) -> Result<ProposedFileChange, Error> {
        let before = self.blob_text(changed.old)?;
        let after = self.blob_text(changed.new)?;
        let (old, new) = (before.as_deref().unwrap_or(""), after.as_deref().unwrap_or(""));
        let diff = TextDiff::from_lines(old, new).unified_diff().context_radius(3).to_string();
        let path = FactPath::parse(&changed.path);
        let fact = path.as_ref().zip(after.as_deref());
        let fact =
            fact.and_then(|(path, text)| Some((path, TeamFact::parse_at_path(path, text).ok()?)));
        let today = utc_day(self.acting.now);
        let report = fact.as_ref().map_or_else(FactReport::default, |(path, fact)| {
            FactReport::compare_fact((self.team.sharer(), &self.served), (path, fact), today)
        });
        let allows = fact.map_or_else(Vec::new, |(_, fact)| fact.allow);
        Ok(ProposedFileChange { path: changed.path.clone(), before, after, diff, report, allows })
    }

    fn blob_text(&mut self, blob: Option<Oid>) -> Result<Option<String>, Error> {
        let Some(blob) = blob else { return Ok(None) };
        let bytes = self.objects.read_object(blob, GitObjectKind::Blob, MAX_FILE)?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}
