//! Finds the prompts in which a user lays something down that outlasts the task: a rule, a decision, where things
//! are, who is in charge, what they like.
//!
//! Signs of it are weighed. The weights are those of a logistic regression over 290 prompts that people labelled,
//! rounded to halves.

use palimp_core::activity::MessageRole;
use palimp_rank::relevance_threshold::subject_terms;

use super::candidates::is_pasted;
use super::classifier::{classify_sentence, is_command};
use super::keep::cues::{Cue, Cues};
use super::keep::keep_score::PieceFeatures;
use super::order::{has_number, is_standing_order, sets_limit};
use super::own_words::own_words;
use super::prose::for_each_sentence;
use super::scope::commands_agent;
use super::violation::forbids_command;

/// The longest statement, in characters.
const MAX_STATEMENT_CHARS: usize = 240;
/// A sentence lays something down from this weight on.
const MIN_WEIGHT: f32 = 1.0;
/// One beside it stays with it from this weight on.
const MIN_NEIGHBOUR_WEIGHT: f32 = -0.5;
/// Fewer words say little, and more say more, in one sentence.
const FEW_WORDS: usize = 3;
const MANY_WORDS: usize = 30;

/// Weights that cues add to a sentence.
const CUE_WEIGHTS: [(Cue, f32); 17] = [
    (Cue::Settled, 1.5),
    (Cue::Owner, 1.5),
    (Cue::Revised, 0.5),
    (Cue::Duty, 1.0),
    (Cue::Liking, 1.0),
    (Cue::Fact, 1.0),
    (Cue::Setup, 1.0),
    (Cue::Reason, 1.0),
    (Cue::Worldwide, 1.0),
    (Cue::ForGood, 1.0),
    (Cue::Act, -1.0),
    (Cue::Brief, -1.5),
    (Cue::Moment, -1.0),
    (Cue::Mine, -0.5),
    (Cue::Correction, -0.5),
    (Cue::Task, -0.5),
    (Cue::Looks, -0.5),
];

/// Words for all of a user's projects.
const EVERYWHERE_PHRASES: [&str; 10] = [
    "all projects", "every project", "all my projects", "all repos", "every repo", "all my repos",
    "모든 프로젝트", "어느 프로젝트", "모든 레포", "모든 저장소",
];

/// Something that a user laid down in a prompt.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidDown {
    /// Whole sentences of the prompt, in their order.
    pub sentences: Vec<String>,
    /// Certainty that it was laid down, from 0.
    pub weight: f32,
    /// It says that something is otherwise than before.
    pub revises: bool,
    /// It holds in every project.
    pub is_everywhere: bool,
}

/// Returns what a prompt lays down, with the sentences around it that fit; none where it asks, reports, or orders
/// what is done once.
///
/// ```
/// use palimp_rules::laid_down;
///
/// let said = laid_down("npm 이제 그만. pnpm으로 갈아타자").unwrap();
/// assert_eq!(said.sentences, ["npm 이제 그만.", "pnpm으로 갈아타자"]);
/// assert_eq!(laid_down("fix the header on the start page"), None);
/// ```
pub fn laid_down(prompt: &str) -> Option<LaidDown> {
    let prompt = own_words(prompt);
    if is_pasted(&prompt) || commands_agent(&prompt) {
        return None;
    }
    let mut said: Vec<(String, f32)> = Vec::new();
    for_each_sentence(&prompt, |sentence| {
        said.push((sentence.to_owned(), statement_weight(sentence)))
    });
    let best = (0..said.len()).max_by(|&a, &b| said[a].1.total_cmp(&said[b].1).then(b.cmp(&a)))?;
    let weight = said[best].1 - MIN_WEIGHT;
    if weight < 0.0 {
        return None;
    }
    let sentences = surrounding_sentences(&said, best);
    let cues = Cues::from_text(&sentences.join(" "));
    let is_everywhere = names_all_projects(&prompt);
    Some(LaidDown { sentences, weight, revises: cues.has(Cue::Revised), is_everywhere })
}

/// Returns true for a text that speaks of all of a user's projects.
pub fn names_all_projects(text: &str) -> bool {
    let lower = text.to_lowercase();
    EVERYWHERE_PHRASES.iter().any(|words| lower.contains(words))
}

/// The sentences around one, as many as fit: those that have weight themselves, those that it points back to, and
/// those that point back to it.
fn surrounding_sentences(said: &[(String, f32)], best: usize) -> Vec<String> {
    let chars = |at: usize| said[at].0.chars().count() + 1;
    let (mut first, mut last, mut room) =
        (best, best, MAX_STATEMENT_CHARS.saturating_sub(chars(best)));
    let fits = |at: usize, room: usize| chars(at) <= room && !is_question(&said[at].0);
    let weighs = |at: usize| said[at].1 >= MIN_NEIGHBOUR_WEIGHT;
    loop {
        let next = last + 1;
        if next < said.len() && fits(next, room) && (weighs(next) || points_back(&said[next].0)) {
            last += 1;
            room -= chars(last);
        } else if first > 0
            && fits(first - 1, room)
            && (weighs(first - 1) || points_back(&said[first].0))
        {
            first -= 1;
            room -= chars(first);
        } else {
            return said[first..=last].iter().map(|(sentence, _)| sentence.clone()).collect();
        }
    }
}

/// Weighs how surely a sentence lays something down.
fn statement_weight(sentence: &str) -> f32 {
    if is_question(sentence) || is_command(sentence) {
        return f32::NEG_INFINITY;
    }
    let seen = PieceFeatures::from_text(sentence);
    let words = sentence.split_whitespace().count();
    let cues = CUE_WEIGHTS.iter().filter(|(cue, _)| seen.has(*cue)).map(|(_, weight)| weight);
    let forbids = forbids_command(sentence);
    let signs = [
        (classify_sentence(MessageRole::User, sentence).is_some(), 1.5),
        (is_standing_order(sentence), 1.0),
        (has_number(sentence), 0.5),
        (sets_limit(sentence), 0.5),
        (forbids, 1.5),
        (words > MANY_WORDS, 0.5),
        (words < FEW_WORDS, -0.5),
        // Files, pictures and pages are what a task is about.
        (sentence.contains('@') || sentence.contains("http"), -0.5),
        (seen.has(Cue::Passing), -0.5),
        (is_request(sentence) && !seen.has(Cue::ForGood), -1.5),
        (!forbids && subject_terms(sentence, 1).is_empty(), -1.0),
    ];
    let signs = signs.iter().filter(|(is, _)| *is).map(|(_, weight)| weight);
    cues.chain(signs).sum()
}

/// Returns true if a sentence begins as what is asked for once does.
pub(crate) fn is_request(sentence: &str) -> bool {
    const REQUEST_STARTS: [&str; 20] = [
        "please", "pls", "can you", "could you", "would you", "i want you", "i need you",
        "i'd like", "then", "now", "copy", "replicate", "find", "look", "check", "for each",
        "go ahead", "also", "implement", "investigate",
    ];
    let lower = sentence.trim_start_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    REQUEST_STARTS.iter().any(|start| {
        let behind = lower.strip_prefix(start).and_then(|rest| rest.chars().next());
        behind.is_some_and(|c| !c.is_alphanumeric())
    })
}

/// Returns true if a sentence is about what another one before it names.
pub fn points_back(sentence: &str) -> bool {
    const POINTING_WORDS: [&str; 12] = [
        "it", "its", "that", "this", "them", "those", "these", "they", "so", "then", "same", "both",
    ];
    const KOREAN_POINTING_WORDS: [&str; 12] = [
        "이렇게", "그렇게", "이거", "그거", "이건", "그건", "이게", "그게", "이걸", "그걸", "그럼",
        "그 이하",
    ];
    let lower = sentence.to_lowercase();
    let words = || lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words().count() < FEW_WORDS
        || words().any(|word| POINTING_WORDS.contains(&word))
        || KOREAN_POINTING_WORDS.iter().any(|word| lower.contains(word))
}

fn is_question(sentence: &str) -> bool {
    sentence.trim_end_matches(['"', '\'', ')', ' ', '.', '!']).ends_with(['?', '？'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(prompt: &str) -> Option<String> {
        laid_down(prompt).map(|it| it.sentences.join(" "))
    }

    #[test]
    fn decisions_owners_places_and_likings_are_laid_down() {
        for prompt in [
            "에어플로우 접는다. Prefect로 가자.",
            "결제는 이제 민수님 담당이에요",
            "스테이징 호스트는 stg-api.dalbit.io 이고 계정은 deployer 입니다",
            "free shipping goes up to 70,000 from next monday, margins are thin",
            "all money is whole won, i64. i never want to see f64 near an amount",
            "난 삼항연산자 중첩된거 극혐이야",
        ] {
            assert_eq!(text(prompt).as_deref(), Some(prompt));
        }
    }

    #[test]
    fn whoever_forbids_a_command_lays_it_down() {
        for prompt in [
            "do not stash anything",
            "rm -rf is off limits",
            "no global npm installs",
            "terraform apply is mine to run",
            "커밋은 내가 할게",
            "git add . 하지 마",
        ] {
            assert_eq!(text(prompt).as_deref(), Some(prompt));
        }
        assert_eq!(text("this is an unmerged PR, so the commit list isn't working here"), None);
    }

    #[test]
    fn tasks_questions_and_reports_lay_nothing_down() {
        for prompt in [
            "fix the header on the start page",
            "왜 이렇게 느려?",
            "run the tests and commit",
            "로그인 페이지 추가했습니다",
            "고마워, 계속해줘",
        ] {
            assert_eq!(text(prompt), None, "{prompt}");
        }
    }

    #[test]
    fn sentences_before_a_question_are_left_out() {
        let said = text("does that work? From now on all dates are UTC, never KST.");
        assert_eq!(said.as_deref(), Some("From now on all dates are UTC, never KST."));
    }
}
