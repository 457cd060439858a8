//! Finds the words of a passage that match a query, for highlighting.

use std::collections::HashSet;
use std::ops::Range;

use palimp_rank::analysis::{AnalyzedQuery, WordForm, analyze_query, index_terms};

/// Returns the words of `text`, as byte ranges, that hold a word of `question` in one of its forms:
/// `deploys` for `deploying`, `데이터베이스를` for `데이터베이스`.
pub fn matching_word_ranges(text: &str, question: &str) -> Vec<Range<usize>> {
    let query = analyze_query(question);
    word_ranges(text).filter(|word| is_asked(&text[word.clone()], &query)).collect()
}

fn is_asked(word: &str, query: &AnalyzedQuery) -> bool {
    let mut terms = HashSet::new();
    index_terms(word, |term| {
        terms.insert(term.to_owned());
    });
    let holds = |form: &WordForm| form.terms.iter().all(|term| terms.contains(term));
    query.words.iter().any(|asked| asked.forms.iter().any(holds))
}

/// Returns the runs of letters and digits, with the characters that join them in a name.
fn word_ranges(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut at = 0;
    std::iter::from_fn(move || {
        let from = at + text[at..].find(is_part)?;
        let length = text[from..].find(|c| !is_part(c)).unwrap_or(text.len() - from);
        at = from + length;
        Some(from..at)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, question: &str, expect: &[&str]) {
        let marked: Vec<&str> =
            matching_word_ranges(text, question).into_iter().map(|at| &text[at]).collect();
        assert_eq!(marked, expect);
    }

    #[test]
    fn words_are_marked_in_whatever_form_they_were_asked_for() {
        check("It deploys on Fridays.", "deploying", &["deploys"]);
        check("데이터베이스를 쓴다 🙂", "데이터베이스는 뭐야?", &["데이터베이스를"]);
        check("MAX_CONNS = 4, see user_by_id", "MAX_CONNS", &["MAX_CONNS"]);
        check("nothing here", "else", &[]);
        check("", "else", &[]);
    }
}
