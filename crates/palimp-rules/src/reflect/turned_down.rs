//! Words that a clause turns down in favour of others, and the order in which it wants things done.

use std::collections::BTreeSet;
use std::ops::Range;

use super::lexicon::WordRole;
use super::token::FactToken;
use super::value::parse_value;
use crate::tools::is_tool;

/// Positions in a clause.
pub(super) type Positions = BTreeSet<usize>;

/// Returns the positions of the words that a clause turns down in favour of others.
pub(super) fn turned_down(clause: &[FactToken]) -> Positions {
    let at = 0..clause.len();
    at.flat_map(|at| [english_rejections(clause, at), korean_rejections(clause, at)].concat())
        .collect()
}

/// `instead of X`, `X over Y`, `not X`, `from X to Y`, `replaced X with Y`, `X was replaced by Y`.
fn english_rejections(clause: &[FactToken], at: usize) -> Vec<usize> {
    let next = clause.get(at + 1).map_or("", |next| next.text.as_str());
    let by = matches!(next, "by" | "with");
    let behind = match clause[at].text.as_str() {
        "instead" | "rather" if matches!(next, "of" | "than") => 2,
        "over" if is_preference(clause, at) => 1,
        "not" if !negates_verb(clause, at) => 1,
        "from" if has_change(clause) => 1,
        "replaced" if by => {
            return (0..at).rev().find(|&at| clause[at].is_item()).into_iter().collect();
        }
        "replace" | "replaced" | "replacing" if !by => 1,
        _ => return Vec::new(),
    };
    phrase_behind(clause, at + behind)
}

/// Returns the words that name something from `at` on, up to the next preposition.
fn phrase_behind(clause: &[FactToken], at: usize) -> Vec<usize> {
    let start = (at..clause.len()).find(|&at| clause[at].is_item() && !clause[at].is_preposition());
    let Some(start) = start.filter(|start| *start < at + 4) else { return Vec::new() };
    let ends = |at: &usize| clause[*at].is_item() && !clause[*at].is_preposition();
    (start..clause.len()).take_while(ends).take(3).collect()
}

/// `X 대신`, `X 말고`, `X 버리고`, `X가 아니라`, `X보다는`, `X에서 Y로 바꿨다`.
fn korean_rejections(clause: &[FactToken], at: usize) -> Vec<usize> {
    let token = &clause[at];
    let none = Vec::new;
    let Some(next) = clause.get(at + 1) else { return none() };
    let heads =
        ["대신", "말고", "아니라", "아니고", "아닌", "보다", "버리고", "빼고", "접고", "관두고"];
    let chosen = heads.iter().any(|head| next.text.starts_with(head));
    let joined = ["말고", "대신", "보다"].iter().any(|head| token.particle.starts_with(head));
    let left = token.particle == "에서" && has_change(clause);
    let replaced = matches!(token.particle.as_str(), "를" | "을")
        && matches!(next.particle.as_str(), "로" | "으로")
        && has_change(clause)
        && is_tool(&token.name)
        && is_tool(&next.name);
    let turned = chosen && !token.text.ends_with('지') || joined || left || replaced;
    if !turned || !token.is_item() {
        return none();
    }
    // What stands bare before a noun belongs to it: `실제 DB 대신`.
    let bare = |at: &usize| clause[*at].is_item() && clause[*at].particle.is_empty();
    let mut words: Vec<usize> = (0..at).rev().take_while(bare).take(1).collect();
    words.push(at);
    if is_tool(&token.name) { vec![at] } else { words }
}

/// Returns true if `over` says what is preferred rather than what is passed.
fn is_preference(clause: &[FactToken], at: usize) -> bool {
    let chosen = clause[..at].iter().any(|token| token.sense == WordRole::Choice);
    chosen || at > 0 && clause.len() <= 4 && clause[at - 1].is_item()
}

fn has_change(clause: &[FactToken]) -> bool {
    clause.iter().any(|token| token.sense == WordRole::Change)
}

/// Returns true if a `not` belongs to the verb before it, or denies the verb behind it.
fn negates_verb(clause: &[FactToken], at: usize) -> bool {
    const NEGATABLE_VERBS: [&str; 20] = [
        "do", "does", "did", "is", "are", "was", "were", "must", "should", "will", "can", "could",
        "would", "may", "have", "has", "be", "let's", "decided", "or",
    ];
    let before = at.checked_sub(1).map_or("", |at| clause[at].text.as_str());
    let behind = clause.get(at + 1);
    NEGATABLE_VERBS.contains(&before)
        || behind.is_none_or(|next| next.sense == WordRole::Choice || next.text == "to")
        || at == 0 && clause.len() > 4
}

/// Positions of what a clause wants done earlier, and later.
pub(super) type Order = (Positions, Positions);

/// Reads `X before Y`, `X, then Y`, `X after Y`, `Y 전에 X`, `Y 후에 X`, `X 먼저, Y 나중에`.
pub(super) fn parse_order(clause: &[FactToken]) -> Option<Order> {
    let items =
        |range: Range<usize>| -> Positions { range.filter(|&at| clause[at].is_item()).collect() };
    let (mark, later) = (0..clause.len()).find_map(|at| Some((at, order_mark(clause, at)?)))?;
    let (before, behind) = match is_korean_mark(&clause[mark]) {
        // The noun before it, as against everything else.
        true => {
            let noun =
                if clause[mark].particle.starts_with('전') { mark } else { mark.checked_sub(1)? };
            let rest = items(0..noun).into_iter().chain(items(mark + 1..clause.len()));
            (rest.collect(), items(noun..noun + 1))
        }
        false => (items(0..mark), items(mark + 1..clause.len())),
    };
    let order = if later { (before, behind) } else { (behind, before) };
    (!order.0.is_empty() && !order.1.is_empty()).then_some(order)
}

/// Returns true if the word at `at` puts what follows it later, false if it puts it earlier.
fn order_mark(clause: &[FactToken], at: usize) -> Option<bool> {
    let timed = at > 0 && clause[at - 1].text.starts_with(|c: char| c.is_ascii_digit());
    let number = clause.get(at + 1).is_some_and(|it| parse_value(&it.text, "").is_some());
    match clause[at].text.as_str() {
        _ if timed || number || at == 0 => None,
        "before" | "then" | "먼저" | "전에" => Some(true),
        "after" | "후에" | "뒤에" | "다음에" | "이후에" => Some(false),
        _ => None,
    }
}

fn is_korean_mark(token: &FactToken) -> bool {
    token.is_any_of(&["전에", "후에", "뒤에", "다음에", "이후에"])
}
