//! Words that point at a text which stands above or below them: `this page`, `이 회의록에서`.

use crate::prose::split_sentences;
use crate::words::{is_korean, lowercase_sentence, split_words};

/// Texts that people paste and speak of.
const TEXTS: [&str; 40] = [
    "blog", "article", "post", "mail", "email", "e-mail", "thread", "doc", "docs", "document",
    "readme", "guide", "guidelines", "styleguide", "transcript", "minutes", "newsletter", "policy",
    "rfc", "proposal", "commits", "changelog", "spec", "wiki", "posting", "contract", "license",
    "terms", "passage", "excerpt", "book", "chapter", "interview", "podcast", "notes",
    "announcement", "memo", "paste", "handover", "postmortem",
];
const KOREAN_TEXTS: [&str; 33] = [
    "메일", "회의록", "문서", "글", "블로그", "기사", "공지", "공고", "이슈", "스레드", "위키",
    "지침", "규정", "가이드", "약관", "댓글", "답변", "노트", "정의서", "커밋", "티켓", "원문",
    "본문", "녹취", "자막", "강의", "구절", "인수인계", "슬랙", "카톡", "디스코드", "발췌", "노션",
];
const POINTERS: [&str; 5] = ["this", "these", "those", "above", "following"];
const KOREAN_POINTERS: [&str; 10] =
    ["이", "그", "저", "다음", "아래", "위", "위의", "이런", "해당", "위에"];
/// A text is named at most so many words behind what points at it.
const MAX_DISTANCE: usize = 3;
/// Words by which a text that was named is said to be somebody else's.
const KOREAN_ORIGINS: [&str; 9] =
    ["인데", "건데", "거야", "나온", "적힌", "올라온", "에서 본", "쓰여", "퍼온"];
/// A text that is to be changed is one of the project's, and one that is to be followed is the user's.
const OWN_USES: [&str; 15] = [
    "update", "write", "add", "edit", "extend", "rewrite", "follow", "remember", "keep", "obey",
    "apply", "save", "put", "paste", "store",
];
const KOREAN_OWN_USES: [&str; 12] = [
    "추가", "수정", "고쳐", "고치", "바꿔", "처리", "구조", "업데이트", "지켜", "기억", "따라",
    "따르",
];

/// Returns true if a sentence points at a text beside it and wants it read.
pub(super) fn refers(text: &str) -> bool {
    let mut refers = false;
    split_sentences(&lowercase_sentence(text), &mut |sentence| refers |= points_at_text(sentence));
    refers
}

/// Returns true for words that name a text.
pub(super) fn names_text(text: &str) -> bool {
    split_words(&lowercase_sentence(text)).iter().any(|word| is_text(word.text))
}

fn is_text(word: &str) -> bool {
    // `이 지침대로` follows what it names.
    let is_korean_text = || KOREAN_TEXTS.iter().any(|text| word.starts_with(text));
    TEXTS.contains(&word) || is_korean_text() && !word.ends_with("대로")
}

fn points_at_text(sentence: &str) -> bool {
    let words = split_words(sentence);
    let said: Vec<&str> = words.iter().map(|word| word.text).collect();
    match is_korean(sentence) {
        true => {
            let names = || KOREAN_TEXTS.iter().any(|text| sentence.contains(text));
            let comes = || KOREAN_ORIGINS.iter().any(|origin| sentence.contains(origin));
            let is_own = || KOREAN_OWN_USES.iter().any(|own| sentence.contains(own));
            (is_near(&said, &KOREAN_POINTERS) || names() && comes()) && !is_own()
        }
        false => is_near(&said, &POINTERS) && !said.iter().any(|word| OWN_USES.contains(word)),
    }
}

/// Returns true if a text without a path stands shortly behind one of the pointers.
fn is_near(said: &[&str], pointers: &[&str]) -> bool {
    let is_path = |at: usize| said.get(at).is_some_and(|word| word.contains(['/', '@']));
    let named = |at: usize| (at + 1..said.len()).take(MAX_DISTANCE).find(|&it| is_text(said[it]));
    let mut places = (0..said.len()).filter(|&at| pointers.contains(&said[at]));
    places.any(|at| named(at).is_some_and(|text| !is_path(text + 1)))
}
