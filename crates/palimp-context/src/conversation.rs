//! A conversation that an agent holds: what was said, what of it is sent, and what has to be done
//! so that it fits.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, TokenUsage};
use palimp_core::distill::{ConversationTurn, SKIP_ANSWER};

use crate::compact::{CompactError, Compacted, CompactionInput, Compactor, Summarise, as_message};
use crate::conversation_record::RecordEntry;
use crate::meter::{Calibration, EstimateTokenizer, MessageMeter, Tokenizer};
use crate::plan::{self, ContextStep, Cycle, Occasion};
use crate::prune::{PruneDecisions, Pruner, is_due};
use crate::settings::ContextSettings;
use crate::view::ConversationView;

/// Answer of an agent to a flush that has nothing to keep.
pub const NO_REPLY: &str = "NO_REPLY";

/// A long conversation.
///
/// Everything that happens to it is a [`RecordEntry`], which the methods that change it return, so
/// that a caller who keeps a record appends [`RecordEntry::to_line`]. Applying all entries again,
/// in order, with [`apply_entry`](LongConversation::apply_entry) makes the same conversation:
/// [`replay`](crate::conversation_record::replay).
///
/// Messages are counted from 0 over the whole conversation, also where the older ones were replaced
/// by a summary.
#[derive(Debug)]
pub struct LongConversation {
    settings: ContextSettings,
    window: usize,
    tokenizer: Box<dyn Tokenizer>,
    /// The number of the first of `messages`.
    first: usize,
    messages: Vec<ChatMessage>,
    summary: Option<String>,
    decisions: PruneDecisions,
    calibration: Calibration,
    cycle: Cycle,
    flushed: usize,
    last_request: Option<i64>,
    last_activity: Option<i64>,
    session: Option<String>,
    ended: bool,
}

impl LongConversation {
    /// A new one with a model whose window holds `window` tokens.
    pub fn new(settings: ContextSettings, window: usize) -> LongConversation {
        LongConversation {
            settings,
            window,
            tokenizer: Box::new(EstimateTokenizer),
            first: 0,
            messages: Vec::new(),
            summary: None,
            decisions: PruneDecisions::default(),
            calibration: Calibration::default(),
            cycle: Cycle::default(),
            flushed: 0,
            last_request: None,
            last_activity: None,
            session: None,
            ended: false,
        }
    }

    /// Another model answers from now on, whose window holds `window` tokens.
    pub const fn set_window(&mut self, window: usize) {
        self.window = window;
    }

    /// The same with tokens counted by `tokenizer`.
    pub fn with_tokenizer(mut self, tokenizer: impl Tokenizer + 'static) -> LongConversation {
        self.tokenizer = Box::new(tokenizer);
        self
    }

    /// Lets `entry` have happened.
    pub fn apply_entry(&mut self, entry: RecordEntry) {
        self.last_activity = self.last_activity.max(Some(entry.time_ms()));
        match entry {
            RecordEntry::Header { session, .. } => self.session = Some(session),
            RecordEntry::Message { message, .. } => self.messages.push(message),
            RecordEntry::Usage { at, usage, counted } => {
                self.last_request = Some(at);
                self.calibration.record_report(counted, usage.input);
            }
            RecordEntry::Prune { decisions, .. } => {
                decisions.into_iter().for_each(|decision| self.decisions.add_decision(decision));
            }
            RecordEntry::Flush { upto, .. } => {
                self.cycle.flushed = true;
                self.flushed = self.flushed.max(upto.min(self.len()));
            }
            RecordEntry::Compaction { summary, from, decisions, .. } => {
                decisions.into_iter().for_each(|decision| self.decisions.add_decision(decision));
                self.drop_summarised(summary, from);
            }
            RecordEntry::CompactionFailed { tokens, .. } => self.cycle.failed_at = Some(tokens),
            RecordEntry::End { .. } => self.ended = true,
        }
    }

    fn drop_summarised(&mut self, summary: String, from: usize) {
        let gone = from.saturating_sub(self.first).min(self.messages.len());
        self.messages.drain(..gone);
        self.first += gone;
        self.decisions.forget_before(self.first);
        self.summary = Some(summary);
        self.cycle = Cycle::default();
    }

    /// Returns the number of messages so far.
    pub const fn len(&self) -> usize {
        self.first + self.messages.len()
    }

    /// True if there has been no message.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The messages that no summary replaced, as they were said; the first of them has number
    /// [`first_number`](LongConversation::first_number).
    pub fn messages(&self) -> &[ChatMessage] {
        &self.messages
    }

    /// The number of the first message that no summary replaced.
    pub const fn first_number(&self) -> usize {
        self.first
    }

    /// The summary of what is not there any more.
    pub fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// Returns the decisions about results.
    pub const fn decisions(&self) -> &PruneDecisions {
        &self.decisions
    }

    /// The session that the record names.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// True if the conversation is over.
    pub const fn is_over(&self) -> bool {
        self.ended
    }

    /// Time of the service's last answer.
    pub const fn last_request(&self) -> Option<i64> {
        self.last_request
    }

    /// Time of the last activity.
    pub const fn last_activity(&self) -> Option<i64> {
        self.last_activity
    }

    /// Returns the messages to send: the summary, if there is one, and the messages with old
    /// results pruned. Between two decisions, everything sent once is sent again byte for byte,
    /// followed by the new messages.
    pub fn sent_messages(&self) -> Vec<ChatMessage> {
        let summary = self.summary.as_deref().map(as_message);
        let messages = self.messages.iter().enumerate();
        let sent = |(at, message)| self.decisions.apply(self.first + at, message).into_owned();
        summary.into_iter().chain(messages.map(sent)).collect()
    }

    /// Counts tokens, corrected by what the service reported so far.
    pub fn meter(&self) -> MessageMeter<'_> {
        MessageMeter::new(&*self.tokenizer).with_calibration(self.calibration)
    }

    /// The tokens of what is sent, with `overhead` for what is sent beside the messages.
    pub fn sent_tokens(&self, overhead: usize) -> usize {
        overhead + self.meter().messages_tokens(&self.sent_messages())
    }

    /// `message` is said.
    pub fn add_message(&mut self, message: ChatMessage, at: i64) -> RecordEntry {
        self.record_entry(RecordEntry::Message { at, message })
    }

    /// The service answered [`sent_messages`](LongConversation::sent_messages) and reported
    /// `usage`; call this before the answer is [added](LongConversation::add_message). `overhead`
    /// is the number of tokens sent beside the messages, counted by
    /// [`meter`](LongConversation::meter).
    pub fn record_usage(&mut self, usage: TokenUsage, overhead: usize, at: i64) -> RecordEntry {
        let overhead = self.meter().uncorrected(overhead);
        let counted = overhead + self.meter().uncalibrated().messages_tokens(&self.sent_messages());
        self.record_entry(RecordEntry::Usage { at, usage, counted })
    }

    /// Prunes old results if that is due: to be called before each request.
    pub fn prune(&mut self, overhead: usize, now: i64) -> Option<RecordEntry> {
        if !is_due(&self.settings.pruning, self.last_request, now) {
            return None;
        }
        let pruner =
            Pruner { settings: &self.settings.pruning, meter: self.meter(), window: self.window };
        let view = ConversationView::from_messages(&self.messages);
        let decisions = pruner.decide_cuts(&view, self.first, &self.decisions, overhead);
        (!decisions.is_empty())
            .then(|| self.record_entry(RecordEntry::Prune { at: now, decisions }))
    }

    /// Returns the next step; to be asked until it is [`ContextStep::Nothing`], for
    /// [`Occasion::Manual`] and [`Occasion::Overflow`] until a compaction was made or has failed.
    pub fn next_step(&self, overhead: usize, occasion: Occasion) -> ContextStep {
        let tokens = self.sent_tokens(overhead);
        plan::next_step(&self.settings.compaction, self.window, self.cycle, tokens, occasion)
    }

    /// Returns the messages that are not flushed yet, without results of tools: the input of a
    /// flush. Older messages that a summary replaced are missing.
    pub fn unflushed_turns(&self) -> Vec<ConversationTurn> {
        let from = self.flushed.saturating_sub(self.first).min(self.messages.len());
        let said = self.messages[from..]
            .iter()
            .map(|it| ConversationTurn { role: it.role, text: it.joined_text() });
        said.filter(|turn| !turn.text.trim().is_empty()).collect()
    }

    /// Everything so far is flushed, or [nothing of it was worth keeping](nothing_to_keep).
    pub fn record_flush(&mut self, at: i64) -> RecordEntry {
        let upto = self.len();
        self.record_entry(RecordEntry::Flush { at, upto })
    }

    /// A flush failed: it is not tried again in this cycle, but what it would have read is read
    /// by the next one.
    pub fn flush_failed(&mut self, at: i64) -> RecordEntry {
        let upto = self.flushed;
        self.record_entry(RecordEntry::Flush { at, upto })
    }

    /// Summarises the older turns. Nothing changes until the result is
    /// [applied](LongConversation::apply_compaction).
    ///
    /// # Errors
    ///
    /// When there is nothing to compact or no good summary; see
    /// [`compaction_failed`](LongConversation::compaction_failed).
    pub fn compact(
        &self,
        compactor: &Compactor,
        summarise: &mut Summarise,
    ) -> Result<Compacted, CompactError> {
        let view = ConversationView::from_messages(&self.messages);
        let summary = self.summary.as_deref();
        let whole =
            CompactionInput { view: &view, first: self.first, summary, decisions: &self.decisions };
        compactor.compact(&whole, summarise)
    }

    /// Replaces the older turns by `compacted`.
    pub fn apply_compaction(&mut self, compacted: Compacted, at: i64) -> RecordEntry {
        let Compacted { summary, from, decisions, before, after, .. } = compacted;
        self.record_entry(RecordEntry::Compaction { at, summary, from, decisions, before, after })
    }

    /// A compaction failed: it is not tried again before the conversation has grown.
    pub fn compaction_failed(&mut self, overhead: usize, at: i64) -> RecordEntry {
        let tokens = self.sent_tokens(overhead);
        self.record_entry(RecordEntry::CompactionFailed { at, tokens })
    }

    /// It is over.
    pub fn end_conversation(&mut self, reason: impl Into<String>, at: i64) -> RecordEntry {
        self.record_entry(RecordEntry::End { at, reason: reason.into() })
    }

    fn record_entry(&mut self, entry: RecordEntry) -> RecordEntry {
        self.apply_entry(entry.clone());
        entry
    }
}

/// True if the answer to a flush says that nothing is worth keeping.
///
/// ```
/// use palimp_context::nothing_to_keep;
///
/// assert!(nothing_to_keep("NO_REPLY") && nothing_to_keep(" SKIP\n") && nothing_to_keep(""));
/// assert!(!nothing_to_keep("- [ci]: NO_REPLY is what agents answer"));
/// ```
pub fn nothing_to_keep(answer: &str) -> bool {
    matches!(answer.trim(), "" | SKIP_ANSWER | NO_REPLY)
}

/// A message of the user's words.
pub fn user_message(text: impl Into<String>) -> ChatMessage {
    ChatMessage::from_text(MessageRole::User, text)
}

/// A message of the assistant's words.
pub fn assistant_message(text: impl Into<String>) -> ChatMessage {
    ChatMessage::from_text(MessageRole::Assistant, text)
}
