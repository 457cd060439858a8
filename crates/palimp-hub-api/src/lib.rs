//! JSON over HTTP protocol between homes and an organisation's hub.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `GET /v1/me` | | [`CallerInfo`] |
//! | `GET /v1/feed?scope=ID&since=SEQ` | | [`Feed`] |
//! | `POST /v1/search` | [`HubSearchRequest`] | [`HubSearchResponse`] |
//! | `GET /v1/memories/ID` | | [`HubMemory`] |
//! | `GET /v1/proposals` | | [`HubProposalList`] |
//! | `POST /v1/proposals`, with `Idempotency-Key` | [`Propose`] | 201 [`HubProposal`], 422 [`Problem`] with findings |
//! | `POST /v1/reviews`, with `Idempotency-Key` | [`HubReviewRequest`] | [`HubMemory`] as it is then |
//! | `POST /v1/erase` | [`EraseRequest`] | [`Erased`] |
//! | `GET /v1/audit?since=SEQ` | | [`AuditLog`] |
//! | `POST /v1/activity`, with `Idempotency-Key` | [`ActivityUpload`] | 202, 422 [`Problem`] with findings |
//!
//! Every request carries `Authorization: Bearer TOKEN`. Failures are a [`Problem`] (RFC 9457) with
//! its status; 429 and 503 name in `Retry-After` the seconds to wait. A scope, a memory or a
//! project that the asker may not see is answered like one that does not exist: 404.
//!
//! Times are RFC 3339, days `2026-11-23`, ids UUIDs in text. Readers ignore unknown fields, so that
//! both sides may add fields at their own pace.

mod audit;

use serde::{Deserialize, Serialize};

pub use audit::{AuditLink, AuditLog, Signed};

/// The asker, and the scopes they may read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Me"))]
pub struct CallerInfo {
    /// The organisation's name: a name of letters, digits, `.`, `_` and `-`.
    pub org: String,
    /// The asker's own name.
    pub name: String,
    /// The scopes that the asker may read.
    pub scopes: Vec<ScopeInfo>,
    /// For how many days a home may go on with what it has pulled when it cannot reach the hub.
    pub max_offline_days: u32,
    /// The last link of the organisation's audit chain.
    pub head: ChainHead,
}

/// A part of the organisation that has members and memories of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Scope"))]
pub struct ScopeInfo {
    /// Its id.
    pub id: String,
    /// Kind of the scope.
    pub kind: ScopeKind,
    /// Its name, unique among those of its kind in the organisation.
    pub name: String,
    /// Role of the asker in the scope.
    pub role: ScopeRole,
    /// Of a project: the addresses of its repository, in the form that TEAM's projects have (`host/owner/name`).
    pub remotes: Vec<String>,
    /// Of a project: the ids of its root commits.
    pub roots: Vec<String>,
}

/// Kind of a scope.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ScopeKind {
    /// The whole organisation: what stands there is told in every project.
    #[default]
    Org,
    /// A team.
    Team,
    /// A project: what stands there is told in its clones alone.
    Project,
}

/// Role of a member in a scope; each role includes the ones before it, except the auditor, who
/// reads the audit alone.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "Role"))]
pub enum ScopeRole {
    /// Reads the audit and what was quarantined, and no memory.
    #[default]
    Auditor,
    /// Reads and searches.
    Reader,
    /// Proposes.
    Contributor,
    /// Approves and rejects what others proposed.
    Reviewer,
    /// Erases, and adds and removes members below itself.
    Maintainer,
    /// May do everything.
    Owner,
}

/// A link of the audit chain. The next one's hash is made of this one's, so that no link can be changed, moved or
/// left out without all that follow being others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Head"))]
pub struct ChainHead {
    /// Its number, counted from 1 without a gap; 0 before the first.
    pub seq: u64,
    /// Its hash, in hexadecimal.
    pub hash: String,
}

/// Status of a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "Status"))]
pub enum MemoryStatus {
    /// It waits for reviewers; nobody else but its proposer sees it.
    #[default]
    Proposed,
    /// It is told.
    Approved,
    /// A reviewer said no.
    Rejected,
    /// Another one took its place.
    Superseded,
    /// Its time is over.
    Expired,
    /// Today's rules found a secret, personal data or a contradiction in it, and it waits for a person.
    Quarantined,
}

/// A fact of the organisation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Memory"))]
pub struct HubMemory {
    /// Its id.
    pub id: String,
    /// The id of the scope in which it stands.
    pub scope: String,
    /// Status of the memory.
    pub status: MemoryStatus,
    /// Kind of fact: `decision`, `procedure`, `incident`, …
    pub kind: String,
    /// The statement.
    pub statement: String,
    /// Reason for the statement; may be empty.
    pub why: String,
    /// The places in the project's code that it speaks of, as notes write them: `src/auth.rs:40-80 fn=refresh s=…`.
    pub anchors: Vec<String>,
    /// The ids of those whose place it takes.
    pub supersedes: Vec<String>,
    /// The first day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<String>,
    /// The day from which on it holds no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// Origin of the fact.
    pub origin: FactOrigin,
    /// Kinds of personal data that a person let pass, and that no home is to hold it back for: `email`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub allow: Vec<String>,
    /// The name of who proposed it.
    pub proposer: String,
    /// The names of who approved it.
    pub approved_by: Vec<String>,
    /// Time of the proposal.
    pub proposed_at: String,
    /// Time of the last status change.
    pub changed_at: String,
    /// A hash of all that a reviewer reads of it: an approval names it, and holds for no other.
    pub version: String,
}

/// Origin of a fact, reduced to what may leave the proposer's machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Origin"))]
pub struct FactOrigin {
    /// The agent program of the conversation that it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The day of that conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The commit of the project at that time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The git team and fact that it was agreed as before: `acme/decision/retry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team: Option<String>,
}

/// Changes of a scope's memories since a link.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Feed {
    /// Those that are approved now and changed since, oldest change first.
    pub put: Vec<HubMemory>,
    /// The ids of those that are not to be told any more.
    pub gone: Vec<String>,
    /// Value of `since` for the next request.
    pub next: u64,
    /// True if more changes are pending: request them at once.
    pub more: bool,
    /// The last link of the chain.
    pub head: ChainHead,
    /// The hash of the link whose number was asked for as `since`, where there is one: it is what the home was told
    /// then as [`ChainHead`], or the history was rewritten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<ChainHead>,
}

/// A question.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Search"))]
pub struct HubSearchRequest {
    /// Words or a question.
    pub query: String,
    /// The name of the project that is asked from; its memories come a little earlier.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// Maximum number of hits; 6 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_results: Option<usize>,
    /// The score below which nothing is returned; 0.35 unless said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_score: Option<f32>,
}

/// Results of a search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Found"))]
pub struct HubSearchResponse {
    /// The best first.
    pub hits: Vec<HubSearchHit>,
}

/// A memory that answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Hit"))]
pub struct HubSearchHit {
    /// The memory's id.
    pub id: String,
    /// The name of its scope: `org`, `team:platform`, `project:app`.
    pub scope: String,
    /// Kind of fact.
    pub kind: String,
    /// From 0 to 1, as at home.
    pub score: f32,
    /// The passage that answers.
    pub snippet: String,
    /// The names of who approved it.
    pub approved_by: Vec<String>,
    /// Time of the approval.
    pub approved_at: String,
}

/// A fact that somebody would have the organisation know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct Propose {
    /// The scope: `org`, `team:NAME`, `project:NAME`, or an id.
    pub scope: String,
    /// Kind of fact.
    pub kind: String,
    /// The statement.
    pub statement: String,
    /// Reason for the statement.
    pub why: String,
    /// The places in the code that it speaks of.
    pub anchors: Vec<String>,
    /// The ids of those whose place it takes.
    pub supersedes: Vec<String>,
    /// The first day on which it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<String>,
    /// The day from which on it holds no longer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires: Option<String>,
    /// Origin of the fact.
    pub origin: FactOrigin,
    /// Kinds of personal data that may stay, each said by a person: `email`.
    pub allow: Vec<String>,
}

/// A memory that waits for reviewers, with what they have to know of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", schemars(rename = "Proposal"))]
pub struct HubProposal {
    /// The memory.
    pub memory: HubMemory,
    /// Approved ones that say the same.
    pub duplicates: Vec<ComparedMemory>,
    /// Approved ones that it contradicts and does not supersede.
    pub contradictions: Vec<ComparedMemory>,
    /// Number of approvals so far.
    pub approvals: u32,
    /// Number of approvals that are needed.
    pub needs: u32,
    /// True if the asker may review it.
    pub may_review: bool,
}

/// An approved memory that a proposal is held against.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Against"))]
pub struct ComparedMemory {
    /// Its id.
    pub id: String,
    /// The statement.
    pub statement: String,
}

/// Pending proposals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Proposals"))]
pub struct HubProposalList {
    /// The oldest first.
    pub proposals: Vec<HubProposal>,
}

/// Verdict of a reviewer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Review"))]
pub struct HubReviewRequest {
    /// The memory's id.
    pub memory: String,
    /// Its version as the reviewer read it.
    pub version: String,
    /// Yes or no.
    pub verdict: ReviewVerdict,
    /// Reason for the verdict; required for a rejection.
    pub why: String,
}

/// Yes or no.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", schemars(rename = "Verdict"))]
pub enum ReviewVerdict {
    /// It shall be told.
    Approve,
    /// It shall not.
    #[default]
    Reject,
}

/// Request to erase a memory, a member or a project. Exactly one field is set.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Erase"))]
pub struct EraseRequest {
    /// A memory's id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<String>,
    /// A member's name: what she proposed, and what names her.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub member: Option<String>,
    /// A project's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
}

/// Result of an erasure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Erased {
    /// Number of erased memories.
    pub memories: u64,
}

/// Session activity that a home shares if its user opted in: never prompts or replies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Activity"))]
pub struct ActivityUpload {
    /// The project: its name or id.
    pub project: String,
    /// The day.
    pub day: String,
    /// Summaries of the sessions, a line each.
    pub summaries: Vec<String>,
    /// Failures that occurred more than once, a line each.
    pub failures: Vec<String>,
}

/// Reason for which a request failed (RFC 9457).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Problem {
    /// Stable short name of the failure: `findings`, `not-found`, `not-allowed`, `stale-version`,
    /// ….
    #[serde(rename = "type")]
    pub kind: String,
    /// The same in words.
    pub title: String,
    /// The status of the answer.
    pub status: u16,
    /// Details of this failure, and the next step.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Findings to fix before the text may be stored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<FieldFinding>,
}

/// Text that looks like a secret or personal data.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[cfg_attr(feature = "schema", schemars(rename = "Finding"))]
pub struct FieldFinding {
    /// The field of the request.
    pub field: String,
    /// The line, from 1.
    pub line: usize,
    /// Kind of the finding: `email`.
    pub kind: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_reader_does_not_know_it_leaves_alone() {
        let text = r#"{"org":"acme","maxOfflineDays":14,"colour":"red","scopes":[{"id":"1","kind":"project"}]}"#;
        let me: CallerInfo = serde_json::from_str(text).unwrap();
        assert_eq!((me.org.as_str(), me.max_offline_days), ("acme", 14));
        assert_eq!(me.scopes[0].kind, ScopeKind::Project);
        assert_eq!(me.scopes[0].role, ScopeRole::Auditor, "who is said no role may do the least");
    }

    #[test]
    fn roles_grow() {
        let all = [
            ScopeRole::Auditor,
            ScopeRole::Reader,
            ScopeRole::Contributor,
            ScopeRole::Reviewer,
            ScopeRole::Maintainer,
            ScopeRole::Owner,
        ];
        assert!(all.is_sorted());
    }
}
