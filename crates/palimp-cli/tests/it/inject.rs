//! What a client is given, and when.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use palimp_testing::Machine;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::machine;

const MEMORY: &str = "Deploys go through make promote; never push to production by hand, ask Mina.";

pub(crate) fn note(machine: &Machine, path: &str, text: &str) {
    let path = machine.home().join("vault").join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// What Claude Code is given on an event; empty for nothing.
pub(crate) fn given(machine: &Machine, event: &str, session: &str, fields: Value) -> String {
    let answer = machine.hook("claude", &machine.claude_payload(event, session, fields));
    match serde_json::from_str::<Value>(&answer) {
        Ok(answer) => {
            assert_eq!(answer["hookSpecificOutput"]["hookEventName"], event);
            answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().to_owned()
        }
        Err(_) => answer,
    }
}

pub(crate) fn start(machine: &Machine, session: &str, source: &str) -> String {
    given(machine, "SessionStart", session, json!({ "source": source }))
}

pub(crate) fn prompt(machine: &Machine, session: &str, number: usize, text: &str) -> String {
    let id = format!("{session}-{number}");
    given(machine, "UserPromptSubmit", session, json!({ "prompt": text, "prompt_id": id }))
}

pub(crate) fn reply(machine: &Machine, session: &str, number: usize, text: &str) {
    let id = format!("{session}-{number}");
    let fields = json!({ "last_assistant_message": text, "prompt_id": id });
    assert_eq!(given(machine, "Stop", session, fields), "");
}

/// The lines of a section of a context; none where it is not there.
pub(crate) fn section<'c>(context: &'c str, title: &str) -> Vec<&'c str> {
    let heading = format!("## {title}");
    let lines = context.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.starts_with("## ") && !line.starts_with("</")).collect()
}

#[test]
fn a_session_starts_with_what_always_holds() {
    let machine = machine();
    note(&machine, "MEMORY.md", MEMORY);
    note(&machine, "profile.md", "# Profile\nKim, backend developer in Seoul.\n");
    note(&machine, "shared/soul.md", "Answers are short and in Korean.\n");
    let context = start(&machine, "s", "startup");
    for expected in
        ["## Core Memory\n", "make promote", "## Profile\n", "Kim", "## Soul\n", "short"]
    {
        assert!(context.contains(expected), "{expected} in {context}");
    }
    assert!(start(&machine, "s", "compact").contains("make promote"), "after a compaction");
    assert!(start(&machine, "t", "clear").contains("make promote"), "after /clear");
}

#[test]
fn a_note_that_changes_is_given_again_and_one_that_does_not_is_not() {
    let machine = machine();
    note(&machine, "MEMORY.md", MEMORY);
    start(&machine, "s", "startup");
    assert_eq!(prompt(&machine, "s", 1, "rename the variable in the loop"), "");
    note(&machine, "MEMORY.md", &format!("{MEMORY}\nThe port of the proxy is 8787.\n"));
    let context = prompt(&machine, "s", 2, "rename the variable in the loop");
    assert!(context.contains("## Core Memory") && context.contains("8787"), "{context}");
    assert_eq!(prompt(&machine, "s", 3, "rename the variable in the loop"), "");
}

#[test]
fn a_note_speaks_to_each_project_that_a_session_goes_to() {
    let machine = machine();
    let other = machine.root().join("elsewhere/shop");
    fs::create_dir_all(other.join(".git")).unwrap();
    let line = "- The shop is deployed with make ship-other <!-- palimp: by=user project=shop -->";
    note(&machine, "MEMORY.md", &format!("{MEMORY}\n\n{line}\n"));
    note(&machine, "profile.md", "---\nproject: shop\n---\nKim keeps the shop.\n");
    let context = start(&machine, "s", "startup");
    assert!(!context.contains("ship-other") && !context.contains("Kim"), "{context}");
    let there = |number: usize| {
        let fields = json!({"prompt": "rename the loop", "prompt_id": number, "cwd": other});
        given(&machine, "UserPromptSubmit", "s", fields)
    };
    let context = there(1);
    assert!(context.contains("make ship-other") && context.contains("Kim"), "{context}");
    assert_eq!(there(2), "", "told once");
}

#[test]
fn a_note_that_comes_back_after_a_compaction_is_given_again() {
    let machine = machine();
    note(&machine, "MEMORY.md", MEMORY);
    start(&machine, "s", "startup");
    fs::remove_file(machine.home().join("vault/MEMORY.md")).unwrap();
    assert!(!start(&machine, "s", "compact").contains("make promote"));
    note(&machine, "MEMORY.md", MEMORY);
    let context = prompt(&machine, "s", 1, "rename the variable in the loop");
    assert!(context.contains("make promote"), "{context}");
}

#[test]
fn core_memory_is_cut_with_a_note_on_how_to_read_on() {
    let machine = machine();
    let lines: String = (0..200).map(|n| format!("- rule number {n} of this house\n")).collect();
    note(&machine, "MEMORY.md", &lines);
    let context = start(&machine, "s", "startup");
    let core = section(&context, "Core Memory").join("\n");
    assert!(core.contains("memory_get MEMORY.md"), "{core}");
    assert!(core.chars().count() <= 1_500);
    note(&machine, "MEMORY.md", "one line");
    assert_eq!(section(&start(&machine, "t", "startup"), "Core Memory"), ["one line"]);
    note(&machine, "MEMORY.md", "# Memory\n\n");
    assert!(
        !start(&machine, "u", "startup").contains("Core Memory"),
        "a heading alone says nothing"
    );
}

#[test]
fn a_prompt_is_given_what_the_notes_say_on_it_and_nothing_else() {
    let machine = machine();
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    note(
        &machine,
        "semantic/db.md",
        "# 데이터베이스\n스테이징 데이터베이스는 5433 포트에서 듣는다.\n",
    );
    let context = prompt(&machine, "s", 1, "the vite dev proxy answers 502");
    assert!(
        context.contains("## Task Snapshot\n- semantic/proxy.md:2 (Vite dev proxy)"),
        "{context}"
    );
    assert!(context.contains("8787") && !context.contains("5433"), "{context}");
    let context = prompt(&machine, "s", 2, "스테이징 데이터베이스의 포트가 뭐였지?");
    assert!(context.contains("5433"), "{context}");
    assert_eq!(prompt(&machine, "s", 3, "thanks, that is all for today"), "");
    let injected = machine.run_json(&["injections"]);
    assert_eq!(injected.as_array().unwrap().len(), 2);
    machine.run_ok(["config", "set", "inject.gate", "strict"]);
    assert_eq!(prompt(&machine, "s", 4, "make the proxy faster"), "");
}

#[test]
fn a_note_written_a_moment_ago_is_given() {
    let machine = machine();
    note(&machine, "semantic/one.md", "# Redis\nRedis is for caching alone.\n");
    assert!(prompt(&machine, "s", 1, "may I use redis for the caching of jobs?").contains("alone"));
    note(&machine, "semantic/two.md", "# Kafka\nKafka was removed in March.\n");
    assert!(prompt(&machine, "s", 2, "was kafka removed?").contains("March"));
    note(&machine, "semantic/two.md", "# Kafka\nKafka came back in April.\n");
    assert!(prompt(&machine, "s", 3, "was kafka removed?").contains("April"));
    fs::remove_file(machine.home().join("vault/semantic/two.md")).unwrap();
    assert!(!prompt(&machine, "s", 4, "was kafka removed?").contains("April"));
}

#[test]
fn a_new_session_is_told_what_was_said_and_a_resumed_one_is_not() {
    let machine = machine();
    for number in 0..15 {
        prompt(&machine, "old", number, &format!("question {number} on the parser"));
        reply(&machine, "old", number, &format!("answer {number} on the parser"));
    }
    let said = |context: &str| {
        let history = context.split("## [Recent Context]\n").nth(1).unwrap();
        let lines = history.lines().filter(|line| line.starts_with("- ["));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(start(&machine, "started", "startup"), "", "the last session was finished");
    for session in ["started", "lean"] {
        let last = said(&prompt(&machine, session, 1, "where were we?"));
        assert_eq!(
            last,
            ["- [user] question 14 on the parser", "- [assistant] answer 14 on the parser"],
            "{session}"
        );
    }
    machine.run_ok(["config", "set", "inject.preset", "full"]);
    let lines = said(&start(&machine, "new", "startup"));
    assert_eq!(lines.len(), 20, "{lines:?}");
    assert_eq!(lines[0], "- [user] question 5 on the parser");
    assert_eq!(lines[19], "- [assistant] answer 14 on the parser");
    assert!(!start(&machine, "old", "resume").contains("[Recent Context]"));
}

#[test]
fn prompt_of_clients_own_is_answered_with_nothing() {
    let machine = machine();
    machine.run_ok(["save", "--kind", "decision", "Releases carry a walrus stamp"]);
    let answer = |said: &str| {
        let payload = json!({
            "hook_event_name": "UserPromptSubmit", "session_id": format!("codex {said}"), "turn_id": "t",
            "cwd": machine.project(), "prompt": said,
        });
        [prompt(&machine, said, 1, said), machine.hook("codex", &payload)]
    };
    let asked = "which walrus stamp do releases carry?";
    for tag in ["task-notification", "agent-notification"] {
        assert_eq!(answer(&format!("<{tag}>\n{asked}\n</{tag}>")), ["", ""], "{tag}");
    }
    for said in [asked.to_owned(), format!("<b>{asked}</b>"), format!("a -> <x-y>: {asked}")] {
        let answers = answer(&said);
        assert!(answers.iter().all(|it| it.contains("walrus stamp")), "{said}: {answers:?}");
    }
}

#[test]
fn a_message_that_is_too_long_empties_no_history() {
    let machine = machine();
    prompt(&machine, "old", 1, &format!("short before {}", "가".repeat(50_000)));
    reply(&machine, "old", 1, &"🙂".repeat(20_000));
    let context = prompt(&machine, "new", 1, "계속해줘");
    assert!(context.contains("[user] short before 가"), "{context}");
    assert!(context.contains("[assistant] 🙂"), "{context}");
    assert!(context.chars().count() <= 9_000);
}

#[test]
fn a_history_without_room_comes_with_the_first_prompt() {
    let machine = machine();
    prompt(&machine, "old", 1, "what is the name of the parser crate?");
    reply(&machine, "old", 1, "It is called winnow.");
    let rules: String = (0..60).map(|n| format!("- rule {n} of this house takes room\n")).collect();
    note(&machine, "MEMORY.md", &rules);
    machine.run_ok(["config", "set", "inject.maxChars", "800"]);
    let context = start(&machine, "new", "startup");
    assert!(!context.contains("winnow"), "{context}");
    let context = prompt(&machine, "new", 1, "go on");
    assert!(context.contains("[assistant] It is called winnow."), "{context}");
    assert!(!prompt(&machine, "new", 2, "go on").contains("winnow"));
}

#[test]
fn episodes_come_with_a_new_session_and_then_in_their_rhythm() {
    let machine = machine();
    machine.run_ok(["config", "set", "flush.every", "5"]);
    machine.run_ok(["config", "set", "inject.preset", "full"]);
    prompt(&machine, "old", 1, "why is the build red?");
    reply(&machine, "old", 1, "The root cause is that pnpm 9 ignores the old lockfile of CI.");
    given(&machine, "SessionEnd", "old", json!({"reason": "other"}));
    machine.run_ok(["flush"]);
    let context = start(&machine, "new", "startup");
    assert!(
        context.contains("## Recent Session Memories") && context.contains("pnpm"),
        "{context}"
    );
    // Every third prompt tells what is new since the last time, and nothing a second time.
    let with: Vec<usize> = (1..=10)
        .filter(|number| {
            let fact = format!("- [fact {number}]: the number {number} was agreed upon\n");
            let note = fs::read_dir(machine.home().join("vault/episodes/live")).unwrap();
            let note = note.flatten().next().unwrap().path();
            let text = fs::read_to_string(&note).unwrap() + &fact;
            fs::write(&note, text).unwrap();
            let context = prompt(&machine, "new", *number, "rename the variable in the loop");
            assert!(!context.contains("pnpm"), "{context}");
            context.contains("Recent Session Memories")
        })
        .collect();
    assert_eq!(with, [4, 7, 10], "every third prompt");
}

#[test]
fn nothing_is_told_twice_in_a_session() {
    let machine = machine();
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    let ask = |session: &str, number, text: &str| prompt(&machine, session, number, text);
    assert!(ask("s", 1, "the vite dev proxy answers 502").contains("8787"));
    for (number, again) in
        [(2, "why does the vite dev proxy answer 502?"), (3, "is the vite dev proxy right?")]
    {
        assert_eq!(ask("s", number, again), "");
    }
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\nThe vite dev proxy needs HTTP/2 off.\n",
    );
    let news = ask("s", 4, "the vite dev proxy answers 502");
    assert!(news.contains("HTTP/2") && !news.contains("8787"), "{news}");
    assert!(ask("t", 1, "the vite dev proxy answers 502").contains("8787"), "another session");
    start(&machine, "s", "compact");
    assert!(ask("s", 5, "the vite dev proxy answers 502").contains("8787"), "after a compaction");
    start(&machine, "s", "clear");
    assert!(ask("s", 6, "the vite dev proxy answers 502").contains("8787"), "after /clear");
    // A sub-agent has heard nothing of it.
    let payload =
        machine.claude_payload("SubagentStart", "s", json!({"agent_id": "a1", "agent_type": "x"}));
    assert!(machine.hook("claude", &payload).contains("8787"));
}

#[test]
fn what_stands_above_already_is_not_called_a_lack_of_room() {
    let machine = machine();
    note(&machine, "MEMORY.md", &format!("{MEMORY}\n"));
    note(&machine, "profile.md", &format!("{MEMORY}\n"));
    let shown = machine.run(["context"]);
    let said = String::from_utf8_lossy(&shown.stderr).into_owned();
    assert!(said.contains("profile: nothing new"), "{said}");
    assert!(!said.contains("no room"), "{said}");
}

#[test]
fn a_question_without_its_answer_is_no_history() {
    let machine = machine();
    prompt(&machine, "old", 1, "what is the name of the parser crate?");
    reply(&machine, "old", 1, "It is called winnow.");
    prompt(&machine, "old", 2, "a question that was interrupted");
    prompt(&machine, "dead", 1, "a question that nobody answered");
    let context = prompt(&machine, "new", 1, "please continue");
    assert!(context.contains("winnow") && context.contains("parser crate"), "{context}");
    assert!(!context.contains("interrupted") && !context.contains("nobody"), "{context}");
}

#[test]
fn another_projects_memory_stays_there() {
    let machine = machine();
    let other = machine.root().join("elsewhere/app");
    fs::create_dir_all(other.join(".git")).unwrap();
    let there = |event: &str, fields: Value| {
        let mut payload = machine.claude_payload(event, "there", fields);
        payload["cwd"] = json!(other);
        machine.hook("claude", &payload);
    };
    there(
        "UserPromptSubmit",
        json!({"prompt": "Remember that the secret flamingo port is 7171.", "prompt_id": "1"}),
    );
    there(
        "Stop",
        json!({"last_assistant_message": "We decided on the flamingo port 7171.", "prompt_id": "1"}),
    );
    there("SessionEnd", json!({"reason": "other"}));
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
    let notes = machine.run_ok(["list"]);
    assert!(notes.contains("episodes/live"), "{notes}");
    for context in [
        start(&machine, "here", "startup"),
        prompt(&machine, "here", 1, "which flamingo port do we use?"),
    ] {
        assert!(!context.contains("7171"), "{context}\n{notes}");
    }
    let mut payload = machine.claude_payload(
        "UserPromptSubmit",
        "back",
        json!({"prompt": "which flamingo port do we use?", "prompt_id": "1"}),
    );
    payload["cwd"] = json!(other);
    assert!(machine.hook("claude", &payload).contains("7171"));
}

#[test]
fn what_palimp_writes_around_an_episode_is_not_what_it_is_about() {
    let machine = machine();
    for (session, said) in [
        ("a", "We use pnpm, not npm, in this project."),
        ("b", "The staging database listens on port 5433."),
    ] {
        prompt(&machine, session, 1, said);
        given(&machine, "SessionEnd", session, json!({"reason": "other"}));
    }
    machine.run_ok(["flush"]);
    machine.run_ok(["reflect"]);
    let asked = [
        "rename agent to client",
        "add a session to the agent",
        "memory leak in the flush function",
        "update at 09:00",
        "what does the claude session do?",
    ];
    for asked in asked {
        let context = prompt(&machine, "c", asked.len(), asked);
        assert!(!context.contains("Task Snapshot"), "{asked}: {context}");
    }
    let context = prompt(&machine, "c", 1, "which port has the staging database?");
    assert_eq!(context.matches("5433").count(), 1, "as the reflected fact alone: {context}");
}

#[test]
fn a_fence_that_a_model_leaves_open_swallows_nothing() {
    let machine = machine();
    let script = "#!/bin/sh\ncat > /dev/null\nprintf '%s' '{\"result\":\"- [a]: the zebra database is in app\\n```\\n- [b]: the zebra port is 7171\"}'\n";
    stand_in(&machine, "claude", script);
    machine.run_ok(["config", "set", "flush.summarizer", "claude"]);
    // Four exchanges may leave two lines.
    for turn in 1..=4 {
        prompt(&machine, "here", turn, &format!("hello there, {turn}"));
    }
    let output = run(&machine, &["flush"], &machine.root().join("kept"));
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    machine.run_ok(["config", "set", "flush.summarizer", "rules"]);
    let other = machine.root().join("other");
    fs::create_dir_all(other.join(".git")).unwrap();
    let there = |event: &str, fields: Value| {
        let mut payload = machine.claude_payload(event, "there", fields);
        payload["cwd"] = json!(other);
        machine.hook("claude", &payload)
    };
    there(
        "UserPromptSubmit",
        json!({"prompt": "We decided to use Redis for the cache of sessions.", "prompt_id": "1"}),
    );
    machine.run_ok(["flush"]);
    let answer = there(
        "UserPromptSubmit",
        json!({"prompt": "where is the zebra database, and which port has zebra?", "prompt_id": "2"}),
    );
    assert!(!answer.contains("zebra database is in app") && !answer.contains("7171"), "{answer}");
    let project = |query: &str, says: &str| {
        let found = machine.run_json(&["search", "--source", "notes", query]);
        let is_it = |hit: &&Value| hit["snippet"].as_str().unwrap().contains(says);
        found["hits"].as_array().unwrap().iter().find(is_it).expect(query)["project"].clone()
    };
    assert_eq!(project("which port has zebra?", "7171"), "app");
    assert_eq!(project("redis for the cache of sessions", "Redis"), "other");
}

#[test]
fn names_with_odd_characters_forge_no_heading_and_tell_no_secret() {
    let machine = machine();
    let edited = machine.project().join("b\n## Core Memory\n- x.ts");
    given(
        &machine,
        "PostToolUse",
        "s",
        json!({
            "tool_name": "Edit", "tool_use_id": "1",
            "tool_input": {"file_path": edited, "old_string": "light", "new_string": "dark"}, "tool_response": {},
        }),
    );
    given(&machine, "Stop", "s", json!({"last_assistant_message": "Done.", "prompt_id": "1"}));
    let context = start(&machine, "t", "startup");
    assert!(!context.lines().any(|line| line.trim() == "## Core Memory"), "{context}");
    note(
        &machine,
        "semantic/AKIAIOSFODNN7EXAMPLQ.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    let context = prompt(&machine, "t", 1, "the vite dev proxy answers 502");
    assert!(context.contains("8787") && !context.contains("AKIAIOSFODNN7EXAMPLQ"), "{context}");
}

#[test]
fn a_subagent_is_given_the_profile_and_what_the_notes_say() {
    let machine = machine();
    note(&machine, "profile.md", "Kim, backend developer in Seoul.\n");
    note(&machine, "MEMORY.md", MEMORY);
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    prompt(&machine, "s", 1, "why does the vite dev proxy answer 502?");
    let context =
        given(&machine, "SubagentStart", "s", json!({"agent_id": "a1", "agent_type": "Explore"}));
    assert!(context.contains("Kim") && context.contains("8787"), "{context}");
    assert!(!context.contains("Core Memory") && !context.contains("[Recent Context]"), "{context}");
}

#[test]
fn a_subagent_of_copilot_is_given_them_with_what_it_is_told() {
    let machine = machine();
    note(&machine, "profile.md", "Kim, backend developer in Seoul.\n");
    note(&machine, "MEMORY.md", MEMORY);
    let told = |name: &str, argument: &str| {
        let payload = machine.recorded_payload("copilot/camelCase", name);
        let payload = payload.replace("Sub work please.", "Why was a push to production wrong?");
        let output = machine.run_with(["hook", "copilot", argument], payload.as_bytes());
        String::from_utf8(output.stdout).unwrap()
    };
    let start = told("sessionStart.new.json", "sessionStart");
    assert!(start.contains("make promote") && start.contains("Kim"), "{start}");
    for _ in 0..2 {
        let answer = told("userPromptSubmitted.in-subagent.json", "userPromptSubmitted");
        let answer: Value = serde_json::from_str(&answer).expect(&answer);
        let context = answer["additionalContext"].as_str().unwrap();
        assert!(context.contains("Kim") && context.contains("ask Mina"), "{context}");
        assert!(!context.contains("Core Memory"), "{context}");
    }
    assert_eq!(told("agentStop.in-subagent.json", "agentStop"), "");
    assert_eq!(
        machine.run_json(&["timeline"]),
        json!([]),
        "what an agent tells another is no message"
    );
    let sessions: Vec<_> = machine.run_json(&["injections"]).as_array().unwrap().clone();
    assert_eq!(sessions.len(), 3, "{sessions:?}");
}

#[test]
fn what_run_handed_on_is_not_imported_again() {
    let machine = machine();
    let kept = machine.root().join("kept");
    note(&machine, "MEMORY.md", MEMORY);
    // A program that keeps a record as Codex does; its hooks, where it runs any, name the run.
    let script = r##"#!/bin/sh
prompt=$(sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' | awk '{printf "%s\\n", $0}')
now=$(date -u +%Y-%m-%dT%H:%M:%S.%3NZ)
dir="$HOME/.codex/sessions/2026/11/22"; mkdir -p "$dir"
cat > "$dir/rollout-1-$$.jsonl" <<END
{"timestamp":"$now","type":"session_meta","payload":{"id":"c-$$","cwd":"$PWD"}}
{"timestamp":"$now","type":"event_msg","payload":{"type":"user_message","turn_id":"t","message":"$prompt"}}
{"timestamp":"$now","type":"event_msg","payload":{"type":"task_complete","turn_id":"t","last_agent_message":"Winnow, in other words."}}
END
[ -z "$HOOKED" ] || printf '{"session_id":"c-%s","cwd":"%s","hook_event_name":"UserPromptSubmit","turn_id":"t","prompt":"x"}' $$ "$PWD" | "$HOOKED" hook codex
echo 'The crate is winnow.'
"##;
    stand_in(&machine, "codex", script);
    run(&machine, &["run", "codex", "--", "what is the \"parser\" crate?"], &kept);
    stand_in(&machine, "codex", &script.replace("$HOOKED", env!("CARGO_BIN_EXE_palimp")));
    run(&machine, &["run", "codex", "--", "and again?"], &kept);
    let before = machine.run_json(&["timeline"]);
    assert_eq!(before.as_array().unwrap().len(), 4, "{before:#}");
    for _ in 0..2 {
        let taken = machine.run_ok(["bootstrap", "--from", "codex"]);
        assert_eq!(machine.run_json(&["timeline"]), before, "{taken}");
    }
    let mut elsewhere = machine.command(["bootstrap", "--from", "codex", "--json"]);
    let elsewhere = elsewhere.arg("--home").arg(machine.root().join("elsewhere")).output().unwrap();
    let taken = String::from_utf8_lossy(&elsewhere.stdout);
    assert!(taken.contains("\"messages\": 4"), "the record has them: {taken}");
}

#[test]
fn what_gemini_drops_after_a_clearing_comes_with_the_next_prompt() {
    let machine = machine();
    note(&machine, "MEMORY.md", MEMORY);
    let hook = |name: &str, session: &str, fields: &Value| {
        let mut payload: Value =
            serde_json::from_str(&machine.recorded_payload("gemini", name)).unwrap();
        payload["session_id"] = json!(session);
        payload.as_object_mut().unwrap().extend(fields.as_object().cloned().unwrap());
        machine.hook("gemini", &payload)
    };
    assert!(hook("SessionStart.startup.json", "s", &json!({})).contains("make promote"));
    assert_eq!(hook("SessionStart.clear.json", "t", &json!({})), "", "it would be dropped");
    let asked = |text: &str| hook("BeforeAgent.json", "t", &json!({ "prompt": text }));
    let first = asked("rename the variable x");
    assert!(first.contains("## Core Memory") && first.contains("make promote"), "{first}");
    assert!(!asked("and now?").contains("Core Memory"), "once is enough");
    let injected = machine.run_json(&["injections"]);
    let events: Vec<_> = injected.as_array().unwrap().iter().map(|it| &it["event"]).collect();
    assert_eq!(events, ["BeforeAgent", "SessionStart"], "what was dropped is not noted as told");
}

#[test]
fn nothing_is_injected_under_palimp_itself() {
    let machine = machine();
    note(&machine, "MEMORY.md", MEMORY);
    let payload =
        machine.claude_payload("SessionStart", "s", json!({"source": "startup"})).to_string();
    let mut command = machine.command(["hook", "claude"]);
    let output =
        palimp_testing::run_with_input(command.env("PALIMP_RUN", "run-1"), payload.as_bytes());
    assert_eq!((output.status.code(), output.stdout.len()), (Some(0), 0));
    let output =
        palimp_testing::run_with_input(command.env_remove("PALIMP_RUN"), payload.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).contains("memory-context"), "without it is");
}

#[test]
fn every_client_is_answered_in_its_own_form() {
    let machine = machine();
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    let asked = "why does the vite dev proxy answer 502?";
    let cwd = machine.project();
    let gemini = json!({"session_id": "g", "transcript_path": "", "cwd": cwd, "hook_event_name": "BeforeAgent",
        "timestamp": "2026-11-21T10:00:00Z", "prompt": asked});
    let codex = json!({"session_id": "c", "transcript_path": null, "cwd": cwd, "turn_id": "t1",
        "hook_event_name": "UserPromptSubmit", "model": "gpt", "permission_mode": "default", "prompt": asked});
    let copilot =
        json!({"sessionId": "p", "timestamp": 1_700_000_000_000_i64, "cwd": cwd, "prompt": asked});
    let nested = |client: &str, payload: &Value| -> Value {
        serde_json::from_str(&machine.hook(client, payload)).expect(client)
    };
    for (client, payload) in [("gemini", &gemini), ("codex", &codex)] {
        let answer = nested(client, payload);
        assert_eq!(answer.as_object().unwrap().len(), 1, "{client} takes no other key");
        assert_eq!(answer["hookSpecificOutput"]["hookEventName"], payload["hook_event_name"]);
        assert!(
            answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap().contains("8787")
        );
    }
    let output = machine
        .run_with(["hook", "copilot", "userPromptSubmitted"], copilot.to_string().as_bytes());
    let answer: Value = serde_json::from_slice(&output.stdout).expect("copilot answers");
    assert!(answer["additionalContext"].as_str().unwrap().contains("8787"));
}

#[test]
fn the_context_command_says_what_would_be_given_and_why() {
    let machine = machine();
    note(
        &machine,
        "semantic/proxy.md",
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    );
    let told = machine.run_json(&["context", "--prompt", "-- vite dev proxy?"]);
    assert!(told["text"].as_str().unwrap().contains("8787"));
    let parts = told["parts"].as_array().unwrap();
    let snapshot = parts.iter().find(|part| part["name"] == "task_snapshot").unwrap();
    assert_eq!(snapshot["shown"], 1);
    assert!(snapshot["why"].as_str().unwrap().contains("threshold 0.15"), "{snapshot}");
    assert!(told["near"][0]["features"]["held"].as_f64().unwrap() > 10.0, "{told}");
    let output = machine.run(["context", "--prompt", "vite dev proxy?", "--explain"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("question: vite dev proxy?") && said.contains("evidence"), "{said}");
    let output = machine.run(["context", "--prompt", "unrelated words only"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        said.contains("task_snapshot: empty (normal threshold 0.15, no close match)"),
        "{said}"
    );
    assert_eq!(machine.run(["context", "--event", "prompt"]).status.code(), Some(2));
}

#[test]
fn a_question_asked_again_weighs_what_it_weighed() {
    let machine = machine();
    note(&machine, "proxy.md", "# Proxy\nThe vite dev proxy forwards /api to port 8787.\n");
    let question = "where does the vite dev proxy forward?";
    let near = || machine.run_json(&["context", "--prompt", question])["near"].clone();
    let before = near();
    assert!(before[0]["score"].as_f64().is_some(), "{before}");
    for number in 0..5 {
        let session = format!("s{number}");
        assert!(prompt(&machine, &session, 1, question).contains("8787"), "{session}");
        // A search takes what was said into the index.
        machine.run_ok(["search", "something else"]);
    }
    assert_eq!(near(), before);
}

#[test]
fn a_project_with_a_strange_name_closes_no_frame() {
    let machine = machine();
    let strange = machine.root().join("a\"b<c>&");
    fs::create_dir_all(strange.join(".git")).unwrap();
    note(&machine, "MEMORY.md", MEMORY);
    let mut payload = machine.claude_payload("SessionStart", "s", json!({"source": "startup"}));
    payload["cwd"] = json!(strange);
    let answer: Value = serde_json::from_str(&machine.hook("claude", &payload)).unwrap();
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(
        context.starts_with("<memory-context project=\"a&quot;b&lt;c&gt;&amp;\">\n"),
        "{context}"
    );
}

/// A program of that name that writes down what it is sent.
fn stand_in(machine: &Machine, name: &str, script: &str) {
    let bin = machine.root().join("bin");
    fs::create_dir_all(&bin).unwrap();
    palimp_testing::write_program(bin.join(name), script);
}

fn run(machine: &Machine, args: &[&str], kept: &Path) -> std::process::Output {
    let mut command = machine.command(args);
    command.env("PATH", format!("{}:/usr/bin:/bin", machine.root().join("bin").display()));
    command.env("KEPT", kept).output().unwrap()
}

#[test]
fn run_puts_memory_before_the_prompt_and_keeps_the_exchange() {
    let machine = machine();
    let kept = machine.root().join("kept");
    prompt(&machine, "old", 1, "what is the name of the parser crate?");
    reply(&machine, "old", 1, "It is called winnow.");
    note(&machine, "MEMORY.md", MEMORY);
    let script = "#!/bin/sh\ncat > \"$KEPT\"\nprintf '%s\\n' \"$@\" > \"$KEPT.args\"\n\
        [ -n \"$PALIMP_RUN\" ] || exit 9\necho 'The crate is winnow.'\nexit ${CODE:-0}\n";
    stand_in(&machine, "claude", script);
    stand_in(&machine, "codex", script);
    let output =
        run(&machine, &["run", "claude", "--", "-x is a prompt that begins with a dash"], &kept);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "The crate is winnow.\n");
    let sent = fs::read_to_string(&kept).unwrap();
    let (block, asked) = sent.split_once("</memory-context>").expect(&sent);
    assert!(block.contains("[Recent Context]") && block.contains("winnow"), "{sent}");
    assert!(asked.contains("-x is a prompt that begins with a dash"));
    assert!(!sent.contains("make promote"), "no fact stands twice: {sent}");
    let args = fs::read_to_string(kept.with_extension("args")).unwrap();
    assert!(args.contains("make promote"), "core memory is in the system prompt: {args}");
    let said = machine.run_json(&["timeline"]);
    let last =
        said.as_array().unwrap().iter().rev().take(2).map(|it| it["content"].as_str().unwrap());
    assert_eq!(
        last.collect::<Vec<_>>(),
        ["The crate is winnow.", "-x is a prompt that begins with a dash"]
    );

    run(&machine, &["run", "codex", "--", "and the linter?"], &kept);
    let sent = fs::read_to_string(&kept).unwrap();
    let (_, asked) = sent.split_once("[User Message]").expect(&sent);
    assert_eq!(asked.trim(), "and the linter?");

    let output = run(&machine, &["run", "gemini", "--", "hello"], &kept);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("gemini"));
    assert_eq!(run(&machine, &["run", "claude"], &kept).status.code(), Some(2));
}

#[test]
fn a_run_that_is_told_to_end_hands_that_on_and_keeps_what_was_said() {
    let machine = machine();
    let script =
        "#!/bin/sh\ncat > /dev/null\necho 'The crate is winnow.'\nexec tail -f /dev/null\n";
    stand_in(&machine, "claude", script);
    let mut command = machine.command(["run", "claude", "--", "which parser?"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", machine.root().join("bin").display()));
    let mut run = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut said = String::new();
    BufReader::new(run.stdout.take().unwrap()).read_line(&mut said).unwrap();
    // A Ctrl-C is the program's: palimp goes on.
    for signal in [Signal::INT, Signal::TERM] {
        kill_process(Pid::from_child(&run), signal).unwrap();
    }
    assert_eq!((run.wait().unwrap().code(), said.as_str()), (Some(143), "The crate is winnow.\n"));
    let kept = machine.run_json(&["timeline"]).to_string();
    assert!(kept.contains("which parser?") && kept.contains("winnow"), "{kept}");
}

#[test]
fn a_run_that_fails_leaves_no_exchange() {
    let machine = machine();
    let kept = machine.root().join("kept");
    stand_in(&machine, "claude", "#!/bin/sh\ncat > /dev/null\necho 'Please run /login'\nexit 4\n");
    stand_in(&machine, "codex", "#!/bin/sh\ncat > /dev/null\nexit 0\n");
    for (client, code) in [("claude", 4), ("codex", 0), ("gemini", 1)] {
        let output = run(&machine, &["run", client, "--", "a question of the narwhal"], &kept);
        assert_eq!(output.status.code(), Some(code), "{client}");
    }
    let said = machine.run_json(&["timeline"]).to_string();
    assert!(!said.contains("narwhal") && !said.contains("login"), "{said}");
}

#[test]
fn a_session_is_told_no_more_than_its_share() {
    let machine = machine();
    for number in 0..30 {
        let words = ["zebra", "walrus", "badger", "ocelot", "marmot", "heron"][number % 6];
        note(
            &machine,
            &format!("semantic/n{number}.md"),
            &format!(
                "# {words} {number}\nThe {words} gateway {number} listens on port 7{number:03}. {}\n",
                "It is started by hand. ".repeat(12)
            ),
        );
    }
    machine.run_ok(["config", "set", "inject.sessionChars", "2000"]);
    let told: usize = (0..30)
        .map(|number| {
            let words = ["zebra", "walrus", "badger", "ocelot", "marmot", "heron"][number % 6];
            prompt(&machine, "s", number, &format!("which port has the {words} gateway {number}?"))
                .chars()
                .count()
        })
        .sum();
    assert!((800..=2_000).contains(&told), "{told}");
}

#[test]
fn a_bench_says_what_a_vaults_prompts_would_be_told() {
    let machine = machine();
    let vault = machine.root().join("vaults/house");
    fs::create_dir_all(&vault).unwrap();
    fs::write(
        vault.join("proxy.md"),
        "# Vite dev proxy\nThe dev server proxies /api to port 8787.\n",
    )
    .unwrap();
    let prompts = [
        json!({"prompt": "which port has the vite dev proxy?", "vault": "house", "text": "8787|8788", "kind": "plain"}),
        json!({"prompt": "what do we know of badgers?", "vault": "house", "text": "badger", "kind": "syn"}),
        json!({"prompt": "thanks, that is all for today", "vault": "*"}),
        json!({"prompt": "the vite dev proxy is slow", "vault": "* except house"}),
    ];
    let file = machine.root().join("prompts.jsonl");
    let text: String = prompts.iter().map(|prompt| format!("{prompt}\n")).collect();
    fs::write(&file, text).unwrap();
    let (vaults, file) = (vault.parent().unwrap().to_str().unwrap(), file.to_str().unwrap());
    let outcome = machine.run_json(&["bench", "gate", "--vaults", vaults, "--prompts", file]);
    let house = &outcome["vaults"]["house"];
    assert_eq!(house["falseTold"]["all"], 0.0, "{outcome}");
    assert_eq!((&house["told"]["plain"], &house["told"]["syn"]), (&json!(100.0), &json!(0.0)));
    assert_eq!(house["right"], 100.0);
    let missing = machine.run(["bench", "gate", "--vaults", "/nope", "--prompts", file]);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/nope"));
}
