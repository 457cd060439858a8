//! A process that stays finds what another program wrote the moment before, without looking at all
//! files again.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_store::activity::Filter;

/// A shell that does what it is told and says when it is done.
struct Other {
    shell: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Other {
    fn new(directory: &Path) -> Other {
        let mut command = Command::new("sh");
        command.current_dir(directory).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shell = command.spawn().unwrap();
        let (to, from) = (shell.stdin.take().unwrap(), shell.stdout.take().unwrap());
        Other { shell, to, from: BufReader::new(from) }
    }

    fn does(&mut self, what: &str) {
        writeln!(self.to, "{what}; echo done").unwrap();
        let mut answer = String::new();
        self.from.read_line(&mut answer).unwrap();
        assert_eq!(answer, "done\n", "{what}");
    }
}

impl Drop for Other {
    fn drop(&mut self) {
        let _ = self.shell.kill();
        let _ = self.shell.wait();
    }
}

struct Stage {
    dir: tempfile::TempDir,
    vault: PathBuf,
    docs: PathBuf,
    memory: IndexSync,
}

/// A memory that stays and has looked at its files, in `vault` and in `docs` outside of it.
fn stage() -> Stage {
    let dir = tempfile::tempdir().unwrap();
    let user = dir.path().join("user");
    let (home, docs) = (HomePaths::new(user.join("home")), user.join("docs"));
    let vault = home.vault_dir("main");
    for (directory, note) in [(&vault, "first.md"), (&docs, "outside.md")] {
        fs::create_dir_all(directory).unwrap();
        fs::write(directory.join(note), "# First\n\nnothing much\n").unwrap();
    }
    let mut settings = Settings::default();
    settings.index.extra_paths = vec!["~/docs".to_owned()];
    let mut memory =
        IndexSync::new(NoteStore::new(home, "main", settings, Some(user)), Models::default());
    memory.watch_files();
    // The second look is the first that events vouch for.
    (0..2).for_each(|_| assert!(found(&mut memory, "zebra").is_empty()));
    Stage { dir, vault, docs, memory }
}

/// The paths of the notes that are found.
fn found(memory: &mut IndexSync, word: &str) -> Vec<String> {
    let options = SearchOptions::new(
        Filter::default(),
        &ProjectIdentity::from_root("/nowhere"),
        1_790_000_000_000,
    );
    let answer = memory.searcher().search(word, &options, None, &mut |_, _, _| ()).unwrap();
    answer.hits.into_iter().filter_map(|hit| hit.path).collect()
}

#[test]
fn what_another_program_wrote_the_moment_before_is_found_every_time() {
    let Stage { dir: _dir, vault, docs, mut memory } = stage();
    let mut other = Other::new(&vault);
    let docs = docs.display();
    // As many as `cargo xtask prove fresh` asks for, or enough to have met every kind of change often.
    let rounds = std::env::var("PALIMP_PROVE_ROUNDS").ok().and_then(|rounds| rounds.parse().ok());
    for round in 0..rounds.unwrap_or(120) {
        let (word, note) = (format!("word{round}x"), round % 7);
        let (say, expected) = match round % 10 {
            0 => (format!("echo {word} > new{note}.md"), format!("new{note}.md")),
            1 => (format!("echo {word} >> first.md"), "first.md".to_owned()),
            2 => {
                (format!("echo {word} > .first.swp; mv .first.swp first.md"), "first.md".to_owned())
            }
            3 => (format!("echo {word} > 결정.md"), "결정.md".to_owned()),
            4 => (format!("echo {word} > {docs}/outside.md"), "~/docs/outside.md".to_owned()),
            5 => (format!("echo {word} > {docs}/n{note}.md"), format!("~/docs/n{note}.md")),
            6 => (
                format!("mkdir -p d{note}/e; echo {word} > d{note}/e/a.md"),
                format!("d{note}/e/a.md"),
            ),
            7 => (
                format!("rm -rf m; echo {word} > first.md; mkdir m; mv first.md m/b.md"),
                "m/b.md".to_owned(),
            ),
            8 => {
                (format!("echo {word} > first.md; rm -rf moved; mv m moved"), "first.md".to_owned())
            }
            _ => (
                format!("rm -rf d*; echo {word} > new{note}.md; touch -r . new{note}.md"),
                format!("new{note}.md"),
            ),
        };
        other.does(&say);
        assert_eq!(found(&mut memory, &word), [expected.as_str()], "round {round}: {say}");
        if round % 3 == 0 {
            let place = expected.strip_prefix("~/docs").map(|rest| format!("{docs}{rest}"));
            other.does(&format!("rm {}", place.unwrap_or(expected)));
            assert!(found(&mut memory, &word).is_empty(), "round {round}: gone");
        }
    }
}

#[test]
fn what_no_event_told_is_not_looked_for() {
    let Stage { dir: _dir, vault, docs, mut memory } = stage();
    // A second name of the same file, in a directory that nobody follows.
    let name = docs.with_file_name("second-name");
    fs::hard_link(vault.join("first.md"), &name).unwrap();
    assert!(found(&mut memory, "zebra").is_empty());
    fs::write(&name, "a zebra\n").unwrap();
    assert!(found(&mut memory, "zebra").is_empty(), "all files were looked at");
    fs::write(vault.join("second.md"), "a zebra\n").unwrap();
    assert_eq!(found(&mut memory, "zebra"), ["second.md"]);
    // Whoever comes anew looks at everything, and what it writes makes the other look too.
    let home = HomePaths::new(docs.with_file_name("home"));
    let user = docs.parent().map(Path::to_owned);
    let mut new =
        IndexSync::new(NoteStore::new(home, "main", Settings::default(), user), Models::default());
    assert_eq!(found(&mut new, "zebra").len(), 2);
    assert_eq!(found(&mut memory, "zebra").len(), 2);
}

#[test]
fn a_memory_that_cannot_take_something_in_looks_again_until_it_can() {
    use std::os::unix::fs::PermissionsExt;
    let Stage { dir: _dir, vault, mut memory, .. } = stage();
    let note = vault.join("first.md");
    fs::write(&note, "a zebra\n").unwrap();
    fs::set_permissions(&note, fs::Permissions::from_mode(0o000)).unwrap();
    let readable = fs::read(&note).is_ok();
    assert_eq!(found(&mut memory, "zebra").len(), usize::from(readable));
    fs::set_permissions(&note, fs::Permissions::from_mode(0o600)).unwrap();
    assert_eq!(found(&mut memory, "zebra"), ["first.md"]);
}

#[test]
fn a_memory_that_spares_maps_nothing_of_its_index() {
    let Stage { dir, memory, .. } = stage();
    let home = HomePaths::new(dir.path().join("user/home"));
    drop(memory);
    let memory =
        IndexSync::new(NoteStore::new(home, "main", Settings::default(), None), Models::default());
    let mut memory = memory.with_bounded_cache();
    assert_eq!(found(&mut memory, "nothing").len(), 1);
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let index = dir.path().join("user/home/index/main.db");
    assert!(index.exists() && !maps.lines().any(|line| line.ends_with(index.to_str().unwrap())));
}
