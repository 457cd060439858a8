//! A sentence as it is written down.

use palimp_core::text::{one_line, prefix};

use super::classifier::FactKind;
use super::remember_wish::behind_request;
use super::topic::fact_topic;
use super::words;

/// The longest fact, in characters.
const MAX_FACT_CHARS: usize = 320;

/// A sentence worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ExtractedFact {
    pub(crate) topic: String,
    pub(crate) text: String,
}

impl ExtractedFact {
    /// The fact that a sentence states.
    pub(crate) fn from_sentence(sentence: &str, kind: FactKind) -> ExtractedFact {
        let text = normalize_sentence(sentence);
        ExtractedFact { topic: fact_topic(&text, kind), text }
    }

    /// The line of a list.
    pub(crate) fn to_list_line(&self) -> String {
        format!("- [{}]: {}", self.topic, self.text)
    }
}

/// Returns the statement of a sentence as it is written down.
pub(crate) fn normalize_sentence(sentence: &str) -> String {
    let said = words::without_fillers(sentence);
    let text = match without_lead(said) {
        rest if rest.len() < said.len() => to_third_person(&capitalise_rest(rest)),
        whole => to_third_person(whole),
    };
    shorten_fact(text.trim_end_matches(['.', '!', '。', ' ']))
}

/// A sentence without the words that ask to remember it, or only say that a cause follows.
fn without_lead(sentence: &str) -> &str {
    const FACT_LEAD_PHRASES: &[&str] = &[
        "remember that ",
        "remember: ",
        "remember, ",
        "note that ",
        "please note that ",
        "keep in mind that ",
        "for the record, ",
        "for future reference, ",
        "the issue was that ",
        "the issue is that ",
        "the problem was that ",
        "the problem is that ",
        "fyi that ",
        "fyi, ",
        "fyi: ",
        "don't forget that ",
        "important: ",
        "please remember that ",
        "참고로 ",
        "참고로, ",
    ];
    for lead in FACT_LEAD_PHRASES {
        let head = sentence.get(..lead.len());
        if head.is_some_and(|head| head.replace('’', "'").eq_ignore_ascii_case(lead)) {
            return sentence[lead.len()..].trim_start();
        }
    }
    behind_request(sentence).unwrap_or(sentence)
}

/// Capitalises the rest of a sentence whose beginning was removed.
fn capitalise_rest(rest: &str) -> String {
    let word = rest.split_whitespace().next().unwrap_or_default();
    let plain =
        word.trim_end_matches([',', ':']).bytes().all(|b| b.is_ascii_lowercase() || b == b'\'');
    match rest.chars().next() {
        Some(first) if plain => {
            first.to_uppercase().collect::<String>() + &rest[first.len_utf8()..]
        }
        _ => rest.to_owned(),
    }
}

/// First-person beginnings and what they become, where no other word has to change.
const THIRD_PERSON_FORMS: &[(&str, &str)] = &[
    ("i prefer ", "User prefers "),
    ("i'd prefer ", "User prefers "),
    ("i hate ", "User hates "),
    ("i dislike ", "User dislikes "),
    ("i don't like ", "User does not like "),
    ("i don't want ", "User does not want "),
    ("i do not want ", "User does not want "),
    ("i want ", "User wants "),
    ("i'd like ", "User would like "),
    ("i would like ", "User would like "),
    ("i need ", "User needs "),
    ("i expect ", "User expects "),
    ("i'm a ", "User is a "),
    ("i'm an ", "User is an "),
    ("i am a ", "User is a "),
    ("i am an ", "User is an "),
    ("i'm the ", "User is the "),
    ("i am the ", "User is the "),
    ("i'm based ", "User is based "),
    ("i work ", "User works "),
    ("i live ", "User lives "),
    ("my name is ", "User's name is "),
    ("my timezone is ", "User's timezone is "),
    ("let's not ", "Decided not to "),
    ("let's ", "Decided to "),
    ("lets use ", "Decided to use "),
    ("lets go with ", "Decided to go with "),
];

/// A sentence without its first person, where that is safe; else as it is.
fn to_third_person(sentence: &str) -> String {
    let lower = sentence.replace('’', "'");
    let found = THIRD_PERSON_FORMS.iter().find(|(first, _)| {
        lower.get(..first.len()).is_some_and(|head| head.eq_ignore_ascii_case(first))
    });
    let Some((first, third)) = found else { return one_line(sentence) };
    let rest = &lower[first.len()..];
    let personal = rest.split_whitespace().any(|word| {
        let word = words::strip_marks(word).to_ascii_lowercase();
        matches!(
            word.as_str(),
            "i" | "i'm" | "i've" | "i'll" | "i'd" | "my" | "me" | "mine" | "you" | "your"
        )
    });
    if personal { one_line(sentence) } else { one_line(&format!("{third}{rest}")) }
}

/// Shortens a text to at most [`MAX_FACT_CHARS`] characters, cut behind a word.
fn shorten_fact(text: &str) -> String {
    let cut = prefix(text, MAX_FACT_CHARS - 1);
    if cut.len() == text.len() || text.chars().count() <= MAX_FACT_CHARS {
        return text.to_owned();
    }
    let end = cut.rfind(char::is_whitespace).filter(|&end| end > cut.len() / 2);
    format!("{}…", cut[..end.unwrap_or(cut.len())].trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(sentence: &str, expect: &str) {
        assert_eq!(ExtractedFact::from_sentence(sentence, FactKind::Preference).text, expect);
    }

    #[test]
    fn the_first_person_goes_where_that_is_safe() {
        check("Ok, I prefer tabs over spaces.", "User prefers tabs over spaces");
        check("I prefer tabs in my code.", "I prefer tabs in my code");
        check("Let’s not use Redux.", "Decided not to use Redux");
        check("Remember that the port is 8081!", "The port is 8081");
        check("참고로 포트는 8081이야.", "포트는 8081이야");
        check("나는 탭을 선호해", "나는 탭을 선호해");
    }

    #[test]
    fn a_long_sentence_is_cut_behind_a_word() {
        let text = "word ".repeat(100);
        let fact = ExtractedFact::from_sentence(&text, FactKind::Decision).text;
        assert!(fact.chars().count() <= MAX_FACT_CHARS && fact.ends_with("word…"), "{fact}");
        let unbroken =
            ExtractedFact::from_sentence(&format!("a {}", "가".repeat(600)), FactKind::Decision)
                .text;
        assert_eq!(unbroken.chars().count(), MAX_FACT_CHARS);
    }
}
