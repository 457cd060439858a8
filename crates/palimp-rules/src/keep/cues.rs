//! Cues of a text: the properties that its phrases show, as `cues.tsv` lists them.

use std::sync::LazyLock;

use crate::phrase_lexicon::{PhraseLexicon, phrase_properties};
use crate::words::{lowercase_sentence, split_words};

phrase_properties! {
    /// Property of a text that a phrase shows.
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
        AgentSelf,
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
}

const CUE_PHRASES_TSV: &str = include_str!("cues.tsv");

static CUE_PHRASES: LazyLock<PhraseLexicon> =
    LazyLock::new(|| PhraseLexicon::parse_tsv(CUE_PHRASES_TSV, Cue::NAMES));

/// The cues of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cues(u64);

impl Cues {
    /// Returns the cues that stand in a text.
    pub(crate) fn from_text(text: &str) -> Cues {
        let lower = lowercase_sentence(text);
        let words = split_words(&lower);
        Cues(CUE_PHRASES.match_words(&words) | CUE_PHRASES.match_substrings(&lower))
    }

    /// Returns true if `cue` is one of the cues.
    pub(crate) const fn has(self, cue: Cue) -> bool {
        self.0 & (1 << cue as u32) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phrase_lexicon::check_lexicon;

    #[test]
    fn lexicon_of_cues_is_valid() {
        check_lexicon(CUE_PHRASES_TSV, Cue::NAMES);
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
