//! The model step of flush and reflection: text in, text out.
//!
//! A distiller has no tools and no paths. What it answers is checked and written by those who
//! asked.

mod prompt;

use crate::activity::MessageRole;
use crate::chat::{ModelError, TokenUsage};

pub use prompt::{DistillPrompt, FLUSH_PROMPT_TOKENS};

/// In which language facts are written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FactLanguage {
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
pub struct ConversationTurn {
    /// Who said it.
    pub role: MessageRole,
    /// The words.
    pub text: String,
}

/// What is known of a session besides the messages that are condensed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionProgress<'a> {
    /// How many prompts the user made before.
    pub exchanges: usize,
    /// How many calls of tools there were in all.
    pub calls: usize,
    /// The lines that were written down before.
    pub kept: &'a [String],
}

/// A session leaves at least one line and at most so many.
const SESSION_LINES_RANGE: std::ops::RangeInclusive<usize> = 1..=14;
/// How many exchanges, and how many calls of tools, are worth a line: two and a half, and sixteen.
/// Clients make some forty calls then, most of which only look at something and are not captured.
const LINES_PER_EXCHANGE: f32 = 0.4;
const LINES_PER_TOOL_CALL: f32 = 1.0 / 16.0;

impl SessionProgress<'_> {
    /// How many lines the session may leave in all, after `exchanges` more.
    pub fn max_lines(&self, exchanges: usize) -> usize {
        let exchanges = (self.exchanges + exchanges) as f32;
        let lines = (LINES_PER_EXCHANGE * exchanges + LINES_PER_TOOL_CALL * self.calls as f32)
            .round() as usize;
        lines.clamp(*SESSION_LINES_RANGE.start(), *SESSION_LINES_RANGE.end())
    }

    /// How many lines a model is asked for, after `exchanges` more: what the session may still leave, and
    /// one where that is nothing.
    pub fn remaining_lines(&self, exchanges: usize) -> usize {
        self.max_lines(exchanges).saturating_sub(self.kept.len()).max(1)
    }
}

/// A line has at most so many aliases, and speaks of as many places in the code.
pub const MAX_ALIASES_AND_PLACES: usize = 3;
/// An alias is a question and a place a path: neither is longer, in characters.
pub const MAX_ALIAS_CHARS: usize = 160;
/// The most lines that a model writes at once.
pub const MAX_FLUSH_LINES: usize = *SESSION_LINES_RANGE.end();

/// Of so many lines, as many may last.
pub const fn max_lasting_lines(lines: usize) -> usize {
    lines.div_ceil(3)
}

/// What a distiller is asked to do.
#[derive(Clone, Copy, Debug)]
pub enum DistillTask<'a> {
    /// To name what is worth keeping of a conversation: lines `- [topic]: fact`, or [`SKIP`]. A decision
    /// ends in `(user)` or `(agent)`, see [`decider`]. Below a line may stand `also: A | B`, other ways to
    /// ask for it, `at: PATH, PATH`, the places in the code that it speaks of, and `lasting`.
    Flush {
        /// The conversation, oldest first.
        turns: &'a [ConversationTurn],
        /// In which language to answer.
        language: FactLanguage,
        /// What it is told in addition.
        instructions: Option<&'a str>,
        /// What the session left behind before.
        so_far: SessionProgress<'a>,
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
        turns: &'a [ConversationTurn],
    },
    /// To summarise the older part of a long conversation, which then goes on from the summary.
    Compact {
        /// The older part.
        turns: &'a [ConversationTurn],
        /// What the user wants it to pay heed to.
        instructions: Option<&'a str>,
    },
}

/// The answer that says that nothing is worth keeping.
pub const SKIP_ANSWER: &str = "SKIP";

/// The marks at the end of a decision that say who made it.
const DECIDER_MARKS: [(&str, MessageRole); 4] = [
    ("(user)", MessageRole::User),
    ("(agent)", MessageRole::Assistant),
    ("(사용자)", MessageRole::User),
    ("(에이전트)", MessageRole::Assistant),
];

/// Splits a fact from the mark at its end that says who decided it; a model's claim, and no proof.
///
/// ```
/// use palimp_core::activity::Role;
/// use palimp_core::distill::decider;
///
/// assert_eq!(decider("Retries stop after 3 (user)."), ("Retries stop after 3", Some(Role::User)));
/// assert_eq!(decider("Log in as root (admin)"), ("Log in as root (admin)", None));
/// ```
pub fn split_decider(fact: &str) -> (&str, Option<MessageRole>) {
    let bare = fact.trim_end_matches([' ', '.']);
    let split = |(mark, role): (&str, MessageRole)| {
        let rest = bare.strip_suffix(mark)?.trim_end();
        (!rest.is_empty()).then_some((rest, Some(role)))
    };
    DECIDER_MARKS.into_iter().find_map(split).unwrap_or((fact, None))
}

/// What a distiller answered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistilledText {
    /// The text, as it came.
    pub text: String,
    /// What it cost; nothing where no model was asked.
    pub usage: TokenUsage,
}

/// Condenses text.
pub trait Distiller: Send + Sync {
    /// Who it is, such as `rules`, `claude` or `anthropic/claude-haiku-4-5`.
    fn name(&self) -> String;

    /// Whether it spends tokens.
    fn spends_tokens(&self) -> bool;

    /// Does what it is asked.
    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError>;
}
