//! What the database holds of a session, so that a record of it adds only what is missing.
//!
//! Hooks and records name turns and calls alike in most clients, and then the names decide. Where
//! they do not, as in Gemini CLI, whose record bears other times than its hooks, the words decide:
//! each message and observation that is there stands for one of the record with the same words.

use std::collections::{HashMap, HashSet};

use palimp_core::Client;
use palimp_core::activity::{Entry, NewMessage, NewObservation, Role, fingerprint};
use palimp_core::observation::ObservationType;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter};

/// What is there of a session.
#[derive(Debug, Default)]
pub(super) struct Known {
    messages: Vec<Said>,
    /// The kinds of the observations of a call.
    calls: HashMap<String, HashSet<ObservationType>>,
    /// How many observations there are with these words and no call.
    nameless: HashMap<i64, usize>,
    /// The number of the last message.
    pub(super) last_message: i64,
    /// Whether the record brought a message.
    pub(super) has_new_messages: bool,
}

/// A message that is there, until one of the record is found to be the same.
#[derive(Debug)]
struct Said {
    role: Role,
    turn: Option<String>,
    words: i64,
}

/// More rows than a session has.
const ALL: usize = 1 << 24;

impl Known {
    /// What `db` holds of the session `id`.
    pub(super) fn of(db: &ActivityDb, id: &str) -> Result<Known, StoreError> {
        let filter = Filter { session: Some(id.to_owned()), ..Filter::default() };
        let mut known = Known::default();
        for row in db.messages(&filter, ALL)?.into_iter().filter(|row| row.session_id == id) {
            known.last_message = known.last_message.max(row.id);
            known.messages.push(Said {
                role: row.role,
                turn: row.turn,
                words: words(&row.content),
            });
        }
        for row in db.recent(&filter, ALL)?.into_iter().filter(|row| row.session_id == id) {
            match row.call_id {
                Some(call) => drop(known.calls.entry(call).or_default().insert(row.kind)),
                None => {
                    *known.nameless.entry(print(&row.tool_name, &row.content)).or_default() += 1
                }
            }
        }
        Ok(known)
    }

    /// Whether the session lacks `entry`. An outcome that is known only now becomes one.
    pub(super) fn lacks(&mut self, client: Client, entry: &mut Entry) -> bool {
        match entry {
            Entry::Message(message) => {
                let lacks = !self.has_message(client, message);
                self.has_new_messages |= lacks;
                lacks
            }
            Entry::Observation(new) => {
                let call = new.call_id.as_ref().and_then(|call| self.calls.get(call));
                match call {
                    Some(kinds) if kinds.contains(&new.kind) => false,
                    Some(_) => {
                        *entry = Entry::Outcome(new.clone());
                        true
                    }
                    None => !self.has_nameless(new),
                }
            }
            _ => true,
        }
    }

    fn has_message(&mut self, client: Client, new: &NewMessage) -> bool {
        let print = words(&new.content);
        let nameless =
            |said: &Said| client == Client::Gemini || said.turn.is_none() || new.turn.is_none();
        let same_turn = |said: &Said| said.turn.is_some() && said.turn == new.turn;
        let by_words = self.messages.iter().position(|said| {
            said.role == new.role && said.words == print && (same_turn(said) || nameless(said))
        });
        let by_turn =
            || self.messages.iter().position(|said| said.role == new.role && same_turn(said));
        let found = by_words.or_else(by_turn);
        found.map(|at| self.messages.swap_remove(at)).is_some()
    }

    fn has_nameless(&mut self, new: &NewObservation) -> bool {
        let left = self.nameless.get_mut(&print(&new.tool_name, &new.content));
        left.filter(|left| **left > 0).map(|left| *left -= 1).is_some()
    }
}

/// The same words are the same message however they are spaced.
fn words(content: &str) -> i64 {
    fingerprint(&content.split_whitespace().collect::<Vec<_>>())
}

fn print(tool: &str, content: &str) -> i64 {
    fingerprint(&[tool, content])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(role: Role, turn: Option<&str>, content: &str) -> Said {
        Said { role, turn: turn.map(str::to_owned), words: words(content) }
    }

    fn message(role: Role, turn: Option<&str>, content: &str) -> Entry {
        Entry::Message(NewMessage {
            role,
            content: content.to_owned(),
            trace: None,
            turn: turn.map(str::to_owned),
        })
    }

    #[test]
    fn names_decide_where_there_are_some() {
        let messages = vec![said(Role::User, Some("t1"), "continue")];
        let mut known = Known { messages, ..Known::default() };
        let mut lacks = |mut entry| known.lacks(Client::Claude, &mut entry);
        assert!(lacks(message(Role::User, Some("t2"), "continue")), "another turn");
        assert!(lacks(message(Role::Assistant, Some("t1"), "continue")), "another speaker");
        assert!(!lacks(message(Role::User, Some("t1"), "continue")));
        assert!(lacks(message(Role::User, Some("t1"), "and this")), "it stood for one already");
        assert!(known.has_new_messages);
    }

    #[test]
    fn words_decide_where_times_differ() {
        let twice =
            [said(Role::User, Some("1"), "계속 해줘"), said(Role::User, Some("2"), "계속 해줘")];
        let mut known = Known { messages: twice.into(), ..Known::default() };
        let mut lacks =
            |turn| known.lacks(Client::Gemini, &mut message(Role::User, Some(turn), "계속\n해줘"));
        assert!(!lacks("10") && !lacks("20"));
        assert!(lacks("30"), "said a third time");
    }

    #[test]
    fn a_call_is_there_once_and_its_outcome_may_follow() {
        let new = |kind| {
            Entry::Observation(NewObservation {
                tool_name: "Bash".to_owned(),
                kind,
                file_path: None,
                content: "make".to_owned(),
                tags: String::new(),
                importance: 2,
                commit_sha: None,
                call_id: Some("c1".to_owned()),
            })
        };
        let calls = HashMap::from([("c1".to_owned(), HashSet::from([ObservationType::Command]))]);
        let mut known = Known { calls, ..Known::default() };
        assert!(!known.lacks(Client::Codex, &mut new(ObservationType::Command)));
        let mut late = new(ObservationType::Error);
        assert!(known.lacks(Client::Codex, &mut late));
        assert!(matches!(late, Entry::Outcome(_)));
        let mut known = Known::default();
        known.nameless.insert(print("Bash", "make"), 1);
        assert!(!known.lacks(Client::Copilot, &mut new(ObservationType::Command)));
        assert!(known.lacks(Client::Copilot, &mut new(ObservationType::Command)));
    }
}
