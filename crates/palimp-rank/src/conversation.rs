//! Spread of scores between neighbouring messages of a conversation.
//!
//! A reply answers in few words what was asked in many: `Which book?` – `The second one.` So the
//! score of a message passes on to its neighbours, most of all from a question to the message that
//! follows it.

use super::{ChunkKind, Slot, Tuning};

/// Maximum distance over which a score passes on, in messages.
const MAX_REACH_MESSAGES: u32 = 4;

/// The messages of a collection, session by session.
#[derive(Debug)]
pub(super) struct Conversations {
    order: Vec<u32>,
}

impl Conversations {
    pub(super) fn new(slots: &[Slot]) -> Conversations {
        let messages = slots.iter().enumerate();
        let messages =
            messages.filter(|(_, slot)| slot.kind == ChunkKind::Message && slot.length > 0);
        let mut order: Vec<u32> = messages.map(|(at, _)| at as u32).collect();
        let place = |slot: u32| {
            let slot = &slots[slot as usize];
            (slot.document, slot.position)
        };
        // Mostly they are in order already, which this sort notices.
        order.sort_by_key(|&slot| place(slot));
        Conversations { order }
    }

    /// Adds to each message's score its neighbours' shares, and brings all of them back to
    /// the height that a chunk of a note can have.
    pub(super) fn spread_scores(
        &self,
        scores: &mut [f32],
        slots: &[Slot],
        asks: &[bool],
        tuning: &Tuning,
    ) {
        let height = 1.0 / (1.0 + tuning.before + tuning.after);
        let own: Vec<f32> = self.order.iter().map(|&slot| scores[slot as usize]).collect();
        for &slot in &self.order {
            scores[slot as usize] *= height;
        }
        // Most messages have nothing to pass on.
        for (at, &own) in own.iter().enumerate().filter(|(_, own)| **own > 0.0) {
            let asks = asks.get(self.order[at] as usize).copied().unwrap_or(false);
            let own = own * height;
            let reply = if asks { tuning.reply } else { 0.0 };
            let mut share = tuning.before;
            for (step, next) in self.neighbour_slots(at, slots, 1).enumerate() {
                let reply = if step == 0 { reply } else { 0.0 };
                scores[next] += (share + reply) * own;
                share *= tuning.before_fall;
            }
            let mut share = tuning.after;
            for earlier in self.neighbour_slots(at, slots, -1) {
                scores[earlier] += share * own;
                share *= tuning.after_fall;
            }
        }
    }

    /// The slots of the messages around one, in one direction, as far as a score reaches.
    fn neighbour_slots<'a>(
        &'a self,
        at: usize,
        slots: &'a [Slot],
        step: isize,
    ) -> impl Iterator<Item = usize> + 'a {
        let here = &slots[self.order[at] as usize];
        let others = (1..=MAX_REACH_MESSAGES as isize).map_while(move |far| {
            let place = at.checked_add_signed(step * far)?;
            self.order.get(place).map(|slot| *slot as usize)
        });
        others.take_while(move |&slot| {
            let other = &slots[slot];
            other.document == here.document
                && other.position.abs_diff(here.position) <= MAX_REACH_MESSAGES
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(document: u32, position: u32) -> Slot {
        Slot { document, position, length: 5, kind: ChunkKind::Message, ..Slot::default() }
    }

    fn spread(slots: &[Slot], scores: &[f32], asks: &[bool]) -> Vec<f32> {
        let mut scores = scores.to_vec();
        Conversations::new(slots).spread_scores(&mut scores, slots, asks, &Tuning::default());
        scores
    }

    #[test]
    fn a_reply_to_a_question_gains_most() {
        let slots = [message(0, 0), message(0, 1), message(0, 2)];
        let plain = spread(&slots, &[0.0, 1.0, 0.0], &[false; 3]);
        let asked = spread(&slots, &[0.0, 1.0, 0.0], &[false, true, false]);
        assert!(plain[1] > plain[2] && plain[2] > plain[0] && plain[0] > 0.0, "{plain:?}");
        assert!(asked[2] > plain[2] && asked[0] == plain[0]);
    }

    #[test]
    fn nothing_passes_to_another_session_or_to_a_note() {
        let note = Slot { length: 5, document: 1, position: 1, ..Slot::default() };
        let slots = [message(0, 0), message(1, 0), note, message(0, 9)];
        let scores = spread(&slots, &[1.0, 0.0, 0.5, 0.0], &[false; 4]);
        assert_eq!((scores[1], scores[2], scores[3]), (0.0, 0.5, 0.0));
    }

    #[test]
    fn the_order_of_slots_does_not_matter() {
        let slots = [message(0, 2), message(0, 0), message(0, 1)];
        let scores = spread(&slots, &[0.0, 0.0, 1.0], &[false; 3]);
        assert!(scores[0] > scores[1] && scores[1] > 0.0);
    }
}
