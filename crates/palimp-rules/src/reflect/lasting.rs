//! Which lines of a session last: few are worth more than being found when they are asked for.

use palimp_core::activity::MessageRole;

use super::place::{Place, place};
use crate::judge::{Kind, judge};
use crate::keep::cues::Cue;
use crate::keep::shape::{
    begins_small, is_clear, is_whole, outlasts_moment, outlasts_work, speaks_code, stands_alone,
    tells_where,
};
use crate::keep::worth::{Seen, Source};
use crate::person::tells_of_person;

/// Who said a line in these very words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Voice {
    /// The user, in a prompt.
    User,
    /// The agent, in an answer.
    Agent,
    /// The agent, on its way to an answer, in a plan or in a summary of what was said.
    Aside,
    /// Nobody, as far as one knows: a model put it so, or a person wrote it into the episode.
    #[default]
    Retold,
}

/// What is worth as much lasts, of the user and of the agent, who says more.
const OF_USER: f32 = 3.1;
const OF_AGENT: f32 = 5.6;
/// So does what tells a cause in the words in which causes are told, worth so much by itself.
const CAUSE: f32 = 3.5;
/// What the agent says aside is worth so much less: it is about the next step, unless it names at least
/// so much.
const ASIDE: f32 = 0.7;
const ASIDE_NAMES: usize = 2;

/// Where a line belongs that `voice` said; nowhere, where it does not last. `again` is one that
/// another session said as well.
///
/// ```
/// use palimp_rules::reflect::{Place, Voice, lasting};
///
/// let cause = "The root cause was that `EvalSymlinks` keeps the letter case of a path";
/// assert_eq!(lasting(Voice::Agent, "", cause, false), Place::Projects);
/// assert_eq!(lasting(Voice::Agent, "", "All tests of the parser pass now", false), Place::Nowhere);
/// assert_eq!(lasting(Voice::User, "", "Never push to main", false), Place::Preferences);
/// ```
pub fn lasting(voice: Voice, topic: &str, line: &str, again: bool) -> Place {
    match voice {
        Voice::Retold => place(topic, line),
        Voice::User => of_user(topic, line, again),
        _ if !again && (!outlasts_work(line) || begins_small(line)) => Place::Nowhere,
        _ if is_of_user(line) => place(topic, line),
        Voice::Aside if Seen::of(line).names() < ASIDE_NAMES => Place::Nowhere,
        _ => of_agent(voice, line, again),
    }
}

fn of_user(topic: &str, line: &str, again: bool) -> Place {
    let told = judge(MessageRole::User, line).filter(|verdict| verdict.kind != Kind::Open);
    let kind = told.map(|verdict| verdict.kind);
    if told.is_some() && tells_of_person(line) && is_whole(line) {
        return Place::Profile;
    }
    let sure = again || tells_where(line);
    if !(sure || outlasts_moment(line, kind) && is_her_own(line, kind)) {
        return Place::Nowhere;
    }
    let seen = Seen::of(line);
    let worth = seen.worth(head(line), Source::Prompt { corrects: false });
    let lasts = sure || seen.is_named() && worth >= OF_USER;
    match told {
        Some(verdict) if is_clear(line) => match place(topic, line) {
            // A decision that does not name what was chosen tells nobody anything.
            Place::Projects if verdict.kind == Kind::Decision => Place::Nowhere,
            place => place,
        },
        None if lasts && stands_alone(line) => Place::Projects,
        _ => Place::Nowhere,
    }
}

/// Whether a line was typed by the user, and not taken from a review or a document that she pasted:
/// a review numbers and grades what it finds, and speaks of the code by the names in it; a document
/// has headings.
fn is_her_own(line: &str, kind: Option<Kind>) -> bool {
    let tells = matches!(kind, None | Some(Kind::State | Kind::Cause | Kind::Procedure));
    let seen = Seen::of(line);
    let headed = head(line).contains(' ') && (tells || !seen.is_named());
    let pasted = headed || line.contains('→') || tells && speaks_code(line);
    is_whole(line) && !pasted && !seen.has(Cue::Finding)
}

/// What the agent says is a fact on the project, unless it says what was decided or how something
/// is done.
fn of_agent(voice: Voice, line: &str, again: bool) -> Place {
    let kind = judge(MessageRole::Assistant, line).map(|verdict| verdict.kind);
    let (seen, head) = (Seen::of(line), head(line));
    let aside = if voice == Voice::Aside { ASIDE } else { 0.0 };
    let worth = seen.worth(head, Source::Reply) - aside;
    let told = match kind {
        Some(Kind::Decision | Kind::Procedure) => true,
        Some(Kind::Cause) => worth >= CAUSE && !seen.is_of_work(),
        _ => false,
    };
    let lasts = told && seen.is_named() || worth + seen.later(head) >= OF_AGENT;
    if !stands_alone(line) || !(again || lasts) {
        return Place::Nowhere;
    }
    match kind {
        Some(Kind::Decision) => place("", line),
        Some(Kind::Procedure) => Place::Procedures,
        _ => Place::Projects,
    }
}

/// What stands before a line's colon.
fn head(line: &str) -> &str {
    line.split_once(": ").map_or("", |(head, _)| head)
}

/// Whether a line of the agent's tells of the user, and neither what anybody does who uses the program nor
/// what she said once of the work.
fn is_of_user(line: &str) -> bool {
    const STEPS: [&str; 24] = [
        "runs", "commits", "pushes", "switches", "opens", "clicks", "types", "enters", "presses",
        "selects", "connects", "visits", "sends", "signs", "creates", "edits", "submits",
        "accounts", "can", "reported", "redirected", "disagreed", "asked", "confirmed",
    ];
    if line.starts_with("User's request") {
        return false;
    }
    let of_user = ["User ", "User's ", "사용자는 ", "사용자가 "];
    let verb = line.split_whitespace().nth(1).unwrap_or_default();
    of_user.iter().any(|start| line.starts_with(start)) && !STEPS.contains(&verb)
}
