//! Approved memories as ranking wants them: their pieces, terms under keyed hashes, vectors of small integers.

use jiff::civil::Date;
use palimp_models::builtin::Builtin;
use palimp_note::chunk::{ChunkLimits, split_into_chunks};
use palimp_rank::vector::quantise;
use palimp_rank::{ChunkPassage, entry_terms};
use postgres::types::Type;
use ring::hmac;
use rustc_hash::FxHashMap;
use uuid::Uuid;

use crate::body::MemoryBody;
use crate::crypt::Master;
use crate::error::Error;
use crate::tenant::Tenant;

/// Returns the stored hash of a term: enough of its keyed hash that two terms of an organisation
/// collide once in many billions.
pub(crate) fn term_hash(key: &hmac::Key, term: &str) -> i64 {
    let hash = hmac::sign(key, term.as_bytes());
    let first = hash.as_ref().first_chunk::<8>().copied().unwrap_or_default();
    i64::from_be_bytes(first)
}

/// The days since the Unix epoch.
pub(crate) fn day_number(day: Date) -> i32 {
    day.since(Date::constant(1970, 1, 1)).map_or(0, |span| span.get_days())
}

/// A piece as ranking reads it.
pub(crate) fn make_passage(
    text: &str,
    span: std::ops::Range<usize>,
    heading: &str,
) -> ChunkPassage {
    let text = text.get(span).unwrap_or_default().to_owned();
    ChunkPassage { text, heading: heading.to_owned(), ..ChunkPassage::default() }
}

/// Puts an approved memory among those that are found.
pub(crate) fn index_memory(
    tenant: &mut Tenant<'_>,
    master: &Master,
    (scope, memory): (Uuid, Uuid),
    (body, day): (&MemoryBody, Date),
) -> Result<(), Error> {
    let generation = next_generation(tenant, scope, false)?;
    let key = master.term_hash_key(tenant.org);
    let (text, embedder, day) = (body.searchable_text(), Builtin::new(), day_number(day));
    for (seq, chunk) in (0_i32..).zip(split_into_chunks(&text, &ChunkLimits::default())) {
        let passage = make_passage(&text, chunk.range.clone(), &chunk.heading);
        let mut terms: FxHashMap<i64, i32> = FxHashMap::default();
        let mut length = 0_i32;
        entry_terms(&passage, |term| {
            length = length.saturating_add(1).min(i32::from(u16::MAX));
            *terms.entry(term_hash(&key, term)).or_default() += 1;
        });
        let embedded = match passage.heading.as_str() {
            "" => embedder.embed_one(&passage.text),
            heading => embedder.embed_one(&format!("{heading}\n{}", passage.text)),
        };
        let (factor, numbers) = quantise(&embedded);
        let vector: Vec<u8> = numbers.iter().map(|number| *number as u8).collect();
        let span = [chunk.range.start as i32, chunk.range.end as i32];
        let sql = "INSERT INTO chunks (org, scope, memory, seq, span, length, day, factor, vector, generation)
            VALUES (palimp_org(), $1, $2, $3, int4range($4, $5), $6, $7, $8, $9, $10) RETURNING id";
        let row = tenant.query_row(
            sql,
            &[
                (&scope, Type::UUID),
                (&memory, Type::UUID),
                (&seq, Type::INT4),
                (&span[0], Type::INT4),
                (&span[1], Type::INT4),
                (&length.max(1), Type::INT4),
                (&day, Type::INT4),
                (&factor, Type::FLOAT4),
                (&vector, Type::BYTEA),
                (&generation, Type::INT8),
            ],
        )?;
        let id: i64 = row.ok_or(Error::NotFound("chunk"))?.try_get(0)?;
        let (hashes, counts): (Vec<i64>, Vec<i32>) = terms.into_iter().unzip();
        let sql = "INSERT INTO postings (org, scope, term, chunk, frequency, memory)
            SELECT palimp_org(), $1, term, $2, frequency, $3 FROM unnest($4::int8[], $5::int4[]) AS t (term, frequency)";
        tenant.execute(
            sql,
            &[
                (&scope, Type::UUID),
                (&id, Type::INT8),
                (&memory, Type::UUID),
                (&hashes, Type::INT8_ARRAY),
                (&counts, Type::INT4_ARRAY),
            ],
        )?;
    }
    Ok(())
}

/// Takes a memory out of those that are found.
pub(crate) fn remove_memory(
    tenant: &mut Tenant<'_>,
    scope: Uuid,
    memory: Uuid,
) -> Result<(), Error> {
    let sql = "DELETE FROM chunks WHERE org = palimp_org() AND scope = $1 AND memory = $2";
    if tenant.execute(sql, &[(&scope, Type::UUID), (&memory, Type::UUID)])? > 0 {
        let sql = "DELETE FROM postings WHERE org = palimp_org() AND memory = $1";
        tenant.execute(sql, &[(&memory, Type::UUID)])?;
        next_generation(tenant, scope, true)?;
    }
    Ok(())
}

/// The next generation of a scope's chunks.
fn next_generation(tenant: &mut Tenant<'_>, scope: Uuid, dropped: bool) -> Result<i64, Error> {
    let sql = "UPDATE scopes SET generation = generation + 1,
            dropped = CASE WHEN $2 THEN generation + 1 ELSE dropped END
        WHERE org = palimp_org() AND id = $1 RETURNING generation";
    let row = tenant.query_row(sql, &[(&scope, Type::UUID), (&dropped, Type::BOOL)])?;
    Ok(row.ok_or(Error::NotFound("scope"))?.try_get(0)?)
}
