//! The state of a session whose conversation was compacted: what was asked, what the user laid down, the
//! files that it changed and what still fails.
//!
//! The client's own summary may have dropped any of it, and earlier sessions matter less than this one.

use palimp_core::activity::{MessageRole, SessionRef};
use palimp_core::author::{AuthorKind, mark_line};
use palimp_core::distill::ConversationTurn;
use palimp_core::summary::file_name;
use palimp_core::text::one_line;
use palimp_rules::extract_conclusions;
use palimp_store::activity::ActivityDb;

use super::attempts::parse_actions;
use super::working_commands::find_open_failures;
use super::{Context, ContextBuilder, ContextSection};
use crate::retrieval::index_sync::Error;
use crate::retrieval::session_card::session_title;

const SECTION_NAME: &str = "session_state";
/// The section's size, in characters.
const MAX_SECTION_CHARS: usize = 900;
/// Prompts that are read, and requests, decisions and files that are told; the newest.
const MAX_PROMPTS: usize = 40;
const MAX_REQUESTS: usize = 4;
const MAX_DECISIONS: usize = 4;
const MAX_FILES: usize = 12;
/// Observations that are read for what fails.
const MAX_OBSERVATIONS: usize = 300;

impl ContextBuilder<'_> {
    /// Adds the session's own state after a compaction.
    pub(super) fn session_state(&self, context: &mut Context) -> Result<(), Error> {
        let (Some(db), true) = (self.db, self.is_wanted(SECTION_NAME)) else { return Ok(()) };
        let section =
            ContextSection::new_list(SECTION_NAME, "This Session So Far", MAX_SECTION_CHARS);
        let prompts = db.last_prompts(&self.session.id, MAX_PROMPTS)?;
        let mut items = format_requests(&prompts);
        items.extend(format_decisions(&prompts));
        items.extend(self.changed_files(db)?);
        items.extend(format_failures(db, self.session)?);
        context.sections.push(
            section.with_reason(crate::messages::conversation_was_compacted()).with_items(items),
        );
        Ok(())
    }

    fn changed_files(&self, db: &ActivityDb) -> Result<Option<String>, Error> {
        let files =
            db.find_session(&self.session.id)?.map(|row| row.files_changed).unwrap_or_default();
        let mut names: Vec<String> = Vec::new();
        for name in files.iter().rev().map(|path| one_line(file_name(path))) {
            if !names.contains(&name) && names.len() < MAX_FILES {
                names.push(name);
            }
        }
        let text = format!("Changed files: {}", names.join(", "));
        Ok((!names.is_empty()).then(|| mark_line(&text, AuthorKind::Tool)))
    }
}

/// `Asked: "fix the pool" · "and its tests"`, of prompts with the newest first.
fn format_requests(prompts: &[String]) -> Vec<String> {
    let titles = prompts.iter().map(|prompt| session_title(prompt));
    let mut titles: Vec<String> = titles.filter(|title| title.chars().count() > 12).collect();
    titles.truncate(MAX_REQUESTS);
    titles.reverse();
    let titles: Vec<_> = titles.iter().map(|title| format!("\"{title}\"")).collect();
    if titles.is_empty() { Vec::new() } else { vec![format!("Asked: {}", titles.join(" · "))] }
}

/// Formats the user's decisions, newest first.
fn format_decisions(prompts: &[String]) -> Vec<String> {
    let turn = |text: &String| ConversationTurn { role: MessageRole::User, text: text.clone() };
    let turns: Vec<ConversationTurn> = prompts.iter().rev().map(turn).collect();
    let found = extract_conclusions(&turns).decisions.into_iter().rev().take(MAX_DECISIONS);
    found.map(|it| format!("User: {}", one_line(&it.text))).collect()
}

fn format_failures(db: &ActivityDb, session: &SessionRef) -> Result<Vec<String>, Error> {
    let mut runs = db.recent_runs(&session.agent, &session.project_id, MAX_OBSERVATIONS)?;
    runs.retain(|run| run.session == session.id);
    let still = find_open_failures(&parse_actions(&runs, &session.working_dir))
        .into_iter()
        .map(|line| format!("Still fails: {line}"));
    Ok(still.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_requests_and_decisions_are_told() {
        let prompts = [
            "no, keep the limit at 40 connections, not 100".to_owned(),
            "ok".to_owned(),
            "fix the deadlock in the pool".to_owned(),
        ];
        assert_eq!(
            format_requests(&prompts),
            [
                "Asked: \"fix the deadlock in the pool\" · \"no, keep the limit at 40 connections, not 100\""
            ]
        );
        assert_eq!(
            format_decisions(&prompts),
            ["User: no, keep the limit at 40 connections, not 100"]
        );
    }
}
