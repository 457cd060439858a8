//! Combination of word scores, vectors, signs and priors into one score.

use std::ops::Range;

use super::bm25::Sums;
use super::frame::ScoringFrame;
use super::marker_terms::{ASKS_SIGN, WHEN_SIGN};
use super::question::PreparedQuestion;
use super::{ChunkKind, Collection, RankRequest, Slot, Tuning};

/// The scores of all slots, and the best of them.
pub(super) struct Scores {
    /// Scores of the words, with neighbours and document, as shares of the best one's; below 0 if a
    /// slot does not count.
    pub(super) text: Vec<f32>,
    /// The best slots, best first; of equals the earlier.
    pub(super) best: Vec<Best>,
    /// True for each message that asks something.
    asks: Vec<bool>,
    /// True for each message that tells a time, if a time is wanted.
    when: Vec<bool>,
}

/// A slot with everything that is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) slot: u32,
    /// Combined score, which decides the order.
    pub(super) fused: f32,
    /// The cosine of its vector with the question's.
    pub(super) cosine: f32,
}

impl Scores {
    /// Scores all slots and finds the `count` best ones.
    pub(super) fn new<C: Collection>(
        collection: &mut C,
        ask: &RankRequest<'_>,
        (frame, question, sums): (&ScoringFrame, &PreparedQuestion, Sums),
        (count, tuning): (usize, &Tuning),
    ) -> Result<Scores, C::Error> {
        let open = SlotMask::new(frame, ask);
        let mut scores = Scores {
            text: sums.chunks,
            best: Vec::new(),
            asks: marked_slots(collection, ASKS_SIGN, open.messages)?,
            when: marked_slots(collection, WHEN_SIGN, open.messages && question.wants_when)?,
        };
        scores.add_surroundings(collection.slots(), frame, (&sums.documents, &open), tuning);
        let signed = scores.signed_scores(collection.slots(), question, (&open, tuning));
        let relevant = signed.as_ref().unwrap_or(&scores.text);
        scores.best = best_slots(collection, ask, (relevant, &open), (count, tuning))?;
        Ok(scores)
    }

    /// Adds to what the words of a chunk say what its neighbours and its document say.
    fn add_surroundings(
        &mut self,
        slots: &[Slot],
        frame: &ScoringFrame,
        (documents, open): (&[f32], &SlotMask),
        tuning: &Tuning,
    ) {
        let text = &mut self.text;
        if open.messages {
            scale_to_best(text, open);
            frame.conversations.spread_scores(text, slots, &self.asks, tuning);
        }
        let factor = to_one(highest_score(text, &open.slots));
        let of = |run: &Range<usize>| documents[frame.shelves[run.start] as usize];
        let counting = frame.runs().filter(|(_, run)| open.slots[run.start]);
        let best = counting.map(|(_, run)| of(&run)).fold(f32::MIN_POSITIVE, f32::max);
        let (prose, chat) = (tuning.prose_document / best, tuning.chat_document / best);
        for (slot, run) in frame.runs() {
            if !open.slots[run.start] {
                text[run].fill(-1.0);
                continue;
            }
            let message = open.messages && slot.kind == ChunkKind::Message;
            let document = if message { chat } else { prose } * of(&run);
            text[run].iter_mut().for_each(|score| *score = *score * factor + document);
        }
        scale_to_best(text, open);
    }

    /// Returns the word scores with the question's signs added, as shares of the best; `None` if
    /// the question has no signs.
    fn signed_scores(
        &self,
        slots: &[Slot],
        question: &PreparedQuestion,
        (open, tuning): (&SlotMask, &Tuning),
    ) -> Option<Vec<f32>> {
        if !open.messages && question.dates.spans.is_empty() {
            return None;
        }
        let mut signed = self.text.clone();
        for (at, score) in signed.iter_mut().enumerate().filter(|(_, score)| **score > 0.0) {
            let signs = self.sign_scores(at, &slots[at], question, tuning);
            *score = (*score + signs.map(|(_, sign)| sign).sum::<f32>()).max(0.0);
        }
        scale_to_best(&mut signed, open);
        Some(signed)
    }

    /// Score of the vectors.
    pub(super) fn vector_score(
        cosine: f32,
        slot: &Slot,
        ask: &RankRequest<'_>,
        tuning: &Tuning,
    ) -> f32 {
        let chat = slot.kind == ChunkKind::Message;
        let weight = if chat { tuning.chat_vector } else { tuning.prose_vector };
        weight * ask.weights.vector * ask.understood * cosine.max(0.0)
    }

    /// Scores of the signs that the question has besides its words: a speaker, a time, the kind of
    /// answer.
    pub(super) fn sign_scores(
        &self,
        at: usize,
        slot: &Slot,
        question: &PreparedQuestion,
        tuning: &Tuning,
    ) -> impl Iterator<Item = (&'static str, f32)> {
        let dates = question.dates.spans.iter().map(|span| span.fit_score(slot.day));
        let date = tuning.date * dates.fold(0.0, f32::max);
        let mut signs = [("date", date), ("when", 0.0), ("speaker", 0.0), ("asks", 0.0)];
        if slot.kind == ChunkKind::Message {
            let gain = |sign: &[bool], gain: f32| if is_marked(sign, at) { gain } else { 0.0 };
            signs[1].1 = gain(&self.when, tuning.when);
            signs[2].1 = if question.named.contains(&slot.speaker) { tuning.speaker } else { 0.0 };
            signs[3].1 = gain(&self.asks, -tuning.asks);
        }
        signs.into_iter()
    }
}

/// The `count` best slots, with all that is known of them. Those whose words say most are looked at
/// first: what they score tells of most others that nothing can carry them there any more, so that
/// vectors are compared where they can decide.
fn best_slots<C: Collection>(
    collection: &mut C,
    ask: &RankRequest<'_>,
    (relevant, open): (&[f32], &SlotMask),
    (count, tuning): (usize, &Tuning),
) -> Result<Vec<Best>, C::Error> {
    let (mut best, mut cosines) = (Highest { count, best: Vec::new() }, Vec::new());
    let vector = match ask.vector {
        Some(vector) if collection.cosines(vector, &[], &mut cosines)? => Some(vector),
        _ => None,
    };
    let priors = Priors::new(ask, tuning);
    let reach = ScoreBound::new(ask, vector.and(Some(open)), &priors, tuning);
    let scored = |slots: &[Slot], slot: u32, cosine: f32| {
        let about = &slots[slot as usize];
        let vector = Scores::vector_score(cosine, about, ask, tuning);
        let fused = ask.weights.text * relevant[slot as usize] + vector;
        Best { slot, fused: fused * (1.0 + priors.total(about)), cosine }
    };

    let (first, left) = first_slots(relevant);
    match vector {
        Some(vector) => drop(collection.cosines(vector, &first, &mut cosines)?),
        None => cosines.resize(first.len(), 0.0),
    }
    let slots = collection.slots();
    best.add_slots(first.iter().zip(&cosines).map(|(&slot, &cosine)| scored(slots, slot, cosine)));

    let (mut least, mut near) = (Vec::new(), Vec::new());
    for (from, part) in (0..).step_by(PART_SLOTS).zip(relevant.chunks(PART_SLOTS)) {
        let last = best.threshold();
        if reach.max_score(left) < last {
            break;
        }
        least.clear();
        least.extend(part.iter().map(|score| reach.min_cosine(*score, last)));
        let done = first.iter().filter_map(|slot| slot.checked_sub(from));
        for at in done {
            if let Some(least) = least.get_mut(at as usize) {
                *least = f32::INFINITY;
            }
        }
        match vector {
            Some(vector) => collection.slots_near(vector, (from, &least), &mut near)?,
            None => {
                let counts = (from..).zip(&least).filter(|(_, least)| **least <= 0.0);
                near.clear();
                near.extend(counts.map(|(slot, _)| (slot, 0.0)));
            }
        }
        let slots = collection.slots();
        best.add_slots(near.iter().map(|&(slot, cosine)| scored(slots, slot, cosine)));
    }
    Ok(best.best)
}

/// Number of slots that are examined first, by the scores of their words.
const FIRST_SLOTS_LIMIT: usize = 512;
/// Number of adjacent slots that are examined together, before their results spare the next ones.
const PART_SLOTS: usize = 16_384;

/// Factor by which the minimum score for the first slots is reduced until there are enough.
const CUT_STEP_FACTOR: f32 = 0.6;
/// Scores below this are not told apart by steps any more.
const MIN_STEPPED_SCORE: f32 = 0.01;

/// Returns the first of the slots that count, by the scores of their words, in their order; and an
/// upper bound of the scores of all others, below 0 if there are none.
fn first_slots(relevant: &[f32]) -> (Vec<u32>, f32) {
    let count = |cut: f32| relevant.iter().filter(|score| **score >= cut).count();
    let mut cut = CUT_STEP_FACTOR;
    while cut > 0.0 && count(cut) < FIRST_SLOTS_LIMIT {
        cut = if cut > MIN_STEPPED_SCORE { cut * CUT_STEP_FACTOR } else { 0.0 };
    }
    let scored = (0..).zip(relevant.iter().copied());
    let mut first: Vec<(u32, f32)> = scored.filter(|(_, score)| *score >= cut).collect();
    let mut left = if cut > 0.0 { cut } else { -1.0 };
    if first.len() > FIRST_SLOTS_LIMIT {
        let (_, next, _) =
            first.select_nth_unstable_by(FIRST_SLOTS_LIMIT, |a, b| b.1.total_cmp(&a.1));
        left = next.1;
        first.truncate(FIRST_SLOTS_LIMIT);
    }
    let mut slots: Vec<u32> = first.into_iter().map(|(slot, _)| slot).collect();
    slots.sort_unstable();
    (slots, left)
}

/// The best slots so far, best first; of equals the earlier.
struct Highest {
    count: usize,
    best: Vec<Best>,
}

impl Highest {
    fn add_slots(&mut self, slots: impl Iterator<Item = Best>) {
        self.best.extend(slots.filter(|best| best.fused > 0.0));
        let better =
            |a: &Best, b: &Best| b.fused.total_cmp(&a.fused).then_with(|| a.slot.cmp(&b.slot));
        self.best.sort_unstable_by(better);
        self.best.truncate(self.count);
    }

    /// Score that a slot must reach to be among the best.
    fn threshold(&self) -> f32 {
        self.count.checked_sub(1).and_then(|at| self.best.get(at)).map_or(0.0, |last| last.fused)
    }
}

/// Upper bound of a slot's score, given the score of its words.
struct ScoreBound {
    text: f32,
    /// Gain by a cosine of 1.
    vector: f32,
    /// The greatest factor that priors are.
    priors: f32,
}

impl ScoreBound {
    /// `vectors` marks the slots that count, if vectors are used.
    fn new(
        ask: &RankRequest<'_>,
        vectors: Option<&SlotMask>,
        priors: &Priors,
        tuning: &Tuning,
    ) -> ScoreBound {
        let most = |kind: ChunkKind| {
            Scores::vector_score(1.0, &Slot { kind, ..Slot::default() }, ask, tuning)
        };
        let vector = vectors.map_or(0.0, |open| {
            let kinds = [(open.messages, ChunkKind::Message), (open.notes, ChunkKind::Note)];
            let kinds = kinds.into_iter().filter(|(open, _)| *open);
            kinds.map(|(_, kind)| most(kind)).fold(0.0, f32::max)
        });
        // A little more, for every step is rounded, and no cosine is exact.
        let priors = (1.0 + priors.max_total()) * 1.000_1;
        let vector = (vector * 1.01).max(f32::MIN_POSITIVE);
        ScoreBound { text: ask.weights.text, vector, priors }
    }

    /// Maximum score of a slot, given the score of its words.
    fn max_score(&self, relevant: f32) -> f32 {
        (self.text * relevant + self.vector) * self.priors
    }

    /// The cosine below which a slot does not score as much as `last`; infinity where it does not count.
    fn min_cosine(&self, relevant: f32, last: f32) -> f32 {
        let wanted = last / self.priors - self.text * relevant;
        let least = if wanted > 0.0 { wanted / self.vector } else { f32::MIN };
        if relevant >= 0.0 { least } else { f32::INFINITY }
    }
}

/// Slots that count, and their kinds.
struct SlotMask {
    slots: Vec<bool>,
    messages: bool,
    notes: bool,
}

impl SlotMask {
    fn new(frame: &ScoringFrame, ask: &RankRequest<'_>) -> SlotMask {
        let mut open = SlotMask { slots: Vec::new(), messages: false, notes: false };
        for (slot, run) in frame.runs() {
            let counts = slot.length > 0 && (ask.allowed)(slot);
            open.messages |= counts && slot.kind == ChunkKind::Message;
            open.notes |= counts && slot.kind != ChunkKind::Message;
            open.slots.resize(run.end, counts);
        }
        open
    }
}

/// Parts of a slot's score that do not depend on the question, as shares of its score.
pub(super) struct Priors<'a> {
    ask: &'a RankRequest<'a>,
    tuning: &'a Tuning,
    /// Gain of a chunk by its age in days; older chunks gain nothing.
    recent: Vec<f32>,
}

impl<'a> Priors<'a> {
    pub(super) fn new(ask: &'a RankRequest<'a>, tuning: &'a Tuning) -> Priors<'a> {
        // After ten halvings nothing is left.
        let days = 0..(tuning.recent_days * 10.0) as u32;
        let recent = days.map(|age| tuning.recent * (-(age as f32) / tuning.recent_days).exp2());
        Priors { ask, tuning, recent: recent.collect() }
    }

    /// Sum of all parts.
    fn total(&self, slot: &Slot) -> f32 {
        self.named_parts(slot).into_iter().map(|(_, prior)| prior).sum()
    }

    /// Maximum of the sum.
    fn max_total(&self) -> f32 {
        let Tuning { recent, here, lasting, archive, .. } = self.tuning;
        recent.max(0.0) + here.max(0.0) + lasting.max(-archive).max(0.0)
    }

    /// Each part by its name.
    pub(super) fn named_parts(&self, slot: &Slot) -> [(&'static str, f32); 3] {
        let Priors { ask, tuning, recent } = self;
        let age = usize::try_from(ask.today.saturating_sub(slot.day)).unwrap_or(0);
        let recent = recent.get(age).copied().unwrap_or(0.0);
        let here = ask.here != 0 && slot.project == ask.here;
        let kind = match slot.kind {
            ChunkKind::Core | ChunkKind::Lasting => tuning.lasting,
            ChunkKind::Archive => -tuning.archive,
            _ => 0.0,
        };
        [("recent", recent), ("here", if here { tuning.here } else { 0.0 }), ("kind", kind)]
    }
}

fn is_marked(sign: &[bool], at: usize) -> bool {
    sign.get(at).copied().unwrap_or(false)
}

/// Marks the slots that bear a sign; empty if it is not wanted.
fn marked_slots<C: Collection>(
    collection: &mut C,
    sign: &str,
    wanted: bool,
) -> Result<Vec<bool>, C::Error> {
    if !wanted {
        return Ok(Vec::new());
    }
    let mut marked = vec![false; collection.slots().len()];
    let mut postings = Vec::new();
    collection.postings(sign, &mut postings)?;
    for (slot, _) in postings {
        marked[slot as usize] = true;
    }
    Ok(marked)
}

/// Divides by the best of the open scores. Those of the others stay, for what is around them.
fn scale_to_best(scores: &mut [f32], open: &SlotMask) {
    let factor = to_one(highest_score(scores, &open.slots));
    scores.iter_mut().for_each(|score| *score *= factor);
}

/// Factor that makes the best score 1; 1 if no score is above 0.
fn to_one(best: f32) -> f32 {
    if best > 0.0 { best.recip() } else { 1.0 }
}

/// The highest open score, 0 at the least. Eight at a time, in a form that compilers turn into
/// vector instructions.
fn highest_score(scores: &[f32], open: &[bool]) -> f32 {
    let mut best = [0.0_f32; 8];
    for (scores, open) in scores.chunks(8).zip(open.chunks(8)) {
        for ((best, score), open) in best.iter_mut().zip(scores).zip(open) {
            let score = if *open { *score } else { 0.0 };
            *best = if score > *best { score } else { *best };
        }
    }
    best.into_iter().fold(0.0, f32::max)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_first_slots_are_those_that_say_most(
            scores in prop::collection::vec(
                prop_oneof![Just(-1.0_f32), Just(0.0), 0.0_f32..1.0], 0..FIRST_SLOTS_LIMIT * 3),
        ) {
            let (first, left) = first_slots(&scores);
            let of = |slot: u32| scores[slot as usize];
            let counts: Vec<u32> = (0..scores.len() as u32).filter(|slot| of(*slot) >= 0.0).collect();
            prop_assert_eq!(first.len(), counts.len().min(FIRST_SLOTS_LIMIT));
            prop_assert!(first.is_sorted() && first.iter().all(|slot| counts.contains(slot)));
            let others = counts.iter().filter(|slot| first.binary_search(slot).is_err());
            let highest = others.map(|slot| of(*slot)).fold(-1.0, f32::max);
            prop_assert!(highest <= left && first.iter().all(|slot| of(*slot) >= highest));
        }
    }
}
