//! Cache misses: requests that sent anew what the request before them had in the cache.

use std::collections::HashMap;

use serde::Serialize;

use super::counted::RequestRecord;

/// Divisor of the cached tokens: a cold request reads less than this part of them.
const COLD_READ_DIVISOR: u64 = 4;
/// Minimum number of resent tokens worth a report.
const MIN_RESENT_TOKENS: u64 = 2_048;
/// Lifetimes of unread cache entries, in milliseconds: five minutes with all services, and an hour
/// where that was asked for (Anthropic's prompt caching).
const FIVE_MINUTES_MS: i64 = 5 * 60_000;
const HOUR_MS: i64 = 60 * 60_000;

/// Reason why the cache was cold, as far as a transcript tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ColdCause {
    /// The conversation was shortened.
    Compaction,
    /// Another model answers.
    Model,
    /// The system prompt or the tools changed.
    Prefix,
    /// Nothing was asked for longer than the cache lives.
    Idle,
    /// Nothing of this can be seen.
    Unknown,
}

impl ColdCause {
    /// In words.
    pub fn description(self) -> String {
        match self {
            ColdCause::Compaction => crate::messages::conversation_shortened(),
            ColdCause::Model => "another model".to_owned(),
            ColdCause::Prefix => crate::messages::prompt_or_tools_changed(),
            ColdCause::Idle => crate::messages::cache_expired(),
            ColdCause::Unknown => "unknown".to_owned(),
        }
    }
}

/// A request that found the cache cold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ColdRequest {
    /// The likely cause.
    pub cause: ColdCause,
    /// Number of tokens sent anew that the cache had before.
    pub tokens: u64,
    /// Time without a request, in milliseconds.
    pub idle_ms: i64,
}

/// The last request of a conversation.
struct Last {
    id: u64,
    at: i64,
    model: u32,
    prefix: u32,
    /// Tokens that the request left in the cache.
    cached: u64,
    lives: i64,
}

/// Follows the conversations of a transcript.
#[derive(Default)]
pub(super) struct CacheWatch(HashMap<u32, Last>);

impl CacheWatch {
    /// Adds the next request; returns it if it found the cache cold.
    pub(super) fn add_request(&mut self, record: &RequestRecord) -> Option<ColdRequest> {
        let tokens = record.tokens;
        let before = self.0.get(&record.thread);
        if before.is_some_and(|last| last.id != 0 && last.id == record.id) {
            return None;
        }
        let cold = before.and_then(|last| last.cold_request(record));
        let lives = match (before, tokens.cache_write) {
            _ if tokens.cache_write_hour > 0 => HOUR_MS,
            // What only reads says nothing of it.
            (Some(last), 0) => last.lives,
            _ => FIVE_MINUTES_MS,
        };
        let RequestRecord { id, at, model, prefix, .. } = *record;
        let cached = tokens.cache_read.saturating_add(tokens.cache_write);
        self.0.insert(record.thread, Last { id, at, model, prefix, cached, lives });
        cold
    }
}

impl Last {
    fn cold_request(&self, record: &RequestRecord) -> Option<ColdRequest> {
        let tokens = record.tokens;
        let lost = self.cached.saturating_sub(tokens.cache_read);
        // Not every service says what it wrote.
        let anew = lost.min(tokens.cache_write.saturating_add(tokens.input));
        if tokens.cache_read >= self.cached / COLD_READ_DIVISOR || anew < MIN_RESENT_TOKENS {
            return None;
        }
        let idle_ms = record.at.saturating_sub(self.at);
        Some(ColdRequest { cause: self.likely_cause(record, idle_ms), tokens: anew, idle_ms })
    }

    fn likely_cause(&self, record: &RequestRecord, idle: i64) -> ColdCause {
        let changed = self.prefix != 0 && record.prefix != 0 && self.prefix != record.prefix;
        match () {
            () if record.compacted => ColdCause::Compaction,
            () if self.model != record.model => ColdCause::Model,
            () if changed => ColdCause::Prefix,
            () if idle > self.lives => ColdCause::Idle,
            () => ColdCause::Unknown,
        }
    }
}
