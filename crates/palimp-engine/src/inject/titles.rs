//! What sessions were about, as far as one looks at many: what they began with, and the files that they changed.

use std::collections::BTreeSet;
use std::convert::Infallible;

use palimp_rank::analysis::{korean_word, tokens};
use palimp_rank::gate::{Postings, Section, Sections};

use super::lately::{Earlier, Lately};

/// The name of the section of earlier sessions.
pub(super) const RECENT: &str = "recent_sessions";

/// What a session was about, in a project at `root`.
pub(super) struct Title<'r> {
    pub(super) session: Earlier,
    root: &'r str,
}

impl Title<'_> {
    /// Whether a file that it changed bears a word of a term.
    pub(super) fn names(&self, term: &str) -> bool {
        self.session.names(term, self.root)
    }

    pub(super) fn has(&self, term: &str) -> bool {
        self.session.began_with(term) || self.names(term)
    }
}

/// What several sessions were about, the newest first, to be asked as sections are.
#[derive(Default)]
pub(super) struct Titles<'r>(pub(super) Vec<Title<'r>>);

impl<'r> Titles<'r> {
    /// Those of a project that is at `root`.
    pub(super) fn of(lately: &Lately, root: &'r str) -> Titles<'r> {
        Titles(lately.sessions().map(|session| Title { session, root }).collect())
    }
}

impl Postings for Titles<'_> {
    type Error = Infallible;

    fn count(&mut self) -> Result<u32, Infallible> {
        Ok(self.0.len() as u32)
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
            if title.session.may_say(start) {
                tokens(&title.session.said(title.root), |token| {
                    if begins(token.term) {
                        found.insert(token.term.to_owned());
                    }
                });
            }
        }
        into.extend(found);
        Ok(())
    }
}

impl Sections for Titles<'_> {
    /// They are prompts themselves.
    fn vocabulary(&mut self) -> Result<f32, Infallible> {
        const SAID: f32 = 0.7;
        Ok(SAID)
    }

    fn section(&mut self, number: u32) -> Result<Option<Section>, Infallible> {
        let title = self.0.get(number as usize);
        let text = title.map(|it| format!("{} {}", it.session.title, it.session.said(it.root)));
        Ok(text.map(|text| Section { text, ..Section::default() }))
    }
}
