//! Nothing that cannot be undone is done unasked.

use super::*;

/// A vault of the user's own, with what she wrote.
fn obsidian(machine: &Machine) {
    for number in 1..=6 {
        let text = format!("# Note {number}\n\n- The walrus, number {number}\n- milk\n");
        write(machine, format!("Obsidian/{number}.md"), &text);
    }
    machine.run_ok(["init", "--vault", machine.user_home().join("Obsidian").to_str().unwrap()]);
}

#[test]
fn without_a_terminal_forget_shows_a_diff_and_needs_a_yes() {
    let machine = machine();
    obsidian(&machine);
    let output = machine.run(["forget", "walrus"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(words(&output).contains("--yes"), "{}", words(&output));
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(
        shown.contains("--- 3.md\n+++ 3.md\n@@ -3,1 +2,0 @@\n-- The walrus, number 3\n"),
        "{shown}"
    );
    assert!(machine.run_ok(["read", "3.md"]).contains("walrus"));
    let json = machine.run(["forget", "walrus", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert!(json["error"].as_str().unwrap().contains("--yes"), "{json}");

    let dry = machine.run_ok(["forget", "walrus", "--dry-run"]);
    assert!(dry.starts_with(&shown) && dry.contains("would forget 6 lines of notes"), "{dry}");
    machine.run_ok(["forget", "walrus", "--yes"]);
    assert_eq!(machine.run_ok(["read", "3.md"]), "# Note 3\n\n- milk\n");
}

#[test]
fn the_diff_of_a_forgetting_puts_everything_back() {
    let machine = machine();
    obsidian(&machine);
    write(&machine, "Obsidian/long.md", "a\nwalrus\nwalrus 2\nb\nwalrus 3\nc\n");
    let before = machine.run_ok(["read", "long.md"]);
    let output = machine.run(["forget", "walrus"]);
    machine.run_ok(["forget", "walrus", "--yes"]);
    assert_eq!(machine.run_ok(["read", "long.md"]), "a\nb\nc\n");
    let mut patch = std::process::Command::new("git");
    patch.args(["apply", "--unidiff-zero", "-R", "-p0", "-"]);
    patch.current_dir(machine.user_home().join("Obsidian"));
    let done = palimp_testing::run_with_input(&mut patch, &output.stdout);
    assert!(done.status.success(), "{}", words(&done));
    assert_eq!(machine.run_ok(["read", "long.md"]), before);
}

#[test]
fn a_whole_note_and_what_was_captured_are_shown_too() {
    let machine = machine();
    machine.run_ok(["save", "secret.md", "the pangolin"]);
    machine.hook_bash("s", "git commit -m 'add secret.md'", "ok");
    let shown = String::from_utf8(machine.run(["forget", "secret.md"]).stdout).unwrap();
    assert!(shown.contains("+++ /dev/null") && shown.contains("-the pangolin"), "{shown}");
    assert!(shown.contains("observation #1  git commit -m 'add secret.md'"), "{shown}");
    assert!(machine.run_ok(["read", "secret.md"]).starts_with("the pangolin <!-- palimp: by=user"));
}

#[test]
fn cleanup_asks_before_it_removes_what_is_not_past_its_usual_age() {
    let machine = machine();
    for number in 0..7 {
        machine.hook_bash("s", &format!("git commit -m {number}"), "ok");
    }
    for days in ["0", "89"] {
        machine
            .execute_sql("UPDATE observations SET created_at = created_at - 89 * 86400000 - 60000");
        let output = machine.run(["cleanup", "--days", days]);
        assert_eq!(output.status.code(), Some(1));
        assert!(
            words(&output).contains("7 observations") && words(&output).contains("--yes"),
            "{}",
            words(&output)
        );
        assert_eq!(crate::contents(&machine).len(), 7);
        machine
            .execute_sql("UPDATE observations SET created_at = created_at + 89 * 86400000 + 60000");
    }
    assert!(machine.run_ok(["cleanup"]).contains("0 observations"));
    assert!(machine.run_ok(["cleanup", "--days", "0", "--yes"]).contains("deleted 7 observations"));
}
