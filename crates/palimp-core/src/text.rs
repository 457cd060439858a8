//! Small operations on text that never split a character.

use crate::sanitize::printable;

/// The longest prefix of `text` with at most `max_chars` characters.
pub fn prefix(text: &str, max_chars: usize) -> &str {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

/// The longest suffix of `text` with at most `max_chars` characters.
pub fn suffix(text: &str, max_chars: usize) -> &str {
    if max_chars == 0 {
        return "";
    }
    match text.char_indices().rev().nth(max_chars - 1) {
        Some((start, _)) => &text[start..],
        None => text,
    }
}

/// `text` when it has at most `max_chars` characters, else its beginning with
/// an ellipsis in the last place.
pub fn ellipsis(text: &str, max_chars: usize) -> String {
    if text.chars().nth(max_chars).is_none() {
        return text.to_owned();
    }
    let mut cut = prefix(text, max_chars.saturating_sub(1)).trim_end().to_owned();
    cut.push('…');
    cut
}

/// `text` on one line: every run of white space becomes one space.
pub fn one_line(text: &str) -> String {
    // Most names of files are one word.
    if text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return text.to_owned();
    }
    let mut line = String::with_capacity(text.len().min(256));
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}

/// Returns the first day that a text names: `2026-11-20`.
pub fn day_in(text: &str) -> Option<String> {
    const DATE_PATTERN: &str = "0000-00-00";
    let is_day = |part: &str| {
        part.bytes().zip(DATE_PATTERN.bytes()).all(|(byte, form)| match form {
            b'0' => byte.is_ascii_digit(),
            _ => byte == form,
        })
    };
    let mut starts = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at);
    let day =
        starts.find_map(|at| text.get(at..at + DATE_PATTERN.len()).filter(|part| is_day(part)))?;
    Some(day.to_owned())
}

/// True if `text` matches `pattern`, in which `*` stands for any characters.
pub fn matches_glob(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(tail)
}

/// Escapes what would begin or end an element, for text between two; quotes stay readable. What no
/// reader sees is left out.
pub fn escape_xml_text(text: &str) -> String {
    printable(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Escapes the five characters that XML gives a meaning, so that stored text can
/// neither open nor close an element of the frame around it. What no reader sees is left out.
pub fn escape_xml(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 16);
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            c => escaped.push(c),
        }
    }
    escaped
}

/// `1 session`, `2 sessions`.
pub fn count_noun(number: usize, one: &str) -> String {
    match (number, one.strip_suffix('y')) {
        (1, _) => format!("1 {one}"),
        (_, Some(stem)) if !one.ends_with("ay") => format!("{number} {stem}ies"),
        _ => format!("{number} {one}s"),
    }
}

/// Returns the number of characters to insert, delete or change to turn `a` into `b`, a swap of two
/// neighbours being one: Damerau's distance without a change of changed characters.
pub fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut before = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut next = vec![i + 1];
        for j in 0..b.len() {
            let changed = row[j] + usize::from(a[i] != b[j]);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && (a[i], a[i - 1]) == (b[j - 1], b[j]) {
                let swapped: &Vec<usize> = &before;
                least = least.min(swapped[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}

/// Returns the `names` that are similar to `word` or contain it, the nearest first.
pub fn similar_names<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let word = word.to_lowercase();
    let mut near: Vec<(usize, &str)> = names
        .into_iter()
        .filter_map(|name| {
            let folded = name.to_lowercase();
            let slips = edit_distance(&word, &folded);
            let holds = word.chars().count() > 1 && folded.contains(&word);
            (holds || slips <= 1 + word.chars().count() / 4).then_some((slips, name))
        })
        .collect();
    near.sort();
    near.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let names = ["shop", "web-shop", "palimp", "결제"];
        assert_eq!(similar_names("shpo", names), ["shop"]);
        assert_eq!(similar_names("shop", names), ["shop", "web-shop"]);
        assert_eq!(similar_names("palmip", names), ["palimp"]);
        assert_eq!(similar_names("결재", names), ["결제"]);
        assert!(similar_names("zebra", names).is_empty());
    }

    #[test]
    fn counts_read_well() {
        assert_eq!(count_noun(1, "memory"), "1 memory");
        assert_eq!(count_noun(2, "memory"), "2 memories");
        assert_eq!(count_noun(0, "day"), "0 days");
    }

    #[test]
    fn cuts_fall_between_characters() {
        assert_eq!(prefix("안녕하세요", 2), "안녕");
        assert_eq!(suffix("안녕하세요", 2), "세요");
        assert_eq!(ellipsis("안녕하세요", 3), "안녕…");
        assert_eq!(ellipsis("ok", 2), "ok");
        assert_eq!(suffix("abc", 0), "");
    }

    #[test]
    fn one_line_folds_white_space() {
        assert_eq!(one_line("  a\n\tb  c "), "a b c");
    }

    #[test]
    fn globs_match_the_whole_text() {
        for (pattern, text, expect) in [
            ("abc", "abc", true),
            ("abc", "abcd", false),
            ("*@example.com", "jane@example.com", true),
            ("*@example.com", "jane@example.com.kr", false),
            ("a*b*c", "a-b-c", true),
            ("a*b*c", "acb", false),
            ("a*a", "a", false),
            ("*", "", true),
        ] {
            assert_eq!(matches_glob(pattern, text), expect, "{pattern} {text}");
        }
    }

    #[test]
    fn day_is_found_among_other_numbers() {
        assert_eq!(day_in("port 5433, since 2026-11-20").as_deref(), Some("2026-11-20"));
        assert_eq!(day_in("v2026-1-2 of 12"), None);
        assert_eq!(day_in("포트 2026-11-2한"), None);
    }

    proptest! {
        #[test]
        fn a_cut_never_grows(text in ".*", max in 0usize..50) {
            prop_assert!(prefix(&text, max).chars().count() <= max);
            prop_assert!(suffix(&text, max).chars().count() <= max);
            prop_assert!(ellipsis(&text, max.max(1)).chars().count() <= max.max(1));
        }

        #[test]
        fn escaped_text_holds_no_markup(text in ".*") {
            let escaped = escape_xml(&text);
            prop_assert!(!escaped.contains(['<', '>', '"', '\'']));
            prop_assert!(!escape_xml_text(&text).contains(['<', '>']));
        }
    }
}
