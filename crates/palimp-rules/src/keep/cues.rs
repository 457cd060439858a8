//! The phrases by which a piece of text shows what it is worth, as data.
//!
//! `cues.tsv` has a line a cue: its name and its phrases. A phrase in Latin letters stands for whole
//! words; `^` in front of it: where the text begins; `*` behind a word: with any ending. A Korean one
//! stands for its letters, wherever they are; `$` behind it: where the text ends.

use std::collections::HashMap;
use std::sync::OnceLock;

use crate::words::{SentenceWord, is_korean, lowercase_sentence, split_words};

/// Property of a text that a phrase shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// Reason for something.
    Cause,
    /// Root cause of a failure.
    Root,
    /// Requirement.
    Must,
    /// Choice that was made.
    Choice,
    /// Location or value of something.
    Fact,
    /// It is general, and holds on.
    General,
    /// Purpose of something.
    Goal,
    /// It was agreed to from now on.
    Agreed,
    /// Success.
    Result,
    /// Offer of a next step.
    Offer,
    /// It begins with what was said before.
    Dangling,
    /// The agent speaks of itself.
    Self_,
    /// Somebody speaks of himself, wherever in the text.
    Mine,
    /// Something being looked at, or still to be done.
    Passing,
    /// It holds at this moment.
    Status,
    /// It was so, or is so by now.
    Now,
    /// It points at what was said around it.
    Points,
    /// It may be otherwise.
    Hedge,
    /// Report of a change.
    Change,
    /// Appearance of something.
    Looks,
    /// Location of a finding.
    Finding,
    /// Review remark on the code.
    Review,
    /// Intention, or a plan of something to be built.
    Planned,
    /// It points at a place in a list that is not there.
    Elsewhere,
    /// Wish of somebody.
    Wish,
    /// Wish to be met once.
    Task,
    /// Wish for this moment alone.
    Moment,
    /// Wish that always holds.
    Standing,
    /// Wish that holds for good, and not a "don't" of this moment.
    ForGood,
    /// Over what something was chosen.
    Over,
    /// Beginning of a request of a moment, or a piece of a longer one.
    Request,
    /// Beginning of an act that is done once.
    Act,
    /// Correction of something that was wrong before.
    Correction,
    /// A program or a service that others make.
    Outside,
    /// It has a verb.
    Verb,
    /// A heading that tells what kind of thing follows.
    TellingHead,
    /// A heading above a cause.
    CauseHead,
    /// A heading above somebody's opinions, or above what was done.
    ReviewHead,
    /// Something that somebody decides, changes or keeps.
    Settled,
    /// Person in charge, or whose consent is needed.
    Owner,
    /// Duty or prohibition.
    Duty,
    /// Like or dislike of somebody.
    Liking,
    /// A word for where something runs or lies.
    Setup,
    /// It holds in the whole project, or in all of them.
    Worldwide,
    /// Reason for a wish.
    Reason,
    /// It ends with the task, or the day.
    Brief,
    /// It is otherwise than before.
    Revised,
}

const CUE_NAMES: &[(&str, Cue)] = &[
    ("cause", Cue::Cause),
    ("root", Cue::Root),
    ("must", Cue::Must),
    ("choice", Cue::Choice),
    ("fact", Cue::Fact),
    ("general", Cue::General),
    ("goal", Cue::Goal),
    ("agreed", Cue::Agreed),
    ("result", Cue::Result),
    ("offer", Cue::Offer),
    ("dangling", Cue::Dangling),
    ("self", Cue::Self_),
    ("mine", Cue::Mine),
    ("passing", Cue::Passing),
    ("status", Cue::Status),
    ("now", Cue::Now),
    ("points", Cue::Points),
    ("hedge", Cue::Hedge),
    ("change", Cue::Change),
    ("looks", Cue::Looks),
    ("finding", Cue::Finding),
    ("review", Cue::Review),
    ("planned", Cue::Planned),
    ("elsewhere", Cue::Elsewhere),
    ("wish", Cue::Wish),
    ("task", Cue::Task),
    ("moment", Cue::Moment),
    ("standing", Cue::Standing),
    ("for-good", Cue::ForGood),
    ("over", Cue::Over),
    ("request", Cue::Request),
    ("act", Cue::Act),
    ("correction", Cue::Correction),
    ("outside", Cue::Outside),
    ("verb", Cue::Verb),
    ("telling-head", Cue::TellingHead),
    ("cause-head", Cue::CauseHead),
    ("review-head", Cue::ReviewHead),
    ("settled", Cue::Settled),
    ("owner", Cue::Owner),
    ("duty", Cue::Duty),
    ("liking", Cue::Liking),
    ("setup", Cue::Setup),
    ("worldwide", Cue::Worldwide),
    ("reason", Cue::Reason),
    ("brief", Cue::Brief),
    ("revised", Cue::Revised),
];

const CUE_PHRASES_TSV: &str = include_str!("cues.tsv");

/// The cues of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues(u64);

impl Cues {
    /// Returns the cues that stand in a text.
    pub(crate) fn from_text(text: &str) -> Cues {
        let lower = lowercase_sentence(text);
        let said = split_words(&lower);
        let table = cue_table();
        let mut cues = Cues::default();
        for at in 0..said.len() {
            for phrase in table.phrases_starting_with(said[at].text) {
                if phrase.matches_at(&said, at) {
                    cues.insert(phrase.cue);
                }
            }
        }
        if is_korean(&lower) {
            let begins = lower.trim_start_matches(|c: char| !c.is_alphanumeric());
            let ends = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
            for phrase in &table.korean {
                if phrase.stands_in(&lower, begins, ends) {
                    cues.insert(phrase.cue);
                }
            }
        }
        cues
    }

    /// Returns true if `cue` is one of the cues.
    pub(crate) const fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u32) != 0
    }

    fn insert(&mut self, cue: Cue) {
        self.0 |= 1 << cue as u32;
    }
}

/// A phrase of whole words.
struct CuePhrase {
    cue: Cue,
    begins: bool,
    words: Vec<&'static str>,
}

/// A phrase of letters.
struct Letters {
    cue: Cue,
    begins: bool,
    ends: bool,
    text: &'static str,
}

#[derive(Default)]
struct CueTable {
    /// By their first words.
    exact: HashMap<&'static str, Vec<CuePhrase>>,
    /// Those whose first word may have any ending, by its first two letters.
    open: HashMap<&'static str, Vec<CuePhrase>>,
    korean: Vec<Letters>,
}

impl CueTable {
    fn phrases_starting_with(&self, word: &str) -> impl Iterator<Item = &CuePhrase> {
        let open = word.get(..2).and_then(|start| self.open.get(start));
        self.exact.get(word).into_iter().chain(open).flatten()
    }
}

fn cue_table() -> &'static CueTable {
    static CUE_TABLE: OnceLock<CueTable> = OnceLock::new();
    CUE_TABLE.get_or_init(|| {
        let mut table = CueTable::default();
        for line in CUE_PHRASES_TSV.lines() {
            let (name, phrases) = line.split_once('\t').unwrap_or((line, ""));
            let Some((_, cue)) = CUE_NAMES.iter().find(|(known, _)| *known == name) else {
                continue;
            };
            phrases.split(", ").for_each(|phrase| table.insert_phrase(*cue, phrase));
        }
        table
    })
}

impl CueTable {
    fn insert_phrase(&mut self, cue: Cue, phrase: &'static str) {
        let begins = phrase.starts_with('^');
        let text = phrase.trim_start_matches('^');
        if is_korean(text) {
            let ends = text.ends_with('$');
            let text = text.trim_end_matches('$');
            self.korean.push(Letters { cue, begins, ends, text });
            return;
        }
        let words: Vec<&str> = text.split(' ').collect();
        let first = words[0];
        let phrase = CuePhrase { cue, begins, words };
        match first.strip_suffix('*').and_then(|stem| stem.get(..2)) {
            Some(start) => self.open.entry(start).or_default().push(phrase),
            None => self.exact.entry(first).or_default().push(phrase),
        }
    }
}

impl CuePhrase {
    fn matches_at(&self, said: &[SentenceWord], at: usize) -> bool {
        let here = &said[at..];
        (!self.begins || at == 0)
            && here.len() >= self.words.len()
            && self.words.iter().zip(here).all(|(word, said)| match word.strip_suffix('*') {
                Some(stem) => said.text.starts_with(stem),
                None => said.text == *word,
            })
    }
}

impl Letters {
    fn stands_in(&self, text: &str, begins: &str, ends: &str) -> bool {
        match (self.begins, self.ends) {
            (true, _) => {
                let rest = begins.strip_prefix(self.text);
                rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
            }
            (false, true) => ends.ends_with(self.text),
            (false, false) => text.contains(self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_a_cue_of_its_own() {
        let names: Vec<_> =
            CUE_PHRASES_TSV.lines().filter_map(|line| line.split('\t').next()).collect();
        assert_eq!(names, CUE_NAMES.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        assert!(CUE_NAMES.iter().enumerate().all(|(at, (_, cue))| *cue as usize == at));
    }

    #[test]
    fn phrases_stand_where_they_may() {
        let has = |text: &str, cue| Cues::from_text(text).has(cue);
        assert!(has("The root cause is a leak", Cue::Root));
        assert!(has("This breaks it", Cue::Dangling) && !has("Does this break it", Cue::Dangling));
        assert!(has("It requires `go`", Cue::General) && !has("Prerequisites", Cue::General));
        assert!(has("원인은 락입니다", Cue::Cause) && has("이 파일은 길다", Cue::Dangling));
        assert!(!has("이름은 길다", Cue::Dangling));
        assert!(has("커밋했습니다.", Cue::Result));
        assert!(!has("", Cue::Cause));
    }
}
