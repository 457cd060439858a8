//! The memory as agents see it, over MCP.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::{Duration, Instant};

use palimp_testing::Machine;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::machine;

/// An agent that talks to `palimp mcp`.
pub(crate) struct Agent {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    number: u64,
}

impl Agent {
    pub(crate) fn on(machine: &Machine, args: &[&str]) -> Agent {
        Agent::in_project(machine, &machine.project(), args)
    }

    /// The same, in another directory than the machine's project.
    pub(crate) fn in_project(machine: &Machine, project: &Path, args: &[&str]) -> Agent {
        let mut command = machine.command(["mcp"].iter().chain(args));
        command.current_dir(project);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (to, from) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let mut agent = Agent { child, to, from, number: 0 };
        let hello = agent.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "claude-code", "version": "1" },
            }),
        );
        assert!(hello["instructions"].as_str().unwrap().contains("memory_search"), "{hello}");
        agent.tell("notifications/initialized", json!({}));
        agent
    }

    fn tell(&mut self, method: &str, params: Value) {
        let line = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.number += 1;
        let number = self.number;
        let line = json!({ "jsonrpc": "2.0", "id": number, "method": method, "params": params });
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server went away");
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer["id"] == number {
                assert!(answer["error"].is_null(), "{answer}");
                return answer["result"].clone();
            }
        }
    }

    /// Calls a tool: its text, and whether it went well.
    pub(crate) fn call(&mut self, tool: &str, arguments: Value) -> (String, bool) {
        let result = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }));
        let parts = result["content"].as_array().unwrap().iter();
        let text: Vec<&str> = parts.filter_map(|part| part["text"].as_str()).collect();
        (text.join("\n"), result["isError"] != true)
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        drop(self.to.take());
        let _ = self.child.wait();
    }
}

#[test]
fn a_saved_text_is_found_by_its_aliases_and_keeps_its_places() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let secret = format!("ghp_{}", "a1B2".repeat(9));
    let (said, well) = agent.call(
        "memory_save",
        json!({
            "text": "`max_conns` is read before the configuration of the gateway.",
            "kind": "project",
            "aliases": ["database pool exhausted", "커넥션 고갈", format!("token {secret}")],
            "at": ["src/pool.rs:10-20"],
        }),
    );
    assert!(well && said.contains("Taken out first: github-token"), "{said}");
    agent.call("memory_save", json!({ "text": "The gateway logs to stderr.", "kind": "project" }));
    let note = fs::read_to_string(machine.home().join("vault/shared/projects.md")).unwrap();
    assert!(note.contains("places=src/pool.rs:10-20") && note.contains("aliases="), "{note}");
    assert!(!note.contains(&secret) && !note.contains("token"), "{note}");
    for question in ["database pool exhausted", "커넥션 고갈"] {
        let (found, _) = agent.call("memory_search", json!({ "query": question }));
        assert!(found.contains("max_conns") && !found.contains("aliases="), "{found}");
        let neighbour = found.find("stderr").unwrap_or(usize::MAX);
        assert!(found.find("max_conns") < Some(neighbour), "{found}");
    }
    let payload = machine.claude_payload(
        "UserPromptSubmit",
        "s",
        json!({ "prompt": "why is the database pool exhausted?", "prompt_id": "1" }),
    );
    let told = machine.hook("claude", &payload);
    assert!(told.contains("max_conns") && !told.contains("exhausted"), "{told}");
    let (why, well) =
        agent.call("memory_save", json!({ "text": "x", "aliases": ["a", "b", "c", "d"] }));
    assert!(!well && why.contains("at most 3"), "{why}");
    let (why, well) =
        agent.call("memory_save", json!({ "text": "x", "aliases": ["too long ".repeat(20)] }));
    assert!(!well && why.contains("at most 160 characters"), "{why}");
}

#[test]
fn what_stands_there_is_not_written_again() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    for (kind, path) in [
        ("project", "shared/projects.md"),
        ("daily", "memory/"),
        ("decision", "shared/decisions.md"),
    ] {
        let text = format!("The {kind} gate listens on port 8787.");
        let save = json!({ "text": text, "kind": kind });
        let (first, _) = agent.call("memory_save", save.clone());
        assert!(first.starts_with("Saved to") && first.contains(path), "{first}");
        let (second, well) = agent.call("memory_save", save);
        assert!(well && second.starts_with("Not written again: it stands in"), "{second}");
        let line = |said: &str| said.rsplit("line ").next().unwrap().to_owned();
        assert_eq!(line(&first), line(&second));
        let everywhere = json!({ "text": text, "kind": kind, "scope": "user" });
        let (other, _) = agent.call("memory_save", everywhere);
        assert!(other.starts_with("Saved to"), "it holds elsewhere too: {other}");
        let longer = json!({ "text": format!("{text} So does its twin."), "kind": kind });
        assert!(agent.call("memory_save", longer).0.starts_with("Saved to"));
    }
}

#[test]
fn an_alias_is_forgotten_as_its_text_is() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let save = |agent: &mut Agent, text: &str| {
        let aliases = ["zeppelin machine", "비행선 창고"];
        let at = ["ops/acme-corp/kiwi.yaml"];
        agent.call("memory_save", json!({ "text": text, "aliases": aliases, "at": at }));
    };
    save(&mut agent, "The kiwi box stands in rack four.");
    save(&mut agent, "The lime box stands in rack five.");
    for (target, residue) in
        [("Zeppelin machine", "zeppelin"), ("acme-corp", "acme"), ("비행선 창고", "비행선")]
    {
        assert!(!machine.files_with(residue).is_empty(), "{residue}");
        machine.run_ok(["forget", target, "--yes"]);
        assert_eq!(machine.files_with(residue), Vec::<std::path::PathBuf>::new());
    }
    assert!(machine.run_ok(["search", "lime box"]).contains("rack five"));
}

#[test]
fn an_alias_of_all_kinds_of_words_is_told_to_nobody() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let questions = [
        "why does the retry queue hang after the checkout deploy?",
        "rename the gateway config loader and add tests",
        "where is the parser for invoice exports?",
        "the login form loses its session token on reload",
    ];
    let words: Vec<&str> = questions.iter().flat_map(|question| question.split(' ')).collect();
    let mixed = |first: usize| words.iter().skip(first).step_by(3).copied().collect::<Vec<_>>();
    let aliases = [mixed(0).join(" "), mixed(1).join(" "), mixed(2).join(" ")];
    let text = "Always run the cleanup script.";
    agent.call("memory_save", json!({ "text": text, "kind": "project", "aliases": aliases }));
    machine.run_ok(["index"]);
    for (number, question) in questions.iter().enumerate() {
        let fields = json!({ "prompt": question, "prompt_id": number.to_string() });
        let told = machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", fields));
        assert!(!told.contains("cleanup script"), "{question}: {told}");
    }
}

#[test]
fn what_an_agent_saves_it_finds_reads_and_forgets() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let (saved, well) = agent
        .call("memory_save", json!({ "text": "Deploys need two approvals.", "kind": "decision" }));
    assert!(well && saved.contains("shared/decisions.md"), "{saved}");
    let note = fs::read_to_string(machine.home().join("vault/shared/decisions.md")).unwrap();
    assert!(note.contains("by=agent") && note.contains("project=app"), "{note}");
    let (found, well) = agent.call("memory_search", json!({ "query": "deploy approvals" }));
    assert!(
        well && found.contains("two approvals") && found.contains("shared/decisions.md"),
        "{found}"
    );
    let (read, well) = agent.call("memory_get", json!({ "path": "shared/decisions.md" }));
    assert!(well && read.contains("two approvals"), "{read}");
    let (listed, _) = agent.call("memory_forget", json!({ "target": "two approvals" }));
    assert!(listed.contains("shared/decisions.md"), "{listed}");
    let still = fs::read_to_string(machine.home().join("vault/shared/decisions.md")).unwrap();
    assert_eq!(still, note, "the first call removes nothing");
    let resources = agent.ask("resources/list", json!({}));
    assert!(resources.to_string().contains("shared/decisions.md"), "{resources}");
}

#[test]
fn a_note_written_by_hand_is_found_by_a_server_that_runs() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let vault = machine.home().join("vault");
    fs::create_dir_all(&vault).unwrap();
    for animal in ["gazelle", "wombat", "numbat"] {
        fs::write(vault.join("a.md"), format!("The {animal} is watched.\n")).unwrap();
        let (found, _) = agent.call("memory_search", json!({ "query": animal }));
        assert!(found.contains(animal), "{found}");
    }
}

#[test]
fn a_note_written_by_hand_is_imported_before_anybody_asks() {
    let machine = machine();
    machine.run_ok(["save", "the first note"]);
    machine.run_ok(["config", "set", "index.debounceMs", "50"]);
    let mut agent = Agent::on(&machine, &[]);
    // When it has answered, it watches.
    agent.call("memory_search", json!({ "query": "first" }));
    fs::write(machine.home().join("vault/a.md"), "The gazelle is watched.\n").unwrap();
    let index = machine.home().join("index");
    let is_indexed = || machine.files_with("gazelle").iter().any(|path| path.starts_with(&index));
    let patience = Instant::now() + Duration::from_secs(60);
    while !is_indexed() {
        assert!(Instant::now() < patience, "a search alone would find it");
        std::thread::yield_now();
    }
}

#[test]
fn an_agent_reads_nothing_but_the_notes_of_its_own_vault() {
    let machine = machine();
    machine.run_ok(["save", "inside"]);
    machine.run_ok(["save", "secret of the other", "--agent", "other"]);
    let vault = machine.home().join("vault");
    fs::write(machine.root().join("outside.md"), "outside\n").unwrap();
    fs::write(vault.join("plain.txt"), "text\n").unwrap();
    std::os::unix::fs::symlink(machine.root().join("outside.md"), vault.join("leaf.md")).unwrap();
    std::os::unix::fs::symlink(machine.root(), vault.join("parent")).unwrap();
    let absolute = machine.root().join("outside.md");
    let mut agent = Agent::on(&machine, &[]);
    for path in [
        "../../outside.md",
        absolute.to_str().unwrap(),
        "leaf.md",
        "parent/outside.md",
        "plain.txt",
        "../agents/other/vault/memory/x.md",
        "/etc/passwd",
        "missing.md",
    ] {
        let (said, well) = agent.call("memory_get", json!({ "path": path }));
        assert!(!well && said.len() > 15, "{path}: {said}");
        assert!(!said.contains("outside\n"), "{path}: {said}");
    }
    let (found, _) = agent.call("memory_search", json!({ "query": "secret of the other" }));
    assert!(!found.contains("secret of the other"), "{found}");
    let mut other = Agent::on(&machine, &["--agent", "other"]);
    let (found, _) = other.call("memory_search", json!({ "query": "secret of the other" }));
    assert!(found.contains("secret of the other"), "{found}");
}

#[test]
fn a_server_that_is_asked_to_end_ends_well() {
    let machine = machine();
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = machine.command(["mcp", "--http", "127.0.0.1:0"]);
        let mut server = server.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        BufReader::new(server.stderr.as_mut().unwrap()).read_line(&mut said).unwrap();
        let address = said.split("//").nth(1).unwrap().trim_end().trim_end_matches("/mcp");
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(b"GET /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
        // An answer tells that the server runs, and so that it listens to signals.
        stream.read_exact(&mut [0; 12]).unwrap();
        kill_process(Pid::from_child(&server), signal).unwrap();
        assert_eq!(server.wait().unwrap().code(), Some(0), "{signal:?}");
    }
}

#[test]
fn a_server_that_may_open_few_files_answers_beside_many_that_only_connect() {
    let machine = machine();
    machine.run_ok(["save", "The walrus lives in the Arctic."]);
    let few = "ulimit -n 100; exec \"$0\" mcp --http 127.0.0.1:0";
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", few, env!("CARGO_BIN_EXE_palimp")]).env_clear();
    shell.env("HOME", machine.user_home()).current_dir(machine.project());
    let mut server = shell.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(server.stderr.take().unwrap()).lines();
    let mut next = || said.next().expect("a line").unwrap();
    let (address, token) = (next(), next());
    let address = address.split("//").nth(1).unwrap().trim_end_matches("/mcp").to_owned();
    let half_open = |_| {
        let mut stream = TcpStream::connect(&address).unwrap();
        // Who came too early is gone by now.
        let _ = stream.write_all(b"POST /mcp HTTP/1.1\r\nHost: local");
        stream
    };
    let waiting: Vec<_> = (0..200).map(half_open).collect();
    let query = json!({ "name": "memory_search", "arguments": { "query": "walrus" } });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": query });
    let body = body.to_string();
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    let head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
        Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n";
    write!(stream, "{head}{token}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).unwrap();
    let mut answer = String::new();
    let read = stream.read_to_string(&mut answer);
    server.kill().unwrap();
    server.wait().unwrap();
    read.expect("an answer in time");
    assert!(answer.contains("Arctic"), "{answer}");
    drop(waiting);
}

#[test]
fn a_hit_of_any_kind_is_read_whole_by_its_id() {
    let machine = machine();
    machine.hook_bash("s", "git push origin walrus", &"pushed a walrus\n".repeat(40));
    let mut agent = Agent::on(&machine, &[]);
    let (found, _) = agent.call("memory_search", json!({ "query": "walrus push" }));
    assert!(found.contains("1. #1 · "), "{found}");
    let (whole, well) = agent.call("memory_get", json!({ "path": "#1" }));
    assert!(well && whole.contains("git push origin walrus"), "{whole}");
    let (same, _) = agent.call("memory_get", json!({ "id": "#1" }));
    assert_eq!(same, whole);
    let (why, well) = agent.call("memory_get", json!({ "id": "#99" }));
    assert!(!well && why.contains("no result #99"), "{why}");
    let (why, well) = agent.call("memory_get", json!({}));
    assert!(!well && why.contains("path or id"), "{why}");
}

#[test]
fn an_answer_fits_the_budget_that_the_agent_sets() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    for n in 0..6 {
        let text = format!(
            "Walrus rule {n}: {}",
            "the herd rests on the northern rock at dusk. ".repeat(6)
        );
        agent.call("memory_save", json!({ "text": text, "path": format!("walrus/{n}.md") }));
    }
    let ask = |agent: &mut Agent, most: Option<usize>| {
        let (said, well) = agent.call(
            "memory_search",
            json!({ "query": "where does the walrus herd rest", "max_chars": most }),
        );
        assert!(well, "{said}");
        said
    };
    let whole = ask(&mut agent, None);
    let fitted = ask(&mut agent, Some(700));
    assert!(whole.chars().count() > 1_200, "{whole}");
    assert!(fitted.chars().count() <= 700 && fitted.contains("memory_get opens"), "{fitted}");
    let (note, _) = agent.call("memory_get", json!({ "path": "walrus/1.md", "max_chars": 40 }));
    assert!(note.contains("Walrus rule 1") && note.contains('…'), "{note}");
}

/// The hash that an answer of `memory_get` names.
fn hash_in(read: &str) -> String {
    let hash = read.split(", hash ").nth(1).expect(read);
    hash.split(' ').next().unwrap().to_owned()
}

#[test]
fn an_agent_replaces_its_own_words_and_nobody_elses() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let vault = machine.home().join("vault");
    fs::create_dir_all(&vault).unwrap();
    fs::write(vault.join("ops.md"), "# Ops\n\n- The database is on port 5432\n").unwrap();
    agent.call("memory_save", json!({ "text": "Deploys are on Friday.", "path": "ops.md" }));
    let note = || fs::read_to_string(vault.join("ops.md")).unwrap();
    let instead =
        |replace: &str, text: &str| json!({ "path": "ops.md", "replace": replace, "text": text });
    let (said, well) = agent.call("memory_save", instead("Friday", "Monday"));
    assert!(well && said.contains("ops.md, line 5"), "{said}");
    assert!(
        note().contains("Deploys are on Monday. <!-- palimp: by=agent client=claude"),
        "{}",
        note()
    );
    let before = note();
    let (said, well) = agent.call("memory_save", instead("port 5432", "port 6543"));
    assert!(!well && said.contains("cannot replace line 3: it has another author"), "{said}");
    let (said, well) = agent.call("memory_save", instead("Sunday", "Monday"));
    assert!(!well && said.contains("read the note again"), "{said}");
    let core = json!({ "path": "MEMORY.md", "replace": "a", "text": "b" });
    let (said, well) = agent.call("memory_save", core);
    assert!(!well && said.contains("the user approves each line"), "{said}");
    let (said, well) = agent.call("memory_save", json!({ "replace": "Monday", "text": "x" }));
    assert!(!well && said.contains("`path`"), "{said}");
    assert_eq!(note(), before);
    assert!(machine.run_ok(["log"]).contains("Monday"), "what an agent replaces is logged");
    assert_eq!(machine.run_json(&["history", "ops.md"])["versions"].as_array().unwrap().len(), 2);
}

#[test]
fn a_note_that_has_changed_is_shown_and_not_written() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    let vault = machine.home().join("vault");
    fs::create_dir_all(&vault).unwrap();
    fs::write(vault.join("ops.md"), "The gateway is nginx.\n").unwrap();
    let (read, _) = agent.call("memory_get", json!({ "path": "ops.md" }));
    let save =
        |hash: &str| json!({ "path": "ops.md", "expected": hash, "text": "It runs on port 80." });
    fs::write(vault.join("ops.md"), "The gateway is caddy.\n").unwrap();
    let (said, well) = agent.call("memory_save", save(&hash_in(&read)));
    assert!(well && said.contains("Not written"), "{said}");
    assert!(said.contains("caddy") && said.contains("port 80"), "both are shown: {said}");
    assert_eq!(fs::read_to_string(vault.join("ops.md")).unwrap(), "The gateway is caddy.\n");
    assert!(!machine.run_ok(["log"]).contains("port 80"));
    let (read, _) = agent.call("memory_get", json!({ "path": "ops.md" }));
    assert!(said.contains(&hash_in(&read)), "{said}");
    let (said, well) = agent.call("memory_save", save(&hash_in(&read)));
    assert!(well && said.starts_with("Saved to ops.md, line 3"), "{said}");
}

#[test]
fn an_agent_searches_notes_with_a_tag() {
    let machine = machine();
    let mut agent = Agent::on(&machine, &[]);
    machine.run_ok(["save", "a.md", "배포는 금요일을 피한다. #회의"]);
    machine.run_ok(["save", "b.md", "배포는 월요일에 한다."]);
    let tagged = json!({ "query": "배포", "tag": "회의" });
    let (found, well) = agent.call("memory_search", tagged);
    assert!(well && found.contains("a.md") && !found.contains("b.md"), "{found}");
}
