//! Words that announce what somebody else wrote.

use std::borrow::Cow;
use std::ops::Range;

use super::reference::{names_text, refers};
use crate::prose::split_sentences;
use crate::quote::find_quotations;
use crate::words::{is_korean, lowercase_sentence, split_words, strip_marks};

/// Words for texts that others write.
const SOURCE_WORDS: [&str; 42] = [
    "blog", "article", "post", "mail", "email", "e-mail", "issue", "thread", "docs",
    "documentation", "readme", "agents.md", "claude.md", "guide", "styleguide", "transcript",
    "log", "logs", "error", "errors", "warning", "output", "trace", "stacktrace", "message", "msg",
    "slack", "discord", "teams", "changelog", "notes", "minutes", "ad", "posting", "phishing",
    "spam", "comment", "comments", "review", "answer", "ticket", "spec",
];
const KOREAN_SOURCE_WORDS: [&str; 60] = [
    "내용", "텍스트", "약관", "규정", "정책", "조항", "다른 팀", "타 팀", "남의", "자막",
    "스크립트", "공문", "답장", "설명", "이 글", "이런 글", "다음 글", "아래 글", "쓴 글",
    "남긴 글", "번역", "문장", "문구", "영작", "원문", "초안", "메일", "이슈", "블로그", "기사",
    "문서", "답변", "댓글", "로그", "에러", "오류", "경고", "메시지", "카톡", "슬랙", "디스코드",
    "회의록", "릴리스", "릴리즈", "노트", "리뷰", "코멘트", "공고", "공지", "피싱", "스팸",
    "스레드", "트윗", "녹취", "발표", "위키", "티켓", "가이드", "agents.md", "claude.md",
];
/// Words by which the user says that a passage came to them.
const RECEIPT_PHRASES: [&str; 31] = [
    "i found", "found on", "copied from", "pasted from", "copy pasted", "emailed", "answered",
    "found this", "found that", "got this", "getting this", "get this", "received", "seeing this",
    "saw this", "read this", "look at", "looking at", "here is what", "here's what", "from the",
    "from a", "from our", "from my", "says", "said", "wrote", "writes", "posted", "sent",
    "replied",
];
/// Verbs that ask to read a passage.
const READ_VERBS: [&str; 20] = [
    "read", "look", "see", "check", "summarize", "summarise", "translate", "explain", "extract",
    "analyse", "analyze", "compare", "reply", "answer", "review", "proofread", "rephrase",
    "paraphrase", "shorten", "auto",
];
/// Questions about a passage that is not named.
const PASSAGE_QUESTIONS: [&str; 8] = [
    "any of this", "think of this", "think about this", "make of this", "make of the",
    "what do you think", "of the following", "think of the",
];
const KOREAN_RECEIPT_WORDS: [&str; 34] = [
    "다듬", "오타", "교정", "검토", "공유", "첨부", "남긴", "왔", "온 ", "보낸", "보내", "받은",
    "받았", "달린", "달렸", "올라온", "퍼온", "복붙", "붙여", "떠", "뜨", "뜸", "떴", "나와",
    "나옴", "나오", "내용이", "인데", "건데", "봐", "읽어", "번역", "요약", "이렇게",
];
/// Verbs that announce, with a colon, the words of somebody else.
const SPEECH_VERBS: [&str; 15] = [
    "say", "says", "said", "writes", "wrote", "reads", "states", "stated", "replied", "answered",
    "commented", "posted", "reports", "recommends", "insists",
];
const KOREAN_SPEECH_ENDINGS: [&str; 9] =
    ["왈", "말함", "말하길", "말씀이", "답함", "답변이", "적혀 있음", "쓰여 있음", "이렇게 나옴"];
const OWN_SUBJECTS: [&str; 6] = ["i", "we", "you", "i've", "we've", "as"];

/// Words of a lead that says what the user wants: what follows it is the user's.
const OWN_LEAD_WORDS: [&str; 38] = [
    "i", "my", "we", "our", "rules", "rule", "please", "remember", "follow", "todo", "todos",
    "tasks", "task", "steps", "changes", "requirements", "want", "need", "also", "conventions",
    "preferences", "answers", "plan", "goals", "ideas", "feedback", "questions", "problems",
    "issues", "following", "things", "points", "now", "instead", "then", "implement", "make",
    "ensure",
];
const KOREAN_OWN_LEAD_WORDS: [&str; 16] = [
    "앞으로", "지켜", "해줘", "해주세요", "해야", "하자", "규칙", "기억", "참고", "처럼", "할 일",
    "요구사항", "우리", "내가", "저희", "다음과 같이",
];

/// Returns true for a line that ends with a colon before an empty line, and that does not say that the user
/// goes on.
pub(super) fn introduces_foreign(line: &str) -> bool {
    let text = line.trim();
    let lower = lowercase_sentence(text);
    let said = split_words(&lower);
    let own = said.iter().any(|word| OWN_LEAD_WORDS.contains(&word.text))
        || said.first().is_some_and(|first| CHANGE_VERBS.contains(&first.text))
        || KOREAN_OWN_LEAD_WORDS.iter().any(|own| lower.contains(own));
    text.ends_with([':', '：']) && find_quotations(text).is_empty() && !own
}

/// Returns true for words behind which a passage of somebody else's follows.
pub(super) fn announces_passage(line: &str) -> bool {
    let text = line.trim();
    if text.is_empty() || !find_quotations(text).is_empty() {
        return false;
    }
    let colon = text.ends_with([':', '：']);
    // The last sentence announces, not those before it.
    let mut last = text.to_owned();
    if colon {
        split_sentences(text, &mut |sentence| sentence.clone_into(&mut last));
    }
    let lower = lowercase_sentence(&last);
    let said = split_words(&lower);
    if is_korean(text) {
        let source = KOREAN_SOURCE_WORDS.iter().any(|source| lower.contains(source));
        let receipt = || KOREAN_RECEIPT_WORDS.iter().any(|receipt| lower.contains(receipt));
        return source && (colon || receipt())
            || colon && lower.contains("이렇게")
            || refers(&lower);
    }
    let source = said.iter().any(|word| SOURCE_WORDS.contains(&word.text));
    let phrase = |phrases: &[&str]| phrases.iter().any(|phrase| contains_phrase(&lower, phrase));
    let reads = said.iter().take(3).any(|word| READ_VERBS.contains(&word.text));
    let names = !said.first().is_some_and(|first| CHANGE_VERBS.contains(&first.text));
    let receipt = phrase(&RECEIPT_PHRASES);
    let heads = || {
        names
            && said.len() <= MAX_HEAD_WORDS
            && said.iter().take(4).any(|it| SOURCE_WORDS.contains(&it.text))
    };
    match colon {
        true => receipt || reads || source && names,
        false => {
            let copied = || phrase(&["copied from", "pasted from", "copy pasted"]);
            source && (receipt || reads)
                || receipt && lower.ends_with('?')
                || phrase(&PASSAGE_QUESTIONS)
                || heads()
                || copied()
                || asks_about_below(&lower)
                || names && refers(&lower)
        }
    }
}

/// Returns true if one of the sentences is a question about what stands below it.
fn asks_about_below(lower: &str) -> bool {
    let of_this = ["this", "these", "below", "following"];
    let mut points = false;
    split_sentences(lower, &mut |sentence| {
        let asks = sentence.ends_with('?');
        points |= asks && split_words(sentence).iter().any(|word| of_this.contains(&word.text));
    });
    points
}

/// A line that only names what follows has so few words: `Minutes of the sync`.
const MAX_HEAD_WORDS: usize = 6;
/// Verbs that change a document rather than show one: `Update the docs:`.
const CHANGE_VERBS: [&str; 16] = [
    "update", "write", "add", "fix", "create", "change", "make", "put", "remove", "delete",
    "rewrite", "document", "implement", "use", "keep", "for",
];

/// Returns true if words stand in a text as whole words.
pub(super) fn contains_phrase(text: &str, phrase: &str) -> bool {
    let edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    text.match_indices(phrase).any(|(at, _)| {
        edge(text[..at].chars().next_back()) && edge(text[at + phrase.len()..].chars().next())
    })
}

/// Returns the offset at which the words of somebody else begin in a line: `the guide says: …`.
/// Text in quotation marks is not considered.
pub(super) fn find_attribution(line: &str) -> Option<usize> {
    let (at, _) = line.match_indices(": ").find(|(at, _)| is_said_by_other(&line[..*at]))?;
    let behind = line[at + 1..].trim_start();
    (!behind.is_empty() && find_quotations(behind).first().is_none_or(|it| it.start > 0))
        .then_some(at + 1)
}

/// Returns the end of a text with the last words, because the whole text would be read again for each quotation and
/// colon of a line.
fn last_words(text: &str) -> &str {
    const MAX_WORDS: usize = 4;
    /// Marks alone are no words.
    const MAX_PIECES: usize = 16;
    let (mut start, mut count) = (text.len(), 0);
    for piece in text.split_whitespace().rev().take(MAX_PIECES) {
        start = piece.as_ptr() as usize - text.as_ptr() as usize;
        count += usize::from(!strip_marks(piece).is_empty());
        if count == MAX_WORDS {
            break;
        }
    }
    &text[start..]
}

fn is_said_by_other(before: &str) -> bool {
    let lower = lowercase_sentence(last_words(before));
    let said: Vec<&str> = split_words(&lower).iter().map(|word| word.text).collect();
    let own = || said.iter().rev().skip(1).take(2).any(|word| OWN_SUBJECTS.contains(word));
    let english =
        said.last().is_some_and(|last| SPEECH_VERBS.contains(last)) && said.len() > 1 && !own();
    // `Reviewer comment: …`, `Slack message: …`
    let labelled = (2..=3).contains(&said.len())
        && !OWN_SUBJECTS.contains(&said[0])
        && !["my", "our", "fix", "add", "update"].contains(&said[0])
        && said.last().is_some_and(|last| SOURCE_WORDS.contains(last));
    let by_other =
        said.len() <= 3 && said.first().is_some_and(|first| OTHER_SPEAKERS.contains(first));
    english
        || labelled
        || by_other
        || KOREAN_SPEECH_ENDINGS.iter().any(|ending| lower.trim_end().ends_with(ending))
}

/// Returns a line without the quotations that it gives as somebody else's: `he wrote "…"`, `"…"라고 한다`.
pub(super) fn without_reports(line: &str) -> Cow<'_, str> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    for quoted in find_quotations(line) {
        let goes_on = spans.last().is_some_and(|last| joins(&line[last.end..quoted.start]));
        if goes_on || is_reported(line, &quoted) {
            spans.push(quoted);
        }
    }
    split_sentences(line, &mut |sentence| {
        let start = sentence.as_ptr() as usize - line.as_ptr() as usize;
        let heard = find_hearsay(sentence).map(|at| start + at..start + sentence.len());
        spans.extend(heard.filter(|heard| spans.last().is_none_or(|it| it.end <= heard.start)));
    });
    if spans.is_empty() {
        return Cow::Borrowed(line);
    }
    let mut rest = line.to_owned();
    for span in spans.into_iter().rev() {
        // What stood around a quotation must not become one word.
        let ends_word = rest[..span.start].ends_with(|c: char| !c.is_whitespace());
        let begins_word = rest[span.end..].starts_with(|c: char| !c.is_whitespace());
        rest.replace_range(span, if ends_word && begins_word { " " } else { "" });
    }
    Cow::Owned(rest)
}

/// Returns true for words between two quotations that somebody else said both of.
fn joins(between: &str) -> bool {
    const MAX_CHARS: usize = 20;
    const TURNS: [&str; 5] = ["but", "my", "our", "하지만", "근데"];
    let turns = |word: &str| TURNS.contains(&word) || OWN_SUBJECTS.contains(&word);
    between.chars().count() <= MAX_CHARS
        && !between.contains(['.', '!', '?', ';', '\n'])
        && !between.split_whitespace().any(|word| turns(&strip_marks(word).to_lowercase()))
}

/// Returns the offset of the part of a sentence that tells what somebody else said: `my boss said
/// that …`.
fn find_hearsay(sentence: &str) -> Option<usize> {
    if is_korean(sentence) {
        return is_korean_hearsay(sentence).then_some(0);
    }
    let lower = lowercase_sentence(sentence);
    let (at, verb) = HEARSAY_VERBS.iter().find_map(|verb| Some((lower.find(verb)?, verb)))?;
    let before = lower[..at].trim_end();
    let subject = before.rsplit(' ').next().unwrap_or_default();
    let other = !before.is_empty() && !OWN_SUBJECTS.contains(&subject) && !before.ends_with(',');
    (other && sentence.is_char_boundary(at + verb.len())).then(|| at + verb.len())
}

/// `팀장님이 …하라고 했다`, `문서에 …라고 적혀 있다`; what the user said before is the user's.
fn is_korean_hearsay(sentence: &str) -> bool {
    const QUOTE_PARTICLES: [&str; 4] = ["라고 ", "다고 ", "자고 ", "냐고 "];
    const KOREAN_HEARSAY_VERBS: [&str; 12] = [
        "적혀", "쓰여", "써 있", "써있", "되어", "돼 있", "그러", "하더", "말씀", "하셨", "하네",
        "하던",
    ];
    const OWN_SPEECH_WORDS: [&str; 6] = ["내가", "제가", "나는", "저는", "아까", "전에"];
    let by_other = sentence.split_whitespace().take(3).any(|word| {
        ["님이", "님은", "씨가", "씨는", "팀이", "에는", "에서는"]
            .iter()
            .any(|end| word.ends_with(end))
    });
    let own = |at: usize| OWN_SPEECH_WORDS.iter().any(|own| sentence[..at].contains(own));
    QUOTE_PARTICLES.iter().any(|quote| {
        let mut said = sentence.match_indices(quote);
        said.any(|(at, _)| {
            let verb = &sentence[at + quote.len()..];
            let told = by_other && ["했", "함", "한다"].iter().any(|it| verb.starts_with(it));
            !own(at) && (told || KOREAN_HEARSAY_VERBS.iter().any(|it| verb.starts_with(it)))
        })
    })
}

/// Verbs of somebody who says something.
const HEARSAY_VERBS: [&str; 9] = [
    " says ", " said ", " insists ", " insisted ", " claims ", " claimed ", " told me ",
    " told us ", " wrote that ",
];

fn is_reported(line: &str, span: &Range<usize>) -> bool {
    const QUOTE_ENDINGS: [&str; 7] = ["라고", "라는", "라며", "라길래", "고 ", "래", "이라"];
    let before = line[..span.start].trim_end().trim_end_matches([':', ',']);
    let behind = &line[span.end..];
    let lower = lowercase_sentence(last_words(before));
    let last = split_words(&lower).last().map(|word| word.text.to_owned()).unwrap_or_default();
    let source = (SOURCE_WORDS.contains(&&*last) || names_text(&last))
        && line[..span.start].trim_end().ends_with(':');
    QUOTE_ENDINGS.iter().any(|particle| behind.starts_with(particle))
        || behind.trim_start().starts_with("이렇게")
        || source
        || is_said_by_other(before)
}

/// Labels of what somebody else says or wrote.
const OTHER_SPEAKERS: [&str; 16] = [
    "original", "quote", "quoted", "excerpt", "draft", "vendor", "customer", "boss", "manager",
    "pm", "cto", "reviewer", "support", "legal", "chatgpt", "gpt",
];
