//! Compaction: the old turns of a conversation become a summary.
//!
//! The last turns stay as they are, and no call is parted from its result. What the model's
//! summary leaves out of names, paths and numbers stands below it, word for word. When anything
//! goes wrong, the answer says so and nothing was changed: the conversation is only read here.

mod chunk;
mod summariser_input;

use palimp_core::chat::{ChatMessage, ModelError, TokenUsage};
use palimp_core::distill::{ConversationTurn, DistillTask, DistilledText, Distiller, SKIP_ANSWER};
use palimp_redact::Redactor;

use crate::messages;
use crate::meter::MessageMeter;
use crate::prune::{PruneDecision, PruneDecisions, Pruner};
use crate::settings::PruningSettings;
use crate::trim::group_thousands;
use crate::verbatim::VerbatimLedger;
use crate::view::ConversationView;

/// Number of last turns that stay unchanged.
pub const KEEP_TURNS: usize = 10;

/// Maximum share of a window that a compacted conversation fills, if possible: 45,000 tokens of
/// 200,000.
const TARGET_WINDOW_SHARE: (usize, usize) = (9, 40);

/// Maximum size of a summary, as a divisor of the summarised tokens, and never more than half of
/// the target; a summary of [`SHORT_SUMMARY_TOKENS`] tokens is always allowed.
const MAX_SUMMARY_DIVISOR: usize = 8;
const SHORT_SUMMARY_TOKENS: usize = 1_000;

/// Maximum and minimum size of the list of names, as divisors of the tokens before, and never more
/// than half of the target.
const LIST_DIVISORS: (usize, usize) = (12, 64);

/// Asks a model for a summary of turns, with the instructions of the user.
pub type Summarise<'a> =
    dyn FnMut(&[ConversationTurn], Option<&str>) -> Result<DistilledText, ModelError> + 'a;

/// Asks `distiller`.
pub fn summarise_with(
    distiller: &dyn Distiller,
) -> impl FnMut(&[ConversationTurn], Option<&str>) -> Result<DistilledText, ModelError> {
    |turns, instructions| distiller.distill(&DistillTask::Compact { turns, instructions })
}

/// Failure to compact. The conversation is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompactError {
    /// There are no turns before those that stay.
    #[error("{}", messages::nothing_to_compact(.0))]
    Nothing(usize),
    /// The model gave no summary.
    #[error("{}", messages::summary_failed(.0))]
    Model(#[from] ModelError),
    /// The model answered without a word.
    #[error("{}", messages::summary_empty())]
    Empty,
    /// The summary is no summary.
    #[error("{}", messages::summary_too_long(group_thousands(*.0), group_thousands(*.1)))]
    TooLong(usize, usize),
}

/// A conversation's older part in a few words. Nothing is in force until the caller takes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compacted {
    /// The summary, with what must not be lost below it.
    pub summary: String,
    /// The message with which what stays begins, counted from the first of the conversation.
    pub from: usize,
    /// Number of names, paths and numbers put below the model's words.
    pub preserved: usize,
    /// Decisions about results in the kept messages; empty unless the kept messages are too much by
    /// themselves.
    pub decisions: Vec<PruneDecision>,
    /// The tokens before, and after.
    pub before: usize,
    /// The tokens after.
    pub after: usize,
    /// Token usage of the summary.
    pub usage: TokenUsage,
}

/// The conversation that is compacted.
#[derive(Clone, Copy, Debug)]
pub struct CompactionInput<'a> {
    /// Its messages.
    pub view: &'a ConversationView<'a>,
    /// The number of the first of them in the conversation.
    pub first: usize,
    /// The summary of what came before them.
    pub summary: Option<&'a str>,
    /// Decisions about its results.
    pub decisions: &'a PruneDecisions,
}

/// Compacts.
#[derive(Clone, Debug)]
pub struct Compactor<'a> {
    /// Counts tokens.
    pub meter: MessageMeter<'a>,
    /// Size of the model's window, in tokens.
    pub window: usize,
    /// Number of last turns that stay unchanged.
    pub keep_turns: usize,
    /// Maximum number of tokens per call of the summariser; a longer text goes in several calls,
    /// whose summaries are merged.
    pub chunk_tokens: usize,
    /// Settings for pruning results if the kept messages are too much by themselves.
    pub pruning: &'a PruningSettings,
    /// Takes secrets out before the summariser sees them, or the summary keeps them.
    pub redactor: &'a Redactor,
    /// Aspects that the user wants the summary to emphasise.
    pub instructions: Option<&'a str>,
}

impl<'a> Compactor<'a> {
    /// A compactor for a window of `window` tokens.
    pub fn new(window: usize, pruning: &'a PruningSettings, redactor: &'a Redactor) -> Self {
        Compactor {
            meter: MessageMeter::default(),
            window,
            keep_turns: KEEP_TURNS,
            chunk_tokens: 60_000.min(window / 2).max(SHORT_SUMMARY_TOKENS),
            pruning,
            redactor,
            instructions: None,
        }
    }

    /// Returns the start of the kept messages in `whole`, relative to its messages.
    ///
    /// # Errors
    ///
    /// When nothing lies before it.
    pub fn kept_start(&self, whole: &CompactionInput) -> Result<usize, CompactError> {
        let nothing = CompactError::Nothing(self.keep_turns);
        let last = whole.view.last_turns(self.keep_turns).ok_or(nothing.clone())?;
        match whole.view.with_calls(last) {
            from if from <= whole.view.first_turn() => Err(nothing),
            from => Ok(from),
        }
    }

    /// The summary that can stand for the older turns of `whole`.
    ///
    /// # Errors
    ///
    /// When there is nothing to compact, when `summarise` fails, and when its answer is empty or
    /// longer than a summary can be. Nothing has changed then.
    pub fn compact(
        &self,
        whole: &CompactionInput,
        summarise: &mut Summarise,
    ) -> Result<Compacted, CompactError> {
        let from = self.kept_start(whole)?;
        let turns = summariser_input::old_turns(whole, from, self);
        let (words, usage) = self.summarise_turns(&turns, summarise)?;
        let old = self.sent_tokens(whole, 0..from)
            + self.meter.text_tokens(whole.summary.unwrap_or_default());
        let own = self.meter.text_tokens(&words);
        let most =
            (old / MAX_SUMMARY_DIVISOR).min(self.target_tokens() / 2).max(SHORT_SUMMARY_TOKENS);
        let most = most.min(old.saturating_sub(1));
        if own > most {
            return Err(CompactError::TooLong(own, most));
        }
        let kept = self.sent_tokens(whole, from..whole.view.messages().len());
        let room = self.list_budget(old + kept, kept + own).min((old - own).saturating_sub(1));
        let (summary, preserved) = self.with_list(whole, from, words, room);
        let own = self.meter.message_tokens(&as_message(&summary));
        let (decisions, kept) =
            self.shrink_kept(whole, from, self.target_tokens().saturating_sub(own));
        let (from, before) = (whole.first + from, old + kept.0);
        Ok(Compacted { summary, from, preserved, decisions, before, after: own + kept.1, usage })
    }

    /// The tokens of some messages as they are sent.
    fn sent_tokens(&self, whole: &CompactionInput, range: std::ops::Range<usize>) -> usize {
        let sent = |at: usize| {
            let message = &whole.view.messages()[at];
            self.meter.message_tokens(&whole.decisions.apply(whole.first + at, message))
        };
        range.map(sent).sum()
    }

    const fn target_tokens(&self) -> usize {
        self.window / TARGET_WINDOW_SHARE.1 * TARGET_WINDOW_SHARE.0
    }

    /// Returns the maximum size of the list, in tokens.
    fn list_budget(&self, before: usize, without: usize) -> usize {
        let (most, least) = (before / LIST_DIVISORS.0, before / LIST_DIVISORS.1);
        let free = self.target_tokens().saturating_sub(without);
        free.clamp(least, most).min(self.target_tokens() / 2)
    }

    /// The model's words for `turns`, checked.
    fn summarise_turns(
        &self,
        turns: &[ConversationTurn],
        summarise: &mut Summarise,
    ) -> Result<(String, TokenUsage), CompactError> {
        let mut chunks = chunk::Chunks { compactor: self, usage: TokenUsage::default(), summarise };
        let words = chunks.summarise_all(turns)?;
        Ok((self.redactor.redact(words.trim()).into_owned(), chunks.usage))
    }

    /// `words` with the list of what they lost.
    fn with_list(
        &self,
        whole: &CompactionInput,
        from: usize,
        words: String,
        room: usize,
    ) -> (String, usize) {
        let mut ledger = VerbatimLedger::default();
        summariser_input::note_exact(whole, from, self.redactor, &mut ledger);
        ledger.strike_text(&words);
        summariser_input::forget_kept(whole, from, &mut ledger);
        match ledger.render(room, &self.meter) {
            Some((list, count)) => (format!("{words}\n\n{list}"), count),
            None => (words, 0),
        }
    }

    /// Decides about results in the kept messages, so that they take `most` tokens; also returns
    /// their tokens before and after.
    fn shrink_kept(
        &self,
        whole: &CompactionInput,
        from: usize,
        most: usize,
    ) -> (Vec<PruneDecision>, (usize, usize)) {
        let messages = whole.view.messages();
        let starts = (from..messages.len()).filter(|at| whole.view.is_start(*at));
        let view =
            ConversationView::with_starts(&messages[from..], starts.map(|at| at - from).collect());
        let pruner = Pruner { settings: self.pruning, meter: self.meter, window: self.window };
        let decided = pruner.shrink_to(&view, whole.first + from, whole.decisions, most);
        let mut decisions = whole.decisions.clone();
        decided.iter().for_each(|decision| decisions.add_decision(decision.clone()));
        let after = CompactionInput { decisions: &decisions, ..*whole };
        let range = from..messages.len();
        (decided, (self.sent_tokens(whole, range.clone()), self.sent_tokens(&after, range)))
    }
}

/// The answer's words, unless there are none.
fn check_answer(answer: DistilledText) -> Result<DistilledText, CompactError> {
    match answer.text.trim() {
        "" | SKIP_ANSWER => Err(CompactError::Empty),
        _ => Ok(answer),
    }
}

/// A summary as the model is shown it: the user's, and framed as what it is.
pub fn as_message(summary: &str) -> ChatMessage {
    let text = format!(
        "<summary>\nThis conversation is a long one. Its older part, in short:\n\n{}\n</summary>",
        summary.replace("</summary>", "&lt;/summary>")
    );
    ChatMessage::from_text(palimp_core::activity::MessageRole::User, text)
}
