//! About how many tokens a text has, and what to send of one that has too many.

/// About how many tokens `text` has, rather too many than too few: a token of code has some three
/// ASCII characters, and other writing takes up to one and a half tokens a character.
pub(crate) fn estimate_tokens(text: &str) -> usize {
    let ascii = text.bytes().filter(u8::is_ascii).count();
    let other = text.chars().filter(|c| !c.is_ascii()).count();
    ascii.div_ceil(3) + (other * 3).div_ceil(2)
}

/// The beginning of `text`, whole characters, that has about `limit` tokens at most.
pub(crate) fn truncate_tokens(text: &str, limit: usize) -> &str {
    // In sixths of a token, of which an ASCII character takes two and another nine.
    let mut left = limit.saturating_mul(6);
    for (at, c) in text.char_indices() {
        let cost = if c.is_ascii() { 2 } else { 9 };
        match left.checked_sub(cost) {
            Some(rest) => left = rest,
            None => return &text[..at],
        }
    }
    text
}

/// The first half of `text`, whole characters.
pub(crate) fn first_half(text: &str) -> &str {
    let half = text.char_indices().map(|(at, _)| at).find(|at| *at >= text.len() / 2);
    &text[..half.unwrap_or_default()]
}

/// Splits `texts` into requests of at most `most` texts and about `tokens` tokens; a text with more
/// stands alone.
pub(crate) fn split_batches<'t, 's>(
    texts: &'t [&'s str],
    most: usize,
    tokens: usize,
) -> impl Iterator<Item = &'t [&'s str]> {
    let mut rest = texts;
    std::iter::from_fn(move || {
        let mut sum = 0;
        let fits = |text: &&&str| {
            sum += estimate_tokens(text);
            sum <= tokens
        };
        let length = rest.iter().take(most).take_while(fits).count().max(1);
        let (batch, after) = rest.split_at_checked(length)?;
        rest = after;
        Some(batch)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn korean_takes_more_tokens_than_english() {
        assert_eq!(estimate_tokens(""), 0);
        assert_eq!(estimate_tokens("abcdef"), 2);
        assert_eq!(estimate_tokens("데이터베이스"), 9);
    }

    #[test]
    fn a_text_with_too_many_tokens_stands_alone() {
        let long = "x".repeat(90);
        let texts = ["abc", "abc", &long, "abc"];
        let lengths: Vec<usize> = split_batches(&texts, 10, 20).map(<[_]>::len).collect();
        assert_eq!(lengths, [2, 1, 1]);
        let lengths: Vec<usize> = split_batches(&texts, 1, 1_000).map(<[_]>::len).collect();
        assert_eq!(lengths, [1, 1, 1, 1]);
        assert_eq!(split_batches(&[], 1, 1).count(), 0);
    }

    proptest! {
        #[test]
        fn a_cut_is_a_beginning_within_the_limit(text in "\\PC{0,80}", limit in 0_usize..60) {
            let cut = truncate_tokens(&text, limit);
            prop_assert!(text.starts_with(cut));
            prop_assert!(estimate_tokens(cut) <= limit + 1);
            prop_assert!(text.starts_with(first_half(&text)));
        }

        #[test]
        fn batches_hold_every_text_once_and_in_order(
            texts in prop::collection::vec("[a-z가-힣]{0,20}", 0..30),
            most in 1_usize..8,
            tokens in 0_usize..40,
        ) {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let parts: Vec<&[&str]> = split_batches(&texts, most, tokens).collect();
            prop_assert!(parts.iter().all(|part| !part.is_empty() && part.len() <= most));
            prop_assert_eq!(parts.concat(), texts);
        }
    }
}
