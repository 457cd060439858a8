//! What an agent wishes to be forgotten: shown, and forgotten once its owner agrees.

use palimp_core::text::{ellipsis, one_line};
use palimp_engine::forget::{Burial, Found};
use palimp_engine::memory::Memory;
use palimp_engine::open;
use palimp_engine::review::Kind;
use palimp_pages::{Forgetting, PageError};

use crate::desk::{Asking, Desk, Page, failed, refused};

/// How many captured rows are shown, and how much of each, in characters.
const ROWS: (usize, usize) = (10, 160);

/// What would go.
pub(crate) fn shown(desk: &Desk, asking: &Asking, id: &str) -> Page {
    let text = wished(&desk.notes(), id)?;
    let memory = memory(desk);
    let found = memory.would_forget(&text, desk.activity()?.as_ref()).map_err(failed)?;
    let outside = desk.surroundings().outside(&memory, &text);
    let page = Forgetting { id: id.to_owned(), outside, ..of(text, found) };
    Ok(palimp_pages::forget_page(&asking.view, &page))
}

/// Forgets it, and says what went.
pub(crate) fn done(desk: &Desk, asking: &Asking, id: &str) -> Page {
    let text = wished(&desk.notes(), id)?;
    let mut db = open::or_new(desk.home()).map_err(failed)?;
    let (ring, now) = (desk.surroundings().ring(), asking.view.now.timestamp().as_millisecond());
    let burial = Burial { db: &mut db, ring: &*ring, now };
    let mut memory = memory(desk);
    let found = memory.forget(&text, burial).map_err(failed)?;
    let outside = desk.surroundings().outside(&memory, &text);
    let page = Forgetting { outside, done: true, ..of(text, found) };
    Ok(palimp_pages::forget_page(&asking.view, &page))
}

/// What a proposal wishes to be forgotten.
fn wished(notes: &Memory, id: &str) -> Result<String, PageError> {
    let proposal = notes.proposal(id).map_err(refused)?;
    match proposal.kind {
        Kind::Forget => Ok(proposal.asked.fact),
        _ => Err(PageError::Missing),
    }
}

fn memory(desk: &Desk) -> Memory {
    let settings = desk.settings();
    desk.surroundings().memory(&settings, desk.surroundings().models(&settings))
}

fn of(text: String, found: Found) -> Forgetting {
    let lines = found.passages.iter();
    let lines = lines.map(|it| (format!("{}:{}", it.path, it.line), it.text.clone()));
    let note = found.note.iter().map(|note| (note.clone(), note.clone()));
    let said = found.said.observations.iter().chain(&found.said.messages);
    let rows = said.take(ROWS.0).map(|(_, text)| ellipsis(&one_line(text), ROWS.1));
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
