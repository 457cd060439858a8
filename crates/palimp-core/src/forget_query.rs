//! Matches a query for forgetting against texts.
//!
//! Letter case, the way accents and syllables are composed, and white space make no difference: a
//! sentence matches as well where it is wrapped onto the next line.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

/// Tells where in a text a word begins and ends: true if a range of it is whole words.
pub type IsWhole = fn(&str, Range<usize>) -> bool;

/// A text that is looked for.
#[derive(Clone, Debug)]
pub struct ForgetQuery {
    /// The text as it is looked for, and other forms of its words.
    folded: Vec<String>,
    is_whole: IsWhole,
}

impl ForgetQuery {
    /// Looks for `text`, taken literally.
    pub fn new(text: &str) -> ForgetQuery {
        ForgetQuery::from_word_forms(&[text.to_owned()], |_, _| true)
    }

    /// Looks for any of `forms` where `is_whole` says that it is whole words.
    pub fn from_word_forms(forms: &[String], is_whole: IsWhole) -> ForgetQuery {
        let folded = forms.iter().map(|form| fold_text(form)).filter(|form| !form.is_empty());
        ForgetQuery { folded: folded.collect(), is_whole }
    }

    /// True if the query is empty.
    pub fn is_empty(&self) -> bool {
        self.folded.is_empty()
    }

    /// True if `text` contains the query. An empty query matches nothing.
    pub fn is_in(&self, text: &str) -> bool {
        !self.is_empty()
            && self.may_be_in(text)
            && self.match_ranges(&fold_text(text)).next().is_some()
    }

    /// True if `text` contains the query, with or without JSON escapes.
    pub fn is_in_escaped(&self, text: &str) -> bool {
        self.is_in(text)
            || text.contains('\\')
                && self.is_in(&text.replace("\\n", "\n").replace("\\t", " ").replace("\\\"", "\""))
    }

    /// The lines of `text` that say it, or a part of it where it is wrapped; from 0.
    pub fn matching_lines(&self, text: &str) -> Vec<usize> {
        if self.is_empty() || !self.may_be_in(text) {
            return Vec::new();
        }
        let folded = FoldedText::new(text);
        folded.touched_lines(self.match_ranges(&folded.text))
    }

    /// Returns the ranges of a folded text that match.
    fn match_ranges<'t>(&'t self, folded: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
        let found = self.folded.iter().flat_map(move |form| places_of(form, folded));
        found.filter(|range| (self.is_whole)(folded, range.clone()))
    }

    /// Cheap pre-check of ASCII text, because most texts do not contain the query.
    fn may_be_in(&self, text: &str) -> bool {
        if !text.is_ascii() {
            return true;
        }
        let holds = |word: &str| {
            let (text, word) = (text.as_bytes(), word.as_bytes());
            word.is_empty() || text.windows(word.len()).any(|it| it.eq_ignore_ascii_case(word))
        };
        self.folded.iter().map(|form| longest_word(form)).any(holds)
    }
}

fn longest_word(form: &str) -> &str {
    form.split([' ', '\n']).max_by_key(|word| word.len()).unwrap_or_default()
}

/// The places of one form in a folded text.
fn places_of<'t>(form: &'t str, folded: &'t str) -> impl Iterator<Item = Range<usize>> + 't {
    let mut from = 0;
    std::iter::from_fn(move || {
        let at = from + folded.get(from..)?.find(form)?;
        from = at + folded[at..].chars().next().map_or(1, char::len_utf8);
        Some(at..at + form.len())
    })
}

/// A text as two texts are compared: composed, in lower case, with one space for white space and a
/// line break for an empty line.
pub fn fold_text(text: &str) -> String {
    FoldedText::new(text).text
}

/// A text that is folded, and where its lines begin in it.
pub(crate) struct FoldedText {
    pub(crate) text: String,
    /// Start and number of each line that is not empty.
    starts: Vec<(usize, usize)>,
}

impl FoldedText {
    pub(crate) fn new(text: &str) -> FoldedText {
        let mut folded = FoldedText { text: String::with_capacity(text.len()), starts: Vec::new() };
        let mut gap = "";
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() {
                gap = if folded.text.is_empty() { "" } else { "\n" };
                continue;
            }
            folded.text.push_str(gap);
            folded.starts.push((folded.text.len(), number));
            push_folded(&mut folded.text, line);
            gap = " ";
        }
        folded
    }

    /// The lines that say something, each with its number.
    pub(crate) fn each_line(&self) -> impl Iterator<Item = (usize, &str)> {
        let ends = self.starts.iter().skip(1).map(|(at, _)| at - 1).chain([self.text.len()]);
        let line =
            |((start, number), end): (&(usize, usize), usize)| (*number, &self.text[*start..end]);
        self.starts.iter().zip(ends).map(line)
    }

    /// The lines that any of these ranges touches, in their order.
    pub(crate) fn touched_lines(&self, found: impl Iterator<Item = Range<usize>>) -> Vec<usize> {
        let mut lines: Vec<usize> = Vec::new();
        for range in found {
            let first = self.starts.partition_point(|(at, _)| *at <= range.start).saturating_sub(1);
            let touched = self.starts[first..].iter().take_while(|(at, _)| *at < range.end);
            lines.extend(touched.map(|(_, line)| line));
        }
        lines.sort_unstable();
        lines.dedup();
        lines
    }
}

fn push_folded(to: &mut String, line: &str) {
    for (at, word) in line.split_whitespace().enumerate() {
        if at > 0 {
            to.push(' ');
        }
        if word.chars().all(is_plain) {
            to.extend(word.chars().map(|c| c.to_ascii_lowercase()));
        } else {
            to.extend(word.nfc().flat_map(char::to_lowercase));
        }
    }
}

/// True if a character is composed as it is and has no other case than ASCII's: most of English and
/// Korean text.
const fn is_plain(c: char) -> bool {
    c.is_ascii() || matches!(c, '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn it_is_found_however_it_is_written() {
        let decomposed: String = "청룡 비밀".nfd().collect();
        for (wanted, text) in [
            ("청룡", decomposed.as_str()),
            (&decomposed, "청룡 비밀"),
            ("ÄRGER", "kein ärger"),
            ("the  Walrus", "call THE\twalrus"),
            ("call Ada about the walrus", "- call Ada about\n  the walrus"),
        ] {
            assert!(ForgetQuery::new(wanted).is_in(text), "{wanted:?} in {text:?}");
        }
        for (wanted, text) in [("", "text"), (" \n", "a b"), ("ada walrus", "ada\n\nwalrus")] {
            assert!(!ForgetQuery::new(wanted).is_in(text), "{wanted:?} in {text:?}");
        }
    }

    #[test]
    fn the_lines_are_those_that_say_it() {
        let note = "# Plans\n\n- call Ada about\n  the walrus\n- buy milk\n\nWalrus!\n";
        assert_eq!(ForgetQuery::new("WALRUS").matching_lines(note), [3, 6]);
        assert_eq!(ForgetQuery::new("ada about the walrus").matching_lines(note), [2, 3]);
        assert_eq!(ForgetQuery::new("walrus - buy").matching_lines(note), [3, 4]);
        assert_eq!(ForgetQuery::new("nothing").matching_lines(note), [0_usize; 0]);
    }

    proptest! {
        #[test]
        fn what_is_folded_at_a_glance_is_what_unicode_says(word in "[a-zA-Z가-힣각ÄéſK0-9\u{300}-\u{305}\u{1100}-\u{1112}\u{1161}-\u{1175}\u{11a8}-\u{11c2}]{0,12}") {
            prop_assert_eq!(fold_text(&word), word.nfc().flat_map(char::to_lowercase).collect::<String>());
        }

        #[test]
        fn lines_are_folded_by_themselves(text in "(?s)[aB가 \n]{0,30}") {
            let lines = text.lines().map(fold_text).enumerate().filter(|it| !it.1.is_empty());
            let lines: Vec<(usize, String)> = lines.collect();
            let folded = FoldedText::new(&text);
            let each = folded.each_line().map(|(number, line)| (number, line.to_owned()));
            prop_assert_eq!(each.collect::<Vec<_>>(), lines);
        }

        #[test]
        fn a_text_says_each_of_its_parts(text in "(?s)[a-zA-Z가-힣 .\n\t]{0,60}", from in 0..60_usize, length in 1..20_usize) {
            let part: String = text.chars().skip(from).take(length).collect();
            let wanted = ForgetQuery::new(&part);
            prop_assert_eq!(wanted.is_in(&text), !part.trim().is_empty());
            prop_assert_eq!(!wanted.matching_lines(&text).is_empty(), wanted.is_in(&text));
        }
    }
}
