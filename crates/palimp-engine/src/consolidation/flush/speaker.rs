//! Speakers of the lines of an entry: the user's words stay theirs, and are of the day on which they were said.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_note::provenance::{AuthorKind, Provenance};
use palimp_redact::Redactor;
use palimp_rules::Statements;

use crate::home::zone;

/// Prompts of the messages that an entry condenses.
pub(super) struct Speakers {
    /// Statements of the user by the day of the prompt, latest first.
    prompts: Vec<(String, Statements)>,
    /// The day of the last message.
    last: String,
}

impl Speakers {
    pub(super) fn from_batch(batch: &[StoredMessage], redactor: &Redactor) -> Speakers {
        let mut prompts: Vec<(String, Statements)> = Vec::new();
        for message in batch.iter().rev().filter(|message| message.role == MessageRole::User) {
            let day = zone::local_day(message.created_at);
            if prompts.last().is_none_or(|(known, _)| *known != day) {
                prompts.push((day, Statements::default()));
            }
            if let Some((_, stated)) = prompts.last_mut() {
                stated.add_text(&redactor.redact(&message.content));
            }
        }
        let last = batch.last().map_or(String::new(), |last| zone::local_day(last.created_at));
        Speakers { prompts, last }
    }

    /// Returns the provenance of a fact in an entry with provenance `by`: its author, and its day
    /// if that differs from the entry's.
    pub(super) fn fact_provenance(&self, fact: &str, by: &Provenance) -> Provenance {
        let said = self.prompts.iter().find(|(_, stated)| stated.contains_fact(fact));
        let author = if said.is_some() { AuthorKind::User } else { by.by };
        let day = said.map_or(&self.last, |(day, _)| day);
        let is_of_entry = by.at.as_ref().is_some_and(|at| at.starts_with(day));
        let at = (!is_of_entry && !day.is_empty()).then(|| day.clone());
        Provenance { by: author, session: None, at, ..by.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::consolidation::flush::stored_message;

    fn message(at: &str, role: MessageRole, content: &str) -> StoredMessage {
        let at: jiff::Timestamp = at.parse().unwrap();
        let created_at = at.as_millisecond();
        StoredMessage { created_at, ..stored_message(1, role, content) }
    }

    #[test]
    fn words_of_the_user_keep_their_day() {
        let batch = [
            message(
                "2026-11-18T12:00:00Z",
                MessageRole::User,
                "Always run the linter before you commit.",
            ),
            message("2026-11-20T12:00:00Z", MessageRole::Assistant, "The port is 5433 now."),
        ];
        let speakers = Speakers::from_batch(&batch, &Redactor::default());
        let at = Some("2026-11-20T12:00:05+00:00".to_owned());
        let by = Provenance { by: AuthorKind::Agent, at, ..Provenance::default() };
        let of = |fact: &str| {
            let Provenance { by, at, .. } = speakers.fact_provenance(fact, &by);
            (by, at)
        };
        let day = |at: &str| Some(at.to_owned());
        assert_eq!(
            of("Always run the linter before you commit"),
            (AuthorKind::User, day(&zone::local_day(batch[0].created_at)))
        );
        assert_eq!(of("The port is 5433 now"), (AuthorKind::Agent, None));
        let late = Provenance { at: day("2026-11-25T12:00:05+00:00"), ..by.clone() };
        let at = speakers.fact_provenance("The port is 5433 now", &late).at;
        assert_eq!(at, day(&zone::local_day(batch[1].created_at)));
    }
}
