//! A conversation → the few facts that are worth keeping.

use palimp_core::activity::MessageRole;
use palimp_core::distill::{ConversationTurn, SKIP_ANSWER, SessionProgress};

use super::candidates::{Candidate, candidates};
use super::fact::Fact;
use super::judge::{Verdict, judge};
use super::keep::budget::{Bag, EACH, Shares, budget};
use super::own::own_words;
use crate::reflect::{Said, taken_apart};

/// How many are compared with each other.
const CANDIDATES: usize = 96;
/// How many standing orders one prompt may give, and how many a conversation.
const ORDERS: usize = 4;
const ALL_ORDERS: usize = 8;
/// What is worth less is not kept.
const FLOOR: f32 = 1.0;

/// A fact that is kept unless a better one says the same.
struct Kept {
    fact: Fact,
    said: Said,
    bag: Bag,
    at: usize,
    is_order: bool,
}

/// The lines of an episode, or [`SKIP`].
pub(crate) fn flush(turns: &[ConversationTurn], so_far: SessionProgress) -> String {
    let turns: Vec<ConversationTurn> = turns.iter().map(own).collect();
    let read = candidates(&turns);
    let others = so_far.kept.iter().filter(|line| !is_order(line)).count();
    let room = budget(read.exchanges, &so_far, others);
    let mut choice = Choice::new(room, EACH, so_far.kept);
    let lines: Vec<String> = choice.of(read.found).iter().map(Fact::line).collect();
    if lines.is_empty() { SKIP_ANSWER.to_owned() } else { lines.join("\n") }
}

/// A turn of which the user's own words alone are read.
fn own(turn: &ConversationTurn) -> ConversationTurn {
    match turn.role {
        MessageRole::User => {
            ConversationTurn { role: MessageRole::User, text: own_words(&turn.text).into_owned() }
        }
        _ => turn.clone(),
    }
}

/// At most `count` facts of a conversation, in its order.
pub(crate) fn facts(turns: &[ConversationTurn], count: usize) -> Vec<Fact> {
    let mut facts = Choice::new(count, count, &[]).of(candidates(turns).found);
    facts.truncate(count);
    facts
}

/// Whether a line says once and for all how the user wants something to be.
pub(crate) fn is_order(line: &str) -> bool {
    let (_, text) = taken_apart(line);
    judge(MessageRole::User, text).is_some_and(Verdict::is_order)
}

/// What is kept of what was found.
struct Choice {
    kept: Vec<Kept>,
    /// How many lines there may be besides the user's orders, in all and of an exchange.
    room: usize,
    each: usize,
    shares: Shares,
    orders: Shares,
    /// What was written down before.
    before: Vec<(Said, Bag)>,
}

impl Choice {
    fn new(room: usize, each: usize, before: &[String]) -> Choice {
        let known = before.iter().map(|line| taken_apart(line).1);
        let before = known.map(|text| (Said::of(text), Bag::of(text))).collect();
        let (shares, orders) = (Shares::default(), Shares::default());
        Choice { kept: Vec::new(), room, each, shares, orders, before }
    }

    /// The best of what was found, in its order.
    fn of(&mut self, mut found: Vec<Candidate>) -> Vec<Fact> {
        found.retain(|candidate| candidate.worth >= FLOOR);
        // What outlasts the session first, then the best; of two that are equally good, the later one.
        found.sort_by(|a, b| {
            b.lasts.cmp(&a.lasts).then(b.worth.total_cmp(&a.worth)).then(b.at.cmp(&a.at))
        });
        found.into_iter().take(CANDIDATES).for_each(|candidate| self.take(candidate));
        self.kept.sort_by_key(|kept| kept.at);
        self.kept.drain(..).map(|kept| kept.fact).collect()
    }

    fn take(&mut self, candidate: Candidate) {
        let Candidate { fact, is_order, at, exchange, .. } = candidate;
        let (said, bag) = (Said::of(&fact.text), Bag::of(&fact.text));
        let new = Kept { fact, said, bag, at, is_order };
        // What was reversed since is no longer told.
        let last = self.before.iter().rev().find_map(|(said, bag)| match () {
            () if new.is_told_by(said, bag) => Some(true),
            () if new.said.contradicts(said) => Some(false),
            () => None,
        });
        if last == Some(true) || self.kept.iter().any(|other| new.is_covered_by(other)) {
            return;
        }
        // What says later that it is otherwise takes the place of what it makes untrue.
        let outdates = |said: &Said| new.said.contradicts(said);
        let corrects = self.before.iter().any(|(said, _)| outdates(said))
            || self.kept.iter().any(|other| new.at > other.at && outdates(&other.said));
        self.kept.retain(|other| !(new.at > other.at && outdates(&other.said)));
        if corrects || self.has_room(&new, exchange) {
            self.kept.push(new);
        }
    }

    /// Whether there is room for one more of its exchange.
    fn has_room(&mut self, new: &Kept, exchange: usize) -> bool {
        let lines = self.kept.iter().filter(|kept| kept.is_order == new.is_order).count();
        match new.is_order {
            true => {
                lines < self.room.max(ALL_ORDERS)
                    && self.orders.take(exchange, self.each.max(ORDERS))
            }
            false => lines < self.room && self.shares.take(exchange, self.each),
        }
    }
}

impl Kept {
    /// Whether `other` says the same, or says later that it is not so.
    fn is_covered_by(&self, other: &Kept) -> bool {
        let later = other.at > self.at;
        let untrue = later && other.said.contradicts(&self.said);
        untrue || self.is_told_by(&other.said, &other.bag)
    }

    /// Whether what was said tells of the same, and this does not make it untrue.
    fn is_told_by(&self, said: &Said, bag: &Bag) -> bool {
        let alike = !self.is_order && self.bag.overlaps(bag);
        self.said.same(said) || alike && !self.said.contradicts(said)
    }
}
