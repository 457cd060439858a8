//! A memory whose index was damaged on the disk answers as before: what is damaged is made anew.

use std::fs;

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder, EmbeddingSpace, Scripts, Weights};
use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::{SearchHit, SearchOptions};
use palimp_store::activity::Filter;

/// Words, parts of words, text that only reading finds, and nothing.
const QUESTIONS: [&str; 6] =
    ["how long does the retry wait", "인증 토큰", "imeou", "queue7", "s: 4", "unheard"];
const TRIALS: usize = 80;

/// Vectors of 16 numbers from the letters of a text.
struct Letters(EmbeddingSpace);

impl Embedder for Letters {
    fn space(&self) -> &EmbeddingSpace {
        &self.0
    }
    fn scripts(&self) -> Scripts {
        Scripts::All
    }
    fn weights(&self) -> Weights {
        Weights { vector: 0.2, text: 1.0 }
    }
    /// A question of one word means nothing to it, so that words alone decide.
    fn embed(&self, texts: &[&str], purpose: EmbedPurpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let blank = |text: &&&str| purpose == EmbedPurpose::Query && !text.contains(' ');
        let vector = |text: &&str| if blank(&text) { vec![0.0; 16] } else { letters(text) };
        Ok(texts.iter().map(vector).collect())
    }
    fn is_instant(&self) -> bool {
        true
    }
}

fn letters(text: &str) -> Vec<f32> {
    let mut vector = [0.0_f32; 16];
    text.bytes().for_each(|byte| vector[usize::from(byte % 16)] += 1.0);
    let length = vector.iter().map(|n| n * n).sum::<f32>().sqrt().max(1.0);
    vector.iter().map(|n| n / length).collect()
}

fn memory(home: &HomePaths) -> IndexSync {
    let space =
        EmbeddingSpace { provider: "test".to_owned(), model: "m".to_owned(), dimensions: 16 };
    let models = Models { embedder: Some(Box::new(Letters(space))), ..Models::default() };
    IndexSync::new(NoteStore::new(home.clone(), "main", Settings::default(), None), models)
}

fn answers(home: &HomePaths) -> Vec<Vec<SearchHit>> {
    let mut memory = memory(home);
    let here = ProjectIdentity::from_root("/nowhere");
    let options = SearchOptions::new(Filter::default(), &here, 1_790_000_000_000);
    let mut ask = |question: &&str| {
        memory.searcher().search(question, &options, None, &mut |_, _, _| ()).unwrap().hits
    };
    QUESTIONS.iter().map(&mut ask).collect()
}

/// Knuth's constants for MMIX.
fn dice(seed: &mut u64, bound: usize) -> usize {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 33) as usize % bound
}

#[test]
fn bits_that_fell_over_in_the_index_change_no_answer() {
    let dir = tempfile::tempdir().unwrap();
    let home = HomePaths::new(dir.path().join("home"));
    let vault = home.vault_dir("main");
    fs::create_dir_all(&vault).unwrap();
    for number in 0..60 {
        let text = format!(
            "# Note {number}\n\nThe retry waits {number} seconds, s: {number}.\n\n\
             ## 인증\n\n토큰은 {number}분 뒤에 만료된다. The queue{number} has a timeout.\n"
        );
        fs::write(vault.join(format!("{number}.md")), text).unwrap();
    }
    let right = answers(&home);
    let counts: Vec<_> = right.iter().map(Vec::len).collect();
    assert_eq!(counts, [6, 6, 6, 1, 6, 0]);
    let path = home.index_file("main");
    let bytes = fs::read(&path).unwrap();
    let mut seed = 9;
    for trial in 0..TRIALS {
        let mut turned = bytes.clone();
        let byte = dice(&mut seed, bytes.len());
        turned[byte] ^= 1 << dice(&mut seed, 8);
        fs::write(&path, turned).unwrap();
        assert_eq!(answers(&home), right, "trial {trial}, byte {byte}");
        let mut memory = memory(&home);
        assert!(
            memory.embedding_state().is_ok() && memory.embed_pending(9, &mut |_, _, _| ()).is_ok()
        );
    }
}
