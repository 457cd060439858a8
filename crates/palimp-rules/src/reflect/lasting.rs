//! Selection of the session lines that last: few are worth more than being found by a search.

use palimp_core::activity::MessageRole;

use super::fact_category::{FactCategory, categorize_fact};
use crate::classifier::{FactKind, classify_sentence};
use crate::keep::cues::Cue;
use crate::keep::keep_score::{PieceFeatures, PieceSource};
use crate::keep::shape::{
    begins_small, is_clear, is_whole, outlasts_moment, outlasts_work, speaks_code, stands_alone,
    tells_where,
};
use crate::person::tells_of_person;

/// Speaker of a line in these very words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Voice {
    /// The user, in a prompt.
    User,
    /// The agent, in an answer.
    Agent,
    /// The agent, on its way to an answer, in a plan or in a summary of what was said.
    AgentExtra,
    /// Nobody, as far as one knows: a model put it so, or a person wrote it into the episode.
    #[default]
    Retold,
}

/// Minimum worth of a line that lasts: of the user, and of the agent, who says more.
const MIN_USER_WORTH: f32 = 3.1;
const OF_AGENT: f32 = 5.6;
/// Minimum worth by itself of a cause, told in the words in which causes are told, that lasts.
const MIN_CAUSE_WORTH: f32 = 3.5;
/// Worth that an aside of the agent loses: it is about the next step, unless it has at least
/// [`ASIDE_NAMES`] names.
const ASIDE_PENALTY: f32 = 0.7;
const ASIDE_NAMES: usize = 2;

/// Returns the category of a line that `voice` said; nowhere if it does not last. `again` is true
/// if another session said it as well.
///
/// ```
/// use palimp_rules::reflect::{FactCategory, Voice, lasting_category};
///
/// let cause = "The root cause was that `EvalSymlinks` keeps the letter case of a path";
/// assert_eq!(lasting_category(Voice::Agent, "", cause, false), FactCategory::Projects);
/// assert_eq!(
///     lasting_category(Voice::Agent, "", "All tests of the parser pass now", false),
///     FactCategory::Nowhere
/// );
/// assert_eq!(lasting_category(Voice::User, "", "Never push to main", false), FactCategory::Preferences);
/// ```
pub fn lasting_category(voice: Voice, topic: &str, line: &str, again: bool) -> FactCategory {
    match voice {
        Voice::Retold => categorize_fact(topic, line),
        Voice::User => of_user(topic, line, again),
        _ if !again && (!outlasts_work(line) || begins_small(line)) => FactCategory::Nowhere,
        _ if is_of_user(line) => categorize_fact(topic, line),
        Voice::AgentExtra if PieceFeatures::from_text(line).name_count() < ASIDE_NAMES => {
            FactCategory::Nowhere
        }
        _ => of_agent(voice, line, again),
    }
}

fn of_user(topic: &str, line: &str, again: bool) -> FactCategory {
    let told =
        classify_sentence(MessageRole::User, line).filter(|verdict| verdict.kind != FactKind::Open);
    let kind = told.map(|verdict| verdict.kind);
    if told.is_some() && tells_of_person(line) && is_whole(line) {
        return FactCategory::Profile;
    }
    let sure = again || tells_where(line);
    if !(sure || outlasts_moment(line, kind) && is_typed_by_user(line, kind)) {
        return FactCategory::Nowhere;
    }
    let seen = PieceFeatures::from_text(line);
    let worth = seen.total_worth(label_of(line), PieceSource::Prompt { corrects: false });
    let lasts = sure || seen.is_named() && worth >= MIN_USER_WORTH;
    match told {
        Some(verdict) if is_clear(line) => match categorize_fact(topic, line) {
            // A decision that does not name what was chosen tells nobody anything.
            FactCategory::Projects if verdict.kind == FactKind::Decision => FactCategory::Nowhere,
            place => place,
        },
        None if lasts && stands_alone(line) => FactCategory::Projects,
        _ => FactCategory::Nowhere,
    }
}

/// Returns true if the user typed a line, and did not paste it from a review or a document: a
/// review numbers and grades what it finds, and speaks of the code by the names in it; a document
/// has headings.
fn is_typed_by_user(line: &str, kind: Option<FactKind>) -> bool {
    let tells =
        matches!(kind, None | Some(FactKind::State | FactKind::Cause | FactKind::Procedure));
    let seen = PieceFeatures::from_text(line);
    let headed = label_of(line).contains(' ') && (tells || !seen.is_named());
    let pasted = headed || line.contains('→') || tells && speaks_code(line);
    is_whole(line) && !pasted && !seen.has(Cue::Finding)
}

/// Returns the category of a line of the agent: a fact on the project, unless it states a decision
/// or a procedure.
fn of_agent(voice: Voice, line: &str, again: bool) -> FactCategory {
    let kind = classify_sentence(MessageRole::Assistant, line).map(|verdict| verdict.kind);
    let (seen, head) = (PieceFeatures::from_text(line), label_of(line));
    let aside = if voice == Voice::AgentExtra { ASIDE_PENALTY } else { 0.0 };
    let worth = seen.total_worth(head, PieceSource::Reply) - aside;
    let told = match kind {
        Some(FactKind::Decision | FactKind::Procedure) => true,
        Some(FactKind::Cause) => worth >= MIN_CAUSE_WORTH && !seen.is_of_work(),
        _ => false,
    };
    let lasts = told && seen.is_named() || worth + seen.later_worth(head) >= OF_AGENT;
    if !stands_alone(line) || !(again || lasts) {
        return FactCategory::Nowhere;
    }
    match kind {
        Some(FactKind::Decision) => categorize_fact("", line),
        Some(FactKind::Procedure) => FactCategory::Procedures,
        _ => FactCategory::Projects,
    }
}

/// Returns the text before the colon of a line.
fn label_of(line: &str) -> &str {
    line.split_once(": ").map_or("", |(head, _)| head)
}

/// Returns true if a line of the agent tells of the user, and neither what any user of the program
/// does nor what the user said once of the work.
fn is_of_user(line: &str) -> bool {
    const STEP_VERBS: [&str; 24] = [
        "runs", "commits", "pushes", "switches", "opens", "clicks", "types", "enters", "presses",
        "selects", "connects", "visits", "sends", "signs", "creates", "edits", "submits",
        "accounts", "can", "reported", "redirected", "disagreed", "asked", "confirmed",
    ];
    if line.starts_with("User's request") {
        return false;
    }
    let of_user = ["User ", "User's ", "사용자는 ", "사용자가 "];
    let verb = line.split_whitespace().nth(1).unwrap_or_default();
    of_user.iter().any(|start| line.starts_with(start)) && !STEP_VERBS.contains(&verb)
}
