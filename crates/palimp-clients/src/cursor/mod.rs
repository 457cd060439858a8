//! Cursor, which also runs the hooks that its user has for Claude Code.

pub(crate) mod hook;
pub(crate) mod install;
pub(crate) mod transcript;

use std::borrow::Cow;

use palimp_core::AgentClient;
use serde_json::json;

use crate::descriptor::{ClientDescriptor, InstallDescriptor, Transcripts};

pub(crate) const DESCRIPTOR: ClientDescriptor = ClientDescriptor {
    hook: Some(hook::parse),
    shell_marks: &["CURSOR_AGENT"],
    // Its editor is a parent of the user's own terminals.
    programs: &["cursor-agent"],
    project_variable: Some("CURSOR_PROJECT_DIR"),
    answer: Some(|_, context| json!({ "additional_context": truncate_context(context) })),
    // To Cursor a hook that prints nothing has failed.
    silence: Some("{}"),
    adds_answers: true,
    hooks: ["beforeSubmitPrompt", "postToolUse", "afterAgentResponse"],
    transcripts: Some(Transcripts {
        below: &[("projects", 3), ("projects", 4)],
        is_one: transcript::is_one,
        reader: |path| Box::new(transcript::CursorTranscriptReader::new(path)),
    }),
    place: Some(InstallDescriptor {
        dir: install::config_dir,
        program: "cursor-agent",
        setup: install::build_setup,
        find_plugin: |_| None,
        obstacles: install::find_obstacles,
    }),
    ..ClientDescriptor::name_only(AgentClient::Cursor)
};

/// Maximum length of a context in UTF-16 units, as JavaScript counts; Cursor drops a longer one.
const MAX_CONTEXT_UTF16_UNITS: usize = 10_000;

/// Drops lines of `context` beyond Cursor's limit and keeps the last line, which closes the
/// context.
fn truncate_context(context: &str) -> Cow<'_, str> {
    let units = |text: &str| text.encode_utf16().count();
    let Some((body, close)) =
        context.rsplit_once('\n').filter(|_| units(context) > MAX_CONTEXT_UTF16_UNITS)
    else {
        return Cow::Borrowed(context);
    };
    let mut room = MAX_CONTEXT_UTF16_UNITS.saturating_sub(units(close));
    let fits = |line: &&str| {
        let left = room.checked_sub(units(line));
        room = left.unwrap_or(0);
        left.is_some()
    };
    let kept: String = body.split_inclusive('\n').take_while(fits).collect();
    Cow::Owned(kept + close)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_context_is_longer_than_cursor_takes() {
        let context = |line: &str, count| format!("<x>\n{}</x>", format!("{line}\n").repeat(count));
        for (line, count) in [("plain", 1_590), ("🦀🦀🦀🦀🦀", 1_590), ("한글", 2_900)]
        {
            let whole = context(line, count);
            assert!(whole.chars().count() <= 9_600);
            let fitting = truncate_context(&whole);
            let long = whole.encode_utf16().count() > MAX_CONTEXT_UTF16_UNITS;
            assert_eq!(fitting != whole, long, "{line}");
            assert!(fitting.encode_utf16().count() <= MAX_CONTEXT_UTF16_UNITS, "{line}");
            assert!(fitting.ends_with(&format!("{line}\n</x>")), "{line}");
        }
        assert_eq!(
            truncate_context(&"x".repeat(MAX_CONTEXT_UTF16_UNITS + 1)),
            "x".repeat(MAX_CONTEXT_UTF16_UNITS + 1)
        );
    }
}
