//! Which chunks of a scope hold a term, kept for the next who asks.
//!
//! People ask for the same words again and again, and the commonest are in the most chunks: reading those anew each time
//! was most of what a question cost the database. What is kept belongs to the columns of a generation of its scope
//! and goes with them, so it is never older than they are. Terms are known by their keyed hashes alone.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postgres::types::Type;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::error::Error;
use crate::tenant::Tenant;

/// How many postings are kept for each chunk of a scope, at eight bytes each; about a quarter of what there are.
const A_CHUNK: usize = 16;
/// How many are kept of a small scope.
const LEAST: usize = 4_096;

/// The places of a term's chunks among the columns of their scope, in order, and how often each holds it.
pub(crate) type Postings = Arc<Vec<(u32, u32)>>;

/// The terms of a scope that were asked for.
#[derive(Default)]
pub(crate) struct Terms(Mutex<Kept>);

#[derive(Default)]
struct Kept {
    terms: FxHashMap<i64, Postings>,
    postings: usize,
}

/// Those of another generation are others.
impl Clone for Terms {
    fn clone(&self) -> Terms {
        Terms::default()
    }
}

impl Terms {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Those that are known, by their hashes.
    pub(crate) fn known(&self, hashes: &BTreeSet<i64>) -> FxHashMap<i64, Postings> {
        let kept = self.kept();
        let known = |hash: &i64| Some((*hash, Arc::clone(kept.terms.get(hash)?)));
        hashes.iter().filter_map(known).collect()
    }

    /// Keeps what was read, of a scope of so many chunks. What there is no room for makes room for itself.
    pub(crate) fn keep(&self, read: &FxHashMap<i64, Postings>, chunks: usize) {
        let mut kept = self.kept();
        for (hash, postings) in read {
            if kept.terms.insert(*hash, Arc::clone(postings)).is_none() {
                kept.postings += postings.len() + 1;
            }
        }
        if kept.postings > LEAST.max(chunks * A_CHUNK) {
            *kept = Kept::default();
        }
    }
}

/// By scope and term, the ids of chunks and how often each holds it.
pub(crate) type Read = FxHashMap<(Uuid, i64), Vec<(i64, i32)>>;

/// Reads in which chunks of their scopes these terms are, by their hashes.
pub(crate) fn read(tenant: &mut Tenant<'_>, asked: &[(Uuid, i64)]) -> Result<Read, Error> {
    if asked.is_empty() {
        return Ok(FxHashMap::default());
    }
    // Term by term, so that nothing is sorted: with GROUP BY it takes PostgreSQL twice as long.
    let sql = "SELECT asked.scope, asked.term, its.chunks, its.counts
        FROM unnest($1, $2) asked (scope, term), LATERAL (
            SELECT array_agg(chunk) AS chunks, array_agg(frequency) AS counts FROM postings
            WHERE org = palimp_org() AND scope = asked.scope AND term = asked.term
        ) its WHERE its.chunks IS NOT NULL";
    let (scopes, terms): (Vec<Uuid>, Vec<i64>) = asked.iter().copied().unzip();
    let rows = tenant.rows(sql, &[(&scopes, Type::UUID_ARRAY), (&terms, Type::INT8_ARRAY)])?;
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

    fn some(hash: i64, count: u32) -> FxHashMap<i64, Postings> {
        FxHashMap::from_iter([(hash, Arc::new((0..count).map(|at| (at, 1)).collect()))])
    }

    #[test]
    fn what_was_read_is_known_in_its_generation_and_within_its_bound() {
        let terms = Terms::default();
        terms.keep(&some(1, 3), 100);
        assert_eq!(terms.known(&BTreeSet::from([1, 2])), some(1, 3));
        assert!(terms.clone().known(&BTreeSet::from([1])).is_empty(), "another generation");
        for hash in 2..100 {
            terms.keep(&some(hash, 1_000), 100);
            assert!(terms.kept().postings <= LEAST);
        }
    }
}
