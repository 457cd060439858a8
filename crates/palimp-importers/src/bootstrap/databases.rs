//! The databases of other memories: claude-mem's, and that of the hooks that came before palimp.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use palimp_core::activity::{ExportRow, StoredObservation, StoredSession};
use palimp_core::observation::ObservationType;
use palimp_core::project::ProjectIdentity;
use palimp_engine::home::exclusion::Exclusions;
use palimp_engine::home::redaction;
use palimp_engine::{Error, identify_project};
use palimp_redact::Redactor;
use palimp_store::activity::{ActivityDb, Filter};
use palimp_store::foreign::claude_mem::{self, ClaudeMemEntry};
use palimp_store::foreign::hooks::{self, HookSessionSummary, HookToolUse};

use super::adopt::{ImportFolder, ImportItem, display_path};
use super::{ImportContext, ImportSource, ImportSummary};

/// Collects claude-mem's memories, a note for each month of each project.
pub(super) fn claude_mem(
    source: &ImportSource,
    taker: &ImportContext,
    complaints: &mut Vec<String>,
) -> Vec<ImportItem> {
    let zone = taker.now.time_zone();
    let mut items = Vec::new();
    for path in &source.paths {
        let memories =
            match claude_mem::ClaudeMemStore::open(path).and_then(|store| store.memories()) {
                Ok(memories) => memories,
                Err(error) => {
                    complaints.push(error.to_string());
                    continue;
                }
            };
        let origin = display_path(path, &taker.places.user);
        let mut months: BTreeMap<(String, String), Vec<ClaudeMemEntry>> = BTreeMap::new();
        for memory in memories {
            let month = to_zoned(memory.at, zone).strftime("%Y-%m").to_string();
            months.entry((memory.project.clone(), month)).or_default().push(memory);
        }
        items.extend(months.into_iter().map(|((project, month), memories)| ImportItem {
            origin: format!("{origin}#{project}/{month}"),
            place: None,
            folder: ImportFolder::Episodes,
            name: format!("claude-mem {project} {month}"),
            at: memories.last().map(|memory| memory.at),
            text: render_month(&project, &month, &memories, zone),
            project: Some(project).filter(|project| !project.is_empty()),
            client: Some("claude"),
        }));
    }
    items
}

fn render_month(
    project: &str,
    month: &str,
    memories: &[ClaudeMemEntry],
    zone: &TimeZone,
) -> String {
    let mut text = format!("# {project} {month}, as claude-mem kept it\n");
    for memory in memories {
        let at = to_zoned(memory.at, zone);
        let title = palimp_core::text::one_line(&memory.title);
        let _ = writeln!(text, "\n## {} — {title}\n", at.strftime("%Y-%m-%d %H:%M"));
        for (name, paragraph) in &memory.paragraphs {
            let name = if name.is_empty() { String::new() } else { format!("{name}: ") };
            let _ = writeln!(text, "{name}{}\n", paragraph.trim());
        }
        for fact in &memory.facts {
            let _ = writeln!(text, "- {}", palimp_core::text::one_line(fact));
        }
        if !memory.files.is_empty() {
            let _ = writeln!(text, "\nFiles: {}", memory.files.join(", "));
        }
    }
    text
}

fn to_zoned(at: i64, zone: &TimeZone) -> Zoned {
    Timestamp::from_millisecond(at).unwrap_or_default().to_zoned(zone.clone())
}

/// Number of rows in one transaction.
const ROWS_PER_TRANSACTION: usize = 256;

/// Takes in what the hooks kept of sessions of which nothing is known.
pub(super) fn take_hooks(
    source: &ImportSource,
    db: &mut ActivityDb,
    taker: &ImportContext,
) -> Result<ImportSummary, Error> {
    let mut taken = ImportSummary::default();
    let exclusions = Exclusions::load(taker.home, taker.settings);
    for path in &source.paths {
        let read = hooks::MemoryHooksStore::open(path)
            .and_then(|store| Ok((store.tool_uses()?, store.summaries()?)));
        match read {
            Ok((mut memories, mut summaries)) => {
                memories.retain(|it| !exclusions.excludes_name(&it.project));
                summaries.retain(|it| !exclusions.excludes_name(&it.project));
                let rows = Rows::new(db, taker)?;
                let buried = taker.tombstones.for_agent(&rows.agent);
                for mut rows in
                    [rows.session_rows(&memories, &summaries), rows.observation_rows(&memories)]
                {
                    let all = rows.len();
                    rows.retain_mut(|row| buried.admit_row(row));
                    taken.left_out += all - rows.len();
                    restore_rows(db, rows, &mut taken)?;
                }
            }
            Err(error) => taken.complaints.push(error.to_string()),
        }
    }
    Ok(taken)
}

fn restore_rows(
    db: &mut ActivityDb,
    rows: Vec<ExportRow>,
    taken: &mut ImportSummary,
) -> Result<(), Error> {
    for batch in rows.chunks(ROWS_PER_TRANSACTION) {
        let new = db.restore_rows(batch)?.into_iter().filter(|new| *new).count();
        match batch.first() {
            Some(ExportRow::Observation(_)) => taken.imported.observations += new,
            _ => taken.imported.transcripts += new,
        }
    }
    Ok(())
}

/// Turns what the hooks kept into rows.
struct Rows {
    redactor: Redactor,
    agent: String,
    /// Sessions that somebody knows better.
    known: HashSet<String>,
    /// The ids of projects of which only the name is told.
    projects: HashMap<String, String>,
}

impl Rows {
    fn new(db: &ActivityDb, taker: &ImportContext) -> Result<Rows, Error> {
        let agent = taker.agent.unwrap_or(taker.notes_agent).to_owned();
        let filter = Filter { agent: Some(agent.clone()), ..Filter::default() };
        let sessions = db.sessions(&filter, 1 << 20)?.into_iter();
        let mut projects: HashMap<_, _> =
            sessions.map(|session| (session.project, session.project_id)).collect();
        let here = identify_project(taker.home, &taker.places.project).project;
        projects.insert(here.name, here.id);
        let known = db.session_ids()?;
        Ok(Rows { redactor: redaction::redactor(taker.settings), agent, known, projects })
    }

    fn session_rows(
        &self,
        memories: &[HookToolUse],
        summaries: &[HookSessionSummary],
    ) -> Vec<ExportRow> {
        let mut sessions: BTreeMap<&str, StoredSession> = BTreeMap::new();
        for memory in memories {
            let at = parse_time(&memory.at).unwrap_or_default();
            let session = sessions
                .entry(&memory.session)
                .or_insert_with(|| self.new_session(&memory.session, &memory.project, at));
            session.started_at = session.started_at.min(at);
            session.ended_at = session.ended_at.max(at);
            session.memory_count += 1;
        }
        for summary in summaries {
            let at = parse_time(&summary.at).unwrap_or_default();
            let session = sessions
                .entry(&summary.session)
                .or_insert_with(|| self.new_session(&summary.session, &summary.project, at));
            session.summary = self.redact_text(&summary.summary);
            session.tools_used = self.redact_list(&summary.tools);
            session.files_changed = self.redact_list(&summary.files);
            session.duration_sec = summary.duration;
        }
        sessions.retain(|id, _| !self.known.contains(*id));
        sessions.into_values().map(ExportRow::Session).collect()
    }

    fn new_session(&self, id: &str, project: &str, at: i64) -> StoredSession {
        StoredSession {
            session_id: self.redact_text(id),
            client: "claude".to_owned(),
            agent: self.agent.clone(),
            project_id: self.project_id(project),
            project: self.redact_text(project),
            working_dir: String::new(),
            summary: String::new(),
            tools_used: Vec::new(),
            files_changed: Vec::new(),
            memory_count: 0,
            started_at: at,
            ended_at: at,
            duration_sec: 0,
        }
    }

    fn observation_rows(&self, memories: &[HookToolUse]) -> Vec<ExportRow> {
        let unknown = memories.iter().filter(|memory| !self.known.contains(&memory.session));
        unknown.map(|memory| ExportRow::Observation(self.to_observation(memory))).collect()
    }

    fn to_observation(&self, memory: &HookToolUse) -> StoredObservation {
        StoredObservation {
            id: 0,
            session_id: self.redact_text(&memory.session),
            client: "claude".to_owned(),
            agent: self.agent.clone(),
            tool_name: self.redact_text(&memory.tool),
            kind: ObservationType::from_name(&memory.kind).unwrap_or(ObservationType::Observation),
            project_id: self.project_id(&memory.project),
            project: self.redact_text(&memory.project),
            file_path: memory.file.as_deref().map(|file| self.redact_text(file)),
            content: self.redact_text(&memory.content),
            tags: self.redact_text(&memory.tags),
            importance: u8::try_from(memory.importance.clamp(1, 3)).unwrap_or(1),
            pinned: false,
            commit_sha: None,
            call_id: None,
            created_at: parse_time(&memory.at).unwrap_or_default(),
        }
    }

    fn project_id(&self, name: &str) -> String {
        self.projects.get(name).cloned().unwrap_or_else(|| ProjectIdentity::from_root(name).id)
    }

    fn redact_text(&self, text: &str) -> String {
        self.redactor.redact(text).into_owned()
    }

    fn redact_list(&self, json: &str) -> Vec<String> {
        let list: Vec<String> = serde_json::from_str(json).unwrap_or_default();
        list.iter().map(|item| self.redact_text(item)).collect()
    }
}

/// Parses a time as the store writes it: with a zone, without one in UTC, or as a number.
fn parse_time(text: &str) -> Option<i64> {
    let text = text.trim();
    if let Ok(number) = text.parse::<i64>() {
        return Some(if number.abs() < 100_000_000_000 { number * 1_000 } else { number });
    }
    if let Ok(moment) = text.parse::<Timestamp>() {
        return Some(moment.as_millisecond());
    }
    let civil: jiff::civil::DateTime = text.parse().ok()?;
    Some(civil.to_zoned(TimeZone::UTC).ok()?.timestamp().as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_spelled_in_many_ways() {
        for text in [
            "2026-02-23T10:00:00Z",
            "2026-02-23 10:00:00",
            "2026-02-23T19:00:00+09:00",
            "1771840800",
            "1771840800000",
        ] {
            assert_eq!(parse_time(text), Some(1_771_840_800_000), "{text}");
        }
        assert_eq!(parse_time("soon"), None);
    }
}
