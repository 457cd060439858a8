//! Notes, from the command that writes one to the search that finds it.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use palimp_testing::Machine;
use serde_json::{Value, json};

use crate::machine;

/// Writes a note as an editor does, behind palimp's back.
fn write(machine: &Machine, path: &str, text: &str) {
    let path = machine.home().join("vault").join(path);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// The paths of a search's hits, best first.
fn paths(machine: &Machine, query: &str) -> Vec<String> {
    let answer = machine.run_json(&["search", "--source", "notes", query]);
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["path"].as_str().unwrap().to_owned()).collect()
}

#[track_caller]
fn first(machine: &Machine, query: &str) -> String {
    paths(machine, query).into_iter().next().unwrap_or_else(|| panic!("nothing for {query}"))
}

#[test]
fn what_was_saved_in_the_line_before_is_found_in_the_line_after() {
    let machine = machine();
    let saved = machine.run_json(&["save", "--kind", "decision", "We chose Zustand over Redux."]);
    assert_eq!(saved["path"], "projects/app.md");
    assert_eq!(first(&machine, "zustand"), "projects/app.md");
    write(&machine, "semantic/cors.md", "# CORS\n\nThe gateway sets the headers.\n");
    assert_eq!(first(&machine, "gateway headers"), "semantic/cors.md");
    write(&machine, "semantic/cors.md", "# CORS\n\nThe proxy sets the flags.\n");
    assert_eq!(paths(&machine, "gateway headers"), [""; 0]);
    assert_eq!(first(&machine, "proxy flags"), "semantic/cors.md");
    let moved = machine.home().join("vault/semantic/origins.md");
    fs::rename(machine.home().join("vault/semantic/cors.md"), &moved).unwrap();
    assert_eq!(paths(&machine, "proxy flags"), ["semantic/origins.md"]);
    fs::remove_file(moved).unwrap();
    assert_eq!(paths(&machine, "proxy flags"), [""; 0]);
}

#[test]
fn a_name_is_found_by_its_parts_and_a_compound_by_two_of_its_syllables() {
    let machine = machine();
    write(&machine, "a.md", "Call getUserById before the cache.\n");
    write(&machine, "b.md", "사용자인증모듈을 새로 만들었다.\n");
    write(&machine, "c.md", "데이터베이스는 PostgreSQL을 쓴다. 백업은 매일 새벽 3시에 한다.\n");
    write(&machine, "d.md", "점심은 김치찌개가 좋다.\n");
    assert_eq!(first(&machine, "user id"), "a.md");
    assert_eq!(first(&machine, "인증"), "b.md");
    assert_eq!(first(&machine, "데이터베이스를 무엇으로 쓰나요?"), "c.md");
    assert_eq!(first(&machine, "백업을 언제 하지?"), "c.md");
    assert_eq!(paths(&machine, "kubernetes ingress"), [""; 0]);
}

#[test]
fn an_identifier_that_stands_in_a_note_comes_first() {
    let machine = machine();
    for number in 0..20 {
        let text = format!("# Users {number}\n\nGet a user by the id: user, id, get, user id.\n");
        write(&machine, &format!("noise/{number}.md"), &text);
    }
    write(
        &machine,
        "exact.md",
        "Somewhere in a long text about other things stands getUserById.\n",
    );
    assert_eq!(first(&machine, "getUserById"), "exact.md");
    write(&machine, "error.md", "The build broke with E0308 in the parser.\n");
    assert_eq!(first(&machine, "E0308"), "error.md");
}

#[test]
fn meaning_finds_what_no_word_does() {
    let machine = machine();
    write(&machine, "a.md", "The automobile needs repair before the journey.\n");
    write(&machine, "b.md", "Tests run with cargo nextest.\n");
    let answer = machine.run_json(&["search", "--source", "notes", "fix the car for the trip"]);
    let hits = answer["hits"].as_array().unwrap();
    assert_eq!(hits[0]["path"], "a.md", "{answer}");
    assert!(hits[0]["vectorScore"].as_f64().unwrap() > 0.0);
}

#[test]
fn a_hit_says_where_it_stands() {
    let machine = machine();
    let text =
        "---\nproject: app\ncustom: kept\n---\n# 결정\n\n## Queue\n\nJobs run on SKIP LOCKED.\n";
    write(&machine, "shared/결정.md", text);
    let answer = machine.run_json(&["search", "--source", "notes", "skip locked"]);
    let hit = &answer["hits"][0];
    assert_eq!(hit["path"], "shared/결정.md");
    assert_eq!(hit["heading"], "결정 > Queue");
    assert_eq!(hit["project"], "app");
    assert!(hit["startLine"].as_i64().unwrap() <= 7 && hit["endLine"] == 9, "{hit}");
    assert!(hit["snippet"].as_str().unwrap().contains("SKIP LOCKED"));
    for field in ["score", "textScore", "vectorScore", "createdAt"] {
        assert!(hit[field].is_number(), "{field}: {hit}");
    }
    let explained = machine.run_ok(["search", "--source", "notes", "--explain", "skip locked"]);
    assert!(explained.contains("shared/결정.md:") && explained.contains("score "), "{explained}");
}

#[test]
fn text_is_stored_exactly_as_it_was_given() {
    let machine = machine();
    let text = "C:\\new\\table `x` $HOME \"quoted\" \\n stays";
    machine.run_ok(["save", "notes/windows.md", text]);
    let stored = fs::read_to_string(machine.home().join("vault/notes/windows.md")).unwrap();
    assert!(stored.contains(text), "{stored}");
    assert_eq!(machine.run_json(&["read", "notes/windows.md"])["text"], stored);
}

#[test]
fn lines_are_read_by_number() {
    let machine = machine();
    write(&machine, "a.md", "one\ntwo\nthree\nfour\n");
    assert_eq!(machine.run_ok(["read", "a.md", "--from", "2", "--lines", "2"]), "two\nthree\n");
    assert_eq!(machine.run_ok(["read", "a.md", "--from", "9"]), "");
}

#[test]
fn what_palimp_changed_can_be_seen_and_taken_back() {
    let machine = machine();
    write(&machine, "a.md", "by hand\n");
    machine.run_ok(["save", "a.md", "appended"]);
    machine.run_ok(["save", "a.md", "instead", "--replace"]);
    assert_eq!(machine.run_ok(["read", "a.md"]).trim(), "instead");
    let history = machine.run_json(&["history", "a.md"]);
    let versions = history["versions"].as_array().unwrap();
    assert_eq!(versions.len(), 2, "{history}");
    let oldest = versions.last().unwrap()["version"].as_str().unwrap();
    assert_eq!(machine.run_ok(["history", "a.md", "--show", oldest]), "by hand\n");
    machine.run_ok(["history", "a.md", "--restore", oldest]);
    assert_eq!(machine.run_ok(["read", "a.md"]), "by hand\n");
    assert_eq!(machine.run_json(&["history", "a.md"])["versions"].as_array().unwrap().len(), 3);
}

#[test]
fn secrets_do_not_reach_a_saved_note_nor_the_index_of_one_written_by_hand() {
    let machine = machine();
    let secret = "sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG";
    let saved = machine.run_json(&["save", &format!("the key is {secret}")]);
    assert!(!saved["redacted"].as_array().unwrap().is_empty());
    assert_eq!(machine.files_with(secret), [""; 0].map(std::path::PathBuf::from));
    write(&machine, "mine.md", &format!("# Keys\n\ntoken: {secret}\n"));
    machine.run_ok(["search", "keys token"]);
    let holders = machine.files_with(secret);
    assert_eq!(holders, [machine.home().join("vault/mine.md")]);
}

#[test]
fn a_path_that_leads_out_of_the_vault_is_refused() {
    let machine = machine();
    write(&machine, "a.md", "inside\n");
    fs::write(machine.root().join("outside.md"), "outside\n").unwrap();
    let vault = machine.home().join("vault");
    std::os::unix::fs::symlink(machine.root().join("outside.md"), vault.join("leaf.md")).unwrap();
    std::os::unix::fs::symlink(machine.root(), vault.join("parent")).unwrap();
    fs::create_dir_all(machine.home().join("agents/other/vault")).unwrap();
    fs::write(machine.home().join("agents/other/vault/theirs.md"), "theirs\n").unwrap();
    let absolute = machine.root().join("outside.md");
    for path in [
        "../outside.md",
        "x/../../outside.md",
        absolute.to_str().unwrap(),
        "leaf.md",
        "parent/outside.md",
        "a.txt",
        "../agents/other/vault/theirs.md",
        "",
    ] {
        for args in [vec!["read", path], vec!["save", path, "text"]] {
            let output = machine.run(&args);
            assert!(!output.status.success(), "{args:?}");
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(said.starts_with("palimp: ") && said.len() > 20, "{args:?}: {said}");
        }
    }
    assert_eq!(fs::read_to_string(absolute).unwrap(), "outside\n");
    let outside = machine.run_json(&["search", "--source", "notes", "outside"]);
    assert_eq!(outside["hits"].as_array().unwrap().len(), 0);
}

#[test]
fn agents_do_not_see_each_others_notes() {
    let machine = machine();
    machine.run_ok(["save", "the falcon flies", "--agent", "job"]);
    machine.run_ok(["save", "the badger digs"]);
    assert_eq!(paths(&machine, "falcon"), [""; 0]);
    let theirs = machine.run_json(&["search", "--agent", "job", "falcon"]);
    assert_eq!(theirs["hits"].as_array().unwrap().len(), 1);
    assert!(machine.home().join("agents/job/vault/memory").is_dir());
    assert!(machine.home().join("index/job.db").is_file());
}

#[test]
fn any_directory_can_be_the_vault() {
    let machine = machine();
    let obsidian = machine.user_home().join("노트");
    fs::create_dir_all(obsidian.join(".obsidian")).unwrap();
    fs::write(obsidian.join(".obsidian/workspace.md"), "hidden heron").unwrap();
    let text = "---\ntags: [배포, 운영]\naliases: [deploy]\nx-mine: 1\n---\n# 배포 절차\n\n[[서버]]에서 blue-green으로 배포한다.\n";
    fs::write(obsidian.join("배포.md"), text).unwrap();
    machine.run_ok(["init", "--vault", obsidian.to_str().unwrap(), "--at-root"]);
    assert_eq!(first(&machine, "배포는 어떻게 하나"), "배포.md");
    assert_eq!(paths(&machine, "heron"), [""; 0]);
    machine.run_ok(["save", "배포.md", "롤백은 5분 안에 한다."]);
    let after = fs::read_to_string(obsidian.join("배포.md")).unwrap();
    assert!(after.starts_with(text), "{after}");
    assert_eq!(first(&machine, "롤백"), "배포.md");
}

#[test]
fn extra_paths_are_searched_and_never_written() {
    let machine = machine();
    let memory = machine.user_home().join(".claude/projects/app/memory");
    fs::create_dir_all(&memory).unwrap();
    fs::write(memory.join("MEMORY.md"), "The walrus service listens on 7331.\n").unwrap();
    machine.run_ok(["config", "set", "index.extraPaths", "[\"~/.claude/projects/*/memory/*.md\"]"]);
    let path = first(&machine, "walrus service port");
    assert!(path.ends_with("memory/MEMORY.md"), "{path}");
    assert!(!machine.run(["save", path.as_str(), "x"]).status.success());
}

#[test]
fn retired_notes_are_found_when_they_are_asked_for() {
    let machine = machine();
    write(&machine, "archive/old.md", "The old narwhal endpoint.\n");
    assert_eq!(paths(&machine, "narwhal"), [""; 0]);
    let asked = machine.run_json(&["search", "--archive", "narwhal"]);
    assert_eq!(asked["hits"].as_array().unwrap().len(), 1);
}

#[test]
fn an_index_that_is_gone_or_broken_is_made_anew_and_nothing_is_lost() {
    let machine = machine();
    write(&machine, "a.md", "The quokka smiles.\n");
    let before = machine.run_json(&["search", "quokka"]);
    let index = machine.home().join("index/main.db");
    fs::remove_dir_all(machine.home().join("index")).unwrap();
    assert_eq!(machine.run_json(&["search", "quokka"]), before);
    let mut bytes = fs::read(&index).unwrap();
    let size = bytes.len();
    bytes[size / 4..size / 4 * 3].fill(0xa5);
    for leftover in ["index/main.db-wal", "index/main.db-shm"] {
        let _ = fs::remove_file(machine.home().join(leftover));
    }
    fs::write(&index, &bytes).unwrap();
    assert_eq!(machine.run_json(&["search", "quokka"]), before);
    fs::write(&index, "no database at all").unwrap();
    assert_eq!(machine.run_json(&["search", "quokka"]), before);
    machine.run_ok(["index", "--force"]);
    assert_eq!(machine.run_json(&["search", "quokka"]), before);
}

#[test]
fn sixteen_processes_that_write_and_search_at_once_find_what_they_wrote() {
    let machine = machine();
    machine.run_ok(["save", "the first note"]);
    let workers: Vec<_> = (0..16)
        .map(|worker| {
            let script = format!(
                "for n in 1 2 3; do \
                   \"$PALIMP\" save \"worker {worker} says marmot{worker}x$n\" >/dev/null || exit 1; \
                   \"$PALIMP\" search --source notes \"marmot{worker}x$n\" | grep -q marmot{worker}x$n \
                     || {{ echo \"marmot{worker}x$n is not found\" >&2; exit 2; }}; \
                 done"
            );
            machine
                .command(["unused"])
                .get_envs()
                .fold(std::process::Command::new("sh"), |mut command, (key, value)| {
                    command.env(key, value.unwrap_or_default());
                    command
                })
                .arg("-c")
                .arg(script)
                .env("PALIMP", env!("CARGO_BIN_EXE_palimp"))
                .current_dir(machine.project())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for worker in workers {
        let output = worker.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let daily = fs::read_dir(machine.home().join("vault/memory")).unwrap().next().unwrap().unwrap();
    let text = fs::read_to_string(daily.path()).unwrap();
    assert_eq!(text.matches("marmot").count(), 48);
}

#[test]
fn an_editor_changes_a_note_and_its_history_keeps_what_it_said() {
    let machine = machine();
    write(&machine, "a.md", "before\n");
    let editor = machine.root().join("editor.sh");
    let mut file = fs::File::create(&editor).unwrap();
    file.write_all(b"#!/bin/sh\nprintf 'after\\n' > \"$1\"\n").unwrap();
    drop(file);
    let mut command = machine.command(["edit", "a.md"]);
    let edited = command.env("EDITOR", format!("sh {}", editor.display())).output().unwrap();
    assert!(edited.status.success(), "{}", String::from_utf8_lossy(&edited.stderr));
    assert_eq!(machine.run_ok(["read", "a.md"]), "after\n");
    let history = machine.run_json(&["history", "a.md"]);
    assert_eq!(history["versions"].as_array().unwrap().len(), 1);
}

#[test]
fn a_forgotten_note_leaves_nothing_behind() {
    let machine = machine();
    let words = "the zygomorphic pangolin";
    machine.run_ok(["save", "secret.md", words]);
    machine.run_ok(["save", "secret.md", "and more", "--replace"]);
    machine.run_ok(["save", "secret.md", words]);
    machine.run_ok(["save", "other.md", "something else"]);
    machine.run_ok(["search", "pangolin"]);
    let would = machine.run_json(&["forget", "secret.md", "--dry-run"]);
    assert!(would.to_string().contains("secret.md"), "{would}");
    assert!(!machine.files_with("pangolin").is_empty());
    machine.run_ok(["forget", "secret.md", "--yes"]);
    assert_eq!(machine.files_with("pangolin"), Vec::<std::path::PathBuf>::new());
    assert_eq!(machine.files_with("zygomorph"), Vec::<std::path::PathBuf>::new());
    assert_eq!(paths(&machine, "pangolin"), [""; 0]);
    assert_eq!(first(&machine, "something else"), "other.md");
}

#[test]
fn a_forgotten_text_goes_from_every_note_and_the_rest_stays() {
    let machine = machine();
    write(&machine, "a.md", "# Plans\n\n- call Quetzalcoatl tomorrow\n- buy milk\n\nQuiet end.\n");
    machine.run_ok(["search", "milk"]);
    machine.run_ok(["forget", "Quetzalcoatl", "--yes"]);
    assert_eq!(machine.files_with("uetzalcoat"), Vec::<std::path::PathBuf>::new());
    let text = machine.run_ok(["read", "a.md"]);
    assert!(text.contains("- buy milk") && text.contains("Quiet end."), "{text}");
    assert_eq!(paths(&machine, "Quetzalcoatl"), [""; 0]);
}

#[test]
fn another_cut_makes_the_index_anew() {
    let machine = machine();
    write(&machine, "a.md", &"The ibis wades in the shallow water. ".repeat(60));
    let chunks = |machine: &Machine| -> i64 {
        machine.run_json(&["index"])["index"]["chunks"].as_i64().unwrap()
    };
    let before = chunks(&machine);
    machine.run_ok(["config", "set", "index.chunkTokens", "100"]);
    assert!(chunks(&machine) > before);
}

#[test]
fn messages_are_left_out_where_others_are_asked_for() {
    let machine = machine();
    let prompt = machine.claude_payload(
        "UserPromptSubmit",
        "s1",
        serde_json::json!({ "prompt": "please rename the ocelot module" }),
    );
    machine.hook("claude", &prompt);
    let silent = machine.run_json(&["search", "--source", "notes,observations", "ocelot"]);
    assert_eq!(silent["hits"].as_array().unwrap().len(), 0);
    let found = machine.run_json(&["search", "--source", "messages", "ocelot module"]);
    assert_eq!(found["hits"][0]["source"], "messages");
    assert_eq!(found["hits"][0]["role"], "user");
    machine.run_ok(["forget", "ocelot", "--yes"]);
    let gone: Value = machine.run_json(&["search", "--source", "messages", "ocelot module"]);
    assert_eq!(gone["hits"].as_array().unwrap().len(), 0);
}

#[test]
fn forgetting_a_text_takes_its_lines_and_no_more() {
    let machine = machine();
    let log: String = (1..50).map(|line| format!("line {line}\n")).collect();
    write(&machine, "log.md", &format!("{log}kim was here\n"));
    let decomposed = "\u{110e}\u{1165}\u{11bc}\u{1105}\u{116d}\u{11bc} plan\n";
    write(&machine, "mac.md", &format!("keep\n{decomposed}"));
    machine.run_ok(["forget", "kim was", "--yes"]);
    assert_eq!(machine.run_ok(["read", "log.md"]), log);
    machine.run_ok(["forget", "청룡", "--yes"]);
    assert_eq!(machine.run_ok(["read", "mac.md"]), "keep\n");
}

#[test]
fn what_palimp_may_not_change_is_named_when_it_is_to_be_forgotten() {
    let machine = machine();
    let extra = machine.user_home().join("docs");
    fs::create_dir_all(&extra).unwrap();
    fs::write(extra.join("e.md"), "the pineapple is ripe\n").unwrap();
    machine.run_ok(["config", "set", "index.extraPaths", "[\"~/docs\"]"]);
    let output = machine.run(["forget", "pineapple", "--yes"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("docs/e.md"));
    let path = first(&machine, "ripe pineapple");
    assert_eq!(machine.run_ok(["read", path.as_str()]), "the pineapple is ripe\n");
}

#[test]
fn a_vault_whose_disk_is_not_there_is_told_and_not_made_anew() {
    let machine = machine();
    let vault = machine.user_home().join("disk/vault");
    fs::create_dir_all(&vault).unwrap();
    fs::write(vault.join("a.md"), "the nori is dried\n").unwrap();
    machine.run_ok(["init", "--vault", vault.to_str().unwrap()]);
    assert_eq!(first(&machine, "nori"), "a.md");
    let away = machine.user_home().join("away");
    fs::rename(machine.user_home().join("disk"), &away).unwrap();
    let output = machine.run(["search", "--source", "notes", "nori"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no vault at"));
    assert!(!machine.run(["save", "x"]).status.success());
    assert!(!vault.exists());
    fs::rename(away, machine.user_home().join("disk")).unwrap();
    assert_eq!(first(&machine, "nori"), "a.md");
}

#[test]
fn what_would_never_be_found_or_reach_too_far_is_refused() {
    let machine = machine();
    assert!(!machine.run(["save", "sessions/x.md", "text"]).status.success());
    let agents = "{\"../../../escape\": {\"projects\": [\"app\"]}}";
    assert_eq!(machine.run(["config", "set", "agents", agents]).status.code(), Some(2));
    machine.run_ok(["save", "the giraffe"]);
    for pattern in ["[\"/\"]", "[\"~\"]", "[\"~/.palimp\"]", "[\"docs\"]"] {
        machine.run_ok(["config", "set", "index.extraPaths", pattern]);
        let output = machine.run(["search", "--source", "notes", "giraffe"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && said.contains("index.extraPaths"), "{pattern}: {said}");
    }
}

#[test]
fn secrets_in_earlier_versions_are_found_and_taken_out() {
    let machine = machine();
    write(&machine, "a.md", "aws key AKIAIOSFODNN7EXAMPLF\n");
    machine.run_ok(["save", "a.md", "nothing any more", "--replace"]);
    assert!(machine.run_ok(["scan"]).contains("history"));
    machine.run_ok(["scan", "--fix"]);
    assert_eq!(machine.files_with("AKIAIOSFODNN7EXAMPLF"), Vec::<std::path::PathBuf>::new());
}

#[test]
fn a_note_cannot_command_the_terminal() {
    let machine = machine();
    write(&machine, "e.md", "# evil \u{1b}]0;PWN\u{7}\n\nevil \u{1b}[2J words\n");
    for args in [vec!["search", "evil words"], vec!["list"], vec!["forget", "evil", "--dry-run"]] {
        let said = machine.run_ok(&args);
        assert!(said.contains("evil") && !said.contains('\u{1b}'), "{args:?}: {said:?}");
    }
}

#[test]
fn what_a_prompt_said_a_moment_ago_is_found_and_shown_whole() {
    let machine = machine();
    let said = json!({"prompt": "Call the feature flag zebra-gate, please.", "prompt_id": "1"});
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", said));
    let found = machine.run_json(&["search", "zebra-gate"]);
    let hit = &found["hits"][0];
    assert_eq!(hit["source"], "messages", "{found}");
    let id = format!("m{}", hit["id"]);
    assert!(machine.run_ok(["search", "zebra-gate"]).contains(&format!("{id} message")));
    assert!(machine.run_ok(["show", &id]).contains("Call the feature flag zebra-gate, please."));
    machine.hook_bash("s", "npm run zebra", "ok");
    let row = &machine.run_json(&["recent"])[0]["id"];
    assert!(machine.run_ok(["show", &format!("#{row}")]).contains("npm run zebra"));
    let missing = machine.run(["show", "m999"]);
    assert_eq!(missing.status.code(), Some(1));
    assert_eq!(machine.run(["show", "zebra"]).status.code(), Some(2));
}

#[test]
fn no_hit_shows_front_matter_and_a_tag_still_finds_its_note() {
    let machine = machine();
    let text = "---\ntitle: Rollout\nstatus: draft-xyzzy\ntags: [heliotrope]\naliases: [canary]\n---\n# Rollout\nShip to five percent first.\n";
    fs::create_dir_all(machine.home().join("vault/semantic")).unwrap();
    fs::write(machine.home().join("vault/semantic/rollout.md"), text).unwrap();
    for query in ["heliotrope", "canary", "five percent"] {
        let found = machine.run_json(&["search", query]);
        assert_eq!(found["hits"][0]["path"], "semantic/rollout.md", "{query}: {found}");
        let shown = found["hits"][0]["snippet"].as_str().unwrap();
        assert!(!shown.contains("draft") && !shown.contains("tags:"), "{shown}");
        assert!(shown.contains("five percent"), "{shown}");
    }
}

#[test]
fn a_question_that_is_asked_often_does_not_hide_its_answer() {
    let machine = machine();
    let note = "Retry on 503 with exponential backoff, at most 5 times, in src/http.rs";
    machine.run_ok(["save", "semantic/retry.md", note]);
    for session in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let question = json!({"prompt": "When do we retry on 503 with backoff?", "prompt_id": "1"});
        machine.hook("claude", &machine.claude_payload("UserPromptSubmit", session, question));
        let reply =
            json!({"last_assistant_message": "You retry at most 5 times.", "prompt_id": "1"});
        machine.hook("claude", &machine.claude_payload("Stop", session, reply));
    }
    let found = machine.run_json(&["search", "retry 503"]);
    let hits = found["hits"].as_array().unwrap();
    let asked = hits.iter().filter(|hit| hit["role"] == "user").count();
    assert_eq!(asked, 1, "{found:#}");
    assert!(hits.iter().any(|hit| hit["path"] == "semantic/retry.md"), "{found:#}");
}

#[test]
fn a_prompt_that_only_asks_stands_below_the_note_that_answers() {
    let machine = machine();
    for (question, answer) in [
        ("how do we deploy the web app?", "The web app goes out to Fly.io with `make ship`"),
        ("스테이징 서버 배포 담당자가 누구야?", "스테이징 서버 배포는 김지우가 담당한다"),
    ] {
        machine.run_ok(["save", answer]);
        let prompt = json!({ "prompt": question, "prompt_id": question });
        machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "one", prompt));
        let hits = machine.run_json(&["search", question]);
        assert_eq!(hits["hits"][0]["source"], "notes", "{hits}");
        // Whoever looks for what she said finds it.
        let said = machine.run_json(&["search", "--source", "messages", question]);
        assert!(said["hits"][0]["snippet"].as_str().unwrap().contains(question), "{said}");
    }
}

#[test]
fn korean_is_found_as_people_ask_for_it() {
    let machine = machine();
    for (note, text) in [
        ("owners.md", "# 결제 서비스\n\n담당자: 김지우. 평일 당직이다.\n"),
        ("sleep.md", "# 수면 습관\n\n밤 11시에는 눕는다.\n"),
        ("review.md", "# 코드 리뷰\n\n모든 PR은 승인 두 개가 필요하다.\n"),
        ("deploy.md", "# 배포\n\n`make release`를 돌리고 오류율을 지켜본다.\n"),
        ("queue.md", "# 큐\n\n주문은 RabbitMQ를 지나고, 다섯 번 실패하면 데드 레터 큐로 간다.\n"),
    ] {
        machine.run_ok(["save", note, text]);
    }
    for (query, note) in [
        ("누가 담당이야", "owners.md"),
        ("담당자분이 누구신가요", "owners.md"),
        ("수면 습관", "sleep.md"),
        ("수면습관", "sleep.md"),
        ("코드리뷰승인", "review.md"),
        ("배포는 어떻게 하시나요", "deploy.md"),
        ("디플로이 어떻게 해", "deploy.md"),
        ("래빗엠큐", "queue.md"),
        ("데드레터큐", "queue.md"),
    ] {
        let found = machine.run_json(&["search", query]);
        assert_eq!(found["hits"][0]["path"], note, "{query}: {found}");
    }
}

#[test]
fn bare_words_are_saved_and_a_hit_is_shown_whole() {
    let machine = machine();
    machine.run_ok(["save", "we", "use", "pnpm", "here"]);
    machine.run_ok([
        "save",
        "notes/api.md",
        "## Tokens\n\n- they expire after an hour\n- and are renewed",
    ]);
    let ports: String = (8080..8180).map(|port| format!("- port {port} belongs to us\n")).collect();
    machine.run_ok(["save", "notes/api.md", &format!("## Ports\n\n{ports}")]);
    assert!(machine.run_ok(["search", "pnpm"]).contains("we use pnpm here"));
    let hit = machine.run_json(&["search", "tokens expire after an hour", "--source", "notes"]);
    let hit = &hit["hits"][0];
    let id = format!("{}:{}", hit["path"].as_str().unwrap(), hit["startLine"]);
    let whole = machine.run_ok(["show", &id]);
    assert!(whole.contains("and are renewed") && !whole.contains("8080"), "{id}: {whole}");
    assert!(machine.run_ok(["show", "notes/api.md"]).contains("8080"));
    let missing = machine.run(["show", "notes/none.md:3"]);
    assert_eq!(missing.status.code(), Some(1));
}
