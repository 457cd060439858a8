//! The older part of a long conversation, in its own words.

use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;
use palimp_core::text::{ellipsis, one_line};

use super::flush::select_facts;
use super::prose::for_each_sentence;
use super::words::{lowercase_sentence, split_words};

/// Maximum length of the request, a step and the last state, in characters.
const MAX_REQUEST_CHARS: usize = 800;
const MAX_STEP_CHARS: usize = 200;
const MAX_STATE_CHARS: usize = 1_200;
/// Maximum number of facts, steps and requested sentences in a summary.
const MAX_FACTS: usize = 16;
const MAX_STEPS: usize = 40;
const MAX_REQUESTED_SENTENCES: usize = 12;

/// Returns a summary from which the conversation can go on.
pub(crate) fn compact_turns(turns: &[ConversationTurn], instructions: Option<&str>) -> String {
    let mut summary = String::new();
    let user =
        |turn: &&ConversationTurn| turn.role == MessageRole::User && !turn.text.trim().is_empty();
    if let Some(first) = turns.iter().find(user) {
        push_section(
            &mut summary,
            "The request",
            &[ellipsis(&one_line(&first.text), MAX_REQUEST_CHARS)],
        );
    }
    let known: Vec<_> =
        select_facts(turns, MAX_FACTS).into_iter().map(|fact| list_item(&fact.text)).collect();
    push_section(&mut summary, "Decided and found", &known);
    let asked = instructions.map(|words| asked_for(turns, words)).unwrap_or_default();
    push_section(&mut summary, "Asked to keep", &asked);
    push_section(&mut summary, "Steps", &user_steps(turns));
    push_section(&mut summary, "The last state", &last_state(turns));
    summary.trim_end().to_owned()
}

fn push_section(summary: &mut String, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        summary.push_str(&format!("## {title}\n\n{}\n\n", lines.join("\n")));
    }
}

fn list_item(text: &str) -> String {
    format!("- {text}")
}

/// Returns the first sentence of each of the user's later turns; of very many, the last.
fn user_steps(turns: &[ConversationTurn]) -> Vec<String> {
    let user = turns.iter().filter(|turn| turn.role == MessageRole::User).skip(1);
    let mut steps: Vec<String> = user.filter_map(|turn| first_sentence(&turn.text)).collect();
    steps.dedup();
    steps.drain(..steps.len().saturating_sub(MAX_STEPS));
    steps
}

fn first_sentence(text: &str) -> Option<String> {
    let mut first = None;
    for_each_sentence(text, |sentence| {
        first.get_or_insert_with(|| list_item(&ellipsis(&one_line(sentence), MAX_STEP_CHARS)));
    });
    let line = text.lines().find(|line| line.contains(char::is_alphanumeric));
    first.or_else(|| line.map(|line| list_item(&ellipsis(&one_line(line), MAX_STEP_CHARS))))
}

/// The last words of both.
fn last_state(turns: &[ConversationTurn]) -> Vec<String> {
    let last = |role: MessageRole, who: &str| {
        let turn =
            turns.iter().rev().find(|turn| turn.role == role && !turn.text.trim().is_empty());
        turn.map(|turn| {
            list_item(&format!("{who}: {}", ellipsis(&one_line(&turn.text), MAX_STATE_CHARS)))
        })
    };
    let user = last(MessageRole::User, "user");
    user.into_iter().chain(last(MessageRole::Assistant, "assistant")).collect()
}

/// The latest sentences that hold a word of the instructions.
fn asked_for(turns: &[ConversationTurn], instructions: &str) -> Vec<String> {
    let wanted = lowercase_sentence(instructions);
    let wanted: Vec<_> =
        split_words(&wanted).iter().map(|word| word.text).filter(|word| word.len() > 3).collect();
    let mut found = Vec::new();
    for turn in turns {
        for_each_sentence(&turn.text, |sentence| {
            let lower = lowercase_sentence(sentence);
            if split_words(&lower).iter().any(|word| wanted.contains(&word.text)) {
                found.push(list_item(&ellipsis(&one_line(sentence), MAX_STEP_CHARS)));
            }
        });
    }
    found.dedup();
    found.drain(..found.len().saturating_sub(MAX_REQUESTED_SENTENCES));
    found
}
