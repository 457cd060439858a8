//! The model as `distil.py` lays it out, used where it lies in the binary.
//!
//! All numbers are little-endian and every section begins at a multiple of 64 bytes: the header (a
//! magic and nine numbers), the matrix with a row of bytes a token, the scale of each row, where each
//! token's name ends, the names, the hash tables of words and of pieces, and the neighbours of each
//! word with their cosines. Words come before pieces.

/// The length of a vector.
pub(super) const DIMENSIONS: usize = 256;
/// Maximum number of neighbours of a word.
const MAX_NEIGHBOURS: usize = 6;

/// A token's number: its row in the matrix.
pub(super) type TokenId = u16;

/// Marks the absence of a neighbour.
const NO_NEIGHBOUR: TokenId = TokenId::MAX;

/// Rows that begin where a cache line does are loaded fastest.
#[repr(C, align(64))]
struct Aligned<T>(T);

const MODEL_FILE_BYTES: usize = include_bytes!("../../data/builtin.bin").len();
static MODEL_FILE: Aligned<[u8; MODEL_FILE_BYTES]> =
    Aligned(*include_bytes!("../../data/builtin.bin"));

/// The model. Its layout is read while palimp is compiled: another file than expected is an error
/// then, and nothing is left to do at the start.
pub(super) static BUILTIN_MODEL: BuiltinModel = BuiltinModel::from_bytes(&MODEL_FILE.0);

/// The sections.
pub(super) struct BuiltinModel {
    /// Number of tokens that are whole words.
    words: usize,
    /// The length in bytes of the longest token.
    pub(super) longest: usize,
    matrix: &'static [[u8; DIMENSIONS]],
    scales: &'static [[u8; 4]],
    ends: &'static [[u8; 4]],
    names: &'static [u8],
    word_table: &'static [[u8; 4]],
    piece_table: &'static [[u8; 4]],
    near: &'static [[[u8; 2]; MAX_NEIGHBOURS]],
    cosines: &'static [[u8; MAX_NEIGHBOURS]],
}

impl BuiltinModel {
    const fn from_bytes(file: &'static [u8]) -> BuiltinModel {
        assert!(matches!(file.first_chunk(), Some(b"palimpsv")), "no model");
        assert!(header_number(file, 0) == 1, "another version of the layout");
        assert!(header_number(file, 1) == DIMENSIONS, "another length of vectors");
        assert!(header_number(file, 7) == MAX_NEIGHBOURS, "another number of neighbours");
        let (tokens, words) = (header_number(file, 2), header_number(file, 3));
        let (_, rest) = split_section(file, 1);
        let (matrix, rest) = split_section(rest, tokens * DIMENSIONS);
        let (scales, rest) = split_section(rest, tokens * 4);
        let (ends, rest) = split_section(rest, (tokens + 1) * 4);
        let (names, rest) = split_section(rest, header_number(file, 6));
        let (word_table, rest) = split_section(rest, header_number(file, 4) * 4);
        let (piece_table, rest) = split_section(rest, header_number(file, 5) * 4);
        let (near, rest) = split_section(rest, words * MAX_NEIGHBOURS * 2);
        let (cosines, rest) = split_section(rest, words * MAX_NEIGHBOURS);
        assert!(rest.is_empty(), "more than a model");
        BuiltinModel {
            words,
            longest: header_number(file, 8),
            matrix: matrix.as_chunks().0,
            scales: scales.as_chunks().0,
            ends: ends.as_chunks().0,
            names,
            word_table: word_table.as_chunks().0,
            piece_table: piece_table.as_chunks().0,
            near: near.as_chunks().0.as_chunks().0,
            cosines: cosines.as_chunks().0,
        }
    }

    /// Returns the whole word with this name, given its [hash](NameHash).
    pub(super) fn find_word(&self, name: &[u8], hash: NameHash) -> Option<TokenId> {
        self.find_token(self.word_table, name, hash)
    }

    /// The piece that continues a word, named without `##`.
    pub(super) fn find_piece(&self, name: &[u8], hash: NameHash) -> Option<TokenId> {
        self.find_token(self.piece_table, name, hash)
    }

    /// Open addressing with linear probing. An entry is 0 where there is nothing, else the upper half
    /// of the name's hash and the token's number plus one; no table is more than half full.
    fn find_token(
        &self,
        table: &[[u8; 4]],
        name: &[u8],
        NameHash(hash): NameHash,
    ) -> Option<TokenId> {
        let mut at = hash as usize;
        loop {
            at &= table.len() - 1;
            let entry = u32::from_le_bytes(table[at]);
            if entry == 0 {
                return None;
            }
            let token = (entry as u16).wrapping_sub(1);
            if entry >> 16 == hash >> 16 && self.name_bytes(token) == name {
                return Some(token);
            }
            at += 1;
        }
    }

    /// Returns true if a token is a whole word.
    pub(super) fn is_word(&self, token: TokenId) -> bool {
        usize::from(token) < self.words
    }

    /// A token's name, without the `##` of a piece.
    pub(super) fn name(&self, token: TokenId) -> &str {
        str::from_utf8(self.name_bytes(token)).unwrap_or_default()
    }

    fn name_bytes(&self, token: TokenId) -> &[u8] {
        let at = usize::from(token);
        let [start, end] = [self.ends[at], self.ends[at + 1]].map(u32::from_le_bytes);
        &self.names[start as usize..end as usize]
    }

    /// A token's vector: bytes that are to be read as signed, and what to multiply them by.
    pub(super) fn vector_row(&self, token: TokenId) -> (&[u8; DIMENSIONS], f32) {
        let at = usize::from(token);
        (&self.matrix[at], f32::from_le_bytes(self.scales[at]))
    }

    /// Returns the words near a word, nearest first, with their cosines; none for a piece.
    pub(super) fn neighbours(&self, token: TokenId) -> impl Iterator<Item = (TokenId, f32)> {
        let at = usize::from(token);
        let near = self.near.get(at).into_iter().flatten().map(|of| TokenId::from_le_bytes(*of));
        let cosines = self.cosines.get(at).into_iter().flatten();
        near.zip(cosines)
            .take_while(|(of, _)| *of != NO_NEIGHBOUR)
            .map(|(of, cosine)| (of, f32::from(*cosine) / 255.0))
    }
}

/// The hash of a name, which grows byte by byte: that of a beginning comes before that of the whole
/// (FNV-1a, 32 bits).
#[derive(Clone, Copy)]
pub(super) struct NameHash(u32);

impl NameHash {
    /// Of an empty name.
    pub(super) const EMPTY: NameHash = NameHash(0x811C_9DC5);

    /// Of the name with one more byte.
    pub(super) fn with_byte(self, byte: u8) -> NameHash {
        NameHash((self.0 ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }

    /// Of a whole name.
    pub(super) fn from_name(name: &[u8]) -> NameHash {
        name.iter().fold(NameHash::EMPTY, |hash, byte| hash.with_byte(*byte))
    }
}

/// The `at`th number behind the magic.
const fn header_number(file: &[u8], at: usize) -> usize {
    let at = 8 + 4 * at;
    u32::from_le_bytes([file[at], file[at + 1], file[at + 2], file[at + 3]]) as usize
}

/// The first `length` bytes, and what follows the padding behind them.
const fn split_section(file: &[u8], length: usize) -> (&[u8], &[u8]) {
    let (padded, rest) = file.split_at(length.next_multiple_of(64));
    (padded.split_at(length).0, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_lies_where_its_rows_load_fastest() {
        assert_eq!(BUILTIN_MODEL.matrix.as_ptr().addr() % 64, 0);
    }

    #[test]
    fn every_token_is_found_by_its_name() {
        for token in 0..BUILTIN_MODEL.matrix.len() as TokenId {
            let name = BUILTIN_MODEL.name_bytes(token);
            let hash = NameHash::from_name(name);
            let found = if BUILTIN_MODEL.is_word(token) {
                BUILTIN_MODEL.find_word(name, hash)
            } else {
                BUILTIN_MODEL.find_piece(name, hash)
            };
            assert_eq!(found, Some(token), "{}", BUILTIN_MODEL.name(token));
            assert!(name.len() <= BUILTIN_MODEL.longest);
        }
    }

    #[test]
    fn what_is_no_token_is_not_found() {
        for name in ["", "xqzzy", "databasesque", "##ing", "[UNK]"] {
            assert_eq!(
                BUILTIN_MODEL.find_word(name.as_bytes(), NameHash::from_name(name.as_bytes())),
                None,
                "{name}"
            );
        }
    }

    #[test]
    fn neighbours_are_words_in_the_order_of_their_cosines() {
        for token in 0..BUILTIN_MODEL.near.len() as TokenId {
            let near: Vec<_> = BUILTIN_MODEL.neighbours(token).collect();
            assert!(near.is_sorted_by(|a, b| a.1 >= b.1));
            assert!(near.iter().all(|(of, cosine)| BUILTIN_MODEL.is_word(*of) && *cosine > 0.49));
        }
    }
}
