//! Weeks on three machines, of which one has a wrong clock: work, edits of the same notes, moved
//! repositories, forgetting, syncs that are killed, lost and damaged files.
//!
//! Each test lives through some days, `cargo xtask prove kills` through thirty.

use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, SystemTime};

use palimp_testing::clock::start_at;
use palimp_testing::steps::{self, Death, DeathMoment};
use palimp_testing::{Machine, run_with_input};
use serde_json::{Value, json};

use crate::bootstrap::tree;
use crate::teams::git;

/// Set where the whole time is lived through.
const EVERYWHERE: &str = "PALIMP_PROVE";
const DAY: Duration = Duration::from_secs(86_400);
/// Advance of the last machine's clock.
const WRONG_CLOCK: Duration = Duration::from_secs(5 * 86_400);
const WORDS: [&str; 8] =
    ["walrus", "narwhal", "otter", "giraffe", "수달", "바다코끼리", "기린", "pangolin"];

/// Random numbers that are the same in each run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).unwrap()
    }

    fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 0
    }
}

struct Weeks {
    dir: tempfile::TempDir,
    machines: Vec<Machine>,
    repositories: Vec<PathBuf>,
    dice: Dice,
    day: u32,
    words: usize,
    /// Words of lines that nobody deleted, and words that somebody forgot.
    kept: BTreeSet<String>,
    forgotten: BTreeSet<String>,
    kills: usize,
}

impl Weeks {
    fn new(seed: u64) -> Weeks {
        let dir = tempfile::tempdir().unwrap();
        let machine = |name: &str| {
            let root = dir.path().join(name);
            fs::create_dir_all(&root).unwrap();
            Machine::in_directory(root, env!("CARGO_BIN_EXE_palimp"))
        };
        let machines: Vec<Machine> = ["one", "two", "three"].map(machine).into();
        let repositories = machines.iter().map(|it| it.root().join("work/shop")).collect();
        let mut weeks = Weeks {
            dir,
            machines,
            repositories,
            dice: Dice(seed),
            day: 0,
            words: 0,
            kept: BTreeSet::new(),
            forgotten: BTreeSet::new(),
            kills: 0,
        };
        weeks.set_up();
        weeks
    }

    fn set_up(&mut self) {
        for repository in &self.repositories {
            fs::create_dir_all(repository).unwrap();
            git(repository, &["init", "-q"]);
            git(repository, &["remote", "add", "origin", "git@git.test:kim/shop.git"]);
        }
        let remote = self.remote();
        let remote = remote.to_str().unwrap();
        self.run(0, &["sync", "init", remote], b"");
        let code =
            self.machines[0].run_json(&["sync", "code"])["code"].as_str().unwrap().to_owned();
        for at in 1..self.machines.len() {
            self.run(at, &["sync", "join", remote, "--code-file", "-"], code.as_bytes());
        }
    }

    fn remote(&self) -> PathBuf {
        self.dir.path().join("remote")
    }

    fn command(&self, at: usize, args: &[&str]) -> Command {
        let mut command = self.machines[at].command(args);
        let wrong = if at == 2 { WRONG_CLOCK } else { Duration::ZERO };
        start_at(&mut command, SystemTime::now() + DAY * self.day + wrong);
        command.current_dir(&self.repositories[at]);
        command
    }

    #[track_caller]
    fn run(&self, at: usize, args: &[&str], input: &[u8]) -> String {
        let output = run_with_input(&mut self.command(at, args), input);
        let failure = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{args:?} on {at}, day {}: {failure}", self.day);
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns a word that was never said before.
    fn new_word(&mut self) -> String {
        self.words += 1;
        let word = WORDS[self.dice.below(WORDS.len())];
        format!("{word}{:03}", self.words)
    }

    fn hook(&self, at: usize, event: &str, session: &str, mut fields: Value) {
        fields["cwd"] = json!(self.repositories[at]);
        let payload = self.machines[at].claude_payload(event, session, fields);
        self.run(at, &["hook", "claude"], payload.to_string().as_bytes());
    }

    /// A session in which something is decided.
    fn work(&mut self, at: usize) {
        let word = self.new_word();
        let session = format!("{:08x}-{at}-{}", self.words, self.day);
        self.hook(at, "SessionStart", &session, json!({"source": "startup"}));
        let prompt = format!("We decided to use {word} for every deploy from now on.");
        self.hook(at, "UserPromptSubmit", &session, json!({"prompt": prompt, "prompt_id": "1"}));
        let answer = json!({"last_assistant_message": "Noted.", "prompt_id": "1"});
        self.hook(at, "Stop", &session, answer);
        if self.dice.one_in(2) {
            self.run(at, &["flush"], b"");
        }
        self.kept.insert(word);
    }

    fn note(&self, at: usize, number: usize) -> PathBuf {
        self.machines[at].home().join(format!("vault/notes/n{number}.md"))
    }

    /// Adds a line somewhere in one of a few notes, which all machines edit.
    fn edit(&mut self, at: usize) {
        let number = self.dice.below(4);
        let note = self.note(at, number);
        let text = fs::read_to_string(&note).unwrap_or_else(|_| "# Notes\n".to_owned());
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let word = self.new_word();
        let place = 1 + self.dice.below(lines.len());
        lines.insert(place.min(lines.len()), format!("- the {word} line"));
        fs::create_dir_all(note.parent().unwrap()).unwrap();
        fs::write(&note, lines.join("\n") + "\n").unwrap();
        self.kept.insert(word);
    }

    /// Forgets a word that this machine knows.
    fn forget(&mut self, at: usize) {
        let known = self.kept.iter().filter(|word| !self.machines[at].files_with(word).is_empty());
        let known: Vec<String> = known.cloned().collect();
        if known.is_empty() {
            return;
        }
        let word = known[self.dice.below(known.len())].clone();
        self.run(at, &["forget", "--yes", &word], b"");
        self.kept.remove(&word);
        self.forgotten.insert(word);
    }

    /// Moves the repository of a machine, as `mv` or a new clone does.
    fn move_repository(&mut self, at: usize) {
        let to = self.machines[at].root().join(format!("work/shop-{}", self.day));
        fs::rename(&self.repositories[at], &to).unwrap();
        self.repositories[at] = to;
    }

    /// Syncs, and is killed at one of its changes of the disk.
    fn sync_killed(&mut self, at: usize) {
        let moment = if self.dice.one_in(2) { DeathMoment::Before } else { DeathMoment::After };
        let death = Death { step: self.dice.below(80), moment };
        let mut command = self.command(at, &["sync"]);
        match steps::kill(&mut command, b"", self.dir.path(), death) {
            Ok(run) => self.kills += usize::from(run.died),
            // Without ptrace the days pass without deaths.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
            Err(error) => panic!("cannot trace a sync: {error}"),
        }
    }

    /// Removes a file of the remote, or changes a byte of it.
    fn damage(&mut self) {
        let files: Vec<PathBuf> = tree(&self.remote()).into_keys().collect();
        let file = &files[self.dice.below(files.len())];
        if self.dice.one_in(2) {
            fs::remove_file(file).unwrap();
        } else {
            let mut bytes = fs::read(file).unwrap();
            let at = self.dice.below(bytes.len());
            bytes[at] ^= 4;
            fs::write(file, bytes).unwrap();
        }
    }

    fn live_a_day(&mut self) {
        self.day += 1;
        for at in 0..self.machines.len() {
            for _ in 0..=self.dice.below(3) {
                match self.dice.below(8) {
                    0..=2 => self.work(at),
                    3..=5 => self.edit(at),
                    6 if self.dice.one_in(3) => self.forget(at),
                    6 => {}
                    _ if self.dice.one_in(4) => self.move_repository(at),
                    _ => {}
                }
            }
            // A machine is offline for days.
            if self.dice.one_in(4) {
                continue;
            }
            let most = if std::env::var_os(EVERYWHERE).is_some() { 24 } else { 8 };
            for _ in 0..self.dice.below(most) {
                self.sync_killed(at);
            }
            self.run(at, &["sync"], b"");
        }
        if self.dice.one_in(5) {
            self.damage();
        }
    }

    #[track_caller]
    fn assert_whole(&self) {
        for _ in 0..4 {
            (0..self.machines.len()).for_each(|at| drop(self.run(at, &["sync"], b"")));
        }
        let (first, rows) = (self.notes(0), self.rows(0));
        for at in 1..self.machines.len() {
            assert_eq!(self.notes(at), first, "notes of {at}");
            assert_eq!(self.rows(at), rows, "rows of {at}");
        }
        for (at, machine) in self.machines.iter().enumerate() {
            for word in &self.forgotten {
                assert_eq!(machine.files_with(word), Vec::<PathBuf>::new(), "{word} on {at}");
            }
            let all: String = self.notes(at).into_iter().map(|(_, text)| text).collect();
            let said = self.rows(at).join("\n");
            for word in &self.kept {
                let is_there = all.contains(word.as_str()) || said.contains(word.as_str());
                assert!(is_there, "{word} is lost on {at}");
                let line = format!("- the {word} line");
                assert!(all.matches(&line).count() <= 1, "{word} is doubled on {at}");
            }
            // All that is sent has been sent.
            assert!(self.run(at, &["sync"], b"").contains("up to date"));
        }
    }

    fn notes(&self, at: usize) -> Vec<(PathBuf, String)> {
        let vault = self.machines[at].home().join("vault");
        let name = |path: &Path| path.strip_prefix(&vault).unwrap().to_owned();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        tree(&vault).iter().map(|(path, bytes)| (name(path), text(bytes))).collect()
    }

    /// Captured rows without what differs by machine.
    fn rows(&self, at: usize) -> Vec<String> {
        let row = |line: &str| {
            let mut row: Value = serde_json::from_str(line).unwrap();
            let fields = row.as_object_mut().unwrap();
            ["id", "workingDir"].iter().for_each(|field| drop(fields.remove(*field)));
            row.to_string()
        };
        let mut rows: Vec<String> = self.run(at, &["export"], b"").lines().map(row).collect();
        rows.sort();
        rows
    }
}

#[expect(clippy::print_stdout, reason = "the figures of the proof")]
fn live(seed: u64) {
    let days = if std::env::var_os(EVERYWHERE).is_some() { 30 } else { 4 };
    let mut weeks = Weeks::new(seed);
    for _ in 0..days {
        weeks.live_a_day();
    }
    weeks.assert_whole();
    println!("{days} days: {} words, {} kills", weeks.words, weeks.kills);
}

#[test]
fn three_machines_are_equal_after_some_days() {
    live(0x2545_f491_4f6c_dd1d);
}

#[test]
fn three_machines_are_equal_after_other_days() {
    live(0x9e37_79b9_7f4a_7c15);
}
