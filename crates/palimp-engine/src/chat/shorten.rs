//! A conversation that becomes too long: what it says is condensed, then its older part becomes a
//! summary.

use std::thread;
use std::time::{Duration, Instant};

use palimp_context::Occasion;
use palimp_context::compact::{CompactError, Compacted, Compactor, KEEP_TURNS};
use palimp_core::StartSource;
use palimp_core::distill::{ConversationTurn, DistillTask, Distiller};

use super::{Chat, ChatError};
use crate::consolidation::flush::{FLUSH_LOCK_NAME, Flusher};
use crate::home::lock::WorkLock;
use crate::home::redaction;

/// Maximum wait for another process that flushes, and the polling interval.
const FLUSH_LOCK_TIMEOUT: Duration = Duration::from_secs(20);
const FLUSH_LOCK_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Numbers of turns to keep, tried in order while the conversation does not fit the window.
const KEEP_TURNS_STEPS: [usize; 3] = [KEEP_TURNS, 4, 1];

impl Chat {
    /// Flushes the conversation. If that fails now, it becomes due: the messages are in the
    /// database, and no compaction loses them.
    pub fn flush(&mut self, flusher: &Flusher, now: i64) -> Result<(), ChatError> {
        let id = self.session.id.clone();
        let lock = self.right_to_flush();
        let done = lock.is_some()
            && self.host.settings.memory.enabled
            && flusher
                .run_session(&mut self.db, &id)
                .is_ok_and(|flushed| flushed.failures.is_empty() && !flushed.over_budget);
        drop(lock);
        let entry = match done {
            true => self.talk.record_flush(now),
            false => self.talk.flush_failed(now),
        };
        if !done {
            self.mark_for_flush(now);
        }
        Ok(self.append_entry(&entry)?)
    }

    /// The right to condense, unless another process does so for longer than a user waits.
    fn right_to_flush(&self) -> Option<WorkLock> {
        let until = Instant::now() + FLUSH_LOCK_TIMEOUT;
        loop {
            match WorkLock::try_acquire(&self.host.home, FLUSH_LOCK_NAME) {
                Ok(None) if Instant::now() < until => thread::sleep(FLUSH_LOCK_POLL_INTERVAL),
                lock => return lock.ok().flatten(),
            }
        }
    }

    /// Summarises the older turns with `distiller`. On failure nothing changes, and the result
    /// gives the reason. Unless started by hand, it also summarises turns that are usually kept if
    /// there are no others.
    pub fn compact(
        &mut self,
        distiller: &dyn Distiller,
        occasion: Occasion,
        wish: Option<&str>,
        now: i64,
    ) -> Result<Result<Compacted, CompactError>, ChatError> {
        let keeps =
            if occasion == Occasion::Manual { &KEEP_TURNS_STEPS[..1] } else { &KEEP_TURNS_STEPS };
        let mut outcome = Err(CompactError::Nothing(KEEP_TURNS));
        for keep_turns in keeps {
            outcome = self.summarise_turns(distiller, *keep_turns, wish);
            if !matches!(outcome, Err(CompactError::Nothing(_))) {
                break;
            }
        }
        let entry = match &outcome {
            Ok(compacted) => self.talk.apply_compaction(compacted.clone(), now),
            Err(_) => self.talk.compaction_failed(self.overhead_tokens(), now),
        };
        self.append_entry(&entry)?;
        if outcome.is_ok() {
            self.refresh_system_prompt(StartSource::Compact)?;
        }
        Ok(outcome)
    }

    fn summarise_turns(
        &self,
        distiller: &dyn Distiller,
        keep_turns: usize,
        wish: Option<&str>,
    ) -> Result<Compacted, CompactError> {
        let redactor = redaction::redactor(&self.host.settings);
        let compactor = Compactor {
            keep_turns,
            meter: self.talk.meter(),
            instructions: wish,
            ..Compactor::new(self.host.window, &self.long.pruning, &redactor)
        };
        self.talk.compact(&compactor, &mut |turns, instructions| {
            let turns: Vec<ConversationTurn> = turns.iter().map(without_memory).collect();
            distiller.distill(&DistillTask::Compact { turns: &turns, instructions })
        })
    }
}

/// A turn without what palimp put before it, which is in the notes anyway.
fn without_memory(turn: &ConversationTurn) -> ConversationTurn {
    const CONTEXT_OPEN_TAG: &str = "<memory-context";
    const CONTEXT_CLOSE_TAG: &str = "</memory-context>";
    let text = match (turn.text.starts_with(CONTEXT_OPEN_TAG), turn.text.find(CONTEXT_CLOSE_TAG)) {
        (true, Some(end)) => turn.text[end + CONTEXT_CLOSE_TAG.len()..].trim_start(),
        _ => turn.text.as_str(),
    };
    ConversationTurn { role: turn.role, text: text.to_owned() }
}
