//! From scores to hits: what is shown, in which order, with which score.

use std::collections::HashSet;

use palimp_core::author::AuthorKind;

use super::bm25::TermIndex;
use super::diverse::diversify;
use super::evidence::{ChunkEvidence, calibrate_score, confidence};
use super::exact::{Exactness, exactness};
use super::question::PreparedQuestion;
use super::score::{Best, Priors, Scores};
use super::{ChunkKind, ChunkPassage, Collection, RankRequest, Ranked, Slot, Tuning};

/// The chunks that answer, best first: at most [`RankRequest::limit`], none below [`RankRequest::floor`] but exact
/// ones. An empty question is answered by nothing.
///
/// # Errors
///
/// What goes wrong when the collection is read.
pub fn rank<C: Collection>(
    collection: &mut C,
    ask: &RankRequest<'_>,
) -> Result<Vec<Ranked>, C::Error> {
    rank_with(collection, ask, &Tuning::default())
}

/// [`rank`] with other numbers, to measure what each of them does.
///
/// # Errors
///
/// What goes wrong when the collection is read.
pub fn rank_with<C: Collection>(
    collection: &mut C,
    ask: &RankRequest<'_>,
    tuning: &Tuning,
) -> Result<Vec<Ranked>, C::Error> {
    if ask.limit == 0 || (ask.query.words.is_empty() && ask.query.phrases.is_empty()) {
        return Ok(Vec::new());
    }
    let mut question = PreparedQuestion::new(ask, collection.speakers(), tuning);
    let frame = collection.frame(tuning);
    let part = frame.rarity_part(ask.allowed);
    let (words, sums) = TermIndex::score(collection, (&frame, part), &question, tuning)?;
    question.forget_absent(|term| words.is_absent(term));
    let count = ask.limit.saturating_mul(2).saturating_add(SPARE_HITS * 2);
    let scores = Scores::new(collection, ask, (&frame, &question, sums), (count, tuning))?;
    let mut hits = collect_candidates(collection, ask, &question, (&words, &scores), tuning)?;
    if ask.floor > 0.0 {
        hits = filter_answering(hits, collection.slots(), ask, tuning);
    }
    hits.truncate(ask.limit.saturating_add(SPARE_HITS));
    let unread = hits.iter().filter(|hit| hit.passage.is_none()).map(|hit| hit.slot);
    collection.prefetch(&unread.collect::<Vec<u32>>())?;
    for hit in &mut hits {
        hit.read_passage(collection)?;
    }
    // Exact hits below the floor stay behind the others: a duplicate that is shown later scores no
    // more than what comes before it, and so would fall below the floor.
    let below = hits.split_off(hits.partition_point(|hit| hit.score >= ask.floor));
    let mut hits = diversify_hits(hits, tuning);
    hits.extend(diversify_hits(below, tuning));
    hits.truncate(ask.limit);
    let slots = collection.slots();
    let priors = Priors::new(ask, tuning);
    let ranked = hits.into_iter().map(|hit| {
        let at = hit.slot as usize;
        let slot = &slots[at];
        let mut parts = vec![
            ("confidence", hit.confidence),
            ("words", scores.text[at]),
            ("vector", Scores::vector_score(hit.cosine, slot, ask, tuning)),
        ];
        let signs = scores.sign_scores(at, slot, &question, tuning);
        parts.extend(signs.chain(priors.named_parts(slot)).filter(|(_, part)| *part != 0.0));
        if hit.exact != Exactness::No {
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

/// Number of additional hits that are read, because some may turn out to be duplicates.
const SPARE_HITS: usize = 8;
/// Number of best hits that decide the confidence that there is an answer at all.
const CONFIDENCE_HITS: usize = 5;
/// Maximum number of passages that are read to check for exact matches.
const MAX_EXACT_CHECKS: usize = 48;
/// Minimum score of an exact hit.
const MIN_EXACT_SCORE: f32 = 0.35;
/// Maximum number of hits shown when none reaches the floor; each holds a telling word, and nearly
/// as much of the question as the best.
const MAX_FALLBACK_HITS: usize = 3;
const MIN_FALLBACK_SHARE: f32 = 0.9;
/// Number of first hits that are kept apart from their duplicates.
const MAX_DIVERSIFIED_HITS: usize = 24;

/// Maximum number of words of a question that looks for what holds them, and not for what answers it.
const MAX_KEYWORDS: usize = 2;

struct CandidateHit {
    slot: u32,
    score: f32,
    cosine: f32,
    confidence: f32,
    exact: Exactness,
    evidence: ChunkEvidence,
    fused: f32,
    passage: Option<ChunkPassage>,
}

impl CandidateHit {
    fn read_passage<C: Collection>(
        &mut self,
        collection: &mut C,
    ) -> Result<&ChunkPassage, C::Error> {
        let passage = match self.passage.take() {
            Some(passage) => passage,
            None => collection.passage(self.slot)?,
        };
        Ok(self.passage.insert(passage))
    }
}

/// The best slots with their calibrated scores; those that were asked for by name come first.
fn collect_candidates<C: Collection>(
    collection: &mut C,
    ask: &RankRequest<'_>,
    question: &PreparedQuestion,
    (words, scores): (&TermIndex, &Scores),
    tuning: &Tuning,
) -> Result<Vec<CandidateHit>, C::Error> {
    let Some(top) = scores.best.first().map(|best| best.fused) else {
        return Ok(Vec::new());
    };
    let slots = collection.slots();
    let covered = |best: &Best| {
        boost_by_coverage(best, &slots[best.slot as usize], (question, words), tuning)
    };
    let mut best: Vec<Best> = scores.best.iter().map(covered).collect();
    best.sort_by(|a, b| b.fused.total_cmp(&a.fused));
    let top = best.first().map_or(top, |best| best.fused);
    let evidence = best.iter().map(|&Best { slot, cosine, .. }| {
        ChunkEvidence::measure(slot, &slots[slot as usize], (ask, question), words, cosine)
    });
    let evidence: Vec<ChunkEvidence> = evidence.collect();
    let strength =
        evidence.iter().take(CONFIDENCE_HITS).map(ChunkEvidence::strength).fold(0.0, f32::max);
    let confidence = confidence(strength);
    let may_be_exact = |evidence: &ChunkEvidence| evidence.whole || !ask.query.phrases.is_empty();
    let both = || best.iter().zip(&evidence);
    let looked_at = both().filter(|(_, evidence)| may_be_exact(evidence)).take(MAX_EXACT_CHECKS);
    let looked_at: Vec<u32> = looked_at.map(|(best, _)| best.slot).collect();
    collection.prefetch(&looked_at)?;
    let mut hits = Vec::with_capacity(evidence.len());
    let mut reads = 0;
    for (&Best { slot, fused, cosine }, evidence) in both() {
        let score = calibrate_score(confidence, fused / top);
        let (exact, evidence) = (Exactness::No, *evidence);
        let mut hit =
            CandidateHit { slot, score, cosine, confidence, exact, evidence, fused, passage: None };
        if reads < MAX_EXACT_CHECKS && may_be_exact(&evidence) {
            reads += 1;
            let passage = hit.read_passage(collection)?;
            hit.exact = exactness(ask.text, ask.query, evidence.whole, passage);
        }
        if hit.exact != Exactness::No {
            hit.score = hit.score.max(MIN_EXACT_SCORE);
        }
        hits.push(hit);
    }
    name_first(&mut hits);
    own_first(&mut hits, collection.slots(), tuning.own);
    Ok(hits)
}

/// Leaves of the hits those that answer: above the floor or exact, and none that holds little of the question beside
/// the best: of messages that only where a keyword is looked for. Where nothing reaches the floor, the best that hold
/// a telling part of the question do.
fn filter_answering(
    hits: Vec<CandidateHit>,
    slots: &[Slot],
    ask: &RankRequest<'_>,
    tuning: &Tuning,
) -> Vec<CandidateHit> {
    let floor = ask.floor;
    let most = hits.iter().map(|hit| hit.evidence.strength()).fold(0.0, f32::max);
    let holds_much = |hit: &CandidateHit| hit.evidence.strength() >= tuning.padding * most;
    let is_keyword = ask.query.words.len() <= MAX_KEYWORDS;
    let prompts: HashSet<(u32, u32)> = hits
        .iter()
        .filter(|hit| is_keyword && holds_much(hit))
        .map(|hit| &slots[hit.slot as usize])
        .filter(|slot| slot.author == AuthorKind::User)
        .map(|slot| (slot.document, slot.position))
        .collect();
    // What answers a prompt seldom repeats its words.
    let is_answer = |slot: &Slot| {
        slot.author != AuthorKind::User
            && slot.position.checked_sub(1).is_some_and(|at| prompts.contains(&(slot.document, at)))
    };
    let is_padding = |hit: &CandidateHit| {
        let slot = &slots[hit.slot as usize];
        let may_pad = slot.kind != ChunkKind::Message || is_keyword && !is_answer(slot);
        may_pad && !holds_much(hit)
    };
    let reaches = |hit: &CandidateHit| hit.score >= floor || hit.exact != Exactness::No;
    if hits.iter().any(reaches) {
        return hits
            .into_iter()
            .filter(|hit| reaches(hit) && (hit.exact != Exactness::No || !is_padding(hit)))
            .collect();
    }
    let tells = |hit: &CandidateHit| {
        hit.evidence.holds_telling_word() && hit.evidence.strength() >= MIN_FALLBACK_SHARE * most
    };
    if floor > MIN_EXACT_SCORE {
        return Vec::new();
    }
    let best = hits.into_iter().filter(|hit| tells(hit)).take(MAX_FALLBACK_HITS);
    best.map(|hit| CandidateHit { score: hit.score.max(MIN_EXACT_SCORE), ..hit }).collect()
}

/// Raises a chunk of a note by the share of the question that it holds.
fn boost_by_coverage(
    best: &Best,
    slot: &Slot,
    (question, words): (&PreparedQuestion, &TermIndex),
    tuning: &Tuning,
) -> Best {
    if slot.kind == ChunkKind::Message {
        return *best;
    }
    let share = ChunkEvidence::coverage(best.slot, slot, question, words);
    Best { fused: best.fused * (1.0 + tuning.coverage * share), ..*best }
}

/// Puts what was asked for by name first, with a score no lower than any behind it.
fn name_first(hits: &mut [CandidateHit]) {
    hits.sort_by_key(|hit| hit.exact != Exactness::Named);
    let mut highest = 0.0_f32;
    for hit in hits.iter_mut().rev() {
        if hit.exact == Exactness::Named {
            hit.score = hit.score.max(highest);
        }
        highest = highest.max(hit.score);
    }
}

/// Puts the user's own notes before what others wrote on the same matter, with a score no lower: her
/// words hold all of the question that theirs do, and score no less than `share` of them.
fn own_first(hits: &mut Vec<CandidateHit>, slots: &[Slot], share: f32) {
    let slot = |hit: &CandidateHit| slots[hit.slot as usize];
    let is_own = |hit: &CandidateHit| {
        slot(hit).author == AuthorKind::User && slot(hit).kind != ChunkKind::Message
    };
    for at in 0..hits.len() {
        let other = &hits[at];
        if slot(other).author == AuthorKind::User || slot(other).kind == ChunkKind::Message {
            continue;
        }
        let comes_first = |hit: &CandidateHit| {
            let is_near = hit.evidence.covers(&other.evidence) && hit.fused >= share * other.fused;
            is_own(hit)
                && is_near
                && (other.exact != Exactness::Named || hit.exact == Exactness::Named)
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
fn diversify_hits(mut hits: Vec<CandidateHit>, tuning: &Tuning) -> Vec<CandidateHit> {
    let rest = hits.split_off(hits.len().min(MAX_DIVERSIFIED_HITS));
    let text = |hit: &'_ CandidateHit| (hit.score, hit.passage.clone().unwrap_or_default().text);
    let texts: Vec<(f32, String)> = hits.iter().map(text).collect();
    let shown = diversify(&texts, tuning.relevance);
    let mut hits: Vec<Option<CandidateHit>> = hits.into_iter().map(Some).collect();
    let shown = shown.into_iter().filter_map(|(at, score)| {
        hits.get_mut(at).and_then(Option::take).map(|hit| CandidateHit { score, ..hit })
    });
    let mut shown: Vec<CandidateHit> = shown.collect();
    let ceiling = shown.last().map_or(f32::INFINITY, |hit| hit.score);
    shown.extend(rest.into_iter().map(|hit| CandidateHit { score: hit.score.min(ceiling), ..hit }));
    shown
}
