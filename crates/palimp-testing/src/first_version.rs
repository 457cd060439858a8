//! A home that the first version of palimp made, in use for a while, on a machine whose five
//! clients it had connected to.
//!
//! `examples/make-first-home.rs` made it with that version's program, and says what is in it. The
//! archive holds what stood below one directory:
//!
//! | | |
//! |---|---|
//! | `home/` | the user's home directory: `.palimp`, the clients' files, notes outside of the vault |
//! | `app/` | the project |
//! | `before/` | the clients' files as they were before palimp was connected |
//! | `times` | when each file was last written, in nanoseconds since the Unix epoch |
//!
//! Where a text of palimp's names a file of the user's, X//! directory. Databases still name the places of the machine on which they were made, and the
//! project is called what it was called there, [`PROJECT`]: a directory that is gone is still a
//! project.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{Cursor, Read, Write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

use crate::{Machine, fixtures_dir};

/// Directory in which the home was made.
pub const ORIGINAL_ROOT: &str = "/home/dev";
/// The project that it remembers.
pub const PROJECT: &str = "/home/dev/app";
/// The program that the clients' files name.
pub const PROGRAM: &str = "/home/dev/bin/palimp";
/// Placeholder for the user's home directory.
pub const HOME_PLACEHOLDER: &str = "@HOME@";
/// The notes that nobody but a person wrote, by their paths below the user's home.
pub const HANDWRITTEN_NOTES: [&str; 8] = [
    ".palimp/vault/결정.md",
    ".palimp/vault/areas/운영/배포 절차.md",
    ".palimp/vault/서버.md",
    ".palimp/vault/archive/old-narwhal.md",
    ".palimp/vault/sessions/raw.md",
    "Obsidian/Payroll.md",
    "Obsidian/Calendar.md",
    "docs/handbook.md",
];
/// Lines that a person wrote into notes into which agents wrote as well, and those notes.
pub const HANDWRITTEN_LINES: &[(&str, &[&str])] = &[
    (
        "MEMORY.md",
        &[
            "- The staging cluster is called heron; production is called osprey.",
            "- 배포는 금요일에 하지 않는다.",
            "- Ask before touching the billing schema.",
        ],
    ),
    ("profile.md", &["- 이름은 지민, 백엔드 개발자.", "- Prefers short answers."]),
    ("shared/soul.md", &["- Be calm and exact."]),
    ("shared/projects.md", &["- The default branch is develop", "- 배포 담당자는 민수다"]),
    ("shared/preferences.md", &["- Tabs, never spaces."]),
    ("shared/decisions.md", &["- We release on the first Monday of a month."]),
];
/// The entry with the files' times.
const TIMES_ENTRY: &str = "times";

impl Machine {
    /// A machine on which the first version was used, and on which `program` is palimp now.
    pub fn of_first_version(program: impl Into<PathBuf>) -> Machine {
        let machine = Machine::new(program);
        unpack_archive(&machine);
        machine
    }

    /// An event of Claude Code in the project that the first version's home remembers.
    pub fn claude_then(&self, event: &str, session: &str, fields: Value) -> Value {
        let mut payload = self.claude_payload(event, session, fields);
        payload["cwd"] = json!(PROJECT);
        payload
    }

    /// The clients' files as they were before the first version was connected, with their
    /// paths below the user's home.
    pub fn clients_before(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        file_contents(&self.root().join("before"))
    }

    /// The same files as they are now.
    pub fn clients_now(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut now = file_contents(&self.user_home());
        now.retain(|path, _| is_clients(path));
        now
    }
}

/// The contents of all observations and messages of the home as it was left, those in its spool
/// too. To be asked before any other program has opened it.
pub fn captured_contents(machine: &Machine) -> Vec<String> {
    let sql = "SELECT content FROM observations UNION ALL SELECT content FROM messages";
    let conn = rusqlite::Connection::open(machine.database()).expect("a database");
    let mut statement = conn.prepare(sql).expect(sql);
    let rows = statement.query_map([], |row| row.get(0)).expect(sql);
    let mut captured: Vec<String> = rows.map(|row| row.expect("a text")).collect();
    for path in crate::files_below(&machine.home().join("spool")) {
        let bytes = fs::read(path).expect("a spooled event");
        let capture: Value = serde_json::from_slice(&bytes).expect("JSON");
        for entry in capture["entries"].as_array().expect("entries") {
            let kind = entry.as_object().expect("an entry").values().next().expect("a kind");
            captured.push(kind["content"].as_str().expect("a content").to_owned());
        }
    }
    captured
}

/// The arguments with which the clients' files run palimp as a hook, each once.
pub fn hook_lines(machine: &Machine) -> BTreeSet<String> {
    let files = machine.clients_now().into_values();
    let texts = files.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    let lines = |text: String| -> Vec<String> {
        let behind = text.split(PROGRAM).skip(1).filter_map(|rest| rest.strip_prefix(' '));
        let lines = behind.filter(|rest| rest.starts_with("hook "));
        lines.filter_map(|rest| Some(rest.split('"').next()?.to_owned())).collect()
    };
    texts.flat_map(lines).collect()
}

/// Returns true for a file, by its path below the user's home, that the setup of a client may
/// change.
pub fn is_clients(path: &Path) -> bool {
    CLIENT_PATHS.iter().any(|of| path.starts_with(of))
}

/// Paths of the clients to which `install` writes.
const CLIENT_PATHS: [&str; 6] =
    [".claude", ".claude.json", ".codex", ".gemini", ".config/opencode", ".copilot"];

/// Every file below `dir`, by its path there.
fn file_contents(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = crate::files_below(dir).into_iter();
    let one = |path: PathBuf| {
        let bytes = fs::read(&path).expect("a file");
        (path.strip_prefix(dir).expect("below it").to_owned(), bytes)
    };
    files.map(one).collect()
}

fn archive_path() -> PathBuf {
    fixtures_dir().join("first-version.zip")
}

/// Puts the archive's files below the machine's root, with their permissions and times.
fn unpack_archive(machine: &Machine) {
    let bytes = fs::read(archive_path()).expect("the archive");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut times = String::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("an entry");
        let name = entry.name().expect("a name").into_owned();
        let path = machine.root().join(&name);
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("a whole entry");
        if name == TIMES_ENTRY {
            times = String::from_utf8(bytes).expect("text");
        } else if entry.is_dir() {
            make_dir(&path, entry.unix_mode());
        } else {
            fs::write(
                &path,
                replace_text(bytes, HOME_PLACEHOLDER, &machine.user_home().to_string_lossy()),
            )
            .expect("a file");
            let mode = entry.unix_mode().expect("permissions");
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("permissions");
        }
    }
    for line in times.lines() {
        let (nanos, path) = line.split_once('\t').expect("a time and a path");
        let at = SystemTime::UNIX_EPOCH + Duration::from_nanos(nanos.parse().expect("a number"));
        let file = File::open(machine.root().join(path)).expect("a file");
        file.set_modified(at).expect("a time");
    }
}

fn make_dir(path: &Path, mode: Option<u32>) {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true).mode(mode.unwrap_or(0o700)).create(path).expect("a directory");
}

/// Packs what stands below `root` into the archive.
pub fn pack_archive(root: &Path) {
    let user = root.join("home").to_string_lossy().into_owned();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut times = String::new();
    for path in sorted_entries(root) {
        let meta = fs::metadata(&path).expect("a file");
        let name = path.strip_prefix(root).expect("below it").to_str().expect("text").to_owned();
        // A fixed time: the same files make the same archive.
        let options = SimpleFileOptions::default()
            .unix_permissions(meta.permissions().mode() & 0o777)
            .last_modified_time(zip::DateTime::default());
        if meta.is_dir() {
            zip.add_directory(name, options).expect("a directory");
            continue;
        }
        let since = meta.modified().expect("a time").duration_since(SystemTime::UNIX_EPOCH);
        times += &format!("{}\t{name}\n", since.expect("after 1970").as_nanos());
        let bytes = fs::read(&path).expect("a file");
        let of_palimp = name.starts_with("home/.palimp/");
        // A client's file is kept as it is: palimp notes at which byte of it its own text stands.
        assert!(of_palimp || !crate::contains_text(&bytes, &user), "{name} names a place");
        zip.start_file(name, options).expect("a file");
        zip.write_all(&replace_text(bytes, &user, HOME_PLACEHOLDER)).expect("its bytes");
    }
    zip.start_file(
        TIMES_ENTRY,
        SimpleFileOptions::default().last_modified_time(zip::DateTime::default()),
    )
    .expect("a file");
    zip.write_all(times.as_bytes()).expect("its bytes");
    let bytes = zip.finish().expect("an archive").into_inner();
    fs::write(archive_path(), bytes).expect("the archive");
}

/// A text that says `there` in the place of `here`; what is no text, as it is.
fn replace_text(bytes: Vec<u8>, here: &str, there: &str) -> Vec<u8> {
    match String::from_utf8(bytes) {
        Ok(text) => text.replace(here, there).into_bytes(),
        Err(binary) => binary.into_bytes(),
    }
}

/// Every directory and file below `dir`, in an order that is always the same.
fn sorted_entries(dir: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(dir).expect("a directory");
    let mut paths: Vec<_> = read.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let below = |path: PathBuf| {
        let inner = if path.is_dir() { sorted_entries(&path) } else { Vec::new() };
        [path].into_iter().chain(inner)
    };
    paths.into_iter().flat_map(below).collect()
}
