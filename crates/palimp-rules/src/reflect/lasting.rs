//! Which lines of a session last: few are worth more than being found when they are asked for.

use palimp_core::activity::Role;

use super::place::{Place, place};
use crate::judge::{Kind, judge};
use crate::keep::cues::Cue;
use crate::keep::shape::{is_clear, outlasts_moment, outlasts_work, stands_alone};
use crate::keep::worth::{Seen, Source};

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
const OF_AGENT: f32 = 4.2;
/// And so does a cause that names something.
const CAUSE: f32 = 4.0;
/// What the agent says aside names at least so much.
const ASIDE_NAMES: usize = 2;
/// Of the lines of an entry, at most this share lasts besides what the user told once and for all.
const SHARE: f32 = 0.4;

/// Where lines of one entry belong, given who said each, its topic, and whether another session said
/// it as well: of those that are only worth more than others, the best.
pub fn lasting_of<'l>(lines: impl Iterator<Item = (Voice, &'l str, &'l str, bool)>) -> Vec<Place> {
    let mut places = Vec::new();
    let mut ranked = Vec::new();
    for (at, (voice, topic, line, again)) in lines.enumerate() {
        places.push(lasting(voice, topic, line, again));
        let chosen = voice != Voice::Retold && !again && !is_told(voice, line);
        if chosen && places[at] != Place::Nowhere {
            ranked.push((at, rank(voice, line)));
        }
    }
    let most = (SHARE * places.len() as f32).round().max(1.0) as usize;
    ranked.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    for (at, _) in ranked.into_iter().skip(most) {
        places[at] = Place::Nowhere;
    }
    places
}

/// Whether the user told it once and for all.
fn is_told(voice: Voice, line: &str) -> bool {
    voice == Voice::User && judge(Role::User, line).is_some()
}

/// By what lines are compared; the user says less than the agent, and means it.
fn rank(voice: Voice, line: &str) -> f32 {
    const USER: f32 = 2.0;
    match voice {
        Voice::User => USER + worth(line, Source::Prompt { corrects: false }),
        _ => worth(line, Source::Reply),
    }
}

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
        _ if !again && !outlasts_work(line) => Place::Nowhere,
        _ if is_of_user(line) => place(topic, line),
        // What is said on the way is about the next step, unless it says of what.
        Voice::Aside if Seen::of(line).names() < ASIDE_NAMES => Place::Nowhere,
        _ => of_agent(line, again),
    }
}

fn of_user(topic: &str, line: &str, again: bool) -> Place {
    let told = judge(Role::User, line).filter(|verdict| verdict.kind != Kind::Open);
    if !again && !outlasts_moment(line, told.map(|verdict| verdict.kind)) {
        return Place::Nowhere;
    }
    let lasts = again || worth(line, Source::Prompt { corrects: false }) >= OF_USER;
    match told {
        Some(verdict) if is_clear(line) => match place(topic, line) {
            // A decision that does not name what was chosen tells nobody anything.
            Place::Projects if verdict.kind == Kind::Decision => Place::Nowhere,
            place => place,
        },
        None if lasts && stands_alone(line) && Seen::of(line).is_named() => Place::Projects,
        _ => Place::Nowhere,
    }
}

/// What the agent says is a fact on the project, unless it says what was decided or how something
/// is done.
fn of_agent(line: &str, again: bool) -> Place {
    let worth = worth(line, Source::Reply);
    let seen = Seen::of(line);
    let cause = seen.is_named() && seen.has(Cue::Root) && worth >= CAUSE;
    let kind = judge(Role::Assistant, line).map(|verdict| verdict.kind);
    let told = matches!(kind, Some(Kind::Decision | Kind::Procedure)) && seen.is_named();
    if !stands_alone(line) || !(again || cause || told || worth >= OF_AGENT) {
        return Place::Nowhere;
    }
    match kind {
        Some(Kind::Decision) => place("", line),
        Some(Kind::Procedure) => Place::Procedures,
        _ => Place::Projects,
    }
}

fn worth(line: &str, source: Source) -> f32 {
    let head = line.split_once(": ").map_or("", |(head, _)| head);
    Seen::of(line).worth(head, source)
}

/// Whether a line of the agent's tells of the user.
fn is_of_user(line: &str) -> bool {
    ["User ", "User's ", "사용자는 ", "사용자가 "].iter().any(|start| line.starts_with(start))
}
