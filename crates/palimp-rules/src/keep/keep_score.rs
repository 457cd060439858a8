//! Weighs how much a piece of text is worth keeping, by its cues and names.
//!
//! The weights were set by hand and judged on some 700 labelled lines of real sessions; a learned
//! ranker did no better.

use palimp_rank::relevance_threshold::rarity;

use crate::words::is_korean;

use super::cues::{Cue, Cues};
use super::names::{extract_names, is_of_code, is_path_of, is_variable};
use super::shape;

/// Speaker of a piece of text, and its place in the conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceSource {
    /// A prompt; `corrects` where it says that something was wrong.
    Prompt { corrects: bool },
    /// The agent's last words of a turn.
    Reply,
    /// Text of the agent on the way to its last words of a turn.
    Step,
    /// Agent's summary of the conversation before its client shortened it.
    Summary,
    /// Plan of the agent.
    Plan,
}

/// Features of a piece of text by which it is weighed.
pub(crate) struct PieceFeatures<'t> {
    text: &'t str,
    cues: Cues,
    names: usize,
    words: usize,
}

impl<'t> PieceFeatures<'t> {
    /// Extracts the features of a piece of text.
    pub(crate) fn from_text(text: &'t str) -> PieceFeatures<'t> {
        let words = text.split_whitespace().count();
        PieceFeatures { text, cues: Cues::from_text(text), names: extract_names(text).len(), words }
    }

    /// Returns true if the piece shows `cue`.
    pub(crate) const fn has(&self, cue: Cue) -> bool {
        self.cues.has(cue)
    }

    /// Returns true if the piece names something that a developer looks for.
    pub(crate) const fn is_named(&self) -> bool {
        self.names > 0
    }

    /// Number of names in the piece that a developer looks for.
    pub(crate) const fn name_count(&self) -> usize {
        self.names
    }

    /// Returns true for a remark of a code review, or a part of a plan.
    pub(crate) const fn is_of_work(&self) -> bool {
        self.has(Cue::Review) || self.has(Cue::Planned)
    }

    /// Its worth under a heading; what is worth nothing is below 0.
    pub(crate) fn total_worth(&self, head: &str, source: PieceSource) -> f32 {
        let (for_it, against) = (self.merit_points(head), self.penalty_points(head));
        for_it - against + self.by_source(source)
    }

    /// Extra worth, or less, for a reader long after who knows nothing of the session: a piece that
    /// names its place and says enough tells more than a name alone.
    pub(crate) fn later_worth(&self, head: &str) -> f32 {
        // A Korean sentence says as much in two thirds of the words.
        let words = if is_korean(self.text) { self.words * 3 / 2 } else { self.words };
        let placed = names_place(self.text);
        let passes = self.has(Cue::Status) || self.has(Cue::Now);
        sum_weights(&[
            (0.7, words >= LONG_LINE_WORDS),
            (0.6, words >= LONGER_LINE_WORDS),
            (-1.2, words < SHORT_LINE_WORDS),
            (-0.4, self.names < 2),
            (1.3, placed),
            (2.2, tells_limit(self.text)),
            (-0.7, self.is_named() && !placed && names_only_code(self.text)),
            (0.8, Cues::from_text(head).has(Cue::CauseHead)),
            (-0.8, self.has(Cue::Choice)),
            (-0.8, passes),
            (-0.8, self.has(Cue::Points)),
            (-2.6, self.has(Cue::Review)),
            (-2.2, self.has(Cue::Planned)),
            (-2.4, self.text.contains(['"', '“'])),
            (0.8, self.has(Cue::Outside)),
        ])
    }

    /// Points for the statement and its names.
    fn merit_points(&self, head: &str) -> f32 {
        let named = |cue| self.is_named() && self.has(cue);
        let general = named(Cue::General) && !self.has(Cue::Change);
        sum_weights(&[
            (1.5, self.has(Cue::Agreed)),
            (1.5, general),
            (1.5, named(Cue::Must)),
            (1.2, named(Cue::Root)),
            (1.0, named(Cue::Cause)),
            (1.0, named(Cue::Fact)),
            (0.3, named(Cue::Choice)),
            (0.3, self.has(Cue::Goal)),
            (0.8, Cues::from_text(head).has(Cue::CauseHead)),
        ]) + 0.4 * self.names.min(5) as f32
            + 1.5 * word_rarity(self.text)
    }

    /// Points against pieces that pass, point elsewhere, or are of no use by themselves.
    fn penalty_points(&self, head: &str) -> f32 {
        let head = Cues::from_text(head);
        let changes = self.has(Cue::Change) || self.text.contains('→');
        let undone = changes && begins_with_deed(self.text);
        sum_weights(&[
            (2.0, self.has(Cue::Result)),
            (1.5, self.has(Cue::Offer)),
            (1.5, self.has(Cue::Dangling)),
            (1.5, self.words < 6),
            (1.2, !self.has(Cue::Verb) && !has_inflection(self.text)),
            (1.2, self.has(Cue::Looks) || tells_looks(self.text)),
            (1.2, self.has(Cue::Finding)),
            (1.2, self.has(Cue::Task) && !self.has(Cue::Standing)),
            (1.0, self.has(Cue::AgentSelf)),
            (1.0, changes),
            (1.0, undone),
            (1.0, shape::is_code(self.text)),
            (0.9, self.has(Cue::Status)),
            (0.8, self.has(Cue::Hedge)),
            (0.8, points_at_line(self.text)),
            (0.8, names_test(self.text)),
            (0.8, head.has(Cue::ReviewHead)),
        ]) + digit_share(self.text)
    }

    fn by_source(&self, source: PieceSource) -> f32 {
        let wish = self.has(Cue::Wish);
        match source {
            PieceSource::Prompt { corrects: true } if wish => 3.3,
            PieceSource::Prompt { corrects: false } if wish => 2.2,
            _ => sum_weights(&[
                (-1.5, !self.is_named()),
                (0.8, source == PieceSource::Step),
                (0.6, source == PieceSource::Summary),
                (0.3, source == PieceSource::Plan),
            ]),
        }
    }
}

/// A line of this many words tells its subject, and one of fewer than `SHORT_LINE_WORDS` hardly
/// does.
const LONG_LINE_WORDS: usize = 22;
const LONGER_LINE_WORDS: usize = 34;
const SHORT_LINE_WORDS: usize = 14;

/// Returns true if a file, a directory or an environment variable is named.
fn names_place(text: &str) -> bool {
    text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | ',' | '"'))
        .map(|word| word.trim_end_matches(['.', ':', ';']))
        .any(|word| is_path_of(word) || is_variable(word))
}

/// Returns true if a text states a limit of something in backticks: ``Go's `Abs` does not expand
/// `~` ``.
fn tells_limit(text: &str) -> bool {
    const LIMIT_WORDS: [&str; 13] = [
        "does", "doesn't", "do", "don't", "cannot", "can't", "never", "won't", "isn't", "only",
        "always", "ignores", "requires",
    ];
    const MAX_WORDS_BETWEEN: usize = 2;
    const MAX_WORDS_BEFORE: usize = 4;
    let mut parts = text.splitn(3, '`');
    let (before, after) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
    let mut verbs = after.split_whitespace().take(MAX_WORDS_BETWEEN + 1);
    before.split_whitespace().count() <= MAX_WORDS_BEFORE
        && verbs.any(|word| LIMIT_WORDS.contains(&word))
}

/// Returns true if all names are names within code, which nobody looks for without their place.
fn names_only_code(text: &str) -> bool {
    extract_names(text).iter().all(|name| is_of_code(name))
}

/// Sums the weights whose condition is true.
fn sum_weights(weights: &[(f32, bool)]) -> f32 {
    weights.iter().filter(|(_, so)| *so).map(|(weight, _)| weight).sum()
}

/// Returns the rarity of the four rarest words, from 0 to 1.
fn word_rarity(text: &str) -> f32 {
    const RAREST_WORD_COUNT: usize = 4;
    let mut rare: Vec<f32> = long_words(text).map(rarity).collect();
    rare.sort_by(|a, b| b.total_cmp(a));
    rare.truncate(RAREST_WORD_COUNT);
    if rare.is_empty() { 0.0 } else { rare.iter().sum::<f32>() / rare.len() as f32 }
}

/// Runs of three Latin letters or two Korean ones, and more.
fn long_words(text: &str) -> impl Iterator<Item = &str> {
    let letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '가'..='힣');
    let runs = text.split(move |c| !letter(c));
    runs.filter(|run| run.chars().count() >= if is_korean(run) { 2 } else { 3 })
}

/// Returns true if a text begins with what was done, and not with who did it or to what.
fn begins_with_deed(text: &str) -> bool {
    text.split_whitespace().next().is_some_and(|first| first.len() > 4 && first.ends_with("ed"))
}

/// Returns true if a longer word is inflected as English verbs are.
fn has_inflection(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        word.len() >= 6 && word.ends_with("ed") || word.len() >= 5 && word.ends_with('s')
    })
}

/// Colours and sizes.
fn tells_looks(text: &str) -> bool {
    let size = |word: &str| word.strip_suffix("px").is_some_and(|n| n.parse::<u32>().is_ok());
    let colour = |word: &str| {
        let hex = word.strip_prefix('#').unwrap_or_default();
        hex.len() == 6 && hex.bytes().all(|b| b.is_ascii_hexdigit())
    };
    let part = |c: char| !c.is_ascii_alphanumeric() && c != '#';
    text.split(part).any(|word| size(word) || colour(word))
}

/// `auth.rs:120`, `line 12`.
fn points_at_line(text: &str) -> bool {
    let mut before = "";
    text.split(|c: char| c.is_whitespace() || matches!(c, '`' | '(' | ')' | ',')).any(|word| {
        let number = word.rsplit_once(':').map(|(_, number)| number);
        let at = number.is_some_and(|number| {
            let first = number.split('-').next().unwrap_or_default();
            (2..=5).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit())
        });
        let line =
            matches!(before, "line" | "lines") && word.starts_with(|c: char| c.is_ascii_digit());
        before = word;
        at || line
    })
}

/// `TestParsesDates`.
fn names_test(text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| {
        word.strip_prefix("Test")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

/// Returns the weight of digits in a text, from 0 to 1.
fn digit_share(text: &str) -> f32 {
    let (digits, all) = text.chars().fold((0.0, 1.0), |(digits, all), c| {
        (digits + f32::from(u8::from(c.is_ascii_digit())), all + 1.0)
    });
    (8.0 * digits / all).min(1.0)
}
