//! Ranks sessions and commits as wholes: many words of a prompt that meet in one window of a
//! conversation are evidence that no single passage gives.
//!
//! A window is compared with what a text of its length holds of the prompt by chance. So a long
//! window gains nothing by its length, and words that a whole project shares count for little. A
//! session is as related as its best window.

use std::collections::HashMap;

use palimp_core::embed::Thesaurus;

use super::TermPostings;
use super::features::Odds;
use super::segments::split_prompt;
use super::tally::SectionTally;
use super::words::{PromptWord, PromptWords};

/// Windows of sessions, and commits, by their numbers.
pub trait Windows: TermPostings {
    /// Returns the document of a window and its length; none where it must not be shown.
    fn window(&mut self, number: u32) -> Result<Option<IndexedWindow>, Self::Error>;
}

/// The document that a window is a part of, and the window's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexedWindow {
    /// The number of the session or commit.
    pub document: u32,
    /// The number of words that are not stop words.
    pub words: u32,
}

/// A session or commit that shares words with a prompt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Related {
    /// The number of the session or commit.
    pub document: u32,
    /// The bits of the prompt's words that its best window holds.
    pub held: f32,
    /// Distance of `held` above what a window of this length holds by chance, in standard
    /// deviations.
    pub surprise: f32,
    /// The bits beyond what the best of all windows holds by chance.
    pub evidence: f32,
    /// The number of words with at least [`MIN_TELLING_BITS`] that the window holds.
    pub words: u32,
}

/// Minimum bits of a word that counts in [`Related::words`].
pub const MIN_TELLING_BITS: f32 = 3.0;
/// Words of a prompt that are looked up, those that tell most first: a bound for pasted logs.
const MAX_WORDS: usize = 96;
/// Windows that are compared closely, those with most bits first.
const MAX_WINDOWS: usize = 48;

/// Returns the sessions and commits that share most with `prompt`, the most surprising first, each once.
///
/// Reads the lists of the prompt's words and the lengths of at most [`MAX_WINDOWS`] windows.
pub fn rank_related<S: Windows>(
    windows: &mut S,
    prompt: &str,
    thesaurus: Option<&dyn Thesaurus>,
) -> Result<Vec<Related>, S::Error> {
    let mut words = PromptWords::new(windows, thesaurus)?;
    let mut asked = Vec::new();
    for segment in split_prompt(prompt) {
        for number in words.segment_words(&segment)? {
            if !asked.contains(&number) {
                asked.push(number);
            }
        }
    }
    asked.sort_by(|&a, &b| words.words[b].bits.total_cmp(&words.words[a].bits));
    asked.truncate(MAX_WORDS);
    let mut tally = SectionTally::new(words.section_end());
    tally.start_question();
    for &number in &asked {
        let forms = words.words[number].forms.iter();
        tally.add_word(forms.map(|form| (form.value, form.sections.as_slice())), true);
    }
    let count = words.sections.count()? as f32;
    let mut best: HashMap<u32, Related> = HashMap::new();
    for number in tally.top_sections(MIN_TELLING_BITS, MAX_WINDOWS) {
        let Some(window) = words.sections.window(number)? else { continue };
        let prompt_words = asked.iter().map(|&word| &words.words[word]);
        let found = compare_window(prompt_words, number, tally.section_bits(number), window, count);
        let known = best.entry(window.document).or_insert(found);
        if known.surprise < found.surprise {
            *known = found;
        }
    }
    let mut best: Vec<Related> = best.into_values().collect();
    best.sort_by(|a, b| b.surprise.total_cmp(&a.surprise).then(a.document.cmp(&b.document)));
    Ok(best)
}

/// Compares the `held` bits of a window with what its length explains.
fn compare_window<'w>(
    prompt_words: impl Iterator<Item = &'w PromptWord>,
    number: u32,
    held: f32,
    window: IndexedWindow,
    count: f32,
) -> Related {
    let (mut expected, mut variance, mut words) = (0.0, 0.0, 0);
    for word in prompt_words {
        let chance = word.hit_chance(window.words);
        expected += chance * word.bits;
        variance += chance * (1.0 - chance) * word.bits * word.bits;
        let holds = |form: &super::words::TermVariant| {
            form.value >= MIN_TELLING_BITS && form.sections.binary_search(&number).is_ok()
        };
        words += u32::from(word.forms.iter().any(holds));
    }
    Related {
        document: window.document,
        held,
        surprise: (held - expected) / (variance + Odds::BASE_VARIANCE).sqrt(),
        evidence: held - (count + 1.0).log2(),
        words,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;

    use super::*;
    use crate::analysis::{for_each_token, korean_word};

    /// Windows in memory: document and text.
    struct Texts(Vec<(u32, String)>);

    impl Texts {
        fn terms(text: &str) -> BTreeSet<String> {
            let mut terms = BTreeSet::new();
            for_each_token(text, |token| _ = terms.insert(token.term.to_owned()));
            terms
        }
    }

    impl TermPostings for Texts {
        type Error = Infallible;

        fn count(&mut self) -> Result<u32, Infallible> {
            Ok(self.0.len() as u32)
        }

        fn texts_with_term(&mut self, term: &str, into: &mut Vec<u32>) -> Result<(), Infallible> {
            let holds = |(_, text): &&(u32, String)| Texts::terms(text).contains(term);
            let numbered = (0..).zip(&self.0).filter(|(_, window)| holds(window));
            into.extend(numbered.map(|(number, _)| number));
            Ok(())
        }

        fn terms_with_prefix(
            &mut self,
            start: &str,
            into: &mut Vec<String>,
        ) -> Result<(), Infallible> {
            let all: BTreeSet<_> = self.0.iter().flat_map(|(_, text)| Texts::terms(text)).collect();
            into.extend(all.into_iter().filter(|term| korean_word(term).starts_with(start)));
            Ok(())
        }
    }

    impl Windows for Texts {
        fn window(&mut self, number: u32) -> Result<Option<IndexedWindow>, Infallible> {
            let (document, text) = &self.0[number as usize];
            let words = text.split_whitespace().count() as u32;
            Ok(Some(IndexedWindow { document: *document, words }))
        }
    }

    fn ask(windows: &[(u32, &str)], prompt: &str) -> Vec<Related> {
        let windows = windows.iter().map(|(document, text)| (*document, (*text).to_owned()));
        let Ok(found) = rank_related(&mut Texts(windows.collect()), prompt, None);
        found
    }

    const RETRIES: &str = "The upstream answers 429. We measured the rate-limit window: seven attempts \
        fit before it resets, an eighth trips the limiter. Keep the budget of the retrier at seven.";
    const INVOICES: &str = "Finance wants invoices in blocks of fifty units, and the grace allowance \
        comes before the rounding.";

    #[test]
    fn words_that_meet_in_one_window_rank_its_session_first() {
        let prompt =
            "Our retrier crosses the rate-limit window of the upstream. Restore the budget.";
        let found = ask(
            &[(1, INVOICES), (2, RETRIES), (3, "The window of the editor is too wide.")],
            prompt,
        );
        assert_eq!(found[0].document, 2);
        assert!(found[0].surprise > 4.0 && found[0].words >= 4, "{found:?}");
        assert!(found[1..].iter().all(|other| other.surprise < 2.0), "{found:?}");
    }

    #[test]
    fn long_window_gains_nothing_by_length() {
        let filler = "plumbing walrus harvest violin granite lantern meadow orbit ".repeat(60);
        let short = ask(&[(1, RETRIES)], "retrier budget upstream")[0].surprise;
        let long = format!("{filler} {RETRIES}");
        let long = ask(&[(1, &long)], "retrier budget upstream")[0].surprise;
        assert!(long < short, "{long} {short}");
    }

    #[test]
    fn session_counts_once_by_its_best_window() {
        let found = ask(&[(7, INVOICES), (7, RETRIES)], "the retrier's budget for the upstream");
        assert_eq!(found.len(), 1);
        assert!(found[0].held > 10.0);
    }

    #[test]
    fn korean_prompt_meets_english_session_by_translations() {
        let found = ask(
            &[(1, INVOICES), (2, "The deployment waits for the database migration.")],
            "배포가 데이터베이스 마이그레이션을 기다려요",
        );
        assert_eq!(found.first().map(|found| found.document), Some(2), "{found:?}");
    }

    #[test]
    fn prompt_without_telling_words_finds_nothing() {
        assert!(ask(&[(1, RETRIES), (2, INVOICES)], "yes, please go on").is_empty());
    }
}
