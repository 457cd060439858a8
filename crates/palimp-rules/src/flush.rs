//! A conversation → the few facts that are worth keeping.

use palimp_core::activity::MessageRole;
use palimp_core::distill::{ConversationTurn, SKIP_ANSWER, SessionProgress};

use super::candidates::{FactCandidate, collect_candidates};
use super::classifier::{FactVerdict, classify_sentence};
use super::fact::ExtractedFact;
use super::keep::budget::{Bag, MAX_LINES_PER_EXCHANGE, Shares, remaining_lines};
use super::own_words::own_words;
use crate::reflect::{ComparableFact, taken_apart};

/// Maximum number of candidates that are compared with each other.
const MAX_COMPARED_CANDIDATES: usize = 96;
/// Maximum number of standing orders from one prompt, and from a conversation.
const MAX_PROMPT_ORDERS: usize = 4;
const MAX_SESSION_ORDERS: usize = 8;
/// Minimum worth of a fact that is kept.
const MIN_WORTH: f32 = 1.0;

/// A fact that is kept unless a better one says the same.
struct SelectedFact {
    fact: ExtractedFact,
    said: ComparableFact,
    bag: Bag,
    at: usize,
    is_order: bool,
}

/// The lines of an episode, or [`SKIP_ANSWER`].
pub(crate) fn flush(turns: &[ConversationTurn], so_far: SessionProgress) -> String {
    let turns: Vec<ConversationTurn> = turns.iter().map(with_own_words).collect();
    let read = collect_candidates(&turns);
    let others = so_far.kept.iter().filter(|line| !is_order(line)).count();
    let room = remaining_lines(read.exchanges, &so_far, others);
    let mut choice = FactSelection::new(room, MAX_LINES_PER_EXCHANGE, so_far.kept);
    let lines: Vec<String> =
        choice.select_best(read.found).iter().map(ExtractedFact::to_list_line).collect();
    if lines.is_empty() { SKIP_ANSWER.to_owned() } else { lines.join("\n") }
}

/// Returns the turn; of the user's, with their own words only.
fn with_own_words(turn: &ConversationTurn) -> ConversationTurn {
    match turn.role {
        MessageRole::User => {
            ConversationTurn { role: MessageRole::User, text: own_words(&turn.text).into_owned() }
        }
        _ => turn.clone(),
    }
}

/// At most `count` facts of a conversation, in its order.
pub(crate) fn select_facts(turns: &[ConversationTurn], count: usize) -> Vec<ExtractedFact> {
    let mut facts =
        FactSelection::new(count, count, &[]).select_best(collect_candidates(turns).found);
    facts.truncate(count);
    facts
}

/// Returns true for a line that gives a standing order of the user.
pub(crate) fn is_order(line: &str) -> bool {
    let (_, text) = taken_apart(line);
    classify_sentence(MessageRole::User, text).is_some_and(FactVerdict::is_order)
}

/// Selection of the facts to keep from the candidates.
struct FactSelection {
    kept: Vec<SelectedFact>,
    /// Maximum number of lines besides the user's orders: in all, and of an exchange.
    room: usize,
    each: usize,
    shares: Shares,
    orders: Shares,
    /// Facts that were written down before.
    before: Vec<(ComparableFact, Bag)>,
}

impl FactSelection {
    fn new(room: usize, each: usize, before: &[String]) -> FactSelection {
        let known = before.iter().map(|line| taken_apart(line).1);
        let before =
            known.map(|text| (ComparableFact::from_text(text), Bag::from_line(text))).collect();
        let (shares, orders) = (Shares::default(), Shares::default());
        FactSelection { kept: Vec::new(), room, each, shares, orders, before }
    }

    /// The best of what was found, in its order.
    fn select_best(&mut self, mut found: Vec<FactCandidate>) -> Vec<ExtractedFact> {
        found.retain(|candidate| candidate.worth >= MIN_WORTH);
        // What outlasts the session first, then the best; of two that are equally good, the later one.
        found.sort_by(|a, b| {
            b.lasts.cmp(&a.lasts).then(b.worth.total_cmp(&a.worth)).then(b.at.cmp(&a.at))
        });
        found
            .into_iter()
            .take(MAX_COMPARED_CANDIDATES)
            .for_each(|candidate| self.consider_candidate(candidate));
        self.kept.sort_by_key(|kept| kept.at);
        self.kept.drain(..).map(|kept| kept.fact).collect()
    }

    fn consider_candidate(&mut self, candidate: FactCandidate) {
        let FactCandidate { fact, is_order, at, exchange, .. } = candidate;
        let (said, bag) = (ComparableFact::from_text(&fact.text), Bag::from_line(&fact.text));
        let new = SelectedFact { fact, said, bag, at, is_order };
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
        let outdates = |said: &ComparableFact| new.said.contradicts(said);
        let corrects = self.before.iter().any(|(said, _)| outdates(said))
            || self.kept.iter().any(|other| new.at > other.at && outdates(&other.said));
        self.kept.retain(|other| !(new.at > other.at && outdates(&other.said)));
        if corrects || self.has_room(&new, exchange) {
            self.kept.push(new);
        }
    }

    /// Returns true if one more line of its exchange fits, and counts it.
    fn has_room(&mut self, new: &SelectedFact, exchange: usize) -> bool {
        let lines = self.kept.iter().filter(|kept| kept.is_order == new.is_order).count();
        match new.is_order {
            true => {
                lines < self.room.max(MAX_SESSION_ORDERS)
                    && self.orders.take_share(exchange, self.each.max(MAX_PROMPT_ORDERS))
            }
            false => lines < self.room && self.shares.take_share(exchange, self.each),
        }
    }
}

impl SelectedFact {
    /// Returns true if `other` says the same, or says later that it is not so.
    fn is_covered_by(&self, other: &SelectedFact) -> bool {
        let later = other.at > self.at;
        let untrue = later && other.said.contradicts(&self.said);
        untrue || self.is_told_by(&other.said, &other.bag)
    }

    /// Returns true if the earlier statement tells the same fact and this one does not contradict
    /// it.
    fn is_told_by(&self, said: &ComparableFact, bag: &Bag) -> bool {
        let alike = !self.is_order && self.bag.overlaps(bag);
        self.said.is_same_as(said) || alike && !self.said.contradicts(said)
    }
}
