//! Cutting the middle out of a text.
//!
//! Characters are Unicode scalar values. A cut never falls inside one, and never between a
//! character and what is drawn onto it: combining marks, variation selectors, skin tones, and
//! what a zero-width joiner ties together.

/// Beginning and end of the marker in the place of cut text.
const CUT_MARKER: (&str, &str) = ("[… ", " characters cut …]");

/// The beginning and the end of `text`, at most `head` and `tail` characters of them, around a line
/// that says how much is missing. `None` when that would not be shorter, and for a text from which
/// something was cut before: cutting twice changes nothing.
///
/// ```
/// use palimp_context::trim_middle;
///
/// let long = "a".repeat(50) + &"b".repeat(50);
/// assert_eq!(trim_middle(&long, 2, 3).as_deref(), Some("aa\n[… 95 characters cut …]\nbbb"));
/// assert_eq!(trim_middle("short", 2, 3), None);
/// ```
pub fn trim_middle(text: &str, head: usize, tail: usize) -> Option<String> {
    let length = text.chars().count();
    let missing = length.checked_sub(head.saturating_add(tail))?;
    if missing == 0 || was_trimmed(text) {
        return None;
    }
    let head = prefix_at_boundary(text, head);
    let tail = suffix_at_boundary(text, length - tail);
    let missing = length - head.chars().count() - tail.chars().count();
    let (open, close) = CUT_MARKER;
    let trimmed = format!("{head}\n{open}{}{close}\n{tail}", group_thousands(missing));
    (trimmed.chars().count() < length).then_some(trimmed)
}

/// True if a cut was made in `text`.
pub(crate) fn was_trimmed(text: &str) -> bool {
    let (open, close) = CUT_MARKER;
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(open)?.strip_suffix(close));
    lines.any(|number| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b','))
}

/// At most `chars` characters from the beginning.
fn prefix_at_boundary(text: &str, chars: usize) -> &str {
    let mut end = text.char_indices().nth(chars).map_or(text.len(), |(end, _)| end);
    while end > 0 && !may_cut_at(text, end) {
        end = text[..end].char_indices().next_back().map_or(0, |(end, _)| end);
    }
    &text[..end]
}

/// Returns the text behind the first `chars` characters, or a little less.
fn suffix_at_boundary(text: &str, chars: usize) -> &str {
    let mut start = text.char_indices().nth(chars).map_or(text.len(), |(start, _)| start);
    while start < text.len() && !may_cut_at(text, start) {
        start += text[start..].chars().next().map_or(0, char::len_utf8);
    }
    &text[start..]
}

/// True if a cut may fall at `at`.
fn may_cut_at(text: &str, at: usize) -> bool {
    const ZERO_WIDTH_JOINER: char = '\u{200d}';
    let (before, after) = text.split_at(at);
    let (Some(last), Some(next)) = (before.chars().next_back(), after.chars().next()) else {
        return true;
    };
    last != ZERO_WIDTH_JOINER
        && next != ZERO_WIDTH_JOINER
        && !is_drawn_on(next)
        && !splits_a_flag(before, next)
}

/// True if `c` is drawn onto the character before it.
fn is_drawn_on(c: char) -> bool {
    matches!(c,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}'
        // Vowels and final consonants of Hangul that is written in its letters.
        | '\u{1160}'..='\u{11ff}' | '\u{d7b0}'..='\u{d7fb}')
}

/// True if `next` is the second letter of a flag. A row of such letters that is longer than any
/// meaningful row may be cut anywhere.
fn splits_a_flag(before: &str, next: char) -> bool {
    const MAX_FLAG_LETTERS: usize = 32;
    let letter = |c: &char| matches!(c, '\u{1f1e6}'..='\u{1f1ff}');
    let row = before.chars().rev().take(MAX_FLAG_LETTERS).take_while(letter).count();
    letter(&next) && row < MAX_FLAG_LETTERS && row % 2 == 1
}

/// `1,234,567`
pub fn group_thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_missing_is_said() {
        let text = format!("{}{}{}", "가".repeat(1_500), "x".repeat(9_000), "나".repeat(1_500));
        let trimmed = trim_middle(&text, 1_500, 1_500).expect("it is long");
        let expect =
            format!("{}\n[… 9,000 characters cut …]\n{}", "가".repeat(1_500), "나".repeat(1_500));
        assert_eq!(trimmed, expect);
    }

    #[test]
    fn a_cut_falls_beside_what_belongs_together() {
        let filler = "-".repeat(100);
        for whole in ["👩‍👩‍👧‍👦", "e\u{301}", "👍🏽", "🇰🇷", "❤\u{fe0f}"]
        {
            let inside = whole.chars().count() - 1;
            let text = format!("{whole}{filler}{whole}");
            let trimmed = trim_middle(&text, inside, inside).expect("it is long");
            assert!(trimmed.starts_with("\n[") && trimmed.ends_with("]\n"), "{trimmed}");
            let trimmed = trim_middle(&text, inside + 1, inside + 1).expect("it is long");
            assert!(trimmed.starts_with(whole) && trimmed.ends_with(whole), "{trimmed}");
        }
    }

    #[test]
    fn cutting_twice_changes_nothing() {
        let trimmed = trim_middle(&"line\n".repeat(5_000), 1_500, 1_500).expect("it is long");
        assert_eq!(trim_middle(&trimmed, 10, 10), None);
        assert!(!was_trimmed("a [… 5 characters cut …] b"));
    }

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")] {
            assert_eq!(group_thousands(number), text);
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn what_stays_is_shorter_and_from_both_ends(
            text in "(.|\n|🇰🇷|👩‍👧){0,200}", head in 0usize..40, tail in 0usize..40,
        ) {
            if let Some(trimmed) = trim_middle(&text, head, tail) {
                let (open, close) = CUT_MARKER;
                let (before, rest) = trimmed.split_once(&format!("\n{open}")).expect("a marker");
                let (number, after) = rest.split_once(&format!("{close}\n")).expect("its end");
                prop_assert!(text.starts_with(before) && text.ends_with(after));
                prop_assert!(before.chars().count() <= head && after.chars().count() <= tail);
                let missing: usize = number.replace(',', "").parse().expect("a number");
                let all = before.chars().count() + missing + after.chars().count();
                prop_assert_eq!(all, text.chars().count());
                prop_assert!(trimmed.chars().count() < text.chars().count());
            }
        }
    }
}
