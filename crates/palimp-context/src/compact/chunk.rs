//! A summary of more than the summariser can read at once.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ModelError, TokenUsage};
use palimp_core::distill::ConversationTurn;

use super::{CompactError, Compactor, Summarise, check_answer};
use crate::trim::trim_middle;

/// Summarises, and adds up what it costs.
pub(super) struct Chunks<'c, 'a> {
    pub(super) compactor: &'c Compactor<'a>,
    pub(super) usage: TokenUsage,
    pub(super) summarise: &'c mut Summarise<'a>,
}

impl Chunks<'_, '_> {
    /// One summary of all of `turns`.
    pub(super) fn summarise_all(
        &mut self,
        turns: &[ConversationTurn],
    ) -> Result<String, CompactError> {
        let mut turns = self.shorten_turns(turns);
        loop {
            let mut summaries = Vec::new();
            for chunk in self.split_chunks(&turns) {
                self.summarise_chunk(chunk, &mut summaries)?;
            }
            if let [only] = summaries.as_mut_slice() {
                return Ok(std::mem::take(only));
            }
            // Summaries as many as what they summarise would be summarised for ever.
            if summaries.len() >= turns.len() {
                return Err(self.too_long(&summaries));
            }
            turns = self.shorten_turns(&number_summaries(summaries));
        }
    }

    fn too_long(&self, summaries: &[String]) -> CompactError {
        let tokens = summaries.iter().map(|text| self.compactor.meter.text_tokens(text)).sum();
        CompactError::TooLong(tokens, self.compactor.chunk_tokens)
    }

    /// Asks for a summary of `turns`, of each half of them where all are too long.
    fn summarise_chunk(
        &mut self,
        turns: &[ConversationTurn],
        summaries: &mut Vec<String>,
    ) -> Result<(), CompactError> {
        match (self.summarise)(turns, self.compactor.instructions) {
            Ok(answer) => {
                let usage = answer.usage;
                self.usage.input += usage.input;
                self.usage.cached += usage.cached;
                self.usage.output += usage.output;
                summaries.push(check_answer(answer)?.text);
                Ok(())
            }
            Err(ModelError::TooLong(_)) if turns.len() > 1 => {
                let (first, second) = turns.split_at(turns.len() / 2);
                self.summarise_chunk(first, summaries)?;
                self.summarise_chunk(second, summaries)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The turns, none of them longer than half of a chunk.
    fn shorten_turns(&self, turns: &[ConversationTurn]) -> Vec<ConversationTurn> {
        let most = self.compactor.chunk_tokens / 2;
        let short = |turn: &ConversationTurn| {
            let tokens = self.compactor.meter.text_tokens(&turn.text);
            let chars = turn.text.chars().count();
            let keep = (chars as f64 * (most as f64 / tokens.max(1) as f64) / 2.2) as usize;
            let cut = (tokens > most).then(|| trim_middle(&turn.text, keep, keep)).flatten();
            ConversationTurn { role: turn.role, text: cut.unwrap_or_else(|| turn.text.clone()) }
        };
        turns.iter().map(short).collect()
    }

    /// As few stretches of `turns` as fit.
    fn split_chunks<'t>(&self, turns: &'t [ConversationTurn]) -> Vec<&'t [ConversationTurn]> {
        let (mut chunks, mut start, mut tokens) = (Vec::new(), 0, 0);
        for (at, turn) in turns.iter().enumerate() {
            let own = self.compactor.meter.text_tokens(&turn.text);
            if at > start && tokens + own > self.compactor.chunk_tokens {
                chunks.push(&turns[start..at]);
                (start, tokens) = (at, 0);
            }
            tokens += own;
        }
        chunks.push(&turns[start..]);
        chunks
    }
}

/// Summaries of parts, as a conversation to be summarised.
fn number_summaries(summaries: Vec<String>) -> Vec<ConversationTurn> {
    let all = summaries.len();
    let turn = |(at, text): (usize, String)| {
        let text = format!("Summary of part {} of {all}:\n\n{text}", at + 1);
        ConversationTurn { role: MessageRole::User, text }
    };
    summaries.into_iter().enumerate().map(turn).collect()
}
