//! Extraction of what is worth remembering from a conversation, and where it belongs, by rules and
//! without a model.
//!
//! For programs that keep notes of what people and agents say to each other. [`RuleDistiller`]
//! picks the sentences in which something was decided, found out or asked for; [`reflect`] sorts
//! them into notes and finds which of two contradicts the other. It costs nothing, calls no
//! service, and always gives the same answer; so it is also the fallback of a program whose model
//! cannot be reached.
//!
//! Phrases, English and Korean, tell what a sentence is; they are data. A fact is written down in
//! the words of its speaker; only a first person is replaced, where no other word has to change
//! with it. No facts are: guesses, questions, trials and retractions, wishes for this moment alone,
//! what others said, and text in code or output.

mod attribution;
mod candidates;
mod classifier;
mod closing;
mod commit;
mod compact;
mod conclusions;
mod fact;
mod flush;
mod keep;
mod order;
mod own_words;
mod passing;
mod person;
mod phrase_lexicon;
mod prose;
mod quote;
pub mod reflect;
mod remember_request;
mod remember_wish;
mod report;
mod retractions;
mod scope;
mod sentence_marks;
#[cfg(test)]
mod tests;
mod tools;
mod topic;
mod user_statements;
pub mod violation;
mod words;

use palimp_core::activity::MessageRole;
use palimp_core::chat::ModelError;
use palimp_core::distill::{ConversationTurn, DistillTask, DistilledText, Distiller};

pub use attribution::{Statements, is_said_in};
pub use closing::closing_acts;
pub use commit::{CommitMessage, MAX_MESSAGE_CHARS, commit_message, telling_part};
pub use conclusions::{
    ConclusionStatement, Conclusions, extract_conclusions, is_memo, user_statements,
};
pub use keep::names::extract_names;
pub use keep::{explains_cause, find_cause};
pub use order::is_standing_order;
pub use own_words::own_words;
pub use remember_request::{
    RememberRequest, asks_for_memory, remember_request, rememberable_statements,
};
pub use user_statements::{LaidDown, laid_down, names_all_projects, points_back};

/// Distiller that picks sentences by rules; costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct RuleDistiller;

impl Distiller for RuleDistiller {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn spends_tokens(&self) -> bool {
        false
    }

    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
        let text = match task {
            DistillTask::Flush { turns, so_far, .. } => flush::flush(turns, *so_far),
            DistillTask::Slug { turns } => topic::conversation_slug(turns),
            DistillTask::Reflect { facts, known } => reflect::answer_placements(facts, known),
            DistillTask::Compact { turns, instructions } => {
                compact::compact_turns(turns, *instructions)
            }
        };
        Ok(DistilledText { text, ..DistilledText::default() })
    }
}

/// The facts in a text that a person or another program wrote as prose, at most `count`.
pub fn facts_in(text: &str, count: usize) -> Vec<String> {
    let turn = ConversationTurn { role: MessageRole::User, text: text.to_owned() };
    flush::select_facts(&[turn], count).into_iter().map(|fact| fact.text).collect()
}

/// Returns what an agent's answer says that is worth keeping, at most `count` lines.
pub fn facts_of_answer(text: &str, count: usize) -> Vec<String> {
    let turn = ConversationTurn { role: MessageRole::Assistant, text: text.to_owned() };
    flush::select_facts(&[turn], count).into_iter().map(|fact| fact.text).collect()
}

/// Compiles the examples of the readme.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
