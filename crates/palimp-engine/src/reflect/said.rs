//! What the user said herself, as against what an agent or a model made of a conversation.

use std::collections::HashMap;

use palimp_core::activity::Role;
use palimp_note::episode::Key;
use palimp_note::provenance::Author;
use palimp_redact::Redactor;
use palimp_rules::is_said_in;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;

use super::episodes::Fact;

/// Says of each fact that the user said it, where one of her prompts does; the database alone is
/// believed, and without it nothing is hers that an entry of a flush says.
pub(crate) fn attribute(
    facts: &mut [Fact],
    agent: &str,
    db: Option<&ActivityDb>,
    redactor: &Redactor,
) -> Result<(), StoreError> {
    let mut prompts = Prompts { db, agent, redactor, known: HashMap::new() };
    for fact in facts {
        let Some(key) = &fact.key else { continue };
        let said = prompts.of(key)?.iter().any(|prompt| is_said_in(prompt, &fact.text));
        fact.author = if said { Author::User } else { fact.author.max(Author::Agent) };
    }
    Ok(())
}

/// The user's prompts among the messages that entries condense, read once each.
struct Prompts<'a> {
    db: Option<&'a ActivityDb>,
    agent: &'a str,
    redactor: &'a Redactor,
    known: HashMap<Key, Vec<String>>,
}

impl Prompts<'_> {
    fn of(&mut self, key: &Key) -> Result<&[String], StoreError> {
        if !self.known.contains_key(key) {
            let prompts = self.read(key)?;
            self.known.insert(key.clone(), prompts);
        }
        Ok(self.known.get(key).map_or(&[], Vec::as_slice))
    }

    fn read(&self, key: &Key) -> Result<Vec<String>, StoreError> {
        let Some(db) = self.db else { return Ok(Vec::new()) };
        let messages = db.messages_after(&key.session, self.agent, key.from - 1)?;
        let said = messages.into_iter().take_while(|message| message.id <= key.to);
        let prompts = said.filter(|message| message.role == Role::User);
        Ok(prompts.map(|prompt| self.redactor.redact(&prompt.content).into_owned()).collect())
    }
}
