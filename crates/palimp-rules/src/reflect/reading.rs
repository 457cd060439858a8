//! A clause, read into a claim.

use std::collections::BTreeSet;

use super::claim::{AnswerKind, Claim};
use super::lexicon::{self, WordRole};
use super::overlap::{IDENTIFIER_WEIGHT, STRONG_WEIGHT, WEAK_WEIGHT};
use super::part::{find_answer_part, narrows_claim};
use super::token::{FactToken, StopMark};
use super::turned_down::{Order, Positions, parse_order, turned_down};
use super::value::{ClaimValue, Dimension, parse_value};
use crate::tools::tool_family;

impl Claim {
    /// Reads a clause.
    pub(super) fn from_clause(clause: &[FactToken]) -> Claim {
        let moves = clause.iter().any(|token| token.sense == WordRole::Change);
        let mut claim = Claim { moves, ..Claim::default() };
        let rejected = turned_down(clause);
        let values = claim.read_values(clause, &rejected);
        let others = (0..clause.len()).filter(|at| !values.contains(at));
        for at in others {
            claim.read_sense(clause, at, &rejected);
            if clause[at].is_item() && !rejected.contains(&at) {
                claim.read_item(clause, at);
            }
        }
        claim.rejected.extend(phrases_at(clause, &rejected));
        claim.order = parse_order(clause).map(|order| order_names(clause, &order));
        claim.read_bound(clause);
        claim.drop_purposes();
        claim.read_part(clause, &rejected);
        claim
    }

    /// Reads the values of a clause, and returns their positions.
    fn read_values(&mut self, clause: &[FactToken], rejected: &Positions) -> Positions {
        let mut taken = Positions::new();
        for at in 0..clause.len() {
            if taken.contains(&at) || rejected.contains(&at) || !may_be_value(clause, at) {
                continue;
            }
            let next = clause.get(at + 1).map_or("", |next| next.text.as_str());
            if let Some(value) = parse_value(&clause[at].text, next) {
                taken.extend(at..at + value.words);
                self.read_value(clause, at, value);
            }
        }
        taken
    }

    fn read_value(&mut self, clause: &[FactToken], at: usize, value: ClaimValue) {
        self.read_counted(value.counted);
        let before = at.checked_sub(1).map(|at| &clause[at]).filter(|it| it.stop == StopMark::None);
        let numbers = |it: &FactToken| lexicon::numbers_things(&it.name) && it.particle.is_empty();
        // What a clause begins with is its subject: `auth.rs opens the session`.
        let opens = !clause[..at].iter().any(FactToken::says_something)
            && clause[at + 1..].iter().any(FactToken::says_something);
        let kind = match value.dimension {
            Dimension::Location if opens => {
                self.words.insert(value.text, IDENTIFIER_WEIGHT);
                return;
            }
            Dimension::Count if value.counted.is_empty() && before.is_some_and(numbers) => {
                self.words.insert(value.text, STRONG_WEIGHT);
                return;
            }
            Dimension::Count if before.is_some_and(|it| tool_family(&it.name).is_some()) => {
                AnswerKind::Version
            }
            dimension => AnswerKind::Value(dimension),
        };
        self.answers.entry(kind).or_default().insert(value.text);
    }

    /// Reads what is written to a number in Korean: `100자까지`.
    fn read_counted(&mut self, counted: &str) {
        let has = |ends: &[&str]| ends.iter().any(|end| counted.contains(end));
        self.most |= has(&["까지", "이하", "이내"]);
        self.least |= has(&["이상"]);
        let first: String = counted.chars().take(1).collect();
        if let Some((name, WordRole::Word)) = lexicon::exact_entry(&first) {
            self.words.insert(name.to_owned(), STRONG_WEIGHT);
        }
    }

    fn read_sense(&mut self, clause: &[FactToken], at: usize, rejected: &Positions) {
        let token = &clause[at];
        let next = clause.get(at + 1);
        match token.sense {
            WordRole::Not => self.negative ^= !serves_rejection(clause, at, rejected),
            WordRole::Choice => self.chooses = true,
            WordRole::Also => self.additive = true,
            WordRole::Past => self.past = true,
            // `Failed webhooks` are a kind of webhooks.
            WordRole::Event => self.tells |= !self.moves && !next.is_some_and(FactToken::is_item),
            // `The test is slow`, but not `fail fast`.
            WordRole::Quality => self.tells |= is_predicate(clause, at),
            WordRole::Least => self.least = true,
            WordRole::Most => self.most = true,
            // `It` is something that another sentence names.
            WordRole::Empty if at == 0 => self.tells |= token.is_pronoun(),
            _ => self.tells |= tells_event(clause, at),
        }
        // `해도 돼`, `보내도 됨` permit, while `파일로도` adds.
        let adds = token.is_item() && token.particle.ends_with('도');
        let permits = ["돼", "됨", "된", "됩", "괜찮"];
        let permitted =
            next.is_some_and(|next| permits.iter().any(|head| next.text.starts_with(head)));
        self.additive |= adds && !token.text.ends_with("해도") && !permitted;
    }

    fn read_item(&mut self, clause: &[FactToken], at: usize) {
        let token = &clause[at];
        let name = token.name.clone();
        let weight = match token.sense {
            WordRole::Place(line) => {
                self.places.insert((line, name));
                return;
            }
            WordRole::Answer(line) => {
                self.answers.entry(AnswerKind::Word(line)).or_default().insert(name);
                return;
            }
            _ if tool_family(&name).is_some() || lexicon::has_role(&name) => {
                self.answers.entry(AnswerKind::Tool).or_default().insert(name);
                return;
            }
            WordRole::Ending => return,
            WordRole::Weak => WEAK_WEIGHT,
            _ if name.contains('_') => IDENTIFIER_WEIGHT,
            _ => STRONG_WEIGHT,
        };
        if narrows_claim(clause, at) {
            self.narrow.insert(name.clone());
        }
        self.words.insert(name, weight);
    }

    /// Reads `not longer than 40 lines` as an upper bound.
    fn read_bound(&mut self, clause: &[FactToken]) {
        let more = ["more", "longer", "exceed", "over"];
        let compares = clause.iter().any(|it| it.sense != WordRole::Not && it.is_any_of(&more));
        let counts = self.answers.keys().any(|kind| kind.is_quantity());
        if self.negative && compares && counts {
            (self.negative, self.most) = (false, true);
        }
    }

    /// Drops words that only say what a tool is there for: `Jest for tests` says no more than `Jest`.
    fn drop_purposes(&mut self) {
        let families: BTreeSet<usize> = self.tool_names().filter_map(tool_family).collect();
        for word in families.into_iter().flat_map(lexicon::family_purposes) {
            self.words.remove(word);
            self.narrow.remove(word);
        }
    }

    /// Takes the words for the answer that stand where an answer stands, if there is no other.
    fn read_part(&mut self, clause: &[FactToken], rejected: &Positions) {
        if !self.answers.is_empty() || self.order.is_some() {
            return;
        }
        let Some((part, at)) = find_answer_part(clause, rejected) else { return };
        let names: Vec<&str> = at.iter().map(|&at| clause[at].name.as_str()).collect();
        for name in &names {
            self.words.remove(*name);
            self.narrow.remove(*name);
        }
        self.answers.insert(AnswerKind::Part(part), BTreeSet::from([names.join(" ")]));
    }
}

/// Returns true for a word that may be a value: nothing else is known of it, and `one` counts.
fn may_be_value(clause: &[FactToken], at: usize) -> bool {
    let token = &clause[at];
    let known =
        lexicon::exact_entry(&token.text).is_some_and(|(_, sense)| sense != WordRole::Empty);
    let stands_in = token.text == "one" && !clause.get(at + 1).is_some_and(FactToken::is_item);
    !known && !stands_in && !lexicon::has_role(&token.name)
}

/// Returns true for a word that tells an event: `Added a table`, `추가했다`, but not `is stored`.
fn tells_event(clause: &[FactToken], at: usize) -> bool {
    const PASSIVE_LEAD_WORDS: [&str; 12] =
        ["be", "is", "are", "being", "get", "gets", "got", "must", "should", "to", "not", "always"];
    const KOREAN_PAST_ENDINGS: [&str; 8] =
        ["했다", "었다", "았다", "했습니다", "었습니다", "았습니다", "했어요", "했음"];
    let token = &clause[at];
    let passive = clause[..at].iter().any(|it| it.is_any_of(&PASSIVE_LEAD_WORDS));
    // `Generated files` are a kind of files.
    let kind = at > 0 && clause.get(at + 1).is_some_and(FactToken::is_item);
    let english = token.text.ends_with("ed") && !passive && !kind;
    token.is_item() && (english || KOREAN_PAST_ENDINGS.iter().any(|end| token.text.ends_with(end)))
}

/// Returns true for a quality that a clause says something to be.
fn is_predicate(clause: &[FactToken], at: usize) -> bool {
    let is = ["is", "are", "was", "were", "be", "it's", "stays", "too"];
    !clause[at].text.is_ascii() || clause[..at].iter().any(|it| it.is_any_of(&is))
}

/// Returns true for a negation that belongs to what is turned down: `not X`, `X 말고`.
fn serves_rejection(clause: &[FactToken], at: usize, rejected: &Positions) -> bool {
    match clause[at].text.as_str() {
        "not" => (at + 1..at + 4).any(|at| rejected.contains(&at)),
        "말고" | "버리고" | "빼고" => at > 0 && !clause[at - 1].text.ends_with('지'),
        _ => false,
    }
}

/// Returns the phrases that stand at these positions.
fn phrases_at(clause: &[FactToken], positions: &Positions) -> Vec<String> {
    let mut phrases: Vec<String> = Vec::new();
    for &at in positions {
        let name = clause[at].name.as_str();
        match phrases.last_mut().filter(|_| at > 0 && positions.contains(&(at - 1))) {
            Some(last) => last.extend([" ", name]),
            None => phrases.push(name.to_owned()),
        }
    }
    phrases
}

fn order_names(
    clause: &[FactToken],
    (first, then): &Order,
) -> (BTreeSet<String>, BTreeSet<String>) {
    let names = |at: &Positions| at.iter().map(|&at| clause[at].name.clone()).collect();
    (names(first), names(then))
}
