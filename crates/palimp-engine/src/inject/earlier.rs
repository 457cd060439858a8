//! Earlier sessions that a prompt goes on from: those that were about the same, or the last ones where
//! it only asks to go on.

use palimp_core::settings::Preset;
use palimp_core::text::prefix;
use palimp_rank::analysis::fold;
use palimp_rank::gate::subjects;

use super::lately::Earlier;
use super::titles::Title;
use super::{Builder, Context};
use crate::memory::Error;

/// So many words of a prompt are what it is about.
const SUBJECTS: usize = 24;
/// The fewest of them by which files of earlier sessions are looked for.
const MIN_SUBJECTS: usize = 3;
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
    fn new(prompt: &str, project: &str) -> About {
        let start = fold(prefix(prompt, SHORT));
        let back = BACK.iter().any(|said| start.contains(said));
        let mut terms = subjects(prefix(prompt, READ), SUBJECTS);
        let names = subjects(project, SUBJECTS);
        terms.retain(|term| !names.contains(term));
        About { terms, back }
    }

    /// Returns true if its words tell it from other prompts: "make a PR" is said of everything.
    pub(super) fn is_specific(&self) -> bool {
        self.terms.len() >= MIN_SUBJECTS
    }

    /// How many words of that a session began with.
    pub(super) fn begun_by(&self, session: &Earlier) -> usize {
        self.terms.iter().filter(|term| session.began_with(term)).count()
    }

    /// Whether a session was about the same: a file that it changed bears a word of the prompt, or what
    /// it began with two.
    pub(super) fn is_of(&self, title: &Title) -> bool {
        self.terms.iter().any(|term| title.names(term)) || self.begun_by(&title.session) >= 2
    }
}

impl Builder<'_> {
    /// What a prompt is about.
    pub(super) fn about(&self, prompt: &str) -> About {
        About::new(prompt, &self.session.project)
    }

    /// Adds what a session's first prompt goes on from.
    pub(super) fn earlier(&self, about: &About, context: &mut Context) -> Result<(), Error> {
        if self.preset() == Preset::Lean && about.back {
            self.history("the prompt goes back to it", context)?;
        }
        Ok(())
    }
}
