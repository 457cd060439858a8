//! What others put in palimp's way: pipes, links, open homes, other users' files.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::mpsc;
use std::time::Duration;

use palimp_testing::{Machine, run_with_input};
use rustix::fs::{CWD, FileType, Mode};
use serde_json::json;

use crate::{contents, machine};

/// How long something may take that must not wait for anybody.
const PATIENCE: Duration = Duration::from_secs(60);

/// Puts a pipe at `path`, into which nobody will ever write.
pub(crate) fn pipe(path: &Path) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let _ = fs::remove_file(path);
    rustix::fs::mknodat(CWD, path, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
}

/// Runs a command, which has to end by itself.
#[track_caller]
fn ends(mut command: Command, input: &str) -> Output {
    let (tell, told) = mpsc::channel();
    let (what, input) = (format!("{command:?}"), input.to_owned());
    std::thread::spawn(move || tell.send(run_with_input(&mut command, input.as_bytes())));
    told.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{what} waits for ever"))
}

#[track_caller]
fn runs(machine: &Machine, args: &[&str]) -> (Option<i32>, String) {
    let output = ends(machine.command(args), "");
    let said = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    assert!(!said[1].contains("panicked"), "{args:?}: {}", said[1]);
    (output.status.code(), said.concat())
}

/// Hands the hook an event that will be kept; answers what it said.
#[track_caller]
fn event(machine: &Machine, mark: &str) -> String {
    let payload = machine.claude_payload(
        "PostToolUse",
        "s",
        json!({
            "tool_name": "Bash", "tool_input": {"command": format!("git commit -m '{mark}'")},
            "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
        }),
    );
    hook(machine, &payload)
}

#[track_caller]
fn hook(machine: &Machine, payload: &serde_json::Value) -> String {
    let output = ends(machine.command(["hook", "claude"]), &payload.to_string());
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_pipe_where_a_file_should_be_holds_no_hook_up() {
    for what in [
        "app/sub/.git",
        "app/.git/HEAD",
        "app/.git/packed-refs",
        "home/.palimp/settings.json",
        "home/.palimp/spool/000000000000001-1-0.json",
        "home/.palimp/spool/000000000000001-1-0.partial",
        "home/.palimp/log/palimp.log",
        "home/.palimp/activity.db",
        "home/.palimp/activity.db-journal",
        "home/.palimp/index/main.db",
        "home/.palimp/vault/MEMORY.md",
        "home/.palimp/vault/shared/decisions.md",
        "home/.palimp/locks/flush.lock",
        "home/.palimp/locks/cleanup",
        "home/.palimp/keys.json",
        "transcript.jsonl",
    ] {
        let machine = machine();
        event(&machine, "before");
        machine.run_ok([
            "save",
            "--kind",
            "core",
            "The walrus lives in the Arctic and nowhere else.",
        ]);
        fs::remove_file(machine.home().join("activity.db")).unwrap();
        event(&machine, "still before");
        let place = machine.root().join(what);
        pipe(&place);
        let mut payloads = vec![
            machine.claude_payload("SessionStart", "t", json!({"source": "startup"})),
            machine.claude_payload(
                "UserPromptSubmit",
                "t",
                json!({"prompt": "where does the walrus live?"}),
            ),
            machine.claude_payload(
                "PostToolUse",
                "t",
                json!({
                    "tool_name": "Bash", "tool_input": {"command": "git commit -m 'during'"},
                    "tool_response": {"stdout": "", "stderr": "", "interrupted": false},
                }),
            ),
            machine.claude_payload("Stop", "t", json!({"prompt_id": "p"})),
            machine.claude_payload("SessionEnd", "t", json!({"reason": "other"})),
        ];
        for payload in &mut payloads {
            payload["transcript_path"] = json!(machine.root().join("transcript.jsonl"));
            if what.ends_with("sub/.git") {
                payload["cwd"] = json!(place.parent().unwrap());
            }
            hook(&machine, payload);
        }
        // One that waited in the spool was set aside.
        let _ = fs::remove_file(&place);
        assert!(contents(&machine).contains(&"git commit -m 'during'".to_owned()), "{what}");
    }
}

#[test]
fn a_pipe_where_a_file_should_be_holds_no_command_up() {
    let machine = machine();
    event(&machine, "before");
    machine.run_ok(["save", "The walrus lives in the Arctic."]);
    machine.run_ok(["save", "--kind", "core", "The walrus lives in the Arctic and nowhere else."]);
    let home = machine.home();
    let user = machine.user_home();
    let session = machine.user_home().join(".claude/projects/-app");
    fs::create_dir_all(user.join(".codex")).unwrap();
    // What is in the way, and who would read it.
    for (path, verbs) in [
        (home.join("settings.json"), &["status", "recent", "config list", "doctor"][..]),
        (home.join("spool/000000000000001-1-0.json"), &["recent", "cleanup"]),
        (home.join("log/palimp.log"), &["doctor", "flush"]),
        (home.join("keys.json"), &["keys list", "status", "doctor"]),
        (home.join("installs.json"), &["uninstall claude", "install claude"]),
        (home.join("index/main.db-journal"), &["search walrus", "doctor"]),
        (home.join("index/main.db"), &["search walrus", "status", "doctor --fix"]),
        (home.join("cache/main.db"), &["embed status", "forget --dry-run walrus"]),
        (home.join("review/main/0123456789abcdef.json"), &["review", "status"]),
        (home.join("review/main/reflected"), &["reflect"]),
        (home.join("chat/main/1.jsonl"), &["forget --dry-run walrus"]),
        (
            home.join("vault/pipe.md"),
            &["list", "read pipe.md", "save --path pipe.md x", "scan", "search walrus"],
        ),
        (home.join("vault/MEMORY.md"), &["context", "forget --dry-run walrus", "index --force"]),
        (home.join("history/main/MEMORY.md/1-0123456789abcdef"), &["history MEMORY.md", "scan"]),
        (home.join("locks/flush.lock"), &["flush"]),
        (user.join(".claude/settings.json"), &["install claude", "uninstall claude", "doctor"]),
        (user.join(".claude/CLAUDE.md"), &["bootstrap --yes"]),
        (user.join(".claude/memory.db"), &["bootstrap --yes"]),
        (user.join(".claude-mem/claude-mem.db"), &["bootstrap --yes"]),
        (user.join(".codex/config.toml"), &["install codex", "status"]),
        (session.join("11111111-2222-4333-8444-555555555555.jsonl"), &["bootstrap --yes"]),
        (session.join("memory/note.md"), &["bootstrap --yes", "search walrus"]),
        (machine.project().join("CLAUDE.md"), &["bootstrap --yes"]),
        (machine.project().join(".cursor/rules/pipe.mdc"), &["bootstrap --yes"]),
        (machine.project().join(".git/HEAD"), &["recent --project .", "context"]),
    ] {
        pipe(&path);
        for verb in verbs {
            runs(&machine, &verb.split(' ').collect::<Vec<_>>());
        }
        let _ = fs::remove_file(&path);
    }
    assert!(runs(&machine, &["search", "walrus"]).1.contains("Arctic"));
}

#[test]
fn a_home_that_others_can_write_is_closed_before_it_is_used() {
    let machine = machine();
    event(&machine, "first");
    machine.run_ok(["save", "--kind", "core", "The walrus lives in the Arctic and nowhere else."]);
    fs::set_permissions(machine.home(), fs::Permissions::from_mode(0o777)).unwrap();
    for args in
        [&["recent"][..], &["search", "x"], &["save", "x"], &["flush"], &["status"], &["mcp"]]
    {
        let (code, said) = runs(&machine, args);
        assert_eq!(code, Some(1), "{args:?}: {said}");
        assert!(
            said.contains("other users can write to") && said.contains("doctor --fix"),
            "{said}"
        );
    }
    // What happens is kept; what others may have put there is neither told nor read.
    let said = event(&machine, "second");
    assert!(
        said.contains("other users can write to") && said.contains("events are saved in"),
        "{said}"
    );
    let start = machine.claude_payload("SessionStart", "t", json!({"source": "startup"}));
    let output = ends(machine.command(["hook", "claude"]), &start.to_string());
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(fs::read_dir(machine.home().join("spool")).unwrap().count(), 1);
    assert_eq!(runs(&machine, &["doctor"]).0, Some(1));
    let (code, said) = runs(&machine, &["doctor", "--fix"]);
    assert!(code == Some(0) && said.contains("other users could write"), "{said}");
    assert_eq!(fs::metadata(machine.home()).unwrap().mode() & 0o777, 0o700);
    assert_eq!(contents(&machine), ["git commit -m 'second'", "git commit -m 'first'"]);
    fs::set_permissions(machine.home(), fs::Permissions::from_mode(0o770)).unwrap();
    let (code, said) = runs(&machine, &["up", "--yes", "--no-import"]);
    assert!(code == Some(0) && said.contains("this is fixed now"), "{said}");
    assert_eq!(fs::metadata(machine.home()).unwrap().mode() & 0o777, 0o700);
}

#[test]
fn in_an_open_home_the_users_own_wish_not_to_remember_holds() {
    let machine = machine();
    machine.run_ok(["config", "set", "memory.enabled", "false"]);
    fs::set_permissions(machine.home(), fs::Permissions::from_mode(0o777)).unwrap();
    event(&machine, "second");
    assert!(!machine.home().join("spool").exists());
}

#[test]
fn no_link_inside_a_home_is_followed() {
    for name in ["log", "activity.db", "spool", "index", "review", "history", "locks", "chat"] {
        let machine = machine();
        event(&machine, "first");
        machine.run_ok(["save", "The walrus lives in the Arctic."]);
        let (place, elsewhere) = (machine.home().join(name), machine.root().join("elsewhere"));
        match place.exists() {
            true => fs::rename(&place, &elsewhere).unwrap(),
            false => fs::create_dir_all(&elsewhere).unwrap(),
        }
        symlink(&elsewhere, &place).unwrap();
        let before = listing(&elsewhere);
        let said = event(&machine, "second");
        assert!(
            said.contains("symbolic link") && said.contains("replace the link with its target"),
            "{name}: {said}"
        );
        for args in
            [&["recent"][..], &["search", "walrus"], &["save", "x"], &["cleanup"], &["up", "--yes"]]
        {
            let (code, said) = runs(&machine, args);
            assert_eq!(code, Some(1), "{name} {args:?}: {said}");
            assert!(
                said.contains(&format!("{name}: it is a symbolic link")),
                "{name} {args:?}: {said}"
            );
        }
        assert_eq!(runs(&machine, &["doctor", "--fix"]).0, Some(1));
        assert_eq!(listing(&elsewhere), before, "{name}");
        // Whoever does what was said has everything, but for what had no place to wait in.
        fs::remove_file(&place).unwrap();
        fs::rename(&elsewhere, &place).unwrap();
        let kept = contents(&machine);
        assert!(kept.contains(&"git commit -m 'first'".to_owned()), "{name}: {kept:?}");
        assert_eq!(kept.len(), if name == "spool" { 1 } else { 2 }, "{name}: {kept:?}");
    }
}

/// The names, sizes and times of all that lies below a path.
fn listing(path: &Path) -> Vec<(PathBuf, u64, i64)> {
    let meta = fs::symlink_metadata(path).unwrap();
    let mut all = vec![(path.to_owned(), meta.len(), meta.mtime_nsec())];
    if meta.is_dir() {
        let mut below: Vec<_> = fs::read_dir(path).unwrap().map(|it| it.unwrap().path()).collect();
        below.sort();
        all.extend(below.iter().flat_map(|path| listing(path)));
    }
    all
}

#[test]
fn the_home_the_vault_and_the_settings_may_be_links() {
    let machine = machine();
    let (home, vault) = (machine.root().join("real home"), machine.root().join("real vault"));
    fs::create_dir_all(&home).unwrap();
    fs::create_dir_all(&vault).unwrap();
    symlink(&home, machine.home()).unwrap();
    symlink(&vault, home.join("vault")).unwrap();
    let settings = machine.root().join("all my settings.json");
    fs::write(&settings, "{}").unwrap();
    symlink(&settings, home.join("settings.json")).unwrap();
    event(&machine, "first");
    machine.run_ok(["save", "The walrus lives in the Arctic."]);
    assert_eq!(contents(&machine).len(), 1);
    assert!(machine.run_ok(["search", "walrus"]).contains("Arctic"));
    assert_eq!(runs(&machine, &["doctor", "--fix"]).0, Some(0));
    machine.run_ok(["config", "set", "search.maxResults", "7"]);
    assert!(fs::symlink_metadata(home.join("settings.json")).unwrap().is_symlink());
    assert!(fs::read_to_string(settings).unwrap().contains("\"maxResults\": 7"));
}

#[test]
fn a_link_in_the_place_of_a_file_of_palimps_leads_nowhere() {
    let machine = machine();
    event(&machine, "first");
    machine.run_ok(["save", "--kind", "core", "The walrus lives in the Arctic and nowhere else."]);
    let prey = machine.root().join("prey");
    for place in
        ["log/palimp.log", "index/main.db", "locks/flush.lock", "history/main/x", "cache/main.db"]
    {
        let place = machine.home().join(place);
        fs::create_dir_all(place.parent().unwrap()).unwrap();
        let _ = fs::remove_file(&place);
        fs::write(&prey, "nobody's business").unwrap();
        symlink(&prey, &place).unwrap();
        event(&machine, "second");
        for args in [
            &["search", "walrus"][..],
            &["flush"],
            &["save", "x"],
            &["index", "--force"],
            &["doctor", "--fix"],
            &["cleanup"],
        ] {
            runs(&machine, args);
        }
        assert_eq!(fs::read_to_string(&prey).unwrap(), "nobody's business", "{}", place.display());
        let _ = fs::remove_file(&place);
    }
}

#[test]
fn a_database_whose_tables_never_end_is_left_alone() {
    let machine = machine();
    let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)
        SELECT x AS id, 's' AS session_id, 'words' AS content, 'words' AS narrative, 'p' AS project FROM c";
    let user = machine.user_home();
    let view = |table: &str| format!("CREATE VIEW {table} AS {endless};");
    palimp_testing::create_sqlite(&user.join(".claude/memory.db"), &view("memories"));
    palimp_testing::create_sqlite(&user.join(".claude-mem/claude-mem.db"), &view("observations"));
    let (_, said) = runs(&machine, &["bootstrap", "--yes"]);
    assert!(
        said.contains("no table 'memories'") && said.contains("no table 'observations'"),
        "{said}"
    );
    assert!(contents(&machine).is_empty());
}

#[test]
fn an_archive_that_unpacks_to_a_hundred_times_its_size_takes_no_memory() {
    let machine = machine();
    let archive = machine.root().join("export.zip");
    let mut zip = zip::ZipWriter::new(fs::File::create(&archive).unwrap());
    let packed = zip::write::SimpleFileOptions::default();
    zip.start_file("conversations.json", packed.compression_level(Some(1))).unwrap();
    zip.write_all(b"[{\"mapping\":{},\"x\":[").unwrap();
    let many = "{\"a\":1},".repeat(128 << 10);
    (0..200).for_each(|_| zip.write_all(many.as_bytes()).unwrap());
    zip.write_all(b"0]}]").unwrap();
    zip.finish().unwrap();
    assert!(fs::metadata(&archive).unwrap().len() < 3 << 20);
    // Two gigabytes of addresses, in kilobytes.
    let command = machine.command(["bootstrap", "--from"]);
    let mut bounded = Command::new("/bin/sh");
    bounded.args(["-c", "ulimit -v 2000000; exec \"$@\"", "sh"]).arg(command.get_program());
    bounded.args(command.get_args()).arg(format!("chatgpt:{}", archive.display()));
    bounded.env_clear().envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    bounded.current_dir(machine.project());
    let output = ends(bounded, "");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("it is too long"), "{said}");
}

#[test]
fn what_is_named_as_a_file_is_one() {
    let machine = machine();
    let pipe_at = machine.root().join("pipe");
    pipe(&pipe_at);
    let file = machine.root().join("empty");
    fs::write(&file, "").unwrap();
    fs::create_dir_all(machine.root().join("sessions/shop")).unwrap();
    let (file, root) = (file.to_str().unwrap(), machine.root().to_str().unwrap());
    for strange in [pipe_at.to_str().unwrap(), "/dev/zero"] {
        let calls: [&[&str]; 7] = [
            &["bench", "retrieval", "--corpus", strange, "--queries", file, "--qrels", file],
            &["bench", "retrieval", "--corpus", file, "--queries", strange, "--qrels", file],
            &["bench", "retrieval", "--corpus", file, "--queries", file, "--qrels", strange],
            &["bench", "gate", "--vaults", root, "--prompts", strange],
            &["bench", "sessions", "--dir", root, "--gold", strange],
            &["import", strange],
            &["mcp", "--http", "127.0.0.1:0", "--token-file", strange],
        ];
        for args in calls {
            let output = machine.run(args);
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
            assert!(said.contains("not a regular file"), "{args:?}: {said}");
        }
    }
}

#[test]
fn a_token_that_others_can_read_is_not_served() {
    let machine = machine();
    let token = machine.root().join("token");
    fs::write(&token, "0123456789abcdef0123456789abcdef").unwrap();
    fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).unwrap();
    let output =
        machine.run(["mcp", "--http", "127.0.0.1:0", "--token-file", token.to_str().unwrap()]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("chmod 600"), "{said}");
    assert!(!said.contains("name a file"), "it is the right file: {said}");
}
