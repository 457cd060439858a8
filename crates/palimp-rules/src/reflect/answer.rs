//! Answers of a distiller to the question where facts belong.

use std::collections::HashSet;

use super::{ComparableFact, FactCategory, categorize_fact};

/// Category of a fact, and the known line that it makes untrue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementVerdict {
    /// Category of the fact.
    pub place: FactCategory,
    /// The number of the known line, from 0.
    pub supersedes: Option<usize>,
}

/// Returns the answer of the rules: lines `NUMBER PLACE` or `NUMBER PLACE supersedes OLDER`.
///
/// ```
/// use palimp_rules::reflect::answer_placements;
///
/// let (facts, known) = (["We use pnpm, not npm".to_owned()], ["We use npm".to_owned()]);
/// assert_eq!(answer_placements(&facts, &known), "1 projects supersedes 1");
/// ```
pub fn answer_placements(facts: &[String], known: &[String]) -> String {
    let known: Vec<ComparableFact> =
        known.iter().map(|line| ComparableFact::from_text(line)).collect();
    let lines = facts.iter().enumerate().map(|(at, fact)| {
        let (topic, text) = super::taken_apart(fact);
        let place = categorize_fact(topic, text).name();
        let said = ComparableFact::from_text(text);
        match known.iter().position(|older| said.contradicts(older)) {
            Some(older) => format!("{} {place} supersedes {}", at + 1, older + 1),
            None => format!("{} {place}", at + 1),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Parses an answer into a verdict for each of `facts` facts, given `known` known lines. A fact
/// gets none if the answer does not mention it, says something else than asked, or says two things
/// of it.
pub fn parse_verdicts(answer: &str, facts: usize, known: usize) -> Vec<Option<PlacementVerdict>> {
    let mut verdicts = vec![None; facts];
    let mut twice = HashSet::new();
    for (number, verdict) in answer.lines().filter_map(|line| line_of(line, known)) {
        let Some(at) = number.checked_sub(1).filter(|&at| at < facts) else { continue };
        if verdicts[at].replace(verdict).is_some() {
            twice.insert(at);
        }
    }
    for at in twice {
        verdicts[at] = None;
    }
    verdicts
}

fn line_of(line: &str, known: usize) -> Option<(usize, PlacementVerdict)> {
    let mut words = line.split_whitespace();
    let number = words.next()?.parse().ok()?;
    let place = FactCategory::from_name(words.next()?)?;
    let supersedes = match (words.next(), words.next()) {
        (None, _) => None,
        (Some("supersedes"), Some(older)) => {
            let older: usize = older.parse().ok()?;
            Some(older.checked_sub(1).filter(|&at| at < known)?)
        }
        _ => return None,
    };
    words.next().is_none().then_some((number, PlacementVerdict { place, supersedes }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_word_for_word_or_not_at_all() {
        let told = |place, supersedes| Some(PlacementVerdict { place, supersedes });
        let answer = "1 decisions supersedes 2\n2 soul\n3 nonsense\n4 profile supersedes 9\n5 none yes\nno\n6 projects\n6 none\n99 soul\n7 none";
        assert_eq!(
            parse_verdicts(answer, 7, 2),
            [
                told(FactCategory::Decisions, Some(1)),
                told(FactCategory::Soul, None),
                None,
                None,
                None,
                None,
                told(FactCategory::Nowhere, None),
            ]
        );
        assert_eq!(parse_verdicts("", 1, 0), [None]);
    }

    #[test]
    fn the_rules_answer_is_a_valid_one() {
        let facts =
            ["[pm]: We use pnpm, not npm", "나는 탭을 선호한다", "TODO: write the docs for it"];
        let facts = facts.map(str::to_owned);
        let known = ["We use npm".to_owned()];
        let answer = answer_placements(&facts, &known);
        let places: Vec<_> = parse_verdicts(&answer, 3, 1).into_iter().flatten().collect();
        assert_eq!(places.len(), 3);
        assert_eq!(places[0].supersedes, Some(0));
        assert_eq!(
            (places[1].place, places[2].place),
            (FactCategory::Preferences, FactCategory::Nowhere)
        );
    }
}
