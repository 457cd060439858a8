//! A distiller that the user need not wait for.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::messages;
use palimp_core::chat::ModelError;
use palimp_core::distill::{
    ConversationTurn, DistillTask, DistilledText, Distiller, FactLanguage, SessionProgress,
};

/// Interval of the checks for the user's wish to stop the distiller.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(30);

/// Asks another distiller, for as long as `stopped` says no.
pub(super) struct Stoppable {
    distiller: Arc<dyn Distiller>,
    stopped: fn() -> bool,
}

impl Stoppable {
    /// The same as `distiller`.
    pub(super) fn new(distiller: Box<dyn Distiller>, stopped: fn() -> bool) -> Stoppable {
        Stoppable { distiller: Arc::from(distiller), stopped }
    }
}

impl Distiller for Stoppable {
    fn name(&self) -> String {
        self.distiller.name()
    }

    fn spends_tokens(&self) -> bool {
        self.distiller.spends_tokens()
    }

    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
        if !self.distiller.spends_tokens() {
            return self.distiller.distill(task);
        }
        let (answer, heard) = mpsc::channel();
        let (distiller, own) = (Arc::clone(&self.distiller), OwnedTask::from_task(task));
        thread::spawn(move || {
            let _ = answer.send(distiller.distill(&own.as_task()));
        });
        while !(self.stopped)() {
            match heard.recv_timeout(STOP_POLL_INTERVAL) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(ModelError::Unavailable(messages::client_stopped()))
    }
}

/// A task with all that belongs to it.
struct OwnedTask {
    kind: OwnedTaskKind,
    turns: Vec<ConversationTurn>,
    instructions: Option<String>,
}

enum OwnedTaskKind {
    Flush(FactLanguage, usize, usize, Vec<String>),
    Reflect(Vec<String>, Vec<String>),
    Slug,
    Compact,
}

impl OwnedTask {
    fn from_task(task: &DistillTask) -> OwnedTask {
        let own = |kind, turns: &[ConversationTurn], instructions: Option<&str>| {
            let instructions = instructions.map(str::to_owned);
            OwnedTask { kind, turns: turns.to_vec(), instructions }
        };
        match *task {
            DistillTask::Flush { turns, language, instructions, so_far } => {
                let SessionProgress { exchanges, calls, kept } = so_far;
                own(
                    OwnedTaskKind::Flush(language, exchanges, calls, kept.to_vec()),
                    turns,
                    instructions,
                )
            }
            DistillTask::Reflect { facts, known } => {
                own(OwnedTaskKind::Reflect(facts.to_vec(), known.to_vec()), &[], None)
            }
            DistillTask::Slug { turns } => own(OwnedTaskKind::Slug, turns, None),
            DistillTask::Compact { turns, instructions } => {
                own(OwnedTaskKind::Compact, turns, instructions)
            }
        }
    }

    fn as_task(&self) -> DistillTask<'_> {
        let (turns, instructions) = (self.turns.as_slice(), self.instructions.as_deref());
        match &self.kind {
            OwnedTaskKind::Flush(language, exchanges, calls, kept) => {
                let so_far = SessionProgress { exchanges: *exchanges, calls: *calls, kept };
                DistillTask::Flush { turns, language: *language, instructions, so_far }
            }
            OwnedTaskKind::Reflect(facts, known) => DistillTask::Reflect { facts, known },
            OwnedTaskKind::Slug => DistillTask::Slug { turns },
            OwnedTaskKind::Compact => DistillTask::Compact { turns, instructions },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::activity::MessageRole;

    /// Answers with what it was asked.
    struct Echo;

    impl Distiller for Echo {
        fn name(&self) -> String {
            "echo".to_owned()
        }

        fn spends_tokens(&self) -> bool {
            true
        }

        fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
            let prompt = task.render_prompt();
            Ok(DistilledText { text: prompt.system + &prompt.text, ..DistilledText::default() })
        }
    }

    #[test]
    fn the_task_is_the_same() {
        let turns = [ConversationTurn { role: MessageRole::User, text: "which port?".into() }];
        let facts = ["the port is 5433".to_owned()];
        let (language, instructions) = (FactLanguage::Ko, Some("ports"));
        for task in [
            DistillTask::Flush {
                turns: &turns,
                language,
                instructions,
                so_far: SessionProgress::default(),
            },
            DistillTask::Reflect { facts: &facts, known: &[] },
            DistillTask::Slug { turns: &turns },
            DistillTask::Compact { turns: &turns, instructions },
        ] {
            let stoppable = Stoppable::new(Box::new(Echo), || false);
            assert_eq!(stoppable.distill(&task), Echo.distill(&task));
        }
    }

    #[test]
    fn nobody_waits_who_does_not_want_to() {
        let stopped = Stoppable::new(Box::new(Echo), || true);
        assert!(stopped.distill(&DistillTask::Slug { turns: &[] }).is_err());
    }
}
