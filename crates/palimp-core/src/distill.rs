//! The model step of flush and reflection: text in, text out.
//!
//! A distiller has no tools and no paths. What it answers is checked and written by those who
//! asked.

mod prompt;

use crate::activity::Role;
use crate::chat::{ModelError, Usage};

pub use prompt::Prompt;

/// In which language facts are written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Korean.
    Ko,
    /// That of the conversation.
    Auto,
}

/// A message of a conversation that is condensed; without secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Who said it.
    pub role: Role,
    /// The words.
    pub text: String,
}

/// What is known of a session besides the messages that are condensed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SoFar<'a> {
    /// How many prompts the user made before.
    pub exchanges: usize,
    /// How many calls of tools there were in all.
    pub calls: usize,
    /// The lines that were written down before.
    pub kept: &'a [String],
}

/// What a distiller is asked to do.
#[derive(Clone, Copy, Debug)]
pub enum Task<'a> {
    /// To name what is worth keeping of a conversation: two to four lines `- [topic]: fact`, or
    /// [`SKIP`].
    Flush {
        /// The conversation, oldest first.
        turns: &'a [Turn],
        /// In which language to answer.
        language: Language,
        /// What it is told in addition.
        instructions: Option<&'a str>,
        /// What the session left behind before.
        so_far: SoFar<'a>,
    },
    /// To say where each of numbered facts belongs, and which older one it makes untrue: lines
    /// `NUMBER PLACE` or `NUMBER PLACE supersedes OLDER`. The place is `profile`, `preferences`,
    /// `decisions`, `projects`, `procedures`, `soul` or `none`; the older is the number of a known
    /// line.
    Reflect {
        /// The facts, numbered from 1.
        facts: &'a [String],
        /// What is known, numbered from 1.
        known: &'a [String],
    },
    /// To name a conversation in two to five words, for a file's name.
    Slug {
        /// The conversation, oldest first.
        turns: &'a [Turn],
    },
    /// To summarise the older part of a long conversation, which then goes on from the summary.
    Compact {
        /// The older part.
        turns: &'a [Turn],
        /// What the user wants it to pay heed to.
        instructions: Option<&'a str>,
    },
}

/// The answer that says that nothing is worth keeping.
pub const SKIP: &str = "SKIP";

/// What a distiller answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distilled {
    /// The text, as it came.
    pub text: String,
    /// What it cost; nothing where no model was asked.
    pub usage: Usage,
}

/// Condenses text.
pub trait Distiller: Send + Sync {
    /// Who it is, such as `rules`, `claude` or `anthropic/claude-haiku-4-5`.
    fn name(&self) -> String;

    /// Whether it spends tokens.
    fn spends(&self) -> bool;

    /// Does what it is asked.
    fn distill(&self, task: &Task) -> Result<Distilled, ModelError>;
}
