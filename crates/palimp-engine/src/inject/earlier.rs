//! Earlier sessions that a prompt goes on from: those that were about the same, or the last ones where
//! it only asks to go on.

use palimp_core::settings::Preset;
use palimp_core::text::prefix;
use palimp_rank::analysis::fold;
use palimp_rank::gate::subjects;

use super::titles::{Lately, RECENT, Said, Title};
use super::{Builder, Context};
use crate::memory::Error;

/// So many words of a prompt are what it is about.
const SUBJECTS: usize = 24;
/// So much of a prompt is read for them, and so much for what goes back, in bytes.
const READ: usize = 2_000;
const SHORT: usize = 200;
/// What a prompt says that goes on from where something was left.
const BACK: [&str; 18] = [
    "continue", "carry on", "go on", "keep going", "pick up", "left off", "where were we",
    "last time", "last session", "previous session", "yesterday", "계속", "이어서", "이어가",
    "지난번", "저번", "어제", "마저",
];

/// What a prompt is about.
pub(super) struct About {
    terms: Vec<String>,
    /// Whether it goes back to what was done last.
    pub(super) back: bool,
}

impl About {
    /// What a prompt in a project of this name is about; the project's name tells nothing there.
    pub(super) fn new(prompt: &str, project: &str) -> About {
        let start = fold(prefix(prompt, SHORT));
        let back = BACK.iter().any(|said| start.contains(said));
        let mut terms = subjects(prefix(prompt, READ), SUBJECTS);
        let names = subjects(project, SUBJECTS);
        terms.retain(|term| !names.contains(term));
        About { terms, back }
    }

    /// The same, of the terms that pass.
    pub(super) fn only(self, passes: impl Fn(&str) -> bool) -> About {
        About { terms: self.terms.into_iter().filter(|term| passes(term)).collect(), ..self }
    }

    /// Whether a text speaks of something of that.
    pub(super) fn is_in(&self, said: &Said) -> bool {
        self.held_by(said) > 0
    }

    /// Whether a session was about the same: a file that it changed bears a word of the prompt, or what
    /// it began with two.
    pub(super) fn is_of(&self, title: &Title) -> bool {
        self.is_in(&title.named) || self.held_by(&title.began) >= 2
    }

    fn held_by(&self, said: &Said) -> usize {
        self.terms.iter().filter(|term| said.has(term)).count()
    }
}

impl Builder<'_> {
    /// Adds what a session's first prompt goes on from; the last sessions, where they were read already.
    pub(super) fn earlier(
        &self,
        prompt: &str,
        lately: Option<Lately>,
        context: &mut Context,
    ) -> Result<(), Error> {
        if self.preset() != Preset::Lean {
            return Ok(());
        }
        let about = About::new(prompt, &self.session.project);
        if about.back {
            self.history("the prompt goes back to it", context)?;
        }
        if !self.is_wanted(RECENT) {
            return Ok(());
        }
        let lately = lately.map_or_else(|| self.lately(), Ok)?;
        self.sessions_about(about, &lately, context);
        Ok(())
    }
}
