//! Recognises palimp's own command in a conversation.
//!
//! A question to the memory and its answer are excluded from summaries, because they hold nothing
//! new and would be summarised again and again.

use crate::activity::MessageRole;
use crate::distill::ConversationTurn;

/// Present and former names of the command, with the marks by which clients recognise commands and
/// skills.
const COMMAND_NAMES: [&str; 3] = ["/palimp", "$palimp", "/memory"];

/// Beginning of the text that the command stands for, in every version of it.
pub const COMMAND_TEXT_START: &str =
    "Show the user what palimp, the memory that all of their coding agents share, knows.";

/// True if a prompt is palimp's own command, as it was typed or in full.
pub fn is_own(prompt: &str) -> bool {
    let prompt = prompt.trim_start();
    let name = prompt.split_whitespace().next().unwrap_or_default();
    COMMAND_NAMES.contains(&name) || prompt.starts_with(COMMAND_TEXT_START)
}

/// The turns of a conversation without palimp's own commands and the answers to them.
pub fn without_own(turns: impl IntoIterator<Item = ConversationTurn>) -> Vec<ConversationTurn> {
    let mut own = false;
    let kept = turns.into_iter().filter(|turn| {
        if turn.role == MessageRole::User {
            own = is_own(&turn.text);
        }
        !own
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_commands_are_told_from_words() {
        for (prompt, own) in [
            ("/palimp why pnpm", true),
            ("/palimp", true),
            ("$palimp\nwhy pnpm", true),
            ("/memory --recent", true),
            (COMMAND_TEXT_START, true),
            ("/palimpsest", false),
            ("why does /memory not work?", false),
            ("memory", false),
            ("", false),
        ] {
            assert_eq!(is_own(prompt), own, "{prompt}");
        }
    }

    #[test]
    fn answers_to_own_commands_go_with_them() {
        let turn = |role, text: &str| ConversationTurn { role, text: text.to_owned() };
        let turns = [
            turn(MessageRole::Assistant, "the end of an earlier answer"),
            turn(MessageRole::User, "/palimp pnpm"),
            turn(MessageRole::Assistant, "- pnpm is used"),
            turn(MessageRole::User, "use yarn from now on"),
            turn(MessageRole::Assistant, "done"),
        ];
        let kept: Vec<String> = without_own(turns).into_iter().map(|turn| turn.text).collect();
        assert_eq!(kept, ["the end of an earlier answer", "use yarn from now on", "done"]);
    }
}
