//! A conversation that an agent holds: what was said, what of it is sent, and what has to be done
//! so that it fits.

use palimp_core::activity::Role;
use palimp_core::chat::{Message, Usage};
use palimp_core::distill::{SKIP, Turn};

use crate::compact::{CompactError, Compacted, Compactor, Summarise, Whole, as_message};
use crate::meter::{Calibration, Estimate, Meter, Tokenizer};
use crate::plan::{self, Cycle, Occasion, Step};
use crate::prune::{Decisions, Pruner, is_due};
use crate::record::Entry;
use crate::settings::Settings;
use crate::view::View;

/// What an agent answers to a flush that has nothing to keep.
pub const NO_REPLY: &str = "NO_REPLY";

/// A long conversation.
///
/// Everything that happens to it is an [`Entry`], which the methods that change it answer, so
/// that a caller who keeps a record appends [`Entry::line`]. To [`take`](Conversation::take) all
/// of them again, in order, makes the same conversation: [`replay`](crate::record::replay).
///
/// Messages are counted from 0 over the whole conversation, also where the older ones were
/// replaced by a summary.
#[derive(Debug)]
pub struct Conversation {
    settings: Settings,
    window: usize,
    tokenizer: Box<dyn Tokenizer>,
    /// The number of the first of `messages`.
    first: usize,
    messages: Vec<Message>,
    summary: Option<String>,
    decisions: Decisions,
    calibration: Calibration,
    cycle: Cycle,
    flushed: usize,
    last_request: Option<i64>,
    last_activity: Option<i64>,
    session: Option<String>,
    ended: bool,
}

impl Conversation {
    /// A new one with a model whose window holds `window` tokens.
    pub fn new(settings: Settings, window: usize) -> Conversation {
        Conversation {
            settings,
            window,
            tokenizer: Box::new(Estimate),
            first: 0,
            messages: Vec::new(),
            summary: None,
            decisions: Decisions::default(),
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
    pub fn with_tokenizer(mut self, tokenizer: impl Tokenizer + 'static) -> Conversation {
        self.tokenizer = Box::new(tokenizer);
        self
    }

    /// Lets `entry` have happened.
    pub fn take(&mut self, entry: Entry) {
        self.last_activity = self.last_activity.max(Some(entry.at()));
        match entry {
            Entry::Header { session, .. } => self.session = Some(session),
            Entry::Message { message, .. } => self.messages.push(message),
            Entry::Usage { at, usage, counted } => {
                self.last_request = Some(at);
                self.calibration.observe(counted, usage.input);
            }
            Entry::Prune { decisions, .. } => {
                decisions.into_iter().for_each(|decision| self.decisions.add(decision));
            }
            Entry::Flush { upto, .. } => {
                self.cycle.flushed = true;
                self.flushed = self.flushed.max(upto.min(self.len()));
            }
            Entry::Compaction { summary, from, decisions, .. } => {
                decisions.into_iter().for_each(|decision| self.decisions.add(decision));
                self.shorten(summary, from);
            }
            Entry::CompactionFailed { tokens, .. } => self.cycle.failed_at = Some(tokens),
            Entry::End { .. } => self.ended = true,
        }
    }

    fn shorten(&mut self, summary: String, from: usize) {
        let gone = from.saturating_sub(self.first).min(self.messages.len());
        self.messages.drain(..gone);
        self.first += gone;
        self.decisions.forget_before(self.first);
        self.summary = Some(summary);
        self.cycle = Cycle::default();
    }

    /// How many messages there have been.
    pub const fn len(&self) -> usize {
        self.first + self.messages.len()
    }

    /// Whether nothing was said.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The messages that no summary replaced, as they were said; the first of them has number
    /// [`first`](Conversation::first).
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The number of the first message that no summary replaced.
    pub const fn first(&self) -> usize {
        self.first
    }

    /// The summary of what is not there any more.
    pub fn summary(&self) -> Option<&str> {
        self.summary.as_deref()
    }

    /// What was decided about results.
    pub const fn decisions(&self) -> &Decisions {
        &self.decisions
    }

    /// The session that the record names.
    pub fn session(&self) -> Option<&str> {
        self.session.as_deref()
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        self.ended
    }

    /// When the service last answered.
    pub const fn last_request(&self) -> Option<i64> {
        self.last_request
    }

    /// When something happened last.
    pub const fn last_activity(&self) -> Option<i64> {
        self.last_activity
    }

    /// What is sent: the summary, if there is one, and the messages with old results pruned.
    /// Between two moments at which something is decided, what was sent once is sent again byte
    /// for byte, followed by what is new.
    pub fn sent(&self) -> Vec<Message> {
        let summary = self.summary.as_deref().map(as_message);
        let messages = self.messages.iter().enumerate();
        let sent = |(at, message)| self.decisions.apply(self.first + at, message).into_owned();
        summary.into_iter().chain(messages.map(sent)).collect()
    }

    /// Counts tokens, corrected by what the service reported so far.
    pub fn meter(&self) -> Meter<'_> {
        Meter::new(&*self.tokenizer).calibrated(self.calibration)
    }

    /// The tokens of what is sent, with `overhead` for what is sent beside the messages.
    pub fn tokens(&self, overhead: usize) -> usize {
        overhead + self.meter().messages(&self.sent())
    }

    /// `message` is said.
    pub fn say(&mut self, message: Message, at: i64) -> Entry {
        self.happened(Entry::Message { at, message })
    }

    /// The service answered what [`sent`](Conversation::sent) says and reported `usage`; call it
    /// before the answer is [said](Conversation::say). `overhead` is how many tokens were sent
    /// beside the messages, counted by [`meter`](Conversation::meter).
    pub fn answered(&mut self, usage: Usage, overhead: usize, at: i64) -> Entry {
        let overhead = self.meter().uncorrected(overhead);
        let counted = overhead + self.meter().raw().messages(&self.sent());
        self.happened(Entry::Usage { at, usage, counted })
    }

    /// Prunes old results if that is due: to be called before each request.
    pub fn prune(&mut self, overhead: usize, now: i64) -> Option<Entry> {
        if !is_due(&self.settings.pruning, self.last_request, now) {
            return None;
        }
        let pruner =
            Pruner { settings: &self.settings.pruning, meter: self.meter(), window: self.window };
        let view = View::of(&self.messages);
        let decisions = pruner.decide(&view, self.first, &self.decisions, overhead);
        (!decisions.is_empty()).then(|| self.happened(Entry::Prune { at: now, decisions }))
    }

    /// What to do next; to be asked until it says [`Step::Nothing`], for [`Occasion::Manual`] and
    /// [`Occasion::Overflow`] until a compaction was made or has failed.
    pub fn next(&self, overhead: usize, occasion: Occasion) -> Step {
        let tokens = self.tokens(overhead);
        plan::next(&self.settings.compaction, self.window, self.cycle, tokens, occasion)
    }

    /// What was said and not flushed yet, without results of tools: what a flush reads. The
    /// older messages that a summary replaced are not there.
    pub fn unflushed(&self) -> Vec<Turn> {
        let from = self.flushed.saturating_sub(self.first).min(self.messages.len());
        let said = self.messages[from..].iter().map(|it| Turn { role: it.role, text: it.words() });
        said.filter(|turn| !turn.text.trim().is_empty()).collect()
    }

    /// Everything so far is flushed, or [nothing of it was worth keeping](nothing_to_keep).
    pub fn flushed(&mut self, at: i64) -> Entry {
        let upto = self.len();
        self.happened(Entry::Flush { at, upto })
    }

    /// A flush failed: it is not tried again in this cycle, but what it would have read is read
    /// by the next one.
    pub fn flush_failed(&mut self, at: i64) -> Entry {
        let upto = self.flushed;
        self.happened(Entry::Flush { at, upto })
    }

    /// The older turns in a summary. Nothing changes until the answer is
    /// [taken](Conversation::compacted).
    ///
    /// # Errors
    ///
    /// When there is nothing to compact or no good summary; see
    /// [`compaction_failed`](Conversation::compaction_failed).
    pub fn compact(
        &self,
        compactor: &Compactor,
        summarise: &mut Summarise,
    ) -> Result<Compacted, CompactError> {
        let view = View::of(&self.messages);
        let summary = self.summary.as_deref();
        let whole = Whole { view: &view, first: self.first, summary, decisions: &self.decisions };
        compactor.compact(&whole, summarise)
    }

    /// `compacted` takes the place of the older turns.
    pub fn compacted(&mut self, compacted: Compacted, at: i64) -> Entry {
        let Compacted { summary, from, decisions, before, after, .. } = compacted;
        self.happened(Entry::Compaction { at, summary, from, decisions, before, after })
    }

    /// A compaction failed: it is not tried again before the conversation has grown.
    pub fn compaction_failed(&mut self, overhead: usize, at: i64) -> Entry {
        let tokens = self.tokens(overhead);
        self.happened(Entry::CompactionFailed { at, tokens })
    }

    /// It is over.
    pub fn end(&mut self, reason: impl Into<String>, at: i64) -> Entry {
        self.happened(Entry::End { at, reason: reason.into() })
    }

    fn happened(&mut self, entry: Entry) -> Entry {
        self.take(entry.clone());
        entry
    }
}

/// Whether the answer to a flush says that nothing is worth keeping.
///
/// ```
/// use palimp_context::nothing_to_keep;
///
/// assert!(nothing_to_keep("NO_REPLY") && nothing_to_keep(" SKIP\n") && nothing_to_keep(""));
/// assert!(!nothing_to_keep("- [ci]: NO_REPLY is what agents answer"));
/// ```
pub fn nothing_to_keep(answer: &str) -> bool {
    matches!(answer.trim(), "" | SKIP | NO_REPLY)
}

/// A message of the user's words.
pub fn user(text: impl Into<String>) -> Message {
    Message::text(Role::User, text)
}

/// A message of the assistant's words.
pub fn assistant(text: impl Into<String>) -> Message {
    Message::text(Role::Assistant, text)
}
