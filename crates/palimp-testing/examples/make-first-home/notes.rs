//! Notes: written by hand, saved, written by an agent, decided about, and indexed.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::put;

/// Notes that a person wrote with an editor of hers.
const BY_HAND: [(&str, &str); 10] = [
    (
        "MEMORY.md",
        "# Core Memory\n\n- The staging cluster is called heron; production is called osprey.\n- 배포는 금요일에 하지 않는다.\n- Ask before touching the billing schema.\n",
    ),
    ("profile.md", "# Profile\n\n- 이름은 지민, 백엔드 개발자.\n- Prefers short answers.\n"),
    ("shared/soul.md", "# Soul\n\n- Be calm and exact.\n"),
    (
        "shared/projects.md",
        "# Projects\n\n- The default branch is develop\n- 배포 담당자는 민수다\n",
    ),
    (
        "결정.md",
        "# 결정\n\n## 데이터베이스\n\nPostgreSQL 17을 쓴다. 이유는 논리 복제 때문이다.\n\n## 인증\n\nJWT 대신 세션 쿠키를 쓴다.\n",
    ),
    (
        "areas/운영/배포 절차.md",
        "---\ntitle: 배포 절차\naliases: [deploy, rollout]\ntags: [운영, 배포]\nproject: app\ncreated: 2026-03-14\nx-mine: 1\n---\n# 배포 절차\n\n> [!warning] 금요일 금지\n\n[[서버]]에서 blue-green으로 배포하고 롤백은 5분 안에 한다. ^rollback\n\n```sh\njust deploy osprey   # not heron\n```\n\n- [ ] 체크리스트 정리 #todo\n",
    ),
    ("서버.md", "# 서버\n\nosprey-1 is in Seoul, osprey-2 in Busan.\n"),
    ("archive/old-narwhal.md", "# Narwhal\n\nThe old narwhal endpoint was retired in 2024.\n"),
    // As a flush of two days before had left it; what was said since contradicts it.
    (
        "episodes/live/2026-11-20.md",
        "# 2026-11-20\n\n## 17:30 — Memory Flush #1\n<!-- palimp:flush talk-0 1-8 -->\n<!-- palimp: by=agent client=codex session=talk-0 project=app project-id=7af5b9b4281d7e6a at=2026-11-20T17:30:00+09:00 -->\n\n- [dev-server]: the dev server runs on port 3000\n- [ci]: CI는 GitHub Actions로 돌린다\n",
    ),
    ("sessions/raw.md", "This is never indexed: xenotime.\n"),
];

/// Notes of the vault that is an Obsidian vault, of the agent `job`.
const OF_JOB: [(&str, &str); 2] = [
    (
        "Payroll.md",
        "---\ntags:\n  - payroll\n---\n# Payroll\n\nThe payroll run starts on the 25th, see [[Calendar]].\n",
    ),
    ("Calendar.md", "# Calendar\n\n급여일은 25일이다.\n"),
];

/// Writes what people and agents wrote down.
pub(crate) fn write(machine: &Machine) {
    for (path, text) in BY_HAND {
        put(&machine.home().join("vault").join(path), text);
    }
    for (path, text) in OF_JOB {
        put(&machine.user_home().join("Obsidian").join(path), text);
    }
    machine.run_ok(["save", "The demo for the auditors went well."]);
    machine.run_ok(["save", "회의에서 쿼터 정책을 정했다."]);
    machine.run_ok(["save", "--kind", "preference", "Tabs, never spaces."]);
    machine.run_ok(["save", "--kind", "lesson", "The flaky test is test_clock; run it alone."]);
    machine.run_ok([
        "save",
        "--kind",
        "procedure",
        "Rotate keys\n\n1. just rotate\n2. tell the team",
    ]);
    machine.run_ok(["save", "ideas.md", "A first idea: a marmot as the mascot."]);
    machine.run_ok(["save", "ideas.md", "# Ideas\n\nA heron as the mascot.", "--replace"]);
    machine.run_ok(["save", "ideas.md", "The heron wears a hat."]);
    machine.run_ok(["save", "--agent", "job", "The tax table of 2026 is loaded."]);
    by_an_agent(machine);
}

/// What an agent wrote by its tools; the first version let it write what every session is told.
fn by_an_agent(machine: &Machine) {
    let calls = [
        json!({ "text": "Deploys need two approvals.", "kind": "decision" }),
        json!({ "text": "The test database is reset every night.", "kind": "core" }),
        json!({ "text": "The user likes long explanations.", "path": "profile.md" }),
        json!({ "text": "Be terse and cheeky.", "path": "shared/soul.md" }),
        json!({ "text": "기능 플래그는 flags.toml에 있다.", "kind": "semantic" }),
    ];
    let mut server = machine
        .command(["mcp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut to = server.stdin.take().expect("a pipe");
    let mut from = BufReader::new(server.stdout.take().expect("a pipe"));
    let mut ask = |id: usize, method: &str, params: Value| {
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(to, "{line}").expect("a question");
        let mut answer = String::new();
        from.read_line(&mut answer).expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("JSON");
        assert!(answer["error"].is_null() && answer["result"]["isError"] != true, "{answer}");
    };
    ask(
        0,
        "initialize",
        json!({ "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": { "name": "claude-code", "version": "2.1.329" } }),
    );
    for (number, call) in calls.into_iter().enumerate() {
        ask(number + 1, "tools/call", json!({ "name": "memory_save", "arguments": call }));
    }
    drop(to);
    server.wait().expect("its end");
}

/// Decides about some of what reflection proposed, and writes into the part that it keeps.
pub(crate) fn decide(machine: &Machine) {
    // In the first version this line landed among reflection's own.
    machine.run_ok(["save", "--kind", "decision", "We release on the first Monday of a month."]);
    let waiting = machine.run_json(&["review"]);
    let ids: Vec<_> =
        waiting["proposals"].as_array().expect("a list").iter().map(|it| &it["id"]).collect();
    assert!(ids.len() >= 3, "{waiting}");
    machine.run_ok(["review", "accept", ids[0].as_str().expect("an id")]);
    machine.run_ok(["review", "reject", ids[1].as_str().expect("an id")]);
}

/// Takes everything into the index, and pins what is worth it.
pub(crate) fn index(machine: &Machine) {
    for agent in ["main", "job"] {
        machine.run_ok(["index", "--agent", agent]);
    }
    machine.run_ok(["pin", "1"]);
    assert!(
        !machine.run_json(&["search", "heron mascot"])["hits"].as_array().expect("hits").is_empty()
    );
}
