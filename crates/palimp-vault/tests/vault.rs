//! A vault on a real disk: nothing is lost, nothing outside is touched.

use std::fs::{self, File, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use palimp_note::NotePath;
use palimp_vault::history::VersionHistory;
use palimp_vault::{Vault, VaultError};
use tempfile::TempDir;
use unicode_normalization::UnicodeNormalization;

/// A machine's disk with an empty vault on it.
struct Place {
    dir: TempDir,
    vault: Vault,
}

impl Place {
    fn new() -> Place {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::init(dir.path().join("vault"), &dir.path().join("locks")).unwrap();
        Place {
            vault: vault.with_history(VersionHistory::new(dir.path().join("history/main"))),
            dir,
        }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.vault.root().join(below)
    }

    fn write(&self, below: &str, text: impl AsRef<[u8]>) {
        let path = self.path(below);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn text(&self, below: &str) -> String {
        fs::read_to_string(self.path(below)).unwrap()
    }

    fn mode(&self, below: &str) -> u32 {
        fs::metadata(self.path(below)).unwrap().permissions().mode() & 0o7777
    }

    fn found(&self) -> Vec<String> {
        self.vault.scan().unwrap().iter().map(|found| found.path.to_string()).collect()
    }

    fn names(&self, below: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(below)).unwrap();
        let mut names = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect::<Vec<_>>();
        names.sort_unstable();
        names
    }
}

fn note(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

fn said<T>(result: Result<T, VaultError>) -> String {
    result.err().expect("it should have been refused").to_string()
}

#[test]
fn what_is_appended_is_read_back_and_private() {
    let place = Place::new();
    let log = note("memory/2026-11-21.md");
    place.vault.append_entry(&log, "# 2026-11-21", "- 09:05 C:\\new\\결정 <b> `x`").unwrap();
    place.vault.append_entry(&log, "# 2026-11-21", "- 09:06 더").unwrap();
    let text = "# 2026-11-21\n\n- 09:05 C:\\new\\결정 <b> `x`\n\n- 09:06 더\n";
    assert_eq!(place.vault.read(&log).unwrap(), text);
    assert_eq!(place.mode("memory/2026-11-21.md"), 0o600);
    assert_eq!(place.mode("memory"), 0o700);
    assert_eq!(place.mode(""), 0o700);
    assert_eq!(place.names("memory"), ["2026-11-21.md"]);
}

#[test]
fn nothing_to_append_makes_no_note() {
    let place = Place::new();
    place.vault.append(&note("a/b.md"), " \n").unwrap();
    assert!(place.names("").is_empty());
}

#[test]
fn writers_at_the_same_time_lose_nothing() {
    let place = Place::new();
    let (root, locks) = (place.path(""), place.dir.path().join("locks"));
    std::thread::scope(|scope| {
        for writer in ["one", "둘"] {
            let (root, locks) = (&root, &locks);
            scope.spawn(move || {
                let vault = Vault::open(root, locks).unwrap();
                for number in 0..500 {
                    vault.append(&note("memory/log.md"), &format!("- {writer} {number}")).unwrap();
                }
            });
        }
    });
    let text = place.text("memory/log.md");
    for writer in ["one", "둘"] {
        let mine = text.lines().filter(|line| line.starts_with(&format!("- {writer} ")));
        let expected = (0..500).map(|number| format!("- {writer} {number}"));
        assert!(mine.eq(expected), "{writer} lost a line");
    }
    assert_eq!(place.names("memory"), ["log.md"]);
}

#[test]
fn what_an_editor_saved_in_between_is_kept() {
    let place = Place::new();
    place.write("a.md", "old\n");
    let mut calls = 0;
    let change = |old: Option<&str>| {
        calls += 1;
        if calls == 1 {
            // As long as the old text, and within the same tick of the clock.
            place.write("a.md", "OLD\n");
        }
        Ok(format!("{}new\n", old.unwrap()))
    };
    place.vault.change(&note("a.md"), change).unwrap();
    assert_eq!(place.text("a.md"), "OLD\nnew\n");
    assert_eq!(place.names(""), ["a.md"]);
}

#[test]
fn a_note_that_an_editor_made_in_between_is_kept() {
    let place = Place::new();
    let change = |old: Option<&str>| {
        if old.is_none() {
            place.write("a.md", "first\n");
        }
        Ok(format!("{}second\n", old.unwrap_or("")))
    };
    place.vault.change(&note("a.md"), change).unwrap();
    assert_eq!(place.text("a.md"), "first\nsecond\n");
}

#[test]
fn a_program_that_never_stops_saving_is_given_up_on() {
    let place = Place::new();
    place.write("a.md", "0");
    let mut number = 0;
    let change = |_: Option<&str>| {
        number += 1;
        place.write("a.md", number.to_string());
        Ok("mine".to_owned())
    };
    assert!(said(place.vault.change(&note("a.md"), change)).contains("another program"));
    assert_eq!(place.text("a.md"), number.to_string());
    assert_eq!(place.names(""), ["a.md"]);
}

#[test]
fn what_a_killed_process_left_is_cleaned_up_at_any_age() {
    let place = Place::new();
    let living = format!(".palimp-{}-a-0", std::process::id());
    let left = [".palimp-4294967295-b-0".to_owned(), palimp_files::partial_name()];
    for name in left.iter().chain([&living, &".settings.json.4294967295".to_owned()]) {
        place.write(name, "half of a no");
        place.write(&format!("below/{name}"), "half of a no");
    }
    assert_eq!(place.found().len(), 0);
    place.vault.append(&note("a.md"), "text").unwrap();
    let rest = [living.as_str(), ".settings.json.4294967295"];
    assert_eq!(place.names(""), [rest[0], rest[1], "a.md", "below"]);
    assert_eq!(place.vault.sweep().unwrap(), 2, "those below");
    assert_eq!(place.names("below"), rest);
}

#[test]
fn a_version_that_was_half_written_goes_with_a_sweep() {
    let place = Place::new();
    place.vault.append(&note("a.md"), "one").unwrap();
    place.vault.append(&note("a.md"), "two").unwrap();
    let of_note = place.dir.path().join("history/main/a.md");
    fs::write(of_note.join(palimp_files::partial_name()), "on").unwrap();
    fs::write(of_note.join(".1795340000000-0123456789abcdef"), "as it was once named").unwrap();
    assert_eq!(place.vault.sweep().unwrap(), 2);
    assert_eq!(fs::read_dir(of_note).unwrap().count(), 1);
}

#[test]
fn permissions_and_line_ends_stay() {
    let place = Place::new();
    place.write("a.md", "\u{feff}one\r\ntwo\r\n");
    fs::set_permissions(place.path("a.md"), Permissions::from_mode(0o644)).unwrap();
    place.vault.append(&note("a.md"), "three\nfour").unwrap();
    assert_eq!(place.text("a.md"), "\u{feff}one\r\ntwo\r\n\r\nthree\r\nfour\r\n");
    assert_eq!(place.mode("a.md"), 0o644);
    fs::set_permissions(place.path("a.md"), Permissions::from_mode(0o444)).unwrap();
    assert!(said(place.vault.append(&note("a.md"), "five")).contains("permissions"));
}

#[test]
fn links_are_neither_read_nor_written_through() {
    let place = Place::new();
    let outside = place.dir.path().join("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.md"), "secret").unwrap();
    symlink(outside.join("secret.md"), place.path("leaf.md")).unwrap();
    symlink(outside.join("new.md"), place.path("dangling.md")).unwrap();
    symlink(&outside, place.path("parent")).unwrap();
    for path in ["leaf.md", "dangling.md", "parent/secret.md", "parent/new.md"] {
        let note = note(path);
        assert!(said(place.vault.read(&note)).contains("symbolic link"), "{path}");
        assert!(said(place.vault.read_lossy(&note)).contains("symbolic link"), "{path}");
        assert!(said(place.vault.append(&note, "x")).contains("symbolic link"), "{path}");
        assert!(said(place.vault.replace(&note, "x")).contains("symbolic link"), "{path}");
        assert!(said(place.vault.create(&note, "x")).contains("symbolic link"), "{path}");
        assert!(said(place.vault.remove(&note)).contains("symbolic link"), "{path}");
    }
    assert!(place.found().is_empty());
    assert_eq!(fs::read_to_string(outside.join("secret.md")).unwrap(), "secret");
    assert_eq!(fs::read_dir(&outside).unwrap().count(), 1);
}

#[test]
fn the_vault_itself_may_be_reached_through_a_link() {
    let place = Place::new();
    let link = place.dir.path().join("link");
    symlink(place.path(""), &link).unwrap();
    let linked = Vault::open(&link, &place.dir.path().join("locks")).unwrap();
    linked.append(&note("a.md"), "one").unwrap();
    place.vault.append(&note("a.md"), "two").unwrap();
    assert_eq!(linked.read(&note("a.md")).unwrap(), "one\n\ntwo\n");
    let locks = fs::read_dir(place.dir.path().join("locks")).unwrap().count();
    assert_eq!(locks, 1, "both are one vault");
}

#[test]
fn what_is_no_note_is_refused_in_words() {
    let place = Place::new();
    let binary = [b'a', 0xff, 0xfe];
    place.write("binary.md", binary);
    place.write("directory.md/a.md", "a");
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe.md")).status();
    assert!(made.unwrap().success());
    assert!(said(place.vault.read(&note("binary.md"))).contains("not UTF-8"));
    assert!(said(place.vault.append(&note("binary.md"), "x")).contains("not UTF-8"));
    assert_eq!(fs::read(place.path("binary.md")).unwrap(), binary);
    assert_eq!(place.vault.read_lossy(&note("binary.md")).unwrap(), "a\u{fffd}\u{fffd}");
    for path in ["directory.md", "pipe.md"] {
        assert!(said(place.vault.read(&note(path))).contains("not a regular file"), "{path}");
        assert!(
            said(place.vault.append(&note(path), "x")).contains("not a regular file"),
            "{path}"
        );
    }
    assert!(said(place.vault.append(&note("binary.md/b.md"), "x")).contains("not a regular file"));
    assert!(said(place.vault.read(&note("missing.md"))).contains("no note"));
    assert!(said(place.vault.read(&note("none/missing.md"))).contains("no note"));
    assert_eq!(place.found(), ["binary.md", "directory.md/a.md"]);
}

#[test]
fn a_name_of_macos_is_reached_by_the_name_one_types() {
    let place = Place::new();
    let decomposed = "결정/기록.md".nfd().collect::<String>();
    place.write(&decomposed, "old\n");
    assert_eq!(place.found(), ["결정/기록.md"]);
    place.vault.append(&note("결정/기록.md"), "new").unwrap();
    assert_eq!(place.text(&decomposed), "old\n\nnew\n");
    assert_eq!(place.names("").len(), 1);
    place.vault.remove(&note(&decomposed)).unwrap();
    assert!(place.found().is_empty());
}

#[test]
fn two_spellings_of_a_name_are_one_note() {
    let place = Place::new();
    place.write("결정.md", "composed");
    place.write(&"결정.md".nfd().collect::<String>(), "decomposed is longer");
    let found = place.vault.scan().unwrap();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].size, "composed".len() as u64);
    assert_eq!(place.vault.read(&found[0].path).unwrap(), "composed");
}

#[test]
fn creating_replaces_nothing_and_replacing_keeps_what_was() {
    let place = Place::new();
    let a = note("shared/a.md");
    place.vault.create(&a, "one\n").unwrap();
    assert!(said(place.vault.create(&a, "two\n")).contains("already exists"));
    place.vault.replace(&a, "two\n").unwrap();
    place.vault.replace(&a, "two\n").unwrap();
    place.vault.append(&a, "three").unwrap();
    let history = place.vault.history().unwrap();
    let versions = history.versions(&a).unwrap();
    let texts = versions.iter().map(|version| history.read_version(&a, &version.id).unwrap());
    assert_eq!(texts.collect::<Vec<_>>(), ["two\n", "one\n"]);
    place.vault.restore_version(&a, &versions[1].id).unwrap();
    assert_eq!(place.text("shared/a.md"), "one\n");
    let newest = &history.versions(&a).unwrap()[0];
    assert_eq!(history.read_version(&a, &newest.id).unwrap(), "two\n\nthree\n");
    assert!(said(place.vault.restore_version(&a, "../../x")).contains("no version"));
}

#[test]
fn what_is_removed_is_gone_and_its_history_until_it_is_forgotten() {
    let place = Place::new();
    let a = note("a.md");
    place.vault.replace(&a, "text").unwrap();
    place.vault.remove(&a).unwrap();
    assert!(!place.vault.exists(&a) && place.found().is_empty());
    let history = place.vault.history().unwrap();
    assert_eq!(history.versions(&a).unwrap().len(), 1);
    history.remove_versions(&a).unwrap();
    assert!(history.versions(&a).unwrap().is_empty());
    assert!(said(place.vault.remove(&a)).contains("no note"));
}

#[test]
fn making_a_vault_touches_none_that_is_there() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("Obsidian");
    fs::create_dir(&root).unwrap();
    fs::set_permissions(&root, Permissions::from_mode(0o755)).unwrap();
    Vault::init(&root, &dir.path().join("locks")).unwrap();
    assert_eq!(fs::read_dir(&root).unwrap().count(), 0);
    assert_eq!(fs::metadata(&root).unwrap().permissions().mode() & 0o777, 0o755);
    let missing = Vault::open(dir.path().join("none"), dir.path());
    assert!(said(missing).contains("palimp init"));
    fs::write(dir.path().join("file"), "").unwrap();
    assert!(Vault::init(dir.path().join("file"), dir.path()).is_err());
    let vault = Vault::open(&root, dir.path()).unwrap();
    fs::remove_dir(&root).unwrap();
    assert!(said(vault.scan()).contains("palimp init"));
}

fn tree(place: &Place, files: &[&str]) {
    files.iter().for_each(|file| place.write(file, "# Note\n"));
}

#[test]
fn a_cli_jaw_folder_is_a_vault() {
    let place = Place::new();
    tree(
        &place,
        &[
            "profile.md",
            "shared/preferences.md",
            "shared/soul.md",
            "sessions/2026/x.md",
            "episodes/live/2026-11-20.md",
            "semantic/결제.md",
            "index.sqlite",
            "procedures/배포.md",
        ],
    );
    assert_eq!(
        place.found(),
        [
            "episodes/live/2026-11-20.md",
            "procedures/배포.md",
            "profile.md",
            "semantic/결제.md",
            "shared/preferences.md",
            "shared/soul.md",
        ]
    );
}

#[test]
fn an_openclaw_workspace_is_a_vault() {
    let place = Place::new();
    tree(
        &place,
        &[
            "AGENTS.md",
            "SOUL.md",
            "MEMORY.md",
            "memory/2026-11-20.md",
            "memory/heartbeat.json",
            "skills/x/node_modules/y/README.md",
            "skills/x/SKILL.md",
            ".git/description.md",
        ],
    );
    let all = ["AGENTS.md", "MEMORY.md", "SOUL.md", "memory/2026-11-20.md", "skills/x/SKILL.md"];
    assert_eq!(place.found(), all);
}

#[test]
fn an_obsidian_vault_is_a_vault() {
    let place = Place::new();
    let text = "---\naliases: [이유]\ncssclass: wide\n---\n# 왜\n[[결정#DB|그 결정]] #db/sql\n";
    place.write("노트/왜.md", text);
    tree(
        &place,
        &[".obsidian/plugins/x/README.md", ".trash/old.md", "sub/sessions/d&d.md", "a.canvas"],
    );
    assert_eq!(place.found(), ["sub/sessions/d&d.md", "노트/왜.md"]);
    let read = palimp_note::parse(&place.vault.read(&note("노트/왜.md")).unwrap());
    assert_eq!((read.aliases, read.tags), (vec!["이유".to_owned()], vec!["db/sql".to_owned()]));
    assert_eq!(read.links[0].target, "결정");
    place.vault.append(&note("노트/왜.md"), "더").unwrap();
    assert_eq!(place.text("노트/왜.md"), format!("{text}\n더\n"));
}

#[test]
fn a_scan_of_one_directory_finds_what_is_below_it() {
    let place = Place::new();
    let below = |directory: &str| {
        let found = place.vault.scan_in(directory).unwrap().into_iter();
        found.map(|note| note.path.as_str().to_owned()).collect::<Vec<_>>()
    };
    assert!(below("episodes").is_empty());
    let (live, imported) = ("episodes/live/2026-11-22.md", "episodes/imported/a.md");
    tree(&place, &[live, imported, "episodes.md", "x/episodes/b.md"]);
    assert_eq!(below("episodes"), [imported, live]);
    assert_eq!(below("episodes/live"), [live]);
}

#[test]
fn a_scan_tells_size_and_time() {
    let place = Place::new();
    place.write("a.md", "네 글자");
    let at = SystemTime::UNIX_EPOCH + Duration::new(1_700_000_000, 123_456_000);
    let file = File::options().write(true).open(place.path("a.md")).unwrap();
    file.set_modified(at).unwrap();
    let found = place.vault.scan().unwrap();
    assert_eq!((found[0].size, found[0].mtime_ns), (10, 1_700_000_000_123_456_000));
}

#[test]
fn names_that_no_note_has_are_passed_over() {
    let place = Place::new();
    tree(&place, &["a\\b.md", "line\nbreak.md", "ok.md"]);
    let bad = Path::new(std::ffi::OsStr::new("bad")).with_extension("md");
    fs::write(place.path("").join(bad), "").unwrap();
    let latin = std::os::unix::ffi::OsStrExt::from_bytes(b"caf\xe9.md");
    fs::write(place.path("").join::<&std::ffi::OsStr>(latin), "").unwrap();
    assert_eq!(place.found(), ["bad.md", "ok.md"]);
}
