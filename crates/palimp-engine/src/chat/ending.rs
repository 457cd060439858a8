//! Ends a conversation, or leaves it until it is resumed.

use std::path::PathBuf;

use jiff::Zoned;
use palimp_context::RecordEntry;
use palimp_core::EventKind;
use palimp_core::activity::{Capture, CaptureEntry as Activity, SessionRef};
use palimp_core::chat::ChatMessage;
use palimp_core::distill::{ConversationTurn, DistillTask, Distiller};
use palimp_note::provenance::{AuthorKind, Provenance};

use super::chat_note::{self, MAX_NOTE_MESSAGES};
use super::{
    CUT_OFF_MARK, Chat, ChatError, ChatHost, capture_context, chat_event, chat_record, message_text,
};
use crate::consolidation::schedule::Budget;
use crate::home::project_discovery::ProjectLocation;
use crate::home::redaction;
use crate::ingest::capture;
use crate::retrieval::index_sync::Error;

impl Chat {
    /// Marks the conversation for the next flush, regardless of its length.
    pub fn mark_for_flush(&mut self, now: i64) {
        let due = flush_due_capture(self.session.clone(), now);
        if self.host.settings.memory.enabled && !self.talk.is_empty() {
            self.store_capture(&due);
        }
    }

    /// True if the detached flush has something to do after the last answer.
    pub fn is_flush_due(&self, now: i64) -> bool {
        let waiting = self.db.replies_waiting(&self.session.id, now).unwrap_or(0);
        waiting >= self.host.settings.flush.every
    }

    /// Ends the conversation. With `namer`, names the note in which its last messages are kept;
    /// returns the path of that note.
    pub fn end_conversation(
        &mut self,
        reason: &str,
        namer: Option<&dyn Distiller>,
        now: &Zoned,
    ) -> Result<Option<String>, ChatError> {
        let at = now.timestamp().as_millisecond();
        let kept = match (self.talk.is_empty(), self.host.settings.memory.enabled) {
            (false, true) => self.keep_last(namer, now),
            _ => Ok(None),
        };
        let path = kept.unwrap_or_else(|error| {
            self.warnings.push(crate::messages::chat_note_not_kept(&error));
            None
        });
        self.append_and_apply(RecordEntry::End { at, reason: reason.to_owned() })?;
        self.mark_for_flush(at);
        Ok(path)
    }

    fn keep_last(
        &mut self,
        namer: Option<&dyn Distiller>,
        now: &Zoned,
    ) -> Result<Option<String>, Error> {
        let turns = self.last_turns();
        if turns.is_empty() {
            return Ok(None);
        }
        let name = namer.and_then(|namer| self.suggest_name(namer, &turns, now));
        let name = name.unwrap_or_else(|| chat_note::name_of(&turns));
        let vault = self.memory.notes.vault_or_new()?;
        Ok(Some(chat_note::write_note(&vault, &turns, &name, now, &self.note_provenance(now))?))
    }

    /// The last messages without secrets.
    fn last_turns(&self) -> Vec<ConversationTurn> {
        let redactor = redaction::redactor(&self.host.settings);
        let turn = |message: &ChatMessage| ConversationTurn {
            role: message.role,
            text: redactor.redact(message_text(message)).into_owned(),
        };
        let turns: Vec<ConversationTurn> = self.talk.messages().iter().map(turn).collect();
        let mut turns: Vec<ConversationTurn> =
            turns.into_iter().filter(|turn| !turn.text.trim().is_empty()).collect();
        turns.split_off(turns.len().saturating_sub(MAX_NOTE_MESSAGES))
    }

    /// Asks `namer` for a name, unless the budget is used up or it has none.
    fn suggest_name(
        &mut self,
        namer: &dyn Distiller,
        turns: &[ConversationTurn],
        now: &Zoned,
    ) -> Option<String> {
        let budget = Budget::for_day(Some(&self.db), &self.host.settings, now);
        if namer.spends_tokens() && budget.map_or(0, |budget| budget.remaining_tokens()) == 0 {
            return None;
        }
        let distilled = namer.distill(&DistillTask::Slug { turns }).ok()?;
        if namer.spends_tokens() {
            let day = now.strftime("%Y-%m-%d").to_string();
            let _ = self.db.add_token_usage(&day, &namer.name(), distilled.usage);
        }
        chat_note::name_in(&distilled.text)
    }

    fn note_provenance(&self, now: &Zoned) -> Provenance {
        Provenance {
            by: AuthorKind::Agent,
            client: Some(self.session.client.name().to_owned()),
            session: Some(self.session.id.clone()),
            project: Some(self.session.project.clone()),
            project_id: Some(self.session.project_id.clone()),
            at: Some(now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()),
            ..Provenance::default()
        }
    }

    /// Returns a handle with which another thread can leave the conversation at any time.
    pub fn leave_handle(&self) -> ChatLeaveHandle {
        ChatLeaveHandle {
            host: self.host.clone(),
            session: self.session.clone(),
            place: self.place.clone(),
            unfinished: self.record.unfinished_path(),
            turn: self.talk.len(),
        }
    }
}

/// Handle to leave a conversation in the middle of something.
#[derive(Clone, Debug)]
pub struct ChatLeaveHandle {
    host: ChatHost,
    session: SessionRef,
    place: ProjectLocation,
    unfinished: PathBuf,
    turn: usize,
}

impl ChatLeaveHandle {
    /// Captures the unfinished answer and marks the conversation for a flush. The record is
    /// repaired when the conversation is resumed.
    pub fn leave(&self, now: i64) {
        if !self.host.settings.memory.enabled {
            return;
        }
        let mut capture = flush_due_capture(self.session.clone(), now);
        if let Some(text) = chat_record::read_unfinished(&self.unfinished) {
            let reply = Some(format!("{}{CUT_OFF_MARK}", text.trim_end()));
            let turn = Some(self.turn.to_string());
            let kind = EventKind::TurnEnd { reply, turn, transcript: None };
            let event = chat_event(self.session.client, &self.session.id, kind);
            let setting = capture_context(&self.host, now);
            let session = self.session.clone();
            let said = capture::build_capture(&event, &[], session, &self.place, &setting);
            capture.entries.splice(0..0, said.entries);
        }
        let mut db = capture::open_for_hook(&self.host.home);
        let missing = |error: &mut _| {
            std::mem::replace(error, palimp_store::StoreError::Missing(PathBuf::new()))
        };
        capture::store_capture(&self.host.home, db.as_mut().map_err(missing), &capture);
    }
}

fn flush_due_capture(session: SessionRef, at: i64) -> Capture {
    let entries = vec![Activity::Summary, Activity::FlushDue];
    Capture { session, at, dedupe_ms: 0, entries }
}
