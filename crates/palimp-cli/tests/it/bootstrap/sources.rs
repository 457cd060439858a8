//! What other tools keep on a machine: invented content in the form of each.

use std::fs;
use std::path::Path;

use palimp_testing::{Machine, create_sqlite};
use serde_json::{Value, json};

/// A source as a test plants it, and how to find it again.
pub(crate) struct Planted {
    /// The name by which it is taken in.
    pub(crate) kind: &'static str,
    /// Writes it, with a secret in it.
    pub(crate) plant: fn(&Machine, &str),
    /// What to search for, and where.
    pub(crate) query: &'static str,
    pub(crate) sources: &'static str,
    /// What the hit says.
    pub(crate) says: &'static str,
}

pub(crate) const ALL: [Planted; 13] = [
    Planted {
        kind: "claude",
        plant: claude,
        query: "결제 재시도",
        sources: "messages",
        says: "지수 백오프",
    },
    Planted {
        kind: "codex",
        plant: codex,
        query: "flaky scheduler",
        sources: "messages",
        says: "fake clock",
    },
    Planted {
        kind: "gemini",
        plant: gemini,
        query: "번역 파일",
        sources: "messages",
        says: "locales",
    },
    Planted {
        kind: "opencode",
        plant: opencode,
        query: "make lint",
        sources: "observations",
        says: "exit 3",
    },
    Planted {
        kind: "copilot",
        plant: copilot,
        query: "로그 수집기",
        sources: "messages",
        says: "vector",
    },
    Planted {
        kind: "cursor",
        plant: cursor,
        query: "썸네일 크기",
        sources: "messages",
        says: "320픽셀",
    },
    Planted {
        kind: "openclaw",
        plant: openclaw,
        query: "배포 상태",
        sources: "messages",
        says: "스테이징",
    },
    Planted {
        kind: "claude-memory",
        plant: claude_memory,
        query: "integration database",
        sources: "notes",
        says: "port 5544",
    },
    Planted {
        kind: "rules", plant: rules, query: "커밋 메시지", sources: "notes", says: "명령형"
    },
    Planted {
        kind: "cli-jaw",
        plant: jaw,
        query: "JWT refresh tokens",
        sources: "notes",
        says: "ES Module",
    },
    Planted {
        kind: "cli-claw", plant: claw, query: "회의 시간", sources: "notes", says: "목요일"
    },
    Planted {
        kind: "openclaw-notes",
        plant: openclaw_notes,
        query: "coffee preference",
        sources: "notes",
        says: "oat milk",
    },
    Planted {
        kind: "claude-mem",
        plant: claude_mem,
        query: "websocket reconnect",
        sources: "notes",
        says: "jitter",
    },
];

pub(crate) fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
    fs::write(path, text).expect("written");
}

pub(crate) fn lines(path: &Path, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    write(path, &text);
}

/// The project's directory by the name that Cursor gives it.
pub(crate) fn cursor(machine: &Machine, secret: &str) {
    let project = machine.project().to_string_lossy().into_owned();
    let name: String =
        project[1..].chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let said =
        |role: &str, content: Value| json!({ "role": role, "message": { "content": content } });
    let text = |text: String| json!([{ "type": "text", "text": text }]);
    let asked = format!(
        "<timestamp>Thursday, Oct 1, 2026, 6:00 PM (UTC+9)</timestamp>\n<user_query>\n썸네일 크기가 얼마야? 토큰은 {secret}\n</user_query>"
    );
    let path = format!(".cursor/projects/{name}/agent-transcripts/c-1/c-1.jsonl");
    lines(
        &machine.user_home().join(path),
        &[
            said("user", text(asked)),
            said(
                "assistant",
                json!([{ "type": "tool_use", "name": "Shell", "input": { "command": "make thumbs" } }]),
            ),
            said("assistant", text("[REDACTED]\n썸네일은 320픽셀입니다.".to_owned())),
            json!({ "type": "turn_ended", "status": "success" }),
        ],
    );
}

pub(crate) fn claude(machine: &Machine, secret: &str) {
    let cwd = machine.project();
    let said = |role: &str, id: &str, content: Value| {
        json!({
            "type": role, "uuid": id, "promptId": "p1", "isSidechain": false, "sessionId": "claude-1",
            "cwd": cwd, "timestamp": format!("2026-10-01T09:00:0{}.000Z", &id[1..]), "version": "2.1.329",
            "message": { "role": role, "id": id, "content": content },
        })
    };
    let run = json!([{ "type": "tool_use", "id": "t1", "name": "Bash", "input": { "command": "cargo test -p pay" } }]);
    let failed = json!([{ "type": "tool_result", "tool_use_id": "t1", "is_error": true, "content": "Exit code 101\nassertion failed" }]);
    let path = machine.user_home().join(".claude/projects/-app/claude-1.jsonl");
    lines(
        &path,
        &[
            json!({ "type": "mode", "mode": "normal" }),
            said(
                "user",
                "u1",
                json!(format!(
                    "<system-reminder>x</system-reminder>결제 재시도가 두 번 일어나. 키는 {secret}"
                )),
            ),
            said("assistant", "m2", run),
            said("user", "u3", failed),
            said(
                "assistant",
                "m4",
                json!([{ "type": "text", "text": "결제 재시도에 지수 백오프와 멱등 키를 썼습니다." }]),
            ),
        ],
    );
}

pub(crate) fn codex(machine: &Machine, secret: &str) {
    let line = |second: u8, kind: &str, payload: Value| json!({ "timestamp": format!("2026-10-02T09:00:0{second}.000Z"), "type": kind, "payload": payload });
    let path =
        machine.user_home().join(".codex/sessions/2026/10/02/rollout-2026-10-02T09-00-00-c1.jsonl");
    lines(
        &path,
        &[
            line(
                0,
                "session_meta",
                json!({ "id": "codex-1", "cwd": machine.project(), "source": "cli" }),
            ),
            line(1, "turn_context", json!({ "turn_id": "turn-1", "cwd": machine.project() })),
            line(
                2,
                "event_msg",
                json!({ "type": "user_message", "message": format!("the flaky scheduler test again, token {secret}") }),
            ),
            line(
                3,
                "response_item",
                json!({ "type": "function_call", "name": "exec_command", "arguments": "{\"cmd\":\"cargo test scheduler\"}", "call_id": "c1" }),
            ),
            line(
                4,
                "response_item",
                json!({ "type": "function_call_output", "call_id": "c1", "output": "Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 101\nOutput:\nfailed" }),
            ),
            line(
                5,
                "event_msg",
                json!({ "type": "agent_message", "message": "The flaky scheduler test now uses a fake clock." }),
            ),
            line(
                6,
                "event_msg",
                json!({ "type": "task_complete", "turn_id": "turn-1", "last_agent_message": "The flaky scheduler test now uses a fake clock." }),
            ),
        ],
    );
}

pub(crate) fn gemini(machine: &Machine, secret: &str) {
    let project = machine.user_home().join(".gemini/tmp/app");
    write(&project.join(".project_root"), &machine.project().to_string_lossy());
    lines(
        &project.join("chats/session-2026-10-03T09-00-aaaa.jsonl"),
        &[
            json!({ "sessionId": "gemini-1", "projectHash": "x", "startTime": "2026-10-03T09:00:00.000Z", "kind": "main" }),
            json!({ "id": "1", "timestamp": "2026-10-03T09:00:01.000Z", "type": "user", "content": [{ "text": format!("번역 파일은 어디에 두지? {secret}") }] }),
            json!({ "id": "2", "timestamp": "2026-10-03T09:00:02.000Z", "type": "gemini", "content": "번역 파일은 web/locales 아래에 둡니다.", "toolCalls": [] }),
        ],
    );
}

pub(crate) fn opencode(machine: &Machine, secret: &str) {
    let text = |role: &str| json!({ "role": role, "time": { "created": 1_759_400_000_000_i64, "completed": 1_759_400_003_000_i64 } });
    let tool = json!({ "type": "tool", "tool": "bash", "callID": "c1", "state": {
        "status": "completed", "input": { "command": "make lint" }, "output": "2 problems", "title": "lint",
        "metadata": { "exit": 3, "output": "2 problems" }, "time": { "start": 1_759_400_001_000_i64, "end": 1_759_400_002_000_i64 } } });
    let statements = format!(
        "PRAGMA journal_mode = WAL;
         CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, parent_id TEXT, directory TEXT NOT NULL, title TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL);
         CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
         CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT NOT NULL, session_id TEXT NOT NULL, time_created INTEGER NOT NULL, time_updated INTEGER NOT NULL, data TEXT NOT NULL);
         INSERT INTO session VALUES ('ses_1', 'p', NULL, '{}', 'lint', 1, 1);
         INSERT INTO message VALUES ('msg_1', 'ses_1', 1, 1, '{}'), ('msg_2', 'ses_1', 2, 2, '{}'), ('msg_3', 'ses_1', 3, 3, 'no json');
         INSERT INTO part VALUES ('prt_1', 'msg_1', 'ses_1', 1, 1, '{}'), ('prt_2', 'msg_2', 'ses_1', 2, 2, '{}'), ('prt_3', 'msg_2', 'ses_1', 3, 3, '{}');",
        machine.project().display(), text("user"), text("assistant"),
        json!({ "type": "text", "text": format!("린트를 고쳐줘 {secret}") }), tool,
        json!({ "type": "text", "text": "린트 규칙 두 개를 고쳤습니다." }),
    );
    create_sqlite(&machine.user_home().join(".local/share/opencode/opencode.db"), &statements);
}

pub(crate) fn copilot(machine: &Machine, secret: &str) {
    let line = |kind: &str, second: u8, data: Value| json!({ "type": kind, "id": second.to_string(), "timestamp": format!("2026-10-05T09:00:0{second}.000Z"), "data": data });
    lines(
        &machine.user_home().join(".copilot/session-state/copilot-1/events.jsonl"),
        &[
            line(
                "session.start",
                0,
                json!({ "sessionId": "copilot-1", "context": { "cwd": machine.project() } }),
            ),
            line("user.message", 1, json!({ "content": format!("로그 수집기를 바꾸자 {secret}") })),
            line(
                "tool.execution_start",
                2,
                json!({ "toolCallId": "c1", "toolName": "bash", "arguments": { "command": "docker compose up" } }),
            ),
            line(
                "tool.execution_complete",
                3,
                json!({ "toolCallId": "c1", "success": true, "result": { "content": "no such service" }, "shellExecution": { "exitCode": 14 } }),
            ),
            line(
                "assistant.message",
                4,
                json!({ "content": "로그 수집기를 vector로 바꿨습니다." }),
            ),
        ],
    );
}

pub(crate) fn openclaw(machine: &Machine, secret: &str) {
    let said = |role: &str, at: i64, text: &str| {
        json!({ "type": "message", "id": format!("m{at}"), "timestamp": "2026-10-06T09:00:00.000Z",
            "message": { "role": role, "content": [{ "type": "text", "text": text }], "timestamp": 1_759_741_200_000_i64 + at } })
    };
    let header = json!({ "type": "session", "version": 3, "id": "claw-1", "timestamp": "2026-10-06T09:00:00.000Z", "cwd": "/home/dev/.openclaw/workspace" });
    let reply = said("assistant", 2, "배포 상태: 스테이징까지 끝").to_string();
    let statements = format!(
        "CREATE TABLE transcript_events (session_id TEXT NOT NULL, seq INTEGER NOT NULL, event_json TEXT, created_at INTEGER NOT NULL, event_zstd BLOB, event_utf8_bytes INTEGER, navigation_json TEXT, PRIMARY KEY (session_id, seq));
         INSERT INTO transcript_events VALUES ('claw-1', 3, NULL, 3, X'{}', {}, NULL), ('claw-1', 1, '{header}', 1, NULL, NULL, NULL), ('claw-1', 2, '{}', 2, NULL, NULL, NULL);",
        packed(reply.as_bytes()), reply.len(), said("user", 1, &format!("배포 상태 알려줘 {secret}")),
    );
    create_sqlite(
        &machine.user_home().join(".openclaw/agents/main/agent/openclaw-agent.sqlite"),
        &statements,
    );
}

/// `bytes` in a Zstandard frame that holds them as they are, in hexadecimal digits.
fn packed(bytes: &[u8]) -> String {
    let length = u8::try_from(bytes.len()).expect("a short event");
    let block = ((u32::from(length) << 3) | 1).to_le_bytes();
    let head = [0x28, 0xb5, 0x2f, 0xfd, 0x20, length];
    let frame = head.iter().chain(&block[..3]).chain(bytes);
    frame.map(|byte| format!("{byte:02x}")).collect()
}

pub(crate) fn claude_memory(machine: &Machine, secret: &str) {
    let project = machine.user_home().join(".claude/projects/-some-where-app");
    lines(
        &project.join("s.jsonl"),
        &[json!({ "type": "user", "cwd": machine.project(), "sessionId": "s" })],
    );
    write(
        &project.join("memory/MEMORY.md"),
        "# Memory\n\n- [databases](databases.md): where they listen\n",
    );
    let text = format!(
        "---\nname: databases\ntype: project\n---\n\nThe integration database listens on port 5544, password={secret}\n"
    );
    write(&project.join("memory/databases.md"), &text);
}

pub(crate) fn rules(machine: &Machine, secret: &str) {
    let (project, user) = (machine.project(), machine.user_home());
    write(
        &project.join("CLAUDE.md"),
        &format!("# 규칙\n\n- 커밋 메시지는 명령형으로 쓴다\n- token: {secret}\n"),
    );
    write(
        &project.join("AGENTS.md"),
        &format!("# 규칙\n\n- 커밋 메시지는 명령형으로 쓴다\n- token: {secret}\n"),
    );
    write(&project.join(".cursorrules"), "Use tabs in Makefiles only.\n");
    write(
        &project.join(".cursor/rules/api.mdc"),
        "---\ndescription: API\nglobs: src/api/**\n---\nErrors are problem+json.\n",
    );
    write(&project.join(".windsurfrules"), "Never touch generated files.\n");
    write(&project.join(".github/copilot-instructions.md"), "Prefer small pull requests.\n");
    write(&user.join(".claude/CLAUDE.md"), "Answer in Korean.\n");
    write(&user.join(".gemini/GEMINI.md"), "## Gemini Added Memories\n- likes short answers\n");
}

pub(crate) fn jaw(machine: &Machine, secret: &str) {
    let structured = machine.user_home().join(".cli-jaw/memory/structured");
    write(
        &structured.join("profile.md"),
        &format!("# Profile\n\nPrefers ES Module only. Key {secret}\n"),
    );
    write(
        &structured.join("episodes/live/2026-09-30.md"),
        "## 15:30\n\nDecided to use JWT refresh tokens; ES Module only.\n",
    );
    write(&structured.join("procedures/배포.md"), "# 배포\n\n1. 태그를 단다\n");
    write(&structured.join("sessions/2026.md"), "never searched\n");
}

pub(crate) fn claw(machine: &Machine, secret: &str) {
    let memory = machine.user_home().join(".cli-claw/memory");
    write(&memory.join("MEMORY.md"), &format!("회의 시간은 목요일 오전 10시. {secret}\n"));
    write(&memory.join("2026-09-29.md"), "- [회의]: 안건을 미리 보낸다\n");
}

pub(crate) fn openclaw_notes(machine: &Machine, secret: &str) {
    let workspace = machine.user_home().join(".openclaw/workspace");
    write(
        &workspace.join("USER.md"),
        &format!("# User\n\nCoffee preference: oat milk. {secret}\n"),
    );
    write(&workspace.join("SOUL.md"), "# Soul\n\nCalm.\n");
    write(&workspace.join("memory/2026-10-01.md"), "# 2026-10-01\n\n- bought beans\n");
    write(&workspace.join("skills/x/SKILL.md"), "not a memory\n");
}

pub(crate) fn claude_mem(machine: &Machine, secret: &str) {
    let statements = format!(
        "CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT UNIQUE NOT NULL, memory_session_id TEXT, project TEXT NOT NULL);
         CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, concepts TEXT, files_read TEXT, files_modified TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
         CREATE TABLE session_summaries (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
         CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
         INSERT INTO sdk_sessions VALUES (1, 'mem-1', 'x', 'app');
         INSERT INTO observations VALUES (1, 'x', 'app', NULL, 'bugfix', 'Websocket reconnect storm', 'Clients came back at once', '[\"websocket reconnect waits with jitter\", \"limit is 30 s\"]', 'All clients reconnected in the same second. {secret}', '[]', '[]', '[\"src/ws.ts\"]', '', 1759741200000);
         INSERT INTO session_summaries VALUES (1, 'x', 'app', '재접속 폭주를 막아줘', NULL, '지터가 필요하다', '백오프를 넣었다', NULL, NULL, '', 1759741300000);
         INSERT INTO user_prompts VALUES (1, 'mem-1', 1, '재접속 폭주를 막아줘 {secret}', '', 1759741100000);"
    );
    create_sqlite(&machine.user_home().join(".claude-mem/claude-mem.db"), &statements);
}
