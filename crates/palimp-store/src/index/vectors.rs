//! Vectors: how they lie in the tables, and how the near ones are found without reading all.
//!
//! Of each vector the first quarter of the numbers, its *head*, lies apart from the rest. The product
//! of two vectors is that of their heads and that of their rests, and the latter is no more than the
//! product of the rests' lengths (Cauchy and Schwarz). So a pass over the heads tells for most vectors
//! that they are too far away, above all where a model's first numbers say most, as those of the
//! built-in one do.

use std::ops::Range;

use palimp_rank::vector::{dot_i8, scan};
use rusqlite::{Connection, Row, params};

use super::entry::Packed;
use super::meta;

/// Slots in a block of heads; a note that changes writes its blocks anew.
pub(super) const BLOCK: u32 = 256;
/// Slots in a row of rests: of two rows a page is full, and one vector is read with few others.
const ROW: u32 = 16;
/// Once this share of all rests has been read one by one, all of them are kept.
const MANY: usize = 16;
/// Whoever asks for this share of all heads is told of all.
const WHOLE: usize = 16;
/// No cosine is more.
const MOST: f32 = 1.01;
/// The generation before all others.
const NEVER: i64 = 0;
/// What a bound is multiplied by before it is trusted, since every step to it was rounded.
const ROUNDED: f32 = 1.000_1;

/// How many numbers of a vector are its head, and how many its rest.
fn parts(dimensions: usize) -> (usize, usize) {
    let head = dimensions.div_ceil(4);
    (head, dimensions - head)
}

/// The length of a vector of so many dimensions in an index; 0 when there are no vectors yet.
pub(super) fn dimensions(conn: &Connection) -> rusqlite::Result<usize> {
    let dimensions = meta::<i64>(conn, "dimensions")?.unwrap_or(0);
    Ok(usize::try_from(dimensions).unwrap_or(0))
}

/// The vectors of all slots, as of a generation.
#[derive(Debug, Default)]
pub(super) struct Vectors {
    pub(super) as_of: i64,
    dimensions: usize,
    /// NaN where a chunk was not embedded yet.
    pub(super) factors: Vec<f32>,
    /// The lengths of the rests.
    tails: Vec<f32>,
    /// None until a second question comes: whoever asks once needs no copy of them all.
    heads: Option<Vec<i8>>,
    /// The head of a question's vector, and its products with all heads: of the first question, and of
    /// one that asks for many.
    met: Option<(Vec<i8>, Vec<i32>)>,
    /// None until many were asked for: whoever asks once needs no copy of them all.
    rests: Option<Vec<i8>>,
    /// How many rests were read.
    read: usize,
}

impl Vectors {
    /// Takes in what was written since, up to `generation`, for so many slots.
    pub(super) fn refresh(
        &mut self,
        conn: &Connection,
        (slots, generation): (usize, i64),
    ) -> rusqlite::Result<()> {
        if self.as_of == generation {
            return Ok(());
        }
        if meta::<i64>(conn, "vectors_since")?.unwrap_or(0) > self.as_of {
            *self = Vectors::default();
        }
        self.dimensions = dimensions(conn)?;
        let rest = parts(self.dimensions).1;
        self.factors.resize(slots, f32::NAN);
        self.tails.resize(slots, 0.0);
        // Columns that are named are read, whether or not anybody looks at them.
        let sql = "SELECT block, factors, tails FROM vectors WHERE generation > ?1";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([self.as_of])?;
        let mut changed = Vec::new();
        while let Some(row) = rows.next()? {
            let block = row.get::<_, u32>(0)?;
            let at = (block * BLOCK) as usize;
            fill(&mut self.factors, at, floats(row.get_ref(1)?.as_blob()?));
            fill(&mut self.tails, at, floats(row.get_ref(2)?.as_blob()?));
            changed.push(block);
        }
        match (self.met.take(), &self.heads) {
            (_, Some(_)) => self.keep_heads(conn, self.as_of)?,
            (Some(_), None) => self.keep_heads(conn, NEVER)?,
            (None, None) => {}
        }
        if let Some(rests) = &mut self.rests {
            rests.resize(slots * rest, 0);
            for block in changed {
                let from = ((block * BLOCK) as usize * rest).min(rests.len());
                read_rests(conn, rows_of(block), rest, &mut rests[from..])?;
            }
        }
        self.as_of = generation;
        Ok(())
    }

    /// The cosines of `slots`, which are in their order, with `vector`. `false` when there is nothing to
    /// compare it with.
    pub(super) fn cosines(
        &mut self,
        conn: &Connection,
        vector: &[f32],
        slots: &[u32],
        into: &mut Vec<f32>,
    ) -> rusqlite::Result<bool> {
        into.clear();
        if self.dimensions == 0 || vector.len() != self.dimensions {
            return Ok(false);
        }
        let query = Packed::of(vector);
        let (head, rest) = query.numbers.split_at(parts(self.dimensions).0);
        self.meet(conn, head, slots.len())?;
        let mut found: Vec<(usize, i32)> = {
            let product = self.products(head);
            slots.iter().map(|slot| (*slot as usize, product(*slot as usize))).collect()
        };
        self.add_rests(conn, rest, &mut found)?;
        into.extend(found.into_iter().map(|found| self.cosine(found, query.factor)));
        Ok(true)
    }

    /// Those of the slots from `from` on whose cosine with `vector` is no less than the number in their
    /// place, each with that cosine.
    pub(super) fn near(
        &mut self,
        conn: &Connection,
        vector: &[f32],
        (from, least): (u32, &[f32]),
        into: &mut Vec<(u32, f32)>,
    ) -> rusqlite::Result<()> {
        into.clear();
        let comparable = self.dimensions > 0 && vector.len() == self.dimensions;
        if !comparable || least.is_empty() {
            return Ok(());
        }
        let query = Packed::of(vector);
        let (head, rest) = query.numbers.split_at(parts(self.dimensions).0);
        let tail = length(rest) * query.factor;
        self.meet(conn, head, least.iter().filter(|least| **least <= MOST).count())?;
        let from = from as usize;
        let mut found = self.within_reach(head, tail, (from, least), query.factor);
        self.add_rests(conn, rest, &mut found)?;
        let near = found.into_iter().map(|found| (found.0, self.cosine(found, query.factor)));
        let near = near.filter(|(slot, cosine)| *cosine >= least[slot - from]);
        into.extend(near.map(|(slot, cosine)| (slot as u32, cosine)));
        Ok(())
    }

    /// Those whose cosine may be so much by their heads and the lengths of their rests: slots, and the
    /// products of their heads.
    fn within_reach(
        &self,
        head: &[i8],
        tail: f32,
        (from, least): (usize, &[f32]),
        factor: f32,
    ) -> Vec<(usize, i32)> {
        let product = self.products(head);
        let slots = least.iter().zip(&self.factors[from..]).zip(&self.tails[from..]);
        let mut found = Vec::new();
        for (slot, ((&least, &own), &rest)) in (from..).zip(slots) {
            if least > MOST {
                continue;
            }
            let product = product(slot);
            let bound = product as f32 * (own * factor) + rest * tail;
            if bound * ROUNDED >= least || own.is_nan() {
                found.push((slot, product));
            }
        }
        found
    }

    /// The cosine that is in the product of whole vectors.
    fn cosine(&self, (slot, product): (usize, i32), factor: f32) -> f32 {
        let own = self.factors[slot];
        if own.is_nan() { 0.0 } else { product as f32 * own * factor }
    }

    /// The product of a question's head with that of a slot, once both [met](Vectors::meet).
    fn products(&self, head: &[i8]) -> impl Fn(usize) -> i32 {
        let met = self.met.as_ref().filter(|(met, _)| met == head).map(|(_, products)| products);
        let heads = self.heads.as_deref().unwrap_or_default();
        move |slot| match met {
            Some(products) => products[slot],
            None => dot_i8(head, &heads[slot * head.len()..][..head.len()]),
        }
    }

    /// Makes what the products of a question's head are found by: for the first question the products
    /// themselves, from the pages that the heads lie on, and for others a copy of all heads. Whoever asks
    /// for many has all products made in one go, which takes as long as some of them one by one.
    fn meet(&mut self, conn: &Connection, head: &[i8], count: usize) -> rusqlite::Result<()> {
        if count == 0 || self.met.as_ref().is_some_and(|(met, _)| met == head) {
            return Ok(());
        }
        if self.heads.is_none() && self.met.take().is_some() {
            self.keep_heads(conn, NEVER)?;
        }
        match &self.heads {
            None => {
                let mut products = vec![0; self.factors.len()];
                let mut some = Vec::new();
                each_head(conn, NEVER, |block, heads| {
                    scan(head, heads, head.len(), &mut some);
                    fill(&mut products, (block * BLOCK) as usize, some.iter().copied());
                })?;
                self.met = Some((head.to_vec(), products));
            }
            Some(heads) if count > self.factors.len() / WHOLE => {
                let (met, products) = self.met.get_or_insert_default();
                scan(head, heads, head.len(), products);
                head.clone_into(met);
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Copies the heads that were written since a generation.
    fn keep_heads(&mut self, conn: &Connection, since: i64) -> rusqlite::Result<()> {
        let head = parts(self.dimensions).0;
        let heads = self.heads.get_or_insert_default();
        heads.resize(self.factors.len() * head, 0);
        each_head(conn, since, |block, numbers| {
            fill(heads, (block * BLOCK) as usize * head, numbers.iter().copied());
        })
    }

    /// Adds to the products of heads, each with its slot, those of the rests.
    fn add_rests(
        &mut self,
        conn: &Connection,
        rest: &[i8],
        products: &mut [(usize, i32)],
    ) -> rusqlite::Result<()> {
        self.read += products.len();
        if self.read > self.factors.len() / MANY {
            self.keep_rests(conn)?;
        }
        if let Some(rests) = &self.rests {
            for (slot, product) in products {
                *product += dot_i8(rest, &rests[*slot * rest.len()..][..rest.len()]);
            }
            return Ok(());
        }
        let row_of = |slot: usize| slot as u32 / ROW;
        let mut statement = conn.prepare_cached("SELECT numbers FROM rests WHERE block = ?1")?;
        for same in products.chunk_by_mut(|a, b| row_of(a.0) == row_of(b.0)) {
            let read = |row: &Row| Ok(numbers(row.get_ref(0)?.as_blob()?).collect::<Vec<i8>>());
            let read = statement.query_row([row_of(same[0].0)], read)?;
            for (slot, product) in same {
                let at = *slot % ROW as usize * rest.len();
                *product += dot_i8(rest, read.get(at..at + rest.len()).unwrap_or_default());
            }
        }
        Ok(())
    }

    fn keep_rests(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        if self.rests.is_none() {
            let rest = parts(self.dimensions).1;
            let mut rests = vec![0; self.factors.len() * rest];
            read_rests(conn, 0..u32::MAX, rest, &mut rests)?;
            self.rests = Some(rests);
        }
        Ok(())
    }
}

/// Shows `look` each block that was written since a generation, with its heads.
fn each_head(
    conn: &Connection,
    since: i64,
    mut look: impl FnMut(u32, &[i8]),
) -> rusqlite::Result<()> {
    let sql = "SELECT block, heads FROM vectors WHERE generation > ?1";
    let mut statement = conn.prepare_cached(sql)?;
    let mut rows = statement.query([since])?;
    let mut heads = Vec::new();
    while let Some(row) = rows.next()? {
        heads.clear();
        heads.extend(numbers(row.get_ref(1)?.as_blob()?));
        look(row.get(0)?, &heads);
    }
    Ok(())
}

/// The rows of rests that belong to a block.
fn rows_of(block: u32) -> Range<u32> {
    block * (BLOCK / ROW)..(block + 1) * (BLOCK / ROW)
}

/// Reads rows of rests, of so many numbers for each slot, into a place that begins with the first of
/// them.
fn read_rests(
    conn: &Connection,
    rows: Range<u32>,
    rest: usize,
    into: &mut [i8],
) -> rusqlite::Result<()> {
    let sql = "SELECT block, numbers FROM rests WHERE block >= ?1 AND block < ?2";
    let mut statement = conn.prepare_cached(sql)?;
    let mut found = statement.query([rows.start, rows.end])?;
    while let Some(row) = found.next()? {
        let at = ((row.get::<_, u32>(0)? - rows.start) * ROW) as usize;
        fill(into, at * rest, numbers(row.get_ref(1)?.as_blob()?));
    }
    Ok(())
}

/// A block that is being changed.
#[derive(Debug)]
pub(super) struct Block {
    factors: Vec<f32>,
    heads: Vec<i8>,
    rests: Vec<i8>,
    sizes: (usize, usize),
}

impl Block {
    /// The block as it is in the tables.
    pub(super) fn read(
        conn: &Connection,
        block: u32,
        dimensions: usize,
    ) -> rusqlite::Result<Block> {
        let (slots, (head, rest)) = (BLOCK as usize, parts(dimensions));
        let mut found = Block {
            factors: vec![f32::NAN; slots],
            heads: vec![0; slots * head],
            rests: vec![0; slots * rest],
            sizes: (head, rest),
        };
        let sql = "SELECT factors, heads FROM vectors WHERE block = ?1";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([block])?;
        if let Some(row) = rows.next()? {
            fill(&mut found.factors, 0, floats(row.get_ref(0)?.as_blob()?));
            fill(&mut found.heads, 0, numbers(row.get_ref(1)?.as_blob()?));
        }
        read_rests(conn, rows_of(block), rest, &mut found.rests)?;
        Ok(found)
    }

    /// Sets the vector of a slot, or that it has none.
    pub(super) fn set(&mut self, slot: u32, vector: Option<&Packed>) {
        let (at, (head, rest)) = ((slot % BLOCK) as usize, self.sizes);
        let none = Packed { factor: f32::NAN, numbers: vec![0; head + rest] };
        let vector = vector.unwrap_or(&none);
        let (first, others) = vector.numbers.split_at(head);
        self.factors[at] = vector.factor;
        self.heads[at * head..][..head].copy_from_slice(first);
        self.rests[at * rest..][..rest].copy_from_slice(others);
    }

    /// Writes the block to the tables.
    pub(super) fn write(
        &self,
        conn: &Connection,
        block: u32,
        generation: i64,
    ) -> rusqlite::Result<()> {
        let rest = self.sizes.1;
        let tails = self.factors.iter().enumerate().map(|(at, factor)| {
            let length = length(&self.rests[at * rest..][..rest]) * factor;
            if length.is_nan() { 0.0 } else { length }
        });
        let (factors, tails) = (bytes(self.factors.iter().copied()), bytes(tails));
        let sql = "INSERT INTO vectors (block, generation, factors, tails, heads)
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET generation = excluded.generation,
                factors = excluded.factors, tails = excluded.tails, heads = excluded.heads";
        let heads: Vec<u8> = self.heads.iter().map(|number| number.cast_unsigned()).collect();
        conn.prepare_cached(sql)?.execute(params![block, generation, factors, tails, heads])?;
        let sql = "INSERT OR REPLACE INTO rests (block, numbers) VALUES (?1, ?2)";
        let mut statement = conn.prepare_cached(sql)?;
        for (row, numbers) in rows_of(block).zip(self.rests.chunks((ROW as usize * rest).max(1))) {
            let numbers: Vec<u8> = numbers.iter().map(|number| number.cast_unsigned()).collect();
            statement.execute(params![row, numbers])?;
        }
        Ok(())
    }
}

/// The length of a vector of whole numbers.
fn length(numbers: &[i8]) -> f32 {
    (dot_i8(numbers, numbers) as f32).sqrt()
}

/// Puts values at their place, as many as there is room for.
fn fill<T>(into: &mut [T], at: usize, values: impl Iterator<Item = T>) {
    let into = into.get_mut(at..).unwrap_or_default();
    into.iter_mut().zip(values).for_each(|(to, value)| *to = value);
}

/// The bytes of numbers.
fn bytes(floats: impl Iterator<Item = f32>) -> Vec<u8> {
    floats.flat_map(f32::to_le_bytes).collect()
}

/// The numbers in a blob.
fn floats(blob: &[u8]) -> impl Iterator<Item = f32> {
    blob.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four))
}

/// The whole numbers in a blob.
pub(super) fn numbers(blob: &[u8]) -> impl Iterator<Item = i8> {
    blob.iter().map(|byte| byte.cast_signed())
}
