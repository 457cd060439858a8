//! Why a note is not among the hits of a search.

use palimp_core::text::prefix;
use palimp_note::NotePath;
use palimp_rank::analysis::{analyze_query, index_text};
use palimp_rank::{Collection, Slot, rank};
use palimp_store::index::{DocumentSource as From, IndexDb};

use super::{Options, Question, Source, Wanted, day};
use crate::memory::{Error, LONGEST, Memory};

/// Why a note is not among the hits.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyNot {
    /// The reason.
    pub reason: Reason,
    /// The words of the question that the note does not have.
    pub lacks: Vec<String>,
}

/// What keeps a note from being found.
#[derive(Clone, Debug, PartialEq)]
pub enum Reason {
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
        /// What that is made of.
        parts: Vec<(&'static str, f64)>,
    },
}

impl Memory {
    /// Why the note at `path` is not among the hits of a search.
    ///
    /// # Errors
    ///
    /// When the note or the index cannot be read.
    pub fn why_not(&mut self, text: &str, options: &Options, path: &str) -> Result<WhyNot, Error> {
        let text = prefix(text, LONGEST);
        let found = NotePath::new(path).ok().map(|path| self.text(path.as_str())).transpose()?;
        let Some(note) = found.flatten() else {
            return Ok(WhyNot { reason: Reason::Missing, lacks: Vec::new() });
        };
        let reason = self.with_readable_index(&mut |memory| {
            memory.follow(&mut |_, _, _| ())?;
            memory.reason(text, options, path)
        })?;
        Ok(WhyNot { reason, lacks: lacking(text, &note) })
    }

    fn reason(&mut self, text: &str, options: &Options, path: &str) -> Result<Reason, Error> {
        self.index()?;
        let Memory { models, settings, index, .. } = self;
        let index: &mut IndexDb = index.as_mut().expect("opened above");
        let numbered = index.numbered_documents(From::Note)?;
        let Some((document, _)) = numbered.into_iter().find(|(_, it)| it.path == path) else {
            return Ok(Reason::NotIndexed);
        };
        let space = index.vector_space()?;
        let fits = |space: &String| {
            models.embedder.as_deref().is_some_and(|it| it.space().to_string() == *space)
        };
        let embedder = models.embedder.as_deref().filter(|_| space.as_ref().is_some_and(fits));
        let weights = (settings.search.vector_weight, settings.search.text_weight);
        let sense = super::Sense { embedder, thesaurus: models.thesaurus.as_deref(), weights };
        let (question, _) = Question::new(text, &sense);
        let mut reader = index.reader()?;
        let wanted = Wanted::new(&reader, options, Source::Notes);
        let of_it: Vec<Slot> = reader
            .slots()
            .iter()
            .filter(|it| it.document == document && it.length > 0)
            .copied()
            .collect();
        if of_it.is_empty() {
            return Ok(Reason::NotIndexed);
        }
        let hidden = hiding(&wanted, options, &of_it);
        if !hidden.is_empty() {
            return Ok(Reason::Hidden(hidden));
        }
        let allowed = |slot: &Slot| wanted.allows(slot);
        let here = reader.project_number(&options.here_name).unwrap_or(0);
        let all = Options { floor: 0.0, limit: usize::MAX >> 1, ..options.clone() };
        let ranked = rank(&mut reader, &question.ask(question.query(), &allowed, here, &all))?;
        let is_it = |slot: u32| reader.slots()[slot as usize].document == document;
        let Some(at) = ranked.iter().position(|it| is_it(it.slot)) else {
            return Ok(Reason::Unlike);
        };
        let found = &ranked[at];
        let parts = found.parts.iter().map(|(name, value)| (*name, f64::from(*value))).collect();
        Ok(Reason::Ranked { rank: at + 1, score: found.score.into(), parts })
    }
}

/// The filters that leave out every passage of a note.
fn hiding(wanted: &Wanted, options: &Options, slots: &[Slot]) -> Vec<&'static str> {
    let none = |holds: &dyn Fn(&Slot) -> bool| !slots.iter().any(holds);
    let since = options.filter.since.map(day);
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

/// The words of a question that a text has in no form.
fn lacking(question: &str, text: &str) -> Vec<String> {
    let terms = index_text(text);
    let has = |term: &String| terms.split(' ').any(|it| it == term);
    let words = analyze_query(question).words.into_iter();
    let lacks = words.filter(|word| !word.forms.iter().any(|form| form.terms.iter().all(&has)));
    lacks.map(|word| word.text).collect()
}
