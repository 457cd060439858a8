//! The one question of `palimp up` about who writes the notes.

use std::fs;
use std::process::Command;

use palimp_testing::Machine;
use palimp_testing::terminal::TestTerminal;

use crate::machine;

const QUESTION: &str = "Let a cheap model of your agents summarise sessions: Claude Code (haiku)?";
const CONNECT_PROMPT: &str = "Connect Claude Code? [Y yes / n no / d show changes] ";

/// A machine with a folder of Claude Code and its program, which is never started.
fn with_claude() -> Machine {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let bin = machine.root().join("bin");
    fs::create_dir_all(&bin).unwrap();
    palimp_testing::write_program(bin.join("claude"), "#!/bin/sh\nexit 9\n");
    machine
}

fn with_path(machine: &Machine, args: &[&str]) -> Command {
    let mut command = machine.command(args);
    command.env("PATH", format!("{}:/usr/bin:/bin", machine.root().join("bin").display()));
    command
}

fn up(machine: &Machine) -> TestTerminal {
    let mut terminal = TestTerminal::start(with_path(machine, &["up", "--no-import"]));
    terminal.wait_for_text(CONNECT_PROMPT);
    terminal.press_keys("\r");
    terminal
}

/// Leaves the offer of man pages behind.
fn skip_pages(terminal: &mut TestTerminal) {
    terminal.wait_for_text("Install man pages and completions for your shell? ");
    terminal.wait_for_text("] ");
    terminal.press_keys("n\r");
}

fn distiller(machine: &Machine) -> serde_json::Value {
    machine.run_json(&["config", "get", "flush.summarizer"])["value"].clone()
}

fn says(command: &mut Command) -> String {
    String::from_utf8(command.output().unwrap().stderr).unwrap()
}

#[test]
fn enter_chooses_model_and_up_asks_once() {
    let machine = with_claude();
    let mut terminal = up(&machine);
    skip_pages(&mut terminal);
    terminal.wait_for_text(QUESTION);
    let price = terminal.wait_for_text("[Y yes / n no] ");
    assert!(price.contains("about 2,100 tokens a session"), "{price}");
    assert!(price.contains("at most 50,000 a day"), "{price}");
    terminal.press_keys("\r");
    assert!(terminal.wait_for_exit().success());
    assert_eq!(distiller(&machine), "session");
    let mut again = up(&machine);
    skip_pages(&mut again);
    assert!(!again.wait_for_rest().contains("cheap model"), "{}", again.shown_text());
    let said = says(&mut with_path(&machine, &["up", "--yes"]));
    assert!(!said.contains("Rules summarise sessions"), "{said}");
}

#[test]
fn no_keeps_rules_and_is_not_asked_again() {
    let machine = with_claude();
    let mut terminal = up(&machine);
    skip_pages(&mut terminal);
    terminal.wait_for_text(QUESTION);
    terminal.wait_for_text("[Y yes / n no] ");
    terminal.press_keys("n\r");
    assert!(terminal.wait_for_exit().success());
    assert_eq!(distiller(&machine), "rules");
    let mut again = up(&machine);
    skip_pages(&mut again);
    assert!(!again.wait_for_rest().contains("cheap model"), "{}", again.shown_text());
}

#[test]
fn yes_flag_takes_rules_and_names_command() {
    let machine = with_claude();
    let project = machine.user_home().join(".claude/projects/-home-dev-app");
    fs::create_dir_all(&project).unwrap();
    let transcript = palimp_testing::read_fixture("claude", "transcript.main.jsonl");
    fs::write(project.join("11111111-2222-4333-8444-555555555555.jsonl"), transcript).unwrap();
    let said = says(&mut with_path(&machine, &["up", "--yes"]));
    let line = said.lines().find(|line| line.starts_with("Rules summarise sessions")).unwrap();
    assert!(line.contains("Claude Code (haiku) would find 88 % for about "), "{line}");
    assert!(!line.contains("2,100"), "the price is that of this machine's sessions: {line}");
    assert!(line.ends_with("`palimp config set flush.summarizer session`."), "{line}");
    assert_eq!(distiller(&machine), "rules");
    machine.run_ok(["config", "set", "flush.summarizer", "rules"]);
    let said = says(&mut with_path(&machine, &["up", "--yes"]));
    assert!(!said.contains("Rules summarise sessions"), "it is configured: {said}");
}

#[test]
fn client_without_model_makes_up_name_agent() {
    let machine = with_claude();
    fs::create_dir_all(machine.user_home().join(".cursor")).unwrap();
    let said = says(&mut with_path(&machine, &["up", "--yes"]));
    assert!(said.contains("`palimp config set flush.summarizer claude`."), "{said}");
}

#[test]
fn up_without_agent_program_asks_nothing() {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let mut terminal = TestTerminal::start(machine.command(["up", "--no-import"]));
    terminal.wait_for_text(CONNECT_PROMPT);
    terminal.press_keys("\r");
    skip_pages(&mut terminal);
    assert!(!terminal.wait_for_rest().contains("cheap model"), "{}", terminal.shown_text());
    assert!(terminal.wait_for_exit().success());
    assert_eq!(distiller(&machine), "rules");
}
