//! Words with which the user speaks again behind what somebody else wrote.

use super::lead::contains_phrase;
use crate::prose::split_sentences;
use crate::words::{is_korean, lowercase_sentence};

/// A paragraph in which the user speaks again is at most so long, in characters.
const MAX_RETURN_CHARS: usize = 400;
/// Beginnings with which somebody turns from a passage to the agent.
const TURNS: [&str; 62] = [
    "also ", "and ", "i disagree", "i agree", "no,", "no.", "nope", "yes", "ok", "thoughts",
    "actually", "ugh", "lol", "tell me", "give me", "show me", "explain", "summari", "translate",
    "draft", "is our", "are our", "who ", "where ", "when ", "from now on", "in future",
    "going forward", "^", "so ", "but ", "btw", "by the way", "anyway", "for us", "in our ",
    "our ", "can you", "could you", "does ", "do we", "do i", "is this", "is that", "is it",
    "are we", "should ", "what ", "how ", "why ", "which ", "now what", "fix ", "my ", "i want",
    "i'd", "in this repo", "in this project", "here ", "what's", "apply ", "pls ",
];
/// `We` and the like are the user's where they turn to the passage or to the work.
const WEAK_TURNS: [&str; 8] = ["we ", "we'", "please ", "use ", "keep ", "i ", "i'm ", "let's "];
const BACK: [&str; 15] = [
    "that", "this repo", "this project", "here", "except", "instead", "them", "those", "same",
    "but not", "the guide", "the rest", "like this", "only the", "ours",
];
const KOREAN_TURNS: [&str; 24] = [
    "그리고", "참고로", "우리는", "우린", "우리 ", "저희는", "저흰", "저희 ", "근데", "그런데",
    "아무튼", "암튼", "이거", "그거", "이건", "그건", "위 ", "위에", "여기서", "이 중", "나는",
    "난 ", "저는", "ㅋ",
];
const KOREAN_ENDS: [&str; 26] = [
    "줘", "줘요", "봐", "봐줘", "봐요", "고쳐", "바꿔", "해", "까", "까요", "나요", "냐", "함",
    "임", "됨", "뭐야", "뭐지", "어때", "가능", "하자", "부탁", "부탁해", "부탁드려요", "어케함",
    "놔둬", "찾아봐",
];

/// Words for the user's side, where others spoke before.
const OUR_SIDE: [&str; 8] = [
    "for us", "our side", "our codebase", "our repo", "our fork", "우리 쪽", "우리 포크", "저희 쪽",
];

/// Returns true for a paragraph behind a passage with which the user turns to the agent again.
pub(super) fn returns(paragraph: &str) -> bool {
    let text = paragraph.trim();
    let lower = lowercase_sentence(text);
    let plain = lower.trim_end_matches(|c: char| !c.is_alphanumeric());
    if text.is_empty() || text.chars().count() > MAX_RETURN_CHARS {
        return false;
    }
    let begins = |turns: &[&str]| turns.iter().any(|turn| lower.starts_with(turn));
    let asks = text.ends_with(['?', '？']);
    let ours = || OUR_SIDE.iter().any(|side| contains_phrase(&lower, side));
    let back = || BACK.iter().any(|word| contains_phrase(&lower, word));
    let english = begins(&TURNS) || begins(&WEAK_TURNS) && back();
    let korean = || {
        begins(&KOREAN_TURNS)
            || is_korean(text) && KOREAN_ENDS.iter().any(|end| plain.ends_with(end))
    };
    asks || english || korean() || ours()
}

/// Returns true if a sentence of a paragraph says that it is the user's, and not of those before.
pub(super) fn speaks_for_us(paragraph: &str) -> bool {
    let mut speaks = false;
    split_sentences(&lowercase_sentence(paragraph), &mut |sentence| {
        speaks |= OUR_SIDE.iter().any(|side| sentence.starts_with(side));
    });
    speaks
}
