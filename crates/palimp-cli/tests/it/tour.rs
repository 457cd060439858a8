//! The tour: real commands, and nothing left of them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use palimp_testing::Machine;
use palimp_testing::terminal::TestTerminal;
use rustix::process::Signal;

use crate::machine;

/// A machine whose user has a home and a client already, and temporary files of her own.
fn used() -> Machine {
    let machine = machine();
    fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    fs::create_dir_all(temporary(&machine)).unwrap();
    machine.run_ok(["save", "otters hold hands"]);
    machine
}

fn temporary(machine: &Machine) -> PathBuf {
    machine.root().join("tmp")
}

fn tour(machine: &Machine, args: &[&str], lang: &str) -> Command {
    let mut command = machine.command(["tour"].iter().chain(args));
    command.env("TMPDIR", temporary(machine)).env("PALIMP_LANG", lang).env("NO_COLOR", "1");
    command
}

/// Every file of the user with its bytes, but for what tests note down.
fn everything(machine: &Machine) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut dirs = vec![machine.user_home(), machine.project()];
    while let Some(dir) = dirs.pop() {
        for path in fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => dirs.push(path),
                false => files.push((path.clone(), fs::read(path).unwrap())),
            }
        }
    }
    files.retain(|(path, _)| !path.to_string_lossy().contains("statements"));
    files.sort();
    files
}

#[track_caller]
fn nothing_is_left(machine: &Machine) {
    let left: Vec<_> = fs::read_dir(temporary(machine)).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}

#[test]
fn it_shows_capture_recall_review_and_forgetting_in_both_languages() {
    let machine = used();
    let before = everything(&machine);
    for (lang, decision, forgot) in
        [("en", "We deploy on Tuesdays", "forgot"), ("ko", "배포는 화요일에", "지움")]
    {
        let output = tour(&machine, &["--yes"], lang).output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
        assert!(output.status.success(), "{err}");
        for shown in
            ["$ palimp recent", "$ palimp search", "$ palimp review accept", "$ palimp forget"]
        {
            assert!(err.contains(shown), "{shown} in {err}");
        }
        assert!(out.contains("npm test → 12 passed"), "captured: {out}");
        assert_eq!(out.matches(decision).count(), 2, "found, and told with a prompt: {out}");
        assert!(out.contains("`npm test`") && out.contains("MEMORY.md"), "reviewed: {out}");
        assert!(out.contains(forgot), "{out}");
        nothing_is_left(&machine);
    }
    assert_eq!(everything(&machine), before);
}

#[test]
fn enter_goes_on_and_ctrl_c_leaves_nothing() {
    let machine = used();
    let before = everything(&machine);
    let mut terminal = TestTerminal::start(tour(&machine, &[], "en"));
    terminal.wait_for_text("Press Enter. ");
    terminal.press_keys("\r");
    terminal.wait_for_text("npm test → 12 passed");
    terminal.wait_for_text("Press Enter. ");
    assert_eq!(fs::read_dir(temporary(&machine)).unwrap().count(), 1);
    terminal.press_keys("\x03");
    assert_eq!(terminal.wait_for_exit().code(), Some(130));
    nothing_is_left(&machine);

    let mut terminal = TestTerminal::start(tour(&machine, &["--yes"], "en"));
    terminal.wait_for_text("$ palimp save");
    terminal.send_signal(Signal::TERM);
    assert_eq!(terminal.wait_for_exit().code(), Some(143));
    nothing_is_left(&machine);

    let mut terminal = TestTerminal::start(tour(&machine, &[], "en"));
    terminal.wait_for_text("Press Enter. ");
    terminal.press_keys("\x04");
    assert!(terminal.wait_for_exit().success(), "whoever ends her input leaves");
    nothing_is_left(&machine);
    assert_eq!(everything(&machine), before);
}

#[test]
fn without_a_terminal_it_waits_for_nobody() {
    let machine = used();
    let output = tour(&machine, &[], "en").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("palimp tour --yes"));
    let output = tour(&machine, &["--json"], "en").output().unwrap();
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let commands = document["commands"].as_array().unwrap();
    assert!(commands.len() > 10, "{document}");
    assert!(commands.iter().any(|it| it["output"].as_str().unwrap().contains("12 passed")));
    nothing_is_left(&machine);
}
