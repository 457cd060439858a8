//! Whatever happens, the client does not notice, and what was accepted is there.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Output, Stdio};

use palimp_testing::{Machine, run_with_input};
use serde_json::json;

use crate::{contents, machine};

/// An event that will be kept, with something of its own.
fn event(machine: &Machine, mark: &str) -> Vec<u8> {
    machine
        .claude_payload(
            "PostToolUse",
            "s",
            json!({
                "tool_name": "Bash", "tool_input": {"command": format!("git commit -m '{mark}'")},
                "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
            }),
        )
        .to_string()
        .into_bytes()
}

#[track_caller]
fn unnoticed(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.is_empty() || said.lines().all(|line| line.starts_with("[palimp] ")), "{said}");
    said
}

#[test]
fn nonsense_on_standard_input() {
    let machine = machine();
    let deep = "[".repeat(200_000);
    let key = r#"{"session_id":"s","password":"hunter2hunter2","#;
    for input in [
        &b""[..],
        b"{",
        b"null",
        b"[]",
        b"\xff\xfe",
        deep.as_bytes(),
        key.as_bytes(),
        b"{\"hook_event_name\":\"Nonsense\"}",
        br#"{"hook_event_name":"PostToolUse","session_id":7,"tool_name":[],"tool_input":null}"#,
    ] {
        let said = unnoticed(&machine.run_with(["hook", "claude"], input));
        assert!(!said.contains("hunter2"), "{said}");
    }
    for args in [
        &["hook"][..],
        &["hook", "nobody"],
        &["hook", "claude", "--what"],
        &["hook", "--home"],
        &["hook", "claude", "x", "y", "z"],
    ] {
        unnoticed(&machine.run_with(args, b"{}"));
    }
}

#[test]
fn fifty_megabytes_on_standard_input() {
    let machine = machine();
    let payload = machine.claude_payload("PostToolUse", "s", json!({
        "tool_name": "Bash", "tool_input": {"command": "git log -p"},
        "tool_response": {"stdout": "line of a very long output\n".repeat(2_000_000), "stderr": "", "interrupted": false},
    })).to_string();
    assert!(payload.len() > 50_000_000);
    assert_eq!(unnoticed(&machine.run_with(["hook", "claude"], payload.as_bytes())), "");
    assert_eq!(contents(&machine), ["git log -p\n→ line of a very long output"]);
}

#[test]
fn without_a_home_directory_the_hook_says_so() {
    let machine = machine();
    let mut command = machine.command(["hook", "claude"]);
    command.env("HOME", "").env("PALIMP_HOME", "/proc/nowhere/palimp");
    let said = unnoticed(&run_with_input(&mut command, &event(&machine, "x")));
    assert!(said.contains("lost"), "{said}");
}

#[test]
fn a_locked_database_sends_events_to_the_spool() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "first"));
    let holder = machine.lock_database();
    let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "second")));
    assert!(said.contains("locked") && said.contains("spool"), "{said}");
    drop(holder);
    machine.run_with(["hook", "claude"], &event(&machine, "third"));
    let mut kept = contents(&machine);
    kept.sort();
    assert_eq!(kept, ["git commit -m 'first'", "git commit -m 'second'", "git commit -m 'third'"]);
    assert!(machine.run_ok(["doctor"]).contains("locked"), "the log remembers");
}

#[test]
fn session_end_from_the_spool_keeps_what_was_told() {
    let machine = machine();
    let ask = |prompt: &str| {
        let payload = machine.claude_payload("UserPromptSubmit", "s", json!({ "prompt": prompt }));
        machine.hook("claude", &payload)
    };
    machine.run_ok(["save", "deploy.md", "The kestrel service deploys through port 7331"]);
    machine.run_ok(["save", "cache.md", "The walrus cache lives in Redis on port 6380"]);
    let walrus = "on which port does the walrus cache live in Redis?";
    assert!(ask(walrus).contains("6380"));
    let end = machine.claude_payload("SessionEnd", "s", json!({ "reason": "other" })).to_string();
    let holder = machine.lock_database();
    unnoticed(&machine.run_with(["hook", "claude"], end.as_bytes()));
    drop(holder);
    // The session is resumed before the end is taken in.
    let (spool, away) = (machine.home().join("spool"), machine.user_home().join("away"));
    fs::rename(&spool, &away).unwrap();
    let kestrel = "which port does the kestrel service deploy through?";
    assert!(ask(kestrel).contains("7331"));
    let _ = fs::remove_dir(&spool);
    fs::rename(&away, &spool).unwrap();
    machine.hook_bash("s", "npm test", "12 passed");
    assert_eq!(fs::read_dir(&spool).unwrap().count(), 0);
    assert!(!ask(kestrel).contains("7331") && !ask(walrus).contains("6380"));
}

#[test]
fn a_spool_file_that_cannot_be_read_waits_on() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "first"));
    // A directory cannot be read as a file, whoever tries.
    let unreadable = machine.home().join("spool/000000000000001-1-0.json");
    fs::create_dir_all(&unreadable).unwrap();
    let holder = machine.lock_database();
    machine.run_with(["hook", "claude"], &event(&machine, "second"));
    drop(holder);
    unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "third")));
    assert_eq!(contents(&machine).len(), 3);
    assert!(unreadable.exists());
    let status = machine.run_ok(["status"]);
    assert!(status.contains("1 capture left: `palimp doctor`"), "{status}");
    let doctor = machine.run(["doctor", "--fix"]);
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert_eq!(doctor.status.code(), Some(1), "{said}");
    assert!(said.contains("cannot read 1 capture"), "{said}");
}

#[test]
fn a_damaged_full_text_stops_nothing() {
    for damage in [
        "DELETE FROM observations_words_config",
        "DROP TABLE IF EXISTS observations_trigrams_data",
        "UPDATE observations_words_data SET block = zeroblob(8) WHERE id > 10",
    ] {
        let machine = machine();
        machine.run_with(["hook", "claude"], &event(&machine, "first"));
        machine.run_ok(["recent"]);
        for verb in
            [&["search", "first"][..], &["cleanup", "--days", "0", "--yes"], &["doctor", "--fix"]]
        {
            machine.execute_sql(damage);
            machine.run_ok(verb);
        }
        machine.execute_sql(damage);
        let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "second")));
        assert_eq!(said.contains("spool"), machine.home().join("locks/mending").exists(), "{said}");
        // The hook has somebody look at it; here somebody does who can be waited for.
        machine.run_ok(["cleanup", "--mend"]);
        let hits = machine.run_json(&["search", "second"])["hits"].clone();
        assert_eq!(hits.as_array().unwrap().len(), 1, "{damage}");
        assert_eq!(unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "third"))), "");
        assert!(machine.run_ok(["doctor"]).contains(": no damage"), "{damage}");
    }
}

#[test]
fn a_database_of_the_future_is_left_alone() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "first"));
    machine.run_ok(["recent"]);
    machine.wait_for_workers();
    let version = machine.query_number("PRAGMA user_version");
    machine.execute_sql("PRAGMA user_version = 99");
    let before = fs::read(machine.database()).unwrap();
    let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "second")));
    assert!(said.contains("newer palimp"), "{said}");
    let search = machine.run(["search", "commit"]);
    assert_eq!(search.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&search.stderr).contains("update palimp"));
    assert_eq!(fs::read(machine.database()).unwrap(), before);
    machine.execute_sql(&format!("PRAGMA user_version = {version}"));
    assert_eq!(contents(&machine).len(), 2);
}

#[test]
fn a_damaged_database_is_set_aside_and_its_rows_are_saved() {
    const ROWS: usize = 200;
    let machine = machine();
    for number in 0..ROWS {
        let mark = format!("event {number} {}", "x".repeat(300));
        machine.run_with(["hook", "claude"], &event(&machine, &mark));
    }
    machine.run_ok(["recent"]);
    let sound = fs::read(machine.database()).unwrap();
    let damaged = |damage: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = sound.clone();
        damage(&mut bytes);
        bytes
    };
    let middle = sound.len() / 2;
    // Among the pages that the next capture writes.
    let hole = sound.len() * 2 / 3;
    for (what, bytes, least) in [
        ("no header", damaged(&|bytes| bytes[..100].fill(0)), ROWS),
        ("no first page", damaged(&|bytes| bytes[..4096].fill(0xaa)), ROWS),
        ("a hole", damaged(&|bytes| bytes[hole..hole + 30_000].fill(0xaa)), ROWS / 2),
        ("the beginning alone", damaged(&|bytes| bytes.truncate(middle * 3 / 2)), ROWS / 5),
    ] {
        fs::write(machine.database(), bytes).unwrap();
        let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, what)));
        assert!(said.contains("spool"), "{what}: {said}");
        assert_eq!(machine.run(["doctor"]).status.code(), Some(1), "{what}");
        let mended = machine.run(["doctor", "--fix"]);
        let said = String::from_utf8_lossy(&mended.stdout).into_owned();
        let failure = String::from_utf8_lossy(&mended.stderr);
        assert!(mended.status.success(), "{what}: {said}{failure}");
        let kept = contents(&machine);
        assert!(kept.len() > least, "{what}: {} of {ROWS} saved\n{said}", kept.len() - 1);
        assert!(kept.iter().any(|content| content.contains(what)), "{what}: taken in afterwards");
        assert!(machine.run_ok(["doctor"]).contains(": no damage"), "{what}");
        assert!(!machine.run_json(&["search", "event 17"])["hits"].as_array().unwrap().is_empty());
    }
}

#[test]
fn a_table_that_is_gone_is_noticed_and_made_anew() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "first"));
    machine.run_ok(["recent"]);
    machine.execute_sql("DROP TABLE sessions");
    machine.run_with(["hook", "claude"], &event(&machine, "second"));
    let doctor = machine.run(["doctor"]);
    assert_eq!(doctor.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("sessions is missing"));
    machine.run_ok(["doctor", "--fix"]);
    assert_eq!(contents(&machine).len(), 2);
}

#[test]
fn a_home_that_cannot_be_written_is_told() {
    let machine = machine();
    fs::write(machine.home(), "not a directory").unwrap();
    let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "x")));
    assert!(said.contains("lost"), "{said}");
    let doctor = machine.run(["doctor", "--fix"]);
    assert_eq!(doctor.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&doctor.stdout).contains("a file is in the way"));
    assert_eq!(fs::read_to_string(machine.home()).unwrap(), "not a directory");
}

#[test]
fn a_complete_event_on_an_open_pipe_is_kept() {
    let machine = machine();
    let mut command = machine.command(["hook", "claude"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(&event(&machine, "x")).unwrap();
    assert_eq!(unnoticed(&child.wait_with_output().unwrap()), "");
    drop(stdin);
    assert_eq!(contents(&machine).len(), 1);
}

#[test]
fn half_a_character_costs_no_event() {
    let machine = machine();
    // What JavaScript writes of a text that was cut inside an emoji.
    let payload = String::from_utf8(event(&machine, "MARK")).unwrap();
    for (number, mark) in
        ["\\ud83d", "\\ude00 x", "\\ud83dx \\\\ud83d", "a\\ud83d\\ud83d\\ude00"].iter().enumerate()
    {
        let payload = payload.replace("MARK", &format!("{number} {mark}"));
        assert_eq!(
            unnoticed(&machine.run_with(["hook", "claude"], payload.as_bytes())),
            "",
            "{payload}"
        );
    }
    let mut bytes = payload.into_bytes();
    let at = bytes.windows(4).position(|window| window == b"MARK").unwrap();
    bytes[at] = 0xff;
    assert_eq!(unnoticed(&machine.run_with(["hook", "claude"], &bytes)), "");
    assert_eq!(contents(&machine).len(), 5);
    assert!(contents(&machine).iter().any(|content| content.contains("a\u{fffd}\u{1f600}")));
}

#[test]
fn a_file_that_is_no_database_is_set_aside() {
    let machine = machine();
    fs::create_dir_all(machine.home()).unwrap();
    fs::write(
        machine.database(),
        "this is no database, and longer than a header of one would be: ".repeat(40),
    )
    .unwrap();
    let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "x")));
    assert!(said.contains("doctor --fix"), "{said}");
    machine.run_ok(["doctor", "--fix"]);
    assert_eq!(contents(&machine), ["git commit -m 'x'"]);
}

#[test]
fn an_empty_database_file_is_a_new_database() {
    let machine = machine();
    fs::create_dir_all(machine.home()).unwrap();
    fs::write(machine.database(), "").unwrap();
    assert_eq!(unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "x"))), "");
    assert_eq!(contents(&machine).len(), 1);
}

#[test]
fn a_disk_without_room_costs_nothing_that_was_accepted() {
    let machine = machine();
    for number in 0..3 {
        machine.run_with(["hook", "claude"], &event(&machine, &format!("before {number}")));
    }
    machine.run_ok(["recent"]);
    // A limit on the size of files stands in for a disk without room.
    let command = "ulimit -f 8; exec \"$0\" hook claude";
    let mut shell = std::process::Command::new("/bin/sh");
    shell.args(["-c", command, env!("CARGO_BIN_EXE_palimp")]).env_clear();
    shell.env("HOME", machine.user_home()).current_dir(machine.project());
    let said = unnoticed(&run_with_input(&mut shell, &event(&machine, "no room")));
    assert!(said.contains("the file size limit is reached"), "{said}");
    let mut kept = contents(&machine);
    kept.sort();
    assert_eq!(
        kept,
        [
            "git commit -m 'before 0'",
            "git commit -m 'before 1'",
            "git commit -m 'before 2'",
            "git commit -m 'no room'"
        ]
    );
    assert!(machine.run_ok(["doctor"]).contains(": no damage"));
}

#[test]
fn sixteen_processes_at_once_lose_and_double_nothing() {
    const WRITERS: usize = 16;
    const EVENTS: usize = 25;
    let machine = machine();
    std::thread::scope(|scope| {
        for writer in 0..WRITERS {
            let machine = &machine;
            scope.spawn(move || {
                for number in 0..EVENTS {
                    unnoticed(&machine.run_with(
                        ["hook", "claude"],
                        &event(machine, &format!("{writer} {number}")),
                    ));
                }
            });
        }
    });
    let mut kept = contents(&machine);
    kept.sort();
    kept.dedup();
    assert_eq!((kept.len(), contents(&machine).len()), (WRITERS * EVENTS, WRITERS * EVENTS));
    assert!(machine.run_ok(["doctor"]).contains(": no damage"));
}

#[test]
fn everything_at_home_is_its_owners_alone() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "x"));
    let lock = machine.lock_database();
    machine.run_with(["hook", "claude"], &event(&machine, "y"));
    machine.run_ok(["save", "the proxy is at pr.internal:8080"]);
    machine.run_ok(["config", "set", "search.maxResults", "7"]);
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let mut directories = vec![machine.home()];
    while let Some(directory) = directories.pop() {
        assert_eq!(mode(&directory), 0o700, "{}", directory.display());
        for path in fs::read_dir(&directory).unwrap().map(|entry| entry.unwrap().path()) {
            match path.is_dir() {
                true => directories.push(path),
                false => assert_eq!(mode(&path), 0o600, "{}", path.display()),
            }
        }
    }
    for name in ["activity.db", "vault", "settings.json", "spool", "log"] {
        assert!(machine.home().join(name).exists(), "{name}");
    }
    drop(lock);
    fs::set_permissions(machine.home(), fs::Permissions::from_mode(0o755)).unwrap();
    assert_eq!(machine.run(["doctor"]).status.code(), Some(1));
    machine.run_ok(["doctor", "--fix"]);
    assert_eq!(mode(&machine.home()), 0o700);
}

#[test]
fn a_client_that_never_finishes_its_event_is_not_waited_for() {
    let machine = machine();
    let mut child = machine
        .command(["hook", "claude"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"{\"session_id\":").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(unnoticed(&output).contains("did not finish"));
    drop(stdin);
}

#[test]
fn settings_that_cannot_be_read_mean_the_defaults() {
    let machine = machine();
    fs::create_dir_all(machine.home()).unwrap();
    fs::write(machine.home().join("settings.json"), "{ not json").unwrap();
    let said = unnoticed(&machine.run_with(["hook", "claude"], &event(&machine, "x")));
    assert!(said.contains("settings.json"), "{said}");
    assert_eq!(contents(&machine).len(), 1);
    assert_eq!(machine.run(["config", "set", "capture.maxChars", "500"]).status.code(), Some(1));
    assert_eq!(fs::read_to_string(machine.home().join("settings.json")).unwrap(), "{ not json");
}

#[test]
fn a_clock_that_jumps_breaks_nothing() {
    let machine = machine();
    machine.run_with(["hook", "claude"], &event(&machine, "x"));
    // What the future left behind: a marker of tomorrow's retention, and a row.
    let marker = machine.home().join("locks/retention");
    fs::create_dir_all(marker.parent().unwrap()).unwrap();
    let file = fs::File::create(&marker).unwrap();
    file.set_modified(std::time::SystemTime::now() + std::time::Duration::from_secs(864_000))
        .unwrap();
    let start = machine.claude_payload("SessionStart", "s", json!({"source": "startup"}));
    machine.hook("claude", &start);
    let marked = fs::metadata(&marker).unwrap().modified().unwrap();
    assert!(
        marked <= std::time::SystemTime::now(),
        "the retention ran although the marker says tomorrow"
    );
    let future = json!({"kind": "session", "sessionId": "s2", "client": "claude", "agent": "main", "projectId": "p", "project": "app",
        "workingDir": "/", "summary": "x", "toolsUsed": [], "filesChanged": [], "memoryCount": 1,
        "startedAt": 9_000_000_000_000_i64, "endedAt": 9_000_000_000_000_i64, "durationSec": 1});
    assert!(machine.run_with(["import", "-"], future.to_string().as_bytes()).status.success());
    machine.hook_bash("s2", "git push", "ok");
    machine.hook("claude", &machine.claude_payload("Stop", "s2", json!({})));
    let sessions = machine.run_json(&["sessions"]);
    let session = sessions.as_array().unwrap().iter().find(|it| it["sessionId"] == "s2");
    let duration = session.expect("the session of the future")["durationSec"].as_i64();
    assert!(duration.is_some_and(|seconds| seconds >= 0), "{sessions}");
}
