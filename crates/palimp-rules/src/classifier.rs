//! Classifies sentences: is it a fact worth keeping, of which kind, and how strong.

use palimp_core::activity::MessageRole;

use super::person::tells_of_person;
use super::quote::without_quotations;
use super::report::{is_config, is_instruction, is_shared};
use super::scope::{is_aside, is_farewell, names_something, runs_the_unseen};
use super::sentence_marks::{SentenceMark, SentenceMarks};
use super::words::{self, SentenceWord};

/// Kind of a sentence that is worth keeping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactKind {
    /// Something was decided.
    Decision,
    /// The way somebody wants things done.
    Preference,
    /// Cause of a failure, or its fix.
    Cause,
    /// Description of the user.
    Profile,
    /// State of affairs.
    State,
    /// Statement that the user asked to remember.
    Remember,
    /// The way the agent is to behave.
    Soul,
    /// Procedure: the way something is done.
    Procedure,
    /// Work still to be done.
    Open,
}

/// Kind of a sentence and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FactVerdict {
    pub(crate) kind: FactKind,
    pub(crate) score: u32,
}

/// Number of words that a sentence must have.
const FACT_WORD_RANGE: std::ops::RangeInclusive<usize> = 2..=70;

impl FactVerdict {
    /// Returns true for a standing order of the user, or a description of the user.
    pub(crate) const fn is_order(self) -> bool {
        use FactKind::{Decision, Preference, Profile, Remember, Soul};
        matches!(self.kind, Decision | Preference | Profile | Remember | Soul)
    }
}

/// Classifies a sentence of `role`; none if it is no fact.
pub(crate) fn classify_sentence(role: MessageRole, sentence: &str) -> Option<FactVerdict> {
    let own = without_quotations(words::without_fillers(sentence));
    let lower = words::lowercase_sentence(&own);
    let words = words::split_words(&lower);
    if !FACT_WORD_RANGE.contains(&words.len()) || commands_reader(sentence) {
        return None;
    }
    let sentence = MarkedSentence {
        said: &own,
        words: &words,
        marks: SentenceMarks::from_words(&words),
        lower: &lower,
    };
    if is_talk(sentence) {
        return None;
    }
    let kind = sentence_kind(role, sentence).filter(|_| names_something(&own, &words))?;
    let concrete = u32::from(is_concrete(&words, &lower));
    let user = if role == MessageRole::User { 2 } else { 0 };
    Some(FactVerdict { kind, score: kind_score(kind) + user + concrete })
}

/// Returns true if a text tries to leave a frame that it may later stand in.
fn commands_reader(sentence: &str) -> bool {
    sentence.contains("</") || sentence.contains("memory-context") || sentence.contains("<!--")
}

/// Returns true if a text tries to command its later reader.
pub(crate) fn is_command(sentence: &str) -> bool {
    let lower = words::lowercase_sentence(sentence);
    let marks = SentenceMarks::from_words(&words::split_words(&lower));
    marks.has(SentenceMark::Attack) || runs_the_unseen(&lower) || commands_reader(sentence)
}

/// Returns true if the user asks, guesses, quotes, tells of others, names nothing, or wants
/// something now.
pub(crate) fn is_talk_of(sentence: &str) -> bool {
    let own = without_quotations(words::without_fillers(sentence));
    let lower = words::lowercase_sentence(&own);
    let words = words::split_words(&lower);
    if words.is_empty() {
        return true;
    }
    let said = MarkedSentence {
        said: &own,
        words: &words,
        marks: SentenceMarks::from_words(&words),
        lower: &lower,
    };
    let names = names_something(&own, &words);
    let whole = own.len() == words::without_fillers(sentence).len();
    !names || !whole || commands_reader(sentence) || is_talk(said) || said.is_for_now()
}

/// Returns true if a sentence is a question, a guess, about others, a task for now, or an attack.
fn is_talk(sentence: MarkedSentence) -> bool {
    let MarkedSentence { words, marks, lower, .. } = sentence;
    marks.has(SentenceMark::Attack)
        || runs_the_unseen(lower)
        || is_question(lower, marks)
        || is_hedged(marks)
        || is_aside(marks)
        || is_task(words)
}

pub(crate) fn is_question(lower: &str, marks: SentenceMarks) -> bool {
    let end = lower.trim_end_matches(['"', '\'', ')', '”', '’', '~', '!', '.', 'ㅋ', 'ㅎ', 'ㅠ']);
    end.ends_with(['?', '？'])
        || marks.has(SentenceMark::Question) && !marks.has(SentenceMark::Decision)
}

/// Returns true for a guess, unless the user asks to remember it.
fn is_hedged(marks: SentenceMarks) -> bool {
    marks.has(SentenceMark::Hedge) && !marks.has(SentenceMark::Remember)
}

const fn kind_score(kind: FactKind) -> u32 {
    match kind {
        FactKind::Remember => 7,
        FactKind::Preference | FactKind::Decision | FactKind::Soul => 6,
        FactKind::Cause | FactKind::Profile | FactKind::Procedure => 5,
        FactKind::State => 3,
        FactKind::Open => 2,
    }
}

/// Sentence with its words and the marks that they show.
#[derive(Clone, Copy)]
struct MarkedSentence<'s> {
    said: &'s str,
    words: &'s [SentenceWord<'s>],
    marks: SentenceMarks,
    lower: &'s str,
}

impl MarkedSentence<'_> {
    fn has(&self, mark: SentenceMark) -> bool {
        self.marks.has(mark)
    }

    /// Returns true if the sentence holds for this moment alone.
    fn is_for_now(&self) -> bool {
        let passes = |word: &SentenceWord| matches!(word.text, "yet" | "아직" | "방금");
        self.words.iter().any(passes)
            || self.has(SentenceMark::Moment) && !self.has(SentenceMark::Standing)
    }

    /// Returns true if the sentence says how something is to be done from now on.
    fn is_wish(&self) -> bool {
        let wanted = self.has(SentenceMark::Preference)
            || self.has(SentenceMark::Standing) && is_korean_wish(self.words)
            || is_prohibition(self.words)
            || is_rule(self.words)
            || is_korean_rule(self.words) && is_concrete(self.words, self.lower)
            || states_preference(self.words, self.lower)
            || says_again(self.words);
        wanted && !self.is_for_now() && !is_observation(self.words, self.lower)
    }

    /// Returns true if the sentence states something that somebody will look up.
    fn is_state(&self) -> bool {
        let concrete = is_concrete(self.words, self.lower);
        let stated = self.has(SentenceMark::State) && concrete && !is_vague(self.words);
        (stated || self.has(SentenceMark::Named)) && !is_momentary(self.words) && !self.is_for_now()
    }

    /// Returns true if the sentence tells how something is done.
    fn is_procedure(&self) -> bool {
        let long = self.words.len() >= 5;
        self.has(SentenceMark::Procedure) && long && is_concrete(self.words, self.lower)
    }

    /// Returns true for a statement of the assistant that somebody will look up.
    fn is_config(&self) -> bool {
        is_config(self.words, self.lower, self.said)
    }
}

/// Returns the kind of a sentence, by its marks.
fn sentence_kind(role: MessageRole, sentence: MarkedSentence) -> Option<FactKind> {
    let MarkedSentence { words, marks, lower, .. } = sentence;
    let of_user = (role == MessageRole::User).then(|| users_kind(sentence)).flatten();
    if of_user.is_some() {
        return of_user;
    }
    let user = role == MessageRole::User;
    let kinds = [
        (
            FactKind::Decision,
            (marks.has(SentenceMark::Decision) && !is_passing(words, marks) || is_farewell(words))
                && (user || is_shared(words)),
        ),
        (FactKind::Cause, marks.has(SentenceMark::Cause) && words.len() >= 4),
        (FactKind::Procedure, sentence.is_procedure() && (user || is_instruction(words, lower))),
        (FactKind::State, sentence.is_state() && (user || sentence.is_config())),
        (FactKind::Open, marks.has(SentenceMark::Open) && words.len() >= 4),
    ];
    kinds.into_iter().find_map(|(kind, is)| is.then_some(kind))
}

/// The kind of what only the user can say.
fn users_kind(sentence: MarkedSentence) -> Option<FactKind> {
    let MarkedSentence { words, marks, .. } = sentence;
    let of_person = || tells_of_person(sentence.said) && !is_momentary(words);
    let kinds = [
        (FactKind::Remember, marks.has(SentenceMark::Remember) && says_something(words)),
        (FactKind::Soul, marks.has(SentenceMark::Soul)),
        (FactKind::Profile, marks.has(SentenceMark::Profile) && !is_momentary(words)),
        (FactKind::Preference, sentence.is_wish()),
    ];
    let kind = kinds.into_iter().find_map(|(kind, is)| is.then_some(kind));
    kind.or_else(|| of_person().then_some(FactKind::Profile))
}

/// Returns true for a sentence that only says what is to be done now.
pub(crate) fn is_task(words: &[SentenceWord]) -> bool {
    const TASK_VERBS: &[&str] = &[
        "translate", "explain", "fix", "show", "read", "look", "check", "summarize", "summarise",
        "find", "list", "open", "print", "rewrite", "refactor", "rename", "debug", "try", "undo",
        "revert", "tell", "give", "help", "continue",
    ];
    TASK_VERBS.contains(&words[0].text)
}

/// Returns true if something is forbidden: `don't schedule …`, but not `don't worry` or `don't
/// touch it`.
fn is_prohibition(words: &[SentenceWord]) -> bool {
    const EXEMPT_VERBS: &[&str] = &[
        "worry", "know", "think", "see", "care", "mind", "understand", "forget", "get", "have",
        "need", "bother", "stop", "be", "do", "want", "remember", "let",
    ];
    const POINTING_WORDS: &[&str] =
        &["it", "that", "this", "them", "anything", "those", "these", "me", "so", "too"];
    (0..words.len()).any(|at| {
        let negated = if matches!(words[at].text, "don't" | "dont") {
            Some(at + 1)
        } else {
            let both =
                words[at].text == "do" && words.get(at + 1).is_some_and(|it| it.text == "not");
            both.then_some(at + 2)
        };
        let Some([verb, object, ..]) = negated.and_then(|at| words.get(at..)) else { return false };
        // `so don't …` begins a clause as well.
        let opens = words[at].opens
            || at > 0 && matches!(words[at - 1].text, "so" | "and" | "but" | "please");
        opens && !EXEMPT_VERBS.contains(&verb.text) && !POINTING_WORDS.contains(&object.text)
    })
}

/// Returns true for a rule about all of a kind: `all dates must be in UTC`.
fn is_rule(words: &[SentenceWord]) -> bool {
    let at = |any: &[&str]| words.iter().position(|word| any.contains(&word.text));
    let all = at(&["all", "every", "each", "any"]);
    let must = at(&["must", "need", "needs", "should", "have"]);
    matches!((all, must), (Some(all), Some(must)) if all < must && must - all <= 6)
}

/// Returns true for a Korean rule about how something must be done: `테스트는 pytest로 돌려야 해`.
fn is_korean_rule(words: &[SentenceWord]) -> bool {
    let [.., must, last] = words else { return false };
    let topic = words.iter().take(3).any(is_topic) && !PRONOUNS.contains(&words[0].text);
    let ends = ["해", "한다", "합니다", "해요", "돼", "된다", "됩니다", "됨", "함"];
    // `거쳐야함`: written as one word, as people type it.
    let joined = |word: &SentenceWord| {
        ends.iter().any(|end| {
            word.text
                .strip_suffix(end)
                .is_some_and(|stem| stem.ends_with('야') && stem.len() > '야'.len_utf8())
        })
    };
    topic && (must.text.ends_with('야') && ends.contains(&last.text) || words.iter().any(joined))
}

/// Returns true if a Korean word says what the sentence is about.
pub(crate) fn is_topic(word: &SentenceWord) -> bool {
    word.text.ends_with(['은', '는', '건', '땐']) || matches!(word.text, "전부" | "모두")
}

/// Returns true for what was told before and holds whenever something happens: `I told you to lint before you
/// commit`.
fn says_again(words: &[SentenceWord]) -> bool {
    const WHENEVER_WORDS: [&str; 13] = [
        "before", "after", "always", "never", "not", "every", "each", "instead", "don't", "dont",
        "only", "when", "whenever",
    ];
    let [i, told, you, rest @ ..] = words else { return false };
    let told = i.text == "i" && told.text == "told" && you.text == "you";
    told && rest.len() > 2 && rest.iter().any(|word| WHENEVER_WORDS.contains(&word.text))
}

/// Returns true if one thing is wanted rather than another: `use two spaces, not tabs`.
fn states_preference(words: &[SentenceWord], lower: &str) -> bool {
    let other = [", not ", "instead of ", "rather than "];
    let korean = || {
        let chosen = ["쓰", "써", "사용"];
        let rather = words.iter().any(|word| matches!(word.text, "말고" | "대신"));
        let last = words.last().map_or("", |last| last.text);
        rather && chosen.iter().any(|start| last.starts_with(start)) && has_proper_name(words)
    };
    words[0].text == "use" && other.iter().any(|other| lower.contains(other)) || korean()
}

/// Returns true if a Korean wish ends the sentence: `…해줘`, `…하세요`.
fn is_korean_wish(words: &[SentenceWord]) -> bool {
    const WISH_ENDINGS: [&str; 25] = [
        "부탁", "부탁해", "부탁드립니다", "부탁드려요", "부터", "물어봐", "말해", "하지마", "해둬",
        "적어", "줘", "주세요", "줘요", "세요", "하자", "해라", "할 것", "쓰자", "써", "합시다",
        "해", "돼", "된다", "한다", "합니다",
    ];
    // `…달아주세요 항상`: the word for always may come last.
    let ends = words.iter().rev().find(|word| !ALWAYS_WORDS.contains(&word.text));
    ends.is_some_and(|last| WISH_ENDINGS.iter().any(|end| last.text.ends_with(end)))
}

const ALWAYS_WORDS: [&str; 6] = ["항상", "무조건", "매번", "꼭", "절대", "앞으로"];

/// Returns true for a report of what happened rather than a wish: `it never works`.
fn is_observation(words: &[SentenceWord], lower: &str) -> bool {
    let subject = words.first().is_some_and(|word| PRONOUNS.contains(&word.text));
    subject
        || lower.contains("지 않아서")
        || lower.contains("지 않는데")
        || lower.contains("지 않네")
}

const PRONOUNS: &[&str] = &[
    "it", "this", "that", "there", "here", "he", "she", "they", "these", "those", "it's", "that's",
    "there's", "nothing", "something", "everything", "which", "이거", "그거", "이건", "그건",
    "이게", "그게", "저게", "여기", "거기", "what",
];

/// Returns true if nobody can tell later what the sentence is about.
fn is_vague(words: &[SentenceWord]) -> bool {
    let short = words.iter().take(2).position(|word| word.closes).map_or(0, |at| at + 1);
    [words.first(), words.get(short)].into_iter().flatten().any(|word| {
        PRONOUNS.contains(&word.text) || matches!(word.text, "another" | "some" | "other" | "다른")
    })
}

/// Returns true for something that passes: an error, what one sees or does at the moment.
fn is_momentary(words: &[SentenceWord]) -> bool {
    const MOMENTARY_WORDS: &[&str] = &[
        "i'm getting", "i get", "i got", "i see", "getting", "error", "errors", "fails", "failing",
        "failed", "crashes", "broken", "stuck", "looking", "trying", "tried", "working",
        "reverted", "undone", "debugging", "fixing", "going", "back", "having", "currently",
        "today", "에러가", "에러", "오류가", "오류", "실패", "안돼", "안 돼", "깨져", "오늘",
        "지금",
    ];
    words.iter().any(|word| MOMENTARY_WORDS.contains(&word.text))
}

/// Returns true for a decision about the next step alone: `let's use the debugger to see …`.
fn is_passing(words: &[SentenceWord], marks: SentenceMarks) -> bool {
    let looks = ["debugger", "breakpoint", "println", "grep", "print"];
    marks.has(SentenceMark::Moment) && words.iter().any(|word| looks.contains(&word.text))
}

/// Returns true for a sentence that does nothing but ask to remember the next one: `이거 기억해둬.`
pub(crate) fn asks_to_remember(sentence: &str) -> bool {
    let lower = words::lowercase_sentence(sentence);
    let words = words::split_words(&lower);
    SentenceMarks::from_words(&words).has(SentenceMark::Remember)
        && words.len() <= 4
        && !says_something(&words[..words.len().min(3)])
}

/// Returns true if a sentence says anything besides the wish to remember it.
fn says_something(words: &[SentenceWord]) -> bool {
    words.len() >= 4 || words.iter().any(|word| word.text.chars().any(|c| c.is_ascii_digit()))
}

/// Returns true if a sentence names something: a number, a path, a name of a program.
pub(crate) fn is_concrete(words: &[SentenceWord], lower: &str) -> bool {
    lower.contains('`') || words.iter().any(|word| is_name(word.text)) || has_proper_name(words)
}

/// Returns true for a number, a version, a path, an address or an identifier.
pub(crate) fn is_name(word: &str) -> bool {
    let digit = word.bytes().any(|byte| byte.is_ascii_digit());
    let letter = word.chars().any(char::is_alphabetic);
    let inner = |mark: char| word.trim_matches(mark).contains(mark);
    let path = letter && (inner('/') || word.len() > 2 && word.starts_with('/'));
    digit || path || inner('_') || (inner('.') && letter) || word.contains("::")
}

/// Returns true if a word is the name of a build tool.
pub(super) fn has_proper_name(words: &[SentenceWord]) -> bool {
    words.iter().any(|word| names_tool(word.text))
}

/// Returns true for the name of a tool, with or without a particle.
pub(super) fn names_tool(word: &str) -> bool {
    super::tools::is_tool(word.trim_end_matches(|c: char| !c.is_ascii()))
}
