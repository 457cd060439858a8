//! How the ingredients come together.

use std::ops::Range;

use super::frame::Frame;
use super::question::Question;
use super::signs::{ASKS, WHEN};
use super::words::Sums;
use super::{Ask, Collection, Kind, Slot, Tuning};

/// The scores of all slots, and the best of them.
pub(super) struct Scores {
    /// What the words say, with neighbours and document, as shares of the best one's; below 0 where
    /// a slot does not count.
    pub(super) text: Vec<f32>,
    /// The best slots, best first; of equals the earlier.
    pub(super) best: Vec<Best>,
    /// Which messages ask.
    asks: Vec<bool>,
    /// Which messages say when, if that is wanted.
    when: Vec<bool>,
}

/// A slot with everything that is known of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Best {
    pub(super) slot: u32,
    /// What decides the order.
    pub(super) fused: f32,
    /// The cosine of its vector with the question's.
    pub(super) cosine: f32,
}

impl Scores {
    /// Scores all slots and finds the `count` best ones.
    pub(super) fn new<C: Collection>(
        collection: &mut C,
        ask: &Ask<'_>,
        (frame, question, sums): (&Frame, &Question, Sums),
        (count, tuning): (usize, &Tuning),
    ) -> Result<Scores, C::Error> {
        let open = Open::new(frame, ask);
        let mut scores = Scores {
            text: sums.chunks,
            best: Vec::new(),
            asks: marked(collection, ASKS, open.messages)?,
            when: marked(collection, WHEN, open.messages && question.wants_when)?,
        };
        scores.add_surroundings(collection.slots(), frame, (&sums.documents, &open), tuning);
        let signed = scores.signed(collection.slots(), question, (&open, tuning));
        let relevant = signed.as_ref().unwrap_or(&scores.text);
        scores.best = best(collection, ask, (relevant, &open), (count, tuning))?;
        Ok(scores)
    }

    /// Adds to what the words of a chunk say what its neighbours and its document say.
    fn add_surroundings(
        &mut self,
        slots: &[Slot],
        frame: &Frame,
        (documents, open): (&[f32], &Open),
        tuning: &Tuning,
    ) {
        let text = &mut self.text;
        scale(text, open);
        if open.messages {
            frame.conversations.spread(text, slots, &self.asks, tuning);
            scale(text, open);
        }
        let of = |run: &Range<usize>| documents[frame.shelves[run.start] as usize];
        let counting = frame.runs().filter(|(_, run)| open.slots[run.start]);
        let best = counting.map(|(_, run)| of(&run)).fold(f32::MIN_POSITIVE, f32::max);
        let (prose, chat) = (tuning.prose_document / best, tuning.chat_document / best);
        for (slot, run) in frame.runs() {
            let message = open.messages && slot.kind == Kind::Message;
            let document = if message { chat } else { prose } * of(&run);
            text[run].iter_mut().for_each(|score| *score += document);
        }
        scale(text, open);
        for (_, run) in frame.runs().filter(|(_, run)| !open.slots[run.start]) {
            text[run].fill(-1.0);
        }
    }

    /// What the words say together with what the question says beside them, as shares of the best;
    /// none where it says nothing.
    fn signed(
        &self,
        slots: &[Slot],
        question: &Question,
        (open, tuning): (&Open, &Tuning),
    ) -> Option<Vec<f32>> {
        if !open.messages && question.dates.spans.is_empty() {
            return None;
        }
        let mut signed = self.text.clone();
        for (at, score) in signed.iter_mut().enumerate().filter(|(_, score)| **score > 0.0) {
            let signs = self.signs(at, &slots[at], question, tuning);
            *score = (*score + signs.map(|(_, sign)| sign).sum::<f32>()).max(0.0);
        }
        scale(&mut signed, open);
        Some(signed)
    }

    /// What the vectors add.
    pub(super) fn vector(cosine: f32, slot: &Slot, ask: &Ask<'_>, tuning: &Tuning) -> f32 {
        let chat = slot.kind == Kind::Message;
        let weight = if chat { tuning.chat_vector } else { tuning.prose_vector };
        weight * ask.weights.vector * ask.understood * cosine.max(0.0)
    }

    /// What the question says beside its words: a speaker, a time, what is wanted.
    pub(super) fn signs(
        &self,
        at: usize,
        slot: &Slot,
        question: &Question,
        tuning: &Tuning,
    ) -> impl Iterator<Item = (&'static str, f32)> {
        let dates = question.dates.spans.iter().map(|span| span.fits(slot.day));
        let date = tuning.date * dates.fold(0.0, f32::max);
        let mut signs = [("date", date), ("when", 0.0), ("speaker", 0.0), ("asks", 0.0)];
        if slot.kind == Kind::Message {
            let gain = |sign: &[bool], gain: f32| if marks(sign, at) { gain } else { 0.0 };
            signs[1].1 = gain(&self.when, tuning.when);
            signs[2].1 = if question.named.contains(&slot.speaker) { tuning.speaker } else { 0.0 };
            signs[3].1 = gain(&self.asks, -tuning.asks);
        }
        signs.into_iter()
    }
}

/// The `count` best slots: those whose words say most first, with all that is known of them, and no
/// further down than where nothing can reach the last of the best any more. So vectors are compared
/// where they can decide.
fn best<C: Collection>(
    collection: &mut C,
    ask: &Ask<'_>,
    (relevant, open): (&[f32], &Open),
    (count, tuning): (usize, &Tuning),
) -> Result<Vec<Best>, C::Error> {
    let (mut best, mut cosines): (Vec<Best>, _) = (Vec::new(), Vec::new());
    let vector = match ask.vector {
        Some(vector) if collection.cosines(vector, &[], &mut cosines)? => Some(vector),
        _ => None,
    };
    let priors = Priors::new(ask, tuning);
    let reach = Reach::new(ask, vector.and(Some(open)), &priors, tuning);
    let mut levels = Levels::new(relevant);
    let last = |best: &[Best]| best.get(count.saturating_sub(1)).map_or(0.0, |last| last.fused);
    while levels.level >= 0.0 && reach.of(levels.level) >= last(&best) {
        for batch in levels.next().chunks(BATCH) {
            let last = last(&best);
            let least = |slot: &u32| (*slot, reach.least(relevant[*slot as usize], last));
            let wanted: Vec<(u32, f32)> = batch.iter().map(least).collect();
            match vector {
                Some(vector) => drop(collection.cosines(vector, &wanted, &mut cosines)?),
                None => cosines.resize(wanted.len(), 0.0),
            }
            let slots = collection.slots();
            let near = wanted.iter().zip(&cosines).filter(|((_, least), near)| *near >= least);
            best.extend(near.map(|(&(slot, _), &cosine)| {
                let about = &slots[slot as usize];
                let vector = Scores::vector(cosine, about, ask, tuning);
                let fused = ask.weights.text * relevant[slot as usize] + vector;
                Best { slot, fused: fused * (1.0 + priors.of(about)), cosine }
            }));
            best.retain(|best| best.fused > 0.0);
            let better =
                |a: &Best, b: &Best| b.fused.total_cmp(&a.fused).then_with(|| a.slot.cmp(&b.slot));
            best.sort_unstable_by(better);
            best.truncate(count);
        }
    }
    Ok(best)
}

/// How many slots' vectors are compared together: so many that what is done once for all of them is
/// little, and so few that what they bring spares the next ones.
const BATCH: usize = 2_048;

/// How far what the words say can be carried by all that is known beside them.
struct Reach {
    text: f32,
    /// What a cosine of 1 adds.
    vector: f32,
    /// The greatest factor that priors are.
    priors: f32,
}

impl Reach {
    /// `vectors` is which slots count, where vectors do.
    fn new(ask: &Ask<'_>, vectors: Option<&Open>, priors: &Priors, tuning: &Tuning) -> Reach {
        let most = |kind: Kind| Scores::vector(1.0, &Slot { kind, ..Slot::default() }, ask, tuning);
        let vector = vectors.map_or(0.0, |open| {
            let kinds = [(open.messages, Kind::Message), (open.notes, Kind::Note)];
            let kinds = kinds.into_iter().filter(|(open, _)| *open);
            kinds.map(|(_, kind)| most(kind)).fold(0.0, f32::max)
        });
        // A little more, for every step is rounded, and no cosine is exact.
        let priors = (1.0 + priors.most()) * 1.000_1;
        Reach { text: ask.weights.text, vector: vector * 1.01, priors }
    }

    /// The most that a slot can score with what its words say.
    fn of(&self, relevant: f32) -> f32 {
        (self.text * relevant + self.vector) * self.priors
    }

    /// The cosine below which a slot does not score as much as `last`.
    fn least(&self, relevant: f32, last: f32) -> f32 {
        let wanted = last / self.priors - self.text * relevant;
        if wanted > 0.0 { wanted / self.vector.max(f32::MIN_POSITIVE) } else { f32::MIN }
    }
}

/// Slots by what their words say, from the top down in steps.
struct Levels<'a> {
    scores: &'a [f32],
    /// The highest score that is left in each block of slots, so that most slots are seldom looked at.
    blocks: Vec<f32>,
    /// No slot that is left has more; below 0 when none is left.
    level: f32,
    /// How many were given.
    given: usize,
}

/// How many slots a block has.
const BLOCK: usize = 64;
/// A level is this share of the one above it.
const STEP: f32 = 0.85;
/// Scores below this are not told apart any more.
const LEAST: f32 = 0.01;
/// Once so many slots were given, what is left is one level: what decides there is seldom the words.
const FIRST: usize = 512;

impl Levels<'_> {
    fn new(scores: &[f32]) -> Levels<'_> {
        let highest = |block: &[f32]| block.iter().copied().fold(-1.0, f32::max);
        let blocks: Vec<f32> = scores.chunks(BLOCK).map(highest).collect();
        let level = highest(&blocks);
        Levels { scores, blocks, level, given: 0 }
    }

    /// The slots of the next level, in their order.
    fn next(&mut self) -> Vec<u32> {
        let above = self.level;
        let is_one = self.given >= FIRST || above * STEP <= LEAST;
        let from = if is_one { 0.0 } else { above * STEP };
        // What is exactly on the border belongs to what is above it.
        self.level = if from > 0.0 { from.next_down() } else { -1.0 };
        let mut slots = Vec::new();
        for (at, highest) in self.blocks.iter_mut().enumerate() {
            if *highest < from {
                continue;
            }
            // What is left of the block is not looked at again before its level comes.
            let mut left = -1.0_f32;
            let first = at * BLOCK;
            let block = &self.scores[first..(first + BLOCK).min(self.scores.len())];
            for (slot, &score) in (first as u32..).zip(block) {
                if score < from {
                    left = if score > left { score } else { left };
                } else if score <= above {
                    slots.push(slot);
                }
            }
            *highest = left;
        }
        self.given += slots.len();
        slots
    }
}

/// Which slots count, and of which kinds they are.
struct Open {
    slots: Vec<bool>,
    messages: bool,
    notes: bool,
}

impl Open {
    fn new(frame: &Frame, ask: &Ask<'_>) -> Open {
        let mut open = Open { slots: Vec::new(), messages: false, notes: false };
        for (slot, run) in frame.runs() {
            let counts = slot.length > 0 && (ask.allowed)(slot);
            open.messages |= counts && slot.kind == Kind::Message;
            open.notes |= counts && slot.kind != Kind::Message;
            open.slots.resize(run.end, counts);
        }
        open
    }
}

/// What is known of a slot without the question, as shares of its score.
pub(super) struct Priors<'a> {
    ask: &'a Ask<'a>,
    tuning: &'a Tuning,
    /// What a chunk gains by its age in days; older ones gain nothing.
    recent: Vec<f32>,
}

impl<'a> Priors<'a> {
    pub(super) fn new(ask: &'a Ask<'a>, tuning: &'a Tuning) -> Priors<'a> {
        // After ten halvings nothing is left.
        let days = 0..(tuning.recent_days * 10.0) as u32;
        let recent = days.map(|age| tuning.recent * (-(age as f32) / tuning.recent_days).exp2());
        Priors { ask, tuning, recent: recent.collect() }
    }

    /// All of it.
    fn of(&self, slot: &Slot) -> f32 {
        self.parts(slot).into_iter().map(|(_, prior)| prior).sum()
    }

    /// The most that it can be.
    fn most(&self) -> f32 {
        let Tuning { recent, here, lasting, archive, .. } = self.tuning;
        recent.max(0.0) + here.max(0.0) + lasting.max(-archive).max(0.0)
    }

    /// Each part by its name.
    pub(super) fn parts(&self, slot: &Slot) -> [(&'static str, f32); 3] {
        let Priors { ask, tuning, recent } = self;
        let age = usize::try_from(ask.today.saturating_sub(slot.day)).unwrap_or(0);
        let recent = recent.get(age).copied().unwrap_or(0.0);
        let here = ask.here != 0 && slot.project == ask.here;
        let kind = match slot.kind {
            Kind::Core | Kind::Lasting => tuning.lasting,
            Kind::Archive => -tuning.archive,
            _ => 0.0,
        };
        [("recent", recent), ("here", if here { tuning.here } else { 0.0 }), ("kind", kind)]
    }
}

fn marks(sign: &[bool], at: usize) -> bool {
    sign.get(at).copied().unwrap_or(false)
}

/// Which slots bear a sign; empty where it is not wanted.
fn marked<C: Collection>(
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
fn scale(scores: &mut [f32], open: &Open) {
    let best = highest(scores, &open.slots);
    if best > 0.0 {
        let factor = best.recip();
        scores.iter_mut().for_each(|score| *score *= factor);
    }
}

/// The highest open score, 0 at the least. Eight at a time, in a form that compilers turn into
/// vector instructions.
fn highest(scores: &[f32], open: &[bool]) -> f32 {
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
        fn levels_give_every_open_slot_once_and_the_best_first(
            scores in prop::collection::vec(prop_oneof![Just(-1.0_f32), Just(0.0), 0.0_f32..1.0], 0..300),
        ) {
            let (mut levels, mut seen, mut lowest) = (Levels::new(&scores), Vec::new(), f32::MAX);
            while levels.level >= 0.0 {
                let level = levels.level;
                let next = levels.next();
                let of = |slot: &u32| scores[*slot as usize];
                prop_assert!(next.iter().all(|slot| of(slot) <= level && of(slot) < lowest));
                lowest = next.iter().map(of).fold(lowest, f32::min);
                seen.extend(next);
            }
            seen.sort_unstable();
            let open = (0..scores.len() as u32).filter(|slot| scores[*slot as usize] >= 0.0);
            prop_assert_eq!(seen, open.collect::<Vec<_>>());
        }
    }
}
