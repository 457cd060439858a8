//! Finds the user's own words, as opposed to what an agent or a model made of a conversation.

use std::collections::HashMap;

use palimp_core::activity::MessageRole;
use palimp_note::episode::EpisodeKey;
use palimp_note::provenance::AuthorKind;
use palimp_redact::Redactor;
use palimp_rules::Statements;
use palimp_rules::reflect::Voice;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;

use super::episodes::EpisodeFact;

/// Attributes each fact to its speaker, if a message says it in these words. Only the database is
/// trusted: without it, no fact of a flush's entry is the user's.
pub(crate) fn attribute_facts(
    facts: &mut [EpisodeFact],
    agent: &str,
    db: Option<&ActivityDb>,
    redactor: &Redactor,
) -> Result<(), StoreError> {
    let mut messages = MessageStatements { db, agent, redactor, known: HashMap::new() };
    for fact in facts {
        let Some(key) = &fact.key else { continue };
        fact.voice = messages.get_or_read(key)?.voice(&fact.text);
        let user = fact.voice == Voice::User;
        fact.author = if user { AuthorKind::User } else { fact.author.max(AuthorKind::Agent) };
    }
    Ok(())
}

/// Statements of the messages that entries condense, read once each.
struct MessageStatements<'a> {
    db: Option<&'a ActivityDb>,
    agent: &'a str,
    redactor: &'a Redactor,
    known: HashMap<EpisodeKey, Stated>,
}

/// Statements in prompts, in answers, and in transcript extras.
#[derive(Default)]
struct Stated {
    prompts: Statements,
    answers: Statements,
    extras: Statements,
}

impl Stated {
    /// Returns the speaker of `text` in these words; the user first, and the agent's answers before
    /// the rest.
    fn voice(&self, text: &str) -> Voice {
        match () {
            () if self.prompts.contains_fact(text) => Voice::User,
            () if self.answers.contains_fact(text) => Voice::Agent,
            () if self.extras.contains_fact(text) => Voice::AgentExtra,
            () => Voice::Retold,
        }
    }
}

impl MessageStatements<'_> {
    fn get_or_read(&mut self, key: &EpisodeKey) -> Result<&Stated, StoreError> {
        if !self.known.contains_key(key) {
            // The facts of an entry stand together.
            self.known.clear();
            let read = self.read_statements(key)?;
            self.known.insert(key.clone(), read);
        }
        Ok(&self.known[key])
    }

    fn read_statements(&self, key: &EpisodeKey) -> Result<Stated, StoreError> {
        let mut read = Stated::default();
        let Some(db) = self.db else { return Ok(read) };
        let messages = db.messages_after(&key.session, self.agent, key.from - 1)?;
        for message in messages.into_iter().take_while(|message| message.id <= key.to) {
            let text = self.redactor.redact(&message.content);
            match message.role {
                MessageRole::User => read.prompts.add_prompt(&text),
                MessageRole::Assistant => read.answers.add_text(&text),
                MessageRole::Step | MessageRole::Summary | MessageRole::Plan => {
                    read.extras.add_text(&text)
                }
            }
        }
        Ok(read)
    }
}
