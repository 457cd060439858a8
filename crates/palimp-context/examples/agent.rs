//! A whole agent around a conversation that grows: the model is made up, everything else is what
//! an agent does. `cargo run -p palimp-context --example agent`
//!
//! It keeps its record in memory; a real one appends each line to a file.
#![allow(clippy::print_stdout)]

use palimp_context::compact::summarise_with;
use palimp_context::conversation::{assistant_message, user_message};
use palimp_context::layers::{BOOTSTRAP_FILES, cap_bootstrap_files};
use palimp_context::settings::ContextSettings;
use palimp_context::{
    Caps, Compactor, ContextStep, Layers, LongConversation, Occasion, RecordEntry, replay,
};
use palimp_core::activity::MessageRole;
use palimp_core::chat::{
    ChatMessage, ChatModel, ChatReply, ChatRequest, MessagePart, ModelError, TokenUsage,
};
use palimp_core::tokens::count_tokens;
use palimp_redact::Redactor;
use palimp_rules::RuleDistiller;
use serde_json::json;

const WINDOW: usize = 32_000;

/// A model that has read everything and says little.
struct MadeUp;

impl ChatModel for MadeUp {
    fn name(&self) -> String {
        "made-up".to_owned()
    }

    fn context_window(&self) -> Option<usize> {
        Some(WINDOW)
    }

    fn chat(
        &self,
        request: &ChatRequest,
        each: &mut dyn FnMut(&str),
    ) -> Result<ChatReply, ModelError> {
        let text = format!("Read {} messages; we keep port 5432.", request.messages.len());
        each(&text);
        let read: usize =
            request.messages.iter().map(|it| count_tokens(&json!(it).to_string())).sum();
        let usage =
            TokenUsage { input: read as u64, cached: 0, output: count_tokens(&text) as u64 };
        Ok(ChatReply { text, usage, cut: false })
    }
}

struct Agent {
    talk: LongConversation,
    system: Vec<String>,
    record: String,
    now: i64,
}

impl Agent {
    fn keep(&mut self, entry: &RecordEntry) {
        self.record.push_str(&entry.to_line());
    }

    fn overhead(&self) -> usize {
        Layers { system: &self.system, ..Layers::default() }.overhead_tokens(&self.talk.meter())
    }

    /// The user says something; what has to be done is done, and the model answers.
    fn turn(&mut self, words: &str, output: &str) -> Result<(), Box<dyn std::error::Error>> {
        self.now += 60_000;
        let said = self.talk.add_message(user_message(words), self.now);
        self.keep(&said);
        for message in tool_use(self.now, output) {
            let used = self.talk.add_message(message, self.now);
            self.keep(&used);
        }
        if let Some(pruned) = self.talk.prune(self.overhead(), self.now) {
            self.keep(&pruned);
        }
        self.make_room(Occasion::Request)?;
        let sent = self.talk.sent_messages();
        let request = ChatRequest { system: &self.system, messages: &sent, max_tokens: 1_000 };
        let reply = MadeUp.chat(&request, &mut |_| {})?;
        let usage = self.talk.record_usage(reply.usage, self.overhead(), self.now);
        self.keep(&usage);
        let said = self.talk.add_message(assistant_message(reply.text), self.now);
        self.keep(&said);
        Ok(())
    }

    fn make_room(&mut self, occasion: Occasion) -> Result<(), Box<dyn std::error::Error>> {
        loop {
            let entry = match self.talk.next_step(self.overhead(), occasion) {
                ContextStep::Nothing => return Ok(()),
                // A real agent gives `unflushed` to a distiller and writes down what it answers.
                ContextStep::Flush => self.talk.record_flush(self.now),
                ContextStep::Compact => self.compact(),
            };
            self.keep(&entry);
            if occasion != Occasion::Request && !matches!(entry, RecordEntry::Flush { .. }) {
                return Ok(());
            }
        }
    }

    fn compact(&mut self) -> RecordEntry {
        let (settings, redactor) = (ContextSettings::default(), Redactor::default());
        let mut compactor = Compactor::new(WINDOW, &settings.pruning, &redactor);
        compactor.meter = self.talk.meter();
        match self.talk.compact(&compactor, &mut summarise_with(&RuleDistiller)) {
            Ok(compacted) => {
                println!("compacted: {} tokens → {}", compacted.before, compacted.after);
                self.talk.apply_compaction(compacted, self.now)
            }
            Err(error) => {
                println!("{error}");
                self.talk.compaction_failed(self.overhead(), self.now)
            }
        }
    }
}

fn tool_use(now: i64, output: &str) -> [ChatMessage; 2] {
    let id = format!("call-{now}");
    let input = json!({ "command": "cargo test" });
    let call = MessagePart::ToolCall { id: id.clone(), name: "Bash".to_owned(), input };
    let content = vec![MessagePart::from_text(output)];
    let result = MessagePart::ToolResult { id, content, is_error: false };
    [(MessageRole::Assistant, call), (MessageRole::User, result)]
        .map(|(role, part)| ChatMessage { role, parts: vec![part] })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = BOOTSTRAP_FILES.map(|name| (name, "Be brief."));
    let files = cap_bootstrap_files(files, Caps::default());
    let system = vec![files.iter().map(|file| file.text.as_str()).collect::<Vec<_>>().join("\n")];
    let talk = LongConversation::new(ContextSettings::default(), WINDOW);
    let mut agent =
        Agent { talk, system, record: RecordEntry::header("example", 0).to_line(), now: 0 };
    for turn in 0..40 {
        let output = format!("test module_{turn} ... ok\n").repeat(80);
        agent.turn(&format!("We decided to keep src/module_{turn}.rs."), &output)?;
    }
    let sent = agent.talk.sent_messages();
    let layers = Layers { system: &agent.system, messages: &sent, ..Layers::default() };
    for layer in layers.breakdown(&agent.talk.meter(), WINDOW).layers {
        println!("{:>8}  {}", layer.tokens, layer.name);
    }
    let mut again = LongConversation::new(ContextSettings::default(), WINDOW);
    assert_eq!(replay(agent.record.lines(), &mut again), 0);
    assert_eq!(again.sent_messages(), agent.talk.sent_messages());
    Ok(())
}
