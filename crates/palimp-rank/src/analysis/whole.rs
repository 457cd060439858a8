//! Tells a whole word from a part of another one.

use std::ops::Range;

use super::hangul;
use super::scan::{CharClass, class_of};

/// Returns true if what stands at `at` of a text begins and ends with a word, Korean particles and endings
/// and English plurals aside: `port` is a word of `src/port.rs` and of `two ports` and none of `passport`,
/// `배포` one of `배포는` and none of `재배포`.
pub fn is_whole(text: &str, at: Range<usize>) -> bool {
    let (said, before, after) = (&text[at.clone()], &text[..at.start], &text[at.end..]);
    is_whole_name(text, at) || is_plural(said, before, after)
}

/// Returns the same for a name, which has no plural: `Adam` is no word of `Adams`.
pub fn is_whole_name(text: &str, at: Range<usize>) -> bool {
    let (said, before, after) = (&text[at.clone()], &text[..at.start], &text[at.end..]);
    !are_joined(before.chars().next_back(), said.chars().next())
        && (!are_joined(said.chars().next_back(), after.chars().next())
            || is_inflected(said, after))
}

/// Returns the forms of `text`: itself, and a plural that does not begin with it (`policy`,
/// `policies`).
pub fn plural_forms(text: &str) -> Vec<String> {
    let stem = text.strip_suffix(['y', 'Y']).filter(|stem| {
        let before = stem.chars().next_back().map(|c| c.to_ascii_lowercase());
        before.is_some_and(|c| c.is_ascii_alphabetic() && !"aeiou".contains(c))
    });
    let plural = stem.map(|stem| format!("{stem}ies"));
    [text.to_owned()].into_iter().chain(plural).collect()
}

/// Returns true if the English word at the end of `said` goes on behind it with the ending of its plural.
fn is_plural(said: &str, before: &str, after: &str) -> bool {
    const MIN_STEM_CHARS: usize = 3;
    let begins = !are_joined(before.chars().next_back(), said.chars().next());
    let is_letter = |c: char| c.is_ascii_alphabetic();
    let stem = said[said.trim_end_matches(is_letter).len()..].to_ascii_lowercase();
    let ending = after.split(|c| class_of(c) != CharClass::Letter).next().unwrap_or_default();
    let hisses = ["s", "x", "z", "ch", "sh"].iter().any(|end| stem.ends_with(end));
    let plural = if hisses { "es" } else { "s" };
    begins && stem.len() >= MIN_STEM_CHARS && ending.eq_ignore_ascii_case(plural)
}

/// Returns true if two characters belong to one word.
fn are_joined(left: Option<char>, right: Option<char>) -> bool {
    let (Some(left), Some(right)) = (left, right) else { return false };
    class_of(left) == class_of(right)
        && matches!(class_of(left), CharClass::Letter | CharClass::Hangul)
}

/// Returns true if the run of Hangul at the end of `said` goes on behind it with what inflects it.
fn is_inflected(said: &str, after: &str) -> bool {
    let is_hangul = |c: char| class_of(c) == CharClass::Hangul;
    let stem = &said[said.trim_end_matches(is_hangul).len()..];
    let ending = &after[..after.len() - after.trim_start_matches(is_hangul).len()];
    if stem.is_empty() {
        return false;
    }
    hangul::is_function(ending)
        || hangul::strip_inflection(&format!("{stem}{ending}")).word.len() <= stem.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, word: &str, expect: bool) {
        let at = text.find(word).expect("the word stands there");
        assert_eq!(is_whole(text, at..at + word.len()), expect, "{word} in {text}");
    }

    #[test]
    fn word_is_whole_between_gaps_and_joiners() {
        check("renew passport", "port", false);
        check("the port is 8080", "port", true);
        check("src/port.rs", "port", true);
        check("port_number", "port", true);
        check("in 2018", "18", false);
        check("75 % hydration, 18 h", "18", true);
        check("café", "caf", false);
        check("(port)", "(port", true);
    }

    #[test]
    fn plural_is_its_word() {
        check("two deploys a day", "deploy", true);
        check("the walruses sleep", "walrus", true);
        check("all (boxes)", "box", true);
        check("PORTS", "PORT", true);
        check("take notes", "not", false);
        check("it is this", "it i", false);
        check("a class", "clas", false);
        check("passports", "port", false);
        check("reports", "report", true);
        assert_eq!(plural_forms("policy"), ["policy", "policies"]);
        assert_eq!(plural_forms("the key"), ["the key"]);
        assert_eq!(plural_forms("배포"), ["배포"]);
    }

    #[test]
    fn korean_word_is_whole_before_its_particles() {
        for text in ["청룡은 비밀", "청룡에서는", "청룡", "비밀 청룡이다", "청룡했다"]
        {
            check(text, "청룡", true);
        }
        check("우리청룡", "청룡", false);
        check("비밀번호", "비밀", false);
        check("JWT를 쓴다", "JWT", true);
        check("東京都", "京", true);
    }
}
