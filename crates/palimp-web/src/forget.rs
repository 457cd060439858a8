//! Page of an agent's request to forget a text: shows it, and forgets it once the user agrees.

use palimp_core::text::{ellipsis, one_line};
use palimp_engine::consolidation::review::ReviewKind;
use palimp_engine::erasure::forget::{ForgetContext, ForgetMatches};
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::ingest::open_activity;
use palimp_engine::retrieval::index_sync::IndexSync;
use palimp_pages::{Forgetting, PageError};

use crate::app_state::{DashboardState, PageRequest, PageResult, action_failure, engine_failure};

/// Maximum captured rows that are shown, and maximum characters of each.
const ROW_AND_CHAR_LIMITS: (usize, usize) = (10, 160);

/// Shows everything that would be forgotten.
pub(crate) fn forget_preview(state: &DashboardState, asking: &PageRequest, id: &str) -> PageResult {
    let text = requested_text(&state.open_notes(), id)?;
    let memory = open_memory(state);
    let found =
        memory.would_forget(&text, state.open_activity()?.as_ref()).map_err(engine_failure)?;
    let outside = state.host().external_occurrences(&memory.notes, &text);
    let page = Forgetting { id: id.to_owned(), outside, ..forgetting_view(text, found) };
    Ok(palimp_pages::forget_page(&asking.view, &page))
}

/// Forgets it, and says what went.
pub(crate) fn forget_text(state: &DashboardState, asking: &PageRequest, id: &str) -> PageResult {
    let text = requested_text(&state.open_notes(), id)?;
    let mut db = open_activity::or_new(state.home()).map_err(engine_failure)?;
    let (ring, now) = (state.host().key_ring(), asking.view.now.timestamp().as_millisecond());
    let context = ForgetContext { db: &mut db, ring: &*ring, now };
    let mut memory = open_memory(state);
    let found = memory.forget(&text, context).map_err(engine_failure)?;
    let outside = state.host().external_occurrences(&memory.notes, &text);
    let page = Forgetting { outside, done: true, ..forgetting_view(text, found) };
    Ok(palimp_pages::forget_page(&asking.view, &page))
}

/// Returns the text that a proposal asks to forget.
fn requested_text(notes: &NoteStore, id: &str) -> Result<String, PageError> {
    let proposal = notes.find_proposal(id).map_err(action_failure)?;
    match proposal.kind {
        ReviewKind::Forget => Ok(proposal.asked.fact),
        _ => Err(PageError::Missing),
    }
}

fn open_memory(state: &DashboardState) -> IndexSync {
    let settings = state.load_settings();
    state.host().open_memory(&settings, state.host().load_models(&settings))
}

fn forgetting_view(text: String, found: ForgetMatches) -> Forgetting {
    let lines = found.passages.iter();
    let lines = lines.map(|it| (format!("{}:{}", it.path, it.line), it.text.clone()));
    let note = found.note.iter().map(|note| (note.clone(), note.clone()));
    let said = found.said.observations.iter().chain(&found.said.messages);
    let rows = said
        .take(ROW_AND_CHAR_LIMITS.0)
        .map(|(_, text)| ellipsis(&one_line(text), ROW_AND_CHAR_LIMITS.1));
    let captured = &found.captured;
    let others = found.proposals + found.log + found.damaged.len();
    Forgetting {
        counts: [
            found.passages.len(),
            found.versions,
            captured.observations,
            captured.messages,
            found.chats,
            others,
        ],
        lines: note.chain(lines).collect(),
        rows: rows.collect(),
        text,
        ..Forgetting::default()
    }
}
