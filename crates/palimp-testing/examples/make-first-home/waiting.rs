//! What waits when the home is left: a conversation palimp holds, messages that no flush has read,
//! events in the spool, a key, and a line in the log.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use palimp_testing::{Machine, run_with_input};
use serde_json::json;

use crate::put;
use crate::sessions::exchange;

/// Leaves them.
pub(crate) fn leave(machine: &Machine) {
    chat(machine);
    let key = format!("sk-{}", "invented-0123456789abcdefghijklmnop");
    machine.run_with(["keys", "set", "openai", "--file"], key.as_bytes());
    exchange(machine, "open", "open-0", "Where are the flags?", "I am looking.");
    exchange(machine, "open", "open-1", "Why is test_clock flaky?", "I am looking.");
    // A key in a form that the first version did not know.
    let label = "PRIVATE KEY";
    let key = format!(
        "export PRIVATE_KEY=\"-----BEGIN {label}-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END {label}-----\""
    );
    exchange(machine, "open", "open-2", &key, "It is set.");
    machine.run_with(["hook", "claude"], b"{ no event");
    let lock = machine.lock_database();
    machine.hook_bash("open", "git commit -m 'what waits in the spool'", "ok");
    let asked = json!({ "prompt": "스풀에서 기다리는 질문", "prompt_id": "spooled" });
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "open", asked));
    drop(lock);
    settle(machine);
}

/// A conversation with an agent that a script stands for.
fn chat(machine: &Machine) {
    let claude = machine.root().join("bin/claude");
    put(&claude, "#!/bin/sh\ncat > /dev/null\necho 'The ibis is the mascot of the chat.'\n");
    fs::set_permissions(&claude, fs::Permissions::from_mode(0o755)).expect("permissions");
    let mut command = machine.command(["chat", "--with", "claude"]);
    command.env("PATH", format!("{}:/usr/bin:/bin", machine.root().join("bin").display()));
    let output = run_with_input(&mut command, "Which animal is our mascot?\n".as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Waits for the processes that hooks started, and takes away what is made anew by itself.
fn settle(machine: &Machine) {
    for work in ["flush", "index", "reflect"] {
        let path = machine.home().join(format!("locks/{work}.lock"));
        if let Ok(file) = fs::File::options().write(true).open(path) {
            file.lock().expect("the lock");
        }
    }
    for database in ["activity.db", "index/main.db", "index/job.db"] {
        let _ = fs::remove_file(machine.home().join(format!("{database}-shm")));
    }
    let spooled = fs::read_dir(machine.home().join("spool")).expect("a spool").count();
    assert_eq!(spooled, 2, "both events wait");
}
