//! Overlap of a piece of a section with the piece before it.

use palimp_core::tokens::quarters_of;

/// Number of bytes of the end of `earlier` that the next piece repeats: at most `weight` quarters
/// of a token and `bytes` bytes. The overlap begins with a line or a sentence if one begins there,
/// else with a word, and never with a blank.
pub(super) fn overlap_len(earlier: &str, weight: usize, bytes: usize) -> usize {
    let tail = longest_tail(earlier, weight, bytes);
    let start = best_start(earlier, tail);
    let repeated = tail[start..].trim_start();
    repeated.len()
}

/// Returns the longest end of a text within both limits.
fn longest_tail(text: &str, weight: usize, bytes: usize) -> &str {
    let (mut start, mut left) = (text.len(), weight);
    for (at, c) in text.char_indices().rev() {
        if quarters_of(c) > left || text.len() - at > bytes {
            break;
        }
        left -= quarters_of(c);
        start = at;
    }
    &text[start..]
}

/// Returns the best offset to begin an overlap in `tail`, the end of `text`.
fn best_start(text: &str, tail: &str) -> usize {
    let mut ends = SentenceEnd::default();
    let mut previous = text[..text.len() - tail.len()].chars().next_back();
    if let Some(c) = previous {
        ends.ended_before(c);
    }
    let mut word = None;
    for (at, c) in tail.char_indices() {
        let sentence = ends.ended_before(c);
        if previous.is_none_or(|before| before == '\n') || sentence {
            return at;
        }
        if word.is_none() && previous.is_some_and(char::is_whitespace) {
            word = Some(at);
        }
        previous = Some(c);
    }
    word.unwrap_or(0)
}

/// Tells where sentences end, character by character.
#[derive(Default)]
pub(super) struct SentenceEnd {
    /// A mark that ends a sentence stood before.
    marked: bool,
    /// And white space after it, or a mark that needs none.
    ended: bool,
}

impl SentenceEnd {
    /// Returns true if a sentence ended before `c`.
    pub(super) fn ended_before(&mut self, c: char) -> bool {
        let space = c.is_whitespace();
        let ended = self.ended && !space;
        self.ended = (self.ended || self.marked) && space || matches!(c, '。' | '！' | '？');
        self.marked = matches!(c, '.' | '!' | '?') || self.marked && matches!(c, '"' | ')' | '\'');
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::overlap_len;

    fn check(earlier: &str, weight: usize, bytes: usize, repeated: &str) {
        assert_eq!(&earlier[earlier.len() - overlap_len(earlier, weight, bytes)..], repeated);
    }

    #[test]
    fn it_begins_with_a_line_or_a_sentence_or_a_word() {
        check("one\ntwo\nthree\n", 11, 99, "two\nthree\n");
        check("one\ntwo\nthree\n", 12, 99, "two\nthree\n");
        check("First one. Second one. ", 14, 99, "Second one. ");
        check("some words that follow", 14, 99, "that follow");
        check("seamless", 4, 99, "less");
        check("one\n\n\ntwo\n", 6, 99, "two\n");
    }

    #[test]
    fn it_keeps_both_limits_and_splits_no_character() {
        check("결정했다", 8, 99, "했다");
        check("결정했다", 99, 7, "했다");
        check("결정했다", 99, 0, "");
        check("결정했다", 0, 99, "");
        check("", 9, 9, "");
    }
}
