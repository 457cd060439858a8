//! What was said in earlier sessions of the project.

use palimp_core::activity::{Role, StoredMessage};
use palimp_core::text::{ellipsis, one_line};

use super::{Builder, Context, Form, Section};
use crate::memory::Error;

/// How many messages there are: ten exchanges.
const MESSAGES: usize = 20;
/// The most that they take, in characters.
const HISTORY: usize = 8_000;
/// The most of one message, in characters: no single one crowds out the others.
const MESSAGE: usize = 1_200;

impl Builder<'_> {
    /// Adds what was said last in this project, in whichever session but this one.
    pub(super) fn history(&self, context: &mut Context) -> Result<(), Error> {
        const NAME: &str = "recent_context";
        let (Some(db), true) = (self.db, self.is_wanted(NAME)) else { return Ok(()) };
        let session = self.session;
        let looked_at = MESSAGES * 2;
        let said = db.last_messages(&session.agent, &session.project_id, &session.id, looked_at)?;
        let said = exchanges(&said).take(MESSAGES);
        let section = Section::list(NAME, "[Recent Context]", HISTORY);
        let section = Section { form: Form::Reversed, ..section };
        let items = said.map(line).collect();
        context.sections.push(section.because("a new session").with(items));
        Ok(())
    }
}

/// Of messages, the newest first, those that are part of an exchange: a question without its answer
/// tells nothing, nor does an answer without its question.
fn exchanges(said: &[StoredMessage]) -> impl Iterator<Item = &StoredMessage> {
    said.iter().enumerate().filter_map(|(at, message)| {
        let of_session = |other: &&StoredMessage| other.session_id == message.session_id;
        let partner = match message.role {
            Role::User => said[..at].iter().rev().find(of_session),
            Role::Assistant => said[at + 1..].iter().find(of_session),
        };
        partner.is_some_and(|partner| partner.role != message.role).then_some(message)
    })
}

/// An answer in its short form, where it has one.
fn line(message: &StoredMessage) -> String {
    let (who, said) = match message.role {
        Role::User => ("user", &message.content),
        Role::Assistant => ("assistant", message.trace.as_ref().unwrap_or(&message.content)),
    };
    format!("[{who}] {}", ellipsis(&one_line(said), MESSAGE))
}
