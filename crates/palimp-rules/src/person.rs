//! Sentences in which the user tells of themselves: who they are, what they like, how they want to be spoken to.
//!
//! Each of these parts is told by phrases; what points at a thing of the moment or at the work tells of no person.

use super::quote::without_quotations;
use super::words::{SentenceWord, is_korean, lowercase_sentence, split_words, without_fillers};

/// Beginnings of what somebody likes or does everywhere.
const TASTE_PHRASES: [&str; 26] = [
    "i prefer ", "i'd prefer ", "i'd rather ", "i like ", "i love ", "i enjoy ", "i hate ",
    "i dislike ", "i don't like ", "i do not like ", "i can't stand ", "i never ", "i always ",
    "i usually ", "i tend to ", "i only use ", "i find it ", "user prefers ", "user likes ",
    "user hates ", "user dislikes ", "user does not like ", "user would rather ", "i really like ",
    "i really hate ", "i mostly ",
];
/// Phrases with which somebody says who they are or how they live.
const IDENTITY_PHRASES: [&str; 26] = [
    "i've been ", "i have been ", "years of experience", "i'm the only ", "i am the only ",
    "i'm new to ", "i am new to ", "i'm not a ", "i am not a ", "i come from ", "my background",
    "my english", "i'm colour", "i'm color", "i live ", "i work ", "i don't know any ",
    "i can't read ", "i teach ", "i study ", "i'm a ", "i'm an ", "i am a ", "i am an ",
    "my name ", "call me ",
];
/// Words for a length of life, with which `I've been …` tells of somebody.
const LIFE_SPAN_WORDS: [&str; 5] = ["years", "year", "decade", "decades", "since"];
/// Phrases about the way somebody wants to be spoken to.
const ADDRESS_PHRASES: [&str; 16] = [
    "apologise to me", "apologize to me", "it makes me ", "talk to me", "speak to me",
    "explain to me", "answer me", "answers short", "reply to me", "greet me", "flatter me",
    "praise me", "lecture me", "get to the point", ", i like to ", "so i can read",
];
/// Phrases that point at the work of the moment.
const WORK_PHRASES: [&str; 34] = [
    "this ", "that one", "the second ", "the first ", "the other ", "go with", "the module",
    " module", "the page", "the bug", "the test", "the build", "the branch", "the repo",
    "the project", "right now", "at the moment", "since this", "today", "seeing", "getting",
    "the following", "design for", "we ", "instead of the", "the function", "the file",
    "trying to", "working on", "stuck", " get a ", " get an ", " fails", "error",
];

const KOREAN_SELF_WORDS: [&str; 14] = [
    "나는", "난", "저는", "전", "나", "저", "내", "제", "내가", "제가", "나도", "저도", "나한테",
    "저한테",
];
const KOREAN_TASTE_WORDS: [&str; 26] = [
    "좋아", "좋다", "좋습니다", "좋더라", "싫어", "싫다", "싫습니다", "질색", "극혐", "선호",
    "편해", "편합니다", "편하", "헷갈려", "못 견디", "못견디", "별로", "취향", "즐겨", "애용",
    "불편", "부담", "거슬", "힘들어", "안 좋아", "혐오",
];
/// Words for an identity or a way of life, without a word for oneself.
const KOREAN_IDENTITIES: [&str; 28] = [
    "년차", "약해", "서툴", "비개발자", "비전공", "전공자", "초보", "입문자", "신입", "주니어",
    "시니어", "디자이너", "기획자", "개발자", "엔지니어", "사람이라", "사람이야", "사람입니다",
    "프리랜서", "1인 개발", "혼자 개발", "육아", "색약", "색맹", "재택", "이름은", "라고 불러",
    "라고 부르지",
];
/// Words about the way the agent is to speak.
const KOREAN_ADDRESS_WORDS: [&str; 14] = [
    "답변", "설명", "말투", "존댓말", "반말", "이모지", "질문", "사과", "결론부터", "캡쳐", "캡처",
    "호칭", "용어", "대답",
];
const KOREAN_EVERYWHERE_WORDS: [&str; 7] =
    ["어디서든", "어디서나", "가든", "집이나", "평생", "원래", "맨날"];
/// Words that point at the work of the moment, or at somebody else.
const KOREAN_WORK_WORDS: [&str; 48] = [
    "null", "처리", "이번", "이 함수", "이 페이지", "이 파일", "이 버튼", "이 코드", "이거",
    "그거", "저거", "이게", "그게", "여기", "지금", "방금", "아까", "오늘", "것 같", "거 같",
    "모르겠", "나오네", "나옵니다", "나와요", "안 되", "안되", "안돼", "에러", "오류", "우리",
    "저희", "프로젝트", "저장소", "레포", "서비스", "팀장", "동료", "막내", "님이 ", "친구",
    "옮겨", "커밋", "들을 ", "들이 ", "들은 ", "사용자에", "사용자가", "사용자는",
];

/// Returns true for a sentence in which the user tells of themselves and of nothing else.
pub(crate) fn tells_of_person(sentence: &str) -> bool {
    let own = without_quotations(without_fillers(sentence));
    let lower = lowercase_sentence(&own);
    if lower.trim_end().ends_with(['?', '？']) {
        return false;
    }
    if is_korean(&lower) { is_korean_profile(&lower) } else { is_english_profile(&lower) }
}

fn is_english_profile(lower: &str) -> bool {
    let begins = |phrases: &[&str]| phrases.iter().any(|phrase| lower.starts_with(phrase));
    let holds = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    let spans = || split_words(lower).iter().any(|word| LIFE_SPAN_WORDS.contains(&word.text));
    let is_who = begins(&IDENTITY_PHRASES) && (!lower.starts_with("i've been") || spans());
    let addresses = holds(&ADDRESS_PHRASES)
        && holds(&["never ", "always ", "don't ", "dont ", "when you ", "no "]);
    (is_who || likes_in_general(lower) || addresses) && !holds(&WORK_PHRASES)
}

/// Returns true for a taste that is not about one thing: `I like the second one`.
fn likes_in_general(lower: &str) -> bool {
    const SPECIFIC_WORDS: [&str; 8] =
        ["the", "this", "that", "these", "those", "your", "its", "it"];
    let behind = TASTE_PHRASES.iter().find_map(|taste| lower.strip_prefix(taste));
    behind.is_some_and(|behind| {
        let first = behind.split_whitespace().next().unwrap_or_default();
        let of_agent = behind.starts_with("it when you ") || behind.starts_with("when you ");
        of_agent || !SPECIFIC_WORDS.contains(&first) && !first.starts_with(['"', '“'])
    })
}

fn is_korean_profile(lower: &str) -> bool {
    let said = split_words(lower);
    let holds = |phrases: &[&str]| phrases.iter().any(|phrase| lower.contains(phrase));
    let begins = || said.iter().take(2).any(|word| KOREAN_SELF_WORDS.contains(&word.text));
    let of_self = begins() || holds(&KOREAN_ADDRESS_WORDS);
    let likes = of_self && holds(&KOREAN_TASTE_WORDS) && !said.iter().any(is_request);
    let is_who = holds(&KOREAN_IDENTITIES) && !said.iter().any(is_request);
    let lives =
        begins() && holds(&["못 드려", "못드려", "못 읽", "못 해", "못해", "안 써", "만 써"]);
    let everywhere = holds(&KOREAN_EVERYWHERE_WORDS)
        && (begins() || !holds(&["는 ", "은 "]))
        && !is_korean_request(&said);
    (likes || is_who || lives || everywhere) && !holds(&KOREAN_WORK_WORDS) && !reports_work(&said)
}

/// `해줘`, `고쳐줘`: wants something done.
fn is_request(word: &SentenceWord) -> bool {
    ["해줘", "해주세요", "고쳐줘", "만들어줘", "바꿔줘", "추가해", "봐줘"]
        .iter()
        .any(|end| word.text.ends_with(end))
}

/// `…추가했습니다`, `…통과했어요`: tells what was done.
fn reports_work(said: &[SentenceWord]) -> bool {
    const REPORT_ENDINGS: [&str; 7] =
        ["했어", "했어요", "했음", "했습니다", "됐어요", "됐습니다", "완료"];
    said.last().is_some_and(|last| REPORT_ENDINGS.iter().any(|end| last.text.ends_with(end)))
}

fn is_korean_request(said: &[SentenceWord]) -> bool {
    let last = said.last().map_or("", |word| word.text);
    ["줘", "주세요", "해라", "하세요", "까", "나요", "하자"].iter().any(|end| last.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line a sentence: whether it is about a person (`+`), and its words.
    const SENTENCES: &str = include_str!("person.tsv");

    #[test]
    fn person_is_told_from_work() {
        let (mut wrong, mut right) = (Vec::new(), 0);
        for line in SENTENCES.lines() {
            let (label, sentence) = line.split_once('\t').expect("two fields");
            if tells_of_person(sentence) == (label == "+") { right += 1 } else { wrong.push(line) }
        }
        let falsely: Vec<_> = wrong.iter().filter(|line| line.starts_with('-')).collect();
        assert!(falsely.is_empty() && wrong.len() * 12 <= right, "{wrong:#?}");
    }
}
