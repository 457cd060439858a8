//! Teams: what a home keeps of each, and what of it is told.
//!
//! A team is a directory of the home:
//!
//! | file | holds |
//! |---|---|
//! | `repository.git` | what was fetched, believed or not; nothing is ever checked out |
//! | `joined.json` | the address, and the first commit, whose founder's fingerprint was compared |
//! | `served.json` | what was verified and looked at: all that recall is made of |
//! | `state.json` | how the last sync went, and what is quarantined |
//!
//! A member's own proposals are branches of that repository until they are pushed (`outbox`). Everything
//! that writes one holds the team's lock.
//!
//! A sync writes `served.json` whole or not at all; while one fails, what the last one verified keeps
//! serving.

mod about;
mod amend;
mod approved_facts;
mod create_join;
mod decide;
mod fact_rows;
mod key;
mod key_request;
mod note_facts;
mod outbox;
mod pieces;
mod project_mapping;
mod proposals;
mod propose;
mod report;
mod rewrite;
mod rule_files;
mod served_facts;
mod served_stamp;
mod sync;
mod team_state;
mod team_view;
mod templates;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_team::git::TeamRepository;

use crate::home::lock::WorkLock;

pub use crate::error::TeamError as Error;
pub use about::SharedFactInfo;
pub(crate) use about::{Sharer, is_shared, scope_of};
pub use amend::Amendment;
pub use approved_facts::ApprovedFact;
pub use create_join::{
    FetchedTeam, Founding, discard_fetched, fetch_team, init_team, join_team, leave_team,
};
pub use decide::Approved;
pub(crate) use fact_rows::{AllServedFacts, fact_text, shared_decisions};
pub use key::{Acting, default_signer, is_member, name_in_git, user_signers};
pub use key_request::KeyRequest;
pub use note_facts::OpenVault;
pub(crate) use note_facts::{check_kinds, fact_anchors, kind_of, note_facts, shareable_origin};
pub use outbox::{SentProposal, Unsent};
pub use palimp_team::{ApprovalRules, TeamRole};
pub use project_mapping::ProjectsHere;
pub use proposals::{ProposalList, ProposalView, ProposedFileChange, Rejected};
pub use propose::{DraftFact, ProposalDraft, ProposalRequest};
pub use report::{ComparedFact, FactReport, SecretFinding};
pub(crate) use report::{secret_findings, strict_redactor};
pub use rule_files::{RULE_FILES, RuleFileResult};
pub(crate) use served_facts::looked_at;
pub use served_facts::{Landing, QuarantinedFact, ServedFact, ServedFacts};
pub(crate) use served_stamp::{are_served, read_stamp, record_served};
pub use sync::{Synced, is_due, mark_sync, sync_team};
pub use team_state::{JoinRecord, Refused, TeamState};
pub use team_view::{Expiring, TeamMember, TeamStatus, team_statuses};
pub use templates::{AppliedTemplate, TemplateOutcome};

/// A team that this home has joined.
#[derive(Clone, Debug)]
pub struct JoinedTeam {
    home: HomePaths,
    name: String,
}

impl JoinedTeam {
    /// The team of a name, which must have been joined.
    pub fn find_by_name(home: &HomePaths, name: &str) -> Result<JoinedTeam, Error> {
        let all = JoinedTeam::list_all(home);
        let known_names = all.iter().map(|team| team.name.clone()).collect();
        let found = all.into_iter().find(|team| team.name == name);
        found.ok_or_else(|| Error::Unknown { name: name.to_owned(), known_names })
    }

    /// The team of a name, or the only one there is.
    pub fn named_or_only(home: &HomePaths, name: Option<&str>) -> Result<JoinedTeam, Error> {
        if let Some(name) = name {
            return JoinedTeam::find_by_name(home, name);
        }
        let mut all = JoinedTeam::list_all(home);
        match all.len() {
            1 => Ok(all.remove(0)),
            0 => Err(Error::Refused(crate::messages::no_team_joined())),
            _ => {
                let names: Vec<&str> = all.iter().map(JoinedTeam::name).collect();
                Err(Error::Refused(crate::messages::team_ambiguous(names.join(" or "))))
            }
        }
    }

    /// The teams of a home, by their names.
    pub fn list_all(home: &HomePaths) -> Vec<JoinedTeam> {
        let Ok(entries) = std::fs::read_dir(home.teams_dir()) else { return Vec::new() };
        let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| palimp_team::is_name(name)).collect();
        names.sort();
        let teams = names.into_iter().map(|name| JoinedTeam { home: home.clone(), name });
        teams.filter(|team| team.join_record().is_ok()).collect()
    }

    fn sharer(&self) -> Sharer<'_> {
        Sharer::Team(&self.name)
    }

    /// Returns the team's name in this home.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its repository, of which only verified commits are believed.
    pub fn repository(&self) -> TeamRepository {
        TeamRepository::from_path(&self.home.team_dir(&self.name).join("repository.git"))
    }

    /// The right to fetch and to write what is kept of it, as soon as no other process has it.
    pub fn lock(&self) -> Result<WorkLock, Error> {
        let lock = WorkLock::acquire(&self.home, &format!("team-{}", self.name));
        lock.map_err(|source| Error::File { path: self.home.locks_dir(), source })
    }

    /// The policy of the verified state.
    pub fn policy(&self) -> Result<palimp_team::TeamPolicy, Error> {
        let verified = self.verified_commit()?;
        let mut objects = self.repository().objects()?;
        let policy = palimp_team::policy_at(&mut objects, verified)?;
        policy.map_err(|why| Error::Refused(format!("{}: {why}", self.name)))
    }
}

/// The day of a moment, in milliseconds since the Unix epoch: that of UTC, so that a fact expires for all
/// of a team at once.
pub fn utc_day(now: i64) -> Date {
    let at = Timestamp::from_millisecond(now).unwrap_or_default();
    at.to_zoned(TimeZone::UTC).date()
}

/// Returns the version and settings of the redaction: content that was clean under other rules is
/// checked again.
pub(crate) fn redaction_fingerprint(settings: &Settings) -> String {
    let allowed = settings.redaction.allow.join("\n");
    let keep = settings.redaction.keep_authors;
    format!("{}/{}/{keep}/{allowed}", env!("CARGO_PKG_VERSION"), palimp_redact::rules().count())
}
