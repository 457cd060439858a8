//! Texts and items that `forget` aims at, beside those that only look alike.

use super::*;

fn read(machine: &Machine, path: &str) -> String {
    fs::read_to_string(machine.user_home().join(path)).unwrap()
}

/// The id of the observation that says this.
fn observation(machine: &Machine, says: &str) -> i64 {
    let rows = machine.run_json(&["recent", "-n", "100"]);
    let mut rows = rows.as_array().unwrap().iter();
    let row = rows.find(|row| row["content"].to_string().contains(says)).expect(says);
    row["id"].as_i64().unwrap()
}

#[test]
fn number_forgets_its_observation_alone() {
    let machine = machine();
    machine.hook_bash("s", "git commit -m walrus", "");
    machine.hook_bash("s", "git commit -m ocelot", "");
    let id = observation(&machine, "walrus");
    let recipe = format!("- bread: 75 % hydration, {id} h\n");
    write(&machine, ".palimp/vault/recipes.md", &recipe);
    let would = machine.run_ok(["forget", &id.to_string(), "--dry-run"]);
    assert!(would.contains("would forget 1 observation\n"), "{would}");
    machine.run_ok(["forget", &format!("#{id}"), "--yes"]);
    assert_eq!(read(&machine, ".palimp/vault/recipes.md"), recipe);
    assert!(hits(&machine, "walrus").as_array().unwrap().is_empty());
    assert!(!hits(&machine, "ocelot").as_array().unwrap().is_empty());
    let missing = machine.run(["forget", "9999", "--yes"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(words(&missing).contains("nothing has the id #9999"), "{}", words(&missing));
    let quoted = machine.run_ok(["forget", &format!("\"{id}\""), "--yes"]);
    assert!(quoted.contains("forgot 1 line of notes"), "{quoted}");
    assert_eq!(read(&machine, ".palimp/vault/recipes.md"), "");
}

#[test]
fn message_and_session_go_by_their_ids() {
    let machine = machine();
    say(&machine, "aaaaaaaa-1111-4222-8333-444444444444", "how does the walrus sleep?");
    say(&machine, "bbbbbbbb-1111-4222-8333-444444444444", "how does the ocelot purr?");
    let walrus = hits(&machine, "walrus sleep")[0]["id"].as_i64().unwrap();
    machine.run_ok(["forget", &format!("m{walrus}"), "--yes"]);
    is_gone(&machine, &["walrus"]);
    assert!(!hits(&machine, "ocelot purr").as_array().unwrap().is_empty());
    let said = machine.run_ok(["forget", "s:bbbbbbbb", "--yes"]);
    assert!(said.contains("1 message"), "{said}");
    is_gone(&machine, &["ocelot"]);
}

#[test]
fn text_goes_as_whole_words_alone() {
    let machine = machine();
    let note = "- renew passport\n- the port is 8080\n- 우리청룡 이야기\n- 청룡은 비밀\n\
                - moved ([2026-11-18](../port/18.md)) <!-- palimp: by=agent client=port -->\n";
    write(&machine, ".palimp/vault/a.md", note);
    say(&machine, "s", "renew my passport");
    machine.run_ok(["forget", "port", "--yes"]);
    let left = note.replace("- the port is 8080\n", "");
    assert_eq!(read(&machine, ".palimp/vault/a.md"), left);
    machine.run_ok(["forget", "청룡", "--yes"]);
    assert_eq!(read(&machine, ".palimp/vault/a.md"), left.replace("- 청룡은 비밀\n", ""));
    assert!(!hits(&machine, "renew passport").as_array().unwrap().is_empty());
}

#[test]
fn word_goes_with_its_plural() {
    let machine = machine();
    let note = "- two walruses sleep\n- our policies hold\n- take notes\n- the report is passed\n";
    write(&machine, ".palimp/vault/a.md", note);
    for word in ["walrus", "policy", "not", "pas"] {
        machine.run_ok(["forget", word, "--yes"]);
    }
    assert_eq!(read(&machine, ".palimp/vault/a.md"), "- take notes\n- the report is passed\n");
    write(&machine, ".palimp/vault/b.md", "- Adam pays\n- Adams Ltd pays\n");
    machine.run_ok(["forget", "Adam", "--yes"]);
    assert_eq!(read(&machine, ".palimp/vault/b.md"), "- Adams Ltd pays\n");
}
