//! Which note a fact belongs to.

use palimp_core::activity::MessageRole;
use palimp_core::distill::split_decider;

use crate::judge::{Kind, is_concrete, judge};
use crate::person::tells_of_person;
use crate::scope::names_something;
use crate::signals::{Mark, Marks};
use crate::topic::is_kind;
use crate::words::{Word, is_korean, lower, words};

/// Where a fact belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// Who the user is.
    Profile,
    /// How she wants things done.
    Preferences,
    /// What was decided.
    Decisions,
    /// What is true of a project.
    Projects,
    /// How something is done.
    Procedures,
    /// How the agent is to be; a person decides about it.
    Soul,
    /// Nowhere: it is of no lasting worth.
    Nowhere,
}

impl Place {
    /// Every place.
    pub const ALL: [Place; 7] = [
        Place::Profile,
        Place::Preferences,
        Place::Decisions,
        Place::Projects,
        Place::Procedures,
        Place::Soul,
        Place::Nowhere,
    ];

    /// The name by which a distiller knows it.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Profile => "profile",
            Place::Preferences => "preferences",
            Place::Decisions => "decisions",
            Place::Projects => "projects",
            Place::Procedures => "procedures",
            Place::Soul => "soul",
            Place::Nowhere => "none",
        }
    }

    /// The place of this name.
    pub fn named(name: &str) -> Option<Place> {
        Place::ALL.into_iter().find(|place| place.name() == name)
    }
}

/// Where a fact belongs, told by its words. `topic` is what it was filed under, if anything. A fact that
/// bears the mark of who decided it is a decision, unless it says how the user wants things done.
pub fn place(topic: &str, fact: &str) -> Place {
    let (fact, decided_by) = split_decider(fact);
    match place_of_words(topic, fact) {
        Place::Projects if decided_by.is_some() => Place::Decisions,
        place => place,
    }
}

fn place_of_words(topic: &str, fact: &str) -> Place {
    let lower = lower(fact);
    let said = words(&lower);
    let marks = Marks::of(&said);
    if marks.has(Mark::Attack) || !names_something(fact, &said) && !is_about_something(topic) {
        return Place::Nowhere;
    }
    match kind_of(fact) {
        Some(Kind::Decision) if names_choice(fact, &said) => Place::Decisions,
        Some(Kind::Decision) => Place::Projects,
        Some(Kind::Preference) => Place::Preferences,
        Some(Kind::Profile) => Place::Profile,
        Some(Kind::Soul) => Place::Soul,
        Some(Kind::Procedure) => Place::Procedures,
        Some(Kind::Open) => Place::Nowhere,
        Some(Kind::Cause | Kind::State | Kind::Remember) => {
            by_topic(topic, fact).unwrap_or(Place::Projects)
        }
        None if marks.has(Mark::Hedge) || lower.trim_end().ends_with('?') => Place::Nowhere,
        None => by_topic(topic, fact).unwrap_or(Place::Projects),
    }
}

/// Whether a decision names what was chosen: a tool, a name, a number, or what is used from now on.
pub(super) fn names_choice(fact: &str, said: &[Word]) -> bool {
    const CHOICES: [&str; 14] = [
        "use", "using", "chose", "choose", "adopt", "adopted", "support", "switched", "replaced",
        "moved", "postponed", "dropped", "store", "deploy",
    ];
    let lower = lower(fact);
    let chooses = |word: &Word| CHOICES.contains(&word.text);
    let korean = said.iter().any(|word| is_korean(word.text));
    is_concrete(said, &lower) || has_capital(fact) || korean || said.iter().any(chooses)
}

/// Whether a word behind the first is written as a name is.
fn has_capital(fact: &str) -> bool {
    let capital = |word: &str| word.starts_with(char::is_uppercase) && word.len() > 1;
    fact.split_whitespace().skip(1).any(capital)
}

/// Whether a topic names a thing: `[port]: 3000`.
fn is_about_something(topic: &str) -> bool {
    let topic = topic.to_lowercase().replace('-', " ");
    !is_kind(&topic) && names_something("", &words(&topic))
}

/// The place that a topic names, where the fact may go there.
fn by_topic(topic: &str, fact: &str) -> Option<Place> {
    let has = |words: &[&str]| words.iter().any(|word| topic.to_lowercase().contains(word));
    if has(&["preference", "prefer", "style", "선호", "취향"]) {
        Some(Place::Preferences)
    } else if has(&["decision", "결정"]) {
        Some(Place::Decisions)
    } else if has(&["profile", "user", "사용자", "프로필"]) {
        is_about_user(fact).then_some(Place::Profile)
    } else if has(&["persona", "soul", "agent-tone"]) {
        Some(Place::Soul)
    } else if has(&["todo", "open", "next-step", "남은"]) {
        Some(Place::Nowhere)
    } else if has(&["how-to", "procedure", "runbook", "절차"]) {
        Some(Place::Procedures)
    } else {
        None
    }
}

/// Whether a fact is about the user in general rather than about one project.
pub fn is_about_user(fact: &str) -> bool {
    let lower = lower(fact);
    const PEOPLE: [&str; 14] = [
        "i prefer ", "i always ", "i never ", "i like ", "i hate ", "i don't like ", "i'd rather ",
        "i'm ", "i am ", "my name ", "user prefers ", "user is ", "user's ", "user ",
    ];
    const KOREAN: [&str; 10] = [
        "나는 ", "난 ", "저는 ", "전 ", "내 이름", "제 이름", "사용자는 ", "사용자가 ", "내가 ",
        "제가 ",
    ];
    const PROJECT: [&str; 12] = [
        "this project", "this repo", "this codebase", "the project", "the repo", "this app",
        "in here", "이 프로젝트", "이 저장소", "이 레포", "여기서", "이 앱",
    ];
    let general = lower.trim_start_matches("the ");
    let is_named = PEOPLE.iter().chain(&KOREAN).any(|head| general.starts_with(head));
    let person = is_named || tells_of_person(fact) || kind_of(fact) == Some(Kind::Profile);
    person && !PROJECT.iter().any(|words| lower.contains(words))
}

/// Returns true if a fact tells why something fails.
pub fn is_cause(fact: &str) -> bool {
    const NAMED: [&str; 4] = ["cause of ", "causes of ", "culprit", "원인"];
    let lower = lower(fact);
    Marks::of(&words(&lower)).has(Mark::Cause) || NAMED.iter().any(|name| lower.contains(name))
}

/// Returns true if a fact tells of something that is not settled.
pub fn is_open(fact: &str) -> bool {
    kind_of(fact) == Some(Kind::Open)
}

fn kind_of(fact: &str) -> Option<Kind> {
    judge(MessageRole::User, fact).map(|verdict| verdict.kind)
}

/// The topic and the words of a fact `[topic]: words`; without a topic, the words alone.
pub fn taken_apart(fact: &str) -> (&str, &str) {
    let parts = fact.strip_prefix('[').and_then(|rest| rest.split_once("]:"));
    match parts {
        Some((topic, text)) if !text.trim().is_empty() => (topic.trim(), text.trim()),
        _ => ("", fact.trim()),
    }
}
