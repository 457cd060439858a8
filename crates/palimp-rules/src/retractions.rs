//! Retractions: the user takes back something that was done: `revert that`, `go back to npm`,
//! `되돌려줘`.

use super::sentence_marks::{SentenceMark, SentenceMarks};
use super::tools::{is_tool, tool_family};
use super::topic::stem_word;
use super::words::{SentenceWord, is_korean, lowercase_sentence, split_words, without_fillers};

/// The longest wish to take something back, in words.
const MAX_RETRACTION_WORDS: usize = 12;

/// A wish that what was done be undone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TakenBack {
    /// Names of what is undone.
    gone: Vec<String>,
    /// Names of what holds again.
    again: Vec<String>,
}

impl TakenBack {
    /// Returns the retraction in a message, if there is one.
    pub(super) fn from_message(text: &str) -> Option<TakenBack> {
        text.lines().find_map(|line| {
            let lower = lowercase_sentence(without_fillers(line));
            let words = split_words(&lower);
            let short = (1..=MAX_RETRACTION_WORDS).contains(&words.len());
            (short && !is_policy(&words) && is_wish(&words)).then(|| TakenBack::from_words(&words))
        })
    }

    fn from_words(words: &[SentenceWord]) -> TakenBack {
        let mut back = TakenBack::default();
        for (at, word) in words.iter().enumerate() {
            let Some(name) = tool_or_number(word.text) else { continue };
            let to = at > 0 && words[at - 1].text == "to" || word.text.ends_with('로');
            if to { back.again.push(name) } else { back.gone.push(name) }
        }
        back
    }

    /// Returns true if a sentence is taken back by its name: its subject is undone, or excluded by
    /// what holds again.
    pub(super) fn undoes_statement(&self, sentence: &str) -> bool {
        let lower = lowercase_sentence(sentence);
        let port = lower.contains("port") || lower.contains("포트");
        let said: Vec<String> =
            split_words(&lower).iter().filter_map(|word| tool_or_number(word.text)).collect();
        let excludes = |again: &String| {
            !said.contains(again) && said.iter().any(|said| are_rivals(said, again, port))
        };
        said.iter().any(|said| self.gone.contains(said)) || self.again.iter().any(excludes)
    }
}

/// Returns true if only one of two names holds.
fn are_rivals(one: &str, other: &str, port: bool) -> bool {
    let number = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    tool_family(one).is_some() && tool_family(one) == tool_family(other)
        || port && number(one) && number(other)
}

/// A tool or a number of several digits, without particles.
fn tool_or_number(word: &str) -> Option<String> {
    let end = word.find(|c: char| !c.is_ascii()).unwrap_or(word.len());
    let name = if end == 0 { stem_word(word) } else { word[..end].to_owned() };
    let number = (2..=5).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_digit());
    (number || is_tool(&name)).then_some(name)
}

/// Returns true for a rule about something that happens repeatedly.
fn is_policy(words: &[SentenceWord]) -> bool {
    let conditional =
        |word: &SentenceWord| matches!(word.text, "if" | "when" | "how" | "should" | "why");
    SentenceMarks::from_words(words).has(SentenceMark::Standing) || words.iter().any(conditional)
}

fn is_wish(words: &[SentenceWord]) -> bool {
    (0..words.len()).any(|at| is_english(words, at)) || is_korean_wish(words)
}

fn is_english(words: &[SentenceWord], at: usize) -> bool {
    let asked = at == 0
        || words[at].opens
        || matches!(words[at - 1].text, "let's" | "please" | "you" | "just" | "and" | "nah");
    let begins = |phrase: &str| {
        let said = words[at..].iter().map(|word| word.text);
        let parts = phrase.split(' ');
        said.take(parts.clone().count()).eq(parts)
    };
    asked && UNDO_PHRASES.iter().any(|phrase| begins(phrase))
}

const UNDO_PHRASES: &[&str] = &[
    "revert", "undo", "rollback", "roll back", "roll it back", "roll that back", "go back to",
    "back to", "switch back", "change back", "change it back", "change that back", "put it back",
    "put that back", "take it back", "take that back", "restore the old", "set it back",
];

fn is_korean_wish(words: &[SentenceWord]) -> bool {
    const KOREAN_UNDO_STEMS: [&str; 9] = [
        "되돌려", "되돌리자", "되돌리고", "되돌립시다", "롤백해", "롤백하자", "원복", "취소해",
        "원상복구",
    ];
    let told = words.last().is_some_and(|last| last.text.ends_with('다'));
    let undoes = |word: &SentenceWord| {
        KOREAN_UNDO_STEMS.iter().any(|undo| word.text.contains(undo))
            || matches!(word.text, "원래대로" | "예전대로")
            || is_korean(word.text) && word.text.starts_with("원래") && word.text.ends_with("로")
    };
    !told && words.iter().any(undoes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_to_undo_is_heard() {
        for text in [
            "revert that",
            "ok, undo it please",
            "can you revert the change?",
            "go back to 3000",
            "no, let's roll back",
            "되돌려줘",
            "아니다 원래대로 해줘",
            "npm으로 되돌리자",
        ] {
            assert!(TakenBack::from_message(text).is_some(), "{text}");
        }
        for text in [
            "If a deploy fails, revert it",
            "we reverted that last week",
            "how do I undo a commit?",
            "되돌렸습니다",
            "always revert broken merges",
            "it listens on port 3000",
        ] {
            assert!(TakenBack::from_message(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_named_is_undone() {
        let back = TakenBack::from_message("go back to npm").unwrap();
        assert!(
            back.undoes_statement("Decided to use pnpm")
                && !back.undoes_statement("Decided to use Vite")
        );
        assert!(!back.undoes_statement("We use npm, not pnpm"));
        let back = TakenBack::from_message("pnpm은 되돌려줘").unwrap();
        assert!(back.undoes_statement("pnpm을 쓰자"));
        let back = TakenBack::from_message("go back to 3000").unwrap();
        assert!(
            back.undoes_statement("The API listens on port 4000")
                && !back.undoes_statement("Keep 4000 rows")
        );
    }
}
