//! What a user asks to remember is written at once, whichever client they say it to, and told to the next session.

use palimp_testing::{Machine, feed};
use serde_json::{Value, json};

use crate::machine;

/// The recorded prompt of each client: its folder, its file, and the argument of its hook.
const PROMPTS: [(&str, &str, &str, Option<&str>); 6] = [
    ("claude", "claude", "UserPromptSubmit.json", None),
    ("codex", "codex", "UserPromptSubmit.json", None),
    ("gemini", "gemini", "BeforeAgent.json", None),
    ("opencode", "opencode", "chat.message.json", None),
    ("copilot", "copilot/camelCase", "userPromptSubmitted.json", Some("userPromptSubmitted")),
    ("copilot", "copilot/PascalCase", "UserPromptSubmit.json", None),
];

/// Sends a client's recorded prompt with other words in it.
fn say(
    machine: &Machine,
    (client, folder, name, event): (&str, &str, &str, Option<&str>),
    words: &str,
) {
    let recorded = machine.recorded(folder, name).replace("@@main do the thing", words);
    let mut payload: Value = serde_json::from_str(&recorded).unwrap();
    if client == "opencode" {
        payload = json!({
            "hook": "chat.message", "directory": machine.project(),
            "input": payload["input"], "output": payload["output"],
        });
    }
    let mut command = machine.command(["hook", client].into_iter().chain(event));
    let output = feed(&mut command, payload.to_string().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{client}");
}

/// The page of the project once it holds these words; the process that writes it is the hook's.
fn page_with(machine: &Machine, words: &str) -> String {
    let page = machine.home().join("vault/projects/app.md");
    let read = || std::fs::read_to_string(&page).unwrap_or_default();
    // Each look takes some milliseconds.
    let is_there = (0..300).any(|_| {
        machine.ok(["status"]);
        read().contains(words)
    });
    assert!(is_there, "{words} in {}", read());
    read()
}

/// What the next session of the project is told when it starts.
fn told_next(machine: &Machine) -> String {
    let start = machine.claude("SessionStart", "next", json!({ "source": "startup" }));
    machine.hook("claude", &start)
}

#[test]
fn remember_this_is_written_at_once_in_every_client() {
    for prompt in PROMPTS {
        let machine = machine();
        say(&machine, prompt, "이건 기억해: 운영 배포는 화요일과 목요일에만 한다");
        let page =
            page_with(&machine, "- 운영 배포는 화요일과 목요일에만 한다 <!-- palimp: by=user");
        assert!(page.contains("## Rules\n"), "{page}");
        let told = told_next(&machine);
        assert!(told.contains("운영 배포는 화요일과 목요일에만 한다"), "{prompt:?}: {told}");
    }
}

#[test]
fn remember_request_in_every_wording_keeps_only_its_matter() {
    for (words, kept) in [
        ("이거 기억해둬. QA 서버는 포트 8092임.", "QA 서버는 포트 8092임."),
        ("remember this: all money is whole won", "all money is whole won"),
        ("Dates are stored as UTC. Remember this.", "Dates are stored as UTC."),
    ] {
        let machine = machine();
        say(&machine, PROMPTS[0], words);
        let page = page_with(&machine, &format!("- {kept} <!-- palimp: by=user"));
        assert_eq!(page.matches("by=user").count(), 1, "{page}");
        assert!(told_next(&machine).contains(kept.trim_end_matches('.')));
    }
}

#[test]
fn team_decision_is_written_to_decisions_at_once() {
    let machine = machine();
    say(&machine, PROMPTS[0], "이건 팀 결정이야: 공개 API는 REST로 간다");
    let page = page_with(&machine, "- 공개 API는 REST로 간다 <!-- palimp: by=user");
    assert!(page.contains("## Decisions\n"), "{page}");
    assert!(told_next(&machine).contains("공개 API는 REST로 간다"));
}

#[test]
fn bare_remember_this_keeps_what_was_said_before() {
    for (asked, answered, wish, kept, author) in [
        (
            "결제는 이제 민수님 담당이에요",
            "알겠습니다.",
            "이건 기억해",
            "결제는 이제 민수님 담당이에요",
            "user",
        ),
        (
            "why do the tests fail?",
            "The tests fail because two suites share port 5433.",
            "remember this",
            "two suites share port 5433",
            "agent",
        ),
    ] {
        let machine = machine();
        let prompt = |words: &str, id: &str| {
            let fields = json!({ "prompt": words, "prompt_id": id });
            machine.hook("claude", &machine.claude("UserPromptSubmit", "s", fields));
        };
        prompt(asked, "p1");
        let fields = json!({ "last_assistant_message": answered, "prompt_id": "p1" });
        machine.hook("claude", &machine.claude("Stop", "s", fields));
        prompt(wish, "p2");
        let page = page_with(&machine, kept);
        assert!(page.contains(&format!("palimp: by={author} client=claude session=s")), "{page}");
        let told = told_next(&machine);
        assert!(told.contains(kept), "{told}");
    }
}

#[test]
fn remembered_line_is_written_once_over_flush_and_reflection() {
    let machine = machine();
    say(&machine, PROMPTS[0], "이건 기억해: 운영 배포는 화요일과 목요일에만 한다");
    page_with(&machine, "운영 배포는");
    machine.ok(["flush"]);
    machine.ok(["reflect"]);
    let page = page_with(&machine, "운영 배포는");
    assert_eq!(page.matches("운영 배포는").count(), 1, "{page}");
    let rules = machine.ok(["rules"]);
    assert_eq!(rules.matches("운영 배포는").count(), 1, "{rules}");
    let rule = "\\n- 운영 배포는 화요일과 목요일에만 한다";
    assert!(told_next(&machine).contains(rule));
    machine.ok(["rules", "--strike", "1"]);
    assert!(!told_next(&machine).contains(rule), "a struck line does not come back");
    assert!(!machine.ok(["rules"]).contains("운영 배포는"));
}
