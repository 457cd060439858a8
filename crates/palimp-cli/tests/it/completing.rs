//! What a shell is offered while a command is typed.

use std::path::Path;
use std::process::Command;

use palimp_testing::Machine;

use crate::bootstrap::tree;
use crate::machine;

fn used() -> Machine {
    let machine = machine();
    machine.hook_bash("s", "git push", "ok");
    machine.run_ok(["save", "--everywhere", "--kind", "decision", "otters hold hands"]);
    machine.run_ok(["save", "회의/주간.md", "목요일 오전"]);
    machine.run_ok(["config", "set", "agents.work.projects", "/work"]);
    machine
}

/// What is offered in the place of the last of these words.
fn offered(machine: &Machine, words: &[&str]) -> Vec<String> {
    let mut command = machine.command(["--", "palimp"].iter().chain(words));
    command.env("PALIMP_COMPLETE", "bash").env("_CLAP_IFS", "\n");
    command.env("_CLAP_COMPLETE_INDEX", words.len().to_string());
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn projects_notes_and_agents_of_this_home_are_offered() {
    let machine = used();
    assert_eq!(offered(&machine, &["search", "x", "--project", ""]), ["app"]);
    assert_eq!(offered(&machine, &["read", "sh"]), ["shared/decisions.md"]);
    assert_eq!(offered(&machine, &["show", "회"]), ["회의/주간.md"]);
    assert_eq!(offered(&machine, &["status", "--agent", "m"]), ["main"]);
    assert!(offered(&machine, &["status", "--agent", ""]).contains(&"work".to_owned()));
    assert!(offered(&machine, &["sea"]).contains(&"search".to_owned()), "clap's own");
    let elsewhere = machine.root().join("nowhere");
    let home = elsewhere.to_str().unwrap();
    assert!(offered(&machine, &["--home", home, "search", "x", "--project", ""]).is_empty());
    assert!(!Path::new(home).exists());
}

#[test]
fn to_offer_is_to_look_and_no_more() {
    let machine = used();
    // A capture waits, which is not taken in for it.
    let held = machine.lock_database();
    machine.hook_bash("s", "cargo test", "ok");
    drop(held);
    let before = tree(&machine.home());
    for words in [&["search", "--project", ""][..], &["read", ""], &["status", "--agent", ""]] {
        offered(&machine, words);
    }
    assert_eq!(tree(&machine.home()), before);
    let empty = crate::machine();
    assert!(!offered(&empty, &["read", ""]).iter().any(|it| it.ends_with(".md")));
    assert!(!empty.home().exists(), "looking makes nothing");
    std::fs::write(machine.database(), "no database").unwrap();
    assert!(!offered(&machine, &["search", "--project", ""]).contains(&"app".to_owned()));
}

#[test]
fn a_shell_is_set_up_by_what_up_installs() {
    let machine = used();
    std::fs::create_dir_all(machine.user_home().join(".claude")).unwrap();
    let mut up = machine.command(["up", "--yes"]);
    assert!(up.env("SHELL", "/bin/bash").output().unwrap().status.success());
    let loader = machine.user_home().join(".local/share/bash-completion/completions/palimp");
    let dir = Path::new(env!("CARGO_BIN_EXE_palimp")).parent().unwrap();
    let script = format!(
        "source {}; COMP_WORDS=(palimp read sh); COMP_CWORD=2; \
         _clap_complete_palimp palimp sh read; printf '%s\\n' \"${{COMPREPLY[@]}}\"",
        loader.display()
    );
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).env_clear().env("HOME", machine.user_home());
    bash.env("PATH", format!("{}:/usr/bin:/bin", dir.display())).current_dir(machine.project());
    let output = bash.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "shared/decisions.md", "{said}");
}
