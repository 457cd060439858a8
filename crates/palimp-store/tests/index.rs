//! The index: documents go in, change and go, and what is found follows.

use std::collections::BTreeMap;
use std::path::Path;

use palimp_core::embed::EmbeddingSpace;
use palimp_rank::relevance_threshold::SectionSource as _;
use palimp_rank::{ChunkKind, ChunkPassage, Collection};
use palimp_store::StoreError;
use palimp_store::index::{
    ChunkEntry, DocumentSource, DocumentStamp, EmbeddingCache, IndexDb, IndexDocument, PackedVector,
};
use proptest::prelude::*;

fn document(path: &str) -> IndexDocument {
    IndexDocument {
        source: DocumentSource::Note,
        path: path.to_owned(),
        repository: 0,
        stamp: DocumentStamp::default(),
        title: path.trim_end_matches(".md").to_owned(),
        project: String::new(),
        kind: ChunkKind::Note,
        created_at: 0,
        about: String::new(),
    }
}

fn entry(document: &IndexDocument, text: &str) -> ChunkEntry {
    let passage = ChunkPassage {
        title: document.title.clone(),
        text: text.to_owned(),
        ..ChunkPassage::default()
    };
    let vector = [text.len() as f32, 1.0, text.bytes().map(f32::from).sum(), 2.0];
    ChunkEntry {
        vector: Some(PackedVector::from_floats(&vector)),
        ..ChunkEntry::new(passage, (1, 2), 0)
    }
}

fn space() -> EmbeddingSpace {
    EmbeddingSpace { provider: "test".to_owned(), model: "four".to_owned(), dimensions: 4 }
}

fn put(index: &mut IndexDb, notes: &[(&str, &[&str])]) {
    let mut writer = index.writer().unwrap();
    writer.set_space(&space()).unwrap();
    for (path, texts) in notes {
        let document = document(path);
        let entries = texts.iter().map(|text| entry(&document, text)).collect();
        writer.put_document(&document, entries).unwrap();
    }
    writer.commit().unwrap();
}

fn remove(index: &mut IndexDb, path: &str) {
    let mut writer = index.writer().unwrap();
    writer.remove_document(DocumentSource::Note, path).unwrap();
    writer.commit().unwrap();
}

/// The texts that hold a term, sorted.
fn texts_with(index: &mut IndexDb, term: &str) -> Vec<String> {
    let mut reader = index.reader().unwrap();
    let mut slots = Vec::new();
    reader.postings(term, &mut slots).unwrap();
    let mut texts: Vec<_> =
        slots.into_iter().map(|(slot, _)| reader.passage(slot).unwrap().text).collect();
    texts.sort();
    texts
}

#[test]
fn what_is_put_is_found_and_what_is_removed_is_not() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("index/main.db")).unwrap();
    put(&mut index, &[("a.md", &["retry once", "cache"]), ("b.md", &["retry twice"])]);
    assert_eq!(texts_with(&mut index, "retri"), ["retry once", "retry twice"]);

    put(&mut index, &[("a.md", &["cache", "queue"])]);
    assert_eq!(texts_with(&mut index, "retri"), ["retry twice"]);
    assert_eq!(texts_with(&mut index, "queue"), ["queue"]);

    remove(&mut index, "b.md");
    assert_eq!(texts_with(&mut index, "retri"), [""; 0]);
    let size = index.size().unwrap();
    assert_eq!((size.documents, size.chunks), (1, 2));
}

#[test]
fn a_title_that_changes_takes_its_old_words_along() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
    put(&mut index, &[("walrus.md", &["text"])]);
    assert_eq!(texts_with(&mut index, "walrus").len(), 1);
    let mut renamed = document("walrus.md");
    renamed.title = "otter".to_owned();
    let entries = vec![entry(&renamed, "text")];
    let mut writer = index.writer().unwrap();
    writer.put_document(&renamed, entries).unwrap();
    writer.commit().unwrap();
    assert_eq!(texts_with(&mut index, "walrus").len(), 0);
    assert_eq!(texts_with(&mut index, "otter").len(), 1);
}

#[test]
fn a_chunk_that_stays_keeps_its_vector_and_a_new_one_waits_for_its_own() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
    put(&mut index, &[("a.md", &["first", "second"])]);
    assert_eq!(index.reader().unwrap().pending_count().unwrap(), 0);

    let about = document("a.md");
    let bare = |text: &str| ChunkEntry { vector: None, ..entry(&about, text) };
    let mut writer = index.writer().unwrap();
    writer.put_document(&about, vec![bare("new"), bare("second")]).unwrap();
    writer.commit().unwrap();
    let pending = index.reader().unwrap().pending_chunks(10).unwrap();
    let texts: Vec<_> = pending.iter().map(|(_, passage)| passage.text.as_str()).collect();
    assert_eq!(texts, ["new"]);

    let mut writer = index.writer().unwrap();
    writer
        .embed_chunk(pending[0].0, &pending[0].1, &PackedVector::from_floats(&[1.0, 0.0, 0.0, 0.0]))
        .unwrap();
    writer.commit().unwrap();
    let mut reader = index.reader().unwrap();
    assert_eq!(reader.pending_count().unwrap(), 0);
    let mut cosines = Vec::new();
    assert!(reader.cosines(&[1.0, 0.0, 0.0, 0.0], &[pending[0].0], &mut cosines).unwrap());
    assert!((cosines[0] - 1.0).abs() < 0.02);
}

#[test]
fn cosines_that_matter_are_the_same_however_they_are_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    let space = EmbeddingSpace { dimensions: 24, ..space() };
    let vector = |number: usize| -> Vec<f32> {
        let at = |place: usize| ((number * 31 + place * 17) % 23) as f32 - 11.0;
        let numbers: Vec<f32> = (0..24).map(at).collect();
        let length = numbers.iter().map(|n| n * n).sum::<f32>().sqrt();
        numbers.iter().map(|n| n / length).collect()
    };
    let write = |index: &mut IndexDb, from: usize, to: usize| {
        let document = document(&format!("{from}.md"));
        let entries = (from..to).map(|number| {
            let vector = (number % 7 > 0).then(|| PackedVector::from_floats(&vector(number)));
            ChunkEntry { vector, ..entry(&document, &format!("text {number}")) }
        });
        let mut writer = index.writer().unwrap();
        writer.set_space(&space).unwrap();
        writer.put_document(&document, entries.collect()).unwrap();
        writer.commit().unwrap();
    };
    let mut index = IndexDb::open(&path).unwrap();
    let (few, all): (Vec<u32>, Vec<u32>) = ((3..700).step_by(90).collect(), (0..700).collect());
    let check = |index: &mut IndexDb, slots: &[u32]| {
        let (question, mut cosines, mut near) = (vector(5), Vec::new(), Vec::new());
        let mut reader = index.reader().unwrap();
        assert!(reader.cosines(&question, slots, &mut cosines).unwrap());
        for (&slot, &cosine) in slots.iter().zip(&cosines) {
            let number = slot as usize;
            let dot: f32 = question.iter().zip(vector(number)).map(|(a, b)| a * b).sum();
            let expected = if !number.is_multiple_of(7) { dot } else { 0.0 };
            assert!((cosine - expected).abs() < 0.02, "{slot}: {cosine}, not {expected}");
        }
        // Many count, or few.
        let (first, last) = (slots[0], slots[slots.len() - 1]);
        for every in [2, 50] {
            let least = |slot: &u32| match slot % every {
                1 => (slot % 5) as f32 / 4.0 - 0.5,
                _ => f32::INFINITY,
            };
            let wanted: Vec<f32> = (first..=last).map(|slot| least(&slot)).collect();
            reader.slots_near(&question, (first, &wanted), &mut near).unwrap();
            let all = slots.iter().copied().zip(cosines.iter().copied());
            let expected: Vec<_> = all.filter(|(slot, cosine)| *cosine >= least(slot)).collect();
            near.retain(|(slot, _)| slots.contains(slot));
            assert_eq!(near, expected);
        }
        // A search over several indexes reads positions behind this one's end.
        reader.slots_near(&question, (1_000_000, &[]), &mut near).unwrap();
        assert!(near.is_empty());
    };
    write(&mut index, 0, 300);
    check(&mut index, &few[..3]);
    // More is written while the vectors are in memory, and read by one who asks once.
    check(&mut index, &all[..300]);
    write(&mut index, 300, 700);
    for slots in [&few, &all] {
        check(&mut index, slots);
        check(&mut IndexDb::open(&path).unwrap(), slots);
    }
}

#[test]
fn another_space_drops_the_vectors_of_the_old_one() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
    put(&mut index, &[("a.md", &["first", "second"])]);
    index.reader().unwrap().pending_count().unwrap();
    let mut writer = index.writer().unwrap();
    writer.set_space(&EmbeddingSpace { dimensions: 3, ..space() }).unwrap();
    writer.commit().unwrap();
    assert_eq!(index.reader().unwrap().pending_count().unwrap(), 2);
    assert_eq!(index.vector_space().unwrap().as_deref(), Some("test/four/3"));
}

#[test]
fn a_reader_that_stays_open_sees_what_others_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    let mut ours = IndexDb::open(&path).unwrap();
    let mut theirs = IndexDb::open(&path).unwrap();
    put(&mut ours, &[("a.md", &["alpha"])]);
    assert_eq!(texts_with(&mut theirs, "alpha"), ["alpha"]);
    put(&mut ours, &[("a.md", &["alpha", "alpha beta"]), ("b.md", &["alpha"])]);
    assert_eq!(texts_with(&mut theirs, "alpha").len(), 3);
    assert_eq!(theirs.reader().unwrap().pending_count().unwrap(), 0);
}

#[test]
fn the_documents_that_are_known_are_those_that_anyone_wrote() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    let mut here = IndexDb::open(&path).unwrap();
    let mut there = IndexDb::open(&path).unwrap();
    let known = |index: &mut IndexDb| -> Vec<String> {
        let again = index.documents(DocumentSource::Note).unwrap();
        assert_eq!(index.documents(DocumentSource::Note).unwrap(), again);
        again.iter().map(|known| known.path.clone()).collect()
    };
    assert_eq!(known(&mut here), [""; 0]);
    put(&mut here, &[("a.md", &["queue"])]);
    assert_eq!(known(&mut here), ["a.md"]);
    put(&mut there, &[("b.md", &["queue"])]);
    assert_eq!(known(&mut here), ["a.md", "b.md"]);
    remove(&mut here, "a.md");
    assert_eq!((known(&mut here), known(&mut there)), (vec!["b.md".into()], vec!["b.md".into()]));
    let mut fresh = IndexDb::open_temporary().unwrap();
    put(&mut fresh, &[("c.md", &["queue"])]);
    there.become_of(&fresh).unwrap();
    assert_eq!((known(&mut here), known(&mut there)), (vec!["c.md".into()], vec!["c.md".into()]));
}

#[test]
fn the_words_of_prompts_are_counted_again_only_where_much_has_changed() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
    let said =
        |index: &mut IndexDb| index.sections(&|_, _| true).unwrap().vocabulary_share().unwrap();
    let many: Vec<String> = (0..16).map(|number| format!("zebra {number}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    put(&mut index, &[("a.md", &many)]);
    let unknown = said(&mut index);
    index.measure_vocabulary().unwrap();
    let few = said(&mut index);
    assert!(few < unknown && few < 0.02, "{few}");

    // One more of seventeen says nothing of the rest.
    let common = "allow an answer to appear, attempt to break the browser cache, clear and close it, \
                  connect the component, copy the config, cover each case, and confirm the context";
    put(&mut index, &[("b.md", &[common])]);
    index.measure_vocabulary().unwrap();
    assert_eq!(said(&mut index), few);
    put(&mut index, &[("c.md", &[common, "answer", "behind"])]);
    index.measure_vocabulary().unwrap();
    assert!(said(&mut index) > few);
}

#[test]
fn a_rebuilt_index_takes_the_place_of_the_old_one_while_it_is_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    let mut index = IndexDb::open(&path).unwrap();
    let mut theirs = IndexDb::open(&path).unwrap();
    put(&mut index, &[("a.md", &["alpha"]), ("b.md", &["alpha too"])]);
    assert_eq!(texts_with(&mut theirs, "alpha").len(), 2);

    let mut fresh = IndexDb::open_temporary().unwrap();
    put(&mut fresh, &[("c.md", &["alpha anew"])]);
    let reader = theirs.reader().unwrap();
    index.become_of(&fresh).unwrap();
    assert_eq!(reader.slots().iter().filter(|slot| slot.length > 0).count(), 2);
    drop(reader);
    assert_eq!(texts_with(&mut theirs, "alpha"), ["alpha anew"]);
    assert_eq!(texts_with(&mut index, "alpha"), ["alpha anew"]);
    let left: Vec<_> = std::fs::read_dir(dir.path()).unwrap().flatten().collect();
    assert!(left.iter().all(|file| file.file_name().to_string_lossy().starts_with("main.db")));
}

#[test]
fn a_part_of_a_word_leads_to_the_word_until_nothing_says_it() {
    let dir = tempfile::tempdir().unwrap();
    let mut index = IndexDb::open(&dir.path().join("main.db")).unwrap();
    put(&mut index, &[("a.md", &["kubernetes"]), ("b.md", &["데이터베이스"])]);
    let words = |index: &mut IndexDb, part: &str| index.reader().unwrap().terms_with(part).unwrap();
    assert_eq!(words(&mut index, "bern").len(), 1);
    assert_eq!(words(&mut index, "be").len(), 0);
    assert_eq!(words(&mut index, "\"; --").len(), 0);
    let containing = index.reader().unwrap().chunks_containing("ERNET", &|_| true).unwrap();
    assert_eq!(containing.len(), 1);
    assert_eq!(index.reader().unwrap().chunks_containing("%", &|_| true).unwrap().len(), 0);
    remove(&mut index, "a.md");
    assert_eq!(words(&mut index, "bern").len(), 0);
}

#[test]
fn what_is_no_index_is_begun_anew() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    for garbage in ["", "this is no database, however long it may be".repeat(400).as_str()] {
        std::fs::write(&path, garbage).unwrap();
        let mut index = IndexDb::open(&path).unwrap();
        put(&mut index, &[("a.md", &["alpha"])]);
        assert_eq!(texts_with(&mut index, "alpha").len(), 1);
    }
    let other = rusqlite_version(&path, 99);
    assert!(other.is_ok());
    assert_eq!(IndexDb::open(&path).unwrap().size().unwrap().documents, 0);
}

/// Marks the file as of another format.
fn rusqlite_version(path: &Path, version: u32) -> std::io::Result<()> {
    use std::io::{Seek, SeekFrom, Write};
    for leftover in ["-wal", "-shm"] {
        let _ = std::fs::remove_file(format!("{}{leftover}", path.display()));
    }
    let mut file = std::fs::OpenOptions::new().write(true).open(path)?;
    // The user version stands at byte 60 of an SQLite file (https://sqlite.org/fileformat.html).
    file.seek(SeekFrom::Start(60))?;
    file.write_all(&version.to_be_bytes())
}

#[test]
fn the_cache_returns_what_was_paid_for_until_it_is_forgotten() -> Result<(), StoreError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cache/main.db");
    let packed = PackedVector::from_floats(&[0.5, -0.5, 0.5, 0.5]);
    let mut cache = EmbeddingCache::open(&path)?;
    let (one, two) = ([1; 32], [2; 32]);
    cache.insert_vectors(&space(), &[(&one, &packed), (&two, &packed), (b"short", &packed)])?;
    assert_eq!(cache.get(&space(), &one)?, Some(packed));
    assert_eq!(cache.get(&EmbeddingSpace { model: "other".to_owned(), ..space() }, &one)?, None);
    assert_eq!(cache.keep_only(&[two].into())?, 2);
    assert_eq!(cache.get(&space(), &one)?, None);
    assert_eq!(cache.count_vectors(&space())?, 1);
    Ok(())
}

#[test]
fn the_words_of_a_path_go_with_its_note() {
    let mut index = IndexDb::open_temporary().unwrap();
    let put = |index: &mut IndexDb, path: &str| {
        let document = IndexDocument { title: String::new(), ..document(path) };
        let passage = ChunkPassage {
            path: path.to_owned(),
            text: "queue".to_owned(),
            ..ChunkPassage::default()
        };
        let mut writer = index.writer().unwrap();
        writer.put_document(&document, vec![ChunkEntry::new(passage, (1, 2), 0)]).unwrap();
        writer.commit().unwrap();
    };
    put(&mut index, "alpha.md");
    assert_eq!(texts_with(&mut index, "alpha"), ["queue"]);
    remove(&mut index, "alpha.md");
    // The place that became free is taken.
    put(&mut index, "beta.md");
    assert_eq!(texts_with(&mut index, "beta"), ["queue"]);
    assert_eq!(texts_with(&mut index, "alpha"), [""; 0]);
}

#[test]
fn a_cache_of_the_first_kind_keeps_what_it_kept() -> Result<(), StoreError> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cache.db");
    let old = rusqlite::Connection::open(&path).unwrap();
    old.execute_batch(
        "CREATE TABLE embeddings (space TEXT NOT NULL, hash BLOB NOT NULL, factor REAL NOT NULL,
             numbers BLOB NOT NULL, PRIMARY KEY (space, hash)) WITHOUT ROWID;",
    )
    .unwrap();
    let sql = "INSERT INTO embeddings VALUES (?1, ?2, 0.5, x'01020304')";
    old.execute(sql, rusqlite::params![space().to_string(), b"one"]).unwrap();
    drop(old);
    let packed = PackedVector { factor: 0.5, numbers: vec![1, 2, 3, 4] };
    let mut cache = EmbeddingCache::open(&path)?;
    assert_eq!(cache.get(&space(), b"one")?, Some(packed.clone()));
    cache.insert_vectors(&space(), &[(b"two", &packed)])?;
    assert_eq!(cache.get(&space(), b"two")?, Some(packed));
    Ok(())
}

const WORDS: [&str; 8] = ["alpha", "beta", "gamma", "delta", "인증", "배포", "retry", "x"];

fn texts() -> impl Strategy<Value = Vec<String>> {
    let text = prop::collection::vec(prop::sample::select(&WORDS[..]), 0..6);
    prop::collection::vec(text.prop_map(|words| words.join(" ")), 0..5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever order documents come, change and go in, the index is that of the last state.
    #[test]
    fn an_index_that_followed_changes_is_the_one_built_at_once(
        steps in prop::collection::vec((0..5_usize, prop::option::of(texts())), 1..25)
    ) {
        let mut index = IndexDb::open_temporary().unwrap();
        let mut state: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (number, texts) in steps {
            let path = format!("{number}.md");
            match texts {
                Some(texts) => {
                    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
                    put(&mut index, &[(&path, &borrowed)]);
                    state.insert(path, texts);
                }
                None => {
                    remove(&mut index, &path);
                    state.remove(&path);
                }
            }
        }
        let mut fresh = IndexDb::open_temporary().unwrap();
        for (path, texts) in &state {
            let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
            put(&mut fresh, &[(path, &borrowed)]);
        }
        for word in ["alpha", "beta", "retri", "_인증", "배포", "x"] {
            prop_assert_eq!(texts_with(&mut index, word), texts_with(&mut fresh, word));
        }
        let lengths = |index: &mut IndexDb| {
            let reader = index.reader().unwrap();
            let mut lengths: Vec<_> =
                reader.slots().iter().filter(|s| s.length > 0).map(|s| s.length).collect();
            lengths.sort_unstable();
            lengths
        };
        prop_assert_eq!(lengths(&mut index), lengths(&mut fresh));
        prop_assert_eq!(index.reader().unwrap().pending_count().unwrap(), 0);
        prop_assert_eq!(index.reader().unwrap().terms_with("alp").unwrap(),
            fresh.reader().unwrap().terms_with("alp").unwrap());
    }
}
