//! Requests to remember are written at once, whichever client the user says them to, and told to the next session.

use palimp_core::home::HomePaths;
use palimp_engine::home::lock::WorkLock;
use palimp_testing::{Machine, run_with_input};
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
    let recorded = machine.recorded_payload(folder, name).replace("@@main do the thing", words);
    let mut payload: Value = serde_json::from_str(&recorded).unwrap();
    if client == "opencode" {
        payload = json!({
            "hook": "chat.message", "directory": machine.project(),
            "input": payload["input"], "output": payload["output"],
        });
    }
    let mut command = machine.command(["hook", client].into_iter().chain(event));
    let output = run_with_input(&mut command, payload.to_string().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{client}");
}

/// A moment after every prompt, in milliseconds.
const LATER: &str = "9999999999999";

fn prompt(machine: &Machine, words: &str, id: &str) {
    let fields = json!({ "prompt": words, "prompt_id": id });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", fields));
}

fn reply(machine: &Machine, words: &str, id: &str) {
    let fields = json!({ "last_assistant_message": words, "prompt_id": id });
    machine.hook("claude", &machine.claude_payload("Stop", "s", fields));
}

/// Writes down the last request of the session, as the hook's process does.
fn remember(machine: &Machine) {
    machine.run_ok(["flush", "--remember", "s", "--at", LATER]);
}

/// Returns the page of the project; nothing where it has none.
fn page(machine: &Machine) -> String {
    std::fs::read_to_string(machine.home().join("vault/projects/app.md")).unwrap_or_default()
}

/// Returns the page of the project once it holds these words; the process that writes it is the hook's.
fn page_with(machine: &Machine, words: &str) -> String {
    let read = || page(machine);
    // Each look takes some milliseconds.
    let is_there = (0..300).any(|_| {
        machine.run_ok(["status"]);
        read().contains(words)
    });
    assert!(is_there, "{words} in {}", read());
    read()
}

/// Returns the context with which the next session of the project starts.
fn told_next(machine: &Machine) -> String {
    let start = machine.claude_payload("SessionStart", "next", json!({ "source": "startup" }));
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
    for (words, kept) in [
        ("이건 팀 결정이야: 공개 API는 REST로 간다", "공개 API는 REST로 간다"),
        ("this is a team decision: public APIs are REST", "public APIs are REST"),
    ] {
        let machine = machine();
        say(&machine, PROMPTS[0], words);
        let page = page_with(&machine, &format!("- {kept} <!-- palimp: by=user"));
        assert!(page.contains("## Decisions\n"), "{page}");
        assert!(told_next(&machine).contains(kept));
    }
}

#[test]
fn request_for_all_projects_holds_everywhere() {
    let machine = machine();
    prompt(&machine, "모든 프로젝트에서 커밋 메시지는 영어로 쓴다. 이건 기억해", "p1");
    remember(&machine);
    prompt(&machine, "이건 기억해: 모든 프로젝트에서 커밋 메시지는 영어로 쓴다.", "p2");
    remember(&machine);
    let line = "모든 프로젝트에서 커밋 메시지는 영어로 쓴다.";
    let note = std::fs::read_to_string(machine.home().join("vault/shared/decisions.md")).unwrap();
    assert_eq!(note.matches(line).count(), 1, "{note}");
    assert!(!note.contains("project="), "{note}");
    assert_eq!(page(&machine), "");
    let told = told_next(&machine);
    assert_eq!(told.matches("\\n- 모든 프로젝트에서 커밋 메시지는").count(), 1, "{told}");
}

#[test]
fn struck_line_is_not_brought_back_by_agent() {
    let machine = machine();
    prompt(&machine, "이건 기억해: 운영 배포는 화요일에만 한다", "p1");
    remember(&machine);
    machine.run_ok(["rules", "--strike", "1"]);
    let struck = page(&machine);
    assert!(struck.contains("- ~~운영 배포는 화요일에만 한다~~ (struck"), "{struck}");
    let mut command = machine.command(["flush", "--remember", "s", "--at", LATER]);
    run_with_input(command.env("CLAUDECODE", "1"), b"");
    assert_eq!(page(&machine), struck);
}

#[test]
fn forgotten_words_of_agent_are_not_remembered() {
    let machine = machine();
    let said = "The tests fail because two suites share port 5433.";
    prompt(&machine, "why do the tests fail?", "p1");
    reply(&machine, said, "p1");
    machine.run_ok(["forget", "two suites share port 5433", "--yes"]);
    prompt(&machine, "why do the tests fail?", "p2");
    reply(&machine, said, "p2");
    prompt(&machine, "remember this", "p3");
    remember(&machine);
    assert!(!page(&machine).contains("5433"), "{}", page(&machine));
}

#[test]
fn request_waits_for_whoever_forgets() {
    let machine = machine();
    let home = HomePaths::new(machine.home());
    let lock = WorkLock::acquire(&home, "episodes").unwrap();
    prompt(&machine, "이건 기억해: 운영 배포는 화요일에만 한다", "p1");
    let mut waiting = machine.command(["flush", "--remember", "s", "--at", LATER]).spawn().unwrap();
    for _ in 0..20 {
        machine.run_ok(["status"]);
        assert!(waiting.try_wait().unwrap().is_none() && page(&machine).is_empty());
    }
    drop(lock);
    assert!(waiting.wait().unwrap().success());
    assert!(page(&machine).contains("- 운영 배포는 화요일에만 한다 <!-- palimp: by=user"));
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
        prompt(&machine, asked, "p1");
        reply(&machine, answered, "p1");
        prompt(&machine, wish, "p2");
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
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
    let page = page_with(&machine, "운영 배포는");
    assert_eq!(page.matches("운영 배포는").count(), 1, "{page}");
    let rules = machine.run_ok(["rules"]);
    assert_eq!(rules.matches("운영 배포는").count(), 1, "{rules}");
    let rule = "\\n- 운영 배포는 화요일과 목요일에만 한다";
    assert!(told_next(&machine).contains(rule));
    machine.run_ok(["rules", "--strike", "1"]);
    assert!(!told_next(&machine).contains(rule), "a struck line does not come back");
    assert!(!machine.run_ok(["rules"]).contains("운영 배포는"));
}
