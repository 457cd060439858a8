//! Marks of a sentence: the properties that its phrases show, as `sentence_marks.tsv` lists them.

use std::sync::LazyLock;

use crate::phrase_lexicon::{PhraseLexicon, phrase_properties};
use crate::words::SentenceWord;

phrase_properties! {
    /// Property of a sentence that a phrase shows.
    pub(crate) enum SentenceMark {
        /// Something was decided.
        Decision,
        /// Somebody wants something done in a way, from now on.
        Preference,
        /// Cause of a failure, or its fix.
        Cause,
        /// The user says who she is.
        Profile,
        /// Something about a project or its surroundings is so.
        State,
        /// A thing of which there is one has this name.
        Named,
        /// It is to be remembered.
        Remember,
        /// It is not done yet.
        Open,
        /// It holds for ever, not for this moment.
        Standing,
        /// The way the agent is to behave.
        Soul,
        /// Procedure, step by step.
        Procedure,
        /// It may be otherwise.
        Hedge,
        /// It is asked.
        Question,
        /// It is wanted now.
        Moment,
        /// It is told of another place, time or person.
        Elsewhere,
        /// It is tried.
        Trial,
        /// It tries to command the reader.
        Attack,
    }
}

const MARK_PHRASES_TSV: &str = include_str!("sentence_marks.tsv");

static MARK_PHRASES: LazyLock<PhraseLexicon> =
    LazyLock::new(|| PhraseLexicon::parse_tsv(MARK_PHRASES_TSV, SentenceMark::NAMES));

/// Marks that the phrases in a sentence show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SentenceMarks(u64);

impl SentenceMarks {
    /// Returns the marks of a sentence.
    pub(crate) fn from_words(words: &[SentenceWord]) -> SentenceMarks {
        // `is now stored in` shows what `is stored in` does.
        let shorter = without_now(words);
        SentenceMarks(MARK_PHRASES.match_words(shorter.as_deref().unwrap_or(words)))
    }

    /// Returns true if `mark` is one of the marks.
    pub(crate) const fn has(self, mark: SentenceMark) -> bool {
        self.0 & (1 << mark as u32) != 0
    }
}

/// The words without a `now` behind `is` or `are`; none where there is none.
fn without_now<'a>(words: &[SentenceWord<'a>]) -> Option<Vec<SentenceWord<'a>>> {
    let at = words.windows(2).position(|pair| {
        matches!(pair[0].text, "is" | "are") && pair[1].text == "now" && !pair[1].closes
    })?;
    let mut shorter = words.to_vec();
    shorter.remove(at + 1);
    Some(shorter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrase_lexicon::check_lexicon;
    use crate::words::{lowercase_sentence, split_words};

    fn marks(sentence: &str) -> SentenceMarks {
        SentenceMarks::from_words(&split_words(&lowercase_sentence(sentence)))
    }

    #[test]
    fn phrases_are_found_where_they_may_stand() {
        assert!(marks("We decided on Rust").has(SentenceMark::Decision));
        assert!(marks("fine, avoid yarn").has(SentenceMark::Preference));
        assert!(!marks("I know they avoid yarn").has(SentenceMark::Preference));
        assert!(marks("Don’t forget the lock file").has(SentenceMark::Remember));
        assert!(marks("앞으로는 PostgreSQL을 쓰기로 했어").has(SentenceMark::Decision));
        assert!(marks("main에 바로 푸시하지 마세요").has(SentenceMark::Preference));
        assert!(!marks("The wedding is nice").has(SentenceMark::Decision));
    }

    #[test]
    fn lexicon_of_marks_is_valid() {
        check_lexicon(MARK_PHRASES_TSV, SentenceMark::NAMES);
        assert!(!MARK_PHRASES_TSV.contains('"'), "marks are found in words");
    }
}
