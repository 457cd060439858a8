//! Closing rituals: the short requests with which a user ends a piece of work, "commit and push".

use super::own_words::own_words;
use super::prose::for_each_sentence;

/// A longer sentence asks for more than a ritual.
const MAX_WORDS: usize = 12;
/// Words before the verb of a request.
const REQUEST_LEAD_WORDS: [&str; 24] = [
    "please", "ok", "okay", "now", "and", "then", "great", "good", "nice", "perfect", "thanks",
    "let's", "lets", "can", "could", "you", "yes", "so", "alright", "go", "ahead", "just", "also",
    "always",
];
/// Verbs with which a request begins.
const REQUEST_VERBS: [&str; 12] = [
    "commit", "push", "merge", "deploy", "release", "publish", "lint", "format", "run", "create",
    "open", "update",
];
/// Acts, by the words that ask for them.
const CLOSING_ACTS: [(&str, &[&str]); 10] = [
    ("commit", &["commit", "커밋"]),
    ("push", &["push", "푸시"]),
    ("pull request", &["pr", "pull request"]),
    ("merge", &["merge", "머지"]),
    ("deploy", &["deploy", "배포"]),
    ("release", &["release", "publish", "릴리스"]),
    ("lint", &["lint", "linter", "clippy"]),
    ("format", &["format", "formatter", "fmt"]),
    ("tests", &["tests", "test suite"]),
    ("changelog", &["changelog"]),
];
/// Endings of a request in Korean.
const KOREAN_REQUEST_ENDINGS: [&str; 9] =
    ["해", "해줘", "해 줘", "해주세요", "해 주세요", "하자", "하고", "할게", "올려줘"];
/// Words that make a request its opposite, or a report.
const DENIAL_WORDS: [&str; 12] = [
    "don't", "not", "never", "without", "말고", "하지", "말아", "is", "was", "are", "were", "fails",
];

/// Returns the acts that the closing rituals in a text ask for, in a fixed order.
///
/// ```
/// use palimp_rules::closing_acts;
///
/// assert_eq!(closing_acts("Great. Now commit and push please"), ["commit", "push"]);
/// assert_eq!(closing_acts("The commit fails, see the push log"), [""; 0]);
/// ```
pub fn closing_acts(text: &str) -> Vec<&'static str> {
    let mut asked: Vec<&'static str> = Vec::new();
    for_each_sentence(&own_words(text), |sentence| {
        asked.extend(sentence_acts(&sentence.to_lowercase()))
    });
    let all = CLOSING_ACTS.iter().map(|(act, _)| *act);
    all.filter(|act| asked.contains(act)).collect()
}

fn sentence_acts(sentence: &str) -> Vec<&'static str> {
    let split = |c: char| !c.is_alphanumeric() && c != '\'';
    let words: Vec<&str> = sentence.split(split).filter(|word| !word.is_empty()).collect();
    if words.len() > MAX_WORDS || words.iter().any(|word| DENIAL_WORDS.contains(word)) {
        return Vec::new();
    }
    let verb = words.iter().find(|word| !REQUEST_LEAD_WORDS.contains(word));
    let end = sentence.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_korean_request = KOREAN_REQUEST_ENDINGS.iter().any(|it| end.ends_with(it));
    if !verb.is_some_and(|verb| REQUEST_VERBS.contains(verb)) && !is_korean_request {
        return Vec::new();
    }
    let plain = format!(" {} ", words.join(" "));
    let asks = |asking: &str| match asking.is_ascii() {
        true => plain.contains(&format!(" {asking} ")),
        // A particle may stand behind it: 커밋하고.
        false => plain.contains(&format!(" {asking}")),
    };
    let acts = CLOSING_ACTS.iter().filter(|(_, asking)| asking.iter().any(|it| asks(it)));
    acts.map(|(act, _)| *act).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_requests_are_rituals() {
        for (prompt, acts) in [
            ("commit this", vec!["commit"]),
            ("ok, let's commit and push", vec!["commit", "push"]),
            ("Can you open a PR?", vec!["pull request"]),
            ("run the linter and the tests", vec!["lint", "tests"]),
            ("커밋하고 푸시해줘", vec!["commit", "push"]),
            ("Works. Please update the changelog", vec!["changelog"]),
        ] {
            assert_eq!(closing_acts(prompt), acts, "{prompt}");
        }
    }

    #[test]
    fn reports_and_refusals_are_no_rituals() {
        for prompt in [
            "don't commit yet",
            "the push was rejected",
            "Commit 2 is irrelevant here",
            "why does the commit hook fail?",
            "open the file with the tests of it and rewrite every one of them so that they pass",
            "커밋하지 마",
            "run it again",
        ] {
            assert_eq!(closing_acts(prompt), [""; 0], "{prompt}");
        }
    }
}
