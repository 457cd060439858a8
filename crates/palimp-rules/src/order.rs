//! Tells orders that hold from now on, and the bounds that a sentence sets.

use palimp_core::activity::MessageRole;

use super::classifier::classify_sentence;
use super::keep::keep_score::PieceFeatures;

/// Returns true if a sentence of the user's says once and for all how something is to be, and not only
/// what is to be done now.
///
/// ```
/// use palimp_rules::is_standing_order;
///
/// assert!(is_standing_order("Always use pnpm, never npm"));
/// assert!(!is_standing_order("Run the tests again"));
/// ```
pub fn is_standing_order(sentence: &str) -> bool {
    classify_sentence(MessageRole::User, sentence).is_some_and(|verdict| verdict.is_order())
        && !PieceFeatures::from_text(sentence).is_of_work()
}

/// Returns true if a sentence bounds something exactly: "only", "exactly", "at most", "no … wins".
pub(crate) fn sets_limit(sentence: &str) -> bool {
    const LIMIT_WORDS: [&str; 20] = [
        "cap", "limit", "total", "ceiling", "only", "exactly", "exact", "except", "keep", "keeps",
        "stays", "stay", "drop", "wins", "max", "maximum", "minimum", "first", "whole",
        "untouched",
    ];
    const KOREAN_LIMIT_WORDS: [&str; 9] =
        ["만 ", "고정", "까지만", "그대로", "유지", "먼저", "최대", "최소", "제외"];
    let lower = sentence.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| LIMIT_WORDS.contains(&word))
        || ["at most", "at least", "no more than"].iter().any(|said| lower.contains(said))
        || KOREAN_LIMIT_WORDS.iter().any(|said| lower.contains(said))
}

/// Returns true if a word of a sentence begins with a digit.
pub(crate) fn has_number(sentence: &str) -> bool {
    sentence.split_whitespace().any(|word| {
        word.trim_matches(|c: char| !c.is_alphanumeric()).starts_with(|c: char| c.is_ascii_digit())
    })
}
