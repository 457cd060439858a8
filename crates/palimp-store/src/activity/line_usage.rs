//! Usage of note lines: a hash and a last time per line, and nothing of its text.

use std::collections::HashMap;

use rusqlite::params;
use rusqlite::types::Value;

use super::ActivityDb;
use crate::StoreError;

/// Usage of the lines of an agent's notes; times in milliseconds since the Unix epoch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineUsage {
    /// Time at which each line was last injected, found or first seen, by its hash.
    pub seen: HashMap<i64, i64>,
    /// Time of the last check of the lines; `None` if there was none.
    pub looked: Option<i64>,
    /// The last search that is counted.
    pub counted: i64,
}

/// Placeholder for a line's hash in the row that holds when somebody last looked.
const LOOKED_LINE_HASH: i64 = 0;

impl ActivityDb {
    /// Notes that a search showed lines of `agent`, by their hashes: one row.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn lines_found(&self, agent: &str, lines: &[i64], at: i64) -> Result<(), StoreError> {
        let lines = lines.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
        let sql = "INSERT INTO found_lines (agent, lines, at) VALUES (?1, ?2, ?3)";
        let noted = self.conn.execute(sql, params![agent, lines, at]);
        noted.map(|_| ()).map_err(|source| self.wrap_error(source))
    }

    /// Returns the usage of the lines of `agent`, including searches recorded since it was stored.
    ///
    /// # Errors
    ///
    /// When the database cannot be read.
    pub fn line_usage(&self, agent: &str) -> Result<LineUsage, StoreError> {
        let of_agent = || vec![Value::Text(agent.to_owned())];
        let seen = "SELECT line, at FROM seen_lines WHERE agent = ?";
        let seen = self.query_rows(seen, of_agent(), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut lines = LineUsage { seen: seen.into_iter().collect(), ..LineUsage::default() };
        lines.looked = lines.seen.remove(&LOOKED_LINE_HASH);
        let found = "SELECT id, lines, at FROM found_lines WHERE agent = ? ORDER BY id";
        let found = self.query_rows(found, of_agent(), |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?))
        })?;
        for (id, hashes, at) in found {
            lines.counted = id;
            for hash in hashes.split(' ').filter_map(|hash| hash.parse().ok()) {
                let seen = lines.seen.entry(hash).or_insert(at);
                *seen = at.max(*seen);
            }
        }
        Ok(lines)
    }

    /// Keeps this of the lines of `agent`, and nothing else; what searches noted meanwhile waits.
    ///
    /// # Errors
    ///
    /// When the database cannot be written.
    pub fn keep_lines(&self, agent: &str, lines: &LineUsage) -> Result<(), StoreError> {
        self.write(|tx| {
            tx.execute("DELETE FROM seen_lines WHERE agent = ?", [agent])?;
            let counted = "DELETE FROM found_lines WHERE agent = ?1 AND id <= ?2";
            tx.execute(counted, params![agent, lines.counted])?;
            let keep = "INSERT INTO seen_lines (agent, line, at) VALUES (?1, ?2, ?3)";
            let mut keep = tx.prepare_cached(keep)?;
            let looked = lines.looked.iter().map(|at| (&LOOKED_LINE_HASH, at));
            for (line, at) in lines.seen.iter().chain(looked) {
                keep.execute(params![agent, line, at])?;
            }
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::activity::BusyPolicy;

    #[test]
    fn what_searches_found_is_counted_once_and_of_its_agent() {
        let dir = tempfile::tempdir().unwrap();
        let db = ActivityDb::open(&dir.path().join("a.db"), BusyPolicy::Command).unwrap();
        assert_eq!(db.line_usage("main").unwrap(), LineUsage::default());
        db.lines_found("main", &[7, 9], 10).unwrap();
        db.lines_found("job", &[7], 90).unwrap();
        db.lines_found("main", &[7], 5).unwrap();
        let mut lines = db.line_usage("main").unwrap();
        assert_eq!(lines.seen, HashMap::from([(7, 10), (9, 10)]));
        lines.looked = Some(20);
        lines.seen.remove(&9);
        db.lines_found("main", &[9], 30).unwrap();
        db.keep_lines("main", &lines).unwrap();
        let lines = db.line_usage("main").unwrap();
        assert_eq!((lines.seen, lines.looked), (HashMap::from([(7, 10), (9, 30)]), Some(20)));
        assert_eq!(db.line_usage("job").unwrap().seen, HashMap::from([(7, 90)]));
    }
}
