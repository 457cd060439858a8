//! claude-mem's store: what its model observed in sessions, its summaries of them, and the prompts.

use std::path::Path;

use super::{Fields, Foreign, ForeignError, Wanted};

/// Something that claude-mem wrote down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Memory {
    /// The project's name.
    pub project: String,
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// What it is about.
    pub title: String,
    /// What it says: paragraphs, each with the name it is told under, which may be empty.
    pub paragraphs: Vec<(&'static str, String)>,
    /// Facts, one line each.
    pub facts: Vec<String>,
    /// Files that were changed.
    pub files: Vec<String>,
}

/// A prompt that claude-mem kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The client's session.
    pub session: String,
    /// The project's name; empty where it is not known.
    pub project: String,
    /// When, in milliseconds since the Unix epoch.
    pub at: i64,
    /// Her words.
    pub text: String,
}

/// claude-mem's store.
#[derive(Debug)]
pub struct Store(Foreign);

impl Store {
    /// Opens the store at `path`.
    pub fn open(path: &Path) -> Result<Store, ForeignError> {
        Foreign::open(path).map(Store)
    }

    /// How many observations and summaries there are.
    pub fn count(&self) -> Result<usize, ForeignError> {
        Ok(self.0.count("observations")? + self.0.count("session_summaries")?)
    }

    /// What was written down, oldest first.
    pub fn memories(&self) -> Result<Vec<Memory>, ForeignError> {
        let mut memories = Vec::new();
        self.0.each(&OBSERVATIONS, &mut |row| memories.extend(observation(row)))?;
        if self.0.has(SUMMARIES.table)? {
            self.0.each(&SUMMARIES, &mut |row| memories.extend(summary(row)))?;
        }
        memories.sort_by_key(|memory| memory.at);
        Ok(memories)
    }

    /// The prompts, oldest first.
    pub fn prompts(&self) -> Result<Vec<Prompt>, ForeignError> {
        let mut prompts = Vec::new();
        if !self.0.has(PROMPTS.table)? {
            return Ok(prompts);
        }
        let projects = self.projects()?;
        self.0.each(&PROMPTS, &mut |row| {
            let session = SESSION_IDS.iter().find_map(|column| row.text(column));
            let (Some(session), Some(text)) = (session, row.text("prompt_text")) else { return };
            let project = projects.get(&session).cloned().unwrap_or_default();
            prompts.push(Prompt { session, project, at: at(row), text });
        })?;
        Ok(prompts)
    }

    /// The project of each session.
    fn projects(&self) -> Result<std::collections::HashMap<String, String>, ForeignError> {
        let mut projects = std::collections::HashMap::new();
        if self.0.has(SESSIONS.table)? {
            self.0.each(&SESSIONS, &mut |row| {
                let id = SESSION_IDS.iter().find_map(|column| row.text(column));
                projects.extend(id.zip(row.text("project")));
            })?;
        }
        Ok(projects)
    }
}

/// The client's own id of a session, as versions have called it.
const SESSION_IDS: [&str; 2] = ["content_session_id", "claude_session_id"];

const OBSERVATIONS: Wanted = Wanted {
    table: "observations",
    columns: &[
        "project", "type", "title", "subtitle", "narrative", "text", "facts", "files_modified",
        "created_at_epoch",
    ],
    only: None,
    order: &["created_at_epoch", "id"],
};

const SUMMARIES: Wanted = Wanted {
    table: "session_summaries",
    columns: &[
        "project", "request", "investigated", "learned", "completed", "next_steps", "notes",
        "files_edited", "created_at_epoch",
    ],
    only: None,
    order: &["created_at_epoch", "id"],
};

const PROMPTS: Wanted = Wanted {
    table: "user_prompts",
    columns: &["content_session_id", "claude_session_id", "prompt_text", "created_at_epoch"],
    only: None,
    order: &["created_at_epoch", "id"],
};

const SESSIONS: Wanted = Wanted {
    table: "sdk_sessions",
    columns: &["content_session_id", "claude_session_id", "project"],
    only: None,
    order: &["id"],
};

fn observation(row: &Fields) -> Option<Memory> {
    let kind = row.text("type").unwrap_or_default();
    let title = row.text("title").unwrap_or_else(|| kind.clone());
    let told = ["subtitle", "narrative", "text"].into_iter().filter_map(|column| row.text(column));
    let memory = Memory {
        project: row.text("project").unwrap_or_default(),
        at: at(row),
        title,
        paragraphs: told.map(|text| ("", text)).collect(),
        facts: list(row.text("facts")),
        files: list(row.text("files_modified")),
    };
    says_something(memory)
}

fn summary(row: &Fields) -> Option<Memory> {
    const TOLD: [(&str, &str); 5] = [
        ("investigated", "Investigated"),
        ("learned", "Learned"),
        ("completed", "Completed"),
        ("next_steps", "Next steps"),
        ("notes", "Notes"),
    ];
    let told = TOLD.into_iter().filter_map(|(column, name)| Some((name, row.text(column)?)));
    let memory = Memory {
        project: row.text("project").unwrap_or_default(),
        at: at(row),
        title: row.text("request").unwrap_or_else(|| "Session".to_owned()),
        paragraphs: told.collect(),
        facts: Vec::new(),
        files: list(row.text("files_edited")),
    };
    says_something(memory)
}

fn says_something(memory: Memory) -> Option<Memory> {
    let says = !memory.paragraphs.is_empty() || !memory.facts.is_empty();
    says.then_some(memory)
}

/// When a row was written. Early versions counted seconds.
fn at(row: &Fields) -> i64 {
    let at = row.number("created_at_epoch").unwrap_or_default();
    if at.abs() < 100_000_000_000 { at.saturating_mul(1_000) } else { at }
}

/// A JSON array of texts; what is no array is one text.
fn list(column: Option<String>) -> Vec<String> {
    let Some(text) = column else { return Vec::new() };
    let mut list = serde_json::from_str::<Vec<String>>(&text).unwrap_or_else(|_| vec![text]);
    list.retain(|item| !item.trim().is_empty() && item.trim() != "[]");
    list
}
