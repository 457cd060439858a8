//! The index of one's own notes: how far it is, what makes it, and who gives vectors.

use std::time::Instant;

use palimp_core::embed::EmbedPurpose;
use palimp_engine::retrieval::embedding::BuildExtent;
use palimp_engine::retrieval::index_sync::StageProgress;
use palimp_pages::{Index, IndexResult, PageError, Trial, WorkResult};

use crate::app_state::{DashboardState, engine_failure};

/// Returns the state of the index; an error is part of it.
pub(crate) fn index_state(state: &DashboardState) -> Index {
    let sent = state.host().asked_at(&state.load_settings());
    let index = Index { sent, work: state.work.current_job(), ..Index::default() };
    let read = state.with_search_memory(|memory, _| {
        let mut index = Index { embedder: memory.space(), ..index.clone() };
        index.complaint = memory.embedder_error().map(str::to_owned);
        // To look makes none.
        if memory.index_path().exists() {
            let embeddings = memory.embedding_state().map_err(engine_failure)?;
            (index.documents, index.chunks) = (embeddings.documents, embeddings.chunks);
            (index.pending, index.bytes) = (embeddings.pending, embeddings.bytes);
        }
        Ok(index)
    });
    match read {
        Err(PageError::Failed(why)) => Index { complaint: Some(why), ..index },
        read => read.unwrap_or(index),
    }
}

/// Parses the index action of a form.
pub(crate) fn parse_index_action(verb: &str) -> Option<BuildExtent> {
    match verb {
        "index" => Some(BuildExtent::default()),
        "anew" => Some(BuildExtent { anew: true, vectors: false }),
        "embed" => Some(BuildExtent { anew: false, vectors: true }),
        _ => None,
    }
}

/// Makes it.
pub(crate) fn build_index(
    state: &DashboardState,
    making: BuildExtent,
    progress: StageProgress,
) -> Result<WorkResult, String> {
    let settings = state.load_settings();
    let mut memory = state.host().open_memory(&settings, state.host().load_models(&settings));
    let db = palimp_engine::ingest::open_activity::to_read(state.home())
        .map_err(|error| error.to_string())?
        .db;
    let made = memory.make_index(making, db.as_ref(), progress);
    let (changes, vectors) = made.map_err(|error| error.to_string())?;
    let whose = String::new();
    Ok(WorkResult::Indexed(vec![IndexResult {
        whose,
        written: changes.written,
        removed: changes.removed,
        vectors,
        why: None,
    }]))
}

/// Asks for a vector, and estimates what is still to do.
pub(crate) fn try_embedder(state: &DashboardState) -> Result<Trial, String> {
    let settings = state.load_settings();
    let models = state.host().load_models(&settings);
    let complaint = models.complaint.clone();
    let embedder = models.embedder.as_deref();
    let embedder = embedder.ok_or_else(|| complaint.unwrap_or_default())?;
    let began = Instant::now();
    embedder.embed(&["a trial"], EmbedPurpose::Query).map_err(|error| error.to_string())?;
    let took = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let mut memory = state.host().open_memory(&settings, models);
    let work = memory.estimate_embedding().map_err(|error| error.to_string())?;
    let (chunks, tokens, dollars) = (work.chunks, work.tokens, work.dollars);
    Ok(Trial { took, chunks, tokens, dollars, seconds: work.seconds.ceil() as i64 })
}
