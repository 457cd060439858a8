//! Giving chunks their vectors where that takes time or money: in batches, through a cache, and
//! never during a search but for the few that have just changed.

use std::path::Path;

use palimp_core::embed::{EmbedError, EmbedPurpose, Embedder};
use palimp_store::StoreError;
use palimp_store::activity::ActivityDb;
use palimp_store::index::{EmbeddingCache, IndexDb, PackedVector};
use serde::Serialize;

use crate::retrieval::index_sync::{Error, IndexSync, StageProgress};
use crate::retrieval::indexing::{Changes, embedded_text};

/// Counts of an index and its vectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EmbeddingState {
    /// Notes and sessions in the index.
    pub documents: usize,
    /// Their chunks.
    pub chunks: usize,
    /// Chunks without a vector.
    pub pending: usize,
    /// Vectors of the present space that are kept beside the index.
    pub cached: usize,
    /// Bytes of the index on disk.
    pub bytes: u64,
}

/// Work left to embed all chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EmbeddingWork {
    /// Chunks that have no vector and are not in the cache.
    pub chunks: usize,
    /// Their tokens, estimated.
    pub tokens: usize,
    /// Price in US dollars; none if the provider is free.
    pub dollars: Option<f64>,
    /// About how long it takes.
    pub seconds: f64,
}

/// Number of chunks that are embedded and written at once: the most that a kill loses.
const CHUNKS_PER_BATCH: usize = 96;
/// Maximum number of changed chunks to embed before a search, if that takes a request.
const MAX_CHUNKS_BEFORE_SEARCH: usize = 32;
/// Assumed throughput in tokens per second: of a network service, and of a local model on a laptop.
const REMOTE_TOKENS_PER_SECOND: f64 = 20_000.0;
const LOCAL_TOKENS_PER_SECOND: f64 = 3_000.0;

/// Extent of an index build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BuildExtent {
    /// Everything anew; the old index answers meanwhile.
    pub anew: bool,
    /// The vectors too, also where that asks a paid service.
    pub vectors: bool,
}

impl IndexSync {
    /// Takes in what changed in notes and conversations; answers with that, and how many chunks were
    /// given their vectors.
    ///
    /// # Errors
    ///
    /// When notes or the index cannot be read or written, or the embedder refuses.
    pub fn make_index(
        &mut self,
        making: BuildExtent,
        db: Option<&ActivityDb>,
        progress: StageProgress,
    ) -> Result<(Changes, usize), Error> {
        let changes = match making.anew {
            true => self.rebuild(progress)?,
            false => self.refresh(progress)?,
        };
        if let Some(db) = db {
            self.follow_conversations(db, progress)?;
        }
        let embedded = if making.vectors { self.embed_pending(usize::MAX, progress)? } else { 0 };
        Ok((changes, embedded))
    }

    /// Returns the counts of the index and its vectors.
    pub fn embedding_state(&mut self) -> Result<EmbeddingState, Error> {
        self.with_readable_index(&mut IndexSync::look_at_state)
    }

    fn look_at_state(&mut self) -> Result<EmbeddingState, Error> {
        let cached = self.cached_count()?;
        let (size, pending) = self.with_whole_index(&mut |memory| {
            let size = memory.open_index()?.size()?;
            Ok((size, memory.pending_count()?))
        })?;
        let fit = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        Ok(EmbeddingState {
            documents: fit(size.documents),
            chunks: fit(size.chunks),
            pending,
            cached,
            bytes: size.bytes,
        })
    }

    fn cached_count(&self) -> Result<usize, Error> {
        let path = self.notes.home.vector_cache_file(&self.notes.agent);
        match &self.models.embedder {
            Some(embedder) if path.exists() => {
                let count = self
                    .open_cache(&path)
                    .and_then(|cache| cache.count_vectors(embedder.space()))
                    .or_else(|error| match error {
                        StoreError::Blocked { .. } => Ok(0),
                        error => Err(error),
                    })?;
                Ok(usize::try_from(count).unwrap_or(usize::MAX))
            }
            _ => Ok(0),
        }
    }

    /// Number of chunks without a vector of the present model.
    fn pending_count(&mut self) -> Result<usize, Error> {
        let Some(embedder) = &self.models.embedder else { return Ok(0) };
        let wanted = embedder.space().to_string();
        let index = self.open_index()?;
        if index.vector_space()?.is_some_and(|space| space == wanted) {
            Ok(index.reader()?.pending_count()?)
        } else {
            Ok(usize::try_from(index.size()?.chunks).unwrap_or(usize::MAX))
        }
    }

    /// Estimates the work to embed all chunks.
    pub fn estimate_embedding(&mut self) -> Result<EmbeddingWork, Error> {
        self.with_whole_index(&mut IndexSync::try_estimate)
    }

    fn try_estimate(&mut self) -> Result<EmbeddingWork, Error> {
        self.adopt_space()?;
        let cache = self.vector_cache()?;
        let IndexSync { models, index, .. } = self;
        let (Some(embedder), Some(index)) = (&models.embedder, index.as_mut()) else {
            return Ok(EmbeddingWork::default());
        };
        let mut work = EmbeddingWork::default();
        for (_, passage) in index.reader()?.pending_chunks(usize::MAX)? {
            let text = embedded_text(&passage);
            let kept = match &cache {
                Some(cache) => cache.get(embedder.space(), &text_hash(&text))?.is_some(),
                None => false,
            };
            if !kept {
                work.chunks += 1;
                work.tokens += palimp_core::tokens::count_tokens(&text);
            }
        }
        work.dollars = embedder.price_per_million().map(|price| price * work.tokens as f64 / 1e6);
        let rate = match embedder.price_per_million() {
            _ if embedder.is_instant() => f64::INFINITY,
            Some(_) => REMOTE_TOKENS_PER_SECOND,
            None => LOCAL_TOKENS_PER_SECOND,
        };
        work.seconds = work.tokens as f64 / rate;
        Ok(work)
    }

    /// Embeds at most `limit` chunks without a vector; returns their number. Chunks done before a
    /// failure stay done.
    pub fn embed_pending(&mut self, limit: usize, progress: StageProgress) -> Result<usize, Error> {
        self.with_whole_index(&mut |memory| memory.try_embed(limit, progress))
    }

    fn try_embed(&mut self, limit: usize, progress: StageProgress) -> Result<usize, Error> {
        self.adopt_space()?;
        let mut cache = self.vector_cache()?;
        let IndexSync { models, index, .. } = self;
        let (Some(embedder), Some(index)) = (models.embedder.as_deref(), index.as_mut()) else {
            let why = models.complaint.clone();
            return Err(Error::Refused(why.unwrap_or_else(crate::messages::embedder_missing)));
        };
        let total = index.reader()?.pending_count()?.min(limit);
        let mut done = 0;
        while done < total {
            let batch = CHUNKS_PER_BATCH.min(total - done);
            let did = embed_batch(index, embedder, cache.as_mut(), batch)?;
            if did == 0 {
                break;
            }
            done += did;
            progress(done as u64, total as u64, "vectors");
        }
        Ok(done)
    }

    /// Embeds what a search may wait for: everything where that takes no time, else the few chunks
    /// that have just changed. Answers with why it could not.
    pub(crate) fn embed_little(
        &mut self,
        progress: StageProgress,
    ) -> Result<Option<String>, Error> {
        let Some(embedder) = &self.models.embedder else { return Ok(None) };
        let (space, instant) = (embedder.space().to_string(), embedder.is_instant());
        let fits = self.open_index()?.vector_space()?.is_some_and(|known| known == space);
        let wanted = match (instant, fits) {
            (true, _) => self.pending_count()? > 0,
            (false, false) => false,
            // What is paid for has to be kept.
            (false, true) if self.notes.is_read_only => false,
            (false, true) => (1..=MAX_CHUNKS_BEFORE_SEARCH).contains(&self.pending_count()?),
        };
        match wanted.then(|| self.embed_pending(usize::MAX, progress)) {
            Some(Err(Error::Refused(why))) => Ok(Some(crate::messages::found_by_words_alone(&why))),
            // What is paid for has to be kept.
            Some(Err(Error::Store(error @ StoreError::Blocked { .. })))
                if self.index.as_ref().is_some_and(IndexDb::is_in_memory) =>
            {
                Ok(Some(crate::messages::found_by_words_alone(&error)))
            }
            Some(Err(error)) => Err(error),
            _ => Ok(None),
        }
    }

    /// Makes the index one of the present model's space: vectors of another go.
    fn adopt_space(&mut self) -> Result<(), Error> {
        self.open_index()?;
        let IndexSync { models, index, .. } = self;
        if let (Some(embedder), Some(index)) = (&models.embedder, index.as_mut())
            && index.vector_space()? != Some(embedder.space().to_string())
        {
            let mut writer = index.writer()?;
            writer.set_space(embedder.space())?;
            writer.commit()?;
        }
        Ok(())
    }

    /// Opens the cache of paid vectors; none if vectors are free.
    fn vector_cache(&self) -> Result<Option<EmbeddingCache>, Error> {
        match &self.models.embedder {
            Some(embedder) if !embedder.is_instant() => {
                let path = self.notes.home.vector_cache_file(&self.notes.agent);
                Ok((!self.notes.is_read_only || path.exists())
                    .then(|| self.open_cache(&path))
                    .transpose()?)
            }
            _ => Ok(None),
        }
    }

    fn open_cache(&self, path: &Path) -> Result<EmbeddingCache, StoreError> {
        match self.notes.is_read_only {
            true => EmbeddingCache::open_to_read(path),
            false => EmbeddingCache::open(path),
        }
    }
}

fn embed_batch(
    index: &mut IndexDb,
    embedder: &dyn Embedder,
    mut cache: Option<&mut EmbeddingCache>,
    batch: usize,
) -> Result<usize, Error> {
    let pending = index.reader()?.pending_chunks(batch)?;
    let texts: Vec<String> = pending.iter().map(|(_, passage)| embedded_text(passage)).collect();
    let hashes: Vec<[u8; 32]> = texts.iter().map(|text| text_hash(text)).collect();
    let mut vectors: Vec<Option<PackedVector>> = vec![None; texts.len()];
    if let Some(cache) = &cache {
        for (vector, hash) in vectors.iter_mut().zip(&hashes) {
            *vector = cache.get(embedder.space(), hash)?;
        }
    }
    let missing: Vec<usize> = (0..texts.len()).filter(|&at| vectors[at].is_none()).collect();
    if !missing.is_empty() {
        let asked: Vec<&str> = missing.iter().map(|&at| texts[at].as_str()).collect();
        let embedded = embedder.embed(&asked, EmbedPurpose::Document).map_err(to_refused)?;
        for (&at, vector) in missing.iter().zip(&embedded) {
            vectors[at] = Some(PackedVector::from_floats(vector));
        }
        if let Some(cache) = cache.as_mut() {
            let paid: Vec<(&[u8], &PackedVector)> = missing
                .iter()
                .filter_map(|&at| Some((hashes[at].as_slice(), vectors[at].as_ref()?)))
                .collect();
            cache.insert_vectors(embedder.space(), &paid)?;
        }
    }
    let mut writer = index.writer()?;
    let mut done = 0;
    for ((slot, passage), vector) in pending.iter().zip(&vectors) {
        if let Some(vector) = vector {
            writer.embed_chunk(*slot, passage, vector)?;
            done += 1;
        }
    }
    writer.commit()?;
    Ok(done)
}

fn to_refused(error: EmbedError) -> Error {
    Error::Refused(error.to_string())
}

/// Hash by which a text's vector is cached.
pub(crate) fn text_hash(text: &str) -> [u8; 32] {
    *blake3::hash(text.as_bytes()).as_bytes()
}
