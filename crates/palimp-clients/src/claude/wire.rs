//! JSON format of Claude Code: the lines of its transcripts, and the outcomes of tools, which hooks
//! get in the same format.

use std::mem;
use std::path::PathBuf;

use palimp_core::chat::TokenUsage;
use palimp_core::event::ToolOutcome;
use serde_json::Value;

use crate::payload::{
    bool_field, clip_middle, path_field, render_text, string_field, text_field, time_field,
    token_count,
};
use crate::tool::{ParsedToolCall, ToolEnding};

/// A line of a transcript.
pub(crate) struct ClaudeLine(Value);

/// Kind of a transcript line. Only two of the many types are part of the conversation.
pub(crate) enum ClaudeLineKind {
    User,
    Assistant,
    /// Context that the client attached to the conversation.
    Attachment,
    /// Compaction boundary: earlier messages are no longer sent.
    Boundary,
    Other,
}

/// Content of a message.
#[derive(Default)]
pub(crate) enum ClaudeContent {
    Words(String),
    Blocks(Vec<ClaudeBlock>),
    #[default]
    Nothing,
}

/// Content block of a message.
pub(crate) enum ClaudeBlock {
    Text(String),
    Call(ClaudeToolCall),
    Result(ClaudeToolResult),
    /// A picture, or something new.
    Other(Value),
}

/// Tool call requested by the assistant.
pub(crate) struct ClaudeToolCall {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) input: Value,
}

/// Result of a tool call, recorded in the user's role.
pub(crate) struct ClaudeToolResult {
    pub(crate) id: Option<String>,
    pub(crate) content: Value,
    pub(crate) is_error: bool,
}

/// Messages from before a compaction boundary that are still sent.
pub(crate) enum PreservedMessages<'l> {
    These(Vec<&'l str>),
    /// From one to another.
    Between(&'l str, &'l str),
    Nothing,
}

impl ClaudeLine {
    pub(crate) const fn from_value(value: Value) -> ClaudeLine {
        ClaudeLine(value)
    }

    pub(crate) fn kind(&self) -> ClaudeLineKind {
        match text_field(&self.0, &["type"]) {
            Some("user") => ClaudeLineKind::User,
            Some("assistant") => ClaudeLineKind::Assistant,
            Some("attachment") => ClaudeLineKind::Attachment,
            Some("system") if text_field(&self.0, &["subtype"]) == Some("compact_boundary") => {
                ClaudeLineKind::Boundary
            }
            _ => ClaudeLineKind::Other,
        }
    }

    /// Returns the session id. The field `session_id` beside it holds the previous session after
    /// `/clear`.
    pub(crate) fn session(&self) -> Option<&str> {
        text_field(&self.0, &["sessionId"])
    }

    pub(crate) fn id(&self) -> Option<&str> {
        text_field(&self.0, &["uuid"])
    }

    pub(crate) fn parent(&self) -> Option<&str> {
        text_field(&self.0, &["parentUuid"])
    }

    pub(crate) fn cwd(&self) -> Option<PathBuf> {
        path_field(&self.0, &["cwd"])
    }

    pub(crate) fn timestamp(&self) -> Option<i64> {
        time_field(&self.0, "timestamp")
    }

    /// Returns true if a sub-agent wrote the line.
    pub(crate) fn is_subagents(&self) -> bool {
        bool_field(&self.0, "isSidechain")
    }

    /// Returns true if the line is the summary that replaces earlier messages.
    pub(crate) fn is_summary(&self) -> bool {
        bool_field(&self.0, "isCompactSummary")
    }

    /// Returns true if the line has the user's role but was written by the client.
    pub(crate) fn is_nobodys(&self) -> bool {
        ["isMeta", "isVisibleInTranscriptOnly"].iter().any(|mark| bool_field(&self.0, mark))
            || text_field(&self.0, &["promptSource"]) == Some("system")
    }

    /// Returns true if the line has the assistant's role but is an API error.
    pub(crate) fn is_error(&self) -> bool {
        text_field(&self.0["message"], &["model"]) == Some("<synthetic>")
            || bool_field(&self.0, "isApiErrorMessage")
    }

    /// Returns the id of the user's turn.
    pub(crate) fn turn_id(&self) -> Option<&str> {
        text_field(&self.0, &["promptId", "uuid"])
    }

    /// Returns the id of the message that the line is a piece of.
    pub(crate) fn message_id(&self) -> Option<&str> {
        text_field(&self.0["message"], &["id"])
    }

    /// Returns the token usage that the service reported.
    pub(crate) fn usage(&self) -> TokenUsage {
        parse_usage(&self.0["message"]["usage"])
    }

    /// The message's content, once.
    pub(crate) fn take_content(&mut self) -> ClaudeContent {
        match take_field(self.0.get_mut("message"), "content") {
            Value::String(words) => ClaudeContent::Words(words),
            Value::Array(blocks) => {
                ClaudeContent::Blocks(blocks.into_iter().map(ClaudeBlock::from_value).collect())
            }
            _ => ClaudeContent::Nothing,
        }
    }

    /// The line's own account of a result, which is fuller; there is only one of it. Once.
    pub(crate) fn take_result(&mut self) -> Option<Value> {
        self.0.get_mut("toolUseResult").map(Value::take)
    }

    /// Returns true if the tool was denied permission to run, as recorded by later versions.
    pub(crate) fn was_denied(&self) -> bool {
        self.0.get("toolDenialKind").is_some()
    }

    /// Returns the label of an attachment and its texts as they are sent.
    pub(crate) fn attachment(&self) -> (&str, Vec<&str>) {
        let pieces = self.0["rendered"].as_array().map_or(&[][..], Vec::as_slice);
        let texts = pieces.iter().filter_map(|it| string_field(it, &["content"])).collect();
        (text_field(&self.0["attachment"], &["type"]).unwrap_or("attachment"), texts)
    }

    /// Returns the messages that a compaction boundary preserves.
    pub(crate) fn preserved_messages(&self) -> PreservedMessages<'_> {
        let about = &self.0["compactMetadata"];
        if let Some(ids) = about["preservedMessages"]["uuids"].as_array() {
            return PreservedMessages::These(ids.iter().filter_map(Value::as_str).collect());
        }
        let end = |key: &str| about["preservedSegment"][key].as_str();
        match (end("headUuid"), end("tailUuid")) {
            (Some(head), Some(tail)) => PreservedMessages::Between(head, tail),
            _ => PreservedMessages::Nothing,
        }
    }
}

impl ClaudeToolCall {
    /// Returns the plan that the call asks the user to approve.
    pub(crate) fn plan(&self) -> Option<&str> {
        text_field(&self.input, &["plan"]).filter(|_| self.name == "ExitPlanMode")
    }
}

impl ClaudeContent {
    /// Returns the texts of the content, joined; images are skipped.
    pub(crate) fn text(&self) -> String {
        match self {
            ClaudeContent::Words(words) => words.clone(),
            ClaudeContent::Blocks(blocks) => {
                let texts: Vec<&str> = blocks.iter().filter_map(ClaudeBlock::text).collect();
                texts.join("\n")
            }
            ClaudeContent::Nothing => String::new(),
        }
    }

    pub(crate) fn into_blocks(self) -> Vec<ClaudeBlock> {
        match self {
            ClaudeContent::Blocks(blocks) => blocks,
            ClaudeContent::Words(_) | ClaudeContent::Nothing => Vec::new(),
        }
    }
}

impl ClaudeBlock {
    fn from_value(mut value: Value) -> ClaudeBlock {
        match text_field(&value, &["type"]) {
            Some("text") => ClaudeBlock::Text(match take_field(Some(&mut value), "text") {
                Value::String(text) => text,
                _ => String::new(),
            }),
            Some("tool_use") => {
                let owned = |key| text_field(&value, &[key]).map(str::to_owned);
                let (Some(id), Some(name)) = (owned("id"), owned("name")) else {
                    return ClaudeBlock::Other(value);
                };
                ClaudeBlock::Call(ClaudeToolCall {
                    id,
                    name,
                    input: take_field(Some(&mut value), "input"),
                })
            }
            Some("tool_result") => ClaudeBlock::Result(ClaudeToolResult {
                id: text_field(&value, &["tool_use_id"]).map(str::to_owned),
                is_error: bool_field(&value, "is_error"),
                content: take_field(Some(&mut value), "content"),
            }),
            _ => ClaudeBlock::Other(value),
        }
    }

    fn text(&self) -> Option<&str> {
        match self {
            ClaudeBlock::Text(text) => Some(text.as_str()).filter(|text| !text.trim().is_empty()),
            ClaudeBlock::Other(value) => text_field(value, &["text"]),
            ClaudeBlock::Call(_) | ClaudeBlock::Result(_) => None,
        }
    }
}

fn take_field(value: Option<&mut Value>, key: &str) -> Value {
    value.and_then(|value| value.get_mut(key)).map(mem::take).unwrap_or_default()
}

/// Parses the token usage of a request, as recorded in transcripts and answers.
pub(crate) fn parse_usage(usage: &Value) -> TokenUsage {
    let (fresh, kept) =
        (token_count(usage, "input_tokens"), token_count(usage, "cache_read_input_tokens"));
    let written = token_count(usage, "cache_creation_input_tokens");
    TokenUsage {
        input: fresh + written + kept,
        cached: kept,
        output: token_count(usage, "output_tokens"),
    }
}

/// Builds the ending of a tool call that Claude Code counts as successful. Text on stderr is a
/// warning then.
pub(crate) fn success_ending(call: &ParsedToolCall, response: &Value) -> ToolEnding {
    if call.is_edit() {
        return ToolEnding { outcome: ToolOutcome::Success, output: String::new() };
    }
    let outcome = if bool_field(response, "interrupted") {
        ToolOutcome::Failure { code: None }
    } else if text_field(response, &["backgroundTaskId"]).is_some() {
        ToolOutcome::Unknown
    } else {
        ToolOutcome::Success
    };
    ToolEnding { outcome, output: printed_output(response) }
}

/// Returns the output of a command on both streams, or the result of any other tool.
fn printed_output(response: &Value) -> String {
    match (string_field(response, &["stdout"]), text_field(response, &["stderr"])) {
        (None, None) => render_text(response),
        (Some(out), None) => clip_middle(out),
        (None, Some(err)) => clip_middle(err),
        (Some(out), Some(err)) => {
            let gap = if out.is_empty() || out.ends_with('\n') { "" } else { "\n" };
            clip_middle(&[&clip_middle(out), gap, &clip_middle(err)].concat())
        }
    }
}

/// Prefixes of the errors of tools that were denied, or stopped because of another tool; later
/// versions mark the lines of a transcript instead.
const REFUSED_ERROR_PREFIXES: [&str; 9] = [
    "The user doesn't want to proceed with this tool use",
    "The user doesn't want to take this action right now",
    INTERRUPTED_OUTPUT,
    "This command requires approval",
    "Claude requested permissions to ",
    "Permission to use ",
    "Permission for this action was denied",
    "Sibling tool call errored",
    "Blocked: ",
];

/// Output of a command that the user stopped.
const INTERRUPTED_OUTPUT: &str = "[Request interrupted by user for tool use]";

/// Returns false for the error of a tool that was refused, or interrupted by the user.
pub(crate) fn did_run(error: &str) -> bool {
    let error = strip_error_tag(error);
    match exit_code(error) {
        Some((_, output)) => !output.starts_with(INTERRUPTED_OUTPUT),
        None => !REFUSED_ERROR_PREFIXES.iter().any(|start| error.starts_with(start)),
    }
}

/// Strips the element that marks an error as Claude Code's own.
pub(crate) fn strip_error_tag(error: &str) -> &str {
    let inside = error.strip_prefix("<tool_use_error>");
    inside.and_then(|error| error.strip_suffix("</tool_use_error>")).unwrap_or(error)
}

/// Builds the ending of a failed tool call; a command's error begins with its exit code.
pub(crate) fn failure_ending(error: &str) -> ToolEnding {
    let (code, output) = match exit_code(error) {
        Some((code, output)) => (Some(code).filter(|code| *code != 0), output),
        None => (None, error),
    };
    ToolEnding { outcome: ToolOutcome::Failure { code }, output: clip_middle(output) }
}

/// Parses `Exit code 3`, and the lines after it.
fn exit_code(error: &str) -> Option<(i32, &str)> {
    let rest = error.strip_prefix("Exit code ")?;
    let (code, output) = rest.split_once('\n').unwrap_or((rest, ""));
    Some((code.trim().parse().ok()?, output))
}

/// Returns true if a line is Claude Code's and no other client claims it.
pub(crate) fn is_line(line: &Value) -> bool {
    let has = |key: &str| line.get(key).is_some();
    match line.get("type").and_then(Value::as_str) {
        Some("user" | "assistant" | "attachment" | "system") if has("uuid") => true,
        Some(_) => has("sessionId") && !has("data"),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_did_not_run_has_not_failed() {
        for (error, expect) in [
            ("Exit code 3\noops", true),
            ("File does not exist.", true),
            ("The user doesn't want to proceed with this tool use. The tool use was", false),
            ("<tool_use_error>Sibling tool call errored</tool_use_error>", false),
            ("<tool_use_error>File has not been read yet.</tool_use_error>", true),
            ("Exit code 137\n[Request interrupted by user for tool use]", false),
        ] {
            assert_eq!(did_run(error), expect, "{error}");
        }
    }

    #[test]
    fn an_error_may_begin_with_an_exit_code() {
        let check = |error: &str, code: Option<i32>, output: &str| {
            let ending = failure_ending(error);
            assert_eq!(
                (ending.outcome, ending.output.as_str()),
                (ToolOutcome::Failure { code }, output)
            );
        };
        check("Exit code 3\noops", Some(3), "oops");
        check("Exit code 127", Some(127), "");
        check("Exit code 0\n", None, "");
        check("Exit code unknown\nx", None, "Exit code unknown\nx");
        check("File does not exist.", None, "File does not exist.");
        check("", None, "");
    }
}
