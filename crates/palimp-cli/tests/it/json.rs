//! `docs/reference/json.md` says which shape the answers of `--json` have: the one that they have here.
//!
//! `PALIMP_WRITE_DOCS=1 cargo test -p palimp-cli --test it json` writes the page anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;
use crate::mcp::Agent;

/// What a value is: its kinds, and what is in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Shape {
    kinds: BTreeSet<&'static str>,
    items: Option<Box<Shape>>,
    /// The fields, and in how many of the objects each was.
    fields: BTreeMap<String, (usize, Shape)>,
    objects: usize,
}

/// The field of a hit that holds numbers by the names of what made its score.
const PARTS: &str = "parts";

impl Shape {
    fn take(&mut self, value: &Value) {
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "number",
            Value::String(_) => "text",
            Value::Array(_) | Value::Object(_) => "",
        };
        if !kind.is_empty() {
            self.kinds.insert(kind);
        }
        match value {
            Value::Array(values) => {
                let items = self.items.get_or_insert_default();
                values.iter().for_each(|value| items.take(value));
            }
            Value::Object(fields) => {
                self.objects += 1;
                for (name, value) in fields {
                    let (count, shape) = self.fields.entry(name.clone()).or_default();
                    *count += 1;
                    shape.take(value);
                }
            }
            _ => {}
        }
    }

    /// Whether it is an object of numbers.
    fn holds_numbers(&self) -> bool {
        let mut fields = self.fields.values();
        self.objects > 0 && fields.all(|(_, shape)| shape.kinds.iter().eq(&["number"]))
    }

    /// It on lines, below a field of this name.
    fn write(&self, name: &str, indent: usize, text: &mut String) {
        let pad = "  ".repeat(indent);
        let mut parts: Vec<String> = self.kinds.iter().map(ToString::to_string).collect();
        if let Some(items) = &self.items {
            let mut inner = String::new();
            items.write(name, indent, &mut inner);
            parts.push(if inner.is_empty() { "[]".to_owned() } else { format!("[{inner}]") });
        }
        if name == PARTS && self.holds_numbers() {
            parts.push("{ NAME: number }".to_owned());
        } else if self.objects > 0 {
            let mut inner = String::from("{\n");
            for (field, (count, shape)) in &self.fields {
                let may_lack = if *count < self.objects { "?" } else { "" };
                inner.push_str(&format!("{pad}  \"{field}\"{may_lack}: "));
                shape.write(field, indent + 1, &mut inner);
                inner.push('\n');
            }
            inner.push_str(&format!("{pad}}}"));
            parts.push(if self.fields.is_empty() { "{}".to_owned() } else { inner });
        }
        text.push_str(&parts.join(" | "));
    }
}

/// A machine on which there is something of everything.
fn used() -> Machine {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    for session in ["one", "two"] {
        machine.hook(
            "claude",
            &machine.claude_payload("SessionStart", session, json!({ "source": "startup" })),
        );
        for (turn, prompt) in
            ["Where is the proxy?", "Remember that we use pnpm."].iter().enumerate()
        {
            let id = format!("{session}-{turn}");
            let asked = json!({ "prompt": prompt, "prompt_id": id });
            machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, asked));
            machine.hook_bash(session, "cargo test", "ok");
            let edit = json!({
                "tool_name": "Edit",
                "tool_input": { "file_path": machine.project().join("a.rs"), "old_string": "a", "new_string": "b" },
            });
            machine.hook("claude", &machine.claude_payload("PostToolUse", session, edit));
            let answer = "The proxy is at pr.internal.\n\nRemaining:\n- name its port";
            let said = json!({ "last_assistant_message": answer, "prompt_id": id });
            machine.hook("claude", &machine.claude_payload("Stop", session, said));
        }
        machine.hook(
            "claude",
            &machine.claude_payload("SessionEnd", session, json!({ "reason": "other" })),
        );
    }
    let note = "---\ntags: [ops]\n---\n# A\n\nThe proxy is at pr.internal, see [[b]].\n";
    fs::create_dir_all(machine.home().join("vault")).unwrap();
    fs::write(machine.home().join("vault/a.md"), note).unwrap();
    machine.run_ok(["save", "b.md", "Deploys need two approvals, see [[a#A|the proxy]]."]);
    machine.run_ok(["save", "b.md", "Nobody deploys on Fridays."]);
    let mut agent = Agent::on(&machine, &[]);
    agent.call("memory_save", json!({ "text": "Run the linter first.", "kind": "core" }));
    agent.call("memory_save", json!({ "text": "The cache is Redis.", "kind": "decision" }));
    drop(agent);
    machine.run_ok(["flush"]);
    machine
}

/// The calls of the page, in an order in which each has something to answer. What is `…` there is found
/// out here.
const CALLS: &[&str] = &[
    "search proxy",
    "search deploys --tag ops",
    "recent",
    "timeline",
    "sessions",
    "show 1",
    "show m1",
    "show b.md:1",
    "read b.md",
    "list",
    "links a.md",
    "history b.md",
    "history b.md --show 1",
    "history b.md --diff",
    "history b.md --restore 1",
    "save one",
    "stats",
    "status",
    "doctor",
    "context",
    "context --prompt proxy",
    "injections",
    "log",
    "pin 1",
    "unpin 1",
    "review",
    "flush",
    "reflect --dry-run",
    "why pnpm",
    "anchors",
    "scan",
    "tokens",
    "cleanup --dry-run",
    "bootstrap --dry-run",
    "forget approvals --dry-run",
    "forget approvals --yes",
    "config list",
    "config get flush.every",
    "config set flush.every 12",
    "keys list",
    "embed status",
    "embed estimate",
    "index",
    "init",
    "install claude",
    "uninstall claude",
    "team sync",
    "search nothing-of-this --min-score 7",
    "read none.md",
];

/// What the page shows below its introduction.
fn shapes() -> String {
    let machine = used();
    let mut shapes: Vec<(String, Shape)> = Vec::new();
    for call in CALLS {
        let words: Vec<&str> = call.split(' ').collect();
        let output = machine.run(words.iter().copied().chain(["--json"]));
        let text = String::from_utf8(output.stdout).unwrap();
        let value: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{call}: {text}"));
        let mut shape = Shape::default();
        shape.take(&value);
        shapes.push(((*call).to_owned(), shape));
    }
    let mut text = String::new();
    for (call, shape) in shapes {
        text.push_str(&format!("\n## `palimp {call} --json`\n\n```text\n"));
        shape.write("", 0, &mut text);
        text.push_str("\n```\n");
    }
    text
}

const INTRODUCTION: &str = "\
# Answers as JSON

[한국어](json.ko.md)

With `--json` a command answers one document on standard output; what it has to say besides goes to standard
error. A call that fails answers `{ \"error\": text }` and exits with 1, or 2 where the call was wrong.

What follows is what these calls answered when this page was written, and a test makes them again. `text`, `number` and
`null` are kinds; `?` stands behind a field that not every object has; `[]` is a list that was empty; `NAME` a key that is data.
Where `null` stands alone, nothing was there to be said; a text or a number takes its place.
Times are milliseconds since the Unix epoch. Fields are added in later versions; none that stands here goes or changes
its kind without a line in the [changes](../../CHANGELOG.md).

`export` writes lines, a document each; `completions` prints its script, and `edit`, `hook`, `mcp` and `watch` answer nothing. Not on
this page: `up`, `run`, `chat`, `transcript`, `bench`, `dashboard`, `import`, and what `team` answers where there is one.
";

const INTRODUCTION_IN_KOREAN: &str = "\
# JSON으로 하는 답

[English](json.md)

`--json`을 붙이면 명령은 표준 출력에 문서 하나로 답하고, 그 밖에 할 말은 표준 오류로 한다. 실패한 호출은
`{ \"error\": text }`로 답하고 1로, 잘못 부른 것이면 2로 끝난다.

아래는 이 쪽을 쓸 때 이 호출들이 한 답이고, 테스트가 다시 불러 본다. `text`, `number`, `null`은 종류다. 모든 객체에 있지는 않은 필드
뒤에는 `?`가 있다. `[]`는 비어 있던 목록, `NAME`은 데이터인 키다. `null`만 있으면 할 말이 없던 것이고, 있으면 글이나 숫자가 그 자리에
온다. 시각은 유닉스 시간의 밀리초다. 나중 판에서 필드가 늘어난다. 여기 있는 것은 [변경](../../CHANGELOG.md)에 한 줄 적지 않고는 사라지거나
종류가 바뀌지 않는다.

`export`는 한 줄에 문서 하나씩 쓰고, `completions`는 스크립트를 내며, `edit`, `hook`, `mcp`, `watch`는 아무 답도 하지 않는다. 이 쪽에 없는 것: `up`, `run`, `chat`, `transcript`, `bench`, `dashboard`, `import`, 그리고 팀이 있는
곳에서 `team`이 하는 답.
";

#[test]
fn the_page_says_what_answers_look_like() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reference");
    let shapes = shapes();
    for (name, introduction) in [("json.md", INTRODUCTION), ("json.ko.md", INTRODUCTION_IN_KOREAN)]
    {
        let (path, now) = (docs.join(name), introduction.to_owned() + &shapes);
        if std::env::var_os("PALIMP_WRITE_DOCS").is_some() {
            fs::write(&path, &now).unwrap();
        }
        let page = fs::read_to_string(&path).unwrap_or_default();
        let differs = page.lines().zip(now.lines()).find(|(a, b)| a != b);
        assert!(
            page == now,
            "docs/reference/{name}: {differs:?}; PALIMP_WRITE_DOCS=1 writes it anew"
        );
    }
}
