//! Ranking: from the terms and vectors of an index to the passages that answer a question.
//!
//! For programs that search notes, messages or other short texts in English, in Korean and in both,
//! and keep their own index. [`analysis`] turns texts and questions into terms; [`rank`] scores
//! every passage by words and, where there are any, by vectors; [`vector`] makes vectors small and
//! compares many of them quickly.
//!
//! Everything here is a function of what a [`Collection`] gives; where that keeps it is
//! not ranking's concern. `examples/search.rs` keeps it in memory.

pub mod analysis;
mod bm25;
mod calendar;
mod conversation;
mod dates;
mod dictionary;
mod diverse;
mod evidence;
mod exact;
mod frame;
mod generic;
mod hits;
mod irregular;
mod marker_terms;
mod question;
pub mod relevance_threshold;
mod score;
mod snippet;
mod table;
mod terms;
mod tuning;
pub mod vector;
mod verbs;

use std::sync::Arc;

use palimp_core::author::AuthorKind;
use palimp_core::embed::{Thesaurus, Weights};

use analysis::AnalyzedQuery;

pub use dictionary::loanwords;
pub use frame::ScoringFrame;
pub use hits::{rank, rank_with};
pub use snippet::snippet;
pub use terms::{TERMS_VERSION, entry_terms};
pub use tuning::Tuning;
pub use verbs::is_verb_term;

/// Has the compiler try what the readme shows.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Metadata of a chunk that ranking needs without reading it. A chunk's number is its slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slot {
    /// The number of its document: a note, or a session whose messages the chunks are.
    pub document: u32,
    /// Its place in the document, from 0.
    pub position: u32,
    /// The day it was written, in days since the Unix epoch.
    pub day: i32,
    /// Number of its terms; 0 if the slot is free.
    pub length: u16,
    /// The number of who said it, 0 for nobody; see [`Collection::speakers`].
    pub speaker: u16,
    /// The number of its project, 0 for none.
    pub project: u16,
    /// Kind of its source.
    pub kind: ChunkKind,
    /// Author of the chunk.
    pub author: AuthorKind,
}

/// Source of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum ChunkKind {
    /// A note of no other kind.
    #[default]
    Note = 0,
    /// `MEMORY.md`.
    Core = 1,
    /// `profile.md`, `shared/`, `projects/`, `semantic/` and `procedures/`: what a person keeps sorted.
    Lasting = 2,
    /// The daily log.
    Daily = 3,
    /// Episode written by a flush.
    Episode = 4,
    /// A file outside the vault that is read as a note.
    Extra = 5,
    /// A retired note; found only when asked for.
    Archive = 6,
    /// A message of a conversation.
    Message = 7,
    /// A commit's message.
    Commit = 8,
    /// A decision record in a repository.
    Record = 9,
}

impl ChunkKind {
    /// Returns true for what a repository tells of itself.
    pub const fn is_history(self) -> bool {
        matches!(self, ChunkKind::Commit | ChunkKind::Record)
    }
}

/// Collection of chunks that is ranked.
pub trait Collection {
    /// Error of reading it.
    type Error;

    /// Every slot.
    fn slots(&self) -> &[Slot];

    /// The names of speakers in lower case; a slot's `speaker` counts from 1.
    fn speakers(&self) -> &[String];

    /// Returns the scoring frame of the slots; a collection that is asked again keeps it.
    fn frame(&mut self, tuning: &Tuning) -> Arc<ScoringFrame> {
        Arc::new(ScoringFrame::new(self.slots(), tuning))
    }

    /// Adds the slots that hold `term` to `into`, in their order, each with how often. None of
    /// them is free.
    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), Self::Error>;

    /// The cosine of `vector` with that of each of `slots`, which are in their order, in place of what
    /// `into` held; 0 where a slot has none. `false` when there are no vectors at all.
    fn cosines(
        &mut self,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> Result<bool, Self::Error>;

    /// Those of the slots from `from` on whose cosine with `vector` is no less than the number in their
    /// place in `least`, each with that cosine, in their order, in place of what `into` held. Infinity
    /// leaves a slot out. Nothing when there are no vectors at all.
    ///
    /// Whoever can look at many slots in a row for less than at one after the other does it here.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn slots_near(
        &mut self,
        vector: &[f32],
        (from, least): (u32, &[f32]),
        into: &mut Vec<(u32, f32)>,
    ) -> Result<(), Self::Error> {
        into.clear();
        let counts = (from..).zip(least).filter(|(_, least)| **least < f32::INFINITY);
        let (slots, least): (Vec<u32>, Vec<f32>) = counts.unzip();
        let mut cosines = Vec::new();
        if self.cosines(vector, &slots, &mut cosines)? {
            let found = slots.into_iter().zip(cosines).zip(least);
            into.extend(found.filter(|((_, near), least)| near >= least).map(|(found, _)| found));
        }
        Ok(())
    }

    /// Announces the slots that are read next, so that they can be loaded together.
    ///
    /// # Errors
    ///
    /// When they cannot be read.
    fn prefetch(&mut self, slots: &[u32]) -> Result<(), Self::Error> {
        let _ = slots;
        Ok(())
    }

    /// Returns the passage of a slot.
    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, Self::Error>;
}

/// Text of a chunk and its location.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChunkPassage {
    /// The note's path, or the session's id.
    pub path: String,
    /// The note's title.
    pub title: String,
    /// The headings above it, outermost first, joined by ` > `.
    pub heading: String,
    /// Speaker of the message; empty for nobody.
    pub speaker: String,
    /// Its text.
    pub text: String,
    /// Tags and other names of its note, by which it is found; never shown.
    pub labels: String,
}

/// Question to rank by, with its filters and limits.
pub struct RankRequest<'a> {
    /// The question as it was typed.
    pub text: &'a str,
    /// The question as the analyzer sees it.
    pub query: &'a AnalyzedQuery,
    /// The question's vector; none for words alone.
    pub vector: Option<&'a [f32]>,
    /// The share of the question that the embedder understands, from 0 to 1.
    pub understood: f32,
    /// Weights of vectors and words.
    pub weights: Weights,
    /// Words near the question's; none for words alone.
    pub thesaurus: Option<&'a dyn Thesaurus>,
    /// Filter for slots. Everything below applies only to the slots that it allows. It must not
    /// read a slot's place, length and speaker.
    pub allowed: &'a dyn Fn(&Slot) -> bool,
    /// The number of the present project, 0 for none.
    pub here: u16,
    /// Today, in days since the Unix epoch.
    pub today: i32,
    /// The score below which nothing is returned, from 0 to 1, but for hits that are exact: those
    /// come with the score that they have, at least 0.35. Who wants none of them either, as an
    /// injection does, leaves out what is below the floor.
    pub floor: f32,
    /// Maximum number of hits.
    pub limit: usize,
}

/// A chunk that answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The chunk.
    pub slot: u32,
    /// Relevance, from 0 to 1; a reader would call a hit above 0.35 relevant.
    pub score: f32,
    /// Score of the words, from 0 to 1.
    pub text: f32,
    /// Score of the vectors, from 0 to 1.
    pub vector: f32,
    /// Every part of the score by name.
    pub parts: Vec<(&'static str, f32)>,
    /// The passage.
    pub passage: ChunkPassage,
}

impl Ranked {
    /// Returns true if the chunk holds every word, or phrase, of the question.
    pub fn holds_all(&self) -> bool {
        self.parts.iter().any(|(name, _)| *name == "exact")
    }
}
