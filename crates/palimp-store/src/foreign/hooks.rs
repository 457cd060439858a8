//! The store of the memory hooks for Claude Code that came before palimp: `~/.claude/memory.db`,
//! with what tools did and a summary of each session.

use std::path::Path;

use super::{Foreign, ForeignError, ForeignQuery};

/// Use of a tool, as the memory hooks recorded it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookToolUse {
    /// The session.
    pub session: String,
    /// The tool.
    pub tool: String,
    /// `observation`, `file_edit`, `command` or `error`.
    pub kind: String,
    /// The project's name.
    pub project: String,
    /// The file that was changed.
    pub file: Option<String>,
    /// The text.
    pub content: String,
    /// Comma-separated words.
    pub tags: String,
    /// From 1 to 3.
    pub importance: i64,
    /// Time of the use, as stored: ISO 8601 or a number.
    pub at: String,
}

/// Summary of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HookSessionSummary {
    /// The session.
    pub session: String,
    /// The project's name.
    pub project: String,
    /// The words.
    pub summary: String,
    /// The tools, a JSON array.
    pub tools: String,
    /// The files, a JSON array.
    pub files: String,
    /// In seconds.
    pub duration: i64,
    /// Time of writing, as stored; empty if none is stored.
    pub at: String,
}

/// Store of the memory hooks.
#[derive(Debug)]
pub struct MemoryHooksStore(Foreign);

impl MemoryHooksStore {
    /// Opens the store at `path`.
    pub fn open(path: &Path) -> Result<MemoryHooksStore, ForeignError> {
        Foreign::open(path).map(MemoryHooksStore)
    }

    /// Returns the number of recorded tool uses.
    pub fn count_tool_uses(&self) -> Result<usize, ForeignError> {
        self.0.count_rows("memories")
    }

    /// Returns the recorded tool uses, oldest first.
    pub fn tool_uses(&self) -> Result<Vec<HookToolUse>, ForeignError> {
        let mut memories = Vec::new();
        let wanted = ForeignQuery {
            table: "memories",
            columns: &[
                "session_id", "tool_name", "type", "project", "file_path", "content", "tags",
                "importance", "created_at",
            ],
            only: None,
            order: &["created_at", "id"],
        };
        self.0.for_each_row(&wanted, &mut |row| {
            let (Some(session), Some(content)) = (row.text("session_id"), row.text("content"))
            else {
                return;
            };
            let text = |column| row.text(column).unwrap_or_default();
            memories.push(HookToolUse {
                session,
                tool: text("tool_name"),
                kind: text("type"),
                project: text("project"),
                file: row.text("file_path"),
                content,
                tags: text("tags"),
                importance: row.number("importance").unwrap_or(1),
                at: text("created_at"),
            });
        })?;
        Ok(memories)
    }

    /// The summaries.
    pub fn summaries(&self) -> Result<Vec<HookSessionSummary>, ForeignError> {
        let mut summaries = Vec::new();
        let wanted = ForeignQuery {
            table: "session_summaries",
            columns: &[
                "session_id", "project", "summary", "tools_used", "files_changed", "duration_sec",
                "created_at",
            ],
            only: None,
            order: &["session_id"],
        };
        if !self.0.has_table(wanted.table)? {
            return Ok(summaries);
        }
        self.0.for_each_row(&wanted, &mut |row| {
            let Some(session) = row.text("session_id") else { return };
            let text = |column| row.text(column).unwrap_or_default();
            summaries.push(HookSessionSummary {
                session,
                project: text("project"),
                summary: text("summary"),
                tools: text("tools_used"),
                files: text("files_changed"),
                duration: row.number("duration_sec").unwrap_or_default(),
                at: text("created_at"),
            });
        })?;
        Ok(summaries)
    }
}
