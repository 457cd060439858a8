//! Stored messages and calls of a session, so that an import adds only missing entries.
//!
//! Hooks and records name turns and calls alike in most clients, and then the names decide. Where
//! they do not, as in Gemini CLI, whose record bears other times than its hooks, and in OpenClaw,
//! whose record names messages and not turns, the words decide: each stored message and observation
//! stands for one of the record with the same words.
//!
//! Prompts that palimp itself handed to the client, in `palimp run` or `chat`, are stored under
//! palimp's own session. The client's session may be linked to it by a hook; otherwise words and
//! time decide.

use std::collections::{HashMap, HashSet};

use palimp_core::AgentClient;
use palimp_core::activity::{CaptureEntry, MessageRole, NewMessage, NewObservation, fingerprint};
use palimp_core::observation::ObservationType;
use palimp_store::StoreError;
use palimp_store::activity::{ActivityDb, Filter, HandedOn, SessionFilter};

/// Stored messages and calls of a session.
#[derive(Debug, Default)]
pub(super) struct StoredEntries {
    messages: Vec<UnmatchedMessage>,
    /// The kinds of the observations of a call.
    calls: HashMap<String, HashSet<ObservationType>>,
    /// Number of observations without a call, by the hash of tool and content.
    nameless: HashMap<i64, usize>,
    /// The number of the last message.
    pub(super) last_message: i64,
    /// True if the record brought a message.
    pub(super) has_new_messages: bool,
    /// The prompts that palimp may have handed on to this session.
    handed_on: Vec<HandedOnPrompt>,
    /// True if palimp handed on the prompt of the turn that is being read, and has its answer.
    is_answered: bool,
}

/// A prompt that palimp handed on, until a message of the record matches it.
#[derive(Debug)]
struct HandedOnPrompt {
    words: i64,
    /// True if this session is known to have answered the prompt.
    linked: bool,
    asked_at: i64,
    answered_at: Option<i64>,
}

/// Maximum difference between the clocks of a record and of palimp, in milliseconds.
const MAX_CLOCK_SKEW_MS: i64 = 2_000;
/// Maximum time until the client starts on a prompt, in milliseconds, if nothing else is known: the
/// client has to start first.
const MAX_CLIENT_START_MS: i64 = 10 * 60_000;

impl HandedOnPrompt {
    /// Returns true if a message of the record with the hash `said`, sent at `at`, is this prompt.
    fn matches_message(&self, at: i64, said: i64) -> bool {
        self.is_open(at) && (self.linked || self.words == said)
    }

    /// Returns true if the client was working on the prompt at `at`.
    fn is_open(&self, at: i64) -> bool {
        let until = self.answered_at.unwrap_or(self.asked_at + MAX_CLIENT_START_MS);
        (self.asked_at - MAX_CLOCK_SKEW_MS..=until + MAX_CLOCK_SKEW_MS).contains(&at)
    }
}

/// A stored message, until a message of the record matches it.
#[derive(Debug)]
struct UnmatchedMessage {
    role: MessageRole,
    turn: Option<String>,
    words: i64,
    /// The words themselves.
    content: String,
}

/// Maximum number of rows to read of a session; more than any session has.
const MAX_SESSION_ROWS: usize = 1 << 24;

impl StoredEntries {
    /// Loads the stored entries of the session `id`.
    pub(super) fn load(db: &ActivityDb, id: &str) -> Result<StoredEntries, StoreError> {
        let filter =
            Filter { session: Some(SessionFilter::Is(id.to_owned())), ..Filter::default() };
        let mut known = StoredEntries::default();
        for row in db.recent_messages(&filter, MAX_SESSION_ROWS)? {
            known.last_message = known.last_message.max(row.id);
            known.messages.push(UnmatchedMessage {
                role: row.role,
                turn: row.turn,
                words: hash_words(&row.content),
                content: row.content,
            });
        }
        for row in db.recent_observations(&filter, MAX_SESSION_ROWS)? {
            match row.call_id {
                Some(call) => drop(known.calls.entry(call).or_default().insert(row.kind)),
                None => {
                    *known
                        .nameless
                        .entry(hash_observation(&row.tool_name, &row.content))
                        .or_default() += 1
                }
            }
        }
        Ok(known)
    }

    /// Sets the prompts that palimp handed to `client`; `runs` are the palimp sessions that this
    /// session is known to have answered in.
    pub(super) fn set_handed_on(
        &mut self,
        client: AgentClient,
        handed_on: &[HandedOn],
        runs: Option<&HashSet<String>>,
    ) {
        let of_client = handed_on.iter().filter(|one| one.client == client.name());
        let prompt = |one: &HandedOn| HandedOnPrompt {
            words: hash_words(&one.prompt),
            linked: runs.is_some_and(|runs| runs.contains(&one.run)),
            asked_at: one.asked_at,
            answered_at: one.answered_at,
        };
        self.handed_on = of_client.map(prompt).collect();
    }

    /// Returns true if a message sent at `at` belongs to one of palimp's own sessions.
    fn is_palimps(&mut self, at: i64, message: &NewMessage) -> bool {
        if message.role != MessageRole::User {
            // A command that the client expands has no prompt in some records.
            let is_open = |prompt: &HandedOnPrompt| {
                prompt.linked && prompt.answered_at.is_some() && prompt.is_open(at)
            };
            return self.is_answered || self.handed_on.iter().any(is_open);
        }
        let said = hash_words(&message.content);
        let found = self.handed_on.iter().position(|prompt| prompt.matches_message(at, said));
        let found = found.map(|found| self.handed_on.swap_remove(found));
        self.is_answered = found.as_ref().is_some_and(|prompt| prompt.answered_at.is_some());
        found.is_some()
    }

    /// Returns true if `entry`, captured at `at`, is missing in the session. An outcome that is
    /// known only now becomes an outcome entry.
    pub(super) fn lacks_entry(
        &mut self,
        client: AgentClient,
        at: i64,
        entry: &mut CaptureEntry,
    ) -> bool {
        match entry {
            CaptureEntry::Message(message) => {
                let lacks = !self.is_palimps(at, message) && !self.has_message(client, message);
                self.has_new_messages |= lacks;
                lacks
            }
            CaptureEntry::Observation(new) => {
                let call = new.call_id.as_ref().and_then(|call| self.calls.get(call));
                match call {
                    Some(kinds) if kinds.contains(&new.kind) => false,
                    Some(_) => {
                        *entry = CaptureEntry::Outcome(new.clone());
                        true
                    }
                    // Cursor's hooks name their calls, and its record none of them.
                    None if client == AgentClient::Cursor && !self.calls.is_empty() => false,
                    None => !self.has_nameless(new),
                }
            }
            _ => true,
        }
    }

    fn has_message(&mut self, client: AgentClient, new: &NewMessage) -> bool {
        let print = hash_words(&new.content);
        let names_differ = matches!(client, AgentClient::Gemini | AgentClient::Openclaw);
        let nameless =
            |said: &UnmatchedMessage| names_differ || said.turn.is_none() || new.turn.is_none();
        let same_turn = |said: &UnmatchedMessage| said.turn.is_some() && said.turn == new.turn;
        let same_words = |said: &UnmatchedMessage| {
            said.words == print
                || client == AgentClient::Gemini && ends_with(&said.content, &new.content)
        };
        let by_words = self.messages.iter().position(|said| {
            said.role == new.role && same_words(said) && (same_turn(said) || nameless(said))
        });
        let by_turn =
            || self.messages.iter().position(|said| said.role == new.role && same_turn(said));
        let found = by_words.or_else(by_turn);
        found.map(|at| self.messages.swap_remove(at)).is_some()
    }

    fn has_nameless(&mut self, new: &NewObservation) -> bool {
        let left = self.nameless.get_mut(&hash_observation(&new.tool_name, &new.content));
        left.filter(|left| **left > 0).map(|left| *left -= 1).is_some()
    }
}

/// Returns true if an answer is the last of the texts that Gemini CLI told a hook as one.
fn ends_with(told: &str, answer: &str) -> bool {
    told.trim_end().strip_suffix(answer.trim()).is_some_and(|before| before.ends_with('\n'))
}

/// Hashes the words of a message, regardless of their spacing.
fn hash_words(content: &str) -> i64 {
    fingerprint(&content.split_whitespace().collect::<Vec<_>>())
}

fn hash_observation(tool: &str, content: &str) -> i64 {
    fingerprint(&[tool, content])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(role: MessageRole, turn: Option<&str>, content: &str) -> UnmatchedMessage {
        let (turn, words) = (turn.map(str::to_owned), hash_words(content));
        UnmatchedMessage { role, turn, words, content: content.to_owned() }
    }

    fn message(role: MessageRole, turn: Option<&str>, content: &str) -> CaptureEntry {
        CaptureEntry::Message(NewMessage {
            role,
            content: content.to_owned(),
            trace: None,
            turn: turn.map(str::to_owned),
        })
    }

    #[test]
    fn names_decide_where_there_are_some() {
        let messages = vec![said(MessageRole::User, Some("t1"), "continue")];
        let mut known = StoredEntries { messages, ..StoredEntries::default() };
        let mut lacks = |mut entry| known.lacks_entry(AgentClient::Claude, 0, &mut entry);
        assert!(lacks(message(MessageRole::User, Some("t2"), "continue")), "another turn");
        assert!(lacks(message(MessageRole::Assistant, Some("t1"), "continue")), "another speaker");
        assert!(!lacks(message(MessageRole::User, Some("t1"), "continue")));
        assert!(
            lacks(message(MessageRole::User, Some("t1"), "and this")),
            "it stood for one already"
        );
        assert!(known.has_new_messages);
    }

    #[test]
    fn words_decide_where_names_differ() {
        for client in [AgentClient::Gemini, AgentClient::Openclaw] {
            let twice = ["1", "2"].map(|turn| said(MessageRole::User, Some(turn), "계속 해줘"));
            let mut known = StoredEntries { messages: twice.into(), ..StoredEntries::default() };
            let mut lacks = |turn| {
                known.lacks_entry(
                    client,
                    0,
                    &mut message(MessageRole::User, Some(turn), "계속\n해줘"),
                )
            };
            assert!(!lacks("10") && !lacks("20"), "{client}");
            assert!(lacks("30"), "{client}: said a third time");
        }
    }

    #[test]
    fn a_call_is_there_once_and_its_outcome_may_follow() {
        let new = |kind| {
            CaptureEntry::Observation(NewObservation {
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
        let mut known = StoredEntries { calls, ..StoredEntries::default() };
        assert!(!known.lacks_entry(AgentClient::Codex, 0, &mut new(ObservationType::Command)));
        let mut late = new(ObservationType::Error);
        assert!(known.lacks_entry(AgentClient::Codex, 0, &mut late));
        assert!(matches!(late, CaptureEntry::Outcome(_)));
        let mut known = StoredEntries::default();
        known.nameless.insert(hash_observation("Bash", "make"), 1);
        assert!(!known.lacks_entry(AgentClient::Copilot, 0, &mut new(ObservationType::Command)));
        assert!(known.lacks_entry(AgentClient::Copilot, 0, &mut new(ObservationType::Command)));
    }

    #[test]
    fn what_palimp_handed_on_is_there() {
        let handed = |run: &str, prompt: &str, asked_at, answered_at| HandedOn {
            run: run.to_owned(),
            client: "claude".to_owned(),
            prompt: prompt.to_owned(),
            asked_at,
            answered_at,
        };
        let all = [
            handed("run-1", "fix it", 10_000, Some(20_000)),
            handed("run-2", "fix it", 30_000, Some(40_000)),
            handed("run-3", "and this", 50_000, None),
        ];
        let said = |known: &mut StoredEntries, at, role, words: &str| {
            !known.lacks_entry(AgentClient::Claude, at, &mut message(role, Some("t"), words))
        };
        let mut known = StoredEntries::default();
        known.set_handed_on(AgentClient::Claude, &all, None);
        assert!(!said(&mut known, 5_000, MessageRole::User, "fix it"), "before it was handed on");
        assert!(!said(&mut known, 15_000, MessageRole::User, "something else"));
        assert!(!said(&mut known, 16_000, MessageRole::Assistant, "done"));
        assert!(said(&mut known, 16_000, MessageRole::User, "fix  it"));
        assert!(said(&mut known, 19_000, MessageRole::Assistant, "done"));
        assert!(said(&mut known, 33_000, MessageRole::User, "fix it"));
        assert!(!said(&mut known, 34_000, MessageRole::User, "fix it"), "it stood for one already");
        assert!(said(&mut known, 55_000, MessageRole::User, "and this"));
        assert!(
            !said(&mut known, 56_000, MessageRole::Assistant, "half"),
            "palimp was gone by then"
        );
        // A session that is linked need not repeat the words: clients expand commands.
        let runs = HashSet::from(["run-2".to_owned()]);
        known.set_handed_on(AgentClient::Claude, &all, Some(&runs));
        assert!(
            said(&mut known, 35_000, MessageRole::Assistant, "done"),
            "whose prompt is not told"
        );
        assert!(!said(&mut known, 15_000, MessageRole::User, "expanded"));
        assert!(said(&mut known, 35_000, MessageRole::User, "expanded"));
        let mut known = StoredEntries::default();
        known.set_handed_on(AgentClient::Codex, &all, None);
        assert!(!said(&mut known, 15_000, MessageRole::User, "fix it"), "another client");
    }
}
