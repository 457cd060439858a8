//! Separates a turn's answer from its steps, by the payload of the end-of-turn hook and the
//! transcript.

use palimp_core::activity::MessageRole;
use palimp_core::event::{EventKind, HookEvent};

use super::RecordedTurn;
use crate::descriptor::{self, ClientDescriptor};

/// Determines the answer of the turn that `event` ends, and whether the recorded last text was only
/// a step before it.
///
/// A hook may lack the answer that the record has; and the record may lack the answer that the hook
/// has: then the last text of the record is not an answer.
pub fn settle_reply(event: &mut HookEvent, recorded: &mut RecordedTurn) {
    let known = descriptor::descriptor(event.client);
    let EventKind::TurnEnd { reply, turn, .. } = &mut event.kind else { return };
    let Some(last) = recorded.reply.as_deref() else { return };
    match reply {
        Some(told) if known.tells_whole_turn => {
            if is_last_of(last, told) {
                last.clone_into(told);
            }
        }
        _ if !is_same_turn(known, recorded, turn.as_deref()) => {}
        None => *reply = Some(last.to_owned()),
        Some(told) if is_part(last, told) => {}
        Some(_) => {
            let step = EventKind::TranscriptExtra {
                role: MessageRole::Step,
                text: last.to_owned(),
                turn: None,
            };
            let step = HookEvent { at: recorded.replied_at, kind: step, ..event.clone() };
            recorded.extras.push(step);
        }
    }
}

fn is_same_turn(known: &ClientDescriptor, recorded: &RecordedTurn, turn: Option<&str>) -> bool {
    // The record of Copilot CLI names a turn by its prompt until its end is written down.
    let is_named = turn.is_some() && known.client != palimp_core::AgentClient::Copilot;
    is_named && recorded.name.as_deref() == turn
}

/// Returns true if `last` is the last of the lines that make up `told`.
fn is_last_of(last: &str, told: &str) -> bool {
    let before = told.trim_end().strip_suffix(last.trim());
    before.is_some_and(|before| before.is_empty() || before.ends_with('\n'))
}

/// Returns true if one of two texts contains the other, because a message may arrive in pieces.
fn is_part(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one.contains(other) || other.contains(one)
}

#[cfg(test)]
mod tests {
    use palimp_core::AgentClient;

    use super::*;

    /// Returns the answer in the end, and the steps that were found.
    fn settled(
        client: AgentClient,
        told: Option<&str>,
        (name, last): (&str, &str),
    ) -> (Option<String>, Vec<String>) {
        let kind = EventKind::TurnEnd {
            reply: told.map(str::to_owned),
            turn: Some("p1".to_owned()),
            transcript: None,
        };
        let mut event = HookEvent {
            client,
            name: "Stop".to_owned(),
            session_id: "s".to_owned(),
            cwd: None,
            at: None,
            subagent: false,
            kind,
        };
        let (name, reply) = (Some(name.to_owned()), Some(last.to_owned()));
        let mut recorded =
            RecordedTurn { name, reply, replied_at: Some(7), ..RecordedTurn::default() };
        settle_reply(&mut event, &mut recorded);
        let steps = recorded.extras.into_iter().map(|extra| match extra.kind {
            EventKind::TranscriptExtra { role: MessageRole::Step, text, .. }
                if extra.at == Some(7) =>
            {
                text
            }
            kind => panic!("{kind:?}"),
        });
        let EventKind::TurnEnd { reply, .. } = event.kind else { panic!("it ends a turn") };
        (reply, steps.collect())
    }

    #[test]
    fn last_words_that_differ_from_the_answer_are_a_step() {
        let check = |told, recorded, reply: &str, steps: &[&str]| {
            let (answer, found) = settled(AgentClient::Claude, told, recorded);
            assert_eq!(answer.as_deref(), Some(reply), "{told:?} {recorded:?}");
            assert_eq!(found, steps, "{told:?} {recorded:?}");
        };
        check(Some("All done."), ("p1", "Found it: a lock."), "All done.", &["Found it: a lock."]);
        check(Some("All done."), ("p1", "All done.\n"), "All done.", &[]);
        check(Some("b"), ("p1", "a\nb"), "b", &[]);
        check(Some("All done."), ("p0", "The answer before."), "All done.", &[]);
        check(None, ("p1", "All done."), "All done.", &[]);
        assert_eq!(settled(AgentClient::Claude, None, ("p0", "x")), (None, vec![]));
        assert_eq!(settled(AgentClient::Copilot, None, ("p1", "x")), (None, vec![]));
    }

    #[test]
    fn answer_told_with_its_turn_is_its_last() {
        let check = |told, last, reply: &str| {
            let (answer, steps) = settled(AgentClient::Gemini, Some(told), ("2026", last));
            assert_eq!((answer.as_deref(), steps), (Some(reply), vec![]), "{told} {last}");
        };
        check("step one\nall done", "all done", "all done");
        check("all done", "all done", "all done");
        check("step one\nall done", "step one", "step one\nall done");
        check("it is all done", "all done", "it is all done");
    }
}
