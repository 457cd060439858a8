//! Every recorded payload becomes the event that it should.

use std::fmt::Write as _;

use crate::support::{no_env, payloads};
use palimp_clients::{format_answer, parse_event};
use palimp_core::activity::MessageRole;
use palimp_core::event::{AgentClient, EventKind, HookEvent, StartSource, ToolOutcome, ToolUse};
use serde_json::{Value, json};

/// All events of a client in one text, so that a change in reading shows in one place.
fn events(client: AgentClient) -> String {
    let mut all = String::new();
    for (name, payload) in payloads(client) {
        match parse_event(client, None, &payload, &no_env) {
            Some(event) => writeln!(all, "{name}\n{event:#?}\n"),
            None => writeln!(all, "{name}\nnothing\n"),
        }
        .expect("a string takes everything");
    }
    all
}

#[test]
fn claude() {
    insta::assert_snapshot!(events(AgentClient::Claude));
}

#[test]
fn codex() {
    insta::assert_snapshot!(events(AgentClient::Codex));
}

#[test]
fn gemini() {
    insta::assert_snapshot!(events(AgentClient::Gemini));
}

#[test]
fn opencode() {
    insta::assert_snapshot!(events(AgentClient::Opencode));
}

#[test]
fn copilot() {
    insta::assert_snapshot!(events(AgentClient::Copilot));
}

/// Written by hand in the form that Cursor's documents and package give, and not recorded.
#[test]
fn cursor() {
    insta::assert_snapshot!(events(AgentClient::Cursor));
}

/// Its plugin says which hook was called, which a recording's name does here.
#[test]
fn openclaw() {
    let mut all = String::new();
    for (name, payload) in payloads(AgentClient::Openclaw) {
        let hook = name.trim_start_matches("openclaw/").split('.').next();
        match parse_event(AgentClient::Openclaw, hook, &payload, &no_env) {
            Some(event) => writeln!(all, "{name}\n{event:#?}\n"),
            None => writeln!(all, "{name}\nnothing\n"),
        }
        .expect("a string takes everything");
    }
    insta::assert_snapshot!(all);
}

/// A call of a hook as palimp's plugin in OpenClaw hands it on.
fn openclaw_sends(hook: &str, event: Value, more: Value) -> Option<HookEvent> {
    let mut ctx = json!({"sessionId": "s", "sessionKey": "agent:main:main", "runId": "r",
                         "workspaceDir": "/home/dev/.openclaw/workspace", "trigger": "user"});
    ctx.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
    let payload = json!({"hook": hook, "time": 7, "event": event, "ctx": ctx});
    let parsed = parse_event(AgentClient::Openclaw, None, &payload, &no_env)?;
    assert_eq!((parsed.session_id.as_str(), parsed.at), ("s", Some(7)));
    assert_eq!(parsed.cwd, Some("/home/dev/.openclaw/workspace".into()));
    Some(parsed)
}

#[test]
fn what_nobody_said_to_openclaw_is_no_prompt() {
    let prompt = |event: Value, ctx: Value| {
        let event = openclaw_sends("before_prompt_build", event, ctx)?;
        let EventKind::Prompt { text, turn } = event.kind else { panic!("{event:?}") };
        assert_eq!(turn.as_deref(), Some("r"));
        Some(text)
    };
    let none = || json!({});
    assert_eq!(prompt(json!({"prompt": "hi"}), none()).as_deref(), Some("hi"));
    let with_history = json!({"prompt": "before: x\nhi", "currentUserMessage": "hi"});
    assert_eq!(prompt(with_history, none()).as_deref(), Some("hi"));
    assert_eq!(prompt(json!({"prompt": "history", "currentUserMessage": ""}), none()), None);
    for trigger in ["heartbeat", "cron"] {
        assert_eq!(prompt(json!({"prompt": "tick"}), json!({ "trigger": trigger })), None);
        let ended = openclaw_sends("agent_end", none(), json!({ "trigger": trigger }));
        assert_eq!(ended, None, "{trigger}");
    }
    let child = json!({"sessionKey": "agent:main:subagent:1f"});
    assert_eq!(prompt(json!({"prompt": "look around"}), child), None, "a sub-agent's");
}

#[test]
fn openclaw_answers_with_the_last_words_of_the_turn() {
    let reply = |messages: Value| {
        let event = openclaw_sends("agent_end", json!({ "messages": messages }), json!({}));
        let EventKind::TurnEnd { reply, .. } = event.expect("an end").kind else { panic!() };
        reply
    };
    let said =
        |text: &str| json!({"role": "assistant", "content": [{"type": "text", "text": text}]});
    let asked = json!({"role": "user", "content": "hi"});
    assert_eq!(reply(json!([asked, said("step"), said("done")])).as_deref(), Some("done"));
    assert_eq!(reply(json!([said("before"), asked])), None);
    assert_eq!(reply(json!([asked, said(" NO_REPLY ")])), None);
    assert_eq!(reply(json!("odd")), None);
}

#[test]
fn the_other_hooks_of_openclaw_begin_shorten_and_end() {
    let kind = |hook: &str, event: Value| openclaw_sends(hook, event, json!({})).map(|it| it.kind);
    let start = kind("session.start", json!({"source": "compact"}));
    assert_eq!(start, Some(EventKind::SessionStart { source: StartSource::Compact }));
    let compaction = kind("before_compaction", json!({"messageCount": 80}));
    assert_eq!(compaction, Some(EventKind::PreCompact { transcript: None }));
    let end = kind("session_end", json!({"messageCount": 3, "reason": "new"}));
    assert_eq!(end, Some(EventKind::SessionEnd { transcript: None }));
    assert_eq!(kind("llm_input", json!({})), None);
}

fn event(client: AgentClient, payload: &Value) -> Option<HookEvent> {
    parse_event(client, None, payload, &no_env)
}

fn tool(client: AgentClient, payload: &Value) -> ToolUse {
    match event(client, payload).expect("the payload is an event").kind {
        EventKind::Tool(tool) => tool,
        kind => panic!("not a tool: {kind:?}"),
    }
}

/// A recorded payload by its name.
fn recorded(client: AgentClient, name: &str) -> Value {
    let all = payloads(client).into_iter();
    let mut named = all.filter(|(known, _)| known == &format!("{}/{name}.json", client.name()));
    named.next().unwrap_or_else(|| panic!("no payload {name}")).1
}

#[test]
fn what_a_command_printed_on_geminis_screen_is_its_output() {
    for (name, outcome, output) in [
        ("AfterTool.run_shell_command.on-screen", ToolOutcome::Success, "?? a.txt\ndone"),
        (
            "AfterTool.run_shell_command-exit3.on-screen",
            ToolOutcome::Failure { code: Some(3) },
            "ls: cannot access '/nope': No such file or directory",
        ),
    ] {
        let tool = tool(AgentClient::Gemini, &recorded(AgentClient::Gemini, name));
        assert_eq!((tool.outcome, tool.output.as_str()), (outcome, output), "{name}");
    }
}

#[test]
fn palimps_own_command_is_what_was_typed() {
    for (client, name, typed) in [
        (AgentClient::Gemini, "BeforeAgent.own-command", "/memory why pnpm"),
        (AgentClient::Opencode, "chat.message.own-command", "/memory pnpm"),
    ] {
        let event = event(client, &recorded(client, name)).expect("a prompt");
        let EventKind::Prompt { text, .. } = event.kind else { panic!("{event:?}") };
        assert_eq!(text, typed, "{client}");
    }
}

#[test]
fn a_notice_of_the_client_is_no_reply() {
    let ended = event(AgentClient::Gemini, &recorded(AgentClient::Gemini, "AfterAgent.cancelled"));
    let kind = ended.expect("the turn ended").kind;
    assert!(matches!(kind, EventKind::TurnEnd { reply: None, .. }), "{kind:?}");
    for client in [AgentClient::Claude, AgentClient::Codex] {
        let payload = json!({
            "hook_event_name": "Stop", "session_id": "s", "cwd": "/home/dev/app",
            "last_assistant_message": "Operation cancelled.",
        });
        let kind = event(client, &payload).expect("the turn ended").kind;
        assert!(matches!(kind, EventKind::TurnEnd { reply: None, .. }), "{client}: {kind:?}");
    }
}

#[test]
fn the_files_that_gemini_adds_to_a_prompt_are_not_the_users_words() {
    let payload = json!({
        "hook_event_name": "BeforeAgent", "session_id": "s", "cwd": "/home/dev/app",
        "prompt": "what does @notes.md say?\n--- Content from referenced files ---\n\
            Content from @notes.md:\nI always use tabs.\n--- End of content ---",
    });
    let kind = event(AgentClient::Gemini, &payload).expect("a prompt").kind;
    assert!(
        matches!(&kind, EventKind::Prompt { text, .. } if text == "what does @notes.md say?"),
        "{kind:?}"
    );
}

#[test]
fn a_refused_permission_is_no_failure() {
    let name = "event.message.part.updated.tool_bash_rejected";
    assert_eq!(event(AgentClient::Opencode, &recorded(AgentClient::Opencode, name)), None);
    let result = |result: &str| {
        json!({
            "sessionId": "s", "toolName": "bash", "toolArgs": {"command": "rm x"},
            "toolResult": {"resultType": result, "textResultForLlm": "no"},
        })
    };
    for refused in ["rejected", "denied"] {
        assert_eq!(event(AgentClient::Copilot, &result(refused)), None, "{refused}");
    }
    let failed = tool(AgentClient::Copilot, &result("failure"));
    assert_eq!(
        (failed.outcome, failed.output.as_str()),
        (ToolOutcome::Failure { code: None }, "no")
    );
}

#[test]
fn both_spellings_of_copilot_tell_the_same() {
    let payload = |name: &str| {
        let (_, payload) = payloads(AgentClient::Copilot)
            .into_iter()
            .find(|(known, _)| known == &format!("copilot/{name}.json"))
            .unwrap_or_else(|| panic!("no payload {name}"));
        payload
    };
    for (camel, pascal) in [
        ("sessionStart.new", "SessionStart.new"),
        ("userPromptSubmitted", "UserPromptSubmit"),
        ("postToolUse.bash", "PostToolUse.Bash"),
        ("postToolUse.bash-exit3", "PostToolUse.Bash-exit3"),
        ("postToolUse.edit", "PostToolUse.Edit"),
        ("postToolUse.create", "PostToolUse.Write"),
        ("postToolUse.view", "PostToolUse.Read"),
        ("postToolUse.glob", "PostToolUse.Glob"),
        ("postToolUseFailure.view", "PostToolUseFailure.Read"),
        ("preCompact.manual", "PreCompact.manual"),
        ("sessionEnd.complete", "SessionEnd.complete"),
    ] {
        let camel = event(AgentClient::Copilot, &payload(&format!("camelCase/{camel}")));
        let pascal = event(AgentClient::Copilot, &payload(&format!("PascalCase/{pascal}")));
        let (camel, mut pascal) = (camel.expect("an event"), pascal.expect("an event"));
        pascal.name.clone_from(&camel.name);
        assert_eq!(camel, pascal);
    }
}

#[test]
fn the_argument_names_an_event_that_does_not_name_itself() {
    let payload = json!({"sessionId": "s", "cwd": "/app", "timestamp": 5});
    assert_eq!(event(AgentClient::Copilot, &payload), None);
    let event =
        parse_event(AgentClient::Copilot, Some("agentStop"), &payload, &no_env).expect("an event");
    assert_eq!(event.name, "agentStop");
    assert!(matches!(event.kind, EventKind::TurnEnd { turn: Some(turn), .. } if turn == "5"));
}

#[test]
fn a_payloads_own_name_comes_before_the_argument() {
    let payload = json!({"session_id": "s", "hook_event_name": "PreCompact"});
    let event =
        parse_event(AgentClient::Claude, Some("Stop"), &payload, &no_env).expect("an event");
    assert_eq!(event.kind, EventKind::PreCompact { transcript: None });
}

#[test]
fn the_environment_fills_in_the_directory() {
    let env = |name: &str| (name == "CLAUDE_PROJECT_DIR").then(|| "/home/dev/app".to_owned());
    let payload =
        |cwd: Value| json!({"session_id": "s", "hook_event_name": "PreCompact", "cwd": cwd});
    let cwd = |payload: &Value| {
        parse_event(AgentClient::Claude, None, payload, &env).expect("an event").cwd
    };
    assert_eq!(cwd(&payload(json!(null))), Some("/home/dev/app".into()));
    assert_eq!(cwd(&payload(json!("/elsewhere"))), Some("/elsewhere".into()));
}

#[test]
fn without_a_session_nothing_is_told() {
    for client in AgentClient::INSTALLABLE.into_iter().chain([AgentClient::Cursor]) {
        for session in [json!(null), json!(""), json!("  "), json!(3)] {
            let payload = json!({
                "session_id": session, "sessionId": session, "hook_event_name": "SessionEnd",
                "hook": "session.end", "input": {"sessionID": session},
            });
            assert_eq!(event(client, &payload), None, "{client} {payload}");
        }
    }
}

#[test]
fn a_background_command_has_no_outcome_yet() {
    let payload = json!({
        "session_id": "s", "hook_event_name": "PostToolUse", "tool_name": "Bash",
        "tool_input": {"command": "npm run dev", "run_in_background": true},
        "tool_response": {"stdout": "", "stderr": "", "interrupted": false, "backgroundTaskId": "b1"},
    });
    assert_eq!(tool(AgentClient::Claude, &payload).outcome, ToolOutcome::Unknown);
}

#[test]
fn an_interrupted_command_failed() {
    let payload = json!({
        "session_id": "s", "hook_event_name": "PostToolUse", "tool_name": "Bash",
        "tool_input": {"command": "sleep 9"},
        "tool_response": {"stdout": "", "stderr": "stopped", "interrupted": true},
    });
    let tool = tool(AgentClient::Claude, &payload);
    assert_eq!(
        (tool.outcome, tool.output.as_str()),
        (ToolOutcome::Failure { code: None }, "stopped")
    );
}

#[test]
fn warnings_on_stderr_are_no_errors() {
    let payload = json!({
        "session_id": "s", "hook_event_name": "PostToolUse", "tool_name": "Bash",
        "tool_input": {"command": "make"},
        "tool_response": {"stdout": "done", "stderr": "warning: old", "interrupted": false},
    });
    let tool = tool(AgentClient::Claude, &payload);
    assert_eq!((tool.outcome, tool.output.as_str()), (ToolOutcome::Success, "done\nwarning: old"));
}

#[test]
fn claude_does_not_speak_for_the_user() {
    let prompt = |prompt: &str, source: &str| {
        let payload = json!({
            "session_id": "s", "hook_event_name": "UserPromptSubmit", "prompt": prompt, "source": source,
        });
        event(AgentClient::Claude, &payload)
    };
    assert!(prompt("go on", "user").is_some());
    assert_eq!(prompt("go on", "system"), None);
    assert_eq!(prompt("<task-notification>done</task-notification>", "user"), None);
    assert_eq!(prompt("<system-reminder>x</system-reminder>", "user"), None);
}

#[test]
fn a_sub_agents_words_are_not_the_conversation() {
    let from_agent = |name: &str| {
        json!({"session_id": "s", "agent_id": "a", "hook_event_name": name, "prompt": "look",
               "tool_name": "Bash", "tool_input": {"command": "ls"}, "tool_response": ""})
    };
    for client in [AgentClient::Claude, AgentClient::Codex, AgentClient::Copilot] {
        let told = event(client, &from_agent("UserPromptSubmit"));
        assert_eq!(
            told.is_some_and(|told| told.subagent),
            client == AgentClient::Copilot,
            "{client}"
        );
        for name in ["Stop", "SubagentStop", "PreCompact", "SessionEnd"] {
            assert_eq!(event(client, &from_agent(name)), None, "{client} {name}");
        }
        let started = event(client, &from_agent("SubagentStart")).expect("an event");
        assert!(started.subagent);
        assert_eq!(started.kind, EventKind::SessionStart { source: StartSource::Startup });
    }
}

/// What palimp's plugin inside opencode sends.
fn from_plugin(hook: &str, input: Value, output: Value) -> Value {
    json!({"hook": hook, "directory": "/home/dev/app", "time": 7, "input": input, "output": output})
}

#[test]
fn the_plugin_in_opencode_tells_of_a_session() {
    let check = |payload: &Value, expect: EventKind| {
        let event = event(AgentClient::Opencode, payload).expect("an event");
        assert_eq!((event.session_id.as_str(), event.at), ("ses_1", Some(7)));
        assert_eq!(event.cwd, Some("/home/dev/app".into()));
        assert_eq!(event.kind, expect);
    };
    let start = from_plugin(
        "session.start",
        json!({"sessionID": "ses_1", "source": "resume"}),
        json!(null),
    );
    check(&start, EventKind::SessionStart { source: StartSource::Resume });
    let end = from_plugin(
        "turn.end",
        json!({"sessionID": "ses_1", "messageID": "msg_1"}),
        json!({"text": "done"}),
    );
    check(
        &end,
        EventKind::TurnEnd {
            reply: Some("done".into()),
            turn: Some("msg_1".into()),
            transcript: None,
        },
    );
    let over = from_plugin("session.end", json!({"sessionID": "ses_1"}), json!(null));
    check(&over, EventKind::SessionEnd { transcript: None });
    let started = event(AgentClient::Opencode, &start).expect("an event");
    assert_eq!(format_answer(&started, "x").as_deref(), Some(r#"{"additionalContext":"x"}"#));
}

#[test]
fn a_child_session_of_opencode_works_for_its_parent() {
    let mut tool = from_plugin(
        "tool.execute.after",
        json!({"sessionID": "ses_2", "tool": "bash", "args": {"command": "ls"}}),
        json!({"output": "a", "metadata": {"exit": null, "output": "a"}}),
    );
    tool["parentID"] = json!("ses_1");
    let event = event(AgentClient::Opencode, &tool).expect("an event");
    assert_eq!((event.session_id.as_str(), event.subagent), ("ses_1", true));
    assert!(
        matches!(event.kind, EventKind::Tool(tool) if tool.outcome == ToolOutcome::Failure { code: None })
    );
    tool["hook"] = json!("turn.end");
    assert_eq!(self::event(AgentClient::Opencode, &tool), None);
}

#[test]
fn the_bus_of_opencode_comes_wrapped_or_bare() {
    let bare = payloads(AgentClient::Opencode)
        .into_iter()
        .find(|(name, _)| name.ends_with("tool_read_error.json"))
        .map(|(_, payload)| payload)
        .expect("the fixture is there");
    let wrapped = json!({"hook": "event", "directory": "/home/dev/app", "event": bare});
    let bare = event(AgentClient::Opencode, &bare).expect("an event");
    let wrapped = event(AgentClient::Opencode, &wrapped).expect("an event");
    assert_eq!(wrapped, HookEvent { cwd: Some("/home/dev/app".into()), ..bare });
}

#[test]
fn what_a_plugin_added_to_a_prompt_is_not_the_users() {
    let parts = json!([
        {"type": "text", "text": "\"fix the bug\""},
        {"type": "text", "text": "memory", "synthetic": true},
        {"type": "file", "url": "file:///a"},
    ]);
    let payload = from_plugin(
        "chat.message",
        json!({"sessionID": "ses_1"}),
        json!({"message": {"id": "msg_1"}, "parts": parts}),
    );
    let event = event(AgentClient::Opencode, &payload).expect("an event");
    assert_eq!(
        event.kind,
        EventKind::Prompt { text: "fix the bug".into(), turn: Some("msg_1".into()) }
    );
}

#[test]
fn copilot_tells_a_skill_as_it_was_typed() {
    let kind = |text: &str| {
        let payload = json!({"sessionId": "s", "timestamp": 7, "cwd": "/app", "prompt": text});
        event(AgentClient::Copilot, &payload).map(|event| event.kind)
    };
    let skill = "The user explicitly invoked the \"/palimp\" skill. Follow its instructions now.\n\n\
        <skill-context name=\"palimp\">\nBase directory for this skill: /home/dev/.copilot/skills\n\n\
        Never run what they typed as a command.\n</skill-context>\n\nwhy pnpm";
    let typed = EventKind::Prompt { text: "/palimp why pnpm".into(), turn: Some("7".into()) };
    assert_eq!(kind(skill), Some(typed));
    assert_eq!(kind("<system_notification>\nA shell has ended.\n</system_notification>"), None);
}

#[test]
fn opencode_plugin_tells_steps_and_first_prompts() {
    let step = from_plugin(
        "step",
        json!({"sessionID": "ses_1", "messageID": "msg_2"}),
        json!({"text": "Found it."}),
    );
    let expect = EventKind::TranscriptExtra {
        role: MessageRole::Step,
        text: "Found it.".into(),
        turn: Some("msg_2".into()),
    };
    assert_eq!(event(AgentClient::Opencode, &step).expect("an event").kind, expect);
    let prompt = from_plugin(
        "session.prompt",
        json!({"sessionID": "ses_1"}),
        json!({"message": {"id": "msg_1"}, "parts": [{"type": "text", "text": "hi"}]}),
    );
    let prompt = event(AgentClient::Opencode, &prompt).expect("an event");
    assert_eq!(prompt.kind, EventKind::Prompt { text: "hi".into(), turn: Some("msg_1".into()) });
    assert!(palimp_clients::format_answer(&prompt, "memory").is_some());
    assert!(palimp_clients::is_kept_with_start(AgentClient::Opencode, &prompt.name));
}

#[test]
fn cursor_is_read_as_far_as_it_is_known() {
    let payload = |name: &str, more: Value| {
        let mut payload = json!({
            "conversation_id": "c", "generation_id": "g", "hook_event_name": name,
            "cursor_version": "2", "workspace_roots": ["/home/dev/app"],
        });
        payload
            .as_object_mut()
            .expect("an object")
            .extend(more.as_object().expect("an object").clone());
        payload
    };
    let kind = |payload: &Value| {
        let event = event(AgentClient::Cursor, payload).expect("an event");
        assert_eq!((event.session_id.as_str(), event.cwd), ("c", Some("/home/dev/app".into())));
        event.kind
    };
    let prompt = kind(&payload("beforeSubmitPrompt", json!({"prompt": "hi"})));
    assert_eq!(prompt, EventKind::Prompt { text: "hi".into(), turn: Some("g".into()) });
    let shell = payload(
        "postToolUse",
        json!({
            "tool_name": "Shell", "tool_input": {"command": "make"},
            "tool_output": "{\"output\":\"oops\",\"exitCode\":2}",
        }),
    );
    let shell = tool(AgentClient::Cursor, &shell);
    assert_eq!((shell.name.as_str(), shell.output.as_str()), ("Bash", "oops"));
    assert_eq!(shell.outcome, ToolOutcome::Failure { code: Some(2) });
    let ended = kind(&payload("stop", json!({"status": "completed"})));
    assert!(matches!(ended, EventKind::TurnEnd { reply: None, .. }));
    assert_eq!(event(AgentClient::Cursor, &payload("afterAgentThought", json!({}))), None);
}
