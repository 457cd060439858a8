//! The transcripts of Claude Code: `~/.claude/projects/<directory>/<session>.jsonl`, and
//! `<session>/subagents/agent-<id>.jsonl`.

use palimp_core::activity::Role;
use palimp_core::event::{Client, HookEvent, ToolUse};
use serde_json::Value;

use crate::claude::wire::{
    Block, Content, Kind, Line, ToolResult, did_run, failure, success, untagged,
};
use crate::claude::words;
use crate::payload::rendered;
use crate::tool::Call;
use crate::transcript::{Calls, Conversation, Reader};

/// Reads a transcript.
pub(crate) struct Lines {
    talk: Conversation,
    calls: Calls,
}

impl Default for Lines {
    fn default() -> Self {
        Lines { talk: Conversation::new(Client::Claude), calls: Calls::default() }
    }
}

impl Reader for Lines {
    fn line(&mut self, line: Value, each: &mut dyn FnMut(HookEvent)) {
        let line = Line::of(line);
        let tell = match line.kind() {
            Kind::User => Lines::user,
            Kind::Assistant => Lines::assistant,
            Kind::Attachment | Kind::Boundary | Kind::Other => return,
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
        self.talk.end(each);
    }
}

impl Lines {
    fn assistant(&mut self, mut line: Line, each: &mut dyn FnMut(HookEvent)) {
        let spoken = !line.is_error() && !line.is_subagents();
        for block in line.take_content().into_blocks() {
            match block {
                Block::Text(words) if spoken => {
                    self.talk.said(line.at(), line.message(), &words, each);
                }
                Block::Call(call) => {
                    if let Some(plan) = call.plan().filter(|_| spoken) {
                        let (plan, id) = (plan.to_owned(), Some(call.id.clone()));
                        self.talk.aside(line.at(), Role::Plan, plan, id, each);
                    }
                    self.calls.insert(&call.id, call.name, call.input);
                }
                Block::Text(_) | Block::Result(_) | Block::Other(_) => {}
            }
        }
    }

    fn user(&mut self, mut line: Line, each: &mut dyn FnMut(HookEvent)) {
        let content = line.take_content();
        let is_result = |block: &Block| matches!(block, Block::Result(_));
        let results = match &content {
            Content::Blocks(blocks) => blocks.iter().filter(|block| is_result(block)).count(),
            Content::Words(_) | Content::Nothing => 0,
        };
        if results == 0 {
            return self.said_by_user(&line, &content, each);
        }
        let fuller = line.take_result().filter(|_| results == 1);
        for block in content.into_blocks() {
            let Block::Result(result) = block else { continue };
            let ended = self.ended(&result, fuller.as_ref());
            if let Some(tool) = ended.filter(|_| !line.was_denied()) {
                self.talk.tool(line.at(), line.is_subagents(), tool, each);
            }
        }
    }

    fn ended(&mut self, result: &ToolResult, fuller: Option<&Value>) -> Option<ToolUse> {
        let id = result.id.as_deref()?;
        let (name, input) = self.calls.take(id)?;
        let call = Call::new(&name, &input);
        let said = rendered(&result.content);
        if !did_run(&said) {
            return None;
        }
        let ending = match result.is_error {
            true => failure(untagged(&said)),
            false => success(&call, fuller.unwrap_or(&result.content)),
        };
        Some(call.ended(Some(id), ending))
    }

    fn said_by_user(&mut self, line: &Line, content: &Content, each: &mut dyn FnMut(HookEvent)) {
        if line.is_subagents() {
            return;
        }
        if line.is_summary() {
            let (summary, id) = (summary(&content.words()), line.id().map(str::to_owned));
            return self.talk.aside(line.at(), Role::Summary, summary, id, each);
        }
        if line.is_nobodys() {
            return;
        }
        let turn = line.turn().map(str::to_owned);
        match words(&content.words()) {
            Some(words) => self.talk.prompt(line.at(), words, turn, each),
            None => self.talk.begin(turn, each),
        }
    }
}

/// A summary without what Claude Code says around it.
fn summary(text: &str) -> String {
    const TAILS: [&str; 2] = [
        "\nIf you need specific details from before",
        "\nPlease continue the conversation from where we left it off",
    ];
    let framed = text.starts_with("This session is being continued from");
    let inside = match text.split_once("\nSummary:\n") {
        Some((_, inside)) => inside,
        None if framed => without_reminder(text.split_once("\n\n").map_or("", |(_, rest)| rest)),
        None => text,
    };
    let end = TAILS.iter().filter_map(|tail| inside.find(tail)).min().unwrap_or(inside.len());
    inside[..end].trim().to_owned()
}

/// A text without the reminder that it begins with.
fn without_reminder(text: &str) -> &str {
    let inside = text.trim_start().strip_prefix("<system-reminder>");
    inside.and_then(|inside| inside.split_once("</system-reminder>")).map_or(text, |(_, rest)| rest)
}
