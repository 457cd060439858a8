//! Quotations in a text: the words of others, which are no facts.

use std::borrow::Cow;
use std::ops::Range;

/// Minimum number of words in quotation marks that count as speech rather than a name.
const MIN_QUOTED_WORDS: usize = 3;

/// Opening marks and what closes them.
const QUOTATION_MARKS: [(char, char); 8] = [
    ('"', '"'),
    ('“', '”'),
    ('„', '“'),
    ('\'', '\''),
    ('‘', '’'),
    ('「', '」'),
    ('『', '』'),
    ('«', '»'),
];

/// The quotations in a paragraph, with their marks. One that nobody closes goes on to its end.
pub(super) fn find_quotations(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let (mut from, mut unclosed) = (0, Vec::new());
    while let Some(span) = next_quotation(text, from, &mut unclosed) {
        from = span.end;
        if text[span.clone()].split_whitespace().count() >= MIN_QUOTED_WORDS {
            found.push(span);
        }
    }
    found
}

/// Returns the mark that closes a quotation with which a text begins.
pub(super) fn closing_mark(text: &str) -> Option<char> {
    let first = text.chars().next()?;
    QUOTATION_MARKS.iter().find(|(open, _)| *open == first).map(|(_, close)| *close)
}

/// A text without its quotations.
pub(super) fn without_quotations(text: &str) -> Cow<'_, str> {
    let spans = find_quotations(text);
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut rest = text.to_owned();
    for span in spans.into_iter().rev() {
        rest.replace_range(span, " ");
    }
    Cow::Owned(rest)
}

/// Returns the next quotation. Apostrophes that nothing closes are kept in `unclosed`, so that each is looked for once.
fn next_quotation(text: &str, from: usize, unclosed: &mut Vec<char>) -> Option<Range<usize>> {
    text[from..].char_indices().find_map(|(at, mark)| {
        let (_, close) = QUOTATION_MARKS.iter().find(|(open, _)| *open == mark)?;
        let at = from + at;
        let inner = at + mark.len_utf8();
        if unclosed.contains(close) {
            return None;
        }
        let end = opens_quotation(text, at, inner).then(|| quotation_end(text, inner, *close))?;
        // An apostrophe that nothing closes quotes nothing.
        let is_apostrophe = matches!(mark, '\'' | '‘');
        if end.is_none() && is_apostrophe {
            unclosed.push(*close);
        }
        end.or_else(|| (!is_apostrophe).then_some(text.len())).map(|end| at..end)
    })
}

/// Returns true if a mark begins a quotation: no word directly before it, and something behind it.
fn opens_quotation(text: &str, at: usize, inner: usize) -> bool {
    let before = text[..at].chars().next_back();
    let behind = text[inner..].chars().next();
    before.is_none_or(|c| c.is_whitespace() || matches!(c, '(' | ':' | ',' | '['))
        && behind.is_some_and(|c| !c.is_whitespace())
}

/// Returns the end of the quotation whose words begin at `inner`.
fn quotation_end(text: &str, inner: usize, close: char) -> Option<usize> {
    let is_apostrophe = matches!(close, '\'' | '’');
    let ends = |at: usize| {
        let behind = text[at + close.len_utf8()..].chars().next();
        !is_apostrophe || !behind.is_some_and(|c| c.is_ascii_alphanumeric())
    };
    let found = text[inner..].match_indices(close).map(|(at, _)| inner + at).find(|&at| ends(at));
    found.map(|at| at + close.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: &str) {
        assert_eq!(without_quotations(text).trim(), expect, "{text}");
    }

    #[test]
    fn the_words_of_others_are_found() {
        check("She wrote: \"we always use Jira\"", "She wrote:");
        check("메일에 '앞으로는 Jira를 쓰기로 했다'라고 되어 있어", "메일에  라고 되어 있어");
        check("It says “never do that. Ever.” I agree", "It says   I agree");
        check("They said \"we use yarn and never", "They said");
    }

    #[test]
    fn names_apostrophes_and_inches_quote_nothing() {
        for text in [
            "The vault is \"infra\"",
            "don't use the users' data, it's theirs",
            "the 'foo' flag and the 'bar' flag",
            "a 15\" screen and a 27\" one",
        ] {
            check(text, text);
        }
    }
}
