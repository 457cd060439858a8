//! A distiller that the user need not wait for.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use palimp_core::chat::ModelError;
use palimp_core::distill::{Distilled, Distiller, Language, SoFar, Task, Turn};

/// How often is looked whether the user still waits.
const LOOK: Duration = Duration::from_millis(30);

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

    fn spends(&self) -> bool {
        self.distiller.spends()
    }

    fn distill(&self, task: &Task) -> Result<Distilled, ModelError> {
        if !self.distiller.spends() {
            return self.distiller.distill(task);
        }
        let (answer, heard) = mpsc::channel();
        let (distiller, own) = (Arc::clone(&self.distiller), Own::of(task));
        thread::spawn(move || {
            let _ = answer.send(distiller.distill(&own.task()));
        });
        while !(self.stopped)() {
            match heard.recv_timeout(LOOK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Err(ModelError::Unavailable("it was stopped".to_owned()))
    }
}

/// A task with all that belongs to it.
struct Own {
    kind: Kind,
    turns: Vec<Turn>,
    instructions: Option<String>,
}

enum Kind {
    Flush(Language, usize, usize, Vec<String>),
    Reflect(Vec<String>, Vec<String>),
    Slug,
    Compact,
}

impl Own {
    fn of(task: &Task) -> Own {
        let own = |kind, turns: &[Turn], instructions: Option<&str>| {
            let instructions = instructions.map(str::to_owned);
            Own { kind, turns: turns.to_vec(), instructions }
        };
        match *task {
            Task::Flush { turns, language, instructions, so_far } => {
                let SoFar { exchanges, calls, kept } = so_far;
                own(Kind::Flush(language, exchanges, calls, kept.to_vec()), turns, instructions)
            }
            Task::Reflect { facts, known } => {
                own(Kind::Reflect(facts.to_vec(), known.to_vec()), &[], None)
            }
            Task::Slug { turns } => own(Kind::Slug, turns, None),
            Task::Compact { turns, instructions } => own(Kind::Compact, turns, instructions),
        }
    }

    fn task(&self) -> Task<'_> {
        let (turns, instructions) = (self.turns.as_slice(), self.instructions.as_deref());
        match &self.kind {
            Kind::Flush(language, exchanges, calls, kept) => {
                let so_far = SoFar { exchanges: *exchanges, calls: *calls, kept };
                Task::Flush { turns, language: *language, instructions, so_far }
            }
            Kind::Reflect(facts, known) => Task::Reflect { facts, known },
            Kind::Slug => Task::Slug { turns },
            Kind::Compact => Task::Compact { turns, instructions },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use palimp_core::activity::Role;

    /// Answers with what it was asked.
    struct Echo;

    impl Distiller for Echo {
        fn name(&self) -> String {
            "echo".to_owned()
        }

        fn spends(&self) -> bool {
            true
        }

        fn distill(&self, task: &Task) -> Result<Distilled, ModelError> {
            let prompt = task.prompt();
            Ok(Distilled { text: prompt.system + &prompt.text, ..Distilled::default() })
        }
    }

    #[test]
    fn the_task_is_the_same() {
        let turns = [Turn { role: Role::User, text: "which port?".into() }];
        let facts = ["the port is 5433".to_owned()];
        let (language, instructions) = (Language::Ko, Some("ports"));
        for task in [
            Task::Flush { turns: &turns, language, instructions, so_far: SoFar::default() },
            Task::Reflect { facts: &facts, known: &[] },
            Task::Slug { turns: &turns },
            Task::Compact { turns: &turns, instructions },
        ] {
            let stoppable = Stoppable::new(Box::new(Echo), || false);
            assert_eq!(stoppable.distill(&task), Echo.distill(&task));
        }
    }

    #[test]
    fn nobody_waits_who_does_not_want_to() {
        let stopped = Stoppable::new(Box::new(Echo), || true);
        assert!(stopped.distill(&Task::Slug { turns: &[] }).is_err());
    }
}
