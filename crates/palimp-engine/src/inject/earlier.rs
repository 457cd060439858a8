//! Last conversation, for a session whose first prompt goes back to it.

use palimp_core::settings::Preset;
use palimp_core::text::prefix;
use palimp_rank::analysis::fold;

use super::{Builder, Context};
use crate::memory::Error;

/// So much of a prompt is read for what goes back, in bytes.
const SHORT: usize = 200;
/// What a prompt says that goes on from where something was left.
const BACK: [&str; 18] = [
    "continue", "carry on", "go on", "keep going", "pick up", "left off", "where were we",
    "last time", "last session", "previous session", "yesterday", "계속", "이어서", "이어가",
    "지난번", "저번", "어제", "마저",
];

impl Builder<'_> {
    /// Adds what a session's first prompt goes back to.
    pub(super) fn earlier(&self, prompt: &str, context: &mut Context) -> Result<(), Error> {
        let start = fold(prefix(prompt, SHORT));
        if self.preset() == Preset::Lean && BACK.iter().any(|said| start.contains(said)) {
            self.history("the prompt goes back to it", context)?;
        }
        Ok(())
    }
}
