//! A distiller that asks a model.

use palimp_core::activity::Role;
use palimp_core::chat::{ChatModel, Message, ModelError, Request};
use palimp_core::distill::{Distilled, Distiller, Task};

/// The longest answer of a few lines, in tokens. Models that think first count that as well.
const LINES: usize = 4_096;
/// The longest summary.
const SUMMARY: usize = 8_192;

/// Condenses text by asking a model.
pub struct ApiDistiller(Box<dyn ChatModel>);

impl ApiDistiller {
    /// One that asks `model`.
    pub fn new(model: Box<dyn ChatModel>) -> ApiDistiller {
        ApiDistiller(model)
    }

    /// The model that is asked.
    pub fn model(&self) -> &dyn ChatModel {
        &*self.0
    }
}

impl Distiller for ApiDistiller {
    fn name(&self) -> String {
        self.0.name()
    }

    fn spends(&self) -> bool {
        true
    }

    /// What is cut off is no answer: half a fact is worse than none, and nothing is lost by trying
    /// again.
    fn distill(&self, task: &Task) -> Result<Distilled, ModelError> {
        let prompt = task.prompt();
        let max_tokens = match task {
            Task::Compact { .. } => SUMMARY,
            Task::Flush { .. } | Task::Reflect { .. } | Task::Slug { .. } => LINES,
        };
        let request = Request {
            system: &[prompt.system],
            messages: &[Message::text(Role::User, prompt.text)],
            max_tokens,
        };
        let reply = self.0.chat(&request, &mut |_| {})?;
        let wrong = |what: String| ModelError::Unavailable(format!("{} {what}", self.name()));
        if reply.cut {
            return Err(wrong(format!("did not come to an end within {max_tokens} tokens")));
        }
        if reply.text.trim().is_empty() {
            return Err(wrong("answered with nothing".to_owned()));
        }
        Ok(Distilled { text: reply.text, usage: reply.usage })
    }
}
