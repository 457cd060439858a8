//! Section on the end of the last session in a project, if it was left unfinished: its request and
//! open items.

use palimp_core::activity::{MessageRole, SessionRef};
use palimp_core::author::{AuthorKind, mark_line};
use palimp_core::distill::ConversationTurn;
use palimp_core::pointer::Pointer;
use palimp_core::text::{ellipsis, one_line};
use palimp_rules::extract_conclusions;
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use serde::{Deserialize, Serialize};

use super::{Context, ContextBuilder, ContextSection};
use crate::home::zone;
use crate::retrieval::session_card::session_title;

const SECTION_NAME: &str = "left_off";
/// The section's size, in characters.
const MAX_SECTION_CHARS: usize = 500;
/// The longest end and open item, in characters, and items.
const MAX_END_CHARS: usize = 260;
const MAX_ITEM_CHARS: usize = 100;
const MAX_ITEMS: usize = 3;
/// Sessions among which the one of this working tree or part is looked for, and those that are read for them: a
/// session that was opened and closed left nothing.
const MAX_SESSIONS: usize = 8;
const MAX_READ: usize = 24;
const DAY_MS: i64 = 86_400_000;
/// A session that is older than this is not taken up again.
const MAX_DAYS: i64 = 14;

/// End of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct LeftOff {
    session: String,
    working_dir: String,
    title: String,
    /// The agent's closing words; empty where the last prompt has no answer.
    end: String,
    /// Items that the agent called open.
    open: Vec<String>,
    ended_at: i64,
}

impl LeftOff {
    /// Loads the ends of the last sessions of a project, newest first.
    pub(super) fn load_last_sessions(
        db: &ActivityDb,
        session: &SessionRef,
    ) -> Result<Vec<LeftOff>, StoreError> {
        let last = db.last_sessions(&session.agent, &session.project_id, MAX_READ)?;
        let mut found = Vec::new();
        for (id, working_dir, ended_at) in last {
            let Some(first) = db.first_prompt(&id)? else { continue };
            let said = db.last_said(&id)?;
            let answer =
                said.filter(|said| said.role != MessageRole::User).map(|said| said.content);
            let (said, open) = without_open_items(answer.as_deref().unwrap_or_default());
            let (title, end) = (session_title(&first), closing_words(said));
            found.push(LeftOff { session: id, working_dir, title, end, open, ended_at });
            if found.len() == MAX_SESSIONS {
                break;
            }
        }
        Ok(found)
    }

    fn is_unfinished(&self) -> bool {
        self.end.is_empty() || !self.open.is_empty()
    }

    /// Returns the item to inject at `now`; none if the session was finished, is too old, or goes
    /// on. `part` is the part of a monorepo that it was in.
    fn format_item(&self, part: Option<&str>, now: i64) -> Option<String> {
        let age = now - self.ended_at;
        if !self.is_unfinished() || !(0..=MAX_DAYS * DAY_MS).contains(&age) {
            return None;
        }
        let day = zone::local_day(self.ended_at);
        let pointer = Pointer::to_session(&self.session);
        let end = match self.end.is_empty() {
            true => "The last prompt has no answer.".to_owned(),
            false => mark_line(&self.end, AuthorKind::Agent),
        };
        let part = part.map_or(String::new(), |part| format!(" ({part})"));
        let mut text = format!("{pointer} {day} \"{}\"{part}\n{end}", self.title);
        for item in &self.open {
            text.push_str(&format!("\n{}", mark_line(&format!("Open: {item}"), AuthorKind::Agent)));
        }
        Some(text)
    }
}

impl ContextBuilder<'_> {
    /// Adds where the last session was left: of the same working tree, where there is one, and of no
    /// other part of a monorepo.
    pub(super) fn left_off(&self, sessions: &[LeftOff], context: &mut Context) {
        if !self.is_wanted(SECTION_NAME) {
            return;
        }
        let parts = self.part_labels();
        let is_here =
            |it: &&LeftOff| it.session != self.session.id && !parts.is_elsewhere(&it.working_dir);
        let earlier = || sessions.iter().filter(is_here);
        let same_tree = earlier().find(|it| it.working_dir == self.session.working_dir);
        let last = same_tree.or_else(|| earlier().next());
        let item = last.and_then(|last| {
            last.format_item(parts.other_part(&last.working_dir), self.now.as_millisecond())
        });
        let section =
            ContextSection::new_list(SECTION_NAME, "Where It Was Left", MAX_SECTION_CHARS);
        let section = ContextSection { points: true, ..section };
        context.sections.push(
            section.with_reason(crate::messages::session_starts()).with_items(Vec::from_iter(item)),
        );
    }
}

/// The first sentences of what the agent said last.
fn closing_words(answer: &str) -> String {
    let turn = ConversationTurn { role: MessageRole::Assistant, text: answer.to_owned() };
    let recap = extract_conclusions(&[turn]).recap.map(|recap| recap.text);
    let text = one_line(recap.as_deref().unwrap_or(answer));
    let mut end = String::new();
    for sentence in text.split_inclusive(". ") {
        if end.chars().count() + sentence.chars().count() > MAX_END_CHARS {
            break;
        }
        end.push_str(sentence);
    }
    if end.is_empty() { ellipsis(&text, MAX_END_CHARS) } else { end.trim().to_owned() }
}

/// Returns what an answer says above the line that names what remains, `Next steps:` or `남은 작업`, and the items
/// of the list below; the whole answer where nothing stands above or below.
fn without_open_items(answer: &str) -> (&str, Vec<String>) {
    let mut above = 0;
    for line in answer.split_inclusive('\n') {
        if is_head(line.trim()) {
            let items = leading_items(&answer[above + line.len()..]);
            let said = answer[..above].trim();
            return (if items.is_empty() || said.is_empty() { answer } else { said }, items);
        }
        above += line.len();
    }
    (answer, Vec::new())
}

fn is_head(line: &str) -> bool {
    const OPEN_ITEM_HEADINGS: [&str; 9] = [
        "next step", "remaining", "still to do", "to do", "todo", "open item", "not done yet",
        "남은", "다음 단계",
    ];
    let lower = line.to_lowercase();
    line.chars().count() < 60
        && !is_item(line)
        && OPEN_ITEM_HEADINGS.iter().any(|head| lower.contains(head))
}

fn is_item(line: &str) -> bool {
    line.starts_with(['-', '*', '•']) || line.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns the items that a text begins with.
fn leading_items(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let items = lines.take_while(|line| is_item(line)).take(MAX_ITEMS);
    let said = |line: &str| {
        let said = line.trim_start_matches(|c: char| !c.is_alphabetic() && c != '`');
        ellipsis(&one_line(said), MAX_ITEM_CHARS)
    };
    items.map(said).filter(|said| !said.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &str = "The pool no longer deadlocks: `open()` releases the lock before it waits. \
        All tests pass.\n\n## Remaining\n- [ ] document `max_conns`\n- raise the limit in staging\n\nBye.";

    fn left(ended_days_ago: i64, answer: &str) -> Option<String> {
        let (said, open) = without_open_items(answer);
        let left = LeftOff {
            session: "26a1a7ce-0e43".to_owned(),
            title: "fix the pool".to_owned(),
            end: closing_words(said),
            open,
            ..LeftOff::default()
        };
        left.format_item(None, ended_days_ago * DAY_MS)
    }

    #[test]
    fn open_items_stand_below_their_heading() {
        let open = |answer| without_open_items(answer).1;
        assert_eq!(open(ANSWER), ["document `max_conns`", "raise the limit in staging"]);
        assert!(open("- remaining: none\n- a").is_empty());
        assert_eq!(open("남은 작업:\n1. 문서 보완"), ["문서 보완"]);
    }

    #[test]
    fn open_item_is_told_once() {
        let told = left(1, ANSWER).unwrap();
        assert_eq!(told.matches("max_conns").count(), 1, "{told}");
        let bare = left(1, "Remaining:\n- document `max_conns`").unwrap();
        assert!(bare.contains("Open: document") && !bare.contains("no answer"), "{bare}");
    }

    #[test]
    fn finished_session_is_not_told() {
        assert_eq!(left(1, ANSWER.split("\n\n##").next().unwrap()), None);
    }

    #[test]
    fn session_that_goes_on_is_not_told() {
        assert_eq!(left(-1, ANSWER), None);
    }

    #[test]
    fn unfinished_session_is_told_for_two_weeks() {
        assert!(left(9, ANSWER).unwrap().contains("Open: document `max_conns`"));
        assert!(left(9, "").unwrap().contains("no answer"));
        assert_eq!(left(15, ANSWER), None);
    }
}
