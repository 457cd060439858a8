//! Fallback search when no term matches: by parts of words, then by the text itself.

use palimp_rank::Slot;
use rusqlite::params;

use super::IndexReader;
use crate::StoreError;

/// Maximum number of words that a part may stand for.
const MAX_TERMS_PER_PART: usize = 64;
/// Maximum number of chunks that a scan of everything may find.
const MAX_SCAN_HITS: usize = 200;

/// True if a term is indexed by its parts: it has at least four characters, so that three of them
/// are a part and not all, and it is not a pair of Korean syllables.
pub(super) fn has_parts(term: &str) -> bool {
    term.chars().nth(3).is_some()
}

impl IndexReader<'_> {
    /// The terms that `part` stands in, the shortest first; `part` has three characters at least.
    pub fn terms_with(&self, part: &str) -> Result<Vec<String>, StoreError> {
        if part.chars().nth(2).is_none() {
            return Ok(Vec::new());
        }
        // The parts are kept without their places, so that the whole is looked for in the terms.
        let parts: Vec<char> = part.chars().collect();
        let quoted = parts.windows(3).map(|part| {
            let part: String = part.iter().collect();
            format!("\"{}\"", part.replace('"', "\"\""))
        });
        let quoted = quoted.collect::<Vec<_>>().join(" AND ");
        let sql = "SELECT term FROM terms
            WHERE id IN (SELECT rowid FROM parts WHERE parts MATCH ?1)
                AND instr(term, ?2) ORDER BY length(term), term LIMIT ?3";
        self.map_error((|| {
            let mut statement = self.tx.prepare_cached(sql)?;
            let rows =
                statement.query_map(params![quoted, part, MAX_TERMS_PER_PART], |row| row.get(0))?;
            rows.collect()
        })())
    }

    /// Scans all chunks and returns those that contain `text`, in any case, newest first.
    pub fn chunks_containing(
        &self,
        text: &str,
        allowed: &dyn Fn(&Slot) -> bool,
    ) -> Result<Vec<u32>, StoreError> {
        use palimp_rank::Collection;
        let allowed = |slot: &u32| self.slots().get(*slot as usize).is_some_and(allowed);
        Ok(self.chunks_mentioning(text)?.into_iter().filter(allowed).take(MAX_SCAN_HITS).collect())
    }

    /// Returns every chunk that contains `text`, or is part of a note whose path does.
    pub fn chunks_mentioning(&self, text: &str) -> Result<Vec<u32>, StoreError> {
        let escaped = text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        let sql = "SELECT slot FROM chunks JOIN documents ON documents.id = document
            WHERE text LIKE ?1 ESCAPE '\\' OR heading LIKE ?1 ESCAPE '\\'
                OR (source <> 2 AND path LIKE ?1 ESCAPE '\\')
            ORDER BY chunks.created_at DESC, slot";
        self.map_error((|| {
            let mut statement = self.tx.prepare_cached(sql)?;
            let rows = statement.query_map([format!("%{escaped}%")], |row| row.get(0))?;
            rows.collect()
        })())
    }
}
