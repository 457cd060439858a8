//! What a clause turns down in favour of something else.

use std::collections::BTreeSet;

use super::claim::is_filler;
use super::lexicon;
use super::token::Token;
use crate::tools::is_tool;
use crate::words::is_korean;

/// The words that a clause turns down in favour of others.
pub(super) fn turned_down(clause: &[Token]) -> BTreeSet<usize> {
    let at = 0..clause.len();
    at.filter_map(|at| english(clause, at).or_else(|| korean(clause, at))).collect()
}

/// `instead of X`, `not X`, `from X to Y`, `replaced X with Y`, `X was replaced by Y`.
fn english(clause: &[Token], at: usize) -> Option<usize> {
    let token = &clause[at];
    let next = clause.get(at + 1).map_or("", |next| next.text.as_str());
    let by = matches!(next, "by" | "with");
    let behind = match token.text.as_str() {
        "instead" | "rather" if matches!(next, "of" | "than") => 2,
        "over" if chooses_before(clause, at) => 1,
        "not" if !denies(clause, at) => 1,
        "from" if changes(clause) => 1,
        "replaced" if by => return (0..at).rev().find(|&at| !is_filler(&clause[at])),
        "replace" | "replaced" | "replacing" | "drop" | "dropped" if !by => 1,
        _ => return None,
    };
    subject_behind(clause, at + behind)
}

/// `X 대신`, `X 말고`, `X가 아니라`, `X에서 Y로 바꿨다`.
fn korean(clause: &[Token], at: usize) -> Option<usize> {
    let token = &clause[at];
    let next = clause.get(at + 1)?;
    let chosen = next.text.starts_with("대신")
        || next.text == "말고"
        || next.text.starts_with("아니라")
        || next.text.starts_with("아닌");
    let joined = token.particle.starts_with("말고") || token.particle.starts_with("대신");
    let left = token.particle == "에서" && changes(clause) && !lexicon::is_slot(&token.stem);
    let replaced = matches!(token.particle.as_str(), "를" | "을")
        && (next.particle == "로" || next.particle == "으로")
        && changes(clause)
        && (is_tool(&token.stem) && is_tool(&next.stem));
    ((chosen && !token.text.ends_with('지')) || joined || left || replaced).then_some(at)
}

/// The first word from `at` on that names something.
fn subject_behind(clause: &[Token], at: usize) -> Option<usize> {
    (at..clause.len()).take(3).find(|&at| !is_filler(&clause[at]))
}

/// What a clause says is used no more, and the word that says it: `Jest is gone`, `we removed
/// lodash`, `Redis는 제거했다`. Only of a tool, and where the clause says nothing else.
pub(super) fn left(clause: &[Token]) -> Option<(usize, usize)> {
    let verb = clause.iter().position(|token| lexicon::is_gone(&token.text))?;
    let said = |at: &usize| *at != verb && !is_filler(&clause[*at]);
    let mut named = (0..clause.len()).filter(said);
    let (name, None) = (named.next()?, named.next()) else { return None };
    // `The server is gone` says that it is down.
    if !is_tool(&clause[name].stem) {
        return None;
    }
    let is = verb > 0 && clause[verb - 1].is(&["is", "was", "are", "were", "been", "now"]);
    // `Removed by Jest` and `gone from Jest` leave something else.
    let by = clause.iter().any(|token| token.is(&["by", "from", "in", "with", "for"]));
    let active = clause[verb].text != "gone" && verb < name;
    let korean = is_korean(&clause[verb].text) && name < verb;
    (!by && (is && name < verb || active || korean)).then_some((name, verb))
}

fn chooses_before(clause: &[Token], at: usize) -> bool {
    clause[..at].iter().any(|token| lexicon::is_choice(&token.text))
}

pub(super) fn changes(clause: &[Token]) -> bool {
    clause.iter().any(|token| lexicon::is_change(&token.text) || lexicon::is_change(&token.stem))
}

/// Whether a `not` belongs to the verb before it, or denies the verb behind it.
fn denies(clause: &[Token], at: usize) -> bool {
    const VERBS: [&str; 20] = [
        "do", "does", "did", "is", "are", "was", "were", "must", "should", "will", "can", "could",
        "would", "may", "have", "has", "be", "let's", "decided", "or",
    ];
    let before = at.checked_sub(1).map_or("", |at| clause[at].text.as_str());
    let behind = clause.get(at + 1).map_or("", |next| next.text.as_str());
    VERBS.contains(&before)
        || lexicon::is_choice(behind)
        || behind == "to"
        || at == 0 && clause.len() > 4
}
