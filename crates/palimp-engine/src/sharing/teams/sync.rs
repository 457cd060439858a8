//! Fetch, verify, look at it again, and put it in the place of what was served.

use std::collections::BTreeSet;
use std::time::Duration;

use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_team::git::{Objects, Oid};
use palimp_team::{
    CommitRefusal, Judgement, VerifiedRange, files_at, founding_commit, verify_main, verify_rewrite,
};
use serde::Serialize;

use super::outbox::Unsent;
use super::served_facts::{Landing, ServedFacts};
use super::team_state::{Refused, TeamState};
use super::{Error, JoinedTeam, redaction_fingerprint};
use crate::home::redaction;
use crate::home::stamp_file;

/// The marker whose time says when teams were synced last by themselves.
const SYNC_MARKER: &str = "team-sync";
/// The branch that is judged, as it was fetched.
pub(super) const MAIN_REF: &str = "refs/remotes/origin/main";

/// True if teams are due for an automatic sync: there are some, and the interval has passed.
pub fn is_due(home: &HomePaths, settings: &Settings) -> bool {
    let hours = settings.team.sync_hours;
    let age = Duration::from_secs(hours.saturating_mul(3_600));
    let are_there = || home.teams_dir().is_dir() && !JoinedTeam::list_all(home).is_empty();
    hours > 0 && stamp_file::is_older(home, SYNC_MARKER, age) && are_there()
}

/// Marks that teams are synced now, so that no other process starts a sync.
pub fn mark_sync(home: &HomePaths) -> Result<(), palimp_store::StoreError> {
    stamp_file::touch_marker(home, SYNC_MARKER)
}

/// Result of a sync.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Synced {
    /// The team.
    pub team: String,
    /// Number of changes verified now.
    pub landed: usize,
    /// The owner who had the history begin anew since the last sync, so that what was erased is gone from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rewritten_by: Option<String>,
    /// Local proposals that could not be pushed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsent: Vec<Unsent>,
    /// State of the team.
    #[serde(flatten)]
    pub state: TeamState,
}

/// Updates the served facts of a team, at `now` in milliseconds since the Unix epoch. If the
/// address is not reached, earlier fetched commits are checked again all the same, and the state
/// says why.
///
/// # Errors
///
/// When git or a file of the team fails. What is served stays as it was.
pub fn sync_team(team: &JoinedTeam, settings: &Settings, now: i64) -> Result<Synced, Error> {
    let _lock = team.lock()?;
    sync_locked(team, settings, now)
}

/// The same for who holds the team's lock already.
pub(super) fn sync_locked(
    team: &JoinedTeam,
    settings: &Settings,
    now: i64,
) -> Result<Synced, Error> {
    team.repository().remove_unfinished();
    let mut state = TeamState { checked_at: now, ..team.state() };
    state.trouble =
        team.repository().fetch(&team.join_record()?.url).err().map(|error| error.to_string());
    if state.trouble.is_none() {
        state.reached_at = now;
    }
    let (landed, rewritten_by) = TeamSyncRun { team, settings }.bring_up_to_date(&mut state)?;
    team.write_json("state.json", &state)?;
    let mut unsent = if team.join_record()?.left { team.drop_what_is_left()? } else { Vec::new() };
    if state.trouble.is_none() {
        unsent.extend(team.push_pending()?);
    }
    Ok(Synced { team: team.name.clone(), landed, rewritten_by, unsent, state })
}

struct TeamSyncRun<'a> {
    team: &'a JoinedTeam,
    settings: &'a Settings,
}

impl TeamSyncRun<'_> {
    /// Answers how much was verified, and which owner had the history begin anew.
    fn bring_up_to_date(&self, state: &mut TeamState) -> Result<(usize, Option<String>), Error> {
        let repository = self.team.repository();
        let mut objects = repository.objects()?;
        let tip = match repository.resolve_ref(MAIN_REF) {
            Ok(tip) => tip,
            Err(error) => {
                state.trouble.get_or_insert(crate::messages::branch_main_missing(&error));
                self.team.verified_commit()?
            }
        };
        let before = self.team.served_facts();
        let last = before.as_ref().and_then(|served| Oid::parse(&served.verified));
        let mut served =
            ServedFacts { rules: redaction_fingerprint(self.settings), ..ServedFacts::default() };
        let (judgement, rewritten_by) = match (last, &before) {
            (Some(verified), Some(before)) => {
                served.landed.clone_from(&before.landed);
                self.go_on(&mut objects, &mut served, (verified, tip))?
            }
            _ => (self.since_the_beginning(&mut objects, &mut served, tip)?, None),
        };
        state.refused = judgement
            .refused
            .as_ref()
            .map(|(commit, why)| Refused { commit: commit.to_string(), why: why.to_string() });
        served.landed.extend(judgement.landed.iter().map(Landing::from_landed));
        served.verified = judgement.verified.to_string();
        let listed = files_at(&mut objects, judgement.verified)?;
        let mut listed =
            listed.map_err(|why| Error::Refused(format!("{}: {why}", self.team.name)))?;
        listed.extend(self.erased_elsewhere(&mut objects, judgement.refused.as_ref())?);
        let redactor = redaction::secret_finder(self.settings);
        let held = served.read_facts(&mut objects, listed, before.as_ref(), &redactor)?;
        (state.verified, state.facts, state.held) =
            (served.verified.clone(), served.facts.len(), held);
        state.turns = served.change_days();
        if before.as_ref() != Some(&served) {
            self.team.write_json("served.json", &served)?;
        }
        Ok((judgement.landed.len(), rewritten_by))
    }

    /// Returns the facts that an owner erased in a restarted history that does not continue from
    /// here: the rest of that history is not believed, and the erased facts are not served.
    fn erased_elsewhere(
        &self,
        objects: &mut Objects,
        refused: Option<&(Oid, CommitRefusal)>,
    ) -> Result<Vec<(String, Oid)>, Error> {
        let Some((tip, CommitRefusal::RewrittenSince)) = refused else { return Ok(Vec::new()) };
        let first = self.team.repository().root_commit(*tip)?;
        let mut there = files_at(objects, first)?.unwrap_or_default();
        there.retain(|(path, _)| path.starts_with("tombstones/"));
        Ok(there)
    }

    /// Judges what follows the last verified commit, or the history that an owner began anew in its place:
    /// then also by whom.
    fn go_on(
        &self,
        objects: &mut Objects,
        served: &mut ServedFacts,
        (verified, tip): (Oid, Oid),
    ) -> Result<(Judgement, Option<String>), Error> {
        use CommitRefusal::{OtherRoot, Rewritten, RewrittenMore, RewrittenSince, Shortened};
        let mut judgement =
            verify_main(objects, VerifiedRange { root: self.team.root_commit()?, verified }, tip)?;
        let Some((_, why @ (OtherRoot | Rewritten | Shortened))) = &mut judgement.refused else {
            return Ok((judgement, None));
        };
        match verify_rewrite(objects, verified, tip)? {
            Ok(anew) => {
                let first = anew.first;
                self.team.pin_root(first, true)?;
                served.landed.push(Landing::from_rewrite(&anew));
                let judgement =
                    verify_main(objects, VerifiedRange { root: first, verified: first }, tip)?;
                Ok((judgement, Some(anew.by)))
            }
            Err(refusal) => {
                let is_new = *why == OtherRoot;
                if is_new && matches!(refusal, RewrittenSince | RewrittenMore) {
                    *why = refusal;
                }
                Ok((judgement, None))
            }
        }
    }

    /// Judges everything since the first commit. Where the home knows of a later one that was verified,
    /// a `main` without it is not believed.
    fn since_the_beginning(
        &self,
        objects: &mut Objects,
        served: &mut ServedFacts,
        tip: Oid,
    ) -> Result<Judgement, Error> {
        let root = self.team.root_commit()?;
        let founded = founding_commit(objects, root)?;
        let founded = founded.map_err(|why| {
            Error::Refused(crate::messages::first_commit_invalid(&self.team.name, &why))
        })?;
        served.landed.push(Landing::from_landed(&founded));
        let whole = verify_main(objects, VerifiedRange { root, verified: root }, tip)?;
        let known = Oid::parse(&self.team.state().verified).filter(|known| *known != root);
        let reached: BTreeSet<Oid> = whole.landed.iter().map(|landed| landed.commit).collect();
        let Some(known) = known.filter(|known| !reached.contains(known)) else { return Ok(whole) };
        let mut until = verify_main(objects, VerifiedRange { root, verified: root }, known)?;
        until.refused = Some((tip, whole.refused.map_or(CommitRefusal::Rewritten, |(_, why)| why)));
        Ok(until)
    }
}
