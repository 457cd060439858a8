//! Section on recent messages from earlier sessions of the project.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::settings::Preset;
use palimp_core::text::{ellipsis, one_line};

use super::{Context, ContextBuilder, ContextSection, SectionLayout};
use crate::retrieval::index_sync::Error;

/// Limits on the injected messages.
struct HistoryLimits {
    /// Maximum number of messages.
    messages: usize,
    /// The most that they take together, in characters.
    all: usize,
    /// The most of one message, in characters: no single one crowds out the others.
    one: usize,
}

/// Limits for the last exchange.
const LEAN_LIMITS: HistoryLimits = HistoryLimits { messages: 2, all: 600, one: 250 };
/// Limits for ten exchanges.
const FULL_LIMITS: HistoryLimits = HistoryLimits { messages: 20, all: 8_000, one: 1_200 };

impl ContextBuilder<'_> {
    /// Adds the latest messages of the project from other sessions.
    pub(super) fn add_history(&self, why: &str, context: &mut Context) -> Result<(), Error> {
        const SECTION_NAME: &str = "recent_context";
        let (Some(db), true) = (self.db, self.is_wanted(SECTION_NAME)) else { return Ok(()) };
        let session = self.session;
        let size = if self.preset() == Preset::Full { FULL_LIMITS } else { LEAN_LIMITS };
        let looked_at = FULL_LIMITS.messages * 2;
        let said = db.last_messages(&session.agent, &session.project_id, &session.id, looked_at)?;
        let said = complete_exchanges(&said).take(size.messages);
        let section = ContextSection::new_list(SECTION_NAME, "[Recent Context]", size.all);
        let section = ContextSection { form: SectionLayout::Reversed, ..section };
        let items = said.map(|message| message_line(message, size.one)).collect();
        context.sections.push(section.with_reason(why).with_items(items));
        Ok(())
    }
}

/// Filters messages, newest first, to those in an exchange: a question without its answer says
/// nothing, nor does an answer without its question.
fn complete_exchanges(said: &[StoredMessage]) -> impl Iterator<Item = &StoredMessage> {
    said.iter().enumerate().filter_map(|(at, message)| {
        let of_session = |other: &&StoredMessage| other.session_id == message.session_id;
        let partner = match message.role {
            MessageRole::User => said[..at].iter().rev().find(of_session),
            _ => said[at + 1..].iter().find(of_session),
        };
        partner.is_some_and(|partner| partner.role != message.role).then_some(message)
    })
}

/// Formats a message; an answer in its short form, if it has one.
fn message_line(message: &StoredMessage, most: usize) -> String {
    let (who, said) = match message.role {
        MessageRole::User => ("user", &message.content),
        _ => ("assistant", message.trace.as_ref().unwrap_or(&message.content)),
    };
    format!("[{who}] {}", ellipsis(&one_line(said), most))
}
