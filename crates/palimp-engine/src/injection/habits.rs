//! Wishes that a user says again, session after session: standing orders, corrections, and closing rituals.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use palimp_core::text::{ellipsis, one_line};
use palimp_rank::analysis::content_terms;
use palimp_rules::{closing_acts, is_standing_order, user_statements};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use serde::{Deserialize, Serialize};

use crate::home::zone;

/// Sessions in which habits are looked for, the last ones, and the prompts that are read of each.
const MAX_SESSIONS: usize = 12;
const MAX_PROMPTS: usize = 40;
/// An act that is asked for in so many sessions, and in this share of them, is a ritual: of what fewer ask for, a
/// session that does not want it is told too often.
const MIN_RITUAL_SESSIONS: usize = 3;
const MIN_RITUAL_SHARE: f64 = 0.35;
/// Words that refer to something in their session.
const DEICTIC_WORDS: [&str; 18] = [
    "this", "that", "these", "those", "it", "its", "once", "now", "here", "above", "them", "they",
    "이거", "그거", "저거", "이건", "그건", "지금",
];
/// Wishes that are kept, and the longest, in characters.
const MAX_WISHES: usize = 4;
const MAX_WISH_CHARS: usize = 200;

/// Two statements are the same from this share of the shorter one's words on, and of the longer one's.
const MIN_SHORTER_SHARE: f64 = 0.7;
const MIN_LONGER_SHARE: f64 = 0.5;
/// Fewer words in common prove nothing.
const MIN_COMMON_WORDS: usize = 3;
/// A longer prompt asks for more than a closing ritual, in characters.
const MAX_RITUAL_CHARS: usize = 300;
/// Words that negate a statement.
const NEGATION_WORDS: [&str; 12] = [
    "not", "never", "no", "don't", "dont", "without", "instead", "말고", "말아", "마", "하지",
    "절대",
];

/// A standing wish that the user states in a sentence.
#[derive(Clone, Debug)]
pub(crate) struct StatedWish {
    pub(crate) text: String,
    terms: BTreeSet<String>,
    denies: bool,
    /// The acts of a closing ritual; none of another wish.
    acts: Vec<&'static str>,
}

/// Finds the wishes in a prompt.
pub(crate) fn find_wishes(prompt: &str, is_first: bool) -> Vec<StatedWish> {
    let mut wishes: Vec<StatedWish> =
        user_statements(prompt, is_first).into_iter().map(StatedWish::from_statement).collect();
    let acts = closing_acts(prompt);
    if !acts.is_empty() && prompt.chars().count() <= MAX_RITUAL_CHARS {
        let (text, denies) = (acts.join(" and "), false);
        wishes.push(StatedWish { text, terms: BTreeSet::new(), denies, acts });
    }
    wishes
}

impl StatedWish {
    fn from_statement(text: String) -> StatedWish {
        let lower = text.to_lowercase().replace('’', "'");
        let mut words = lower.split(|c: char| !c.is_alphanumeric() && c != '\'');
        let denies = words.any(|word| NEGATION_WORDS.contains(&word));
        StatedWish { terms: content_terms(&text), text, denies, acts: Vec::new() }
    }

    /// Returns true if both state the same wish in nearly the same words.
    pub(crate) fn is_repeat_of(&self, other: &StatedWish) -> bool {
        if !self.acts.is_empty() || !other.acts.is_empty() {
            return self.acts == other.acts;
        }
        let common = self.terms.intersection(&other.terms).count();
        let (a, b) = (self.terms.len(), other.terms.len());
        self.denies == other.denies
            && common >= MIN_COMMON_WORDS
            && common as f64 >= MIN_SHORTER_SHARE * a.min(b) as f64
            && common as f64 >= MIN_LONGER_SHARE * a.max(b) as f64
    }

    /// Returns true if it is understood without its session.
    fn stands_alone(&self) -> bool {
        let lower = self.text.to_lowercase();
        let mut words = lower.split(|c: char| !c.is_alphanumeric());
        is_standing_order(&self.text) || !words.any(|word| DEICTIC_WORDS.contains(&word))
    }

    /// Returns the words that say it; none of a closing ritual.
    pub(crate) fn terms(&self) -> &BTreeSet<String> {
        &self.terms
    }

    /// Returns the acts of a closing ritual; none of another wish.
    pub(crate) fn acts(&self) -> &[&'static str] {
        &self.acts
    }
}

/// A wish that the user said in several sessions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Habit {
    /// The wish: `Closing a task: commit and push`.
    pub(crate) wish: String,
    /// The sessions in which it was said: `asked for in 6 of 8 sessions`.
    pub(crate) sessions: String,
}

impl Habit {
    /// Text before the acts of a closing ritual.
    pub(crate) const RITUAL_PREFIX: &str = "Closing a task: ";

    /// Formats the habit as an injected line.
    pub(crate) fn to_line(&self) -> String {
        format!("{} ({})", self.wish, self.sessions)
    }
}

/// Finds the habits of the user in the last sessions of an agent in a project: closing rituals in
/// one line, then wishes stated in at least two sessions, most frequent first.
pub(crate) fn find_habits(
    db: &ActivityDb,
    agent: &str,
    project: &str,
) -> Result<Vec<Habit>, StoreError> {
    let mut sessions = Vec::new();
    for (id, _, ended_at) in db.last_sessions(agent, project, MAX_SESSIONS)? {
        let prompts = db.first_prompts(&id, MAX_PROMPTS)?;
        let said = prompts.iter().enumerate();
        let said = said.flat_map(|(at, (prompt, _))| find_wishes(prompt, at == 0));
        sessions.push((said.collect::<Vec<_>>(), ended_at));
    }
    let said: Vec<&[StatedWish]> = sessions.iter().map(|(said, _)| said.as_slice()).collect();
    let mut habits: Vec<Habit> = find_ritual(&said).into_iter().collect();
    habits.extend(repeated_wishes(&sessions));
    Ok(habits)
}

/// Finds the acts that enough sessions ask for to be a ritual.
fn find_ritual(sessions: &[&[StatedWish]]) -> Option<Habit> {
    let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
    for said in sessions {
        let acts: HashSet<&str> = said.iter().flat_map(|wish| wish.acts.iter().copied()).collect();
        acts.into_iter().for_each(|act| *asked.entry(act).or_default() += 1);
    }
    let all = sessions.len();
    asked.retain(|_, times| {
        *times >= MIN_RITUAL_SESSIONS && *times as f64 >= MIN_RITUAL_SHARE * all as f64
    });
    let times = *asked.values().max()?;
    let mut acts: Vec<(&str, usize)> = asked.into_iter().collect();
    acts.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    let acts = acts.into_iter().map(|(act, _)| act).collect::<Vec<_>>().join(" and ");
    let wish = format!("{}{acts}", Habit::RITUAL_PREFIX);
    Some(Habit { wish, sessions: format!("asked for in {times} of {all} sessions") })
}

/// Returns the wishes stated in at least two sessions, each in its latest words.
fn repeated_wishes(sessions: &[(Vec<StatedWish>, i64)]) -> Vec<Habit> {
    let mut found: Vec<(&StatedWish, i64, usize)> = Vec::new();
    for (at, (said, ended_at)) in sessions.iter().enumerate() {
        for wish in said.iter().filter(|wish| wish.acts.is_empty() && wish.stands_alone()) {
            if found.iter().any(|(known, ..)| known.is_repeat_of(wish)) {
                continue;
            }
            let hears = |(others, _): &&(Vec<StatedWish>, i64)| {
                others.iter().any(|it| it.is_repeat_of(wish))
            };
            let earlier = sessions[at + 1..].iter().filter(hears).count();
            if earlier > 0 {
                found.push((wish, *ended_at, earlier + 1));
            }
        }
    }
    found.sort_by_key(|(_, ended_at, times)| std::cmp::Reverse((*times, *ended_at)));
    let lines = found.into_iter().take(MAX_WISHES).map(|(wish, ended_at, times)| {
        let sessions = format!("said in {times} sessions, last {}", zone::local_day(ended_at));
        Habit { wish: ellipsis(&one_line(&wish.text), MAX_WISH_CHARS), sessions }
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn session(prompts: &[&str]) -> Vec<StatedWish> {
        prompts.iter().flat_map(|prompt| find_wishes(prompt, false)).collect()
    }

    #[test]
    fn acts_of_many_sessions_are_a_ritual() {
        let closing = session(&["commit and push"]);
        let other = session(&["the pool deadlocks when two workers close it"]);
        let sessions = [&*closing, &*closing, &*closing, &*other, &*other];
        let line = "Closing a task: commit and push (asked for in 3 of 5 sessions)";
        assert_eq!(find_ritual(&sessions).unwrap().to_line(), line);
        assert_eq!(find_ritual(&[&*closing, &*other, &*closing]), None);
    }

    #[test]
    fn wish_of_two_sessions_is_repeated() {
        let day = 86_400_000;
        let first = session(&["no, never mock the database in these tests, use a real one"]);
        let again = session(&["I told you: never mock the database in tests"]);
        let once = session(&["the header must stay on one line on phones"]);
        let found = repeated_wishes(&[(again, 3 * day), (once, 2 * day), (first, day)]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].wish.contains("never mock the database"), "{found:?}");
        assert!(found[0].sessions.contains("said in 2 sessions"), "{found:?}");
    }
}
