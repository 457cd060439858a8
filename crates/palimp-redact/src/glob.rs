//! Patterns of what is allowed, in which `*` stands for any characters.

/// True if `text` matches `pattern`.
pub(super) fn matches_pattern(pattern: &str, text: &str) -> bool {
    let Some((head, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(mut text) = text.strip_prefix(head) else { return false };
    let (middle, tail) = rest.rsplit_once('*').unwrap_or(("", rest));
    for part in middle.split('*') {
        let Some(at) = text.find(part) else { return false };
        text = &text[at + part.len()..];
    }
    text.ends_with(tail)
}

#[cfg(test)]
mod tests {
    use super::matches_pattern;

    #[test]
    fn a_pattern_matches_the_whole_text() {
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
            assert_eq!(matches_pattern(pattern, text), expect, "{pattern} {text}");
        }
    }
}
