//! Token counts of a conversation.
//!
//! A [`Tokenizer`] counts text. If there is no exact one, [`EstimateTokenizer`] counts, and the
//! usage that the service reports after each request corrects the count: see [`Calibration`].

use palimp_core::chat::{ChatMessage, MessagePart};
use palimp_core::tokens::count_tokens;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Tokens of a picture: services scale a large picture down to about a megapixel, which costs about
/// so many tokens with each service.
pub const IMAGE_TOKENS: usize = 1_600;

/// Tokens of a message beside its parts, and of a call or result beside its text: roles, ids,
/// delimiters.
const FRAME_TOKENS: usize = 4;

/// Counts the tokens of text.
pub trait Tokenizer: std::fmt::Debug + Send + Sync {
    /// Counts the tokens of `text`.
    fn count(&self, text: &str) -> usize;

    /// True if it counts as the model does. An inexact count is corrected by the service's reports.
    fn is_exact(&self) -> bool {
        true
    }
}

/// The estimate of [`palimp_core::tokens::count_tokens`].
#[derive(Clone, Copy, Debug, Default)]
pub struct EstimateTokenizer;

impl Tokenizer for EstimateTokenizer {
    fn count(&self, text: &str) -> usize {
        count_tokens(text)
    }

    fn is_exact(&self) -> bool {
        false
    }
}

/// Correction factor of token counts, learnt from the service's reports.
///
/// The first reports weigh more than later ones, and none weighs less than a fifth: a model can be
/// changed in the middle of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    ratio: f64,
    reports: u32,
}

impl Default for Calibration {
    fn default() -> Self {
        Calibration { ratio: 1.0, reports: 0 }
    }
}

impl Calibration {
    /// Counts below this say little: what surrounds a conversation weighs more than its words.
    const MIN_CALIBRATION_TOKENS: usize = 500;

    /// Takes in that a request of `counted` tokens was `reported` ones. A report that is not
    /// between a quarter and four times the count is of something else, and changes nothing.
    pub fn record_report(&mut self, counted: usize, reported: u64) {
        if counted < Self::MIN_CALIBRATION_TOKENS {
            return;
        }
        let seen = reported as f64 / counted as f64;
        if !(0.25..=4.0).contains(&seen) {
            return;
        }
        let weight = (1.0 / f64::from(self.reports.saturating_add(2))).max(0.2);
        self.ratio += (seen - self.ratio) * weight;
        self.reports = self.reports.saturating_add(1);
    }

    /// Returns the corrected number of tokens for a count.
    pub fn correct_count(&self, counted: usize) -> usize {
        (counted as f64 * self.ratio).round() as usize
    }

    /// The factor.
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }
}

/// Counts messages.
#[derive(Clone, Copy, Debug)]
pub struct MessageMeter<'a> {
    tokenizer: &'a dyn Tokenizer,
    calibration: Calibration,
}

impl Default for MessageMeter<'_> {
    fn default() -> Self {
        MessageMeter::new(&EstimateTokenizer)
    }
}

impl<'a> MessageMeter<'a> {
    /// Counts by `tokenizer`.
    pub fn new(tokenizer: &'a dyn Tokenizer) -> MessageMeter<'a> {
        MessageMeter { tokenizer, calibration: Calibration::default() }
    }

    /// The same, corrected. An exact tokenizer needs no correction and gets none.
    pub fn with_calibration(mut self, calibration: Calibration) -> MessageMeter<'a> {
        if !self.tokenizer.is_exact() {
            self.calibration = calibration;
        }
        self
    }

    /// The same without correction, which is what reports are compared with.
    pub fn uncalibrated(mut self) -> MessageMeter<'a> {
        self.calibration = Calibration::default();
        self
    }

    /// Returns the count that the correction turned into `tokens`.
    pub fn uncorrected(&self, tokens: usize) -> usize {
        (tokens as f64 / self.calibration.ratio()).round() as usize
    }

    /// The tokens of a text.
    pub fn text_tokens(&self, text: &str) -> usize {
        self.calibration.correct_count(self.tokenizer.count(text))
    }

    /// The tokens of a part of a message.
    pub fn part_tokens(&self, part: &MessagePart) -> usize {
        match part {
            MessagePart::Text { text } => self.text_tokens(text),
            MessagePart::Image { .. } => IMAGE_TOKENS,
            MessagePart::ToolCall { name, input, .. } => {
                FRAME_TOKENS + self.text_tokens(name) + self.text_tokens(&input.to_string())
            }
            MessagePart::ToolResult { content, .. } => {
                FRAME_TOKENS + content.iter().map(|part| self.part_tokens(part)).sum::<usize>()
            }
        }
    }

    /// The tokens of a message.
    pub fn message_tokens(&self, message: &ChatMessage) -> usize {
        FRAME_TOKENS + message.parts.iter().map(|part| self.part_tokens(part)).sum::<usize>()
    }

    /// The tokens of messages.
    pub fn messages_tokens<'m>(
        &self,
        messages: impl IntoIterator<Item = &'m ChatMessage>,
    ) -> usize {
        messages.into_iter().map(|message| self.message_tokens(message)).sum()
    }

    /// The tokens of the tools' descriptions, as JSON.
    pub fn tools_tokens(&self, schemas: &[Value]) -> usize {
        schemas.iter().map(|schema| FRAME_TOKENS + self.text_tokens(&schema.to_string())).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::activity::MessageRole;
    use serde_json::json;

    #[derive(Debug)]
    struct Words;

    impl Tokenizer for Words {
        fn count(&self, text: &str) -> usize {
            text.split_whitespace().count()
        }
    }

    #[test]
    fn every_part_has_its_price() {
        let meter = MessageMeter::new(&Words);
        let image = MessagePart::Image { media_type: "image/png".into(), data: "A".repeat(9_000) };
        let input = json!({ "path": "a b" });
        let call = MessagePart::ToolCall { id: "1".into(), name: "Read".into(), input };
        let content = vec![MessagePart::from_text("one two"), image.clone()];
        let result = MessagePart::ToolResult { id: "1".into(), content, is_error: false };
        assert_eq!(meter.part_tokens(&image), IMAGE_TOKENS);
        assert_eq!(meter.part_tokens(&call), FRAME_TOKENS + 1 + 2);
        assert_eq!(meter.part_tokens(&result), FRAME_TOKENS + 2 + IMAGE_TOKENS);
        let message = ChatMessage {
            role: MessageRole::User,
            parts: vec![MessagePart::from_text("a b c"), call],
        };
        assert_eq!(meter.messages_tokens([&message]), FRAME_TOKENS + 3 + FRAME_TOKENS + 3);
        assert_eq!(meter.tools_tokens(&[json!({ "name": "a b" })]), FRAME_TOKENS + 2);
    }

    #[test]
    fn an_estimate_approaches_what_is_reported() {
        let mut calibration = Calibration::default();
        for _ in 0..12 {
            calibration.record_report(10_000, 13_000);
        }
        assert!((calibration.ratio() - 1.3).abs() < 0.02, "{calibration:?}");
        let meter = MessageMeter::default().with_calibration(calibration);
        let counted = meter.text_tokens(&"word ".repeat(8_000));
        assert!((12_700..=13_000).contains(&counted), "{counted}");
        assert_eq!(
            MessageMeter::new(&Words).with_calibration(calibration).text_tokens("one two three"),
            3
        );
    }

    #[test]
    fn reports_of_something_else_change_nothing() {
        let mut calibration = Calibration::default();
        for (counted, reported) in [(10, 90), (10_000, 100), (10_000, u64::MAX), (10_000, 0)] {
            calibration.record_report(counted, reported);
        }
        assert_eq!(calibration, Calibration::default());
    }

    #[test]
    fn one_odd_report_is_smoothed() {
        let mut calibration = Calibration::default();
        for reported in [10_000, 10_000, 10_000, 10_000, 10_000, 20_000] {
            calibration.record_report(10_000, reported);
        }
        assert!(calibration.ratio() <= 1.21, "{calibration:?}");
    }
}
