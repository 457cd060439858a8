//! Recent decisions, rules and corrections of the user, quoted from the last sessions of a project.
//!
//! Reflection writes the certain ones on the project's page. Prompts that most likely state one are injected in the
//! user's own words, until a later prompt revises them.

use std::collections::HashMap;

use palimp_core::text::one_line;
use palimp_rank::relevance_threshold::TextSubject;
use palimp_rules::reflect::ComparableFact;
use palimp_rules::violation::{forbids_command, is_command_rule, may_take_back, takes_back};
use palimp_rules::{LaidDown, laid_down, names_all_projects, points_back};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use serde::{Deserialize, Serialize};

use crate::home::zone;

/// Sessions that are read, the last ones, those that are read for rules about commands, and the prompts that are read of
/// each. A rule about commands is of use for longer: it is told when a command breaks it.
const MAX_SESSIONS: usize = 24;
const MAX_SESSIONS_OF_RULES: usize = 240;
const MAX_PROMPTS: usize = 120;
/// Statements that are kept, the newest; as many more about commands.
const MAX_STATEMENTS: usize = 60;
/// A later statement revises an older one from this affinity on, or where it has this share of the older one's words
/// and one of them is no everyday word.
const MIN_AFFINITY: f32 = 0.7;
const MIN_WORD_SHARE: f32 = 0.45;
const MIN_WORD_RARITY: f32 = 0.3;
/// A word says little that stands in this share of a project's statements, and in so many.
const MAX_USE_SHARE: f64 = 0.2;
const MIN_USES: usize = 3;

/// A statement of the user's from an earlier session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct EarlierStatement {
    /// Whole sentences of a prompt, on one line.
    pub(crate) text: String,
    /// The user's day on which it was said: `2026-11-20`.
    pub(crate) day: String,
    /// The session in which it was said.
    pub(crate) session: String,
    /// Certainty that it was laid down, from 0.
    pub(crate) weight: f32,
}

/// Returns what the user laid down in the last sessions of an agent in a project and for it alone, the newest first,
/// and what older sessions laid down about commands; nothing that a later statement says again, revises or makes untrue.
pub(crate) fn earlier_statements(
    db: &ActivityDb,
    agent: &str,
    project: &str,
) -> Result<Vec<EarlierStatement>, StoreError> {
    let mut sessions = db.last_sessions(agent, project, MAX_SESSIONS_OF_RULES)?;
    let older = sessions.split_off(sessions.len().min(MAX_SESSIONS));
    let mut later = Vec::new();
    let mut said = read_statements(db, sessions, &mut later, |_| true)?;
    let mut rules = read_statements(db, older, &mut later, is_about_commands)?;
    rules.retain(|it| is_about_commands(&it.found.sentences.join(" ")));
    said.extend(rules);
    said.retain(|it| !it.found.is_everywhere);
    Ok(newest_statements(&said))
}

/// Returns what the user laid down for every project in the newest sessions of an agent, the newest first.
pub(crate) fn statements_for_all(
    db: &ActivityDb,
    agent: &str,
) -> Result<Vec<EarlierStatement>, StoreError> {
    let mut sessions = db.newest_sessions(agent, 2 * MAX_SESSIONS)?;
    sessions.sort_by_key(|(.., ended_at)| std::cmp::Reverse(*ended_at));
    // Few prompts speak of all projects, and to weigh one takes long.
    let mut said = read_statements(db, sessions, &mut Vec::new(), names_all_projects)?;
    said.retain(|it| it.found.is_everywhere);
    Ok(newest_statements(&said))
}

/// Reads what the wanted prompts of sessions lay down, the newest first, without rules that a prompt of `later` takes back;
/// adds prompts to `later` that may take back older ones.
fn read_statements(
    db: &ActivityDb,
    sessions: Vec<(String, String, i64)>,
    later: &mut Vec<String>,
    is_wanted: impl Fn(&str) -> bool,
) -> Result<Vec<Dated>, StoreError> {
    let mut said = Vec::new();
    for (session, ..) in sessions {
        for (prompt, at) in db.first_prompts(&session, MAX_PROMPTS)?.into_iter().rev() {
            let found = Some(&prompt).filter(|it| is_wanted(it)).and_then(|it| laid_down(it));
            let found = found.filter(|it| {
                let text = it.sentences.join(" ");
                !later.iter().any(|newer| takes_back(newer, &text))
            });
            said.extend(found.map(|found| Dated::new(found, &zone::local_day(at), &session)));
            if may_take_back(&prompt) {
                later.push(prompt);
            }
        }
    }
    Ok(said)
}

/// The newest of the statements that still hold, and of the others those about commands.
fn newest_statements(said: &[Dated]) -> Vec<EarlierStatement> {
    let valid = valid_statements(said).into_iter().enumerate();
    let kept = valid.filter(|(at, it)| *at < MAX_STATEMENTS || is_about_commands(&it.text));
    kept.map(|(_, it)| it).take(2 * MAX_STATEMENTS).collect()
}

fn is_about_commands(text: &str) -> bool {
    is_command_rule(text) || forbids_command(text)
}

/// A decision in a prompt, with its day and session.
struct Dated {
    found: LaidDown,
    day: String,
    session: String,
    subject: TextSubject,
    sentences: Vec<ClaimSentence>,
}

/// A sentence with its claim and its subject.
struct ClaimSentence {
    said: ComparableFact,
    subject: TextSubject,
}

impl Dated {
    fn new(found: LaidDown, day: &str, session: &str) -> Dated {
        let subject = TextSubject::from_text(&found.sentences.join(" "));
        let sentence = |text: &String| ClaimSentence {
            said: ComparableFact::from_text(text),
            subject: TextSubject::from_text(text),
        };
        let sentences = found.sentences.iter().map(sentence).collect();
        Dated { found, day: day.to_owned(), session: session.to_owned(), subject, sentences }
    }

    /// Returns true if this newer statement supersedes a sentence of an older one.
    fn supersedes(
        &self,
        (text, older): (&str, &ClaimSentence),
        is_common: impl Fn(&str) -> bool,
    ) -> bool {
        let ClaimSentence { said, subject } = older;
        let revises = || {
            let affinity = subject.affinity(&self.subject, is_common);
            let is_same =
                affinity > MIN_WORD_RARITY && affinity >= MIN_WORD_SHARE * subject.rarity();
            let newer = || self.found.sentences.join(" ");
            self.found.revises && (affinity >= MIN_AFFINITY || is_same)
                || is_same && have_other_numbers(&newer(), text)
        };
        self.sentences.iter().any(|it| it.said.is_same_as(said) || it.said.contradicts(said))
            || revises()
    }
}

/// Returns true if both texts have numbers, and none in common.
fn have_other_numbers(one: &str, other: &str) -> bool {
    let numbers = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_ascii_digit());
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let (one, other) = (numbers(one), numbers(other));
    !one.is_empty() && !other.is_empty() && !other.iter().any(|number| one.contains(number))
}

/// Returns the statements that still hold; expects the newest first.
fn valid_statements(statements: &[Dated]) -> Vec<EarlierStatement> {
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for term in statements.iter().flat_map(|it| it.subject.terms()) {
        *uses.entry(term).or_default() += 1;
    }
    let most = MIN_USES.max((MAX_USE_SHARE * statements.len() as f64) as usize);
    let is_common = |term: &str| uses.get(term).is_some_and(|&count| count >= most);
    let mut kept = Vec::new();
    for (at, older) in statements.iter().enumerate() {
        let holds = |(text, sentence): &(&String, &ClaimSentence)| {
            !statements[..at].iter().any(|newer| newer.supersedes((text, sentence), is_common))
        };
        let sentences = older.found.sentences.iter().zip(&older.sentences).filter(holds);
        let sentences: Vec<&str> = sentences.map(|(sentence, _)| sentence.as_str()).collect();
        let text = one_line(&sentences.join(" "));
        let is_whole = sentences.len() == older.found.sentences.len();
        let stands_alone =
            || laid_down(&text).is_some() && !sentences.first().is_some_and(|it| points_back(it));
        if is_whole || stands_alone() {
            let (day, session) = (older.day.clone(), older.session.clone());
            kept.push(EarlierStatement { text, day, session, weight: older.found.weight });
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(prompts: &[&str]) -> Vec<String> {
        let found = prompts.iter().filter_map(|prompt| laid_down(prompt));
        let said: Vec<Dated> = found.map(|found| Dated::new(found, "2026-11-20", "s")).collect();
        valid_statements(&said).into_iter().map(|it| it.text).collect()
    }

    #[test]
    fn newest_statement_stands_first() {
        let said =
            ["All dates are stored as UTC, always.", "fix the header", "결제는 민수님 담당이에요"];
        assert_eq!(texts(&said), [said[0], said[2]]);
    }

    #[test]
    fn statement_that_was_made_untrue_is_left_out() {
        let said = ["We use pnpm from now on, not npm.", "We use npm here, always."];
        assert_eq!(texts(&said), [said[0]]);
    }

    #[test]
    fn statement_that_was_revised_in_other_words_is_left_out() {
        for (newer, older) in [
            (
                "stop rounding VAT per line, it must be computed once on the total",
                "부가세는 품목마다 반올림해. 앞으로 항상",
            ),
            (
                "에어플로우 접는다. Prefect로 가자",
                "we schedule with airflow on the cluster, decided",
            ),
            ("free shipping goes up to 70,000", "free shipping starts at 50,000 won"),
        ] {
            assert_eq!(texts(&[newer, older]), [newer]);
        }
    }

    #[test]
    fn sentence_that_still_holds_stays() {
        let older = "the gauge files go to the clean bucket. Timestamps are always stored as UTC.";
        let newer = "gauge files moved, the bucket is s3://curated now";
        assert_eq!(texts(&[newer, older]), [newer, "Timestamps are always stored as UTC."]);
    }
}
