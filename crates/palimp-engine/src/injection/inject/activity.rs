//! Sections on recent activity in the project: sessions, changes and errors.

use jiff::tz::TimeZone;
use palimp_core::activity::{SessionRef, StoredObservation, StoredSession};
use palimp_core::author::AuthorKind;
use palimp_core::observation::{MEDIUM_IMPORTANCE, ObservationType, command_of, failure_of};
use palimp_core::summary::file_name;
use palimp_core::text::{ellipsis, one_line};
use palimp_store::activity::Filter;

use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;

/// Author marker of every line.
const TOOL_MARKER: &str = AuthorKind::Tool.line_mark();
/// Maximum size of a line, in characters.
const MAX_LINE_CHARS: usize = 200;
/// Maximum size of all sections on past activity, in characters.
const MAX_ACTIVITY_CHARS: usize = 2_200;
/// Maximum number of summaries, changes and errors.
const MAX_ROWS_BY_SECTION: [usize; 3] = [3, 10, 5];

impl ContextBuilder<'_> {
    /// Adds the sections on recent sessions, changes and errors.
    pub(super) fn add_activity(&self, context: &mut Context) -> Result<(), Error> {
        let Some(db) = self.db else { return Ok(()) };
        let here = Filter {
            agent: Some(self.session.agent.clone()),
            project_id: Some(self.session.project_id.clone()),
            ..Filter::default()
        };
        let mut sections = Vec::new();
        let section = |name, title| ContextSection::new_list(name, title, MAX_ACTIVITY_CHARS);
        if self.is_wanted("recent_sessions") {
            let rows = db.sessions_with_summary(&here, MAX_ROWS_BY_SECTION[0])?;
            let zone = crate::home::zone::local_zone();
            let lines = rows.iter().map(|row| summary_line(row, &zone)).collect();
            sections.push(section("recent_sessions", "Recent Sessions").with_items(lines));
        }
        if self.is_wanted("recent_changes") {
            let SessionRef { agent, project_id, .. } = self.session;
            let rows =
                db.recent_changes(agent, project_id, MEDIUM_IMPORTANCE, MAX_ROWS_BY_SECTION[1])?;
            let lines = rows.iter().map(observation_line).collect();
            sections.push(section("recent_changes", "Recent Changes").with_items(lines));
        }
        if self.is_wanted("recent_errors") {
            let errors = Filter { kind: Some(ObservationType::Error), ..here };
            let lines = db
                .recent_observations(&errors, MAX_ROWS_BY_SECTION[2])?
                .iter()
                .map(observation_line)
                .collect();
            sections.push(section("recent_errors", "Recent Errors").with_items(lines));
        }
        for section in &mut sections {
            deduplicate_lines(&mut section.items);
            let nothing = section.items.is_empty();
            let why = if nothing {
                crate::messages::nothing_captured_of_kind()
            } else {
                crate::messages::session_starts()
            };
            why.clone_into(&mut section.why);
        }
        trim_sections(&mut sections, MAX_ACTIVITY_CHARS);
        context.sections.extend(sections);
        Ok(())
    }
}

fn summary_line(session: &StoredSession, zone: &TimeZone) -> String {
    let ended = jiff::Timestamp::from_millisecond(session.ended_at).unwrap_or_default();
    let day = ended.to_zoned(zone.clone()).strftime("%Y-%m-%d").to_string();
    ellipsis(&format!("{TOOL_MARKER}[{day}] {}", one_line(&session.summary)), MAX_LINE_CHARS)
}

/// `[tool] [schema.ts] Edit: added a table`, `[tool] [app] Bash error: npm test → ENOENT`.
fn observation_line(row: &StoredObservation) -> String {
    let label = one_line(row.file_path.as_deref().map_or(row.project.as_str(), file_name));
    let said = match (row.kind, &row.file_path) {
        (ObservationType::Error, None) => {
            let command = command_of(&row.content);
            format!("{} error: {command} → {}", row.tool_name, failure_of(&row.content))
        }
        (ObservationType::Error, Some(_)) => {
            format!("{} error: {}", row.tool_name, failure_of(&row.content))
        }
        (_, Some(path)) => {
            let without_path = row.content.replacen(&format!(" {path}"), "", 1);
            one_line(&without_path)
        }
        (_, None) => format!("{}: {}", row.tool_name, one_line(&row.content)),
    };
    ellipsis(&format!("{TOOL_MARKER}[{label}] {}", one_line(&said)), MAX_LINE_CHARS)
}

fn deduplicate_lines(lines: &mut Vec<String>) {
    let mut seen = std::collections::HashSet::new();
    lines.retain(|line| seen.insert(line.clone()));
}

/// Removes the oldest line of the longest section until all sections fit.
fn trim_sections(sections: &mut [ContextSection], most: usize) {
    let size = |section: &ContextSection| {
        section.items.iter().map(|l| l.chars().count() + 3).sum::<usize>()
    };
    while sections.iter().map(size).sum::<usize>() > most {
        let Some(longest) = sections.iter_mut().max_by_key(|section| size(section)) else { return };
        longest.items.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_lines_of_the_longest_section_go_first() {
        let section = |lines: &[&str]| {
            let lines = lines.iter().map(|line| (*line).to_owned()).collect();
            ContextSection::new_list("recent_changes", "Recent Changes", 100).with_items(lines)
        };
        let mut sections = [section(&["aaaaaaaaaa", "bbbbbbbbbb", "cccccccccc"]), section(&["d"])];
        trim_sections(&mut sections, 32);
        assert_eq!(sections[0].items, ["aaaaaaaaaa", "bbbbbbbbbb"]);
        assert_eq!(sections[1].items, ["d"]);
    }
}
