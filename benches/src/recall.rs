//! Notes: indexing, and search by words and meaning, over real text.
//!
//! The text is what a machine with Rust holds: Markdown, documentation comments and plain text
//! below `PALIMP_BENCH_TEXT` (directories separated by `:`), else below cargo's sources, the
//! system's documentation and Python's library.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use palimp_core::analysis::{analyze_query, index_text};
use palimp_core::embed::{Embedder, Purpose};
use palimp_core::home::Home;
use palimp_core::project::Project;
use palimp_core::rank::Collection;
use palimp_core::settings::Settings;
use palimp_engine::memory::{Memory, Models};
use palimp_engine::recall::Options;
use palimp_models::builtin::Builtin;
use palimp_store::activity::Filter;
use palimp_store::index::IndexDb;
use rusqlite::Connection;

use crate::quantiles;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    sqlite_vec_loaded();
    for chunks in [12_500, 125_000] {
        measure(chunks)?;
    }
    Ok(())
}

/// Queries a size.
const QUERIES: usize = 200;
/// About how many bytes of this text a chunk has; what is gathered is cut to the number wanted.
pub(crate) const BYTES_A_CHUNK: usize = 490;

fn measure(wanted: usize) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let home = Home::at(dir.path().join("home"));
    let vault = home.vault("main");
    let texts = gather(wanted * BYTES_A_CHUNK);
    let bytes = write_notes(&vault, &texts)?;
    let (seconds, chunks) = index(&home)?;
    println!(
        "notes: {} files, {:.1} MB, {chunks} chunks; indexed with vectors at {:.1} MB/s",
        texts.len(),
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds
    );
    one_note(&home, &vault)?;
    let queries = queries(&texts);
    let base = Baseline::build(&home, dir.path())?;
    warm(&home, &base, &queries)?;
    cold(&home, &base, &queries)
}

/// Whole processes take turns, so that noise meets both.
pub(crate) fn index(home: &Home) -> Result<(f64, usize), Box<dyn Error>> {
    let start = Instant::now();
    let done = Command::new(crate::built("palimp"))
        .args(["index", "--json", "--home"])
        .arg(home.root())
        .output()?;
    let seconds = start.elapsed().as_secs_f64();
    let answer: serde_json::Value = serde_json::from_slice(&done.stdout)?;
    Ok((seconds, answer["index"]["chunks"].as_u64().unwrap_or(0) as usize))
}

/// A note is changed and taken in; and what looking for changes takes when there are none.
fn one_note(home: &Home, vault: &Path) -> Result<(), Box<dyn Error>> {
    let mut memory = memory(home);
    memory.refresh(&mut |_, _, _| ())?;
    let (mut changed, mut scans) = (Vec::new(), Vec::new());
    for round in 0..20 {
        fs::write(vault.join("000000/changed.md"), format!("# Changed\n\nround {round}\n"))?;
        let start = Instant::now();
        memory.refresh(&mut |_, _, _| ())?;
        changed.push(start.elapsed());
        let start = Instant::now();
        memory.refresh(&mut |_, _, _| ())?;
        scans.push(start.elapsed());
    }
    let ((p50, p95), (scan50, scan95)) = (quantiles(&mut changed), quantiles(&mut scans));
    println!(
        "    one note changed: {p50:.1} {p95:.1} ms, of which the scan for changes {scan50:.1} {scan95:.1}"
    );
    Ok(())
}

fn warm(home: &Home, base: &Baseline, queries: &[String]) -> Result<(), Box<dyn Error>> {
    let mut memory = memory(home);
    let options = options();
    let builtin = Builtin::new();
    let (mut ours, mut scans, mut words, mut vectors) = (vec![], vec![], vec![], vec![]);
    memory.search(&queries[0], &options, None, &mut |_, _, _| ())?;
    for query in queries {
        let start = Instant::now();
        memory.refresh(&mut |_, _, _| ())?;
        scans.push(start.elapsed());
        let start = Instant::now();
        memory.answer(query, &options)?;
        ours.push(start.elapsed());
        words.push(base.by_words(query)?);
        let vector = builtin.embed(&[query], Purpose::Query)?.remove(0);
        vectors.push(base.by_vector(&vector)?);
    }
    println!("  warm, ms: p50 p95");
    for (name, times) in [
        ("palimp, words and vectors", &mut ours),
        ("  its scan for changes", &mut scans),
        ("FTS5 alone, the same terms", &mut words),
        ("sqlite-vec alone", &mut vectors),
    ] {
        let (p50, p95) = quantiles(times);
        println!("    {name:<28} {p50:7.2} {p95:7.2}");
    }
    Ok(())
}

/// Whole processes: palimp, and the sqlite3 program with a query over the same terms.
fn cold(home: &Home, base: &Baseline, queries: &[String]) -> Result<(), Box<dyn Error>> {
    if Command::new("sqlite3").arg("--version").output().is_err() {
        println!("  cold: there is no sqlite3 program to compare with");
        return Ok(());
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for query in queries.iter().take(100) {
        let start = Instant::now();
        let done = Command::new(crate::built("palimp"))
            .args(["search", "--source", "notes", "--json", "--home"])
            .arg(home.root())
            .arg("--")
            .arg(query)
            .output()?;
        ours.push(start.elapsed());
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let sql = base.sql(query);
        let start = Instant::now();
        Command::new("sqlite3").arg(&base.path).arg(sql).output()?;
        theirs.push(start.elapsed());
    }
    let ((p50, p95), (base50, base95)) = (quantiles(&mut ours), quantiles(&mut theirs));
    println!("  cold, whole processes, ms: p50 p95");
    println!("    palimp search                {p50:7.2} {p95:7.2}   = {:.2} ×", p50 / base50);
    println!("    sqlite3, FTS5 alone          {base50:7.2} {base95:7.2}");
    Ok(())
}

fn memory(home: &Home) -> Memory {
    let models = Models {
        embedder: Some(Box::new(Builtin::new())),
        thesaurus: Some(Box::new(Builtin::new())),
        complaint: None,
    };
    Memory::new(home.clone(), "main", Settings::default(), models, None)
}

fn options() -> Options {
    let here = Project::at("/nowhere");
    Options { observations: false, ..Options::new(Filter::default(), &here, 1_790_000_000_000) }
}

/// The same chunks in SQLite's own tables.
struct Baseline {
    conn: Connection,
    path: PathBuf,
}

impl Baseline {
    fn build(home: &Home, dir: &Path) -> Result<Baseline, Box<dyn Error>> {
        let path = dir.join("baseline.db");
        let conn = Connection::open(&path)?;
        conn.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN;
             CREATE TABLE chunks (id INTEGER PRIMARY KEY, path TEXT, text TEXT);
             CREATE VIRTUAL TABLE words USING fts5 (terms, content = '',
                 tokenize = \"ascii tokenchars '_-./:@#+'\");
             CREATE VIRTUAL TABLE vectors USING vec0 (embedding float[256] distance_metric=cosine);",
        )?;
        let mut index = IndexDb::open(&home.index("main"))?;
        let mut reader = index.reader()?;
        let builtin = Builtin::new();
        for slot in 0..reader.slots().len() as u32 {
            if reader.slots()[slot as usize].length == 0 {
                continue;
            }
            let passage = reader.passage(slot)?;
            let text = format!("{}\n{}", passage.heading, passage.text);
            let vector = builtin.embed(&[&text], Purpose::Document)?.remove(0);
            let id = i64::from(slot) + 1;
            conn.prepare_cached("INSERT INTO chunks VALUES (?1, ?2, ?3)")?
                .execute((id, passage.path, &text))?;
            conn.prepare_cached("INSERT INTO words (rowid, terms) VALUES (?1, ?2)")?
                .execute((id, index_text(&text)))?;
            conn.prepare_cached("INSERT INTO vectors (rowid, embedding) VALUES (?1, ?2)")?
                .execute((id, blob(&vector)))?;
        }
        conn.execute_batch("COMMIT; INSERT INTO words (words) VALUES ('optimize');")?;
        Ok(Baseline { conn, path })
    }

    fn sql(&self, query: &str) -> String {
        let query = analyze_query(query);
        let terms: Vec<_> = query.terms().iter().map(|(term, _)| format!("\"{term}\"")).collect();
        format!(
            "SELECT chunks.path, text FROM words JOIN chunks ON chunks.id = words.rowid
             WHERE words MATCH '{}' ORDER BY rank LIMIT 6",
            terms.join(" OR ").replace('\'', "''")
        )
    }

    fn by_words(&self, query: &str) -> rusqlite::Result<Duration> {
        let sql = self.sql(query);
        let start = Instant::now();
        let mut statement = self.conn.prepare(&sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(1))?;
        std::hint::black_box(rows.collect::<rusqlite::Result<Vec<_>>>()?);
        Ok(start.elapsed())
    }

    fn by_vector(&self, vector: &[f32]) -> rusqlite::Result<Duration> {
        let start = Instant::now();
        let mut statement = self.conn.prepare_cached(
            "SELECT rowid FROM vectors WHERE embedding MATCH ?1 ORDER BY distance LIMIT 6",
        )?;
        let rows = statement.query_map([blob(vector)], |row| row.get::<_, i64>(0))?;
        std::hint::black_box(rows.collect::<rusqlite::Result<Vec<_>>>()?);
        Ok(start.elapsed())
    }
}

fn blob(vector: &[f32]) -> Vec<u8> {
    vector.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Makes `vec0` known to every connection opened from now on.
#[expect(unsafe_code, reason = "how SQLite takes an extension that is linked in")]
fn sqlite_vec_loaded() {
    // SAFETY: the function has the signature that SQLite calls extensions with.
    unsafe {
        rusqlite::ffi::sqlite3_auto_extension(Some(std::mem::transmute::<
            *const (),
            unsafe extern "C" fn(
                *mut rusqlite::ffi::sqlite3,
                *mut *mut std::os::raw::c_char,
                *const rusqlite::ffi::sqlite3_api_routines,
            ) -> std::os::raw::c_int,
        >(
            sqlite_vec::sqlite3_vec_init as *const ()
        )));
    }
}

/// Real text of about so many bytes, a note each.
pub(crate) fn gather(bytes: usize) -> Vec<String> {
    let mut files = Vec::new();
    roots().iter().for_each(|root| list(root, &mut files));
    files.sort();
    let mut texts = Vec::new();
    let (mut total, mut seen) = (0, std::collections::HashSet::new());
    for file in files {
        let Some(text) = text_of(&file) else { continue };
        if text.len() > 300 && seen.insert(text.clone()) {
            total += text.len();
            texts.push(text);
        }
        if total >= bytes {
            break;
        }
    }
    texts
}

fn roots() -> Vec<PathBuf> {
    if let Some(named) = std::env::var_os("PALIMP_BENCH_TEXT") {
        return std::env::split_paths(&named).collect();
    }
    let home = std::env::home_dir().unwrap_or_default();
    vec![
        home.join(".cargo/registry/src"),
        home.join(".pyenv/versions"),
        "/usr/share/doc".into(),
        "/usr/lib".into(),
    ]
}

fn list(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => list(&path, files),
            Ok(kind) if kind.is_file() => files.push(path),
            _ => {}
        }
    }
}

/// Prose as it is, of code its documentation.
fn text_of(path: &Path) -> Option<String> {
    let read = || fs::read_to_string(path).ok();
    match path.extension()?.to_str()? {
        "md" | "rst" | "txt" => read(),
        "rs" => Some(comments(&read()?, &["/// ", "//! "])),
        "py" => Some(docstrings(&read()?)),
        _ => None,
    }
}

fn comments(code: &str, marks: &[&str]) -> String {
    let lines = code.lines().map(str::trim_start);
    let comment =
        |line: &'_ str| marks.iter().find_map(|mark| line.strip_prefix(mark).map(str::to_owned));
    lines.filter_map(comment).collect::<Vec<_>>().join("\n")
}

fn docstrings(code: &str) -> String {
    let parts = code.split("\"\"\"").skip(1).step_by(2);
    parts.filter(|part| part.len() < 20_000).collect::<Vec<_>>().join("\n\n## \n\n")
}

pub(crate) fn write_notes(vault: &Path, texts: &[String]) -> std::io::Result<usize> {
    for (number, text) in texts.iter().enumerate() {
        let dir = vault.join(format!("{:06}", number / 100));
        fs::create_dir_all(&dir)?;
        fs::write(dir.join(format!("{number:06}.md")), text)?;
    }
    Ok(texts.iter().map(String::len).sum())
}

/// Three to seven words in a row, from places spread over the texts.
pub(crate) fn queries(texts: &[String]) -> Vec<String> {
    let mut seed = 42_u64;
    let mut dice = move |bound: usize| {
        // A linear congruential generator with Knuth's constants for MMIX.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % bound.max(1)
    };
    let mut queries = Vec::new();
    while queries.len() < QUERIES {
        let text = &texts[dice(texts.len())];
        let words: Vec<&str> = text
            .split_whitespace()
            .filter(|word| word.chars().all(char::is_alphanumeric))
            .collect();
        let (at, count) = (dice(words.len()), 3 + dice(5));
        if let Some(words) = words.get(at..at + count) {
            queries.push(words.join(" "));
        }
    }
    queries
}
