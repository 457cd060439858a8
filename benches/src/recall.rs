//! Notes: indexing, and search by words and meaning, over real text.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use palimp_core::embed::{EmbedPurpose, Embedder};
use palimp_core::home::HomePaths;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_models::builtin::Builtin;
use palimp_rank::Collection;
use palimp_rank::analysis::{analyze_query, index_text};
use palimp_store::index::IndexDb;
use rusqlite::Connection;

use crate::served::Served;
use crate::{corpus, quantiles};

/// Notes of twenty chunks: what a year or two of work, and what a team of many would have.
pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    sqlite_vec_loaded();
    measure(500, true)?;
    measure(5_000, true)
}

/// A million chunks; brute force over their vectors as another program would do it is left out.
pub(crate) fn million() -> Result<(), Box<dyn Error>> {
    sqlite_vec_loaded();
    measure(50_000, false)
}

/// How many chunks a note has.
pub(crate) const CHUNKS_A_NOTE: usize = 20;

fn measure(notes: usize, with_vectors: bool) -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let home = HomePaths::new(dir.path().join("home"));
    let vault = home.vault_dir("main");
    let texts = corpus::notes(notes, notes * CHUNKS_A_NOTE);
    let bytes = corpus::write(&vault, &texts)?;
    let (seconds, chunks) = index(&home)?;
    println!(
        "notes: {notes} files, {:.1} MB, {chunks} chunks; indexed with vectors at {:.1} MB/s",
        bytes as f64 / 1e6,
        bytes as f64 / 1e6 / seconds
    );
    one_note(&home, &vault)?;
    let queries = corpus::queries(&texts);
    drop(texts);
    let base = Baseline::build(&home, dir.path(), with_vectors)?;
    warm(&home, &base, &queries)?;
    cold(&home, &base, &queries)
}

/// Indexes the notes of a home; answers how many seconds it took, and how many chunks they are.
pub(crate) fn index(home: &HomePaths) -> Result<(f64, usize), Box<dyn Error>> {
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
fn one_note(home: &HomePaths, vault: &Path) -> Result<(), Box<dyn Error>> {
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
        "    one note changed: {p50:.1} {p95:.1} ms; a look at all files {scan50:.1} {scan95:.1}"
    );
    Ok(())
}

/// A server that runs, beside SQLite within this process; they take turns, so that noise meets
/// both.
fn warm(home: &HomePaths, base: &Baseline, queries: &[String]) -> Result<(), Box<dyn Error>> {
    let mut served = Served::start(home)?;
    let builtin = Builtin::new();
    let (mut ours, mut words, mut vectors, mut answered) = (vec![], vec![], vec![], 0);
    // The first reads the index, the second looks at all files once more, and in between the vectors
    // are copied.
    (0..3).try_for_each(|_| served.search(&queries[0]).map(drop))?;
    for query in queries {
        let (time, answer) = served.search(query)?;
        answered += usize::from(answer.to_string().contains(".md"));
        ours.push(time);
        words.push(base.by_words(query)?);
        if base.has_vectors {
            let vector = builtin.embed(&[query], EmbedPurpose::Query)?.remove(0);
            vectors.push(base.by_vector(&vector)?);
        }
    }
    assert!(answered > queries.len() * 9 / 10, "{answered} of {} answered", queries.len());
    let ((p50, p95), (base50, base95)) = (quantiles(&mut ours), quantiles(&mut words));
    println!("  warm, ms: p50 p95");
    println!(
        "    palimp mcp, words and vectors {p50:7.2} {p95:7.2}   = {:.2} ×, {:.2} ×",
        p50 / base50,
        p95 / base95
    );
    println!("    FTS5 alone, the same terms    {base50:7.2} {base95:7.2}");
    if base.has_vectors {
        let (p50, p95) = quantiles(&mut vectors);
        println!("    sqlite-vec alone              {p50:7.2} {p95:7.2}");
    }
    Ok(())
}

/// Whole processes: palimp, and the sqlite3 program with a query over the same terms.
fn cold(home: &HomePaths, base: &Baseline, queries: &[String]) -> Result<(), Box<dyn Error>> {
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
    println!("    palimp search                 {p50:7.2} {p95:7.2}   = {:.2} ×", p50 / base50);
    println!("    sqlite3, FTS5 alone           {base50:7.2} {base95:7.2}");
    Ok(())
}

fn memory(home: &HomePaths) -> IndexSync {
    let models = Models {
        embedder: Some(Box::new(Builtin::new())),
        thesaurus: Some(Box::new(Builtin::new())),
        complaint: None,
    };
    IndexSync::new(NoteStore::new(home.clone(), "main", Settings::default(), None), models)
}

/// The same chunks in SQLite's own tables.
struct Baseline {
    conn: Connection,
    path: PathBuf,
    has_vectors: bool,
}

impl Baseline {
    fn build(home: &HomePaths, dir: &Path, has_vectors: bool) -> Result<Baseline, Box<dyn Error>> {
        let path = dir.join("baseline.db");
        let conn = Connection::open(&path)?;
        conn.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; BEGIN;
             CREATE TABLE chunks (id INTEGER PRIMARY KEY, path TEXT, text TEXT);
             CREATE VIRTUAL TABLE words USING fts5 (terms, content = '',
                 tokenize = \"ascii tokenchars '_-./:@#+'\");
             CREATE VIRTUAL TABLE vectors USING vec0 (embedding float[256] distance_metric=cosine);",
        )?;
        let mut index = IndexDb::open(&home.index_file("main"))?;
        let mut reader = index.reader()?;
        let builtin = Builtin::new();
        for slot in 0..reader.slots().len() as u32 {
            if reader.slots()[slot as usize].length == 0 {
                continue;
            }
            let passage = reader.passage(slot)?;
            let text = format!("{}\n{}", passage.heading, passage.text);
            let id = i64::from(slot) + 1;
            conn.prepare_cached("INSERT INTO chunks VALUES (?1, ?2, ?3)")?
                .execute((id, passage.path, &text))?;
            conn.prepare_cached("INSERT INTO words (rowid, terms) VALUES (?1, ?2)")?
                .execute((id, index_text(&text)))?;
            if has_vectors {
                let vector = builtin.embed(&[&text], EmbedPurpose::Document)?.remove(0);
                conn.prepare_cached("INSERT INTO vectors (rowid, embedding) VALUES (?1, ?2)")?
                    .execute((id, blob(&vector)))?;
            }
        }
        conn.execute_batch("COMMIT; INSERT INTO words (words) VALUES ('optimize');")?;
        Ok(Baseline { conn, path, has_vectors })
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
