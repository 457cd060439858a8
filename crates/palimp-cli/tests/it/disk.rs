//! Where nothing can be written: reading goes on, and what cannot be done says why.

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, Output};

use palimp_testing::Machine;
use palimp_testing::browser::TestBrowser as Dashboard;
use serde_json::json;

use crate::machine;
use crate::reading::{marks, same};

/// Everything that only reads, with words that its answer holds.
const READING: [(&[&str], &str); 17] = [
    (&["search", "staging"], "5433"),
    (&["search", "mongoose"], "blue"),
    (&["search", "walrus"], "git commit"),
    (&["search", "--source", "messages", "porpoise"], "grey porpoise"),
    (&["recent"], "walrus"),
    (&["timeline"], "grey porpoise"),
    (&["sessions"], "Commands: git commit"),
    (&["stats"], "observations  2"),
    (&["status"], "2 observations"),
    (&["context"], "walrus"),
    (&["context", "--prompt", "where does the staging database listen?"], "5433"),
    (&["list"], "semantic/db.md"),
    (&["read", "semantic/db.md"], "mongoose"),
    (&["export"], "walrus"),
    (&["config", "list"], "memory.enabled"),
    (&["scan"], "no secrets"),
    (&["embed", "status"], "chunk"),
];

/// What changes something.
const WRITING: [&[&str]; 6] = [
    &["save", "the port is 5434"],
    &["pin", "1"],
    &["index"],
    &["cleanup", "--days", "0", "--yes"],
    &["config", "set", "flush.summarizer", "rules"],
    &["forget", "walrus", "--yes"],
];

/// A machine on which something was captured and noted, a line of it after the index was made.
fn lived_in() -> Machine {
    let machine = machine();
    let note = machine.home().join("vault/semantic/db.md");
    fs::create_dir_all(note.parent().unwrap()).unwrap();
    fs::write(&note, "# Database\n\nThe staging database listens on 5433.\n").unwrap();
    machine.run_ok(["index"]);
    machine.run_ok(["config", "set", "inject.preset", "full"]);
    machine.hook_bash("s", "git commit -m walrus", "ok");
    machine.hook_bash("s", "git push", "ok");
    let said = json!({"prompt": "the grey porpoise", "prompt_id": "1"});
    machine.hook("claude", &machine.claude_payload("UserPromptSubmit", "s", said));
    machine.hook("claude", &machine.claude_payload("Stop", "s", json!({})));
    let text = fs::read_to_string(&note).unwrap() + "\nThe mongoose is blue.\n";
    fs::write(&note, text).unwrap();
    machine
}

#[track_caller]
fn answers(output: &Output, args: &[&str], words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {} {said}", output.status);
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains(words), "{args:?}: {told}{said}");
}

#[track_caller]
fn refuses(output: &Output, args: &[&str], words: &str) {
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), None, "{args:?}");
    assert_eq!(output.status.code(), Some(1), "{args:?}: {said}");
    assert!(said.contains(words), "{args:?}: {said}");
}

/// Gives a directory and everything in it to `owner`, where that is somebody, with these rights.
fn hand_over(path: &Path, owner: Option<u32>, directories: u32, files: u32) {
    let is_dir = path.is_dir();
    let _ = fs::set_permissions(path, Permissions::from_mode(0o700));
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        hand_over(&entry.path(), owner, directories, files);
    }
    let mode = if is_dir { directories } else { files };
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    if owner.is_some() {
        chown(path, owner, owner).unwrap();
    }
}

/// The reading of a home by a user who may not write it; root may everything, so it lets somebody
/// else read.
struct Reader {
    machine: Machine,
    somebody: Option<u32>,
}

impl Reader {
    fn of(machine: Machine) -> Reader {
        let root = fs::metadata(machine.root()).unwrap().uid() == 0;
        let somebody = root.then_some(65_534);
        if root {
            fs::set_permissions(machine.root(), Permissions::from_mode(0o755)).unwrap();
            // Not by this process: a program that it holds open to write cannot be run.
            let mut copy = Command::new("cp");
            copy.arg(env!("CARGO_BIN_EXE_palimp")).arg(machine.root().join("palimp"));
            assert!(copy.status().unwrap().success());
        }
        hand_over(&machine.user_home(), somebody, 0o500, 0o400);
        Reader { machine, somebody }
    }

    fn run(&self, args: &[&str]) -> Output {
        match self.somebody {
            Some(_) => self.command(args).output().unwrap(),
            None => self.machine.run(args),
        }
    }

    fn command(&self, args: &[&str]) -> Command {
        let like = self.machine.command(args);
        let Some(somebody) = self.somebody else { return like };
        let mut command = Command::new(self.machine.root().join("palimp"));
        command.args(like.get_args()).env_clear().current_dir(self.machine.project());
        command.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
        command.uid(somebody).gid(somebody);
        command
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        hand_over(&self.machine.user_home(), None, 0o700, 0o600);
    }
}

#[test]
fn a_home_that_may_only_be_read_is_read() {
    // Once as a hook leaves it, with a log of what was written last, and once at rest.
    for at_rest in [false, true] {
        let machine = lived_in();
        if at_rest {
            machine.run_ok(["recent"]);
        }
        let reader = Reader::of(machine);
        let before = marks(&reader.machine.home());
        for (args, words) in READING {
            answers(&reader.run(args), args, words);
        }
        for args in WRITING {
            refuses(&reader.run(args), args, "check the permissions");
        }
        same(&before, &marks(&reader.machine.home()));
    }
}

#[test]
fn a_home_that_may_only_be_read_and_cannot_be_understood_says_so_in_a_sentence() {
    type Spoil = fn(&Machine);
    let newer: Spoil = |machine| machine.execute_sql("PRAGMA user_version = 99");
    let broken: Spoil =
        |machine| fs::write(machine.database(), "no database ".repeat(999)).unwrap();
    for (spoil, words) in [(newer, "a newer palimp wrote it"), (broken, "is damaged")] {
        let machine = lived_in();
        machine.run_ok(["recent"]);
        spoil(&machine);
        let reader = Reader::of(machine);
        for verb in ["stats", "recent", "timeline", "search walrus"] {
            let args: Vec<_> = verb.split(' ').collect();
            let output = reader.run(&args);
            refuses(&output, &args, words);
            assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{verb}");
        }
        answers(&reader.run(&["status"]), &["status"], words);
    }
}

#[test]
fn an_index_that_is_not_there_and_cannot_be_made_is_no_hindrance() {
    let machine = lived_in();
    fs::remove_dir_all(machine.home().join("index")).unwrap();
    let reader = Reader::of(machine);
    for (args, words) in &READING[..4] {
        answers(&reader.run(args), args, words);
    }
}

#[test]
fn what_waits_in_the_spool_of_a_home_that_may_only_be_read_is_named() {
    let machine = lived_in();
    let lock = machine.lock_database();
    machine.hook_bash("s", "git tag v1", "ok");
    drop(lock);
    let reader = Reader::of(machine);
    let output = reader.run(&["recent"]);
    answers(&output, &["recent"], "walrus");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("1 capture not shown"), "{said}");
}

#[test]
fn a_home_of_the_version_before_is_read_where_it_cannot_be_brought_up_to_date() {
    let machine = Machine::of_first_version(env!("CARGO_BIN_EXE_palimp"));
    assert_eq!(machine.query_number("PRAGMA user_version"), 2);
    let reader = Reader::of(machine);
    let before = marks(&reader.machine.home());
    for (args, _) in READING.iter().filter(|(args, _)| args[0] != "read") {
        answers(&reader.run(args), args, "");
    }
    answers(&reader.run(&["recent"]), &["recent"], "Edit /home/dev/app/a.txt");
    answers(&reader.run(&["search", "heron"]), &["search"], "heron");
    same(&before, &marks(&reader.machine.home()));
}

#[test]
fn no_verb_is_ended_by_a_limit_on_the_size_of_files() {
    for at_rest in [false, true] {
        let machine = lived_in();
        if at_rest {
            machine.run_ok(["recent"]);
        }
        let limited = |args: &[&str]| {
            let like = machine.command(args);
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", "ulimit -f 0; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_palimp")]);
            shell.args(like.get_args()).env_clear().current_dir(machine.project());
            shell.envs(like.get_envs().filter_map(|(name, value)| Some((name, value?))));
            shell.output().unwrap()
        };
        for (args, words) in READING {
            answers(&limited(args), args, words);
        }
        for args in WRITING {
            refuses(&limited(args), args, "the file size limit is reached");
        }
    }
}

/// Runs a script in which `palimp` is this build, `fill` fills the small disk that the home is on,
/// and `bar` takes the names that are left on it. None where this user may not mount a disk, not
/// even one of her own.
fn on_a_small_disk(machine: &Machine, options: &str, script: &str) -> Option<String> {
    let script = format!(
        "mount -t tmpfs -o {options} tmpfs \"$HOME\" || exit 77
         cp -r \"$ORIGIN\" \"$HOME/.palimp\"
         palimp() {{ \"$PROGRAM\" \"$@\" 2>&1; echo \"exit $?\"; }}
         fill() {{ cat /dev/zero > \"$HOME/fill\" 2>/dev/null; }}
         bar() {{ n=0; while true > \"$HOME/bar$n\"; do n=$((n+1)); done 2>/dev/null; }}
         {script}"
    );
    let origin = machine.root().join("origin");
    fs::rename(machine.home(), &origin).unwrap();
    let mut command = Command::new("unshare");
    command.args(["--user", "--map-root-user", "--mount", "/bin/sh", "-c", &script]).env_clear();
    command.env("HOME", machine.user_home()).env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command.env("ORIGIN", &origin).env("PROGRAM", env!("CARGO_BIN_EXE_palimp"));
    let output = command.current_dir(machine.project()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code() == Some(0)).then_some(said)
}

#[test]
#[expect(clippy::print_stderr, reason = "says what it could not run")]
fn a_full_disk_a_disk_without_names_and_one_to_read_are_told_apart() {
    let verbs = "palimp search mongoose; palimp recent; palimp context; palimp save 'more'; \
                 palimp pin 1; palimp index; true";
    for (options, spoil, words) in [
        ("size=4m", "fill", "the disk is full; hint: free some space"),
        ("size=40m,nr_inodes=60", "bar", "the disk has no inodes left"),
        ("size=40m", "mount -o remount,ro \"$HOME\"", "the disk is mounted read-only"),
    ] {
        let machine = lived_in();
        machine.run_ok(["recent"]);
        let script = format!("{spoil}; {verbs}");
        let Some(said) = on_a_small_disk(&machine, options, &script) else {
            eprintln!("not run: this user may not mount a small disk ({options})");
            continue;
        };
        let exits: Vec<_> = said.lines().filter(|line| line.starts_with("exit ")).collect();
        let expected = ["exit 0", "exit 0", "exit 0", "exit 1", "exit 1", "exit 1"];
        assert_eq!(exits, expected, "{spoil}: {said}");
        assert!(said.contains("The mongoose is blue.") && said.contains("walrus"), "{said}");
        assert_eq!(said.matches(words).count(), 3, "{spoil}: {said}");
    }
}

#[test]
fn an_answer_that_cannot_be_written_is_a_failure() {
    let machine = lived_in();
    let verbs = READING.iter().map(|(args, _)| *args);
    for args in verbs.chain([&["--help"][..], &["--version"], &["completions", "bash"]]) {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = machine.command(args).stdout(full).output().unwrap();
        refuses(&output, args, "cannot write to standard output");
    }
}

#[test]
fn a_home_whose_path_is_too_long_is_refused_before_anything_is_made() {
    let machine = machine();
    let beside = machine.root().join("beside");
    let at = |length: usize| {
        let mut home = beside.clone();
        while home.as_os_str().len() < length - 1 {
            let left = length - 1 - home.as_os_str().len();
            home.push("h".repeat(left.min(if left == 101 { 99 } else { 100 })));
        }
        home
    };
    let up = |home: &Path| {
        let home = home.to_str().unwrap().to_owned();
        machine.run(["up", "--yes", "--home", &home])
    };
    let longest = 504 - "/index/main.db".len();
    let refused = up(&at(longest + 1));
    refuses(&refused, &["up"], "the limit of SQLite");
    assert!(!beside.exists());
    let taken = up(&at(longest));
    assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
    let said = machine.run_with(
        ["hook", "claude", "--home", at(longest + 40).to_str().unwrap()],
        machine
            .claude_payload("UserPromptSubmit", "s", json!({"prompt": "hello"}))
            .to_string()
            .as_bytes(),
    );
    assert_eq!(said.status.code(), Some(0));
}

#[test]
fn a_page_of_what_may_not_be_read_says_so() {
    let machine = machine();
    machine.run_ok(["save", "pool.md", "The zebrafish pool."]);
    machine.hook_bash("s1", "make pool", "done");
    let reader = Reader::of(machine);
    let home = reader.machine.home();
    hand_over(&home, reader.somebody, 0o700, 0o600);
    let (note, database) = (home.join("vault/pool.md"), home.join("activity.db"));
    let dashboard =
        Dashboard::from_command(reader.command(&["dashboard", "--no-open", "--lang", "en"]));
    assert!(dashboard.page("notes/pool.md").contains("The zebrafish pool."));
    for (file, pages) in
        [(&note, ["notes/pool.md", "notes/pool.md?edit"]), (&database, ["sessions", "told"])]
    {
        fs::set_permissions(file, Permissions::from_mode(0o000)).unwrap();
        for page in pages {
            let reply = dashboard.get(page);
            let name = file.file_name().unwrap().to_str().unwrap();
            let said = reply.body.split_once("role=\"alert\"").expect(page).1;
            assert_eq!(reply.status, 500, "{page}: {said}");
            assert!(said.contains(name) && said.contains("ermission"), "{page}: {said}");
        }
        fs::set_permissions(file, Permissions::from_mode(0o600)).unwrap();
    }
    assert_eq!(dashboard.get("notes/none.md").status, 404);
    assert!(dashboard.page("sessions").contains("s1"));
}
