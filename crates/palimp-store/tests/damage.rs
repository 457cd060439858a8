//! A bit that fell over anywhere in an index changes no answer: it is noticed, or was never read.

use std::fs;
use std::path::Path;

use palimp_core::embed::EmbeddingSpace;
use palimp_rank::{ChunkKind, ChunkPassage, Collection};
use palimp_store::StoreError;
use palimp_store::index::{
    ChunkEntry, ChunkLocation, DocumentSource, DocumentStamp, EmbeddingCache, IndexDb,
    IndexDocument, KnownDocument, PackedVector,
};

/// How many bits are turned in each page, beside those of its header.
const BITS: usize = 2;
const PAGE: usize = 8_192;

/// Words that texts are made of, and parts of them.
const WORDS: [&str; 12] = [
    "retry", "queue", "인증", "payment", "데이터베이스", "schema", "timeout", "worker", "locale",
    "invoice", "캐시", "throttle",
];
const PARTS: [&str; 3] = ["imeou", "hrott", "voic"];

/// Numbers that are the same at every run (Knuth's constants for MMIX).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

fn fill(path: &Path) {
    let mut dice = Dice(3);
    let mut index = IndexDb::open(path).unwrap();
    let mut writer = index.writer().unwrap();
    let space =
        EmbeddingSpace { provider: "test".to_owned(), model: "m".to_owned(), dimensions: 32 };
    writer.set_space(&space).unwrap();
    for number in 0..120 {
        let source =
            [DocumentSource::Note, DocumentSource::Extra, DocumentSource::Session][number % 3];
        let document = IndexDocument {
            source,
            path: format!("notes/{number}.md"),
            repository: 0,
            stamp: DocumentStamp { size: 9, mtime: 7, hash: [number as u8; 16] },
            title: format!("Note {number}"),
            project: ["", "app"][number % 2].to_owned(),
            kind: if source == DocumentSource::Session {
                ChunkKind::Message
            } else {
                ChunkKind::Note
            },
            created_at: number as i64 * 86_400_000,
            about: String::new(),
        };
        let entries = (0..5).map(|place| {
            let words: Vec<_> = (0..30).map(|_| WORDS[dice.below(WORDS.len())]).collect();
            let text = format!("{} id{number}x{place}", words.join(" "));
            let passage =
                ChunkPassage { title: document.title.clone(), text, ..ChunkPassage::default() };
            let vector: Vec<f32> = (0..32).map(|_| dice.below(200) as f32 - 100.0).collect();
            ChunkEntry {
                vector: Some(PackedVector::from_floats(&vector)),
                ..ChunkEntry::new(passage, (place, place), 0)
            }
        });
        writer.put_document(&document, entries.collect()).unwrap();
    }
    writer.commit().unwrap();
    index.set_signature("cut so").unwrap();
}

/// All that anyone asks an index.
#[derive(Debug, PartialEq)]
struct Everything {
    documents: Vec<KnownDocument>,
    signature: Option<String>,
    space: Option<String>,
    generation: i64,
    chunks: u64,
    postings: Vec<(u32, u32)>,
    parts: Vec<Vec<String>>,
    read: Vec<u32>,
    cosines: Vec<f32>,
    passages: Vec<(ChunkPassage, ChunkLocation)>,
}

fn everything(path: &Path) -> Result<Everything, StoreError> {
    let mut index = IndexDb::open(path)?;
    let mut documents = index.documents(DocumentSource::Note)?.to_vec();
    documents.extend_from_slice(&index.documents(DocumentSource::Extra)?);
    documents.extend_from_slice(&index.documents(DocumentSource::Session)?);
    let (signature, space) = (index.signature()?, index.vector_space()?);
    let (generation, chunks) = (index.generation()?, index.size()?.chunks);
    let mut reader = index.reader()?;
    let mut postings = Vec::new();
    for term in WORDS.iter().copied().chain(["retri", "queu", "id7x3", "_인증"]) {
        reader.postings(term, &mut postings)?;
    }
    let parts = PARTS.iter().map(|part| reader.terms_with(part)).collect::<Result<_, _>>()?;
    let read = reader.chunks_mentioning("id11x")?;
    let slots = 0..reader.slots().len() as u32;
    let live = slots.filter(|slot| reader.slots()[*slot as usize].length > 0).collect::<Vec<_>>();
    let mut cosines = Vec::new();
    reader.cosines(&[0.5; 32], &live, &mut cosines)?;
    let passages =
        live.into_iter().map(|slot| Ok((reader.passage(slot)?, reader.chunk_location(slot)?)));
    let passages = passages.collect::<Result<_, StoreError>>()?;
    Ok(Everything {
        documents,
        signature,
        space,
        generation,
        chunks,
        postings,
        parts,
        read,
        cosines,
        passages,
    })
}

#[test]
fn a_bit_that_fell_over_is_noticed_or_was_never_read() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("main.db");
    fill(&path);
    let right = everything(&path).unwrap();
    assert!(right.postings.len() > 1_000 && right.parts.iter().all(|part| !part.is_empty()));
    let bytes = fs::read(&path).unwrap();
    let mut dice = Dice(11);
    let (mut noticed, mut unread, mut wrong) = (0, 0, Vec::new());
    for page in 0..bytes.len() / PAGE {
        let header = [3, 8 + 12, 105].map(|byte| byte * 8 + 1);
        let anywhere = std::iter::repeat_with(|| dice.below(PAGE * 8)).take(BITS);
        for bit in header.into_iter().chain(anywhere) {
            let mut turned = bytes.clone();
            turned[page * PAGE + bit / 8] ^= 1 << (bit % 8);
            fs::write(&path, turned).unwrap();
            match everything(&path) {
                Ok(found) if found == right => unread += 1,
                Err(StoreError::Corrupt(_)) => noticed += 1,
                // Opening begins a new one, which is filled from the notes.
                Ok(found) if found.documents.is_empty() && found.generation == 0 => noticed += 1,
                other => wrong.push((page, bit, other.map(|_| ()))),
            }
        }
    }
    let trials = noticed + unread + wrong.len();
    assert!(
        wrong.is_empty(),
        "{} of {trials} wrong: {:?}",
        wrong.len(),
        &wrong[..wrong.len().min(9)]
    );
    assert!(noticed > trials / 2, "{noticed} of {trials} noticed");
}

#[test]
fn a_kept_vector_is_the_one_that_was_paid_for_or_none() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("cache.db");
    let space =
        EmbeddingSpace { provider: "test".to_owned(), model: "m".to_owned(), dimensions: 64 };
    let vector = |number: usize| {
        let mut dice = Dice(number as u64);
        PackedVector::from_floats(
            &(0..64).map(|_| dice.below(99) as f32 - 50.0).collect::<Vec<_>>(),
        )
    };
    let vectors: Vec<_> = (0..80).map(|number| ([number as u8; 32], vector(number))).collect();
    let rows: Vec<_> = vectors.iter().map(|(hash, vector)| (hash.as_slice(), vector)).collect();
    EmbeddingCache::open(&path).unwrap().insert_vectors(&space, &rows).unwrap();
    let bytes = fs::read(&path).unwrap();
    let (mut dice, mut missed) = (Dice(5), 0);
    for _ in 0..150 {
        let mut turned = bytes.clone();
        turned[dice.below(bytes.len())] ^= 1 << dice.below(8);
        fs::write(&path, turned).unwrap();
        let get = |hash: &[u8]| EmbeddingCache::open(&path)?.get(&space, hash);
        for (hash, vector) in &vectors {
            match get(hash) {
                Ok(Some(found)) => assert_eq!(found, *vector),
                Ok(None) | Err(StoreError::Corrupt(_)) => missed += 1,
                Err(error) => panic!("{error:?}"),
            }
        }
    }
    assert!(missed > 50, "{missed}");
}
