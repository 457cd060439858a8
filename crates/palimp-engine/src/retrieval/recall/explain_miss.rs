//! Explanation of a note's absence from the hits of a search.

use palimp_core::text::prefix;
use palimp_note::NotePath;
use palimp_rank::analysis::{analyze_query, index_text};
use palimp_rank::{Collection, Slot, rank};
use palimp_store::index::DocumentSource as From;

use super::{ChunkFilter, HitSource, PreparedQuery, SearchOptions, epoch_day};
use crate::error::Error;
use crate::retrieval::searcher::{MAX_QUERY_CHARS, Searcher};

/// Explanation of a note's absence from the hits.
#[derive(Clone, Debug, PartialEq)]
pub struct MissExplanation {
    /// The reason.
    pub reason: MissReason,
    /// The words of the question that the note does not have.
    pub lacks: Vec<String>,
}

/// Reason why a note is not found.
#[derive(Clone, Debug, PartialEq)]
pub enum MissReason {
    /// There is no such note.
    Missing,
    /// The index has nothing of it.
    NotIndexed,
    /// Filters leave it out: `source`, `project`, `since`, `author` or `archive`.
    Hidden(Vec<&'static str>),
    /// Nothing of the question is in it, neither by words nor by meaning.
    Unlike,
    /// It is found, but others come before it, or its score is below the floor.
    Ranked {
        /// Its place among the passages, from 1.
        rank: usize,
        /// Its score, from 0 to 1.
        score: f64,
        /// Components of the score.
        parts: Vec<(&'static str, f64)>,
    },
}

impl Searcher<'_> {
    /// Explains why the note at `path` is not among the hits of a search.
    ///
    /// # Errors
    ///
    /// Returns an error if the note or the index cannot be read.
    pub fn explain_miss(
        &mut self,
        text: &str,
        options: &SearchOptions,
        path: &str,
    ) -> Result<MissExplanation, Error> {
        let text = prefix(text, MAX_QUERY_CHARS);
        let found = NotePath::new(path)
            .ok()
            .map(|path| self.sync.notes.read_note(path.as_str()))
            .transpose()?;
        let Some(note) = found.flatten() else {
            return Ok(MissExplanation { reason: MissReason::Missing, lacks: Vec::new() });
        };
        let reason = self.sync.with_readable_index(&mut |sync| {
            sync.sync_index(&mut |_, _, _| ())?;
            sync.searcher().miss_reason(text, options, path)
        })?;
        Ok(MissExplanation { reason, lacks: missing_words(text, &note) })
    }

    fn miss_reason(
        &mut self,
        text: &str,
        options: &SearchOptions,
        path: &str,
    ) -> Result<MissReason, Error> {
        let (notes, models, index) = self.sync.open_parts()?;
        let numbered = index.numbered_documents(From::Note)?;
        let Some((document, _)) = numbered.into_iter().find(|(_, it)| it.path == path) else {
            return Ok(MissReason::NotIndexed);
        };
        let space = index.vector_space()?;
        let fits = |space: &String| {
            models.embedder.as_deref().is_some_and(|it| it.space().to_string() == *space)
        };
        let embedder = models.embedder.as_deref().filter(|_| space.as_ref().is_some_and(fits));
        let weights = (notes.settings.search.vector_weight, notes.settings.search.text_weight);
        let sense =
            super::QueryModels { embedder, thesaurus: models.thesaurus.as_deref(), weights };
        let (question, _) = PreparedQuery::new(text, &sense);
        let mut reader = index.reader()?;
        let wanted = ChunkFilter::new(&reader, options, HitSource::Notes);
        let of_it: Vec<Slot> = reader
            .slots()
            .iter()
            .filter(|it| it.document == document && it.length > 0)
            .copied()
            .collect();
        if of_it.is_empty() {
            return Ok(MissReason::NotIndexed);
        }
        let hidden = hiding_filters(&wanted, options, &of_it);
        if !hidden.is_empty() {
            return Ok(MissReason::Hidden(hidden));
        }
        let allowed = |slot: &Slot| wanted.allows_slot(slot);
        let here = reader.project_number(&options.here_name).unwrap_or(0);
        let all = SearchOptions { floor: 0.0, limit: usize::MAX >> 1, ..options.clone() };
        let ranked =
            rank(&mut reader, &question.rank_request(question.query(), &allowed, here, &all))?;
        let is_it = |slot: u32| reader.slots()[slot as usize].document == document;
        let Some(at) = ranked.iter().position(|it| is_it(it.slot)) else {
            return Ok(MissReason::Unlike);
        };
        let found = &ranked[at];
        let parts = found.parts.iter().map(|(name, value)| (*name, f64::from(*value))).collect();
        Ok(MissReason::Ranked { rank: at + 1, score: found.score.into(), parts })
    }
}

/// Returns the filters that leave out every passage of a note.
fn hiding_filters(
    wanted: &ChunkFilter,
    options: &SearchOptions,
    slots: &[Slot],
) -> Vec<&'static str> {
    let none = |holds: &dyn Fn(&Slot) -> bool| !slots.iter().any(holds);
    let since = options.filter.since.map(epoch_day);
    let filters: [(&'static str, bool); 5] = [
        ("source", !options.notes),
        (
            "project",
            none(&|it| wanted.project.as_ref().is_none_or(|wanted| wanted.contains(&it.project))),
        ),
        ("since", none(&|it| since.is_none_or(|since| it.day >= since))),
        ("author", none(&|it| options.author.is_none_or(|author| it.author == author))),
        ("archive", none(&|it| wanted.archive || it.kind != palimp_rank::ChunkKind::Archive)),
    ];
    filters.into_iter().filter(|(_, hides)| *hides).map(|(name, _)| name).collect()
}

/// Returns the words of a query that a text has in no form.
fn missing_words(question: &str, text: &str) -> Vec<String> {
    let terms = index_text(text);
    let has = |term: &String| terms.split(' ').any(|it| it == term);
    let words = analyze_query(question).words.into_iter();
    let lacks = words.filter(|word| !word.forms.iter().any(|form| form.terms.iter().all(&has)));
    lacks.map(|word| word.text).collect()
}
