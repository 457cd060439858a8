//! Cache of the chunks of a scope that hold a term.
//!
//! The same words are asked for again and again, and the commonest are in the most chunks: reading
//! their postings each time was most of a query's cost in the database. Columns of a scope only
//! grow until one of its chunks is removed, and so do cached postings: for a known term only newer
//! postings are read. Terms are known by their keyed hashes alone.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postgres::types::Type;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::error::Error;
use crate::tenant::Tenant;

/// Cached postings per chunk of a scope, at four bytes each: for most scopes, all there are.
const MAX_POSTINGS_PER_CHUNK: usize = 64;
/// Number of postings that are cached for a small scope.
const MIN_CACHED_POSTINGS: usize = 4_096;

/// A chunk's place among the columns of its scope, and how often it holds the term, up to 255 times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Posting(u32);

impl Posting {
    pub(crate) fn new(place: u32, count: i32) -> Posting {
        Posting(place << 8 | count.clamp(1, 255) as u32)
    }

    pub(crate) fn column_index(self) -> u32 {
        self.0 >> 8
    }

    pub(crate) fn count(self) -> u32 {
        self.0 & 255
    }
}

/// Postings of a term, in the order of the columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CachedPostings {
    /// Of how many of the scope's columns this is known, from the first.
    pub(crate) columns: u32,
    places: Arc<Vec<Posting>>,
}

impl CachedPostings {
    /// These, and those of the columns that came since.
    pub(crate) fn extended_with(&self, columns: u32, mut new: Vec<Posting>) -> CachedPostings {
        new.sort_unstable();
        let places = match (self.places.is_empty(), new.is_empty()) {
            (_, true) => Arc::clone(&self.places),
            (true, _) => Arc::new(new),
            _ => Arc::new([&self.places[..], &new].concat()),
        };
        CachedPostings { columns, places }
    }

    /// Those among the first `columns`: another request may know more of them than this one.
    pub(crate) fn within_columns(&self, columns: u32) -> &[Posting] {
        let end = self.places.partition_point(|posting| posting.column_index() < columns);
        &self.places[..end]
    }
}

/// The terms of a scope that were asked for.
#[derive(Default)]
pub(crate) struct PostingsCache(Mutex<PostingsCacheState>);

#[derive(Default)]
struct PostingsCacheState {
    terms: FxHashMap<i64, CachedPostings>,
    postings: usize,
}

impl PostingsCache {
    fn lock_state(&self) -> MutexGuard<'_, PostingsCacheState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that are known, by their hashes.
    pub(crate) fn get_many(&self, hashes: &BTreeSet<i64>) -> FxHashMap<i64, CachedPostings> {
        let kept = self.lock_state();
        let known = |hash: &i64| Some((*hash, kept.terms.get(hash)?.clone()));
        hashes.iter().filter_map(known).collect()
    }

    /// Keeps what was read, of a scope of so many chunks. What there is no room for makes room for itself.
    pub(crate) fn insert_many(&self, read: &FxHashMap<i64, CachedPostings>, chunks: usize) {
        let mut kept = self.lock_state();
        for (hash, postings) in read {
            let before = kept.terms.get(hash);
            if before.is_some_and(|before| before.columns >= postings.columns) {
                continue;
            }
            kept.postings -= before.map_or(0, |before| before.places.len() + 1);
            kept.postings += postings.places.len() + 1;
            kept.terms.insert(*hash, postings.clone());
        }
        if kept.postings > MIN_CACHED_POSTINGS.max(chunks * MAX_POSTINGS_PER_CHUNK) {
            *kept = PostingsCacheState::default();
        }
    }
}

/// A term of a scope, by its hash, in the chunks after this one.
pub(crate) type PostingsRequest = (Uuid, i64, i64);
/// By scope and term, the ids of chunks and how often each holds it.
pub(crate) type PostingsByTerm = FxHashMap<(Uuid, i64), Vec<(i64, i32)>>;

/// Reads the postings of these terms in their scopes.
pub(crate) fn read_postings(
    tenant: &mut Tenant<'_>,
    asked: &[PostingsRequest],
) -> Result<PostingsByTerm, Error> {
    if asked.is_empty() {
        return Ok(FxHashMap::default());
    }
    // Term by term, so that nothing is sorted: with GROUP BY it takes PostgreSQL twice as long.
    let sql = "SELECT asked.scope, asked.term, its.chunks, its.counts
        FROM unnest($1, $2, $3) asked (scope, term, after), LATERAL (
            SELECT array_agg(chunk) AS chunks, array_agg(frequency) AS counts FROM postings
            WHERE org = palimp_org() AND scope = asked.scope AND term = asked.term AND chunk > asked.after
        ) its WHERE its.chunks IS NOT NULL";
    let (mut scopes, mut terms, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (scope, term, chunk) in asked {
        scopes.push(*scope);
        terms.push(*term);
        after.push(*chunk);
    }
    let rows = tenant.query_rows(
        sql,
        &[(&scopes, Type::UUID_ARRAY), (&terms, Type::INT8_ARRAY), (&after, Type::INT8_ARRAY)],
    )?;
    let mut found = FxHashMap::default();
    for row in rows {
        let (chunks, counts): (Vec<i64>, Vec<i32>) = (row.try_get(2)?, row.try_get(3)?);
        let postings: Vec<(i64, i32)> = chunks.into_iter().zip(counts).collect();
        found.insert((row.try_get(0)?, row.try_get(1)?), postings);
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some(hash: i64, count: u32) -> FxHashMap<i64, CachedPostings> {
        let places = (0..count).map(|at| Posting::new(at, 1)).collect();
        FxHashMap::from_iter([(hash, CachedPostings::default().extended_with(count, places))])
    }

    #[test]
    fn what_was_read_is_known_and_grows_within_its_bound() {
        let terms = PostingsCache::default();
        terms.insert_many(&some(1, 3), 100);
        assert_eq!(terms.get_many(&BTreeSet::from([1, 2])), some(1, 3));
        let grown = some(1, 3)[&1].extended_with(9, vec![Posting::new(8, 300), Posting::new(5, 2)]);
        terms.insert_many(&FxHashMap::from_iter([(1, grown.clone())]), 100);
        terms.insert_many(&some(1, 3), 100);
        assert_eq!(terms.get_many(&BTreeSet::from([1]))[&1], grown, "more is known already");
        let of = |posting: &Posting| (posting.column_index(), posting.count());
        let all: Vec<_> = grown.within_columns(9).iter().map(of).collect();
        assert_eq!(all, [(0, 1), (1, 1), (2, 1), (5, 2), (8, 255)]);
        assert_eq!(grown.within_columns(5).len(), 3, "whoever knows fewer columns");
        for hash in 2..100 {
            terms.insert_many(&some(hash, 1_000), 100);
            assert!(
                terms.lock_state().postings
                    <= MIN_CACHED_POSTINGS.max(100 * MAX_POSTINGS_PER_CHUNK)
            );
        }
    }
}
