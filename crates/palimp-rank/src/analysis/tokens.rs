//! Text → words with their places, for whoever looks at what stands beside what.

use std::collections::BTreeSet;

use super::scan::{TextPiece, split_pieces};
use super::{TERM_BYTES, TermWriter, hangul, name, normalize, stem_prefix, stop};

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextToken<'a> {
    /// The term under which it is indexed.
    pub term: &'a str,
    /// The word as it stands there; of Hangul without its particles.
    pub word: &'a str,
    /// The whole run of Hangul, with its particles and endings; empty for other scripts.
    pub run: &'a str,
    /// True if it only tells how something is asked.
    pub stop: bool,
    /// Number of words before it; the parts of a name have the position of the name.
    pub at: u32,
}

impl TextToken<'_> {
    /// Returns true if it is written in Hangul.
    pub fn is_hangul(&self) -> bool {
        !self.run.is_empty()
    }
}

/// The terms that somebody looks for in texts.
#[derive(Debug)]
pub(crate) struct Sought {
    starts: Vec<String>,
    /// True for each ASCII character with which a term begins.
    first: [bool; 128],
}

impl Sought {
    /// Prepares terms to be looked for.
    pub(crate) fn from_terms<'a>(terms: impl IntoIterator<Item = &'a str>) -> Sought {
        let starts: Vec<String> =
            terms.into_iter().map(|term| stem_prefix(term).to_owned()).collect();
        let mut first = [false; 128];
        for start in &starts {
            let byte = start.as_bytes().first().filter(|byte| byte.is_ascii());
            byte.into_iter().for_each(|&byte| first[usize::from(byte)] = true);
        }
        Sought { starts, first }
    }

    /// Returns true if the term of a name may be among them. Comparing beginnings takes a tenth of
    /// the time that stemming takes.
    fn may_be(&self, name: &str) -> bool {
        if !name.is_ascii() {
            return true;
        }
        let name = name.as_bytes();
        let begins = |start: &&[u8]| {
            name.get(..start.len()).is_some_and(|name| name.eq_ignore_ascii_case(start))
        };
        let first = name.first().map(|byte| usize::from(byte.to_ascii_lowercase()));
        first.is_some_and(|byte| self.first[byte])
            && self.starts.iter().map(String::as_bytes).any(|start| begins(&start))
    }
}

/// Calls `emit` with each word of a text: names and their smallest parts, words of Hangul, and the
/// pairs of characters of what is written without spaces.
pub fn for_each_token(text: &str, emit: impl FnMut(TextToken<'_>)) {
    scan_tokens(text, |_| true, stop::is_stop, emit);
}

/// Returns the terms of a text's words, without stop words.
pub fn content_terms(text: &str) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for_each_token(text, |token| {
        if !token.stop {
            terms.insert(token.term.to_owned());
        }
    });
    terms
}

/// Calls `emit` with each word, where names whose term is not sought may come without one.
pub(crate) fn tokens_for(sought: &Sought, text: &str, emit: impl FnMut(TextToken<'_>)) {
    scan_tokens(text, |name| sought.may_be(name), stop::is_stop, emit);
}

/// Returns true if a word of a text has a term.
pub fn contains_term(text: &str, term: &str) -> bool {
    let (sought, mut holds) = (Sought::from_terms([term]), false);
    scan_tokens(text, |name| sought.may_be(name), |_| false, |token| holds |= token.term == term);
    holds
}

/// Calls `emit` with each token. `asks` returns true for a name whose term is wanted, `is_stop` for
/// a stop word.
fn scan_tokens(
    text: &str,
    asks: impl Fn(&str) -> bool,
    is_stop: impl Fn(&TextPiece<'_>) -> bool,
    mut emit: impl FnMut(TextToken<'_>),
) {
    let text = normalize(text);
    let mut writer = TermWriter::new();
    for (at, piece) in (0..).zip(split_pieces(&text)) {
        let stop = is_stop(&piece);
        match piece {
            TextPiece::Alphanumeric(name) => name::visit_name(name, |node| {
                let part = node.depth > 0;
                if part && !node.leaf {
                    return;
                }
                let stop = stop || (part && is_stop(&TextPiece::Alphanumeric(node.text)));
                if !asks(node.text) {
                    if node.leaf || node.text.len() <= TERM_BYTES {
                        emit(TextToken { term: "", word: node.text, run: "", stop, at });
                    }
                } else if let Some(term) = writer.name_term(node) {
                    emit(TextToken { term: &term, word: node.text, run: "", stop, at });
                }
            }),
            TextPiece::Hangul(run) => {
                let word = hangul::strip_inflection(run).word;
                if let Some(term) = writer.hangul_term(word) {
                    emit(TextToken { term, word, run, stop, at });
                }
            }
            TextPiece::Unspaced(run) => super::unspaced_terms(run)
                .for_each(|pair| emit(TextToken { term: pair, word: pair, run: "", stop, at })),
        }
    }
}

/// Calls `emit` with each run of Hangul in a text, with its particles and endings.
pub fn hangul_runs(text: &str, mut emit: impl FnMut(&str)) {
    for piece in split_pieces(&normalize(text)) {
        if let TextPiece::Hangul(run) = piece {
            emit(run);
        }
    }
}

/// The term of a Korean word that bears no particle; none of one that is too long to be indexed.
pub fn korean_term(word: &str) -> Option<String> {
    TermWriter::new().hangul_term(word).map(str::to_owned)
}

/// The Korean word that a term stands for.
pub fn korean_word(term: &str) -> &str {
    term.strip_prefix('_').unwrap_or(term)
}

/// Returns true if a run of Hangul behind a stem inflects it, or tells how it belongs to the
/// sentence.
pub fn is_ending(run: &str) -> bool {
    run.is_empty() || hangul::is_function(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(String, u32, bool)> {
        let mut seen = Vec::new();
        for_each_token(text, |token| seen.push((token.term.to_owned(), token.at, token.stop)));
        seen
    }

    #[track_caller]
    fn check(text: &str, expect: &[(&str, u32)]) {
        let kept = seen(text).into_iter().filter(|(_, _, stop)| !stop);
        let kept: Vec<_> = kept.map(|(term, at, _)| (term, at)).collect();
        let expect: Vec<_> = expect.iter().map(|(term, at)| ((*term).to_owned(), *at)).collect();
        assert_eq!(kept, expect, "{text}");
    }

    #[test]
    fn words_stand_where_they_stand() {
        check("How do I reset the cache?", &[("reset", 3), ("cach", 5)]);
        check("배포는 언제", &[("_배포", 0)]);
    }

    #[test]
    fn a_name_comes_whole_and_in_its_smallest_parts() {
        let terms: Vec<_> =
            seen("see getUserById").into_iter().map(|(term, at, _)| (term, at)).collect();
        assert_eq!(terms[1..3], [("getuserbyid".to_owned(), 1), ("get".to_owned(), 1)]);
        assert!(terms.contains(&("user".to_owned(), 1)));
    }

    #[test]
    fn a_term_is_that_of_the_index() {
        for text in ["Running tests in src/auth.rs", "데이터베이스를 옮긴다", "東京都の設定"]
        {
            let mut indexed = Vec::new();
            super::super::index_terms(text, |term| indexed.push(term.to_owned()));
            for (term, ..) in seen(text) {
                assert!(indexed.contains(&term), "{term} of {text}");
            }
        }
    }

    #[test]
    fn what_is_sought_is_found_and_the_rest_counted() {
        for text in [
            "Dying skies studied: the HTTPServer of src/api/Gateway.RS, getUserById Ｆｕｌｌ été",
            "데이터베이스를 배포하고 키를 옮긴다 東京都の設定 E0308 v1.2.3",
        ] {
            let all = seen(text);
            for (term, ..) in &all {
                let (sought, mut found) = (Sought::from_terms([term.as_str()]), Vec::new());
                tokens_for(&sought, text, |token| {
                    found.push((token.term.to_owned(), token.at, token.stop));
                });
                let places = |tokens: &[(String, u32, bool)]| -> Vec<(String, u32, bool)> {
                    tokens.iter().filter(|token| token.0 == *term).cloned().collect()
                };
                assert_eq!(places(&found), places(&all), "{text}");
                assert!(
                    contains_term(text, term) && !contains_term(text, "zebra"),
                    "{term} of {text}"
                );
                let stops = |tokens: &[(String, u32, bool)]| -> Vec<(u32, bool)> {
                    tokens.iter().map(|token| (token.1, token.2)).collect()
                };
                assert_eq!(stops(&found), stops(&all), "{text}");
            }
        }
    }

    #[test]
    fn a_text_may_hold_each_of_its_terms() {
        for text in [
            "Dying skies, studied hopefully; relational databases and national authorization",
            "Added egg, skis, early singly HTTPServer getUserById src/api/Gateway.RS Ｆｕｌｌ",
            "데이터베이스를 배포하고 키를 옮긴다 東京都の設定 E0308 v1.2.3",
        ] {
            let folded = super::super::fold_case(text);
            for (term, ..) in seen(text) {
                assert!(super::super::may_hold(&folded, &term), "{term} of {text}");
            }
            assert!(!super::super::may_hold(&folded, "zebra"), "{text}");
        }
    }
}
