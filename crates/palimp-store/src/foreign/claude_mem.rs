//! claude-mem's store: what its model observed in sessions, its summaries of them, and the prompts.

use std::path::Path;

use super::{Foreign, ForeignError, ForeignQuery, ForeignRow};

/// Observation or summary that claude-mem recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClaudeMemEntry {
    /// The project's name.
    pub project: String,
    /// Time of the entry, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Subject of the entry.
    pub title: String,
    /// Paragraphs of the entry, each with a label, which may be empty.
    pub paragraphs: Vec<(&'static str, String)>,
    /// Facts, one line each.
    pub facts: Vec<String>,
    /// Files that were changed.
    pub files: Vec<String>,
}

/// Prompt that claude-mem recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaudeMemPrompt {
    /// The client's session.
    pub session: String,
    /// The project's name; empty where it is not known.
    pub project: String,
    /// Time of the prompt, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Text of the prompt.
    pub text: String,
}

/// claude-mem's store.
#[derive(Debug)]
pub struct ClaudeMemStore(Foreign);

impl ClaudeMemStore {
    /// Opens the store at `path`.
    pub fn open(path: &Path) -> Result<ClaudeMemStore, ForeignError> {
        Foreign::open(path).map(ClaudeMemStore)
    }

    /// Returns the number of observations and summaries.
    pub fn count_entries(&self) -> Result<usize, ForeignError> {
        Ok(self.0.count_rows("observations")? + self.0.count_rows("session_summaries")?)
    }

    /// Returns the recorded observations and summaries, oldest first.
    pub fn memories(&self) -> Result<Vec<ClaudeMemEntry>, ForeignError> {
        let mut memories = Vec::new();
        self.0.for_each_row(&OBSERVATIONS_QUERY, &mut |row| {
            memories.extend(parse_observation(row))
        })?;
        if self.0.has_table(SUMMARIES_QUERY.table)? {
            self.0
                .for_each_row(&SUMMARIES_QUERY, &mut |row| memories.extend(parse_summary(row)))?;
        }
        memories.sort_by_key(|memory| memory.at);
        Ok(memories)
    }

    /// The prompts, oldest first.
    pub fn prompts(&self) -> Result<Vec<ClaudeMemPrompt>, ForeignError> {
        let mut prompts = Vec::new();
        if !self.0.has_table(PROMPTS_QUERY.table)? {
            return Ok(prompts);
        }
        let projects = self.session_projects()?;
        self.0.for_each_row(&PROMPTS_QUERY, &mut |row| {
            let session = SESSION_IDS.iter().find_map(|column| row.text(column));
            let (Some(session), Some(text)) = (session, row.text("prompt_text")) else { return };
            let project = projects.get(&session).cloned().unwrap_or_default();
            prompts.push(ClaudeMemPrompt { session, project, at: created_at_ms(row), text });
        })?;
        Ok(prompts)
    }

    /// Returns the project of each session.
    fn session_projects(&self) -> Result<std::collections::HashMap<String, String>, ForeignError> {
        let mut projects = std::collections::HashMap::new();
        if self.0.has_table(SESSIONS_QUERY.table)? {
            self.0.for_each_row(&SESSIONS_QUERY, &mut |row| {
                let id = SESSION_IDS.iter().find_map(|column| row.text(column));
                projects.extend(id.zip(row.text("project")));
            })?;
        }
        Ok(projects)
    }
}

/// The client's own id of a session, as versions have called it.
const SESSION_IDS: [&str; 2] = ["content_session_id", "claude_session_id"];

const OBSERVATIONS_QUERY: ForeignQuery = ForeignQuery {
    table: "observations",
    columns: &[
        "project", "type", "title", "subtitle", "narrative", "text", "facts", "files_modified",
        "created_at_epoch",
    ],
    only: None,
    order: &["created_at_epoch", "id"],
};

const SUMMARIES_QUERY: ForeignQuery = ForeignQuery {
    table: "session_summaries",
    columns: &[
        "project", "request", "investigated", "learned", "completed", "next_steps", "notes",
        "files_edited", "created_at_epoch",
    ],
    only: None,
    order: &["created_at_epoch", "id"],
};

const PROMPTS_QUERY: ForeignQuery = ForeignQuery {
    table: "user_prompts",
    columns: &["content_session_id", "claude_session_id", "prompt_text", "created_at_epoch"],
    only: None,
    order: &["created_at_epoch", "id"],
};

const SESSIONS_QUERY: ForeignQuery = ForeignQuery {
    table: "sdk_sessions",
    columns: &["content_session_id", "claude_session_id", "project"],
    only: None,
    order: &["id"],
};

fn parse_observation(row: &ForeignRow) -> Option<ClaudeMemEntry> {
    let kind = row.text("type").unwrap_or_default();
    let title = row.text("title").unwrap_or_else(|| kind.clone());
    let told = ["subtitle", "narrative", "text"].into_iter().filter_map(|column| row.text(column));
    let memory = ClaudeMemEntry {
        project: row.text("project").unwrap_or_default(),
        at: created_at_ms(row),
        title,
        paragraphs: told.map(|text| ("", text)).collect(),
        facts: parse_list(row.text("facts")),
        files: parse_list(row.text("files_modified")),
    };
    says_something(memory)
}

fn parse_summary(row: &ForeignRow) -> Option<ClaudeMemEntry> {
    const SUMMARY_SECTIONS: [(&str, &str); 5] = [
        ("investigated", "Investigated"),
        ("learned", "Learned"),
        ("completed", "Completed"),
        ("next_steps", "Next steps"),
        ("notes", "Notes"),
    ];
    let told =
        SUMMARY_SECTIONS.into_iter().filter_map(|(column, name)| Some((name, row.text(column)?)));
    let memory = ClaudeMemEntry {
        project: row.text("project").unwrap_or_default(),
        at: created_at_ms(row),
        title: row.text("request").unwrap_or_else(|| "Session".to_owned()),
        paragraphs: told.collect(),
        facts: Vec::new(),
        files: parse_list(row.text("files_edited")),
    };
    says_something(memory)
}

fn says_something(memory: ClaudeMemEntry) -> Option<ClaudeMemEntry> {
    let says = !memory.paragraphs.is_empty() || !memory.facts.is_empty();
    says.then_some(memory)
}

/// Returns the time at which a row was written, in milliseconds. Early versions counted seconds.
fn created_at_ms(row: &ForeignRow) -> i64 {
    let at = row.number("created_at_epoch").unwrap_or_default();
    if at.abs() < 100_000_000_000 { at.saturating_mul(1_000) } else { at }
}

/// Parses a JSON array of texts; a value that is not an array is one text.
fn parse_list(column: Option<String>) -> Vec<String> {
    let Some(text) = column else { return Vec::new() };
    let mut list = serde_json::from_str::<Vec<String>>(&text).unwrap_or_else(|_| vec![text]);
    list.retain(|item| !item.trim().is_empty() && item.trim() != "[]");
    list
}
