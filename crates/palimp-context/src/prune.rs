//! Pruning: old results of tools are cut or cleared.
//!
//! A service keeps the beginning of a conversation for some minutes after a request, and asks
//! little for it. Whoever changes that beginning pays in full; so nothing is changed while it is
//! kept ([`is_due`]). Afterwards it has to be paid for anyway, and old results are made shorter:
//! first every long one is trimmed, then, while the conversation still fills more than half of
//! the window, whole ones are cleared, the oldest first ([`Pruner::decide_cuts`]).
//!
//! Decisions stay ([`PruneDecisions`]): until the next pruning, the conversation is sent in the same
//! bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use palimp_core::chat::{ChatMessage, MessagePart};
use serde::{Deserialize, Serialize};

use crate::meter::MessageMeter;
use crate::settings::{PruningMode, PruningSettings};
use crate::trim::{trim_middle, was_trimmed};
use crate::view::ConversationView;

/// The share of the window above which results are cleared, and above which what is left alone
/// is measured by the assistant's messages and no longer by whole turns.
const FULL_WINDOW_SHARE: (usize, usize) = (1, 2);

/// Results of so few characters are not worth clearing.
const MIN_CLEARED_CHARS: usize = 200;

/// Cut of a tool result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cut", rename_all = "snake_case")]
pub enum ResultCut {
    /// Its middle is cut out.
    Trim {
        /// Number of characters kept at its beginning.
        head: usize,
        /// Number of characters kept at its end.
        tail: usize,
    },
    /// It is replaced.
    Clear {
        /// Replacement text.
        placeholder: String,
    },
}

/// Decision about one result. It holds everything that the outcome depends on, so that other
/// settings later change nothing about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PruneDecision {
    /// The message, counted from the first of the conversation.
    pub message: usize,
    /// Its part.
    pub part: usize,
    /// Cut of the part.
    #[serde(flatten)]
    pub cut: ResultCut,
}

/// Decisions so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PruneDecisions(BTreeMap<(usize, usize), ResultCut>);

impl PruneDecisions {
    /// Adds `decision`. What was cleared stays cleared.
    pub fn add_decision(&mut self, decision: PruneDecision) {
        let at = (decision.message, decision.part);
        if !matches!(self.0.get(&at), Some(ResultCut::Clear { .. })) {
            self.0.insert(at, decision.cut);
        }
    }

    /// Returns the decision about a part of a message.
    pub fn cut_of(&self, message: usize, part: usize) -> Option<&ResultCut> {
        self.0.get(&(message, part))
    }

    /// Returns the number of results with a decision.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there is no decision.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Message number `number` as it is sent.
    pub fn apply<'m>(&self, number: usize, message: &'m ChatMessage) -> Cow<'m, ChatMessage> {
        let mut decided = self.0.range((number, 0)..=(number, usize::MAX)).peekable();
        if decided.peek().is_none() {
            return Cow::Borrowed(message);
        }
        let mut message = message.clone();
        for ((_, part), cut) in decided {
            if let Some(MessagePart::ToolResult { content, .. }) = message.parts.get_mut(*part)
                && let Some(text) = cut.resulting_text(content)
            {
                replace_text(content, text);
            }
        }
        Cow::Owned(message)
    }

    /// Forgets what concerns messages before `number`.
    pub(crate) fn forget_before(&mut self, number: usize) {
        self.0 = self.0.split_off(&(number, 0));
    }
}

impl ResultCut {
    /// The text that a result has afterwards; `None` when it stays as it is.
    pub fn resulting_text(&self, content: &[MessagePart]) -> Option<String> {
        match self {
            ResultCut::Trim { head, tail } => trim_middle(&result_text(content), *head, *tail),
            ResultCut::Clear { placeholder } => Some(placeholder.clone()),
        }
    }
}

/// The text of a result, a line break between its parts.
pub fn result_text(content: &[MessagePart]) -> Cow<'_, str> {
    let texts = content.iter().filter_map(|part| match part {
        MessagePart::Text { text } => Some(text.as_str()),
        _ => None,
    });
    let texts: Vec<&str> = texts.collect();
    match texts.as_slice() {
        [only] => Cow::Borrowed(only),
        texts => Cow::Owned(texts.join("\n")),
    }
}

/// Puts `text` where the first text of a result stands; everything but text stays.
fn replace_text(content: &mut Vec<MessagePart>, text: String) {
    let mut text = Some(text);
    content.retain_mut(|part| match part {
        MessagePart::Text { text: old } => text.take().is_some_and(|new| {
            *old = new;
            true
        }),
        _ => true,
    });
}

/// True if a decision may be made now: pruning is on, and the service has forgotten the
/// conversation, whose last request was at `last_request`. Times are milliseconds since the Unix
/// epoch. A clock that was set back decides nothing.
pub fn is_due(settings: &PruningSettings, last_request: Option<i64>, now: i64) -> bool {
    let ttl = i64::try_from(settings.ttl.seconds()).unwrap_or(i64::MAX).saturating_mul(1_000);
    match settings.mode {
        PruningMode::Off => false,
        PruningMode::CacheTtl => last_request.is_none_or(|last| now.saturating_sub(last) >= ttl),
    }
}

/// Decides what becomes of old results.
#[derive(Clone, Copy, Debug)]
pub struct Pruner<'a> {
    /// Settings for pruning.
    pub settings: &'a PruningSettings,
    /// Counts tokens.
    pub meter: MessageMeter<'a>,
    /// Size of the model's window, in tokens.
    pub window: usize,
}

impl Pruner<'_> {
    /// Returns new decisions about `view`, whose first message has number `first`, beside earlier
    /// decisions. `overhead` is the number of tokens sent beside the messages.
    ///
    /// Nothing is decided about messages before the user's first words, about pictures, and about
    /// the last turns of the assistant: everything that it did after the last `keepLastAssistants`
    /// times that the user spoke. If these alone fill half of the window, as they do when hundreds
    /// of calls follow one prompt, only the last `keepLastAssistants` messages of the assistant,
    /// with everything behind them, are left alone.
    pub fn decide_cuts(
        &self,
        view: &ConversationView,
        first: usize,
        taken: &PruneDecisions,
        overhead: usize,
    ) -> Vec<PruneDecision> {
        let open = self.prunable_range(view);
        let mut now = taken.clone();
        let mut decided = self.trim_decisions(view, first, &open, taken);
        decided.iter().for_each(|decision| now.add_decision(decision.clone()));
        if self.settings.hard_clear.enabled {
            let tokens = self.sent_tokens(view, first, &now) + overhead;
            let too_many = tokens.saturating_sub(full_tokens(self.window));
            decided =
                merge_decisions(decided, self.clear_decisions(view, first, open, (&now, too_many)));
        }
        decided
    }

    /// Returns decisions that bring `view` down to at most `most` tokens, as far as results of
    /// tools allow: for the moment in which the conversation's beginning changes anyway. The last
    /// `keepLastAssistants` messages of the assistant are left alone.
    pub fn shrink_to(
        &self,
        view: &ConversationView,
        first: usize,
        taken: &PruneDecisions,
        most: usize,
    ) -> Vec<PruneDecision> {
        if self.settings.mode == PruningMode::Off || self.sent_tokens(view, first, taken) <= most {
            return Vec::new();
        }
        let open = view.before_last_runs(self.settings.keep_last_assistants);
        let mut now = taken.clone();
        let trimmed = self.trim_decisions(view, first, &open, taken);
        trimmed.iter().for_each(|decision| now.add_decision(decision.clone()));
        if !self.settings.hard_clear.enabled {
            return trimmed;
        }
        let too_many = self.sent_tokens(view, first, &now).saturating_sub(most);
        merge_decisions(trimmed, self.clear_decisions(view, first, open, (&now, too_many)))
    }

    /// The tokens of the messages as they are sent.
    fn sent_tokens(
        &self,
        view: &ConversationView,
        first: usize,
        decisions: &PruneDecisions,
    ) -> usize {
        let sent = |(at, message)| self.meter.message_tokens(&decisions.apply(first + at, message));
        view.messages().iter().enumerate().map(sent).sum()
    }

    /// The messages about which something may be decided.
    fn prunable_range(&self, view: &ConversationView) -> Range<usize> {
        let keep = self.settings.keep_last_assistants;
        let turns = view.before_last_answers(keep);
        let left_alone = &view.messages()[turns.end..];
        if self.meter.messages_tokens(left_alone) > full_tokens(self.window) {
            return view.before_last_runs(keep);
        }
        turns
    }

    fn trim_decisions(
        &self,
        view: &ConversationView,
        first: usize,
        open: &Range<usize>,
        taken: &PruneDecisions,
    ) -> Vec<PruneDecision> {
        let soft = &self.settings.soft_trim;
        let long = |content: &[MessagePart]| {
            let text = result_text(content);
            text.chars().nth(soft.max_chars).is_some() && !was_trimmed(&text)
        };
        let cut = ResultCut::Trim { head: soft.head_chars, tail: soft.tail_chars };
        tool_results(view, open.clone())
            .filter(|(at, part, _)| taken.cut_of(first + at, *part).is_none())
            .filter(|(_, _, content)| long(content) && cut.resulting_text(content).is_some())
            .map(|(at, part, _)| PruneDecision { message: first + at, part, cut: cut.clone() })
            .collect()
    }

    /// The oldest results that together are worth `too_many` tokens.
    fn clear_decisions(
        &self,
        view: &ConversationView,
        first: usize,
        open: Range<usize>,
        (now, too_many): (&PruneDecisions, usize),
    ) -> Vec<PruneDecision> {
        let placeholder = &self.settings.hard_clear.placeholder;
        let least = MIN_CLEARED_CHARS.max(placeholder.chars().count());
        let mut left = too_many;
        let mut decided = Vec::new();
        for (at, part, content) in tool_results(view, open) {
            if left == 0 {
                break;
            }
            let before = now.cut_of(first + at, part).and_then(|cut| cut.resulting_text(content));
            let text = before.map_or_else(|| result_text(content), Cow::Owned);
            if text.chars().nth(least).is_none() {
                continue;
            }
            left = left.saturating_sub(self.meter.text_tokens(&text));
            let cut = ResultCut::Clear { placeholder: placeholder.clone() };
            decided.push(PruneDecision { message: first + at, part, cut });
        }
        decided
    }
}

fn full_tokens(window: usize) -> usize {
    let (part, whole) = FULL_WINDOW_SHARE;
    window / whole * part
}

/// All of them; what is cleared need not be trimmed before.
fn merge_decisions(trimmed: Vec<PruneDecision>, cleared: Vec<PruneDecision>) -> Vec<PruneDecision> {
    let at = |decision: &PruneDecision| (decision.message, decision.part);
    let mut all: BTreeMap<_, _> = trimmed.into_iter().map(|it| (at(&it), it)).collect();
    all.extend(cleared.into_iter().map(|it| (at(&it), it)));
    all.into_values().collect()
}

/// The results in `range` of a view: message, part, content.
fn tool_results<'a>(
    view: &ConversationView<'a>,
    range: Range<usize>,
) -> impl Iterator<Item = (usize, usize, &'a [MessagePart])> {
    let messages = view.messages();
    range.flat_map(move |at| {
        let parts = messages[at].parts.iter().enumerate();
        parts.filter_map(move |(number, part)| match part {
            MessagePart::ToolResult { content, .. } => Some((at, number, content.as_slice())),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Ttl;
    use palimp_core::activity::MessageRole;

    fn result(text: impl Into<String>) -> ChatMessage {
        let content = vec![MessagePart::from_text(text)];
        let part = MessagePart::ToolResult { id: "1".into(), content, is_error: false };
        ChatMessage { role: MessageRole::User, parts: vec![part] }
    }

    fn text_of(message: &ChatMessage) -> String {
        match &message.parts[0] {
            MessagePart::ToolResult { content, .. } => result_text(content).into_owned(),
            _ => message.joined_text(),
        }
    }

    /// Turns of a prompt, a result of so many characters and an answer.
    fn turns(sizes: &[usize]) -> Vec<ChatMessage> {
        let turn = |size: &usize| {
            let answer = ChatMessage::from_text(MessageRole::Assistant, "done");
            [ChatMessage::from_text(MessageRole::User, "do it"), result("x".repeat(*size)), answer]
        };
        sizes.iter().flat_map(turn).collect()
    }

    fn pruned(messages: &[ChatMessage], window: usize) -> Vec<String> {
        let settings = PruningSettings::default();
        let pruner = Pruner { settings: &settings, meter: MessageMeter::default(), window };
        let mut decisions = PruneDecisions::default();
        for decision in
            pruner.decide_cuts(&ConversationView::from_messages(messages), 0, &decisions.clone(), 0)
        {
            decisions.add_decision(decision);
        }
        let sent = |(at, message)| text_of(&decisions.apply(at, message));
        messages.iter().enumerate().map(sent).collect()
    }

    #[test]
    fn long_results_before_the_last_turns_are_trimmed() {
        let messages = turns(&[5_000, 4_000, 9_000, 5_000, 5_000, 5_000]);
        let sent = pruned(&messages, 200_000);
        let chars = |turn: usize| sent[turn * 3 + 1].chars().count();
        let marker = "\n[… 2,000 characters cut …]\n".chars().count();
        assert_eq!([chars(0), chars(1), chars(2)], [3_000 + marker, 4_000, 3_000 + marker]);
        assert_eq!([chars(3), chars(4), chars(5)], [5_000; 3]);
        assert!(sent[1].contains("2,000") && sent[7].contains("6,000"));
    }

    #[test]
    fn the_oldest_results_are_cleared_when_trimming_was_not_enough() {
        let messages = turns(&[3_900; 8]);
        let sent = pruned(&messages, 12_400);
        let placeholder = PruningSettings::default().hard_clear.placeholder;
        let cleared: Vec<bool> = (0..8).map(|turn| sent[turn * 3 + 1] == placeholder).collect();
        assert_eq!(cleared, [true, true, false, false, false, false, false, false]);
    }

    #[test]
    fn few_turns_are_left_alone_until_they_fill_half_of_the_window() {
        let messages = turns(&[9_000; 3]);
        assert!(pruned(&messages, 200_000).iter().all(|text| !was_trimmed(text)));
        let mut loops = turns(&[100]);
        for _ in 0..10 {
            loops.extend([
                result("y".repeat(9_000)),
                ChatMessage::from_text(MessageRole::Assistant, "next"),
            ]);
        }
        let sent = pruned(&loops, 20_000);
        let whole = sent.iter().filter(|text| text.len() == 9_000).count();
        assert_eq!(whole, 2, "those behind the third message of the assistant from the end");
    }

    #[test]
    fn pictures_and_what_lies_before_the_first_words_stay() {
        let mut messages = vec![result("z".repeat(9_000))];
        let image = MessagePart::Image { media_type: "image/png".into(), data: "AAAA".into() };
        let content = vec![
            MessagePart::from_text("y".repeat(9_000)),
            image.clone(),
            MessagePart::from_text("end"),
        ];
        let part = MessagePart::ToolResult { id: "2".into(), content, is_error: true };
        messages.push(ChatMessage::from_text(MessageRole::User, "look"));
        messages.push(ChatMessage { role: MessageRole::User, parts: vec![part] });
        messages.extend(turns(&[10, 10, 10]));
        let settings = PruningSettings::default();
        let pruner =
            Pruner { settings: &settings, meter: MessageMeter::default(), window: 200_000 };
        let decided = pruner.decide_cuts(
            &ConversationView::from_messages(&messages),
            0,
            &PruneDecisions::default(),
            0,
        );
        assert_eq!(decided.iter().map(|it| it.message).collect::<Vec<_>>(), [2]);
        let mut decisions = PruneDecisions::default();
        decided.into_iter().for_each(|decision| decisions.add_decision(decision));
        let sent = decisions.apply(2, &messages[2]).into_owned();
        let MessagePart::ToolResult { content, is_error, .. } = &sent.parts[0] else {
            panic!("{sent:?}")
        };
        assert!(*is_error && content.len() == 2 && content[1] == image);
        assert!(result_text(content).ends_with("\nend"));
    }

    #[test]
    fn a_decision_stays_whatever_is_set_later() {
        let mut decisions = PruneDecisions::default();
        decisions.add_decision(PruneDecision {
            message: 0,
            part: 0,
            cut: ResultCut::Clear { placeholder: "-".into() },
        });
        decisions.add_decision(PruneDecision {
            message: 0,
            part: 0,
            cut: ResultCut::Trim { head: 1, tail: 1 },
        });
        assert_eq!(decisions.cut_of(0, 0), Some(&ResultCut::Clear { placeholder: "-".into() }));
        let line = serde_json::to_string(&PruneDecision {
            message: 4,
            part: 1,
            cut: ResultCut::Trim { head: 10, tail: 20 },
        });
        let line = line.expect("it is plain data");
        assert_eq!(line, r#"{"message":4,"part":1,"cut":"trim","head":10,"tail":20}"#);
    }

    #[test]
    fn nothing_is_due_while_the_service_remembers() {
        let settings = PruningSettings { ttl: Ttl::of_seconds(300), ..Default::default() };
        for (last, now, due) in [
            (None, 0, true),
            (Some(1_000), 300_999, false),
            (Some(1_000), 301_000, true),
            (Some(1_000_000), 0, false),
            (Some(i64::MIN), i64::MAX, true),
        ] {
            assert_eq!(is_due(&settings, last, now), due, "{last:?} {now}");
        }
        let off = PruningSettings { mode: PruningMode::Off, ..settings };
        assert!(!is_due(&off, None, 0));
    }
}
