//! Choosing on the screen: the real program in a terminal.

use std::fs;

use palimp_testing::Machine;
use palimp_testing::terminal::TestTerminal;
use rustix::process::Signal;

use crate::machine;

/// What a program writes when it takes a terminal's second screen, and when it gives it back.
const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";

fn with_past() -> Machine {
    let machine = machine();
    machine.hook_bash("s", "git push origin main", "ok");
    machine.hook_bash("s", "cargo test", "12 passed");
    machine.run_ok([
        "save",
        "--everywhere",
        "--kind",
        "decision",
        "배포는 금요일에 하지 않는다 🙂",
    ]);
    machine
}

fn picks(machine: &Machine, args: &[&str], columns: u16) -> TestTerminal {
    let mut command = machine.command(args);
    command.env("TERM", "xterm-256color").env("NO_COLOR", "1");
    let mut terminal = TestTerminal::with_size(command, columns, 20);
    terminal.wait_for_text(TAKEN);
    terminal
}

/// The program is gone, and the terminal as it was.
#[track_caller]
fn given_back(terminal: &mut TestTerminal, code: i32) -> String {
    let rest = terminal.wait_for_rest();
    assert_eq!(terminal.wait_for_exit().code(), Some(code), "{rest:?}");
    assert!(terminal.shown_text().contains(GIVEN_BACK), "{rest:?}");
    assert!(terminal.is_as_shells_have_it());
    rest
}

#[test]
fn what_is_typed_is_found_and_opened_whole() {
    let machine = with_past();
    for columns in [60, 80, 120] {
        let mut terminal = picks(&machine, &["search", "-i"], columns);
        terminal.wait_for_text("> cargo test");
        terminal.press_keys("금요");
        terminal.wait_for_text("> 배포는 금요일에");
        terminal.press_keys("일\r");
        let rest = given_back(&mut terminal, 0);
        let (_, behind) = rest.rsplit_once(GIVEN_BACK).unwrap();
        assert!(behind.contains("배포는 금요일에 하지 않는다 🙂"), "{behind:?}");
    }
}

#[test]
fn what_was_captured_is_filtered_pinned_and_copied() {
    let machine = with_past();
    let mut terminal = picks(&machine, &["recent", "-i"], 80);
    terminal.wait_for_text("1/2");
    terminal.press_keys("PUSH");
    terminal.wait_for_text("1/1");
    terminal.press_keys("\x14");
    terminal.wait_for_text("pinned #1");
    terminal.press_keys("\x19");
    // `git push origin main`, as the terminal is told to copy it.
    terminal.wait_for_text("\x1b]52;c;Z2l0IHB1c2ggb3JpZ2luIG1haW4");
    terminal.wait_for_text("copied");
    terminal.press_keys("\x1b");
    given_back(&mut terminal, 0);
    let rows = machine.run_json(&["recent"]);
    assert_eq!((&rows[0]["pinned"], &rows[1]["pinned"]), (&false.into(), &true.into()));
}

#[test]
fn forgetting_shows_what_goes_and_asks() {
    let machine = with_past();
    let mut terminal = picks(&machine, &["search", "-i", "금요일"], 80);
    terminal.wait_for_text("> 배포는");
    for (answer, outcome) in [("n\r", "Nothing was forgotten."), ("y\r", "forgot 1 line of notes")]
    {
        terminal.press_keys("\x18");
        terminal.wait_for_text("배포는 금요일에 하지 않는다");
        terminal.wait_for_text("This cannot be undone. [y yes / N no] ");
        terminal.press_keys(answer);
        terminal.wait_for_text(outcome);
        terminal.wait_for_text("Enter goes back.");
        terminal.press_keys("\r");
        terminal.wait_for_text(TAKEN);
    }
    terminal.wait_for_text("No match.");
    terminal.press_keys("\x03");
    given_back(&mut terminal, 0);
    assert!(machine.files_with("금요일").is_empty());
}

#[test]
fn a_note_is_opened_in_the_editor_and_what_became_of_it_is_shown() {
    let machine = with_past();
    let mut command = machine.command(["search", "-i", "배포"]);
    command.env("VISUAL", "sed -i s/금요일/목요일/").env("NO_COLOR", "1");
    let mut terminal = TestTerminal::with_size(command, 80, 20);
    terminal.wait_for_text("> 배포는 금요일에");
    terminal.press_keys("\x05");
    terminal.wait_for_text("saved ");
    terminal.wait_for_text("> 배포는 목요일에");
    terminal.press_keys("\x1b");
    given_back(&mut terminal, 0);
}

#[test]
fn the_terminal_is_given_back_whatever_ends_it() {
    let machine = with_past();
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let mut terminal = picks(&machine, &["recent", "-i"], 80);
        terminal.wait_for_text("1/2");
        terminal.send_signal(signal);
        given_back(&mut terminal, code);
    }
}

#[test]
fn a_shell_stops_it_and_lets_it_go_on() {
    let machine = with_past();
    let mut shell = std::process::Command::new("bash");
    shell.args(["-c", "set -m; \"$0\" recent -i; echo stopped; fg; echo over"]);
    shell.arg(env!("CARGO_BIN_EXE_palimp")).env_clear().current_dir(machine.project());
    shell.env("HOME", machine.user_home()).env("PATH", "/usr/bin:/bin").env("TERM", "xterm");
    let mut terminal = TestTerminal::with_size(shell, 80, 20);
    terminal.wait_for_text("1/2");
    terminal.press_keys("\x1a");
    terminal.wait_for_text(GIVEN_BACK);
    terminal.wait_for_text("stopped");
    terminal.wait_for_text(TAKEN);
    terminal.wait_for_text("1/2");
    terminal.press_keys("\x1b");
    terminal.wait_for_text("over");
    given_back(&mut terminal, 0);
}

#[test]
fn for_another_program_the_address_is_printed() {
    let machine = with_past();
    let out = machine.root().join("out");
    let mut command = machine.command(["search", "-i", "금요일"]);
    command.env("NO_COLOR", "1");
    let mut terminal = TestTerminal::into_file(command, fs::File::create(&out).unwrap());
    terminal.wait_for_text("> 배포는 금요일에");
    terminal.press_keys("\x05");
    terminal.wait_for_text("another program");
    terminal.press_keys("\r");
    given_back(&mut terminal, 0);
    let printed = fs::read_to_string(&out).unwrap();
    assert!(printed.starts_with("shared/decisions.md:"), "{printed:?}");
    assert!(machine.run_ok(["show", printed.trim()]).contains("금요일"));
}

#[test]
fn the_screen_is_there_before_a_service_is_asked() {
    let machine = with_past();
    // It takes questions and answers none.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", silent.local_addr().unwrap());
    for (key, value) in [
        ("embedding.provider", "openai"),
        ("embedding.model", "fake"),
        ("embedding.baseUrl", address.as_str()),
    ] {
        machine.run_ok(["config", "set", key, value]);
    }
    // Whether something is asked for already or nothing yet, Ctrl-C ends what waits for the service.
    for asked_for in [&["search", "-i", "금요일"][..], &["search", "-i"]] {
        let mut command = machine.command(asked_for);
        command.env("NO_COLOR", "1").env("OPENAI_API_KEY", "key");
        let mut terminal = TestTerminal::with_size(command, 80, 20);
        terminal.wait_for_text(TAKEN);
        let (mut asked, _) = silent.accept().unwrap();
        asked.set_read_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
        let given_up = std::io::copy(&mut asked, &mut std::io::sink()).is_ok();
        assert!(!given_up, "the screen came when the service had not answered in time");
        terminal.press_keys("\x03");
        given_back(&mut terminal, 130);
    }
}

#[test]
fn without_colours_the_chosen_one_is_seen_all_the_same() {
    let machine = with_past();
    let mut command = machine.command(["recent", "-i"]);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    let mut terminal = TestTerminal::with_size(command, 80, 20);
    terminal.wait_for_text("> cargo test");
    terminal.press_keys("\x1b");
    given_back(&mut terminal, 0);
    for colour in ["\x1b[2m", "\x1b[1;33m", "\x1b[0m"] {
        assert!(!terminal.shown_text().contains(colour), "{colour:?}");
    }
}

#[test]
fn without_a_terminal_it_says_what_to_do_instead() {
    let machine = with_past();
    for verb in ["search", "recent"] {
        let output = machine.run([verb, "-i"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(said.contains("leave out -i") && said.contains("--json"), "{said}");
    }
}

#[test]
fn in_a_korean_terminal_its_keys_are_in_korean() {
    let machine = with_past();
    let mut command = machine.command(["recent", "-i"]);
    command.env("TERM", "xterm").env("PALIMP_LANG", "ko");
    let mut terminal = TestTerminal::with_size(command, 60, 20);
    terminal.wait_for_text("Enter 열기 · Esc 나가기 · ^E 편집");
    terminal.press_keys("\x1b");
    given_back(&mut terminal, 0);
}
