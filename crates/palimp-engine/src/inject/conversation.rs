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
        let said = db.last_messages(&session.agent, &session.project_id, &session.id, MESSAGES)?;
        let section = Section::list(NAME, "[Recent Context]", HISTORY);
        let section = Section { form: Form::Reversed, ..section };
        let items = said.iter().map(line).collect();
        context.sections.push(section.because("a new session").with(items));
        Ok(())
    }
}

/// An answer in its short form, where it has one.
fn line(message: &StoredMessage) -> String {
    let (who, said) = match message.role {
        Role::User => ("user", &message.content),
        Role::Assistant => ("assistant", message.trace.as_ref().unwrap_or(&message.content)),
    };
    format!("[{who}] {}", ellipsis(&one_line(said), MESSAGE))
}
