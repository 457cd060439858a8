//! What sessions were about, as far as one looks at many: what they began with, and the files that they changed.

use std::collections::BTreeSet;
use std::convert::Infallible;

use palimp_rank::analysis::{fold, holds, korean_word, may_hold, tokens};
use palimp_rank::gate::{Section, Sections};

use super::lately::{Earlier, Lately, below};

/// The name of the section of earlier sessions.
pub(super) const RECENT: &str = "recent_sessions";
/// So many files of a session stand for what it was about.
const SAID: usize = 12;

/// What a session was about.
pub(super) struct Title {
    pub(super) session: Earlier,
    /// The first of the files that it changed, as the project names them, and the same [folded](fold).
    named: String,
    folded: String,
}

impl Title {
    fn of(session: Earlier, root: &str) -> Title {
        let files = session.files.iter().take(SAID).map(|path| below(root, path));
        let named = files.collect::<Vec<_>>().join(" ");
        Title { session, folded: fold(&named), named }
    }

    /// Whether a file that it changed bears a word of a term. A hook waits for this, so names are taken
    /// apart only where their letters may hold one.
    pub(super) fn names(&self, term: &str) -> bool {
        may_hold(&self.folded, term) && holds(&self.named, term)
    }

    pub(super) fn has(&self, term: &str) -> bool {
        self.session.began_with(term) || self.names(term)
    }
}

/// What several sessions were about, the newest first, to be asked as sections are.
#[derive(Default)]
pub(super) struct Titles(pub(super) Vec<Title>);

impl Titles {
    /// Those of a project that is at `root`.
    pub(super) fn of(lately: &Lately, root: &str) -> Titles {
        Titles(lately.sessions().map(|session| Title::of(session, root)).collect())
    }
}

impl Sections for Titles {
    type Error = Infallible;

    fn count(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.len() as u32)
    }

    /// They are prompts themselves.
    fn vocabulary(&mut self) -> Result<f32, Infallible> {
        const SAID: f32 = 0.7;
        Ok(SAID)
    }

    fn holding(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), Infallible> {
        let titles = (0..).zip(&self.0).filter(|(_, title)| title.has(term));
        into.extend(titles.map(|(number, _)| number));
        Ok(())
    }

    fn beginning(&mut self, start: &str, into: &mut Vec<String>) -> Result<(), Infallible> {
        let begins = |term: &str| korean_word(term).starts_with(start);
        let mut found = BTreeSet::new();
        for title in &self.0 {
            let began = title.session.terms.split(' ').filter(|term| begins(term));
            found.extend(began.map(str::to_owned));
            if title.folded.contains(start) {
                tokens(&title.named, |token| {
                    if begins(token.term) {
                        found.insert(token.term.to_owned());
                    }
                });
            }
        }
        into.extend(found);
        Ok(())
    }

    fn section(&mut self, number: u32) -> Result<Option<Section>, Infallible> {
        let title = self.0.get(number as usize);
        let text = title.map(|it| format!("{} {}", it.session.title, it.named));
        Ok(text.map(|text| Section { text, ..Section::default() }))
    }
}
