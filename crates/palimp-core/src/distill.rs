//! The model step of flush and reflection: text in, text out.
//!
//! A distiller has no tools and no paths. Its callers check its answer and write it.

mod prompt;

use crate::activity::MessageRole;
use crate::chat::{ModelError, TokenUsage};

pub use prompt::{DistillPrompt, FLUSH_PROMPT_TOKENS};

/// Language in which facts are written down.
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
    /// Role of the speaker.
    pub role: MessageRole,
    /// The words.
    pub text: String,
}

/// State of a session besides the messages that are summarised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SessionProgress<'a> {
    /// Number of the user's prompts before.
    pub exchanges: usize,
    /// Number of tool calls in all.
    pub calls: usize,
    /// The lines that were written down before.
    pub kept: &'a [String],
}

/// A session leaves at least one line and at most so many.
const SESSION_LINES_RANGE: std::ops::RangeInclusive<usize> = 1..=14;
/// Number of lines that an exchange is worth: one line per two and a half exchanges, or per sixteen
/// captured tool calls. Clients make some forty calls then, most of which only look at something
/// and are not captured.
const LINES_PER_EXCHANGE: f32 = 0.4;
const LINES_PER_TOOL_CALL: f32 = 1.0 / 16.0;

impl SessionProgress<'_> {
    /// Returns the number of lines that the session may leave in all, after `exchanges` more.
    pub fn max_lines(&self, exchanges: usize) -> usize {
        let exchanges = (self.exchanges + exchanges) as f32;
        let lines = (LINES_PER_EXCHANGE * exchanges + LINES_PER_TOOL_CALL * self.calls as f32)
            .round() as usize;
        lines.clamp(*SESSION_LINES_RANGE.start(), *SESSION_LINES_RANGE.end())
    }

    /// Returns the number of lines that a model is asked for, after `exchanges` more: the lines
    /// that the session may still leave, at least one.
    pub fn remaining_lines(&self, exchanges: usize) -> usize {
        self.max_lines(exchanges).saturating_sub(self.kept.len()).max(1)
    }
}

/// A line has at most so many aliases, and speaks of as many places in the code.
pub const MAX_ALIASES_AND_PLACES: usize = 3;
/// An alias is a question and a place a path: neither is longer, in characters.
pub const MAX_ALIAS_CHARS: usize = 160;
/// Maximum number of lines that a model writes at once.
pub const MAX_FLUSH_LINES: usize = *SESSION_LINES_RANGE.end();

/// Of so many lines, as many may last.
pub const fn max_lasting_lines(lines: usize) -> usize {
    lines.div_ceil(3)
}

/// Task for a distiller.
#[derive(Clone, Copy, Debug)]
pub enum DistillTask<'a> {
    /// To name what is worth keeping of a conversation: lines `- [topic]: fact`, or [`SKIP_ANSWER`]. A decision
    /// ends in `(user)` or `(agent)`, see [`split_decider`]. Below a line may stand `also: A | B`, other ways to
    /// ask for it, `at: PATH, PATH`, the places in the code that it speaks of, and `lasting`.
    Flush {
        /// The conversation, oldest first.
        turns: &'a [ConversationTurn],
        /// Language of the answer.
        language: FactLanguage,
        /// Additional instructions.
        instructions: Option<&'a str>,
        /// State of the session before this flush.
        so_far: SessionProgress<'a>,
    },
    /// To say where each of numbered facts belongs, and which older one it makes untrue: lines
    /// `NUMBER PLACE` or `NUMBER PLACE supersedes OLDER`. The place is `profile`, `preferences`,
    /// `decisions`, `projects`, `procedures`, `soul` or `none`; the older is the number of a known
    /// line.
    Reflect {
        /// The facts, numbered from 1.
        facts: &'a [String],
        /// Known facts, numbered from 1.
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
        /// Aspects that the user wants the summary to emphasise.
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
/// use palimp_core::activity::MessageRole;
/// use palimp_core::distill::split_decider;
///
/// assert_eq!(split_decider("Retries stop after 3 (user)."), ("Retries stop after 3", Some(MessageRole::User)));
/// assert_eq!(split_decider("Log in as root (admin)"), ("Log in as root (admin)", None));
/// ```
pub fn split_decider(fact: &str) -> (&str, Option<MessageRole>) {
    let bare = fact.trim_end_matches([' ', '.']);
    let split = |(mark, role): (&str, MessageRole)| {
        let rest = bare.strip_suffix(mark)?.trim_end();
        (!rest.is_empty()).then_some((rest, Some(role)))
    };
    DECIDER_MARKS.into_iter().find_map(split).unwrap_or((fact, None))
}

/// Answer of a distiller.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DistilledText {
    /// The text, as it came.
    pub text: String,
    /// Token usage; zero if no model was asked.
    pub usage: TokenUsage,
}

/// Condenses text.
pub trait Distiller: Send + Sync {
    /// Name of the distiller, such as `rules`, `claude` or `anthropic/claude-haiku-4-5`.
    fn name(&self) -> String;

    /// True if the distiller spends tokens.
    fn spends_tokens(&self) -> bool;

    /// Runs a task.
    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError>;
}
