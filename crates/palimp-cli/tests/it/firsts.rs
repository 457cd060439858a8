//! First users, each at a terminal with an empty home and what she has from before: three commands at
//! the most, and what she asks for is there.

use std::fs;
use std::time::Instant;

use palimp_testing::Machine;
use palimp_testing::terminal::TestTerminal;
use serde_json::json;

use crate::bootstrap::sources::{self, Planted, write};
use crate::bootstrap::tree;
use crate::machine;
use crate::mcp::Agent;

/// Runs commands at a terminal, each to its end; answers what the last one showed.
#[track_caller]
fn typed(who: &str, machine: &Machine, locale: &str, commands: &[&[&str]]) -> String {
    assert!(commands.len() <= 3, "three commands at the most");
    let mut shown = String::new();
    for args in commands {
        let mut command = machine.command(*args);
        command.env("LC_ALL", locale).env("TERM", "xterm").env("NO_COLOR", "1");
        let began = Instant::now();
        let mut terminal = TestTerminal::with_size(command, 80, 24);
        shown = terminal.wait_for_rest();
        assert!(terminal.wait_for_exit().success(), "{args:?}: {shown}");
        took(&format!("{who}: palimp {}", args.join(" ")), began);
    }
    shown
}

/// Says how long a step took, to whoever runs this with `--nocapture`.
#[expect(clippy::print_stderr, reason = "a figure for whoever measures")]
fn took(step: &str, began: Instant) {
    eprintln!("{step} took {} ms", began.elapsed().as_millis());
}

/// One line of what was shown, however the terminal broke it.
fn unbroken(shown: &str) -> String {
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn planted(kind: &str) -> &'static Planted {
    sources::ALL.iter().find(|it| it.kind == kind).expect(kind)
}

#[test]
fn a_user_of_claude_code_finds_what_was_said_before_palimp_was_there() {
    let machine = machine();
    let past = planted("claude");
    (past.plant)(&machine, "");
    let commands: [&[&str]; 2] = [&["up", "--yes"], &["search", past.query]];
    let shown = typed("Claude Code", &machine, "en_US.UTF-8", &commands);
    assert!(unbroken(&shown).contains(past.says), "{shown}");
}

#[test]
fn a_developer_who_reads_korean_alone_is_spoken_to_in_korean() {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let commands: [&[&str]; 3] = [
        &["up", "--yes"],
        &["save", "배포는 금요일에 하지 않는다. 주말에 당직이 없기 때문이다"],
        &["search", "금요일에 배포해도 돼?"],
    ];
    let shown = typed("Korean", &machine, "ko_KR.UTF-8", &commands);
    assert!(unbroken(&shown).contains("배포는 금요일에 하지 않는다"), "{shown}");
    assert!(shown.contains("사용자 작성"), "{shown}");
}

#[test]
fn the_owner_of_a_vault_of_300_notes_finds_one_and_keeps_all_as_they_were() {
    let machine = machine();
    let vault = machine.user_home().join("Vault");
    write(&vault.join(".obsidian/app.json"), "{}\n");
    write(&vault.join("Templates/daily.md"), "# {{date}}\n\n- [ ] \n");
    for number in 0..300 {
        let (folder, next) = (["일지", "Projects", "People"][number % 3], (number + 7) % 300);
        let text = format!(
            "---\ntags: [area/{folder}]\naliases: [n{number}]\n---\n# Note {number}\n\n\
             Follows [[Note {next}]]. Room {number} has {} chairs.\n\n## 메모\n\n- 할 일 {number}\n",
            number * 3
        );
        write(&vault.join(folder).join(format!("Note {number}.md")), &text);
    }
    write(&vault.join("일지/수면 습관.md"), "# 수면 습관\n\n- 커피는 오후 두 시까지만 마신다\n");
    let before = tree(&vault);
    let path = vault.to_str().unwrap();
    let commands: [&[&str]; 2] = [&["init", "--vault", path], &["search", "수면 습관"]];
    let shown = typed("Obsidian", &machine, "en_US.UTF-8", &commands);
    assert!(unbroken(&shown).contains("커피는 오후 두 시까지만"), "{shown}");
    assert_eq!(tree(&vault), before);
}

#[test]
fn whoever_comes_from_another_memory_finds_what_it_kept() {
    for kind in ["cli-jaw", "openclaw", "openclaw-notes", "claude-mem"] {
        let machine = machine();
        let past = planted(kind);
        (past.plant)(&machine, "");
        let commands: [&[&str]; 2] = [&["up", "--yes"], &["search", past.query]];
        let shown = typed(kind, &machine, "en_US.UTF-8", &commands);
        assert!(unbroken(&shown).contains(past.says), "{kind}: {shown}");
    }
}

#[test]
fn an_agent_over_mcp_finds_in_the_next_session_what_it_saved_in_this() {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    typed("MCP", &machine, "en_US.UTF-8", &[&["up", "--yes"]]);
    let began = Instant::now();
    let mut agent = Agent::on(&machine, &[]);
    let (said, well) =
        agent.call("memory_save", json!({ "text": "The staging database listens on port 5544" }));
    assert!(well, "{said}");
    took("MCP: start and memory_save", began);
    drop(agent);
    let began = Instant::now();
    let mut next = Agent::on(&machine, &[]);
    let (said, well) = next.call("memory_search", json!({ "query": "which port has staging?" }));
    assert!(well && said.contains("5544"), "{said}");
    took("MCP: start and memory_search", began);
}
