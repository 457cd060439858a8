//! The older part of a long conversation, in its own words.

use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;
use palimp_core::text::{ellipsis, one_line};

use super::flush::facts;
use super::prose::sentences;
use super::words::{lower, words};

/// How long the request, a step and the last state are at the most, in characters.
const REQUEST: usize = 800;
const STEP: usize = 200;
const STATE: usize = 1_200;
/// How many facts, steps and sentences asked for are told.
const FACTS: usize = 16;
const STEPS: usize = 40;
const ASKED: usize = 12;

/// A summary from which the conversation can go on.
pub(crate) fn compact(turns: &[ConversationTurn], instructions: Option<&str>) -> String {
    let mut summary = String::new();
    let user =
        |turn: &&ConversationTurn| turn.role == MessageRole::User && !turn.text.trim().is_empty();
    if let Some(first) = turns.iter().find(user) {
        section(&mut summary, "The request", &[ellipsis(&one_line(&first.text), REQUEST)]);
    }
    let known: Vec<_> = facts(turns, FACTS).into_iter().map(|fact| item(&fact.text)).collect();
    section(&mut summary, "Decided and found", &known);
    let asked = instructions.map(|words| asked_for(turns, words)).unwrap_or_default();
    section(&mut summary, "Asked to keep", &asked);
    section(&mut summary, "Steps", &steps(turns));
    section(&mut summary, "The last state", &last_state(turns));
    summary.trim_end().to_owned()
}

fn section(summary: &mut String, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        summary.push_str(&format!("## {title}\n\n{}\n\n", lines.join("\n")));
    }
}

fn item(text: &str) -> String {
    format!("- {text}")
}

/// What the user wanted in each of her later turns; of very many, the last.
fn steps(turns: &[ConversationTurn]) -> Vec<String> {
    let user = turns.iter().filter(|turn| turn.role == MessageRole::User).skip(1);
    let mut steps: Vec<String> = user.filter_map(|turn| first_sentence(&turn.text)).collect();
    steps.dedup();
    steps.drain(..steps.len().saturating_sub(STEPS));
    steps
}

fn first_sentence(text: &str) -> Option<String> {
    let mut first = None;
    sentences(text, |sentence| {
        first.get_or_insert_with(|| item(&ellipsis(&one_line(sentence), STEP)));
    });
    let line = text.lines().find(|line| line.contains(char::is_alphanumeric));
    first.or_else(|| line.map(|line| item(&ellipsis(&one_line(line), STEP))))
}

/// The last words of both.
fn last_state(turns: &[ConversationTurn]) -> Vec<String> {
    let last = |role: MessageRole, who: &str| {
        let turn =
            turns.iter().rev().find(|turn| turn.role == role && !turn.text.trim().is_empty());
        turn.map(|turn| item(&format!("{who}: {}", ellipsis(&one_line(&turn.text), STATE))))
    };
    let user = last(MessageRole::User, "user");
    user.into_iter().chain(last(MessageRole::Assistant, "assistant")).collect()
}

/// The latest sentences that hold a word of the instructions.
fn asked_for(turns: &[ConversationTurn], instructions: &str) -> Vec<String> {
    let wanted = lower(instructions);
    let wanted: Vec<_> =
        words(&wanted).iter().map(|word| word.text).filter(|word| word.len() > 3).collect();
    let mut found = Vec::new();
    for turn in turns {
        sentences(&turn.text, |sentence| {
            let lower = lower(sentence);
            if words(&lower).iter().any(|word| wanted.contains(&word.text)) {
                found.push(item(&ellipsis(&one_line(sentence), STEP)));
            }
        });
    }
    found.dedup();
    found.drain(..found.len().saturating_sub(ASKED));
    found
}
