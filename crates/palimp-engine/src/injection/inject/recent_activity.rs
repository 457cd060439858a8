//! Recent activity of a project: topics and commands of its last sessions, cached for hooks.
//!
//! The cache is built when a session has ended, or by the first hook that misses it.

use std::path::Path;

use palimp_core::activity::SessionRef;
use palimp_core::text::one_line;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, EditingSession};
use serde::{Deserialize, Serialize};

use super::attempts::parse_actions;
use super::command_kind::is_work;
use super::command_targets::{CommandTarget, recurring_targets};
use super::left_off::LeftOff;
use super::workarounds::{Instead, Workaround, find_workarounds};
use super::working_commands::{Working, find_open_failures, find_working_commands};
use crate::retrieval::session_card::session_title;

/// Maximum number of sessions to read beside the current one, and of observations to read for their
/// commands: those of forty or fifty sessions, because some have a hundred.
const MAX_SESSIONS: usize = 40;
const MAX_OBSERVATIONS: usize = 2_000;
/// Number of sessions to inject if only the last ones are injected.
pub(super) const RECENT_SESSIONS_LIMIT: usize = 4;
/// Number of newest sessions whose end times show if the cache is stale: a session with new
/// activity comes first, unless the clock was set back.
const COMPARED_SESSIONS_LIMIT: usize = 8;
/// Maximum number of files to keep of a session, the first ones, and of commands to keep of a
/// project.
const MAX_FILES_PER_SESSION: usize = 200;
const MAX_COMMANDS: usize = 60;

/// Topics and commands of an agent's last sessions in a project.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecentActivity {
    /// The commands that ran well, those of most runs first.
    pub(super) commands: Vec<String>,
    /// Failures that are still open.
    pub(super) failures: Vec<String>,
    /// Ends of the last sessions, newest first.
    pub(super) left_off: Vec<LeftOff>,
    /// Commands that ran in the stead of others that failed.
    pub(super) workarounds: Vec<Workaround>,
    /// Targets that commands went to.
    pub(super) places: Vec<CommandTarget>,
    /// Cached text. Below its header are the sessions that changed files, newest first: a line of
    /// JSON each, of which a hook reads as many as it needs.
    text: String,
    /// The session that is answered, which is no earlier one.
    present: String,
}

/// First line of the cached text.
#[derive(Default, Serialize, Deserialize)]
struct RecentActivityHeader {
    version: String,
    /// The last observation and the last message of all then.
    last: (i64, i64),
    /// The newest sessions, and when each did something last.
    ends: Vec<(String, i64)>,
    commands: Vec<String>,
    failures: Vec<String>,
    left_off: Vec<LeftOff>,
    workarounds: Vec<Workaround>,
    places: Vec<CommandTarget>,
}

/// A session that changed files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Earlier {
    id: String,
    /// Title from the first prompt, on one line.
    pub(super) title: String,
    /// The files that it changed, in the order of their first change, with [`FILE_SEPARATOR`] between them.
    files: String,
    /// Time of the last activity, in milliseconds since the Unix epoch.
    pub(super) ended_at: i64,
}

/// Version of the cached text: another version of palimp may parse commands differently, or use
/// another format.
const CACHE_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " 9");
/// Sessions in which a derived trait was seen, at the least.
const MIN_SESSIONS: usize = 2;
/// Separator that no path contains and JSON does not escape.
const FILE_SEPARATOR: &str = "\u{7f}";

impl RecentActivity {
    /// Returns the activity before this session, and true if the cache was current; a missing or
    /// stale cache is built here. Commands and the end of the last session are injected only when a
    /// session `starts`, so only then do new observations and messages make the cache stale. A
    /// start needs only the last few sessions.
    pub(super) fn load_or_build(
        db: &ActivityDb,
        session: &SessionRef,
        starts: bool,
    ) -> Result<(RecentActivity, bool), StoreError> {
        let ends = db.other_session_ends(session, COMPARED_SESSIONS_LIMIT)?;
        let last = if starts { Some(last_row_ids(db)?) } else { None };
        let kept = db.recent_activity(&session.agent, &session.project_id, !starts)?;
        let kept = kept.and_then(|text| Some((RecentActivityHeader::parse(&text, session)?, text)));
        let is_new = |head: &RecentActivityHeader| {
            head.ends == ends && last.is_none_or(|last| head.last == last)
        };
        let kept = kept.filter(|(head, _)| is_new(head));
        let lay_ready = kept.is_some();
        let (head, text) = match kept {
            Some(kept) => kept,
            None => {
                let text = build_cache_parts(db, session)?.concat();
                (RecentActivityHeader::parse(&text, session).unwrap_or_default(), text)
            }
        };
        Ok((RecentActivity::from_header(head, text, session), lay_ready))
    }

    /// Returns the cached activity, however old, for a hook that waits at every command; none if
    /// nothing is cached.
    pub(super) fn load_cached(
        db: &ActivityDb,
        session: &SessionRef,
    ) -> Result<Option<RecentActivity>, StoreError> {
        let kept = db.recent_activity(&session.agent, &session.project_id, false)?;
        Ok(kept.and_then(|text| {
            Some(RecentActivity::from_header(
                RecentActivityHeader::parse(&text, session)?,
                text,
                session,
            ))
        }))
    }

    fn from_header(
        head: RecentActivityHeader,
        text: String,
        session: &SessionRef,
    ) -> RecentActivity {
        let RecentActivityHeader { commands, failures, left_off, workarounds, places, .. } = head;
        let present = session.id.clone();
        RecentActivity { commands, failures, left_off, workarounds, places, text, present }
    }

    /// Rebuilds the cache for later hooks.
    pub(crate) fn rebuild_cache(db: &ActivityDb, session: &SessionRef) -> Result<(), StoreError> {
        db.keep_lately(&session.agent, &session.project_id, |db| build_cache_parts(db, session))
    }

    /// Returns the sessions, newest first.
    pub(super) fn sessions(&self) -> impl Iterator<Item = Earlier> {
        self.sessions_naming("")
    }

    /// Returns the sessions that may have changed a file of this name.
    pub(super) fn sessions_naming(&self, name: &str) -> impl Iterator<Item = Earlier> {
        let name = serde_json::to_string(name).unwrap_or_default();
        let name = name.trim_matches('"').to_owned();
        let lines = self.text.lines().skip(1).filter(move |line| line.contains(&name));
        let sessions = lines.filter_map(|line| serde_json::from_str::<Earlier>(line).ok());
        sessions.filter(|session| session.id != self.present).take(MAX_SESSIONS)
    }
}

impl RecentActivityHeader {
    /// Parses the header of a cached text, with the sessions before this one.
    fn parse(text: &str, session: &SessionRef) -> Option<RecentActivityHeader> {
        let mut head: RecentActivityHeader = serde_json::from_str(text.lines().next()?).ok()?;
        head.ends.retain(|(id, _)| *id != session.id);
        head.ends.truncate(COMPARED_SESSIONS_LIMIT);
        (head.version == CACHE_VERSION).then_some(head)
    }
}

/// Returns the numbers of the last observation and the last message of all.
fn last_row_ids(db: &ActivityDb) -> Result<(i64, i64), StoreError> {
    Ok((db.last_observation()?, db.last_message()?))
}

/// Builds the cached text: the part that a starting session reads, and the other sessions.
fn build_cache_parts(db: &ActivityDb, session: &SessionRef) -> Result<[String; 2], StoreError> {
    let (agent, project) = (&session.agent, &session.project_id);
    let runs = db.recent_runs(agent, project, MAX_OBSERVATIONS)?;
    let acts = parse_actions(&runs, root_of(&session.project, &session.working_dir));
    // One more, since the one that asks may be among them.
    let sessions = db.sessions_with_changes(agent, project, MAX_SESSIONS + 1)?;
    let newest = sessions.iter().take(COMPARED_SESSIONS_LIMIT + 1);
    let head = RecentActivityHeader {
        version: CACHE_VERSION.to_owned(),
        last: last_row_ids(db)?,
        ends: newest.map(|session| (session.id.clone(), session.ended_at)).collect(),
        commands: find_working_commands(&acts)
            .into_iter()
            .take(MAX_COMMANDS)
            .map(|it| it.command)
            .collect(),
        failures: find_open_failures(&acts),
        left_off: LeftOff::load_last_sessions(db, session)?,
        workarounds: find_workarounds(&acts),
        places: recurring_targets(&acts),
    };
    let mut lines = sessions.into_iter().map(|session| json_line(&Earlier::from_begun(session)));
    let first = [json_line(&head)]
        .into_iter()
        .chain(lines.by_ref().take(RECENT_SESSIONS_LIMIT + 1))
        .collect();
    Ok([first, lines.collect()])
}

/// The root of a project, below which a session may have begun.
fn root_of<'d>(project: &str, working_dir: &'d str) -> &'d str {
    let is_root = |dir: &&Path| dir.file_name().is_some_and(|name| *name == *project);
    let root = Path::new(working_dir).ancestors().find(is_root);
    root.and_then(Path::to_str).unwrap_or(working_dir)
}

/// Traits of a project that at least two of its sessions show.
pub(crate) struct Derived {
    /// Programs with the hosts, ports, units and the like that they were called with.
    pub places: Vec<String>,
    /// The commands that check a change, run or prepare the project.
    pub commands: Vec<String>,
    /// Commands that fail, and those that run instead.
    pub workarounds: Vec<Instead>,
}

/// Returns the traits that the last sessions of a project, of this id and name, show.
pub(crate) fn derive_traits(
    db: &ActivityDb,
    agent: &str,
    (id, name): (&str, &str),
    working_dir: &str,
) -> Result<Derived, StoreError> {
    let runs = db.recent_runs(agent, id, MAX_OBSERVATIONS)?;
    let acts = parse_actions(&runs, root_of(name, working_dir));
    let commands =
        find_working_commands(&acts).into_iter().filter(|it| it.sessions >= MIN_SESSIONS);
    let commands = commands.map(|it| it.command).filter(|command| is_work(command));
    Ok(Derived {
        places: recurring_targets(&acts).into_iter().map(|it| it.place).collect(),
        commands: commands.collect(),
        workarounds: find_workarounds(&acts).iter().filter_map(Workaround::lasting_part).collect(),
    })
}

/// The commands that ran well in a project, those of most sessions first.
pub(crate) fn working_commands(
    db: &ActivityDb,
    agent: &str,
    project: &str,
    root: &str,
) -> Result<Vec<Working>, StoreError> {
    Ok(find_working_commands(&parse_actions(
        &db.recent_runs(agent, project, MAX_OBSERVATIONS)?,
        root,
    )))
}

fn json_line(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default() + "\n"
}

impl Earlier {
    fn from_begun(session: EditingSession) -> Earlier {
        let title = session_title(&session.prompt);
        let is_path =
            |path: &String| !path.contains(['{', '<', '*']) && !path.contains(FILE_SEPARATOR);
        let files = session.files.into_iter().filter(is_path).take(MAX_FILES_PER_SESSION);
        let files = files.collect::<Vec<_>>().join(FILE_SEPARATOR);
        Earlier { id: session.id, files, ended_at: session.ended_at, title }
    }

    /// Returns the files that it changed, in the order of their first change.
    pub(super) fn files(&self) -> impl Iterator<Item = &str> {
        self.files.split(FILE_SEPARATOR)
    }
}

/// Returns a path relative to the project's root, on one line; of a path outside, its end. If the
/// session's project is unknown, every file lies outside.
pub(super) fn project_relative(root: &str, path: &str) -> String {
    let root = Some(root.trim_end_matches('/')).filter(|root| !root.is_empty());
    let inner = root.and_then(|root| path.strip_prefix(root)?.strip_prefix('/'));
    let end = || path.rmatch_indices('/').nth(1).map_or(path, |(at, _)| &path[at + 1..]);
    one_line(inner.unwrap_or_else(|| if path.starts_with('/') { end() } else { path }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_as_the_project_knows_it() {
        for (root, path, expect) in [
            ("/home/dev/api", "/home/dev/api/src/pool.rs", "src/pool.rs"),
            ("/home/dev/api/", "src/pool.rs", "src/pool.rs"),
            ("/home/dev/api", "/home/dev/api-2/src/pool.rs", "src/pool.rs"),
            ("", "/home/dev/api/src/pool.rs", "src/pool.rs"),
        ] {
            assert_eq!(project_relative(root, path), expect, "{root}");
        }
    }
}
