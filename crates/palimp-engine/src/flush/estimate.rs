//! What the last sessions of a home came to by the rules, and what a model would have cost for them.
//! Nobody is asked.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::distill::{DistillTask, Distiller, SKIP_ANSWER, SessionProgress};
use palimp_core::settings::Settings;
use palimp_core::tokens::count_tokens;
use palimp_rules::RuleDistiller;
use palimp_store::activity::{ActivityDb, Filter};
use serde::Serialize;

use super::batch;
use crate::memory::Error;
use crate::redaction;

/// What a line with all that a model says of it takes, in tokens.
const LINE_TOKENS: usize = 60;

/// What the last sessions came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FlushEstimate {
    /// How many sessions they are.
    pub sessions: usize,
    /// How many messages they have.
    pub messages: usize,
    /// How many lines the rules keep of them.
    pub lines: usize,
    /// How many tokens a model would take to read them and to answer.
    pub tokens: usize,
}

impl FlushEstimate {
    /// The last `most` sessions of `agent` in which something was said; none where nothing was.
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

    /// Adds a session in which this was said, condensed each time as many replies were given as the
    /// settings say.
    fn add_session(&mut self, said: &[StoredMessage], calls: usize, settings: &Settings) {
        let flush_every = settings.memory.flush_every;
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
            let language = settings.memory.language;
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

/// So many sessions are looked at for those in which something was said.
const MAX_SEARCHED_SESSIONS: usize = 100;
