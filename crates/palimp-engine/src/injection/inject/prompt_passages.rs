//! Passages of the notes that match the prompt.

use std::path::Path;

use palimp_core::author::{AuthorKind, mark_line};
use palimp_core::settings::{Preset, RelevanceThreshold};
use palimp_note::authors::Authors;
use palimp_note::episode;
use palimp_note::origin::NoteOrigins;
use palimp_rank::relevance_threshold::{is_injected, min_score};
use palimp_rules::reflect::{outlasts_work, stands_alone};

use super::suppressions::Suppressions;
use super::{Context, ContextBuilder, ContextSection};
use crate::home::redaction;
use crate::retrieval::anchors::{self, Judge};
use crate::retrieval::index_sync::Error;
use crate::retrieval::indexing::parse_leading_date;
use crate::retrieval::relevance_threshold::{PromptPassage, linked_day, source_label};

/// Maximum number of passages for a prompt, and of characters of all of them with their sources.
const LEAN_LIMITS: (usize, usize) = (2, 2 * 520);
const FULL_LIMITS: (usize, usize) = (4, 2_800);
/// Maximum size of changed notes to index while a client waits, in bytes.
const MAX_SYNC_BYTES: u64 = 128 << 10;

impl ContextBuilder<'_> {
    /// Adds the passages that the prompt is about; none is a good answer. An error leaves the
    /// section empty and is its reason.
    pub(super) fn add_prompt_passages(&mut self, prompt: &str, context: &mut Context) {
        const SECTION_NAME: &str = "task_snapshot";
        if !self.is_wanted(SECTION_NAME) {
            return;
        }
        let (most, room) = if self.preset() == Preset::Full { FULL_LIMITS } else { LEAN_LIMITS };
        let section = ContextSection::new_list(SECTION_NAME, "Task Snapshot", room);
        let section = match self.find_passages(prompt, context) {
            Ok(passages) => {
                let why = self.explain_scores(&passages);
                let gate = self.settings.inject.gate;
                let near = passages.iter().filter(|passage| passage.score >= min_score(gate));
                let mut told: Vec<_> =
                    near.filter(|passage| is_lasting(passage, asks_question(prompt))).collect();
                let never = if told.is_empty() {
                    Suppressions::default()
                } else {
                    Suppressions::load(&self.memory.notes)
                };
                told.retain(|passage| !never.suppresses_all(&passage.text));
                let best = told.first().map_or(0.0, |best| best.score);
                told.retain(|passage| is_injected(passage.score, best, gate));
                let redactor = redaction::redactor(self.settings);
                let told = self.still_there(told.into_iter(), most).into_iter();
                let told = told.map(|(passage, text)| {
                    redactor.redact(&self.in_words(passage, &text)).into_owned()
                });
                let section = section.with_reason(why).with_items(told.collect());
                context.near = passages;
                section
            }
            Err(error) => section.with_reason(error.to_string()),
        };
        context.sections.push(section);
    }

    fn find_passages(
        &mut self,
        prompt: &str,
        context: &mut Context,
    ) -> Result<Vec<PromptPassage>, Error> {
        if prompt.trim().is_empty() || !self.memory.has_notes()? {
            return Ok(Vec::new());
        }
        let (here, teams) = (self.current_project().name, self.team_projects());
        let gate = self.settings.inject.gate;
        let mut passages = Vec::new();
        let behind = self.memory.with_readable_index(&mut |memory| {
            let changes = memory.follow_at_a_glance(MAX_SYNC_BYTES)?;
            passages = memory.searcher().passages_for_prompt(prompt, (&here, &teams), gate)?;
            Ok(changes.behind)
        })?;
        context.behind |= behind;
        passages.retain(|passage| {
            passage.holds_at(self.now.as_millisecond()) && self.is_of_here(passage)
        });
        Ok(passages)
    }

    /// As many passages as may be told, with what became of the code that they speak of; those of code
    /// that is gone make room for others.
    pub(super) fn still_there<'p>(
        &self,
        passages: impl Iterator<Item = &'p PromptPassage>,
        most: usize,
    ) -> Vec<(&'p PromptPassage, String)> {
        let here = Path::new(&self.session.working_dir);
        let mut judge =
            Judge::for_directory(here, &self.memory.notes.home, Some(anchors::VERDICT_TIMEOUT));
        let there = passages.filter_map(|passage| {
            let told = anchors::in_passage(&self.memory.notes, &mut judge, passage);
            Some((passage, told.text?, f64::from(passage.score) * (1.0 - told.lost)))
        });
        let mut there: Vec<_> = there.take(most).collect();
        there.sort_by(|one, other| other.2.total_cmp(&one.2));
        there.into_iter().map(|(passage, text, _)| (passage, text)).collect()
    }

    /// `normal asks for 0.11, there is 1.32, 0.40`
    fn explain_scores(&self, passages: &[PromptPassage]) -> String {
        let gate = self.settings.inject.gate;
        if passages.is_empty() {
            return crate::messages::gate_finds_nothing(gate.name(), min_score(gate));
        }
        let scores = passages.iter().map(|passage| format!("{:.2}", passage.score));
        let scores = scores.collect::<Vec<_>>().join(", ");
        crate::messages::gate_scores(gate.name(), min_score(gate), scores)
    }

    /// Returns where a passage stands, with the day of its first line, and below the passage with its author.
    pub(super) fn in_words(&self, passage: &PromptPassage, text: &str) -> String {
        let note = self.memory.notes.read_note(&passage.path).ok().flatten();
        let note = note.filter(|_| passage.team.is_none());
        let origin =
            note.map(|note| NoteOrigins::from_note(&passage.path, &note).of_line(passage.line));
        let author = origin.as_ref().map_or(passage.author, |it| it.author);
        let day = origin.and_then(|it| parse_leading_date(&it.day?));
        let created_at = day.unwrap_or(passage.created_at);
        let lines = text.lines().map(|line| mark_line(line, author));
        let lines = lines.collect::<Vec<_>>().join("\n");
        format!("{}\n{lines}", source_label(&PromptPassage { created_at, ..passage.clone() }))
    }

    /// Returns true if a passage belongs to this very project: two projects may share a name.
    pub(super) fn is_of_here(&self, passage: &PromptPassage) -> bool {
        if passage.project.is_empty() {
            return true;
        }
        let Ok(Some(text)) = self.memory.notes.read_note(&passage.path) else { return true };
        let by = Authors::parse(&text).of_line(passage.line).cloned();
        by.is_none_or(|by| by.holds_in(&self.current_project()))
    }
}

/// Returns true for a short prompt that asks something.
fn asks_question(prompt: &str) -> bool {
    const MAX_CHARS: usize = 300;
    prompt.chars().count() <= MAX_CHARS && prompt.contains(['?', '？'])
}

/// Returns true if a passage is still useful when the work that it comes from is done. For an
/// agent's words in a session, a pointer to the session is better, unless the prompt asks a
/// question; such a passage must be certain, as must a saved or imported one. A session's digest is
/// never injected.
fn is_lasting(passage: &PromptPassage, prompt_asks: bool) -> bool {
    let line = passage.text.lines().next().unwrap_or_default().trim_start_matches("- ");
    let is_certain = || passage.score >= min_score(RelevanceThreshold::Strict);
    let is_digest = episode::day_of(&passage.path).is_some();
    let is_of_session = is_digest || linked_day(&passage.text).is_some();
    match passage.author {
        AuthorKind::User if is_digest => false,
        AuthorKind::User if is_of_session => is_certain() || stands_alone(line),
        AuthorKind::User | AuthorKind::Team => true,
        AuthorKind::Agent => !is_digest && (prompt_asks || !is_of_session) && is_certain(),
        // What palimp saw in what was run is told where it is run.
        AuthorKind::Tool => !is_of_session && is_certain(),
        AuthorKind::Import if !is_of_session => true,
        AuthorKind::Import => is_certain() && stands_alone(line) && outlasts_work(line),
    }
}
