//! The part of a text that answers.

use std::collections::HashMap;

use crate::analysis::{AnalyzedQuery, index_terms};

/// The part of `text`, at most `max_chars` characters, that holds the most of a query's words close
/// together. It begins and ends between words, with `…` where something was left out.
///
/// ```
/// use palimp_rank::{analysis::analyze_query, snippet};
/// let text = format!("{} The answer is 42. {}", "before ".repeat(20), "after ".repeat(20));
/// let part = snippet(&text, &analyze_query("what is the answer?"), 60);
/// assert!(part.contains("The answer is 42."), "{part}");
/// assert!(part.starts_with('…') && part.ends_with('…'));
/// ```
pub fn snippet(text: &str, query: &AnalyzedQuery, max_chars: usize) -> String {
    if text.chars().nth(max_chars).is_none() {
        return text.to_owned();
    }
    let words = snippet_pieces(text);
    let weights = piece_weights(text, &words, query);
    let room = max_chars.saturating_sub(2);
    let (from, to) = densest_range(&words, &weights, room);
    cut_snippet(text, &words, (from, to), room)
}

/// A stretch of text between white space.
#[derive(Clone, Copy, Debug)]
struct SnippetPiece {
    /// In bytes.
    start: usize,
    /// In bytes.
    end: usize,
    /// Number of characters before it.
    chars: usize,
    /// Number of its characters.
    length: usize,
}

impl SnippetPiece {
    fn chars_end(self) -> usize {
        self.chars + self.length
    }
}

/// The pieces of a text. One without white space, as in Japanese, or one that is too long for a
/// line, is cut after every sixteenth character.
fn snippet_pieces(text: &str) -> Vec<SnippetPiece> {
    const MAX_PIECE_CHARS: usize = 16;
    let mut words: Vec<SnippetPiece> = Vec::new();
    let mut open = false;
    for (chars, (start, c)) in text.char_indices().enumerate() {
        if c.is_whitespace() {
            open = false;
            continue;
        }
        let end = start + c.len_utf8();
        match words.last_mut() {
            Some(word) if open && word.length < MAX_PIECE_CHARS => {
                word.end = end;
                word.length += 1;
            }
            _ => words.push(SnippetPiece { start, end, chars, length: 1 }),
        }
        open = true;
    }
    words
}

/// Weights of the pieces: the weight of the query's terms in each, divided by how often the term
/// occurs, so that terms that are rare in the text attract the snippet.
fn piece_weights(text: &str, words: &[SnippetPiece], query: &AnalyzedQuery) -> Vec<f32> {
    let wanted: HashMap<&str, f32> = query.terms().into_iter().collect();
    let mut counts: HashMap<&str, f32> = HashMap::new();
    let mut hits: Vec<Vec<&str>> = Vec::with_capacity(words.len());
    for word in words {
        let mut found = Vec::new();
        index_terms(&text[word.start..word.end], |term| {
            if let Some((&term, _)) = wanted.get_key_value(term) {
                found.push(term);
                *counts.entry(term).or_default() += 1.0;
            }
        });
        hits.push(found);
    }
    let worth = |term: &&str| wanted[*term] / counts[*term].sqrt();
    hits.iter().map(|found| found.iter().map(worth).sum()).collect()
}

/// The first and last piece of the shortest stretch of at most `room` characters that is worth most.
fn densest_range(words: &[SnippetPiece], weights: &[f32], room: usize) -> (usize, usize) {
    let mut best = (0.0, 0, 0);
    let (mut from, mut sum) = (0, 0.0);
    for to in 0..words.len() {
        sum += weights[to];
        while words[to].chars_end() - words[from].chars > room && from < to {
            sum -= weights[from];
            from += 1;
        }
        if weights[to] > 0.0 && sum > best.0 + 1e-4 {
            best = (sum, from, to);
        }
    }
    let (_, mut from, to) = best;
    while from < to && weights[from] <= 0.0 {
        from += 1;
    }
    (from, to)
}

/// The text from one piece to another, widened on both sides as far as there is room.
fn cut_snippet(
    text: &str,
    words: &[SnippetPiece],
    (mut from, mut to): (usize, usize),
    room: usize,
) -> String {
    let Some(first) = words.get(from) else { return String::new() };
    let core = words[to].chars_end() - first.chars;
    let lead = first.chars.saturating_sub(room.saturating_sub(core) / 2);
    let fits = |from: usize, to: usize| words[to].chars_end() - words[from].chars <= room;
    while from > 0 && words[from - 1].chars >= lead && fits(from - 1, to) {
        from -= 1;
    }
    while to + 1 < words.len() && fits(from, to + 1) {
        to += 1;
    }
    while from > 0 && fits(from - 1, to) {
        from -= 1;
    }
    if !fits(from, to) {
        return String::new();
    }
    let head = if from > 0 { "…" } else { "" };
    let tail = if to + 1 < words.len() { "…" } else { "" };
    format!("{head}{}{tail}", &text[words[from].start..words[to].end])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::analysis::analyze_query;

    #[track_caller]
    fn check(text: &str, query: &str, max: usize, expect: &str) {
        assert_eq!(snippet(text, &analyze_query(query), max), expect);
    }

    #[test]
    fn a_short_text_stays_as_it_is() {
        check("  deploy\r\nnow 🚀 ", "deploy", 700, "  deploy\r\nnow 🚀 ");
    }

    #[test]
    fn the_densest_match_is_in_the_middle() {
        let text = "a deploy here. x x x x x x x x x x x the deploy of staging failed. y y y y y y";
        check(text, "deploy staging failed", 40, "…x the deploy of staging failed. y y y…");
    }

    #[test]
    fn korean_and_emoji_are_cut_between_words() {
        let text =
            "서버를 껐다 켰다 🙂🙂 그 다음에 데이터베이스를 백업하고 배포했다 👍 끝 마침 정말 끝";
        check(text, "데이터베이스 백업", 24, "…다음에 데이터베이스를 백업하고 배포했다…");
    }

    #[test]
    fn lines_with_carriage_returns_are_kept() {
        let text = "one two three four\r\nneedle here\r\nfive six seven eight nine ten";
        check(text, "needle", 30, "…four\r\nneedle here\r\nfive six…");
    }

    #[test]
    fn without_a_match_the_beginning_is_shown() {
        check("one two three four five six", "nothing", 12, "one two…");
    }

    #[test]
    fn text_without_spaces_is_cut_between_characters() {
        let text = "日本語の文章は空白なしで書かれる。".repeat(5) + "検索エンジン";
        let part = snippet(&text, &analyze_query("検索"), 20);
        assert!(part.contains("検索"), "{part}");
        assert!(part.chars().count() <= 20);
    }

    proptest! {
        #[test]
        fn no_snippet_is_too_long_or_made_up(
            text in "([a-c가-다🙂é]{0,9}[ \r\n]{0,2}){0,40}",
            query in "[a-c가-다 ]{0,12}",
            max in 0_usize..60,
        ) {
            let part = snippet(&text, &analyze_query(&query), max);
            prop_assert!(part.chars().count() <= max);
            let inner = part.trim_start_matches('…').trim_end_matches('…');
            prop_assert!(text.contains(inner));
        }
    }
}
