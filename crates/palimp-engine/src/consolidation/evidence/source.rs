//! Sources of lines: the entry of a day to which a line links, the messages that it condenses, and the sentence.

use palimp_core::activity::{MessageRole, StoredMessage};
use palimp_core::text::{ellipsis, one_line};
use palimp_note::NotePath;
use palimp_note::episode::{self, Episode};
use palimp_note::origin::NoteOrigins;
use palimp_note::provenance::Provenance;
use palimp_rank::analysis::content_terms;
use palimp_redact::Redactor;
use palimp_rules::Statements;
use palimp_store::activity::{ActivityDb, Filter, SessionFilter};
use palimp_vault::{Vault, VaultError};
use serde::Serialize;

use super::{CandidateLine, EvidenceQuery, holds_words, pointer_to, session_of, words_of};
use crate::consolidation::reflect::rebase_link;
use crate::home::zone;
use crate::retrieval::index_sync::Error;
use crate::retrieval::session_card::SessionCard;

/// The longest sentence that is shown, in characters.
const MAX_SENTENCE_CHARS: usize = 400;
/// The share of a line's terms that a sentence in other words has at least.
const MIN_SHARED: f32 = 0.5;

/// The session in which a line was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SaidIn {
    /// The pointer that opens it.
    pub pointer: String,
    /// Its title.
    pub title: String,
    /// The day on which it began.
    pub day: String,
}

/// A sentence of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SourceSentence {
    /// The id of its message, as `palimp show` opens it: `m36`.
    pub id: String,
    /// Role of the speaker: `user`, `assistant` or an aside.
    pub role: String,
    /// The day.
    pub day: String,
    /// Its words.
    pub text: String,
    /// True if the line says the same in the same words.
    pub exact: bool,
}

/// The entries of all notes of episodes.
pub(super) struct EpisodeEntries {
    all: Vec<(NotePath, Episode)>,
}

/// Source of a line: a session, and the numbers of its messages if known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineSource {
    session: String,
    messages: Option<(i64, i64)>,
}

impl EpisodeEntries {
    pub(super) fn load(vault: &Vault, paths: &[NotePath]) -> Result<EpisodeEntries, VaultError> {
        let mut all = Vec::new();
        for path in paths.iter().filter(|path| episode::day_of(path.as_str()).is_some()) {
            let entries = episode::parse(&vault.read_lossy(path)?);
            all.extend(entries.into_iter().map(|entry| (path.clone(), entry)));
        }
        Ok(EpisodeEntries { all })
    }

    /// Resolves the beginning of a session id to the whole id.
    pub(super) fn resolve_query(
        &self,
        wanted: &EvidenceQuery,
        db: Option<&ActivityDb>,
    ) -> Result<EvidenceQuery, Error> {
        let EvidenceQuery::Session(beginning) = wanted else { return Ok(wanted.clone()) };
        let session = Some(SessionFilter::Begins(beginning.clone()));
        let filter = Filter { session, ..Filter::default() };
        let found = db.map(|db| db.sessions(&filter, 1)).transpose()?.unwrap_or_default();
        let whole = found.into_iter().next().map(|it| it.session_id);
        Ok(EvidenceQuery::Session(whole.unwrap_or_else(|| beginning.clone())))
    }

    /// Returns true for a line that is meant.
    pub(super) fn is_meant(
        &self,
        wanted: &EvidenceQuery,
        path: &NotePath,
        line: &CandidateLine,
        origins: &NoteOrigins,
    ) -> bool {
        let source = || self.find_source(path, line, origins.provenance(line.number));
        match wanted {
            EvidenceQuery::Words(words) => holds_words(words_of(&line.said), words),
            EvidenceQuery::Note(_, number) => number.is_none_or(|number| number == line.number),
            EvidenceQuery::Section(_, heading) => {
                line.heading.is_some_and(|it| is_heading(it, heading))
            }
            EvidenceQuery::Session(id) => {
                source().is_some_and(|it| it.session.starts_with(id.as_str()))
            }
            EvidenceQuery::Message(id) => source().is_some_and(|it| it.contains_message(*id)),
        }
    }

    /// Returns the source of a line: the entry to which it links or in which it stands, else the session that its
    /// comment names.
    pub(super) fn find_source(
        &self,
        path: &NotePath,
        line: &CandidateLine,
        by: Option<&Provenance>,
    ) -> Option<LineSource> {
        let entry = self.linked_entry(path, line).or_else(|| self.entry_around(path, line.number));
        let of_entry = entry.and_then(|entry| {
            let key = entry.key.as_ref();
            let session = key.map(|key| key.session.as_str());
            let session = session.or_else(|| session_of(entry.by.as_ref()))?.to_owned();
            Some(LineSource { session, messages: key.map(|key| (key.from, key.to)) })
        });
        let of_comment = || {
            let session = session_of(by)?.to_owned();
            Some(LineSource { session, messages: None })
        };
        of_entry.or_else(of_comment)
    }

    /// The entry to which a line links: of those of the note the one that says it, else the one of that minute.
    fn linked_entry(&self, path: &NotePath, line: &CandidateLine) -> Option<&Episode> {
        let (_, link) = line.said.split_once(" ([")?;
        let (label, target) = link.split_once("](")?;
        let target = target.split("))").next()?;
        let time = label.split(' ').nth(1).unwrap_or_default();
        let of_note = self.all.iter().filter(|(note, _)| {
            let here = crate::consolidation::reflect::link_to_episode(path, note.as_str());
            here == target || rebase_link(path, target) == here
        });
        let said = words_of(&line.said);
        let says =
            |entry: &Episode| entry.facts().any(|fact| said.ends_with(words_of(fact_of(fact))));
        let of_note: Vec<&Episode> = of_note.map(|(_, entry)| entry).collect();
        let both = of_note.iter().find(|entry| entry.time == time && says(entry));
        let either = || of_note.iter().find(|entry| says(entry) || entry.time == time);
        both.or_else(either).copied()
    }

    /// The entry in which a line stands.
    fn entry_around(&self, path: &NotePath, number: usize) -> Option<&Episode> {
        let above = self.all.iter().filter(|(note, entry)| note == path && entry.line <= number);
        above.map(|(_, entry)| entry).max_by_key(|entry| entry.line)
    }
}

/// A fact without the topic under which it is filed: `[decision]: Use pnpm`.
fn fact_of(fact: &str) -> &str {
    palimp_rules::reflect::taken_apart(fact).1
}

fn is_heading(heading: &str, named: &str) -> bool {
    let plain = |text: &str| {
        let text = text.trim_start_matches(['#', ' ']).trim().to_lowercase();
        text.replace(' ', "-")
    };
    plain(heading) == plain(named)
}

impl LineSource {
    fn contains_message(&self, id: i64) -> bool {
        self.messages.is_some_and(|(from, to)| (from..=to).contains(&id))
    }

    /// Returns the session, and the sentence that says it.
    pub(super) fn look_up(
        &self,
        db: &ActivityDb,
        agent: &str,
        said: &str,
        redactor: &Redactor,
    ) -> Result<(Option<SaidIn>, Option<SourceSentence>), Error> {
        let messages = db.messages_after(&self.session, agent, i64::MIN)?;
        let Some(first) = messages.first() else { return Ok((None, None)) };
        let title = SessionCard::new(&messages, &[], redactor).title;
        let day = zone::local_day(first.created_at);
        let session = SaidIn { pointer: pointer_to(&self.session), title, day };
        let near: Vec<&StoredMessage> = match self.messages {
            Some(_) => messages.iter().filter(|it| self.contains_message(it.id)).collect(),
            None => messages.iter().collect(),
        };
        Ok((Some(session), best_sentence(&near, fact_of(words_of(said)), redactor)))
    }
}

/// Returns the sentence that states a fact in identical words, the user's first; otherwise the one
/// that shares most of its words.
fn best_sentence(
    messages: &[&StoredMessage],
    fact: &str,
    redactor: &Redactor,
) -> Option<SourceSentence> {
    let asked = content_terms(fact);
    let mut best: Option<(f32, SourceSentence)> = None;
    for message in messages {
        let text = redactor.redact(&message.content);
        for said in split_sentences(&text) {
            let exact = states_fact(said, fact);
            let shared =
                content_terms(said).intersection(&asked).count() as f32 / asked.len().max(1) as f32;
            let of_user = if message.role == MessageRole::User { 0.1 } else { 0.0 };
            let worth = if exact { 2.0 } else { shared } + of_user;
            let is_near = exact || shared >= MIN_SHARED;
            if is_near && best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, SourceSentence::from_message(message, said, exact)));
            }
        }
    }
    best.map(|(_, sentence)| sentence)
}

fn states_fact(sentence: &str, fact: &str) -> bool {
    let mut statements = Statements::default();
    statements.add_text(sentence);
    statements.contains_fact(fact)
}

/// Splits a text into sentences, each within one line.
fn split_sentences(text: &str) -> impl Iterator<Item = &str> {
    let ends = [". ", "! ", "? ", "。", "; "];
    let lines = text.lines().flat_map(move |line| {
        let mut rest = Some(line);
        std::iter::from_fn(move || {
            let line = rest.take()?;
            let end = ends.iter().filter_map(|end| Some(line.find(end)? + end.len())).min();
            let (said, behind) = line.split_at(end.unwrap_or(line.len()));
            rest = end.map(|_| behind);
            Some(said.trim())
        })
    });
    lines.filter(|said| said.chars().any(char::is_alphanumeric))
}

impl SourceSentence {
    fn from_message(message: &StoredMessage, said: &str, exact: bool) -> SourceSentence {
        SourceSentence {
            id: format!("m{}", message.id),
            role: message.role.name().to_owned(),
            day: zone::local_day(message.created_at),
            text: ellipsis(&one_line(said), MAX_SENTENCE_CHARS),
            exact,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_their_marks_and_lines() {
        let text = "Use pnpm. Not npm!\n- v1.2 is out; why? 끝";
        let said: Vec<_> = split_sentences(text).collect();
        assert_eq!(said, ["Use pnpm.", "Not npm!", "- v1.2 is out;", "why?", "끝"]);
    }

    #[test]
    fn heading_is_named_as_it_stands_or_as_an_anchor() {
        assert!(is_heading("## Set-up", "set-up") && is_heading("## Open ends", "open-ends"));
        assert!(!is_heading("## Open", "rules"));
    }
}
