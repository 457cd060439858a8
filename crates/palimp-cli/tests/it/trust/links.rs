//! A repository that leads out of itself.

use std::fs;
use std::os::unix::fs::symlink;

use super::machine;

const PRIVATE: &str = "my landlord is called Walrus, and owes me rent";

#[test]
fn no_link_out_of_a_project_is_followed_by_an_import() {
    let machine = machine();
    let (project, root) = (machine.project(), machine.root().to_owned());
    fs::create_dir_all(root.join("private/.cursor/rules")).unwrap();
    fs::write(root.join("private/note.txt"), PRIVATE).unwrap();
    fs::write(root.join("private/CLAUDE.md"), PRIVATE).unwrap();
    fs::write(root.join("private/.cursor/rules/a.mdc"), PRIVATE).unwrap();
    fs::write(project.join("GEMINI.md"), "Build with the ocelot script.\n").unwrap();
    fs::create_dir_all(project.join(".github/instructions")).unwrap();
    fs::create_dir_all(project.join(".claude")).unwrap();
    symlink("../private/note.txt", project.join("CLAUDE.md")).unwrap();
    symlink(root.join("private/note.txt"), project.join("AGENTS.md")).unwrap();
    symlink("AGENTS.md", project.join(".cursorrules")).unwrap();
    symlink("../private/.cursor", project.join(".cursor")).unwrap();
    symlink("../../private/.cursor/rules", project.join(".claude/rules")).unwrap();
    symlink(root.join("private"), project.join("hop")).unwrap();
    symlink("hop/note.txt", project.join(".windsurfrules")).unwrap();
    symlink("../../../private/note.txt", project.join(".github/instructions/b.md")).unwrap();
    symlink("GEMINI.md", project.join(".clinerules")).unwrap();
    let output = machine.run(["up", "--yes"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert_eq!(machine.files_with("Walrus"), Vec::<std::path::PathBuf>::new());
    assert_eq!(machine.files_with("ocelot script").len(), 1, "what lies inside is taken");
    // One is told of those that are the same file.
    for name in ["CLAUDE.md", ".claude/rules"] {
        let told = said.lines().any(|line| line.contains(name) && line.contains("points outside"));
        assert!(told, "{name}: {said}");
    }
    let again = machine.run_json(&["bootstrap", "--from", "rules"]);
    assert_eq!(again["sources"][0]["taken"]["notes"], 0, "{again}");
}

#[test]
fn nor_out_of_what_another_tool_remembers() {
    let machine = machine();
    let home = machine.user_home();
    fs::write(home.join("private.md"), PRIVATE).unwrap();
    let memory = home.join(".claude/projects/-app/memory");
    fs::create_dir_all(&memory).unwrap();
    fs::write(memory.join("a.md"), "The ocelot cache lives in Redis.\n").unwrap();
    symlink(home.join("private.md"), memory.join("b.md")).unwrap();
    let jaw = home.join(".cli-jaw/memory/structured");
    fs::create_dir_all(&jaw).unwrap();
    symlink(home.join("private.md"), jaw.join("profile.md")).unwrap();
    machine.run_ok(["bootstrap", "--yes"]);
    assert_eq!(machine.files_with("Walrus"), Vec::<std::path::PathBuf>::new());
    assert_eq!(machine.files_with("ocelot cache").len(), 1);
}

#[test]
fn a_transcript_that_is_a_link_elsewhere_is_no_transcript() {
    let machine = machine();
    let line = format!(
        "{{\"type\":\"user\",\"sessionId\":\"s\",\"cwd\":\"{}\",\"uuid\":\"u\",\"timestamp\":\"2026-11-20T09:00:00Z\",\
         \"message\":{{\"role\":\"user\",\"content\":\"{PRIVATE}\"}}}}\n",
        machine.project().display()
    );
    let sessions = machine.user_home().join(".claude/projects/-app");
    fs::create_dir_all(&sessions).unwrap();
    fs::write(machine.root().join("elsewhere.jsonl"), &line).unwrap();
    symlink(machine.root().join("elsewhere.jsonl"), sessions.join("s.jsonl")).unwrap();
    machine.run_ok(["bootstrap", "--yes"]);
    assert!(!machine.bytes_at_home().windows(6).any(|it| it == b"Walrus"));
    fs::remove_file(sessions.join("s.jsonl")).unwrap();
    fs::write(sessions.join("s.jsonl"), line).unwrap();
    machine.run_ok(["bootstrap", "--yes"]);
    assert!(machine.bytes_at_home().windows(6).any(|it| it == b"Walrus"), "a real one is taken");
}
