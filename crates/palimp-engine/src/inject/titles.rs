//! What sessions were about, as far as one looks at many: what they began with, and the files that they changed.

use std::collections::BTreeSet;
use std::convert::Infallible;

use palimp_core::text::{ellipsis, one_line};
use palimp_rank::analysis::{fold, holds, korean_word, may_hold, tokens};
use palimp_rank::gate::{Section, Sections};
use palimp_store::activity::Begun;

/// The name of the section of earlier sessions.
pub(super) const RECENT: &str = "recent_sessions";
/// How much of a session's first prompt names it, in characters.
const TITLE: usize = 90;
/// So many files of a session stand for what it was about.
const SAID: usize = 12;

/// What a session began with, on one line: of a prompt that leads in what it wants, the line below.
pub(super) fn title(session: &Begun) -> String {
    let lines = || session.prompt.lines().map(str::trim).filter(|line| !line.is_empty());
    let leads_in = |line: &&str| line.ends_with([':', '：']);
    let first = lines().find(|line| !leads_in(line)).or_else(|| lines().next());
    let first = first.unwrap_or_default().trim_start_matches('#').trim_start();
    ellipsis(&one_line(first), TITLE)
}

/// A text that is asked for several terms.
pub(super) struct Said {
    text: String,
    folded: String,
}

impl Said {
    pub(super) fn new(text: &str) -> Said {
        Said { text: text.to_owned(), folded: fold(text) }
    }

    /// Whether it has a word of a term. A hook waits for this, so a text is taken apart only where its
    /// letters may hold one.
    pub(super) fn has(&self, term: &str) -> bool {
        may_hold(&self.folded, term) && holds(&self.text, term)
    }
}

/// What a session was about.
pub(super) struct Title {
    /// What it began with.
    pub(super) began: Said,
    /// The first of the files that it changed.
    pub(super) named: Said,
}

impl Title {
    pub(super) fn of(session: &Begun) -> Title {
        let named = &session.files[..session.files.len().min(SAID)];
        Title { began: Said::new(&title(session)), named: Said::new(&named.join(" ")) }
    }

    pub(super) fn has(&self, term: &str) -> bool {
        self.began.has(term) || self.named.has(term)
    }

    fn text(&self) -> String {
        format!("{} {}", self.began.text, self.named.text)
    }
}

/// The last sessions of a project that changed files, the newest first.
#[derive(Default)]
pub(super) struct Lately {
    pub(super) sessions: Vec<Begun>,
    /// What each of them was about.
    pub(super) titles: Titles,
}

/// What several sessions were about, to be asked as sections are.
#[derive(Default)]
pub(super) struct Titles(pub(super) Vec<Title>);

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
        let mut found = BTreeSet::new();
        let said = self.0.iter().flat_map(|title| [&title.began, &title.named]);
        for said in said.filter(|said| said.folded.contains(start)) {
            tokens(&said.text, |token| {
                if korean_word(token.term).starts_with(start) {
                    found.insert(token.term.to_owned());
                }
            });
        }
        into.extend(found);
        Ok(())
    }

    fn section(&mut self, number: u32) -> Result<Option<Section>, Infallible> {
        let text = self.0.get(number as usize).map(Title::text);
        Ok(text.map(|text| Section { text, ..Section::default() }))
    }
}
