//! Search: palimp's own analyzer and ranker over what PostgreSQL gives, so that an answer here is that at home.
//!
//! Which chunks hold a term comes from the table of postings, and what a chunk says from its memory, both in the
//! transaction of who asks. What ranking needs of all chunks of a scope (lengths, days, vectors of small integers: about
//! 300 bytes a chunk) a node keeps in memory by the scope's generation, and with it the postings of terms that were
//! asked for; nothing of it is text, and whoever asks is served from the scopes that are open to her at this request.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use jiff::Timestamp;
use palimp_core::author::AuthorKind;
use palimp_core::embed::{Embedder, Thesaurus, Weights};
use palimp_hub_api::{HubSearchHit, HubSearchRequest, HubSearchResponse};
use palimp_models::builtin::Builtin;
use palimp_note::chunk::{ChunkLimits, NoteChunk, split_into_chunks};
use palimp_rank::analysis::{AnalyzedQuery, analyze_query};
use palimp_rank::vector::{dot_i8, quantise};
use palimp_rank::{ChunkKind, ChunkPassage, Collection, RankRequest, Ranked, Slot, rank, snippet};
use postgres::types::Type;
use ring::hmac;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::body::MemoryBody;
use crate::crypt::Master;
use crate::error::Error;
use crate::index::{day_number, make_passage, term_hash};
use crate::policy::today;
use crate::postings::{self, CachedPostings, Posting, PostingsCache};
use crate::tenant::{ReadableScope, Tenant, UsageKind};

/// Default number of hits, and the maximum.
const DEFAULT_AND_MAX_HITS: (usize, usize) = (6, 50);
/// The score below which nothing is returned, unless said.
const DEFAULT_MIN_SCORE: f32 = 0.35;
/// The longest snippet, in characters.
const MAX_SNIPPET_CHARS: usize = 700;
/// The longest question, in characters.
const MAX_QUERY_CHARS: usize = 4_000;
/// Maximum chunks whose columns a node caches: about 600 MB at 300 bytes each.
const MAX_CACHED_CHUNKS: usize = 2_000_000;

/// Cache of scope columns of a node.
#[derive(Default)]
pub struct ScopeCache(Mutex<ScopeCacheState>);

#[derive(Default)]
struct ScopeCacheState {
    shelves: HashMap<(Uuid, Uuid), Arc<ScopeColumns>>,
    /// Keys in the order of their last use, the most recent last.
    order: Vec<(Uuid, Uuid)>,
}

/// The columns of a scope's chunks, as of a generation.
#[derive(Clone, Default)]
struct ScopeColumns {
    generation: i64,
    ids: Vec<i64>,
    memories: Vec<Uuid>,
    spans: Vec<(u32, u32)>,
    slots: Vec<Slot>,
    factors: Vec<f32>,
    numbers: Vec<i8>,
    at: FxHashMap<i64, u32>,
    documents: FxHashMap<Uuid, u32>,
    /// Shared with the generations that it grew from: places stay as they are.
    terms: Arc<PostingsCache>,
}

impl ScopeCache {
    /// The columns of a scope, read as far as they are not known yet.
    fn load_columns(
        &self,
        tenant: &mut Tenant<'_>,
        scope: &ReadableScope,
    ) -> Result<Arc<ScopeColumns>, Error> {
        let key = (tenant.org, scope.id);
        let known = self.lock_state().shelves.get(&key).cloned();
        if let Some(shelf) = known.as_ref().filter(|it| it.generation == scope.generation) {
            self.lock_state().mark_used(key);
            return Ok(Arc::clone(shelf));
        }
        let is_good = |shelf: &&Arc<ScopeColumns>| {
            shelf.generation >= scope.dropped && shelf.generation < scope.generation
        };
        let mut shelf = known.as_ref().filter(is_good).map(|it| (**it).clone()).unwrap_or_default();
        shelf.read_new_chunks(tenant, scope)?;
        let shelf = Arc::new(shelf);
        self.lock_state().insert_columns(key, &shelf);
        Ok(shelf)
    }

    fn lock_state(&self) -> MutexGuard<'_, ScopeCacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ScopeCacheState {
    fn mark_used(&mut self, key: (Uuid, Uuid)) {
        self.order.retain(|it| *it != key);
        self.order.push(key);
    }

    fn insert_columns(&mut self, key: (Uuid, Uuid), shelf: &Arc<ScopeColumns>) {
        // Another request may have read a newer one meanwhile.
        let newer = self.shelves.get(&key).is_some_and(|it| it.generation > shelf.generation);
        if !newer {
            self.shelves.insert(key, Arc::clone(shelf));
        }
        self.mark_used(key);
        let chunks =
            |kept: &ScopeCacheState| kept.shelves.values().map(|it| it.ids.len()).sum::<usize>();
        while chunks(self) > MAX_CACHED_CHUNKS && self.order.len() > 1 {
            let oldest = self.order.remove(0);
            self.shelves.remove(&oldest);
        }
    }
}

impl ScopeColumns {
    fn read_new_chunks(
        &mut self,
        tenant: &mut Tenant<'_>,
        scope: &ReadableScope,
    ) -> Result<(), Error> {
        let sql = "SELECT id, memory, seq, length, day, factor, vector, lower(span), upper(span), generation
            FROM chunks WHERE org = palimp_org() AND scope = $1 AND generation > $2 ORDER BY id";
        let rows =
            tenant.query_rows(sql, &[(&scope.id, Type::UUID), (&self.generation, Type::INT8)])?;
        // What was committed after the generation was read is there as well, and is not read again.
        let mut newest = scope.generation;
        for row in rows {
            let (id, memory): (i64, Uuid) = (row.try_get(0)?, row.try_get(1)?);
            let (seq, length): (i32, i32) = (row.try_get(2)?, row.try_get(3)?);
            let vector: &[u8] = row.try_get(6)?;
            let span: (i32, i32) = (row.try_get(7)?, row.try_get(8)?);
            newest = newest.max(row.try_get(9)?);
            let next = self.documents.len() as u32;
            let document = *self.documents.entry(memory).or_insert(next);
            self.at.insert(id, self.ids.len() as u32);
            self.ids.push(id);
            self.memories.push(memory);
            self.spans.push((span.0 as u32, span.1 as u32));
            self.factors.push(row.try_get(5)?);
            self.numbers.extend(vector.iter().map(|byte| *byte as i8));
            self.slots.push(Slot {
                document,
                position: seq as u32,
                day: row.try_get(4)?,
                length: u16::try_from(length).unwrap_or(u16::MAX),
                kind: ChunkKind::Lasting,
                author: AuthorKind::Team,
                ..Slot::default()
            });
        }
        self.generation = newest;
        Ok(())
    }

    /// The places of these chunks, of those that are known.
    fn to_postings(&self, chunks: Vec<(i64, i32)>) -> Vec<Posting> {
        let place = |(chunk, count): (i64, i32)| Some(Posting::new(*self.at.get(&chunk)?, count));
        chunks.into_iter().filter_map(place).collect()
    }

    fn column_count(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The last chunk of the first `columns`.
    fn last_chunk(&self, columns: u32) -> i64 {
        columns.checked_sub(1).map_or(0, |at| self.ids[at as usize])
    }
}

/// Scopes that the asker may read, as ranking reads them.
struct SearchableScopes<'a, 't, 'c> {
    tenant: &'t mut Tenant<'c>,
    master: &'a Master,
    shelves: Vec<Arc<ScopeColumns>>,
    /// The first slot of each shelf.
    starts: Vec<u32>,
    slots: Vec<Slot>,
    /// Postings of each query term, by scope.
    postings: HashMap<String, Vec<CachedPostings>>,
    bodies: HashMap<Uuid, Option<MemoryBody>>,
}

impl<'a, 't, 'c> SearchableScopes<'a, 't, 'c> {
    fn new(
        tenant: &'t mut Tenant<'c>,
        master: &'a Master,
        (shelves, scopes): (Vec<Arc<ScopeColumns>>, &[ReadableScope]),
    ) -> SearchableScopes<'a, 't, 'c> {
        let mut open = SearchableScopes {
            tenant,
            master,
            starts: Vec::with_capacity(scopes.len()),
            slots: Vec::new(),
            postings: HashMap::new(),
            bodies: HashMap::new(),
            shelves,
        };
        let mut documents = 0;
        for (shelf, number) in open.shelves.iter().zip(1_u16..) {
            open.starts.push(open.slots.len() as u32);
            let of_scope = |slot: &Slot| Slot {
                document: slot.document + documents,
                project: number,
                ..*slot
            };
            open.slots.extend(shelf.slots.iter().map(of_scope));
            documents += shelf.documents.len() as u32;
        }
        open
    }

    /// Returns the scope that holds a slot, and the slot's column in it.
    fn locate_slot(&self, slot: u32) -> (usize, usize) {
        let shelf = self.starts.partition_point(|start| *start <= slot).saturating_sub(1);
        (shelf, (slot - self.starts[shelf]) as usize)
    }

    fn memory_of_slot(&self, slot: u32) -> Uuid {
        let (shelf, at) = self.locate_slot(slot);
        self.shelves[shelf].memories[at]
    }

    /// Reads where all terms of a question are, in one go.
    fn read_postings(&mut self, terms: Vec<String>, scopes: &[Uuid]) -> Result<(), Error> {
        let key: hmac::Key = self.master.term_hash_key(self.tenant.org);
        let hashes: Vec<i64> = terms.iter().map(|term| term_hash(&key, term)).collect();
        let wanted: BTreeSet<i64> = hashes.iter().copied().collect();
        let mut known: Vec<_> =
            self.shelves.iter().map(|shelf| shelf.terms.get_many(&wanted)).collect();
        let mut behind: Vec<postings::PostingsRequest> = Vec::new();
        for ((shelf, known), scope) in self.shelves.iter().zip(&known).zip(scopes) {
            let of = |hash: &i64| (*hash, known.get(hash).map_or(0, |it| it.columns));
            let of_scope = wanted.iter().map(of).filter(|(_, of)| *of < shelf.column_count());
            behind.extend(of_scope.map(|(hash, of)| (*scope, hash, shelf.last_chunk(of))));
        }
        let mut read = postings::read_postings(self.tenant, &behind)?;
        for ((shelf, known), scope) in self.shelves.iter().zip(&mut known).zip(scopes) {
            let of_scope = behind.iter().filter(|(of, ..)| of == scope);
            let grown = of_scope.map(|(_, hash, _)| {
                let since = shelf.to_postings(read.remove(&(*scope, *hash)).unwrap_or_default());
                let before = known.get(hash).cloned().unwrap_or_default();
                (*hash, before.extended_with(shelf.column_count(), since))
            });
            let grown: FxHashMap<i64, CachedPostings> = grown.collect();
            shelf.terms.insert_many(&grown, shelf.ids.len());
            known.extend(grown);
        }
        let in_one = |hash: i64| {
            move |of: &FxHashMap<i64, CachedPostings>| of.get(&hash).cloned().unwrap_or_default()
        };
        let of = |hash: i64| known.iter().map(in_one(hash)).collect();
        self.postings =
            terms.into_iter().zip(hashes).map(|(term, hash)| (term, of(hash))).collect();
        Ok(())
    }

    /// Reads what memories say, as far as it is not known yet: those that are open to who asks and hold today.
    fn read_bodies(&mut self, memories: impl Iterator<Item = Uuid>) -> Result<(), Error> {
        let mut wanted: Vec<Uuid> = memories.filter(|it| !self.bodies.contains_key(it)).collect();
        wanted.sort_unstable();
        wanted.dedup();
        if wanted.is_empty() {
            return Ok(());
        }
        let sql = "SELECT m.id, k.wrapped, m.body FROM memories m JOIN keys k ON k.org = m.org AND k.subject = m.id
            WHERE m.org = palimp_org() AND m.id = ANY ($1) AND m.status = 'approved'
                AND (m.valid_from IS NULL OR m.valid_from <= $2) AND (m.expires IS NULL OR m.expires > $2)";
        let rows =
            self.tenant.query_rows(sql, &[(&wanted, Type::UUID_ARRAY), (&today(), Type::DATE)])?;
        self.bodies.extend(wanted.into_iter().map(|memory| (memory, None)));
        for row in rows {
            let memory: Uuid = row.try_get(0)?;
            let place = (self.master, self.tenant.org, memory);
            let body = MemoryBody::open_sealed(place, row.try_get(1)?, row.try_get(2)?)?;
            self.bodies.insert(memory, Some(body));
        }
        Ok(())
    }

    fn read_body(&mut self, memory: Uuid) -> Result<Option<&MemoryBody>, Error> {
        self.read_bodies(std::iter::once(memory))?;
        Ok(self.bodies.get(&memory).and_then(Option::as_ref))
    }
}

impl Collection for SearchableScopes<'_, '_, '_> {
    type Error = Error;

    fn slots(&self) -> &[Slot] {
        &self.slots
    }

    fn speakers(&self) -> &[String] {
        &[]
    }

    fn postings(&mut self, term: &str, into: &mut Vec<(u32, u32)>) -> Result<(), Error> {
        let shelves = self.shelves.iter().zip(&self.starts);
        for (of, (shelf, start)) in self.postings.get(term).into_iter().flatten().zip(shelves) {
            let of = of.within_columns(shelf.column_count()).iter();
            into.extend(of.map(|posting| (start + posting.column_index(), posting.count())));
        }
        Ok(())
    }

    fn cosines(
        &mut self,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> Result<bool, Error> {
        into.clear();
        let (scale, query) = quantise(vector);
        for slot in slots {
            let (shelf, at) = self.locate_slot(*slot);
            let shelf = &self.shelves[shelf];
            let numbers = &shelf.numbers[at * query.len()..(at + 1) * query.len()];
            into.push(dot_i8(&query, numbers) as f32 * scale * shelf.factors[at]);
        }
        Ok(true)
    }

    fn prefetch(&mut self, slots: &[u32]) -> Result<(), Error> {
        let memories: Vec<Uuid> = slots.iter().map(|slot| self.memory_of_slot(*slot)).collect();
        self.read_bodies(memories.into_iter())
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, Error> {
        let (shelf, at) = self.locate_slot(slot);
        let (memory, span) = (self.shelves[shelf].memories[at], self.shelves[shelf].spans[at]);
        let text = self.read_body(memory)?.map(MemoryBody::searchable_text).unwrap_or_default();
        // Its place is kept, and its headings stand in the text.
        let at = |chunk: &NoteChunk| chunk.range.start == span.0 as usize;
        let heading = split_into_chunks(&text, &ChunkLimits::default())
            .into_iter()
            .find(at)
            .map(|chunk| chunk.heading);
        Ok(make_passage(&text, span.0 as usize..span.1 as usize, &heading.unwrap_or_default()))
    }
}

/// Empty collection that records the terms it is asked for.
#[derive(Default)]
struct TermCollector(Vec<String>);

impl Collection for TermCollector {
    type Error = Error;

    fn slots(&self) -> &[Slot] {
        &[]
    }

    fn speakers(&self) -> &[String] {
        &[]
    }

    fn postings(&mut self, term: &str, _: &mut Vec<(u32, u32)>) -> Result<(), Error> {
        self.0.push(term.to_owned());
        Ok(())
    }

    fn cosines(&mut self, _: &[f32], _: &[u32], _: &mut Vec<f32>) -> Result<bool, Error> {
        Ok(false)
    }

    fn passage(&mut self, _: u32) -> Result<ChunkPassage, Error> {
        Ok(ChunkPassage::default())
    }
}

/// A memory that answers.
pub(crate) struct RankedMemory {
    pub(crate) memory: Uuid,
    pub(crate) score: f32,
    pub(crate) text: String,
}

/// The approved memories that answer `query`, best first, with the passages that do.
pub(crate) fn rank_memories(
    tenant: &mut Tenant<'_>,
    (shelves, master): (&ScopeCache, &Master),
    asked: &HubSearchRequest,
) -> Result<(AnalyzedQuery, Vec<RankedMemory>), Error> {
    let text: String = asked.query.chars().take(MAX_QUERY_CHARS).collect();
    let query = analyze_query(&text);
    let scopes = tenant.scopes()?;
    let open = scopes.iter().map(|scope| shelves.load_columns(tenant, scope));
    let open = open.collect::<Result<Vec<Arc<ScopeColumns>>, Error>>()?;
    let is_here = |scope: &ReadableScope| Some(&scope.name) == asked.project.as_ref();
    let here = scopes.iter().position(is_here).map_or(0, |at| at as u16 + 1);
    let embedder = Builtin::new();
    let vector = embedder.embed_one(&text);
    let ask = RankRequest {
        text: &text,
        query: &query,
        vector: Some(&vector),
        understood: embedder.scripts().covered_share(&text),
        weights: Weights { ..embedder.weights() },
        thesaurus: Some(&embedder as &dyn Thesaurus),
        allowed: &|_| true,
        here,
        today: day_number(today()),
        floor: asked.min_score.unwrap_or(DEFAULT_MIN_SCORE).clamp(0.0, 1.0),
        limit: asked.max_results.unwrap_or(DEFAULT_AND_MAX_HITS.0).min(DEFAULT_AND_MAX_HITS.1),
    };
    let mut terms = TermCollector::default();
    rank(&mut terms, &ask)?;
    let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.id).collect();
    let mut open = SearchableScopes::new(tenant, master, (open, &scopes));
    open.read_postings(terms.0, &ids)?;
    let mut ranked = rank(&mut open, &ask)?;
    // As in a home: 배포 comes before a translation in a shorter text.
    ranked.sort_by_key(|found| !found.holds_all());
    let answer = |found: Ranked| {
        let Ranked { slot, score, passage, .. } = found;
        RankedMemory { memory: open.memory_of_slot(slot), score, text: passage.text }
    };
    let mut answers: Vec<RankedMemory> = ranked.into_iter().map(answer).collect();
    // What does not hold today, or is not open any more, says nothing.
    answers.retain(|answer| !answer.text.is_empty());
    Ok((query, answers))
}

/// Answers a question.
///
/// # Errors
///
/// When the database fails.
pub fn search(
    tenant: &mut Tenant<'_>,
    (shelves, master): (&ScopeCache, &Master),
    asked: &HubSearchRequest,
) -> Result<HubSearchResponse, Error> {
    tenant.uses.push(UsageKind::Search);
    let (query, answers) = rank_memories(tenant, (shelves, master), asked)?;
    let ids: Vec<Uuid> = answers.iter().map(|answer| answer.memory).collect();
    let about = read_hit_metadata(tenant, &ids)?;
    let hit = |answer: RankedMemory| {
        let about = about.get(&answer.memory)?;
        let snippet = snippet(&answer.text, &query, MAX_SNIPPET_CHARS);
        Some(HubSearchHit { score: answer.score, snippet, ..about.clone() })
    };
    Ok(HubSearchResponse { hits: answers.into_iter().filter_map(hit).collect() })
}

/// Returns the metadata of memories, by id.
fn read_hit_metadata(
    tenant: &mut Tenant<'_>,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, HubSearchHit>, Error> {
    let scopes = tenant.scopes()?;
    let sql = "SELECT m.id, m.scope, m.kind, m.changed_at, array_remove(array_agg(p.name ORDER BY r.at), NULL)
        FROM memories m LEFT JOIN reviews r ON r.org = m.org AND r.memory = m.id AND r.version = m.version AND r.verdict = 'approve'
        LEFT JOIN principals p ON p.org = r.org AND p.id = r.reviewer
        WHERE m.org = palimp_org() AND m.id = ANY ($1) GROUP BY m.org, m.id";
    let rows = if ids.is_empty() {
        Vec::new()
    } else {
        tenant.query_rows(sql, &[(&ids, Type::UUID_ARRAY)])?
    };
    let mut about = HashMap::new();
    for row in rows {
        let (id, scope): (Uuid, Uuid) = (row.try_get(0)?, row.try_get(1)?);
        let scope = scopes
            .iter()
            .find(|it| it.id == scope)
            .map(ReadableScope::display_name)
            .unwrap_or_default();
        let hit = HubSearchHit {
            id: id.to_string(),
            scope,
            kind: row.try_get(2)?,
            approved_at: row.try_get::<_, Timestamp>(3)?.to_string(),
            approved_by: row.try_get(4)?,
            ..HubSearchHit::default()
        };
        about.insert(id, hit);
    }
    Ok(about)
}
