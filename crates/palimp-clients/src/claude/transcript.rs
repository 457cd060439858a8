//! The transcripts of Claude Code: `~/.claude/projects/<directory>/<session>.jsonl`, and
//! `<session>/subagents/agent-<id>.jsonl`.

use palimp_core::activity::MessageRole;
use palimp_core::event::{AgentClient, HookEvent, ToolUse};
use serde_json::Value;

use crate::claude::typed_words;
use crate::claude::wire::{
    ClaudeBlock, ClaudeContent, ClaudeLine, ClaudeLineKind, ClaudeToolResult, did_run,
    failure_ending, strip_error_tag, success_ending,
};
use crate::payload::render_text;
use crate::tool::ParsedToolCall;
use crate::transcript::{Calls, TranscriptConversation, TranscriptReader};

/// Reads a transcript.
pub(crate) struct ClaudeTranscriptReader {
    talk: TranscriptConversation,
    calls: Calls,
}

impl Default for ClaudeTranscriptReader {
    fn default() -> Self {
        ClaudeTranscriptReader {
            talk: TranscriptConversation::new(AgentClient::Claude),
            calls: Calls::default(),
        }
    }
}

impl TranscriptReader for ClaudeTranscriptReader {
    fn process_line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let line = ClaudeLine::from_value(line);
        let tell = match line.kind() {
            ClaudeLineKind::User => ClaudeTranscriptReader::read_user,
            ClaudeLineKind::Assistant => ClaudeTranscriptReader::read_assistant,
            ClaudeLineKind::Attachment | ClaudeLineKind::Boundary | ClaudeLineKind::Other => return,
        };
        if let Some(id) = line.session() {
            id.clone_into(&mut self.talk.session_id);
        }
        if let Some(cwd) = line.cwd() {
            self.talk.cwd = Some(cwd);
        }
        tell(self, line, each);
    }

    fn finish(&mut self, each: &mut dyn FnMut(HookEvent)) {
        self.talk.end_turn(each);
    }
}

impl ClaudeTranscriptReader {
    fn read_assistant(&mut self, mut line: ClaudeLine, each: &mut dyn FnMut(HookEvent)) {
        let spoken = !line.is_error() && !line.is_subagents();
        for block in line.take_content().into_blocks() {
            match block {
                ClaudeBlock::Text(words) if spoken => {
                    self.talk.add_reply(line.timestamp(), line.message_id(), &words, each);
                }
                ClaudeBlock::Call(call) => {
                    if let Some(plan) = call.plan().filter(|_| spoken) {
                        let (plan, id) = (plan.to_owned(), Some(call.id.clone()));
                        self.talk.emit_extra(line.timestamp(), MessageRole::Plan, plan, id, each);
                    }
                    self.calls.insert(&call.id, call.name, call.input);
                }
                ClaudeBlock::Text(_) | ClaudeBlock::Result(_) | ClaudeBlock::Other(_) => {}
            }
        }
    }

    fn read_user(&mut self, mut line: ClaudeLine, each: &mut dyn FnMut(HookEvent)) {
        let content = line.take_content();
        let is_result = |block: &ClaudeBlock| matches!(block, ClaudeBlock::Result(_));
        let results = match &content {
            ClaudeContent::Blocks(blocks) => blocks.iter().filter(|block| is_result(block)).count(),
            ClaudeContent::Words(_) | ClaudeContent::Nothing => 0,
        };
        if results == 0 {
            return self.said_by_user(&line, &content, each);
        }
        let fuller = line.take_result().filter(|_| results == 1);
        for block in content.into_blocks() {
            let ClaudeBlock::Result(result) = block else { continue };
            let ended = self.end_call(&result, fuller.as_ref());
            if let Some(tool) = ended.filter(|_| !line.was_denied()) {
                self.talk.emit_tool_use(line.timestamp(), line.is_subagents(), tool, each);
            }
        }
    }

    fn end_call(&mut self, result: &ClaudeToolResult, fuller: Option<&Value>) -> Option<ToolUse> {
        let id = result.id.as_deref()?;
        let (name, input) = self.calls.remove(id)?;
        let call = ParsedToolCall::new(&name, &input);
        let said = render_text(&result.content);
        if !did_run(&said) {
            return None;
        }
        let ending = match result.is_error {
            true => failure_ending(strip_error_tag(&said)),
            false => success_ending(&call, fuller.unwrap_or(&result.content)),
        };
        Some(call.into_tool_use(Some(id), ending))
    }

    fn said_by_user(
        &mut self,
        line: &ClaudeLine,
        content: &ClaudeContent,
        each: &mut dyn FnMut(HookEvent),
    ) {
        if line.is_subagents() {
            return;
        }
        if line.is_summary() {
            let (summary, id) =
                (strip_summary_frame(&content.text()), line.id().map(str::to_owned));
            return self.talk.emit_extra(line.timestamp(), MessageRole::Summary, summary, id, each);
        }
        if line.is_nobodys() {
            return;
        }
        let turn = line.turn_id().map(str::to_owned);
        match typed_words(&content.text()) {
            Some(words) => self.talk.add_prompt(line.timestamp(), words, turn, each),
            None => self.talk.begin_turn(turn, each),
        }
    }
}

/// Strips the text that Claude Code puts around a summary.
fn strip_summary_frame(text: &str) -> String {
    const SUMMARY_TAILS: [&str; 2] = [
        "\nIf you need specific details from before",
        "\nPlease continue the conversation from where we left it off",
    ];
    let framed = text.starts_with("This session is being continued from");
    let inside = match text.split_once("\nSummary:\n") {
        Some((_, inside)) => inside,
        None if framed => without_reminder(text.split_once("\n\n").map_or("", |(_, rest)| rest)),
        None => text,
    };
    let end =
        SUMMARY_TAILS.iter().filter_map(|tail| inside.find(tail)).min().unwrap_or(inside.len());
    inside[..end].trim().to_owned()
}

/// A text without the reminder that it begins with.
fn without_reminder(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix("<system-reminder>");
    inside.and_then(|inside| inside.split_once("</system-reminder>")).map_or(text, |(_, rest)| rest)
}
