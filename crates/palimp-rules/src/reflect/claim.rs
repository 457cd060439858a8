//! A fact, taken apart into what it claims.

use std::collections::BTreeSet;

use super::lexicon;
use super::token::{Token, clauses, tokens, without_reason};
use super::turned_down::{changes, left, turned_down};
use crate::tools::{family, is_tool};
use crate::words::is_korean;

/// What a clause claims.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Claim {
    /// What it is about, stemmed, without the names and values below.
    pub(super) words: BTreeSet<String>,
    /// Names of tools that it holds with.
    pub(super) names: BTreeSet<String>,
    /// What it turns down in favour of another.
    pub(super) rejected: BTreeSet<String>,
    /// Numbers, versions, paths and addresses, in order.
    pub(super) values: Vec<String>,
    /// Those of them that stand right behind a name: `MySQL 8`.
    pub(super) versions: BTreeSet<String>,
    /// Whether it says that something is not, or must not be.
    pub(super) negative: bool,
    /// Whether it says that something is used or chosen.
    pub(super) chooses: bool,
    /// Whether it says that something became another.
    pub(super) moves: bool,
    /// Whether it says that something is so, rather than that it happened.
    pub(super) states: bool,
    /// Whether it adds to what else is true.
    pub(super) additive: bool,
    /// Whether it speaks of the past.
    pub(super) past: bool,
    /// What one thing is said to be: `default branch` and `main`.
    pub(super) slot: Option<(String, String)>,
}

/// The claims of a fact, one a clause.
pub(super) fn claims(fact: &str) -> Vec<Claim> {
    let tokens = without_reason(tokens(fact));
    let clauses = clauses(&tokens);
    let mut claims: Vec<Claim> = Vec::new();
    for clause in clauses {
        let claim = Claim::of(clause);
        match claims.last_mut() {
            Some(last) if is_aside(clause, &claim) => last.take(claim),
            _ => claims.push(claim),
        }
    }
    claims.retain(|claim| !claim.is_empty());
    claims
}

/// Whether a clause only says more about the one before it: `…, not npm`.
fn is_aside(clause: &[Token], claim: &Claim) -> bool {
    let turns_down = matches!(clause[0].text.as_str(), "not" | "never" | "no") && clause.len() <= 4;
    turns_down || !claim.chooses && !claim.states && !claim.negative && clause.len() <= 4
}

impl Claim {
    fn of(clause: &[Token]) -> Claim {
        let mut claim = Claim { moves: changes(clause), ..Claim::default() };
        let mut turned_down = turned_down(clause);
        let left = left(clause);
        turned_down.extend(left.map(|(name, _)| name));
        claim.states |= left.is_some();
        for (at, token) in clause.iter().enumerate() {
            if left.is_some_and(|(_, verb)| verb == at) {
                // It is said by what is turned down.
            } else if turned_down.contains(&at) {
                claim.rejected.insert(token.day().map_or(token.stem.clone(), str::to_owned));
            } else {
                claim.add(clause, at, &turned_down);
            }
        }
        claim.slot = slot(clause);
        claim
    }

    fn add(&mut self, clause: &[Token], at: usize, turned_down: &BTreeSet<usize>) {
        let token = &clause[at];
        let word = token.stem.as_str();
        let before = at.checked_sub(1).map(|at| &clause[at]);
        self.additive |= lexicon::is_additive(&token.text) || token.particle == "도";
        self.past |= lexicon::is_past(&token.text) || is_past_use(clause, at);
        self.states |= is_state(token) || at == 0 && lexicon::commands(&token.text);
        self.chooses |= is_choice(clause, at);
        if is_negation(clause, at, turned_down) {
            self.negative = true;
        } else if lexicon::is_state(word) && clause.iter().any(|it| it.day().is_some()) {
            // What happens on a day is told by its verb.
            self.words.insert(word.to_owned());
        } else if is_filler(token) || lexicon::is_negative(&token.text) {
            // Says nothing about what is claimed.
        } else if token.is_value() && !before.is_some_and(|it| lexicon::numbers_things(&it.stem)) {
            if before.is_some_and(|it| is_tool(&it.stem) && !it.closes) {
                self.versions.insert(value(token));
            }
            self.values.push(value(token));
            if let Some(unit) = unit(token) {
                self.words.insert(unit.to_owned());
            }
        } else if is_tool(word) || is_arrival(clause, at, turned_down) {
            self.names.insert(word.to_owned());
        } else {
            self.words.insert(word.to_owned());
        }
    }

    /// Takes in what an aside says.
    fn take(&mut self, aside: Claim) {
        self.rejected.extend(aside.rejected);
        if aside.negative {
            self.rejected.extend(aside.names);
            self.rejected.extend(aside.words);
        } else {
            self.names.extend(aside.names);
            self.words.extend(aside.words);
            self.values.extend(aside.values);
            self.versions.extend(aside.versions);
        }
        self.additive |= aside.additive;
    }

    fn is_empty(&self) -> bool {
        self.words.is_empty()
            && self.names.is_empty()
            && self.values.is_empty()
            && self.rejected.is_empty()
    }

    /// Words, names and values together.
    pub(super) fn everything(&self) -> BTreeSet<&str> {
        let sets = self.words.iter().chain(&self.names).chain(&self.values);
        sets.map(String::as_str).collect()
    }

    /// Its one name of a family of names, and the family.
    pub(super) fn one_of_family(&self) -> Option<(&str, usize)> {
        let mut named = self.names.iter().filter_map(|name| Some((name.as_str(), family(name)?)));
        let first = named.next()?;
        named.next().is_none().then_some(first)
    }
}

/// Whether a word tells that something is so.
fn is_state(token: &Token) -> bool {
    const KOREAN: [&str; 20] = [
        "이다", "이야", "야", "입니다", "예요", "이에요", "있다", "있어", "있음", "쓴다", "써",
        "씁니다", "번", "돈다", "된다", "됩니다", "한다", "합니다", "해줘", "하자",
    ];
    let korean = is_korean(&token.text) && KOREAN.iter().any(|end| token.text.ends_with(end));
    korean
        || token.is(&["is", "are", "be"])
        || lexicon::is_state(&token.text)
        || lexicon::is_change(&token.stem)
        || lexicon::is_change(&token.text)
}

fn is_choice(clause: &[Token], at: usize) -> bool {
    let token = &clause[at];
    let next = clause.get(at + 1).map_or("", |next| next.text.as_str());
    let on = matches!(next, "on" | "with") && lexicon::is_state(&token.text)
        || next == "in" && token.text == "written";
    on || token.text == "used" && !is_past_use(clause, at)
        || lexicon::is_choice(&token.text)
        || lexicon::is_choice(&token.stem)
        || lexicon::is_change(&token.text)
        || lexicon::is_change(&token.stem)
}

/// Whether `used` says what was: `we used npm`, but not `npm is used`.
fn is_past_use(clause: &[Token], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| clause[at].text.as_str());
    clause[at].text == "used" && !matches!(before, "is" | "are" | "be" | "being" | "not")
}

pub(super) fn is_filler(token: &Token) -> bool {
    let known = |word: &str| {
        lexicon::is_empty(word)
            || lexicon::is_choice(word)
            || lexicon::is_state(word)
            || lexicon::is_change(word)
            || lexicon::is_additive(word)
    };
    token.text == "used" || token.stem.is_empty() || known(&token.text) || known(&token.stem)
}

/// Whether a word turns the clause round.
fn is_negation(clause: &[Token], at: usize, turned_down: &BTreeSet<usize>) -> bool {
    let token = &clause[at];
    let for_other = turned_down.contains(&(at + 1)) && token.is(&["not", "never", "no"]);
    let instead = at > 0 && turned_down.contains(&(at - 1)) && token.text == "말고";
    let longer = token.text == "no" && clause.get(at + 1).is_some_and(|next| next.text == "longer");
    let forbids = token.text.ends_with("면") && is_korean(&token.text) && follows_no(clause, at);
    !for_other && !instead && (longer || forbids || lexicon::is_negative(&token.text))
}

/// `…하면 안 돼`.
fn follows_no(clause: &[Token], at: usize) -> bool {
    clause.get(at + 1).is_some_and(|next| next.text.starts_with('안'))
}

/// Whether a word names what something else was left for: `from CircleCI to GitHub Actions`.
fn is_arrival(clause: &[Token], at: usize, turned_down: &BTreeSet<usize>) -> bool {
    let left = turned_down.iter().next().is_some_and(|&left| left < at);
    left && clause[..at].iter().rev().take(3).any(|token| token.is(&["to", "with", "by"]))
        && changes(clause)
}

/// A value without the words written to it.
fn value(token: &Token) -> String {
    if let Some(day) = token.day() {
        return day.to_owned();
    }
    token.stem.trim_start_matches('v').trim_end_matches(['.', ',', ':']).to_owned()
}

/// The unit written to a number in Korean: `15분`.
fn unit(token: &Token) -> Option<&'static str> {
    const UNITS: [&str; 14] =
        ["분", "초", "시간", "시", "일", "개월", "개", "명", "원", "년", "월", "주", "회", "건"];
    UNITS.into_iter().find(|unit| token.particle.starts_with(unit))
}

/// What a clause says that one thing is.
fn slot(clause: &[Token]) -> Option<(String, String)> {
    let copula = |at: usize| {
        let token = &clause[at];
        let topic =
            is_korean(&token.text) && matches!(token.particle.as_str(), "은" | "는" | "이" | "가");
        if token.is(&["is"]) { Some((at, at + 1)) } else { topic.then_some((at + 1, at + 1)) }
    };
    let (end, start) = (0..clause.len()).find_map(copula)?;
    let (subject, value) = (named(&clause[..end]), named(clause.get(start..)?));
    let quality = |token: &&Token| {
        lexicon::is_quality(&token.text)
            || lexicon::is_negative(&token.text)
            || token.text.ends_with("ed")
    };
    let fits = subject.last().is_some_and(|last| lexicon::is_slot(&last.stem))
        && (1..=2).contains(&value.len())
        && !value.iter().any(quality);
    let joined = |tokens: &[&Token]| {
        tokens.iter().map(|token| token.stem.as_str()).collect::<Vec<_>>().join(" ")
    };
    fits.then(|| (joined(&subject), joined(&value)))
}

/// The words of a clause that say something.
fn named(tokens: &[Token]) -> Vec<&Token> {
    let empty = |token: &Token| lexicon::is_empty(&token.text) || lexicon::is_empty(&token.stem);
    tokens.iter().filter(|token| !empty(token)).collect()
}
