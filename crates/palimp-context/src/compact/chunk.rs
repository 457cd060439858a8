//! A summary of more than the summariser can read at once.

use palimp_core::activity::Role;
use palimp_core::chat::{ModelError, Usage};
use palimp_core::distill::Turn;

use super::{CompactError, Compactor, Summarise, said};
use crate::trim::trim;

/// Summarises, and adds up what it costs.
pub(super) struct Chunks<'c, 'a> {
    pub(super) compactor: &'c Compactor<'a>,
    pub(super) usage: Usage,
    pub(super) summarise: &'c mut Summarise<'a>,
}

impl Chunks<'_, '_> {
    /// One summary of all of `turns`.
    pub(super) fn summary(&mut self, turns: &[Turn]) -> Result<String, CompactError> {
        let mut turns = self.shortened(turns);
        loop {
            let mut summaries = Vec::new();
            for chunk in self.chunks(&turns) {
                self.ask(chunk, &mut summaries)?;
            }
            if let [only] = summaries.as_mut_slice() {
                return Ok(std::mem::take(only));
            }
            // Summaries as many as what they summarise would be summarised for ever.
            if summaries.len() >= turns.len() {
                return Err(self.too_long(&summaries));
            }
            turns = self.shortened(&numbered(summaries));
        }
    }

    fn too_long(&self, summaries: &[String]) -> CompactError {
        let tokens = summaries.iter().map(|text| self.compactor.meter.text(text)).sum();
        CompactError::TooLong(tokens, self.compactor.chunk_tokens)
    }

    /// Asks for a summary of `turns`, of each half of them where all are too long.
    fn ask(&mut self, turns: &[Turn], summaries: &mut Vec<String>) -> Result<(), CompactError> {
        match (self.summarise)(turns, self.compactor.instructions) {
            Ok(answer) => {
                let usage = answer.usage;
                self.usage.input += usage.input;
                self.usage.cached += usage.cached;
                self.usage.output += usage.output;
                summaries.push(said(answer)?.text);
                Ok(())
            }
            Err(ModelError::TooLong(_)) if turns.len() > 1 => {
                let (first, second) = turns.split_at(turns.len() / 2);
                self.ask(first, summaries)?;
                self.ask(second, summaries)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// The turns, none of them longer than half of a chunk.
    fn shortened(&self, turns: &[Turn]) -> Vec<Turn> {
        let most = self.compactor.chunk_tokens / 2;
        let short = |turn: &Turn| {
            let tokens = self.compactor.meter.text(&turn.text);
            let chars = turn.text.chars().count();
            let keep = (chars as f64 * (most as f64 / tokens.max(1) as f64) / 2.2) as usize;
            let cut = (tokens > most).then(|| trim(&turn.text, keep, keep)).flatten();
            Turn { role: turn.role, text: cut.unwrap_or_else(|| turn.text.clone()) }
        };
        turns.iter().map(short).collect()
    }

    /// As few stretches of `turns` as fit.
    fn chunks<'t>(&self, turns: &'t [Turn]) -> Vec<&'t [Turn]> {
        let (mut chunks, mut start, mut tokens) = (Vec::new(), 0, 0);
        for (at, turn) in turns.iter().enumerate() {
            let own = self.compactor.meter.text(&turn.text);
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
fn numbered(summaries: Vec<String>) -> Vec<Turn> {
    let all = summaries.len();
    let turn = |(at, text): (usize, String)| {
        let text = format!("Summary of part {} of {all}:\n\n{text}", at + 1);
        Turn { role: Role::User, text }
    };
    summaries.into_iter().enumerate().map(turn).collect()
}
