//! Sorting of facts into the notes where they belong.

use palimp_core::activity::MessageRole;
use palimp_core::distill::split_decider;

use crate::classifier::{FactKind, classify_sentence, is_concrete};
use crate::person::tells_of_person;
use crate::scope::names_something;
use crate::sentence_marks::{SentenceMark, SentenceMarks};
use crate::topic::is_kind;
use crate::words::{SentenceWord, is_korean, lowercase_sentence, split_words};

/// Note to which a fact belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FactCategory {
    /// Facts about the user.
    Profile,
    /// Wishes of the user about how things are done.
    Preferences,
    /// Decisions.
    Decisions,
    /// Facts of a project.
    Projects,
    /// Procedures.
    Procedures,
    /// Behaviour of the agent; a person decides about it.
    Soul,
    /// Nowhere: it is of no lasting worth.
    Nowhere,
}

impl FactCategory {
    /// Every place.
    pub const ALL: [FactCategory; 7] = [
        FactCategory::Profile,
        FactCategory::Preferences,
        FactCategory::Decisions,
        FactCategory::Projects,
        FactCategory::Procedures,
        FactCategory::Soul,
        FactCategory::Nowhere,
    ];

    /// Name by which a distiller knows the category.
    pub const fn name(self) -> &'static str {
        match self {
            FactCategory::Profile => "profile",
            FactCategory::Preferences => "preferences",
            FactCategory::Decisions => "decisions",
            FactCategory::Projects => "projects",
            FactCategory::Procedures => "procedures",
            FactCategory::Soul => "soul",
            FactCategory::Nowhere => "none",
        }
    }

    /// Returns the category of this name.
    pub fn from_name(name: &str) -> Option<FactCategory> {
        FactCategory::ALL.into_iter().find(|place| place.name() == name)
    }
}

/// Returns the category of a fact, by its words. `topic` is the one that it was filed under, if
/// any. A fact with the mark of its decider is a decision, unless it says how the user wants things
/// done.
pub fn categorize_fact(topic: &str, fact: &str) -> FactCategory {
    let (fact, decided_by) = split_decider(fact);
    match place_of_words(topic, fact) {
        FactCategory::Projects if decided_by.is_some() => FactCategory::Decisions,
        place => place,
    }
}

fn place_of_words(topic: &str, fact: &str) -> FactCategory {
    let lower = lowercase_sentence(fact);
    let said = split_words(&lower);
    let marks = SentenceMarks::from_words(&said);
    if marks.has(SentenceMark::Attack)
        || !names_something(fact, &said) && !is_about_something(topic)
    {
        return FactCategory::Nowhere;
    }
    match kind_of(fact) {
        Some(FactKind::Decision) if names_choice(fact, &said) => FactCategory::Decisions,
        Some(FactKind::Decision) => FactCategory::Projects,
        Some(FactKind::Preference) => FactCategory::Preferences,
        Some(FactKind::Profile) => FactCategory::Profile,
        Some(FactKind::Soul) => FactCategory::Soul,
        Some(FactKind::Procedure) => FactCategory::Procedures,
        Some(FactKind::Open) => FactCategory::Nowhere,
        Some(FactKind::Cause | FactKind::State | FactKind::Remember) => {
            by_topic(topic, fact).unwrap_or(FactCategory::Projects)
        }
        None if marks.has(SentenceMark::Hedge) || lower.trim_end().ends_with('?') => {
            FactCategory::Nowhere
        }
        None => by_topic(topic, fact).unwrap_or(FactCategory::Projects),
    }
}

/// Returns true if a decision names its choice: a tool, a name, a number, or what is used from now
/// on.
pub(super) fn names_choice(fact: &str, said: &[SentenceWord]) -> bool {
    const CHOICE_VERBS: [&str; 14] = [
        "use", "using", "chose", "choose", "adopt", "adopted", "support", "switched", "replaced",
        "moved", "postponed", "dropped", "store", "deploy",
    ];
    let lower = lowercase_sentence(fact);
    let chooses = |word: &SentenceWord| CHOICE_VERBS.contains(&word.text);
    let korean = said.iter().any(|word| is_korean(word.text));
    is_concrete(said, &lower) || has_capital(fact) || korean || said.iter().any(chooses)
}

/// Returns true if a word behind the first is written like a name.
fn has_capital(fact: &str) -> bool {
    let capital = |word: &str| word.starts_with(char::is_uppercase) && word.len() > 1;
    fact.split_whitespace().skip(1).any(capital)
}

/// Returns true if a topic names a thing: `[port]: 3000`.
fn is_about_something(topic: &str) -> bool {
    let topic = topic.to_lowercase().replace('-', " ");
    !is_kind(&topic) && names_something("", &split_words(&topic))
}

/// The place that a topic names, where the fact may go there.
fn by_topic(topic: &str, fact: &str) -> Option<FactCategory> {
    let has = |words: &[&str]| words.iter().any(|word| topic.to_lowercase().contains(word));
    if has(&["preference", "prefer", "style", "선호", "취향"]) {
        Some(FactCategory::Preferences)
    } else if has(&["decision", "결정"]) {
        Some(FactCategory::Decisions)
    } else if has(&["profile", "user", "사용자", "프로필"]) {
        is_about_user(fact).then_some(FactCategory::Profile)
    } else if has(&["persona", "soul", "agent-tone"]) {
        Some(FactCategory::Soul)
    } else if has(&["todo", "open", "next-step", "남은"]) {
        Some(FactCategory::Nowhere)
    } else if has(&["how-to", "procedure", "runbook", "절차"]) {
        Some(FactCategory::Procedures)
    } else {
        None
    }
}

/// Returns true for a fact about the user in general rather than about one project.
pub fn is_about_user(fact: &str) -> bool {
    let lower = lowercase_sentence(fact);
    const PERSON_LEAD_PHRASES: [&str; 14] = [
        "i prefer ", "i always ", "i never ", "i like ", "i hate ", "i don't like ", "i'd rather ",
        "i'm ", "i am ", "my name ", "user prefers ", "user is ", "user's ", "user ",
    ];
    const KOREAN_PERSON_LEADS: [&str; 10] = [
        "나는 ", "난 ", "저는 ", "전 ", "내 이름", "제 이름", "사용자는 ", "사용자가 ", "내가 ",
        "제가 ",
    ];
    const PROJECT_PHRASES: [&str; 12] = [
        "this project", "this repo", "this codebase", "the project", "the repo", "this app",
        "in here", "이 프로젝트", "이 저장소", "이 레포", "여기서", "이 앱",
    ];
    let general = lower.trim_start_matches("the ");
    let is_named = PERSON_LEAD_PHRASES
        .iter()
        .chain(&KOREAN_PERSON_LEADS)
        .any(|head| general.starts_with(head));
    let person = is_named || tells_of_person(fact) || kind_of(fact) == Some(FactKind::Profile);
    person && !PROJECT_PHRASES.iter().any(|words| lower.contains(words))
}

/// Returns true if a fact tells why something fails.
pub fn is_cause(fact: &str) -> bool {
    const CAUSE_WORDS: [&str; 4] = ["cause of ", "causes of ", "culprit", "원인"];
    let lower = lowercase_sentence(fact);
    SentenceMarks::from_words(&split_words(&lower)).has(SentenceMark::Cause)
        || CAUSE_WORDS.iter().any(|name| lower.contains(name))
}

/// Returns true if a fact tells of something that is not settled.
pub fn is_open(fact: &str) -> bool {
    kind_of(fact) == Some(FactKind::Open)
}

fn kind_of(fact: &str) -> Option<FactKind> {
    classify_sentence(MessageRole::User, fact).map(|verdict| verdict.kind)
}

/// The topic and the words of a fact `[topic]: words`; without a topic, the words alone.
pub fn taken_apart(fact: &str) -> (&str, &str) {
    let parts = fact.strip_prefix('[').and_then(|rest| rest.split_once("]:"));
    match parts {
        Some((topic, text)) if !text.trim().is_empty() => (topic.trim(), text.trim()),
        _ => ("", fact.trim()),
    }
}
