//! How the ingredients come together.

use super::conversation::Conversations;
use super::question::Question;
use super::signs::{ASKS, WHEN};
use super::words::{self, Words};
use super::{Ask, Collection, Kind, Slot, Tuning};

/// The scores of all slots. Text scores are shares of the best one's; those of slots that do not
/// count are 0.
pub(super) struct Scores {
    /// What decides the order.
    pub(super) fused: Vec<f32>,
    /// What the words say, with neighbours and document.
    pub(super) text: Vec<f32>,
    /// The cosines; empty without vectors.
    pub(super) cosines: Vec<f32>,
    /// Which messages ask.
    asks: Vec<bool>,
    /// Which messages say when, if that is wanted.
    when: Vec<bool>,
}

impl Scores {
    pub(super) fn new<C: Collection>(
        collection: &mut C,
        ask: &Ask<'_>,
        (question, words): (&Question, &Words),
        tuning: &Tuning,
    ) -> Result<Scores, C::Error> {
        let open: Vec<bool> = {
            let counts = |slot: &Slot| slot.length > 0 && (ask.allowed)(slot);
            collection.slots().iter().map(counts).collect()
        };
        let mut cosines = Vec::new();
        if let Some(vector) = ask.vector
            && !collection.cosines(vector, &mut cosines)?
        {
            cosines.clear();
        }
        let mut scores = Scores {
            fused: Vec::new(),
            text: Vec::new(),
            cosines,
            asks: marked(collection, ASKS, true)?,
            when: marked(collection, WHEN, question.wants_when)?,
        };
        let slots = collection.slots();
        scores.text = scores.of_text(slots, words, &open, tuning);
        scores.fused = scores.fuse(slots, ask, question, (&open, tuning));
        Ok(scores)
    }

    /// Words, neighbours and document.
    fn of_text(&self, slots: &[Slot], words: &Words, open: &[bool], tuning: &Tuning) -> Vec<f32> {
        let mut text = words.chunks.clone();
        scale(&mut text, open);
        Conversations::new(slots).spread(&mut text, slots, &self.asks, tuning);
        scale(&mut text, open);
        let shelf = |at: usize| words.documents[words.shelves[at] as usize];
        let best = open.iter().enumerate().filter(|(_, open)| **open);
        let best = best.map(|(at, _)| shelf(at)).fold(f32::MIN_POSITIVE, f32::max);
        for (at, (score, slot)) in text.iter_mut().zip(slots).enumerate() {
            let chat = slot.kind == Kind::Message;
            let weight = if chat { tuning.chat_document } else { tuning.prose_document };
            *score += weight * shelf(at) / best;
        }
        scale(&mut text, open);
        text
    }

    fn fuse(
        &self,
        slots: &[Slot],
        ask: &Ask<'_>,
        question: &Question,
        (open, tuning): (&[bool], &Tuning),
    ) -> Vec<f32> {
        let mut fused = vec![0.0; slots.len()];
        for (at, slot) in slots.iter().enumerate().filter(|(at, _)| open[*at]) {
            if self.text[at] > 0.0 {
                let signs: f32 = self.signs(at, slot, question, tuning).map(|(_, sign)| sign).sum();
                fused[at] = (self.text[at] + signs).max(0.0);
            }
        }
        scale(&mut fused, open);
        let priors = Priors::new(ask, tuning);
        for (at, slot) in slots.iter().enumerate().filter(|(at, _)| open[*at]) {
            let relevant = ask.weights.text * fused[at] + self.vector(at, slot, ask, tuning);
            fused[at] = relevant * (1.0 + priors.of(slot));
        }
        fused
    }

    /// What the vectors add.
    pub(super) fn vector(&self, at: usize, slot: &Slot, ask: &Ask<'_>, tuning: &Tuning) -> f32 {
        let chat = slot.kind == Kind::Message;
        let weight = if chat { tuning.chat_vector } else { tuning.prose_vector };
        let cosine = self.cosines.get(at).copied().unwrap_or(0.0);
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
    for (slot, _) in words::read(collection, sign)? {
        marked[slot as usize] = true;
    }
    Ok(marked)
}

/// Divides by the best of the open scores. Those of the others stay, for what is around them.
fn scale(scores: &mut [f32], open: &[bool]) {
    let best = highest(scores, open);
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
