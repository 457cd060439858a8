//! A client's own record tells the session over again, and its end tells the last turn.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::support::fixtures;
use palimp_clients::install::ClientPaths;
use palimp_clients::transcript::{self, RecordedTurn};
use palimp_core::event::{AgentClient, EventKind, HookEvent, ToolAction, ToolOutcome};
use tempfile::TempDir;

fn read(client: AgentClient, path: &Path) -> Vec<HookEvent> {
    let mut events = Vec::new();
    transcript::read_events(client, path, &mut |event| events.push(event))
        .expect("the file can be read");
    events
}

fn fixture(client: AgentClient, name: &str) -> Vec<HookEvent> {
    read(client, &fixtures().join(client.name()).join(name))
}

/// The events on a line each.
fn told(client: AgentClient, name: &str) -> String {
    let mut all = String::new();
    for event in fixture(client, name) {
        assert_eq!(event.client, client);
        let cwd = event.cwd.unwrap_or_default();
        let who = if event.subagent { " sub-agent" } else { "" };
        let at = event.at.unwrap_or_default();
        writeln!(all, "{at} {} {}{who} {}", event.session_id, cwd.display(), event.name)
            .and_then(|()| writeln!(all, "    {:?}\n", event.kind))
            .expect("a string takes everything");
    }
    all
}

#[test]
fn claude() {
    insta::assert_snapshot!(told(AgentClient::Claude, "transcript.main.jsonl"));
}

#[test]
fn claude_subagent() {
    insta::assert_snapshot!(told(AgentClient::Claude, "transcript.subagent.jsonl"));
}

#[test]
fn codex_direct_tools() {
    insta::assert_snapshot!(told(AgentClient::Codex, "transcript.direct-tools.jsonl"));
}

#[test]
fn codex_code_mode() {
    insta::assert_snapshot!(told(AgentClient::Codex, "transcript.code-mode.jsonl"));
}

#[test]
fn codex_subagent() {
    insta::assert_snapshot!(told(AgentClient::Codex, "transcript.subagent.jsonl"));
}

#[test]
fn codex_compaction() {
    insta::assert_snapshot!(told(AgentClient::Codex, "transcript.compaction.jsonl"));
}

#[test]
fn gemini() {
    insta::assert_snapshot!(told(AgentClient::Gemini, "transcript.1.jsonl"));
    assert!(fixture(AgentClient::Gemini, "transcript.2.jsonl").is_empty());
}

#[test]
fn gemini_on_screen() {
    insta::assert_snapshot!(told(AgentClient::Gemini, "transcript.on-screen.jsonl"));
}

#[test]
fn copilot() {
    insta::assert_snapshot!(told(AgentClient::Copilot, "transcript.events.jsonl"));
}

#[test]
fn cursor() {
    insta::assert_snapshot!(told(AgentClient::Cursor, "transcript.session.jsonl"));
}

/// The texts of a conversation, in order.
fn said(events: &[HookEvent]) -> Vec<&str> {
    let said = events.iter().filter_map(|event| match &event.kind {
        EventKind::Prompt { text, .. } => Some(text.as_str()),
        EventKind::TurnEnd { reply, .. } => reply.as_deref(),
        _ => None,
    });
    said.collect()
}

#[test]
fn palimps_own_command_is_what_was_typed() {
    let events = fixture(AgentClient::Claude, "transcript.own-command.jsonl");
    let expect =
        ["First words", "First reply.", "/memory", "First reply.", "/memory why pnpm", "search"];
    assert_eq!(said(&events), expect);
    let events = fixture(AgentClient::Gemini, "transcript.on-screen.jsonl");
    assert!(said(&events).contains(&"/memory why pnpm"), "{:?}", said(&events));
    // Codex keeps a skill's text beside the words that named it.
    let events = fixture(AgentClient::Codex, "transcript.refused.jsonl");
    assert_eq!(said(&events)[1..], ["$palimp pnpm", "First."]);
}

#[test]
fn the_answers_that_a_record_holds_by_now() {
    let whole = std::fs::read_to_string(fixtures().join("copilot/transcript.turns.jsonl")).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let up_to = |text: &str| lines.iter().position(|line| line.contains(text)).expect(text);
    let answers = |count: usize| {
        let (_home, path) = written(&lines[..count]);
        let answers = transcript::read_answers(&path).expect("the file can be read");
        let turns = answers.said.iter().map(|event| match &event.kind {
            EventKind::TurnEnd { turn, reply, .. } => {
                (turn.clone().unwrap(), reply.clone().unwrap())
            }
            kind => panic!("{kind:?}"),
        });
        let open = answers.open.map(|open| (open.prompt.unwrap(), open.reply));
        (turns.collect::<Vec<_>>(), open)
    };
    let pair = |turn: &str, reply: &str| (turn.to_owned(), reply.to_owned());
    let first = pair("1795337875533", "First reply.");
    // When the second turn ended, the record held the first one alone, or its own answer too.
    let asked = up_to("\"prompt\":\"Two");
    assert_eq!(answers(asked), (vec![first.clone()], None));
    let said = up_to("\"content\":\"Second reply.") + 1;
    let open = Some(pair("1795337879561", "Second reply."));
    assert_eq!(answers(said), (vec![first.clone()], open));
    let second = pair("1795337879929", "Second reply.");
    assert_eq!(answers(said + 3), (vec![first.clone(), second.clone()], None));
    // A turn that was broken off has no answer, and one that asks for tools none yet.
    let called = up_to("call_lab0042") + 1;
    assert_eq!(answers(called), (vec![first.clone(), second.clone()], None));
    let third = pair("1795337921040", "Refused.");
    assert_eq!(answers(lines.len()), (vec![first, second, third], None));
}

/// The recorded session, with what the user typed in the middle of its first turn.
fn interrupted() -> Vec<String> {
    let whole = std::fs::read_to_string(fixtures().join("copilot/transcript.turns.jsonl")).unwrap();
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.contains("assistant.turn_start")).unwrap() + 1;
    let step = r#"{"type":"assistant.message","data":{"messageId":"m1","content":"It hangs because `flush_all` waits for a lock.","toolRequests":[{"toolCallId":"c1","name":"view","arguments":{}}]},"id":"e1","timestamp":"2026-11-22T08:57:55.200Z"}"#;
    let typed = r#"{"type":"user.message","data":{"content":"only tell me","messageId":"m2","delivery":"steering"},"id":"e2","timestamp":"2026-11-22T08:57:55.300Z"}"#;
    let loaded = r#"{"type":"user.message","data":{"content":"<skill-context name=\"review\">\nNever push.\n</skill-context>","source":"skill-review","delivery":"steering"},"id":"e3","timestamp":"2026-11-22T08:57:55.310Z"}"#;
    let told = r#"{"type":"user.message","data":{"content":"<system_notification>\nA shell has ended.\n</system_notification>","delivery":"steering"},"id":"e4","timestamp":"2026-11-22T08:57:55.320Z"}"#;
    for line in [step, typed, loaded, told].into_iter().rev() {
        lines.insert(at, line.to_owned());
    }
    lines
}

#[test]
fn words_typed_meanwhile_stand_before_their_answer() {
    let lines = interrupted();
    let (_home, path) = written(&lines.iter().map(String::as_str).collect::<Vec<_>>());
    let events = read(AgentClient::Copilot, &path);
    assert_eq!(said(&events)[..4], ["One", "only tell me", "First reply.", "Two"]);
    let answers = transcript::read_answers(&path).expect("the file can be read");
    let kinds = answers.said.iter().map(|event| match &event.kind {
        EventKind::TranscriptExtra { text, turn, .. } => (text.as_str(), turn.as_deref()),
        EventKind::Prompt { text, turn } => (text.as_str(), turn.as_deref()),
        EventKind::TurnEnd { reply, turn, .. } => (reply.as_deref().unwrap(), turn.as_deref()),
        kind => panic!("{kind:?}"),
    });
    assert_eq!(
        kinds.take(3).collect::<Vec<_>>(),
        [
            ("It hangs because `flush_all` waits for a lock.", Some("m1")),
            ("only tell me", Some("1795337875300")),
            ("First reply.", Some("1795337875533")),
        ]
    );
    // Before its end is written, the turn is identified by the prompt that a hook reported.
    let at = lines.iter().position(|line| line.contains("First reply.")).unwrap();
    let (_home, path) = written(&lines[..=at].iter().map(String::as_str).collect::<Vec<_>>());
    let open =
        transcript::read_answers(&path).expect("the file can be read").open.expect("it is open");
    assert_eq!(open.asked.as_deref(), Some("1795337874694"));
    assert_eq!(open.prompt.as_deref(), Some("1795337875300"));
}

#[test]
fn gemini_subagent_tells_its_tools_alone() {
    let home = tempfile::tempdir().expect("a directory can be made");
    let chats = home.path().join("tmp/app/chats/5df8e3e5");
    fs::create_dir_all(&chats).expect("directories can be made");
    let path = chats.join("agent-7.jsonl");
    fs::copy(fixtures().join("gemini/transcript.1.jsonl"), &path).expect("the file can be copied");
    assert!(transcript::is_transcript(AgentClient::Gemini, &path));
    assert!(!transcript::is_transcript(
        AgentClient::Gemini,
        &home.path().join("tmp/app/logs/x/y.jsonl")
    ));
    let events = read(AgentClient::Gemini, &path);
    assert!(!events.is_empty());
    for event in events {
        assert_eq!((event.session_id.as_str(), event.subagent), ("5df8e3e5", true));
        assert!(matches!(event.kind, EventKind::Tool(_)), "{:?}", event.kind);
    }
}

#[test]
fn codex_summary_loses_its_preface() {
    let summary = "Another language model started to solve this problem and produced a summary of its \
        thinking process. You also have access to the state of the tools that were used by that \
        language model. Use this to build on the work that has already been done and avoid \
        duplicating work. Here is the summary produced by the other language model, use the \
        information in this summary to assist with your own analysis:\nThe cache waits for `lock_a`.";
    let line = serde_json::json!({"type": "compacted", "payload": {"message": summary}});
    let (_home, path) =
        written(&[r#"{"type":"session_meta","payload":{"id":"s"}}"#, &line.to_string()]);
    let texts = read(AgentClient::Codex, &path).into_iter().map(|event| match event.kind {
        EventKind::TranscriptExtra { text, .. } => text,
        kind => panic!("{kind:?}"),
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["The cache waits for `lock_a`."]);
}

#[test]
fn where_a_late_record_lies_is_told_of_copilot_alone() {
    let places = ClientPaths::new("/home/dev", |_| None);
    let record = |client, session| transcript::late_record(client, session, &places);
    let expect = "/home/dev/.copilot/session-state/a1-b2/events.jsonl";
    assert_eq!(record(AgentClient::Copilot, "a1-b2"), Some(expect.into()));
    assert_eq!(record(AgentClient::Copilot, "../x"), None);
    assert_eq!(record(AgentClient::Claude, "a1-b2"), None);
}

#[test]
fn a_history_holds_prompts_tools_and_answers() {
    let events = fixture(AgentClient::Claude, "transcript.main.jsonl");
    assert_eq!(
        said(&events),
        ["@@main do the thing", "all done main", "@@second go on", "second answer"]
    );
    let failed = events.iter().filter(|event| {
        matches!(&event.kind, EventKind::Tool(tool) if tool.outcome == ToolOutcome::Failure { code: Some(3) })
    });
    assert_eq!(failed.count(), 1);
}

#[test]
fn what_follows_a_clearing_belongs_to_the_new_session() {
    // Its answers bear the id of the session before as well.
    let events = fixture(AgentClient::Claude, "transcript.after-clear.jsonl");
    let ids: Vec<&str> = events.iter().map(|event| event.session_id.as_str()).collect();
    assert_eq!(ids, ["c21ed598-377c-43ef-befc-0aca3a17df93"; 2]);
}

#[test]
fn what_gemini_writes_a_second_time_is_told_once() {
    let events = fixture(AgentClient::Gemini, "transcript.on-screen.jsonl");
    for words in ["Run the build", "It went well.", "Look for it", "It is not there."] {
        let times = said(&events).into_iter().filter(|said| *said == words).count();
        assert_eq!(times, 1, "{words}");
    }
}

#[test]
fn turns_match_what_the_hooks_told() {
    // The ids are those that the recorded payloads of the same session bear.
    for (client, file, turn) in [
        (AgentClient::Claude, "transcript.main.jsonl", "a7ba4cd8-10e8-4824-87aa-ea35e9196e58"),
        (
            AgentClient::Codex,
            "transcript.direct-tools.jsonl",
            "01a1f951-1c7a-79c1-9c29-f92643e506fe",
        ),
    ] {
        let turns = turns(client, file);
        let same = turns.iter().filter(|known| *known == turn).count();
        assert_eq!(same, 2, "{client}: a prompt and its answer");
    }
    // Copilot names the two by the moments that it told hooks.
    let turns = turns(AgentClient::Copilot, "transcript.events.jsonl");
    assert_eq!(turns[..2], ["1795184259940", "1795184263115"]);
}

fn turns(client: AgentClient, file: &str) -> Vec<String> {
    let turns = fixture(client, file).into_iter().filter_map(|event| match event.kind {
        EventKind::Prompt { turn, .. } | EventKind::TurnEnd { turn, .. } => turn,
        _ => None,
    });
    turns.collect()
}

fn last_turn(client: AgentClient, name: &str) -> RecordedTurn {
    let path = fixtures().join(client.name()).join(name);
    transcript::last_turn(client, &path).expect("the file can be read")
}

#[test]
fn the_last_turn_has_its_answer() {
    for (client, file) in [
        (AgentClient::Claude, "transcript.main.jsonl"),
        (AgentClient::Codex, "transcript.direct-tools.jsonl"),
        (AgentClient::Gemini, "transcript.1.jsonl"),
        (AgentClient::Copilot, "transcript.events.jsonl"),
    ] {
        let turn = last_turn(client, file);
        assert_eq!(turn.reply.as_deref(), Some("second answer"), "{client}");
        assert!(turn.tools.is_empty(), "{client}: the tools are the first turn's");
    }
}

#[test]
fn the_last_turn_knows_exit_codes_that_hooks_do_not() {
    let turn = last_turn(AgentClient::Codex, "transcript.code-mode.jsonl");
    assert_eq!(turn.reply.as_deref(), Some("all done code"));
    let failed: Vec<_> = turn
        .tools
        .iter()
        .filter(|tool| matches!(tool.outcome, ToolOutcome::Failure { .. }))
        .map(|tool| (tool.name.as_str(), tool.id.as_deref().unwrap_or_default(), &tool.outcome))
        .collect();
    let command = (
        "Bash",
        "exec-c65ad70f-0d5e-4da2-a1c2-b390b60c49cd",
        &ToolOutcome::Failure { code: Some(3) },
    );
    let mcp = (
        "mcp__rechttp__mem_save",
        "exec-2269f41c-52df-4e66-8262-5fb15bcd3f62",
        &ToolOutcome::Failure { code: None },
    );
    assert_eq!(failed, [command, mcp]);
}

/// A home of its own with one transcript in it.
fn written(lines: &[&str]) -> (TempDir, PathBuf) {
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("t.jsonl");
    fs::write(&path, lines.join("\n")).expect("the file can be written");
    (home, path)
}

#[test]
fn older_rollouts_pair_calls_with_outputs() {
    let (_home, path) = written(&[
        r#"{"timestamp":"2025-10-01T00:00:00Z","type":"session_meta","payload":{"id":"s","cwd":"/app","source":"cli"}}"#,
        r#"{"timestamp":"2025-10-01T00:00:01Z","type":"event_msg","payload":{"type":"user_message","message":"go"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"bash\",\"-lc\",\"make\"]}","call_id":"c1"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"oops\",\"metadata\":{\"exit_code\":2}}"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"npm run dev\"}","call_id":"c2"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c2","output":"Chunk ID: a\nWall time: 1 seconds\nProcess running with session ID 4\nOutput:\nup"}}"#,
        r#"{"timestamp":"2025-10-01T00:00:02Z","type":"event_msg","payload":{"type":"agent_message","message":"done"}}"#,
    ]);
    let events = read(AgentClient::Codex, &path);
    assert_eq!(events.len(), 3, "the command that still runs is not told: {events:#?}");
    let EventKind::Tool(tool) = &events[1].kind else { panic!("not a tool: {:?}", events[1]) };
    assert_eq!(tool.action, ToolAction::Shell { command: "make".into() });
    assert_eq!(
        (&tool.outcome, tool.output.as_str()),
        (&ToolOutcome::Failure { code: Some(2) }, "oops")
    );
    assert!(
        matches!(&events[2].kind, EventKind::TurnEnd { reply: Some(reply), .. } if reply == "done")
    );
}

#[test]
fn a_patch_that_does_not_apply_failed() {
    let (_home, path) = written(&[
        r#"{"type":"session_meta","payload":{"id":"s"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch","call_id":"c1"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c1","output":"apply_patch verification failed: Failed to find expected lines in a"}}"#,
    ]);
    let turn = transcript::last_turn(AgentClient::Codex, &path).expect("the file can be read");
    assert_eq!(turn.tools.len(), 1);
    assert_eq!(turn.tools[0].id.as_deref(), Some("c1"));
    assert_eq!(turn.tools[0].outcome, ToolOutcome::Failure { code: None });
}

#[test]
fn a_refused_permission_is_no_failure() {
    for (client, file) in [
        (AgentClient::Claude, "transcript.refused.jsonl"),
        (AgentClient::Codex, "transcript.refused.jsonl"),
        (AgentClient::Gemini, "transcript.on-screen.jsonl"),
        (AgentClient::Copilot, "transcript.turns.jsonl"),
    ] {
        let tools = fixture(client, file).into_iter().filter_map(|event| match event.kind {
            EventKind::Tool(tool) => Some(tool),
            _ => None,
        });
        let pushed = tools.filter(
            |tool| matches!(&tool.action, ToolAction::Shell { command } if command.starts_with("git push")),
        );
        let outcomes: Vec<ToolOutcome> = pushed.map(|tool| tool.outcome).collect();
        // Codex says the same of a command that was refused and of one that was stopped.
        let expect =
            if client == AgentClient::Codex { vec![ToolOutcome::Unknown] } else { Vec::new() };
        assert_eq!(outcomes, expect, "{client}");
    }
}

#[test]
fn what_codex_calls_declined_or_rejected_did_not_run() {
    let lines = [
        r#"{"type":"session_meta","payload":{"id":"s"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\":\"git push\"}","call_id":"c1"}}"#,
        r#"{"type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"c1","command":"git push","status":"declined"}}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"exec command rejected by user"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch\n*** Update File: a\n-x\n+y\n*** End Patch","call_id":"c2"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"c2","output":"patch rejected by user"}}"#,
    ];
    let (_home, path) = written(&lines);
    assert_eq!(read(AgentClient::Codex, &path), []);
    let ran =
        lines.map(|line| line.replace("rejected by user", "done").replace("declined", "completed"));
    let (_home, path) = written(&ran.each_ref().map(String::as_str));
    assert_eq!(read(AgentClient::Codex, &path).len(), 2, "what was not declined is told");
}

#[test]
fn a_tool_that_the_user_refused_is_not_told() {
    let (_home, path) = written(&[
        r#"{"type":"user","sessionId":"s","uuid":"u1","message":{"content":[{"type":"image"},{"type":"text","text":"go"}]}}"#,
        r#"{"type":"assistant","sessionId":"s","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"rm x"}}]}}"#,
        r#"{"type":"user","sessionId":"s","message":{"content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected"}]}}"#,
        r#"{"type":"assistant","sessionId":"s","isApiErrorMessage":true,"message":{"id":"m2","content":[{"type":"text","text":"API Error"}]}}"#,
    ]);
    let events = read(AgentClient::Claude, &path);
    assert_eq!(events.len(), 1);
    assert_eq!(events[0].kind, EventKind::Prompt { text: "go".into(), turn: Some("u1".into()) });
}

#[test]
fn a_chat_of_gemini_lies_beside_its_projects_name() {
    let home = tempfile::tempdir().expect("a directory can be made");
    let chats = home.path().join("tmp/app/chats");
    fs::create_dir_all(&chats).expect("a directory can be made");
    fs::write(home.path().join("tmp/app/.project_root"), "/home/dev/other\n").expect("written");
    let path = chats.join("session-1.jsonl");
    fs::copy(fixtures().join("gemini/transcript.1.jsonl"), &path).expect("copied");
    assert_eq!(read(AgentClient::Gemini, &path)[0].cwd, Some("/home/dev/other".into()));
}

#[test]
fn an_older_chat_of_gemini_is_one_document() {
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("session-1.json");
    let chat = r#"{
      "sessionId": "s", "projectHash": "x", "startTime": "2025-10-01T00:00:00.000Z",
      "messages": [
        {"id": "1", "timestamp": "2025-10-01T00:00:01.000Z", "type": "user", "content": "안녕"},
        {"id": "2", "timestamp": "2025-10-01T00:00:02.000Z", "type": "gemini", "content": "안녕하세요"}
      ]
    }"#;
    fs::write(&path, chat).expect("the file can be written");
    let events = read(AgentClient::Gemini, &path);
    assert_eq!(events.len(), 2);
    assert!(events.iter().all(|event| event.session_id == "s" && event.at.is_some()));
    fs::write(&path, &chat[..chat.len() / 2]).expect("the file can be written");
    transcript::read_events(AgentClient::Gemini, &path, &mut |_| {}).expect_err("it ends early");
}

#[test]
fn lines_that_cannot_be_understood_are_counted() {
    let (_home, path) = written(&[
        "no json",
        r#"{"type":"user","sessionId":"s","uuid":"u1","message":{"content":"go"}}"#,
        "",
        r#"{"type":"user","sess"#,
    ]);
    let mut events = 0;
    let broken = transcript::read_events(AgentClient::Claude, &path, &mut |_| events += 1);
    assert_eq!(broken.expect("the file can be read"), 1, "the last is still being written");
    assert_eq!(events, 1);
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("t.jsonl");
    fs::write(&path, "{}\n{\"cwd\":\"/home/dev/app\"}\n{\"cwd\":\"/other\"}\n").expect("written");
    assert_eq!(transcript::claude_directory(&path), Some("/home/dev/app".into()));
}

#[test]
fn clients_without_a_record_say_so() {
    let none = Path::new("none");
    let error =
        transcript::read_events(AgentClient::Opencode, none, &mut |_| {}).expect_err("no reader");
    assert_eq!(error.kind(), io::ErrorKind::Unsupported);
    let error =
        transcript::last_turn(AgentClient::Claude, Path::new("/none")).expect_err("no file");
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
}

/// Writes a transcript of Claude Code that begins with a hole of `hole` bytes, in which nothing can
/// be found, and ends with a turn of `tools` commands.
fn long_transcript(path: &Path, hole: u64, tools: usize) {
    let mut file = File::create(path).expect("the file can be made");
    file.seek(SeekFrom::Start(hole)).expect("the file may have a hole");
    let mut file = BufWriter::new(file);
    let mut line = |text: String| writeln!(file, "{text}").expect("the file can be written");
    let padding = "x".repeat(900);
    let said = |block: &str| {
        format!(r#"{{"type":"assistant","sessionId":"s","message":{{"content":[{block}]}}}}"#)
    };
    line(String::new());
    line(said(r#"{"type":"text","text":"of another turn"}"#));
    line(r#"{"type":"user","sessionId":"s","message":{"content":"go"}}"#.to_owned());
    for id in 0..tools {
        let call = format!(
            r#"{{"type":"tool_use","id":"t{id}","name":"Bash","input":{{"command":"make"}}}}"#
        );
        line(said(&call));
        line(format!(
            r#"{{"type":"user","sessionId":"s","message":{{"content":[{{"type":"tool_result","tool_use_id":"t{id}","content":"{padding}"}}]}}}}"#
        ));
    }
    line(said(r#"{"type":"text","text":"the end"}"#));
}

#[test]
fn a_long_file_is_read_from_its_end() {
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("long.jsonl");
    for tools in [0, 3, 200, 2_000] {
        // Reading all of it would take minutes.
        long_transcript(&path, 64 << 30, tools);
        let turn = transcript::last_turn(AgentClient::Claude, &path).expect("the file can be read");
        assert_eq!((turn.reply.as_deref(), turn.tools.len()), (Some("the end"), tools));
    }
}

#[test]
fn of_a_turn_without_end_the_end_is_read() {
    let home = tempfile::tempdir().expect("a directory can be made");
    let path = home.path().join("long.jsonl");
    long_transcript(&path, 0, 12_000);
    let turn = transcript::last_turn(AgentClient::Claude, &path).expect("the file can be read");
    assert_eq!(turn.reply.as_deref(), Some("the end"));
    let tools = turn.tools.len();
    assert!((5_000..12_000).contains(&tools), "{tools}");
}
