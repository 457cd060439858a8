//! Vectors: how they lie in the tables, and how the near ones are found without reading all.
//!
//! Of each vector the first quarter of the numbers, its *head*, lies apart from the rest. The product
//! of two vectors is that of their heads and that of their rests, and the latter is no more than the
//! product of the rests' lengths (Cauchy and Schwarz). So a pass over the heads tells for most vectors
//! that they are too far away, above all where a model's first numbers say most, as those of the
//! built-in one do.

use std::ops::Range;

use palimp_rank::vector::{dot_i8, dot_products};
use rusqlite::{Connection, Row, params};

use super::entry::PackedVector;
use super::query_meta;

/// Number of slots in a block of heads; a changed note rewrites its blocks.
pub(super) const SLOTS_PER_HEAD_BLOCK: u32 = 256;
/// Number of slots in a row of rests: two rows fill a page, and one vector is read with few others.
const SLOTS_PER_REST_ROW: u32 = 16;
/// Divisor of the number of rests: once that share was read one by one, all rests are kept in
/// memory.
const KEEP_RESTS_DIVISOR: usize = 16;
/// Divisor of the number of heads: a query for more than that share scans all heads.
const SCAN_HEADS_DIVISOR: usize = 16;
/// Upper bound of a cosine.
const MAX_COSINE: f32 = 1.01;
/// Generation before all others.
const GENERATION_ZERO: i64 = 0;
/// Factor for a bound before it is trusted, because every step to it was rounded.
const ROUNDING_FACTOR: f32 = 1.000_1;

/// Returns how many numbers of a vector are its head, and how many its rest.
fn split_dimensions(dimensions: usize) -> (usize, usize) {
    let head = dimensions.div_ceil(4);
    (head, dimensions - head)
}

/// Returns the number of dimensions of the vectors in an index; 0 if there are no vectors yet.
pub(super) fn read_dimensions(conn: &Connection) -> rusqlite::Result<usize> {
    let dimensions = query_meta::<i64>(conn, "dimensions")?.unwrap_or(0);
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
    /// None until a second query, because a single query needs no copy of all heads.
    heads: Option<Vec<i8>>,
    /// The head of a question's vector, and its products with all heads: of the first question, and of
    /// one that asks for many.
    met: Option<(Vec<i8>, Vec<i32>)>,
    /// None until many were requested, because a single query needs no copy of all rests.
    rests: Option<Vec<i8>>,
    /// Number of rests that were read.
    read: usize,
}

impl Vectors {
    /// Reads the blocks that were written since, up to `generation`, for so many slots.
    pub(super) fn refresh_blocks(
        &mut self,
        conn: &Connection,
        (slots, generation): (usize, i64),
    ) -> rusqlite::Result<()> {
        if self.as_of == generation {
            return Ok(());
        }
        if query_meta::<i64>(conn, "vectors_since")?.unwrap_or(0) > self.as_of {
            *self = Vectors::default();
        }
        self.dimensions = read_dimensions(conn)?;
        let rest = split_dimensions(self.dimensions).1;
        self.factors.resize(slots, f32::NAN);
        self.tails.resize(slots, 0.0);
        // Columns that are named are read, whether or not anybody looks at them.
        let sql = "SELECT block, factors, tails FROM vectors WHERE generation > ?1";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([self.as_of])?;
        let mut changed = Vec::new();
        while let Some(row) = rows.next()? {
            let block = row.get::<_, u32>(0)?;
            let at = (block * SLOTS_PER_HEAD_BLOCK) as usize;
            fill_from(&mut self.factors, at, parse_floats(row.get_ref(1)?.as_blob()?));
            fill_from(&mut self.tails, at, parse_floats(row.get_ref(2)?.as_blob()?));
            changed.push(block);
        }
        match (self.met.take(), &self.heads) {
            (_, Some(_)) => self.keep_heads(conn, self.as_of)?,
            (Some(_), None) => self.keep_heads(conn, GENERATION_ZERO)?,
            (None, None) => {}
        }
        if let Some(rests) = &mut self.rests {
            rests.resize(slots * rest, 0);
            for block in changed {
                let from = ((block * SLOTS_PER_HEAD_BLOCK) as usize * rest).min(rests.len());
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
        let query = PackedVector::from_floats(vector);
        let (head, rest) = query.numbers.split_at(split_dimensions(self.dimensions).0);
        self.prepare_products(conn, head, slots.len())?;
        let mut found: Vec<(usize, i32)> = {
            let product = self.head_products(head);
            slots.iter().map(|slot| (*slot as usize, product(*slot as usize))).collect()
        };
        self.add_rests(conn, rest, &mut found)?;
        into.extend(found.into_iter().map(|found| self.to_cosine(found, query.factor)));
        Ok(true)
    }

    /// Finds the slots from `from` on whose cosine with `vector` is no less than the number in
    /// their place in `least`, each with that cosine.
    pub(super) fn find_near(
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
        let query = PackedVector::from_floats(vector);
        let (head, rest) = query.numbers.split_at(split_dimensions(self.dimensions).0);
        let tail = norm(rest) * query.factor;
        self.prepare_products(
            conn,
            head,
            least.iter().filter(|least| **least <= MAX_COSINE).count(),
        )?;
        let from = from as usize;
        let mut found = self.within_reach(head, tail, (from, least), query.factor);
        self.add_rests(conn, rest, &mut found)?;
        let near = found.into_iter().map(|found| (found.0, self.to_cosine(found, query.factor)));
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
        let product = self.head_products(head);
        let slots = least.iter().zip(&self.factors[from..]).zip(&self.tails[from..]);
        let mut found = Vec::new();
        for (slot, ((&least, &own), &rest)) in (from..).zip(slots) {
            if least > MAX_COSINE {
                continue;
            }
            let product = product(slot);
            let bound = product as f32 * (own * factor) + rest * tail;
            if bound * ROUNDING_FACTOR >= least || own.is_nan() {
                found.push((slot, product));
            }
        }
        found
    }

    /// Converts the product of whole vectors to a cosine.
    fn to_cosine(&self, (slot, product): (usize, i32), factor: f32) -> f32 {
        let own = self.factors[slot];
        if own.is_nan() { 0.0 } else { product as f32 * own * factor }
    }

    /// Returns the products of a query's head with those of slots, once
    /// [prepared](Vectors::prepare_products).
    fn head_products(&self, head: &[i8]) -> impl Fn(usize) -> i32 {
        let met = self.met.as_ref().filter(|(met, _)| met == head).map(|(_, products)| products);
        let heads = self.heads.as_deref().unwrap_or_default();
        move |slot| match met {
            Some(products) => products[slot],
            None => dot_i8(head, &heads[slot * head.len()..][..head.len()]),
        }
    }

    /// Prepares the products of a query's head: for the first query the products themselves, from
    /// the pages that the heads lie on, and for others a copy of all heads. A query for many slots
    /// computes all products in one go, which takes as long as some of them one by one.
    fn prepare_products(
        &mut self,
        conn: &Connection,
        head: &[i8],
        count: usize,
    ) -> rusqlite::Result<()> {
        if count == 0 || self.met.as_ref().is_some_and(|(met, _)| met == head) {
            return Ok(());
        }
        if self.heads.is_none() && self.met.take().is_some() {
            self.keep_heads(conn, GENERATION_ZERO)?;
        }
        match &self.heads {
            None => {
                let mut products = vec![0; self.factors.len()];
                let mut some = Vec::new();
                each_head(conn, GENERATION_ZERO, |block, heads| {
                    dot_products(head, heads, head.len(), &mut some);
                    fill_from(
                        &mut products,
                        (block * SLOTS_PER_HEAD_BLOCK) as usize,
                        some.iter().copied(),
                    );
                })?;
                self.met = Some((head.to_vec(), products));
            }
            Some(heads) if count > self.factors.len() / SCAN_HEADS_DIVISOR => {
                let (met, products) = self.met.get_or_insert_default();
                dot_products(head, heads, head.len(), products);
                head.clone_into(met);
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Copies the heads that were written since a generation.
    fn keep_heads(&mut self, conn: &Connection, since: i64) -> rusqlite::Result<()> {
        let head = split_dimensions(self.dimensions).0;
        let heads = self.heads.get_or_insert_default();
        heads.resize(self.factors.len() * head, 0);
        each_head(conn, since, |block, numbers| {
            fill_from(
                heads,
                (block * SLOTS_PER_HEAD_BLOCK) as usize * head,
                numbers.iter().copied(),
            );
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
        if self.read > self.factors.len() / KEEP_RESTS_DIVISOR {
            self.keep_rests(conn)?;
        }
        if let Some(rests) = &self.rests {
            for (slot, product) in products {
                *product += dot_i8(rest, &rests[*slot * rest.len()..][..rest.len()]);
            }
            return Ok(());
        }
        let row_of = |slot: usize| slot as u32 / SLOTS_PER_REST_ROW;
        let mut statement = conn.prepare_cached("SELECT numbers FROM rests WHERE block = ?1")?;
        for same in products.chunk_by_mut(|a, b| row_of(a.0) == row_of(b.0)) {
            let read =
                |row: &Row| Ok(parse_numbers(row.get_ref(0)?.as_blob()?).collect::<Vec<i8>>());
            let read = statement.query_row([row_of(same[0].0)], read)?;
            for (slot, product) in same {
                let at = *slot % SLOTS_PER_REST_ROW as usize * rest.len();
                *product += dot_i8(rest, read.get(at..at + rest.len()).unwrap_or_default());
            }
        }
        Ok(())
    }

    fn keep_rests(&mut self, conn: &Connection) -> rusqlite::Result<()> {
        if self.rests.is_none() {
            let rest = split_dimensions(self.dimensions).1;
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
        heads.extend(parse_numbers(row.get_ref(1)?.as_blob()?));
        look(row.get(0)?, &heads);
    }
    Ok(())
}

/// The rows of rests that belong to a block.
fn rows_of(block: u32) -> Range<u32> {
    block * (SLOTS_PER_HEAD_BLOCK / SLOTS_PER_REST_ROW)
        ..(block + 1) * (SLOTS_PER_HEAD_BLOCK / SLOTS_PER_REST_ROW)
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
        let at = ((row.get::<_, u32>(0)? - rows.start) * SLOTS_PER_REST_ROW) as usize;
        fill_from(into, at * rest, parse_numbers(row.get_ref(1)?.as_blob()?));
    }
    Ok(())
}

/// A block that is being changed.
#[derive(Debug)]
pub(super) struct VectorBlock {
    factors: Vec<f32>,
    heads: Vec<i8>,
    rests: Vec<i8>,
    sizes: (usize, usize),
}

impl VectorBlock {
    /// The block as it is in the tables.
    pub(super) fn read(
        conn: &Connection,
        block: u32,
        dimensions: usize,
    ) -> rusqlite::Result<VectorBlock> {
        let (slots, (head, rest)) = (SLOTS_PER_HEAD_BLOCK as usize, split_dimensions(dimensions));
        let mut found = VectorBlock {
            factors: vec![f32::NAN; slots],
            heads: vec![0; slots * head],
            rests: vec![0; slots * rest],
            sizes: (head, rest),
        };
        let sql = "SELECT factors, heads FROM vectors WHERE block = ?1";
        let mut statement = conn.prepare_cached(sql)?;
        let mut rows = statement.query([block])?;
        if let Some(row) = rows.next()? {
            fill_from(&mut found.factors, 0, parse_floats(row.get_ref(0)?.as_blob()?));
            fill_from(&mut found.heads, 0, parse_numbers(row.get_ref(1)?.as_blob()?));
        }
        read_rests(conn, rows_of(block), rest, &mut found.rests)?;
        Ok(found)
    }

    /// Sets the vector of a slot, or that it has none.
    pub(super) fn set_vector(&mut self, slot: u32, vector: Option<&PackedVector>) {
        let (at, (head, rest)) = ((slot % SLOTS_PER_HEAD_BLOCK) as usize, self.sizes);
        let none = PackedVector { factor: f32::NAN, numbers: vec![0; head + rest] };
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
            let length = norm(&self.rests[at * rest..][..rest]) * factor;
            if length.is_nan() { 0.0 } else { length }
        });
        let (factors, tails) = (float_bytes(self.factors.iter().copied()), float_bytes(tails));
        let sql = "INSERT INTO vectors (block, generation, factors, tails, heads)
            VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET generation = excluded.generation,
                factors = excluded.factors, tails = excluded.tails, heads = excluded.heads";
        let heads: Vec<u8> = self.heads.iter().map(|number| number.cast_unsigned()).collect();
        conn.prepare_cached(sql)?.execute(params![block, generation, factors, tails, heads])?;
        let sql = "INSERT OR REPLACE INTO rests (block, numbers) VALUES (?1, ?2)";
        let mut statement = conn.prepare_cached(sql)?;
        for (row, numbers) in
            rows_of(block).zip(self.rests.chunks((SLOTS_PER_REST_ROW as usize * rest).max(1)))
        {
            let numbers: Vec<u8> = numbers.iter().map(|number| number.cast_unsigned()).collect();
            statement.execute(params![row, numbers])?;
        }
        Ok(())
    }
}

/// Returns the length of a vector of whole numbers.
fn norm(numbers: &[i8]) -> f32 {
    (dot_i8(numbers, numbers) as f32).sqrt()
}

/// Writes values from `at` on, as many as there is room for.
fn fill_from<T>(into: &mut [T], at: usize, values: impl Iterator<Item = T>) {
    let into = into.get_mut(at..).unwrap_or_default();
    into.iter_mut().zip(values).for_each(|(to, value)| *to = value);
}

/// The bytes of numbers.
fn float_bytes(floats: impl Iterator<Item = f32>) -> Vec<u8> {
    floats.flat_map(f32::to_le_bytes).collect()
}

/// Parses the numbers in a blob.
fn parse_floats(blob: &[u8]) -> impl Iterator<Item = f32> {
    blob.as_chunks().0.iter().map(|four| f32::from_le_bytes(*four))
}

/// Parses the whole numbers in a blob.
pub(super) fn parse_numbers(blob: &[u8]) -> impl Iterator<Item = i8> {
    blob.iter().map(|byte| byte.cast_signed())
}
