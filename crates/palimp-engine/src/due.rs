//! What is due, and what it may cost: the one rule and the one budget.
//!
//! A hook asks with two queries that cost the same in every home, whoever condenses asks of every
//! session that waits; the numbers are the same.

use jiff::Zoned;
use palimp_core::settings::Settings;
use palimp_core::{EventKind, HookEvent};
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Backlog};

/// Fewer messages than this wait for more, unless the session has ended.
pub const LEAST: usize = 4;
/// A session in which nothing was said for this long has come to rest, in milliseconds.
pub const IDLE_MS: i64 = 30 * 60 * 1_000;
/// What asking a model costs at the least, in tokens: its instructions.
pub const LEAST_ASKED: u64 = 300;

/// Whether a session's time to be condensed has come by `now`, in milliseconds since the Unix epoch.
pub fn is_due(one: &Backlog, settings: &Settings, now: i64) -> bool {
    let idle = one.last_at < now - IDLE_MS;
    let many = one.replies >= settings.flush_every;
    let time_has_come = one.due || one.messages >= LEAST && (many || idle);
    one.retry_at <= now && time_has_come
}

/// Whether there is anything to condense after an event of `session`, as far as its hook has the
/// time to look.
pub(crate) fn after(
    event: &HookEvent,
    session: &str,
    db: &ActivityDb,
    settings: &Settings,
    now: i64,
) -> Result<bool, StoreError> {
    match &event.kind {
        _ if event.subagent => Ok(false),
        EventKind::TurnEnd { .. } => Ok(db.replies_waiting(session, now)? >= settings.flush_every),
        EventKind::SessionEnd { .. } | EventKind::PreCompact => Ok(true),
        EventKind::SessionStart { .. } => db.has_idle(session, now - IDLE_MS, LEAST),
        _ => Ok(false),
    }
}

/// What may be spent on condensing and sorting in a day, in tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// What was spent today.
    pub spent: u64,
    /// What may be spent in a day.
    pub daily: u64,
}

impl Budget {
    /// The budget of the day of `now`. Where there is no database, nothing was spent.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn of(
        db: Option<&ActivityDb>,
        settings: &Settings,
        now: &Zoned,
    ) -> Result<Budget, StoreError> {
        let meters = db.map_or(Ok(Vec::new()), |db| db.metered(&day(now)))?;
        let spent = meters.iter().map(|meter| (meter.input + meter.output).unsigned_abs()).sum();
        Ok(Budget { spent, daily: settings.daily_tokens })
    }

    /// What is left of it.
    pub const fn left(&self) -> u64 {
        self.daily.saturating_sub(self.spent)
    }

    /// Whether so much may be spent.
    pub const fn allows(&self, tokens: u64) -> bool {
        tokens <= self.left()
    }
}

/// The day on which tokens are counted.
pub(crate) fn day(now: &Zoned) -> String {
    now.strftime("%Y-%m-%d").to_string()
}
