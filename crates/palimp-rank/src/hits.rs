//! From scores to hits: what is shown, in which order, with which score.

use palimp_core::author::Author;

use super::diverse::diversify;
use super::evidence::{Evidence, calibrated, confidence};
use super::exact::{Exact, exactness};
use super::question::Question;
use super::score::{Best, Priors, Scores};
use super::words::Words;
use super::{Ask, Collection, Kind, Passage, Ranked, Slot, Tuning};

/// The chunks that answer, best first: at most [`Ask::limit`], none below [`Ask::floor`] but exact
/// ones. An empty question is answered by nothing.
///
/// # Errors
///
/// What goes wrong when the collection is read.
pub fn rank<C: Collection>(collection: &mut C, ask: &Ask<'_>) -> Result<Vec<Ranked>, C::Error> {
    rank_with(collection, ask, &Tuning::default())
}

/// [`rank`] with other numbers, to measure what each of them does.
///
/// # Errors
///
/// What goes wrong when the collection is read.
pub fn rank_with<C: Collection>(
    collection: &mut C,
    ask: &Ask<'_>,
    tuning: &Tuning,
) -> Result<Vec<Ranked>, C::Error> {
    if ask.limit == 0 || (ask.query.words.is_empty() && ask.query.phrases.is_empty()) {
        return Ok(Vec::new());
    }
    let mut question = Question::new(ask, collection.speakers(), tuning);
    let frame = collection.frame(tuning);
    let part = frame.part(ask.allowed);
    let (words, sums) = Words::score(collection, (&frame, part), &question, tuning)?;
    question.forget_absent(|term| words.is_absent(term));
    let count = ask.limit.saturating_mul(2).saturating_add(SPARE * 2);
    let scores = Scores::new(collection, ask, (&frame, &question, sums), (count, tuning))?;
    let mut hits = candidates(collection, ask, &question, (&words, &scores), tuning)?;
    if ask.floor > 0.0 {
        hits = answering(hits, collection.slots(), ask.floor, tuning);
    }
    hits.truncate(ask.limit.saturating_add(SPARE));
    let unread = hits.iter().filter(|hit| hit.passage.is_none()).map(|hit| hit.slot);
    collection.expect(&unread.collect::<Vec<u32>>())?;
    for hit in &mut hits {
        hit.read(collection)?;
    }
    // Exact hits below the floor stay behind the others: a duplicate that is shown later scores no
    // more than what comes before it, and so would fall below the floor.
    let below = hits.split_off(hits.partition_point(|hit| hit.score >= ask.floor));
    let mut hits = apart(hits, tuning);
    hits.extend(apart(below, tuning));
    hits.truncate(ask.limit);
    let slots = collection.slots();
    let priors = Priors::new(ask, tuning);
    let ranked = hits.into_iter().map(|hit| {
        let at = hit.slot as usize;
        let slot = &slots[at];
        let mut parts = vec![
            ("confidence", hit.confidence),
            ("words", scores.text[at]),
            ("vector", Scores::vector(hit.cosine, slot, ask, tuning)),
        ];
        let signs = scores.signs(at, slot, &question, tuning);
        parts.extend(signs.chain(priors.parts(slot)).filter(|(_, part)| *part != 0.0));
        if hit.exact != Exact::No {
            parts.push(("exact", 1.0));
        }
        Ranked {
            slot: hit.slot,
            score: hit.score,
            text: scores.text[at].clamp(0.0, 1.0),
            vector: hit.cosine.clamp(0.0, 1.0),
            parts,
            passage: hit.passage.unwrap_or_default(),
        }
    });
    Ok(ranked.collect())
}

/// How many more hits than wanted are read, for some may turn out to be duplicates.
const SPARE: usize = 8;
/// How many of the best speak for whether there is an answer at all.
const WITNESSES: usize = 5;
/// How many passages are read to see whether they are exact.
const READ: usize = 48;
/// The least score of an exact hit.
const EXACT: f32 = 0.35;
/// Where nothing reaches the floor, so many hits are shown that hold a telling word, and nearly as much of the question
/// as the best.
const FEW: usize = 3;
const NEXT: f32 = 0.9;
/// How many of the first hits are kept apart from their duplicates.
const APART: usize = 24;

struct Hit {
    slot: u32,
    score: f32,
    cosine: f32,
    confidence: f32,
    exact: Exact,
    evidence: Evidence,
    fused: f32,
    passage: Option<Passage>,
}

impl Hit {
    fn read<C: Collection>(&mut self, collection: &mut C) -> Result<&Passage, C::Error> {
        let passage = match self.passage.take() {
            Some(passage) => passage,
            None => collection.passage(self.slot)?,
        };
        Ok(self.passage.insert(passage))
    }
}

/// The best slots with their calibrated scores; those that were asked for by name come first.
fn candidates<C: Collection>(
    collection: &mut C,
    ask: &Ask<'_>,
    question: &Question,
    (words, scores): (&Words, &Scores),
    tuning: &Tuning,
) -> Result<Vec<Hit>, C::Error> {
    let Some(top) = scores.best.first().map(|best| best.fused) else {
        return Ok(Vec::new());
    };
    let slots = collection.slots();
    let covered =
        |best: &Best| covered(best, &slots[best.slot as usize], (question, words), tuning);
    let mut best: Vec<Best> = scores.best.iter().map(covered).collect();
    best.sort_by(|a, b| b.fused.total_cmp(&a.fused));
    let top = best.first().map_or(top, |best| best.fused);
    let evidence = best.iter().map(|&Best { slot, cosine, .. }| {
        Evidence::of(slot, &slots[slot as usize], (ask, question), words, cosine)
    });
    let evidence: Vec<Evidence> = evidence.collect();
    let strength = evidence.iter().take(WITNESSES).map(Evidence::strength).fold(0.0, f32::max);
    let confidence = confidence(strength);
    let may_be_exact = |evidence: &Evidence| evidence.whole || !ask.query.phrases.is_empty();
    let both = || best.iter().zip(&evidence);
    let looked_at = both().filter(|(_, evidence)| may_be_exact(evidence)).take(READ);
    let looked_at: Vec<u32> = looked_at.map(|(best, _)| best.slot).collect();
    collection.expect(&looked_at)?;
    let mut hits = Vec::with_capacity(evidence.len());
    let mut reads = 0;
    for (&Best { slot, fused, cosine }, evidence) in both() {
        let score = calibrated(confidence, fused / top);
        let (exact, evidence) = (Exact::No, *evidence);
        let mut hit =
            Hit { slot, score, cosine, confidence, exact, evidence, fused, passage: None };
        if reads < READ && may_be_exact(&evidence) {
            reads += 1;
            let passage = hit.read(collection)?;
            hit.exact = exactness(ask.text, ask.query, evidence.whole, passage);
        }
        if hit.exact != Exact::No {
            hit.score = hit.score.max(EXACT);
        }
        hits.push(hit);
    }
    name_first(&mut hits);
    own_first(&mut hits, collection.slots(), tuning.own);
    Ok(hits)
}

/// Leaves of the hits those that answer: above the floor or exact, and of notes no chunk that holds little of the
/// question beside the best. Where nothing reaches the floor, the best that hold a telling part of the question do.
fn answering(hits: Vec<Hit>, slots: &[Slot], floor: f32, tuning: &Tuning) -> Vec<Hit> {
    let most = hits.iter().map(|hit| hit.evidence.strength()).fold(0.0, f32::max);
    let is_padding = |hit: &Hit| {
        slots[hit.slot as usize].kind != Kind::Message
            && hit.evidence.strength() < tuning.padding * most
    };
    let reaches = |hit: &Hit| hit.score >= floor || hit.exact != Exact::No;
    if hits.iter().any(reaches) {
        return hits
            .into_iter()
            .filter(|hit| reaches(hit) && (hit.exact != Exact::No || !is_padding(hit)))
            .collect();
    }
    let tells =
        |hit: &Hit| hit.evidence.holds_telling_word() && hit.evidence.strength() >= NEXT * most;
    if floor > EXACT {
        return Vec::new();
    }
    let best = hits.into_iter().filter(|hit| tells(hit)).take(FEW);
    best.map(|hit| Hit { score: hit.score.max(EXACT), ..hit }).collect()
}

/// Raises a chunk of a note by the share of the question that it holds.
fn covered(
    best: &Best,
    slot: &Slot,
    (question, words): (&Question, &Words),
    tuning: &Tuning,
) -> Best {
    if slot.kind == Kind::Message {
        return *best;
    }
    let share = Evidence::coverage(best.slot, slot, question, words);
    Best { fused: best.fused * (1.0 + tuning.coverage * share), ..*best }
}

/// Puts what was asked for by name first, with a score no lower than any behind it.
fn name_first(hits: &mut [Hit]) {
    hits.sort_by_key(|hit| hit.exact != Exact::Named);
    let mut highest = 0.0_f32;
    for hit in hits.iter_mut().rev() {
        if hit.exact == Exact::Named {
            hit.score = hit.score.max(highest);
        }
        highest = highest.max(hit.score);
    }
}

/// Puts the user's own notes before what others wrote on the same matter, with a score no lower: her
/// words hold all of the question that theirs do, and score no less than `share` of them.
fn own_first(hits: &mut Vec<Hit>, slots: &[Slot], share: f32) {
    let slot = |hit: &Hit| slots[hit.slot as usize];
    let is_own = |hit: &Hit| slot(hit).author == Author::User && slot(hit).kind != Kind::Message;
    for at in 0..hits.len() {
        let other = &hits[at];
        if slot(other).author == Author::User || slot(other).kind == Kind::Message {
            continue;
        }
        let comes_first = |hit: &Hit| {
            let is_near = hit.evidence.covers(&other.evidence) && hit.fused >= share * other.fused;
            is_own(hit) && is_near && (other.exact != Exact::Named || hit.exact == Exact::Named)
        };
        if let Some(behind) = hits[at..].iter().position(comes_first) {
            let score = other.score;
            let mut own = hits.remove(at + behind);
            own.score = own.score.max(score);
            hits.insert(at, own);
        }
    }
}

/// The first of the hits kept apart from their duplicates; see [`diversify`].
fn apart(mut hits: Vec<Hit>, tuning: &Tuning) -> Vec<Hit> {
    let rest = hits.split_off(hits.len().min(APART));
    let text = |hit: &'_ Hit| (hit.score, hit.passage.clone().unwrap_or_default().text);
    let texts: Vec<(f32, String)> = hits.iter().map(text).collect();
    let shown = diversify(&texts, tuning.relevance);
    let mut hits: Vec<Option<Hit>> = hits.into_iter().map(Some).collect();
    let shown = shown.into_iter().filter_map(|(at, score)| {
        hits.get_mut(at).and_then(Option::take).map(|hit| Hit { score, ..hit })
    });
    let mut shown: Vec<Hit> = shown.collect();
    let ceiling = shown.last().map_or(f32::INFINITY, |hit| hit.score);
    shown.extend(rest.into_iter().map(|hit| Hit { score: hit.score.min(ceiling), ..hit }));
    shown
}
