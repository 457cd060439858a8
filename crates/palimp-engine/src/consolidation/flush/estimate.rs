//! Estimates the cost of a model for the last sessions of a home, next to the lines that the rules
//! keep. Calls no model.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::distill::{DistillTask, Distiller, SKIP_ANSWER, SessionProgress};
use palimp_core::settings::Settings;
use palimp_core::tokens::count_tokens;
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

use super::batch;
use crate::home::redaction;
use crate::retrieval::index_sync::Error;

/// Tokens of a line with all its metadata.
const LINE_TOKENS: usize = 60;

/// Counts of the last sessions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlushEstimate {
    /// Number of sessions.
    pub sessions: usize,
    /// Number of their messages.
    pub messages: usize,
    /// Number of lines that the rules keep.
    pub lines: usize,
    /// Tokens that a model would take to read the sessions and to answer.
    pub tokens: usize,
}

impl FlushEstimate {
    /// Estimates the last `most` sessions of `agent` with messages; none if there are none.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn of_last_sessions(
        db: &ActivityDb,
        settings: &Settings,
        agent: &str,
        most: usize,
    ) -> Result<Option<FlushEstimate>, Error> {
        let filter = Filter { agent: Some(agent.to_owned()), ..Filter::default() };
        let mut estimate = FlushEstimate::default();
        for session in db.sessions(&filter, MAX_SEARCHED_SESSIONS)? {
            let said = db.messages_after(&session.session_id, agent, 0)?;
            if said.is_empty() {
                continue;
            }
            estimate.add_session(&said, db.count_tool_calls(&session.session_id, agent)?, settings);
            if estimate.sessions == most {
                break;
            }
        }
        Ok((estimate.sessions > 0).then_some(estimate))
    }

    /// Adds a session with these messages, flushed after as many replies as the settings say.
    fn add_session(&mut self, said: &[StoredMessage], calls: usize, settings: &Settings) {
        let flush_every = settings.flush.every;
        let redactor = redaction::redactor(settings);
        let mut kept: Vec<String> = Vec::new();
        let (mut rest, mut exchanges) = (said, 0);
        while !rest.is_empty() {
            let near = &rest[..rest.len().min(2 * flush_every)];
            let summed_up = batch::summed_up(near, flush_every);
            let stretch = summed_up.unwrap_or_else(|| batch::first_batch(near, flush_every));
            rest = &rest[stretch.len()..];
            let turns = batch::to_turns(stretch, &redactor);
            let so_far = SessionProgress { exchanges, calls, kept: &kept };
            let language = settings.flush.language;
            let task = DistillTask::Flush { turns: &turns, language, instructions: None, so_far };
            exchanges += turns.iter().filter(|turn| turn.role == MessageRole::User).count();
            if summed_up.is_none() && !turns.is_empty() {
                let (prompt, room) =
                    (task.render_prompt(), so_far.remaining_lines(exchanges - so_far.exchanges));
                self.tokens +=
                    count_tokens(&prompt.system) + count_tokens(&prompt.text) + LINE_TOKENS * room;
            }
            let answer =
                RuleDistiller.distill(&task).map_or_else(|_| SKIP_ANSWER.to_owned(), |it| it.text);
            let lines = answer.lines().filter_map(|line| line.strip_prefix("- "));
            kept.extend(lines.map(str::to_owned));
        }
        self.sessions += 1;
        self.messages += said.len();
        self.lines += kept.len();
    }
}

/// Maximum number of sessions searched for those with messages.
const MAX_SEARCHED_SESSIONS: usize = 100;
