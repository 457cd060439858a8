//! A whole agent around a conversation that grows: the model is made up, everything else is what
//! an agent does. `cargo run -p palimp-context --example agent`
//!
//! It keeps its record in memory; a real one appends each line to a file.
#![allow(clippy::print_stdout)]

use palimp_context::compact::by;
use palimp_context::conversation::{assistant, user};
use palimp_context::layers::{BOOTSTRAP, bootstrap};
use palimp_context::settings::Settings;
use palimp_context::{Caps, Compactor, Conversation, Entry, Layers, Occasion, Step, replay};
use palimp_core::activity::Role;
use palimp_core::chat::{ChatModel, Message, ModelError, Part, Reply, Request, Usage};
use palimp_core::tokens::tokens;
use palimp_redact::Redactor;
use palimp_rules::Rules;
use serde_json::json;

const WINDOW: usize = 32_000;

/// A model that has read everything and says little.
struct MadeUp;

impl ChatModel for MadeUp {
    fn name(&self) -> String {
        "made-up".to_owned()
    }

    fn window(&self) -> Option<usize> {
        Some(WINDOW)
    }

    fn chat(&self, request: &Request, each: &mut dyn FnMut(&str)) -> Result<Reply, ModelError> {
        let text = format!("Read {} messages; we keep port 5432.", request.messages.len());
        each(&text);
        let read: usize = request.messages.iter().map(|it| tokens(&json!(it).to_string())).sum();
        let usage = Usage { input: read as u64, cached: 0, output: tokens(&text) as u64 };
        Ok(Reply { text, usage, cut: false })
    }
}

struct Agent {
    talk: Conversation,
    system: Vec<String>,
    record: String,
    now: i64,
}

impl Agent {
    fn keep(&mut self, entry: &Entry) {
        self.record.push_str(&entry.line());
    }

    fn overhead(&self) -> usize {
        Layers { system: &self.system, ..Layers::default() }.overhead(&self.talk.meter())
    }

    /// The user says something; what has to be done is done, and the model answers.
    fn turn(&mut self, words: &str, output: &str) -> Result<(), Box<dyn std::error::Error>> {
        self.now += 60_000;
        let said = self.talk.say(user(words), self.now);
        self.keep(&said);
        for message in tool_use(self.now, output) {
            let used = self.talk.say(message, self.now);
            self.keep(&used);
        }
        if let Some(pruned) = self.talk.prune(self.overhead(), self.now) {
            self.keep(&pruned);
        }
        self.make_room(Occasion::Request)?;
        let sent = self.talk.sent();
        let request = Request { system: &self.system, messages: &sent, max_tokens: 1_000 };
        let reply = MadeUp.chat(&request, &mut |_| {})?;
        let usage = self.talk.answered(reply.usage, self.overhead(), self.now);
        self.keep(&usage);
        let said = self.talk.say(assistant(reply.text), self.now);
        self.keep(&said);
        Ok(())
    }

    fn make_room(&mut self, occasion: Occasion) -> Result<(), Box<dyn std::error::Error>> {
        loop {
            let entry = match self.talk.next(self.overhead(), occasion) {
                Step::Nothing => return Ok(()),
                // A real agent gives `unflushed` to a distiller and writes down what it answers.
                Step::Flush => self.talk.flushed(self.now),
                Step::Compact => self.compact(),
            };
            self.keep(&entry);
            if occasion != Occasion::Request && !matches!(entry, Entry::Flush { .. }) {
                return Ok(());
            }
        }
    }

    fn compact(&mut self) -> Entry {
        let (settings, redactor) = (Settings::default(), Redactor::default());
        let mut compactor = Compactor::new(WINDOW, &settings.pruning, &redactor);
        compactor.meter = self.talk.meter();
        match self.talk.compact(&compactor, &mut by(&Rules)) {
            Ok(compacted) => {
                println!("compacted: {} tokens → {}", compacted.before, compacted.after);
                self.talk.compacted(compacted, self.now)
            }
            Err(error) => {
                println!("{error}");
                self.talk.compaction_failed(self.overhead(), self.now)
            }
        }
    }
}

fn tool_use(now: i64, output: &str) -> [Message; 2] {
    let id = format!("call-{now}");
    let input = json!({ "command": "cargo test" });
    let call = Part::ToolCall { id: id.clone(), name: "Bash".to_owned(), input };
    let content = vec![Part::text(output)];
    let result = Part::ToolResult { id, content, is_error: false };
    [(Role::Assistant, call), (Role::User, result)]
        .map(|(role, part)| Message { role, parts: vec![part] })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = BOOTSTRAP.map(|name| (name, "Be brief."));
    let files = bootstrap(files, Caps::default());
    let system = vec![files.iter().map(|file| file.text.as_str()).collect::<Vec<_>>().join("\n")];
    let talk = Conversation::new(Settings::default(), WINDOW);
    let mut agent = Agent { talk, system, record: Entry::header("example", 0).line(), now: 0 };
    for turn in 0..40 {
        let output = format!("test module_{turn} ... ok\n").repeat(80);
        agent.turn(&format!("We decided to keep src/module_{turn}.rs."), &output)?;
    }
    let sent = agent.talk.sent();
    let layers = Layers { system: &agent.system, messages: &sent, ..Layers::default() };
    for layer in layers.breakdown(&agent.talk.meter(), WINDOW).layers {
        println!("{:>8}  {}", layer.tokens, layer.name);
    }
    let mut again = Conversation::new(Settings::default(), WINDOW);
    assert_eq!(replay(agent.record.lines(), &mut again), 0);
    assert_eq!(again.sent(), agent.talk.sent());
    Ok(())
}
