//! Text → words with their places, for whoever looks at what stands beside what.

use super::scan::{Piece, pieces};
use super::{TermWriter, hangul, name, normalize, stop};

/// A word of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The term under which it is indexed.
    pub term: &'a str,
    /// The word as it stands there; of Hangul without its particles.
    pub word: &'a str,
    /// The whole run of Hangul, with its particles and endings; empty for other scripts.
    pub run: &'a str,
    /// Whether it says how something is asked, and not what.
    pub stop: bool,
    /// How many words stand before it; the parts of a name stand where the name does.
    pub at: u32,
}

impl Token<'_> {
    /// Whether it is written in Hangul.
    pub fn is_hangul(&self) -> bool {
        !self.run.is_empty()
    }
}

/// Calls `emit` with each word of a text: names and their smallest parts, words of Hangul, and the
/// pairs of characters of what is written without spaces.
pub fn tokens(text: &str, mut emit: impl FnMut(Token<'_>)) {
    let text = normalize(text);
    let mut writer = TermWriter::new();
    for (at, piece) in (0..).zip(pieces(&text)) {
        let stop = stop::is_stop(&piece);
        match piece {
            Piece::Name(name) => name::visit(name, |node| {
                let part = node.depth > 0;
                if part && !node.leaf {
                    return;
                }
                let stop = stop || (part && stop::is_stop(&Piece::Name(node.text)));
                if let Some(term) = writer.name(node) {
                    emit(Token { term: &term, word: node.text, run: "", stop, at });
                }
            }),
            Piece::Hangul(run) => {
                let word = hangul::parts(run).word;
                if let Some(term) = writer.korean(word) {
                    emit(Token { term, word, run, stop, at });
                }
            }
            Piece::Unspaced(run) => super::unspaced(run)
                .for_each(|pair| emit(Token { term: pair, word: pair, run: "", stop, at })),
        }
    }
}

/// The term of a Korean word that bears no particle; none of one that is too long to be indexed.
pub fn korean_term(word: &str) -> Option<String> {
    TermWriter::new().korean(word).map(str::to_owned)
}

/// The Korean word that a term stands for.
pub fn korean_word(term: &str) -> &str {
    term.strip_prefix('_').unwrap_or(term)
}

/// Whether a run of Hangul behind a stem inflects it, or says how it belongs to the sentence.
pub fn is_ending(run: &str) -> bool {
    run.is_empty() || hangul::is_function(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(String, u32, bool)> {
        let mut seen = Vec::new();
        tokens(text, |token| seen.push((token.term.to_owned(), token.at, token.stop)));
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
    fn a_text_may_hold_each_of_its_terms() {
        for text in [
            "Dying skies, studied hopefully; relational databases and national authorization",
            "Added egg, skis, early singly HTTPServer getUserById src/api/Gateway.RS Ｆｕｌｌ",
            "데이터베이스를 배포하고 키를 옮긴다 東京都の設定 E0308 v1.2.3",
        ] {
            let folded = super::super::fold(text);
            for (term, ..) in seen(text) {
                assert!(super::super::may_hold(&folded, &term), "{term} of {text}");
            }
            assert!(!super::super::may_hold(&folded, "zebra"), "{text}");
        }
    }
}
