//! The files of tasks, chats and commits.

use std::path::{Component, Path};

use palimp_core::activity::MessageRole;
use serde::{Deserialize, Serialize};

/// The place in which the decision of a task was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum DecisionSource {
    /// An earlier chat.
    Conversation,
    /// Two chats, of which the later one holds.
    ConversationAmended,
    /// A commit.
    History,
}

impl DecisionSource {
    pub(super) const ALL: [DecisionSource; 3] = [
        DecisionSource::Conversation,
        DecisionSource::ConversationAmended,
        DecisionSource::History,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            DecisionSource::Conversation => "conversation",
            DecisionSource::ConversationAmended => "conversation-amended",
            DecisionSource::History => "history",
        }
    }
}

/// A bug whose right fix hangs on an earlier decision.
#[derive(Debug, Deserialize)]
pub(super) struct DecisionTask {
    pub(super) id: String,
    pub(super) source: DecisionSource,
    /// The file that has the bug.
    pub(super) module: String,
    pub(super) bug_report: String,
    /// The decision in a line.
    pub(super) policy: String,
    /// The module as it is.
    #[serde(default)]
    pub(super) code: String,
    /// The chats that decide, the last of which holds.
    #[serde(default)]
    pub(super) conversations: Vec<Vec<TaskMessage>>,
    #[serde(default)]
    decision_subject: String,
    #[serde(default)]
    decision_rationale: String,
    /// The subject of the commit that broke it.
    #[serde(default)]
    pub(super) cause_subject: String,
}

/// A message of a chat.
#[derive(Debug, Deserialize)]
pub(super) struct TaskMessage {
    pub(super) role: MessageRole,
    pub(super) text: String,
}

/// The subject and the body of a commit.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct TaskCommit(pub(super) String, pub(super) String);

impl DecisionTask {
    /// The texts that hold the decision, the newest last.
    pub(super) fn decision_texts(&self) -> Vec<String> {
        let said = |chat: &Vec<TaskMessage>| {
            chat.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>().join("\n")
        };
        match self.source {
            DecisionSource::History => {
                vec![format!("{}\n{}", self.decision_subject, self.decision_rationale)]
            }
            _ => self.conversations.iter().map(said).collect(),
        }
    }

    /// Returns true if the module lies inside the repository.
    pub(super) fn is_inside(&self) -> bool {
        let mut parts = Path::new(&self.module).components();
        !self.module.is_empty() && parts.all(|part| matches!(part, Component::Normal(_)))
    }

    /// The commit that decides.
    pub(super) fn decision_commit(&self) -> TaskCommit {
        TaskCommit(self.decision_subject.clone(), self.decision_rationale.clone())
    }
}
