//! Conversion of terminal output to text.

/// Strips the sequences that colour a terminal or move its cursor from `text`.
pub(super) fn strip_terminal_codes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = match after.strip_prefix('[') {
            Some(code) => code.trim_start_matches(|c| matches!(c, ' '..='?')),
            None => after,
        };
        rest = rest.get(rest.chars().next().map_or(0, char::len_utf8)..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_no_part_of_an_answer() {
        for (printed, expect) in [
            ("\u{1b}[1;32m결정\u{1b}[0m done \u{1b}[K\n", "결정 done"),
            ("plain", "plain"),
            ("\u{1b}", ""),
            ("\u{1b}[", ""),
            ("\u{1b}[38;5;1", ""),
            ("a\u{1b}[31m", "a"),
            ("a\u{1b}결b", "ab"),
        ] {
            assert_eq!(strip_terminal_codes(printed), expect, "{printed:?}");
        }
    }
}
