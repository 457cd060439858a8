//! A distiller that asks a model.

use palimp_core::activity::MessageRole;
use palimp_core::chat::{ChatMessage, ChatModel, ChatRequest, ModelError};
use palimp_core::distill::{DistillTask, DistilledText, Distiller};

use crate::messages;

/// The longest answer of a few lines, in tokens. Models that think first count that as well.
const MAX_LINES_TOKENS: usize = 4_096;
/// The longest summary.
const MAX_SUMMARY_TOKENS: usize = 8_192;

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

    fn spends_tokens(&self) -> bool {
        true
    }

    /// Rejects an answer that is cut off: half a fact is worse than none, and nothing is lost by
    /// retrying.
    fn distill(&self, task: &DistillTask) -> Result<DistilledText, ModelError> {
        let prompt = task.render_prompt();
        let max_tokens = match task {
            DistillTask::Compact { .. } => MAX_SUMMARY_TOKENS,
            DistillTask::Flush { .. } | DistillTask::Reflect { .. } | DistillTask::Slug { .. } => {
                MAX_LINES_TOKENS
            }
        };
        let request = ChatRequest {
            system: &[prompt.system],
            messages: &[ChatMessage::from_text(MessageRole::User, prompt.text)],
            max_tokens,
        };
        let reply = self.0.chat(&request, &mut |_| {})?;
        if reply.cut {
            let why = messages::distiller_cut_off(self.name(), max_tokens);
            return Err(ModelError::Unavailable(why));
        }
        if reply.text.trim().is_empty() {
            return Err(ModelError::Unavailable(messages::distiller_mute(self.name())));
        }
        Ok(DistilledText { text: reply.text, usage: reply.usage })
    }
}
