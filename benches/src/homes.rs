//! One search over five homes of 20,000 chunks, warm in one process, beside five searches, one in each.

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use palimp_core::home::HomePaths;
use palimp_core::project::ProjectIdentity;
use palimp_core::settings::Settings;
use palimp_engine::home::note_store::NoteStore;
use palimp_engine::retrieval::federation::Federation;
use palimp_engine::retrieval::index_sync::{IndexSync, Models};
use palimp_engine::retrieval::recall::SearchOptions;
use palimp_models::builtin::Builtin;
use palimp_store::activity::Filter;

use crate::recall::CHUNKS_A_NOTE;
use crate::{corpus, quantiles};

/// How many homes there are.
const HOMES: usize = 5;
/// How many notes each has.
const NOTES: usize = 1_000;
/// How long the notes rest before they are indexed: what was written just now is told by its bytes.
const REST: Duration = Duration::from_secs(3);

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let dir = tempfile::tempdir()?;
    let texts = corpus::notes(HOMES * NOTES, HOMES * NOTES * CHUNKS_A_NOTE);
    let homes: Vec<HomePaths> = (0..HOMES).map(|at| home(dir.path(), at)).collect();
    for (home, texts) in homes.iter().zip(texts.chunks(NOTES)) {
        corpus::write(&home.vault_dir("main"), texts)?;
    }
    std::thread::sleep(REST);
    let mut each: Vec<IndexSync> = homes.iter().map(memory).collect();
    let mut chunks = 0;
    for memory in &mut each {
        memory.refresh(&mut |_, _, _| ())?;
        chunks += memory.embedding_state()?.chunks;
        memory.watch_files();
    }
    let mut settings = Settings::default();
    let others = homes[1..].iter().map(|home| home.root().to_string_lossy().into_owned());
    settings.dashboard.homes = others.collect();
    let mut all = Federation::new(homes[0].clone(), settings, None, models());
    let nowhere =
        ProjectIdentity { id: String::new(), name: String::new(), root: dir.path().into() };
    let now = i64::try_from(std::time::UNIX_EPOCH.elapsed()?.as_millis())?;
    let options = SearchOptions {
        observations: false,
        ..SearchOptions::new(Filter::default(), &nowhere, now)
    };
    let queries = corpus::queries(&texts);
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    all.search(&queries[0], &options, None)?;
    for memory in &mut each {
        memory.searcher().search(&queries[0], &options, None, &mut |_, _, _| ())?;
    }
    for query in &queries {
        let start = Instant::now();
        black_box(all.search(query, &options, None)?);
        together.push(start.elapsed());
        let start = Instant::now();
        for memory in &mut each {
            black_box(memory.searcher().search(query, &options, None, &mut |_, _, _| ())?);
        }
        apart.push(start.elapsed());
    }
    let ((p50, p95), (base50, base95)) = (quantiles(&mut together), quantiles(&mut apart));
    println!("{HOMES} homes, {chunks} chunks, warm, ms: p50 p95");
    println!("    one search {p50:7.2} {p95:7.2}   a search in each {base50:7.2} {base95:7.2}");
    Ok(())
}

fn home(below: &Path, at: usize) -> HomePaths {
    HomePaths::new(below.join(format!("home{at}")))
}

fn models() -> Models {
    let (embedder, thesaurus) = (Box::new(Builtin::new()), Box::new(Builtin::new()));
    Models { embedder: Some(embedder), thesaurus: Some(thesaurus), complaint: None }
}

fn memory(home: &HomePaths) -> IndexSync {
    IndexSync::new(NoteStore::new(home.clone(), "main", Settings::default(), None), models())
}
