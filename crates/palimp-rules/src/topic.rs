//! Topic of a fact, in a word or two, and name of a conversation, in two to five.

use palimp_core::activity::MessageRole;
use palimp_core::distill::ConversationTurn;
use palimp_core::text::prefix;
use palimp_rank::analysis::index_terms;

use super::classifier::FactKind;
use super::words;

/// The longest word of a topic, in characters.
const MAX_TOPIC_WORD_CHARS: usize = 24;
/// Maximum number of words in the name of a conversation.
const SLUG_WORDS: usize = 5;
/// And how many characters.
const SLUG_CHARS: usize = 48;

/// The topic of a fact: `staging-db`, `로그인`.
pub(crate) fn fact_topic(fact: &str, kind: FactKind) -> String {
    let lower = words::lowercase_sentence(fact);
    let mut found: Vec<String> = Vec::new();
    for word in words::split_words(&lower) {
        let content = topic_word(word.text);
        // Two words are a name where one stands right behind the other.
        if let Some(content) = content {
            found.push(content);
            if found.len() == 2 || word.closes || is_inflected(word.text) {
                break;
            }
        } else if !found.is_empty() {
            break;
        }
    }
    if found.is_empty() { kind_topic(kind).to_owned() } else { found.join("-") }
}

/// The name of a conversation, from the first words of its user.
pub(crate) fn conversation_slug(turns: &[ConversationTurn]) -> String {
    let asked = turns.iter().filter(|turn| turn.role == MessageRole::User);
    let mut slug = asked.map(|turn| slug_of_text(&turn.text)).find(|slug| !slug.is_empty());
    if slug.is_none() {
        slug = turns.iter().map(|turn| slug_of_text(&turn.text)).find(|slug| !slug.is_empty());
    }
    slug.unwrap_or_else(|| "conversation".to_owned())
}

fn slug_of_text(text: &str) -> String {
    let lower = words::lowercase_sentence(words::without_fillers(prefix(text, 2_000)));
    let words = words::split_words(&lower);
    let mut parts: Vec<String> = Vec::new();
    let mut chars = 0;
    for part in words.iter().filter_map(|word| name_part(word.text)) {
        chars += part.chars().count() + 1;
        if parts.len() == SLUG_WORDS || !parts.is_empty() && chars > SLUG_CHARS {
            break;
        }
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.join("-")
}

/// A word as part of a name; none where it is a function word.
fn name_part(word: &str) -> Option<String> {
    let stop = STOP_WORDS.iter().any(|line| line.split(' ').any(|stop| stop == word));
    if stop { None } else { join_letters(word) }
}

/// The letters of a word, joined by dashes, without Korean particles.
fn join_letters(word: &str) -> Option<String> {
    let word = if words::is_korean(word) { stem_word(word) } else { word.to_owned() };
    let mut shaped = String::new();
    for c in prefix(&word, MAX_TOPIC_WORD_CHARS).chars() {
        if c.is_alphanumeric() {
            shaped.push(c);
        } else if !shaped.is_empty() && !shaped.ends_with('-') {
            shaped.push('-');
        }
    }
    let shaped = shaped.trim_matches('-').to_owned();
    (!shaped.is_empty()).then_some(shaped)
}

/// A Korean word without its particles.
pub(crate) fn stem_word(word: &str) -> String {
    let mut first = None;
    index_terms(word, |term| {
        first.get_or_insert_with(|| term.trim_start_matches('_').to_owned());
    });
    first.unwrap_or_else(|| word.to_owned())
}

/// A word of a topic: neither a function word, nor one that only shows what kind of fact it is, nor
/// a number.
fn topic_word(word: &str) -> Option<String> {
    let says_nothing = KIND_WORDS.iter().any(|line| line.split(' ').any(|sign| sign == word))
        || word.chars().all(|c| c.is_ascii_digit() || matches!(c, '.' | ':' | '-'))
        || words::is_korean(word) && is_korean_verb(word);
    if says_nothing { None } else { name_part(word).filter(|word| word.chars().count() > 1) }
}

/// Returns true if a word says what a fact is about.
pub(super) fn is_content(word: &str) -> bool {
    topic_word(word).is_some()
}

/// Returns true for a Korean ending rather than a thing.
fn is_korean_verb(word: &str) -> bool {
    const KOREAN_VERB_ENDINGS: [&str; 22] = [
        "다", "요", "자", "줘", "고", "면", "서", "니다", "지", "마", "해", "야", "네", "어", "게",
        "기로", "하기", "도록", "하는", "되는", "려면", "니까",
    ];
    word.chars().count() > 2 && KOREAN_VERB_ENDINGS.iter().any(|end| word.ends_with(end))
}

/// Returns true if a Korean word has a particle, behind which another thing begins.
fn is_inflected(word: &str) -> bool {
    words::is_korean(word) && stem_word(word) != word
}

const fn kind_topic(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Decision => "decision",
        FactKind::Preference => "preference",
        FactKind::Cause => "cause",
        FactKind::Profile => "user",
        FactKind::State => "project",
        FactKind::Remember => "note",
        FactKind::Soul => "agent",
        FactKind::Procedure => "procedure",
        FactKind::Open => "open",
    }
}

/// Returns true if a topic only says the kind of its fact.
pub(crate) fn is_kind(topic: &str) -> bool {
    let kinds = [
        FactKind::Decision,
        FactKind::Preference,
        FactKind::Cause,
        FactKind::Profile,
        FactKind::State,
        FactKind::Remember,
        FactKind::Soul,
        FactKind::Procedure,
        FactKind::Open,
    ];
    kinds.into_iter().any(|kind| kind_topic(kind) == topic)
}

/// Words that carry nothing by themselves.
const STOP_WORDS: &[&str] = &[
    "a an the this that these those it its it's is are was were be been being am i i'm i've i'd we we've we're we'll",
    "you your you're he she they them their our us me my mine to of in on at by for from with without into as if or and",
    "but so than then not no nor do does did don't doesn't didn't can could should would will must may might has have had",
    "what which who how why when where there here please just also too very more most some any all each every let's lets",
    "up out over under about because since while until after before again only own same such",
    "이 그 저 것 거 게 수 등 때 중 더 좀 및 또 또는 나 내 너 우리 제 저는 나는 난 저희 우리는 왜 어떻게 뭐 이거 그거 이건 그건 있는 있다 해줘 해주세요 줘 일단",
];

/// Words that show what kind of fact it is.
const KIND_WORDS: &[&str] = &[
    "decided decide decision decisions chose chosen picked agreed settled opted switched switch switching moved moving move",
    "migrated replaced dropped prefer prefers preferred always never avoid use using uses used go going with keep stick",
    "stay instead remember note mind forget important cause root turned turns fixed fix reason problem issue bug culprit",
    "workaround solution user user's users from now forward like hate want wants name called call todo next step steps",
    "remaining left still need needs run runs running listens lives stored kept written deployed hosted requires set",
    "don't commit push add mock write create make sure ever first",
    "항상 앞으로 앞으로는 앞으론 언제나 매번 절대 절대로 무조건 반드시 기억해 기억해줘 참고로 원인 원인은 원인이 근본 결정 결론 이유 해결 문제 문제는 알고 보니 남은 일은 작업은 다음 단계는 아직 할 일 대신 말고 결국 이제",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn topics_are_a_word_or_two() {
        for (fact, expect) in [
            ("The staging DB is at db.internal:5432", "staging-db"),
            ("Decided to use pnpm instead of npm", "pnpm"),
            ("User prefers tabs over spaces", "tabs"),
            ("배포는 금요일에 하지 마", "배포"),
            ("포트는 8080이야", "포트"),
            ("API 서버는 8080번 포트를 쓴다", "api-서버"),
            ("원인: TokenStore 를 import 하지 않아서 빌드가 실패했습니다", "tokenstore"),
            ("근본 원인: 커넥션 풀을 닫지 않았다", "커넥션"),
            ("결정: pnpm을 쓴다", "pnpm"),
            ("always never", "preference"),
        ] {
            assert_eq!(fact_topic(fact, FactKind::Preference), expect, "{fact}");
        }
    }

    #[test]
    fn a_conversation_is_named_by_what_was_asked_first() {
        let turn = |role, text: &str| ConversationTurn { role, text: text.to_owned() };
        let name = |text: &str| {
            conversation_slug(&[turn(MessageRole::Assistant, "Hi!"), turn(MessageRole::User, text)])
        };
        assert_eq!(
            name("Hey, please fix the login redirect bug in auth.ts!"),
            "fix-login-redirect-bug-auth-ts"
        );
        assert_eq!(name("로그인 버그를 고쳐줘"), "로그인-버그-고쳐줘");
        assert_eq!(name("../../etc/passwd"), "etc-passwd");
        assert_eq!(name("???"), "hi");
        assert_eq!(conversation_slug(&[]), "conversation");
    }
}
