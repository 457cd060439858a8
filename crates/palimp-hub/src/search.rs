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
use palimp_hub_api::{Found, Hit, Search};
use palimp_models::builtin::Builtin;
use palimp_note::chunk::{ChunkLimits, NoteChunk, split_into_chunks};
use palimp_rank::analysis::{AnalyzedQuery, analyze_query};
use palimp_rank::vector::{dot_i8, quantise};
use palimp_rank::{ChunkKind, ChunkPassage, Collection, RankRequest, Ranked, Slot, rank, snippet};
use postgres::types::Type;
use ring::hmac;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::body::Body;
use crate::crypt::Master;
use crate::error::Error;
use crate::index::{day_number, passage, term_hash};
use crate::policy::today;
use crate::postings::{self, Posting, Postings, Terms};
use crate::tenant::{Scope, Tenant, Use};

/// Hits unless more are asked for, and the most that may be.
const HITS: (usize, usize) = (6, 50);
/// The score below which nothing is returned, unless said.
const FLOOR: f32 = 0.35;
/// The longest snippet, in characters.
const SNIPPET: usize = 700;
/// The longest question, in characters.
const QUESTION: usize = 4_000;
/// How many chunks' columns a node keeps: at 300 bytes each some 600 MB.
const KEPT: usize = 2_000_000;

/// What a node keeps of scopes.
#[derive(Default)]
pub struct Shelves(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    shelves: HashMap<(Uuid, Uuid), Arc<Shelf>>,
    /// What was asked for last comes last.
    order: Vec<(Uuid, Uuid)>,
}

/// The columns of a scope's chunks, as of a generation.
#[derive(Clone, Default)]
struct Shelf {
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
    terms: Arc<Terms>,
}

impl Shelves {
    /// The columns of a scope, read as far as they are not known yet.
    fn of(&self, tenant: &mut Tenant<'_>, scope: &Scope) -> Result<Arc<Shelf>, Error> {
        let key = (tenant.org, scope.id);
        let known = self.kept().shelves.get(&key).cloned();
        if let Some(shelf) = known.as_ref().filter(|it| it.generation == scope.generation) {
            self.kept().used(key);
            return Ok(Arc::clone(shelf));
        }
        let is_good = |shelf: &&Arc<Shelf>| {
            shelf.generation >= scope.dropped && shelf.generation < scope.generation
        };
        let mut shelf = known.as_ref().filter(is_good).map(|it| (**it).clone()).unwrap_or_default();
        shelf.read(tenant, scope)?;
        let shelf = Arc::new(shelf);
        self.kept().keep(key, &shelf);
        Ok(shelf)
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    fn used(&mut self, key: (Uuid, Uuid)) {
        self.order.retain(|it| *it != key);
        self.order.push(key);
    }

    fn keep(&mut self, key: (Uuid, Uuid), shelf: &Arc<Shelf>) {
        // Another request may have read a newer one meanwhile.
        let newer = self.shelves.get(&key).is_some_and(|it| it.generation > shelf.generation);
        if !newer {
            self.shelves.insert(key, Arc::clone(shelf));
        }
        self.used(key);
        let chunks = |kept: &Kept| kept.shelves.values().map(|it| it.ids.len()).sum::<usize>();
        while chunks(self) > KEPT && self.order.len() > 1 {
            let oldest = self.order.remove(0);
            self.shelves.remove(&oldest);
        }
    }
}

impl Shelf {
    fn read(&mut self, tenant: &mut Tenant<'_>, scope: &Scope) -> Result<(), Error> {
        let sql = "SELECT id, memory, seq, length, day, factor, vector, lower(span), upper(span), generation
            FROM chunks WHERE org = palimp_org() AND scope = $1 AND generation > $2 ORDER BY id";
        let rows = tenant.rows(sql, &[(&scope.id, Type::UUID), (&self.generation, Type::INT8)])?;
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
    fn places(&self, chunks: Vec<(i64, i32)>) -> Vec<Posting> {
        let place = |(chunk, count): (i64, i32)| Some(Posting::new(*self.at.get(&chunk)?, count));
        chunks.into_iter().filter_map(place).collect()
    }

    fn columns(&self) -> u32 {
        self.ids.len() as u32
    }

    /// The last chunk of the first `columns`.
    fn last(&self, columns: u32) -> i64 {
        columns.checked_sub(1).map_or(0, |at| self.ids[at as usize])
    }
}

/// What is open to who asks, as ranking reads it.
struct Open<'a, 't, 'c> {
    tenant: &'t mut Tenant<'c>,
    master: &'a Master,
    shelves: Vec<Arc<Shelf>>,
    /// The first slot of each shelf.
    starts: Vec<u32>,
    slots: Vec<Slot>,
    /// What each term of the question is found in, by shelf.
    postings: HashMap<String, Vec<Postings>>,
    bodies: HashMap<Uuid, Option<Body>>,
}

impl<'a, 't, 'c> Open<'a, 't, 'c> {
    fn new(
        tenant: &'t mut Tenant<'c>,
        master: &'a Master,
        (shelves, scopes): (Vec<Arc<Shelf>>, &[Scope]),
    ) -> Open<'a, 't, 'c> {
        let mut open = Open {
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

    /// Where a slot lies: on which shelf, and at which place of it.
    fn place(&self, slot: u32) -> (usize, usize) {
        let shelf = self.starts.partition_point(|start| *start <= slot).saturating_sub(1);
        (shelf, (slot - self.starts[shelf]) as usize)
    }

    fn memory(&self, slot: u32) -> Uuid {
        let (shelf, at) = self.place(slot);
        self.shelves[shelf].memories[at]
    }

    /// Reads where all terms of a question are, in one go.
    fn read_postings(&mut self, terms: Vec<String>, scopes: &[Uuid]) -> Result<(), Error> {
        let key: hmac::Key = self.master.terms(self.tenant.org);
        let hashes: Vec<i64> = terms.iter().map(|term| term_hash(&key, term)).collect();
        let wanted: BTreeSet<i64> = hashes.iter().copied().collect();
        let mut known: Vec<_> =
            self.shelves.iter().map(|shelf| shelf.terms.known(&wanted)).collect();
        let mut behind: Vec<postings::Asked> = Vec::new();
        for ((shelf, known), scope) in self.shelves.iter().zip(&known).zip(scopes) {
            let of = |hash: &i64| (*hash, known.get(hash).map_or(0, |it| it.columns));
            let of_scope = wanted.iter().map(of).filter(|(_, of)| *of < shelf.columns());
            behind.extend(of_scope.map(|(hash, of)| (*scope, hash, shelf.last(of))));
        }
        let mut read = postings::read(self.tenant, &behind)?;
        for ((shelf, known), scope) in self.shelves.iter().zip(&mut known).zip(scopes) {
            let of_scope = behind.iter().filter(|(of, ..)| of == scope);
            let grown = of_scope.map(|(_, hash, _)| {
                let since = shelf.places(read.remove(&(*scope, *hash)).unwrap_or_default());
                let before = known.get(hash).cloned().unwrap_or_default();
                (*hash, before.grown(shelf.columns(), since))
            });
            let grown: FxHashMap<i64, Postings> = grown.collect();
            shelf.terms.keep(&grown, shelf.ids.len());
            known.extend(grown);
        }
        let in_one = |hash: i64| {
            move |of: &FxHashMap<i64, Postings>| of.get(&hash).cloned().unwrap_or_default()
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
        let rows = self.tenant.rows(sql, &[(&wanted, Type::UUID_ARRAY), (&today(), Type::DATE)])?;
        self.bodies.extend(wanted.into_iter().map(|memory| (memory, None)));
        for row in rows {
            let memory: Uuid = row.try_get(0)?;
            let place = (self.master, self.tenant.org, memory);
            let body = Body::open(place, row.try_get(1)?, row.try_get(2)?)?;
            self.bodies.insert(memory, Some(body));
        }
        Ok(())
    }

    fn body(&mut self, memory: Uuid) -> Result<Option<&Body>, Error> {
        self.read_bodies(std::iter::once(memory))?;
        Ok(self.bodies.get(&memory).and_then(Option::as_ref))
    }
}

impl Collection for Open<'_, '_, '_> {
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
            let of = of.among(shelf.columns()).iter();
            into.extend(of.map(|posting| (start + posting.place(), posting.count())));
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
            let (shelf, at) = self.place(*slot);
            let shelf = &self.shelves[shelf];
            let numbers = &shelf.numbers[at * query.len()..(at + 1) * query.len()];
            into.push(dot_i8(&query, numbers) as f32 * scale * shelf.factors[at]);
        }
        Ok(true)
    }

    fn prefetch(&mut self, slots: &[u32]) -> Result<(), Error> {
        let memories: Vec<Uuid> = slots.iter().map(|slot| self.memory(*slot)).collect();
        self.read_bodies(memories.into_iter())
    }

    fn passage(&mut self, slot: u32) -> Result<ChunkPassage, Error> {
        let (shelf, at) = self.place(slot);
        let (memory, span) = (self.shelves[shelf].memories[at], self.shelves[shelf].spans[at]);
        let text = self.body(memory)?.map(Body::text).unwrap_or_default();
        // Its place is kept, and its headings stand in the text.
        let at = |chunk: &NoteChunk| chunk.range.start == span.0 as usize;
        let heading = split_into_chunks(&text, &ChunkLimits::default())
            .into_iter()
            .find(at)
            .map(|chunk| chunk.heading);
        Ok(passage(&text, span.0 as usize..span.1 as usize, &heading.unwrap_or_default()))
    }
}

/// Nothing at all, which notes what it is asked for.
#[derive(Default)]
struct Asked(Vec<String>);

impl Collection for Asked {
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
pub(crate) struct Answer {
    pub(crate) memory: Uuid,
    pub(crate) score: f32,
    pub(crate) text: String,
}

/// The approved memories that answer `query`, best first, with the passages that do.
pub(crate) fn answers(
    tenant: &mut Tenant<'_>,
    (shelves, master): (&Shelves, &Master),
    asked: &Search,
) -> Result<(AnalyzedQuery, Vec<Answer>), Error> {
    let text: String = asked.query.chars().take(QUESTION).collect();
    let query = analyze_query(&text);
    let scopes = tenant.scopes()?;
    let open = scopes.iter().map(|scope| shelves.of(tenant, scope));
    let open = open.collect::<Result<Vec<Arc<Shelf>>, Error>>()?;
    let is_here = |scope: &Scope| Some(&scope.name) == asked.project.as_ref();
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
        floor: asked.min_score.unwrap_or(FLOOR).clamp(0.0, 1.0),
        limit: asked.max_results.unwrap_or(HITS.0).min(HITS.1),
    };
    let mut terms = Asked::default();
    rank(&mut terms, &ask)?;
    let ids: Vec<Uuid> = scopes.iter().map(|scope| scope.id).collect();
    let mut open = Open::new(tenant, master, (open, &scopes));
    open.read_postings(terms.0, &ids)?;
    let mut ranked = rank(&mut open, &ask)?;
    // As in a home: 배포 comes before a translation in a shorter text.
    ranked.sort_by_key(|found| !found.holds_all());
    let answer = |found: Ranked| {
        let Ranked { slot, score, passage, .. } = found;
        Answer { memory: open.memory(slot), score, text: passage.text }
    };
    let mut answers: Vec<Answer> = ranked.into_iter().map(answer).collect();
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
    (shelves, master): (&Shelves, &Master),
    asked: &Search,
) -> Result<Found, Error> {
    tenant.uses.push(Use::Search);
    let (query, answers) = answers(tenant, (shelves, master), asked)?;
    let ids: Vec<Uuid> = answers.iter().map(|answer| answer.memory).collect();
    let about = about(tenant, &ids)?;
    let hit = |answer: Answer| {
        let about = about.get(&answer.memory)?;
        let snippet = snippet(&answer.text, &query, SNIPPET);
        Some(Hit { score: answer.score, snippet, ..about.clone() })
    };
    Ok(Found { hits: answers.into_iter().filter_map(hit).collect() })
}

/// What is said of memories beside what they say.
fn about(tenant: &mut Tenant<'_>, ids: &[Uuid]) -> Result<HashMap<Uuid, Hit>, Error> {
    let scopes = tenant.scopes()?;
    let sql = "SELECT m.id, m.scope, m.kind, m.changed_at, array_remove(array_agg(p.name ORDER BY r.at), NULL)
        FROM memories m LEFT JOIN reviews r ON r.org = m.org AND r.memory = m.id AND r.version = m.version AND r.verdict = 'approve'
        LEFT JOIN principals p ON p.org = r.org AND p.id = r.reviewer
        WHERE m.org = palimp_org() AND m.id = ANY ($1) GROUP BY m.org, m.id";
    let rows =
        if ids.is_empty() { Vec::new() } else { tenant.rows(sql, &[(&ids, Type::UUID_ARRAY)])? };
    let mut about = HashMap::new();
    for row in rows {
        let (id, scope): (Uuid, Uuid) = (row.try_get(0)?, row.try_get(1)?);
        let scope = scopes.iter().find(|it| it.id == scope).map(Scope::shown).unwrap_or_default();
        let hit = Hit {
            id: id.to_string(),
            scope,
            kind: row.try_get(2)?,
            approved_at: row.try_get::<_, Timestamp>(3)?.to_string(),
            approved_by: row.try_get(4)?,
            ..Hit::default()
        };
        about.insert(id, hit);
    }
    Ok(about)
}
