//! Decides when a session is due for a flush, and limits tokens by a daily budget.
//!
//! A hook runs two queries whose cost does not depend on the size of the home; a flush checks every
//! pending session. Both use the thresholds here.

use jiff::Zoned;
use palimp_core::distill::FLUSH_PROMPT_TOKENS;
use palimp_core::settings::Settings;
use palimp_core::{EventKind, HookEvent};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Backlog};

/// Minimum number of messages in a flush, unless the session has ended.
pub const MIN_FLUSH_MESSAGES: usize = 4;
/// A session in which nothing was said for this long has come to rest, in milliseconds.
pub const IDLE_MS: i64 = 30 * 60 * 1_000;
/// Minimum cost of a model request, in tokens: its instructions.
pub const MIN_REQUEST_TOKENS: u64 = FLUSH_PROMPT_TOKENS;

/// Returns true if the session is due for a flush at `now`, in milliseconds since the Unix epoch.
pub fn is_due(one: &Backlog, settings: &Settings, now: i64) -> bool {
    let idle = one.last_at < now - IDLE_MS;
    let many = one.replies >= settings.flush.every;
    let time_has_come = one.due || one.messages >= MIN_FLUSH_MESSAGES && (many || idle);
    one.retry_at <= now && time_has_come
}

/// Returns true if a flush is due after an event of `session`, as far as its hook has time to
/// check.
pub(crate) fn is_flush_due_after(
    event: &HookEvent,
    session: &str,
    db: &ActivityDb,
    settings: &Settings,
    now: i64,
) -> Result<bool, StoreError> {
    match &event.kind {
        _ if event.subagent => Ok(false),
        EventKind::TurnEnd { .. } => Ok(db.replies_waiting(session, now)? >= settings.flush.every),
        EventKind::SessionEnd { .. } | EventKind::PreCompact { .. } => Ok(true),
        EventKind::SessionStart { .. } => db.has_idle(session, now - IDLE_MS, MIN_FLUSH_MESSAGES),
        _ => Ok(false),
    }
}

/// Daily token budget for flushing and reflection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Tokens spent today.
    pub spent: u64,
    /// Tokens that may be spent per day.
    pub daily: u64,
}

impl Budget {
    /// Returns the budget of the day of `now`. Without a database nothing was spent.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn for_day(
        db: Option<&ActivityDb>,
        settings: &Settings,
        now: &Zoned,
    ) -> Result<Budget, StoreError> {
        let meters = db.map_or(Ok(Vec::new()), |db| db.token_usage_on(&budget_day(now)))?;
        let spent = meters.iter().map(|meter| (meter.input + meter.output).unsigned_abs()).sum();
        Ok(Budget { spent, daily: settings.flush.daily_token_budget })
    }

    /// Tokens that are left today.
    pub const fn remaining_tokens(&self) -> u64 {
        self.daily.saturating_sub(self.spent)
    }

    /// True if `tokens` may be spent.
    pub const fn allows(&self, tokens: u64) -> bool {
        tokens <= self.remaining_tokens()
    }
}

/// Formats the day by which tokens are counted.
pub(crate) fn budget_day(now: &Zoned) -> String {
    now.strftime("%Y-%m-%d").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::AgentClient;
    use palimp_core::activity::{Capture, CaptureEntry, MessageRole, NewMessage, SessionRef};
    use palimp_core::chat::TokenUsage;
    use palimp_core::distill::{ConversationTurn, DistillTask, FactLanguage, SessionProgress};
    use palimp_store::activity::BusyPolicy;
    use serde_json::json;

    const NOW: i64 = 1_795_222_800_000;

    fn session() -> SessionRef {
        SessionRef {
            id: "s".to_owned(),
            client: AgentClient::Claude,
            agent: "main".to_owned(),
            project_id: "p".to_owned(),
            project: "app".to_owned(),
            working_dir: "/app".to_owned(),
        }
    }

    fn say(db: &mut ActivityDb, number: usize, at: i64) {
        let role =
            if number.is_multiple_of(2) { MessageRole::User } else { MessageRole::Assistant };
        let (content, turn) = (format!("number {number}"), Some(number.to_string()));
        let message = NewMessage { role, content, trace: None, turn };
        let entries = vec![CaptureEntry::Message(message)];
        db.apply_capture(&Capture { session: session(), at, dedupe_ms: 0, entries }).unwrap();
    }

    fn event(name: &str) -> HookEvent {
        let payload = json!({"session_id": "s", "cwd": "/app", "hook_event_name": name});
        palimp_clients::parse_event(AgentClient::Claude, None, &payload, &|_| None).unwrap()
    }

    #[test]
    fn the_hook_of_a_turns_end_and_whoever_condenses_agree() {
        let dir = tempfile::tempdir().unwrap();
        let mut db = ActivityDb::open(&dir.path().join("a.db"), BusyPolicy::Command).unwrap();
        let mut settings = Settings::default();
        settings.flush.every = 4;
        for number in 0..12 {
            say(&mut db, number, NOW);
            let one = &db.backlog().unwrap()[0];
            let due = is_due(one, &settings, NOW);
            assert_eq!(due, number >= 7, "{number}");
            assert_eq!(
                is_flush_due_after(&event("Stop"), "s", &db, &settings, NOW).unwrap(),
                due,
                "{number}"
            );
        }
        db.flush_failed(&session(), "no", NOW + 1).unwrap();
        let one = &db.backlog().unwrap()[0];
        for (now, due) in [(NOW, false), (NOW + 1, true)] {
            assert_eq!(is_due(one, &settings, now), due);
            assert_eq!(is_flush_due_after(&event("Stop"), "s", &db, &settings, now).unwrap(), due);
        }
    }

    #[test]
    fn a_session_at_rest_is_due_and_the_next_one_that_starts_sees_it() {
        let dir = tempfile::tempdir().unwrap();
        let mut db = ActivityDb::open(&dir.path().join("a.db"), BusyPolicy::Command).unwrap();
        let settings = Settings::default();
        for number in 0..MIN_FLUSH_MESSAGES {
            let too_few = NOW + IDLE_MS + 1;
            assert!(
                !is_flush_due_after(&event("SessionStart"), "t", &db, &settings, too_few).unwrap()
            );
            say(&mut db, number, NOW);
        }
        let one = &db.backlog().unwrap()[0];
        for (now, due) in [(NOW + IDLE_MS, false), (NOW + IDLE_MS + 1, true)] {
            assert_eq!(is_due(one, &settings, now), due);
            assert_eq!(
                is_flush_due_after(&event("SessionStart"), "t", &db, &settings, now).unwrap(),
                due
            );
        }
    }

    #[test]
    fn a_model_is_not_asked_for_less_than_its_instructions_cost() {
        let turns = [ConversationTurn { role: MessageRole::User, text: "hello".to_owned() }];
        let (language, so_far) = (FactLanguage::En, SessionProgress::default());
        let task = DistillTask::Flush { turns: &turns, language, instructions: None, so_far };
        let (prompt, tokens) = (task.render_prompt(), palimp_core::tokens::count_tokens);
        let asked = (tokens(&prompt.system) + tokens(&prompt.text)) as u64;
        assert!((MIN_REQUEST_TOKENS..MIN_REQUEST_TOKENS + 150).contains(&asked), "{asked}");
    }

    #[test]
    fn a_budget_is_spent_to_its_last_token_and_no_further() {
        let dir = tempfile::tempdir().unwrap();
        let mut db = ActivityDb::open(&dir.path().join("a.db"), BusyPolicy::Command).unwrap();
        let mut settings = Settings::default();
        settings.flush.daily_token_budget = 100;
        let now: Zoned = "2026-11-21T10:00[Asia/Seoul]".parse().unwrap();
        assert_eq!(Budget::for_day(None, &settings, &now).unwrap().remaining_tokens(), 100);
        db.add_token_usage(
            &budget_day(&now),
            "it",
            TokenUsage { input: 50, output: 20, ..TokenUsage::default() },
        )
        .unwrap();
        db.add_token_usage("2026-11-20", "it", TokenUsage { input: 900, ..TokenUsage::default() })
            .unwrap();
        let budget = Budget::for_day(Some(&db), &settings, &now).unwrap();
        assert_eq!((budget.spent, budget.remaining_tokens()), (70, 30));
        assert!(budget.allows(30) && !budget.allows(31));
        let overdrawn = Budget { spent: 101, daily: 100 };
        assert_eq!((overdrawn.remaining_tokens(), overdrawn.allows(1)), (0, false));
    }
}
