//! Repositories in the index: their commits, the files that each changed, and their decision records.
//!
//! Every query of a hook uses an index, whatever the number of commits. The caller redacts messages
//! before it adds them.

use std::collections::HashSet;

use palimp_rank::ChunkPassage;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::window::{WindowPart, WindowText};
use super::{
    ChunkEntry, ChunkTerms, DocumentSource, IndexDb, IndexDocument, IndexWriter, KnownDocument,
    parse_known_document,
};
use crate::StoreError;

/// Git repository whose commits are indexed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IndexedRepository {
    /// Its number; 0 of one that was not put in yet.
    pub id: u32,
    /// The id of its project.
    pub project_id: String,
    /// The name of its project.
    pub project: String,
    /// The directory of its main working tree, or of itself where it has none.
    pub root: String,
    /// The directory of its data.
    pub git_dir: String,
    /// The commits that were checked out when it was read, in one order, separated by spaces; empty where
    /// it was not read to its end.
    pub heads: String,
    /// Maximum number of commits that were read.
    pub bound: i64,
}

/// A commit as the index has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommitRow {
    /// The number of its document.
    pub document: u32,
    /// Its hash.
    pub sha: String,
    /// The first line of its message.
    pub subject: String,
    /// The name of its project.
    pub project: String,
    /// Time at which its author made it, in milliseconds since the Unix epoch.
    pub created_at: i64,
    /// Its message.
    pub text: String,
}

/// The columns of a [`CommitRow`].
const COMMIT_ROW_COLUMNS: &str = "documents.id, documents.path, documents.title, documents.project,
    documents.created_at, chunks.text";

impl IndexDb {
    /// Returns every repository.
    pub fn repositories(&self) -> Result<Vec<IndexedRepository>, StoreError> {
        self.map_error((|| {
            let sql = "SELECT id, project_id, project, root, git_dir, heads, bound
                FROM repositories ORDER BY id";
            let mut statement = self.conn.prepare_cached(sql)?;
            statement.query_map([], parse_repository)?.collect()
        })())
    }

    /// Returns the repository of the project of this id.
    pub fn repository(&self, project_id: &str) -> Result<Option<IndexedRepository>, StoreError> {
        self.map_error((|| {
            let sql = "SELECT id, project_id, project, root, git_dir, heads, bound
                FROM repositories WHERE project_id = ?1";
            let mut statement = self.conn.prepare_cached(sql)?;
            statement.query_row([project_id], parse_repository).optional()
        })())
    }

    /// Returns what the index knows of the documents of a repository.
    pub fn documents_of(
        &self,
        source: DocumentSource,
        repository: u32,
    ) -> Result<Vec<KnownDocument>, StoreError> {
        self.map_error(documents_of(&self.conn, source, repository))
    }

    /// Returns the number of commits of a project.
    pub fn commit_count(&self, project_id: &str) -> Result<usize, StoreError> {
        let sql = "SELECT count(*) FROM documents WHERE source = ?1
            AND repository = (SELECT id FROM repositories WHERE project_id = ?2)";
        let count: i64 = self.map_error(self.conn.query_row(
            sql,
            params![DocumentSource::Commit as u8, project_id],
            |row| row.get(0),
        ))?;
        Ok(usize::try_from(count).unwrap_or(0))
    }

    /// Returns the commits of a project that changed a file, newest first; the path is from the
    /// repository's root.
    pub fn commits_touching(
        &self,
        project_id: &str,
        path: &str,
        limit: usize,
    ) -> Result<Vec<CommitRow>, StoreError> {
        self.map_error(query_commits(
            &self.conn,
            &commits_touching_sql(),
            params![project_id, path, limit],
        ))
    }

    /// Returns the commits whose hash begins with `prefix`, newest first; those of clones are the same.
    pub fn commits_named(&self, prefix: &str, limit: usize) -> Result<Vec<CommitRow>, StoreError> {
        let sql = format!(
            "SELECT {COMMIT_ROW_COLUMNS} FROM documents
                JOIN chunks ON chunks.document = documents.id AND chunks.position = 0
            WHERE documents.source = ?1 AND documents.path >= ?2 AND documents.path < ?2 || 'g'
            ORDER BY documents.created_at DESC LIMIT ?3"
        );
        self.map_error(query_commits(
            &self.conn,
            &sql,
            params![DocumentSource::Commit as u8, prefix, limit],
        ))
    }

    /// Returns the newest commit of a project; with `about`, of those beside which it is kept.
    pub fn newest_commit(
        &self,
        project_id: &str,
        about: Option<&str>,
    ) -> Result<Option<CommitRow>, StoreError> {
        let sql = format!(
            "SELECT {COMMIT_ROW_COLUMNS} FROM documents
                JOIN chunks ON chunks.document = documents.id AND chunks.position = 0
            WHERE documents.source = ?1 AND (?3 IS NULL OR documents.about = ?3)
                AND documents.repository =
                (SELECT id FROM repositories WHERE project_id = ?2)
            ORDER BY documents.created_at DESC LIMIT 1"
        );
        let parameters = params![DocumentSource::Commit as u8, project_id, about];
        Ok(self.map_error(query_commits(&self.conn, &sql, parameters))?.pop())
    }

    /// Returns the files that a commit changed, as far as they are kept.
    pub fn files_of(&self, commit: &CommitRow) -> Result<Vec<String>, StoreError> {
        self.map_error((|| {
            let sql = "SELECT path FROM commit_files WHERE document = ?1 ORDER BY path";
            let mut statement = self.conn.prepare_cached(sql)?;
            statement.query_map([commit.document], |row| row.get(0))?.collect()
        })())
    }

    /// Returns every commit and decision record of which a text, a title or a path says something that
    /// `says` recognises: the source, the path, and the number of the repository.
    pub fn history_saying(
        &self,
        says: &dyn Fn(&str) -> bool,
    ) -> Result<Vec<(DocumentSource, String, u32)>, StoreError> {
        self.map_error((|| {
            let sql = "SELECT source, path, repository, title, text, labels, documents.id
                FROM documents JOIN chunks ON chunks.document = documents.id
                WHERE source IN (?1, ?2)";
            let mut statement = self.conn.prepare(sql)?;
            let mut rows =
                statement.query([DocumentSource::Commit as u8, DocumentSource::Record as u8])?;
            let mut found = HashSet::new();
            while let Some(row) = rows.next()? {
                let texts: [String; 4] = [row.get(1)?, row.get(3)?, row.get(4)?, row.get(5)?];
                if texts.iter().any(|text| says(text)) || self.has_file(row.get(6)?, says)? {
                    found.insert((
                        DocumentSource::from_number(row.get(0)?),
                        row.get(1)?,
                        row.get(2)?,
                    ));
                }
            }
            Ok(found.into_iter().collect())
        })())
    }

    fn has_file(&self, document: u32, says: &dyn Fn(&str) -> bool) -> rusqlite::Result<bool> {
        let sql = "SELECT path FROM commit_files WHERE document = ?1";
        let mut statement = self.conn.prepare_cached(sql)?;
        let paths: Vec<String> =
            statement.query_map([document], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
        Ok(paths.iter().any(|path| says(path)))
    }
}

impl IndexWriter<'_> {
    /// Inserts or updates a repository; returns its number.
    pub fn put_repository(&mut self, repository: &IndexedRepository) -> Result<u32, StoreError> {
        let IndexedRepository { project_id, project, root, git_dir, heads, bound, .. } = repository;
        let sql = "INSERT INTO repositories (project_id, project, root, git_dir, heads, bound)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6)
            ON CONFLICT (project_id) DO UPDATE SET project = excluded.project,
                root = excluded.root, git_dir = excluded.git_dir, heads = excluded.heads,
                bound = excluded.bound
            RETURNING id";
        let parameters = params![project_id, project, root, git_dir, heads, bound];
        self.map_error(self.tx.query_row(sql, parameters, |row| row.get(0)))
    }

    /// Adds a commit with the files that it changed, as chunk and as window.
    pub fn put_commit(
        &mut self,
        document: &IndexDocument,
        entry: ChunkEntry,
        files: &[String],
    ) -> Result<(), StoreError> {
        let names = ChunkPassage { text: files.join(" "), ..ChunkPassage::default() };
        let windows =
            WindowText::group([&entry.terms, &ChunkTerms::from_passage(&names)].into_iter());
        let result = (|| {
            let id = self.try_put(document, vec![entry])?;
            self.remove_windows(id, None)?;
            self.add_windows((id, &document.project), WindowPart::Messages, windows)?;
            self.forget_files(id)?;
            let sql = "INSERT OR IGNORE INTO commit_files (repository, path, created_at, document)
                VALUES (?1, ?2, ?3, ?4)";
            let mut statement = self.tx.prepare_cached(sql)?;
            for path in files {
                statement.execute(params![document.repository, path, document.created_at, id])?;
            }
            Ok(())
        })();
        self.map_error(result)
    }

    /// Returns what the index knows of the documents of a repository.
    pub fn documents_of(
        &self,
        source: DocumentSource,
        repository: u32,
    ) -> Result<Vec<KnownDocument>, StoreError> {
        self.map_error(documents_of(&self.tx, source, repository))
    }

    /// Removes a document of a repository.
    pub fn remove_of(
        &mut self,
        source: DocumentSource,
        path: &str,
        repository: u32,
    ) -> Result<bool, StoreError> {
        let result = (|| match self.try_remove(source, path, repository)? {
            Some(id) => self.forget_files(id).map(|()| true),
            None => Ok(false),
        })();
        self.map_error(result)
    }

    /// Removes a repository with all its documents; returns their number.
    pub fn remove_repository(&mut self, repository: u32) -> Result<usize, StoreError> {
        let result = (|| {
            let sql =
                "SELECT source, path FROM documents WHERE source IN (?1, ?2) AND repository = ?3";
            let sources = (DocumentSource::Commit as u8, DocumentSource::Record as u8);
            let mut statement = self.tx.prepare(sql)?;
            let rows = statement.query_map(params![sources.0, sources.1, repository], |row| {
                Ok((DocumentSource::from_number(row.get(0)?), row.get::<_, String>(1)?))
            })?;
            let documents: Vec<_> = rows.collect::<rusqlite::Result<_>>()?;
            drop(statement);
            for (source, path) in &documents {
                self.try_remove(*source, path, repository)?;
            }
            self.tx.execute("DELETE FROM commit_files WHERE repository = ?1", [repository])?;
            self.tx.execute("DELETE FROM repositories WHERE id = ?1", [repository])?;
            Ok(documents.len())
        })();
        self.map_error(result)
    }

    fn forget_files(&self, document: u32) -> rusqlite::Result<()> {
        let sql = "DELETE FROM commit_files WHERE document = ?1";
        self.tx.prepare_cached(sql)?.execute([document]).map(|_| ())
    }
}

/// Returns the statement that finds the commits of a project by a file; a hook runs it.
fn commits_touching_sql() -> String {
    format!(
        "SELECT {COMMIT_ROW_COLUMNS} FROM commit_files
            JOIN documents ON documents.id = commit_files.document
            JOIN chunks ON chunks.document = documents.id AND chunks.position = 0
        WHERE commit_files.repository = (SELECT id FROM repositories WHERE project_id = ?1)
            AND commit_files.path = ?2
        ORDER BY commit_files.created_at DESC LIMIT ?3"
    )
}

fn documents_of(
    conn: &Connection,
    source: DocumentSource,
    repository: u32,
) -> rusqlite::Result<Vec<KnownDocument>> {
    let sql = "SELECT path, size, mtime, hash FROM documents
        WHERE source = ?1 AND repository = ?2 ORDER BY path";
    let mut statement = conn.prepare_cached(sql)?;
    statement.query_map(params![source as u8, repository], parse_known_document)?.collect()
}

fn parse_repository(row: &Row) -> rusqlite::Result<IndexedRepository> {
    Ok(IndexedRepository {
        id: row.get(0)?,
        project_id: row.get(1)?,
        project: row.get(2)?,
        root: row.get(3)?,
        git_dir: row.get(4)?,
        heads: row.get(5)?,
        bound: row.get(6)?,
    })
}

fn query_commits(
    conn: &Connection,
    sql: &str,
    parameters: impl rusqlite::Params,
) -> rusqlite::Result<Vec<CommitRow>> {
    let mut statement = conn.prepare_cached(sql)?;
    let rows = statement.query_map(parameters, |row| {
        Ok(CommitRow {
            document: row.get(0)?,
            sha: row.get(1)?,
            subject: row.get(2)?,
            project: row.get(3)?,
            created_at: row.get(4)?,
            text: row.get(5)?,
        })
    })?;
    rows.collect()
}

#[cfg(test)]
mod tests {
    use palimp_rank::{ChunkKind, ChunkPassage};

    use super::*;
    use crate::index::DocumentStamp;

    fn put(index: &mut IndexDb, shas: &[&str], files: &[&str]) -> u32 {
        let mut writer = index.writer().unwrap();
        let app =
            IndexedRepository { project_id: "app".to_owned(), ..IndexedRepository::default() };
        let repository = writer.put_repository(&app).unwrap();
        let files: Vec<String> = files.iter().map(|&file| file.to_owned()).collect();
        for (at, &sha) in (0..).zip(shas) {
            let document = IndexDocument {
                source: DocumentSource::Commit,
                path: sha.to_owned(),
                repository,
                stamp: DocumentStamp::default(),
                title: format!("change {at}"),
                project: "app".to_owned(),
                kind: ChunkKind::Commit,
                created_at: at,
                about: String::new(),
            };
            let passage = ChunkPassage {
                title: document.title.clone(),
                text: format!("change {at}\n\nwalrus{at}"),
                ..ChunkPassage::default()
            };
            writer.put_commit(&document, ChunkEntry::new(passage, (1, 1), at), &files).unwrap();
        }
        writer.commit().unwrap();
        repository
    }

    fn subjects(rows: Vec<CommitRow>) -> Vec<String> {
        rows.into_iter().map(|row| row.subject).collect()
    }

    #[test]
    fn commits_are_found_by_file_and_by_hash() {
        let mut index = IndexDb::open_temporary().unwrap();
        put(&mut index, &["aa11", "aa22", "bb33"], &["src/a.rs"]);
        let touching = index.commits_touching("app", "src/a.rs", 2).unwrap();
        assert_eq!(subjects(touching), ["change 2", "change 1"]);
        assert!(index.commits_touching("shop", "src/a.rs", 2).unwrap().is_empty());
        assert_eq!(subjects(index.commits_named("aa", 9).unwrap()), ["change 1", "change 0"]);
        assert_eq!(index.commit_count("app").unwrap(), 3);
    }

    #[test]
    fn removed_commit_leaves_nothing() {
        let mut index = IndexDb::open_temporary().unwrap();
        let repository = put(&mut index, &["aa11", "bb22"], &["src/a.rs"]);
        let mut writer = index.writer().unwrap();
        assert!(writer.remove_of(DocumentSource::Commit, "aa11", repository).unwrap());
        assert!(!writer.remove_of(DocumentSource::Commit, "aa11", repository).unwrap());
        writer.commit().unwrap();
        assert_eq!(subjects(index.commits_touching("app", "src/a.rs", 9).unwrap()), ["change 1"]);
        let mut writer = index.writer().unwrap();
        assert_eq!(writer.remove_repository(repository).unwrap(), 1);
        writer.commit().unwrap();
        assert!(index.repositories().unwrap().is_empty());
        for table in ["documents", "chunks", "postings", "terms", "commit_files"] {
            let sql = format!("SELECT count(*) FROM {table}");
            let left: i64 = index.conn.query_row(&sql, [], |row| row.get(0)).unwrap();
            assert_eq!(left, 0, "{table}");
        }
    }

    #[test]
    fn gate_counts_no_commits_unless_asked() {
        let mut index = IndexDb::open_temporary().unwrap();
        put(&mut index, &["aa11", "bb22"], &[]);
        let count = |sections: &mut crate::index::IndexSections| {
            palimp_rank::relevance_threshold::TermPostings::count(sections).unwrap()
        };
        assert_eq!(count(&mut index.sections(&|_, _| true).unwrap()), 0);
        assert_eq!(count(&mut index.sections_with_history(&|_, _| true).unwrap()), 2);
    }

    #[test]
    fn hook_statement_reads_by_index() {
        let index = IndexDb::open_temporary().unwrap();
        let mut statement =
            index.conn.prepare(&format!("EXPLAIN QUERY PLAN {}", commits_touching_sql())).unwrap();
        let steps =
            statement.query_map(params!["app", "src/a.rs", 3], |row| row.get::<_, String>(3));
        let steps = steps.unwrap();
        let plan: Vec<String> = steps.map(Result::unwrap).collect();
        assert!(
            !plan.iter().any(|step| step.contains("SCAN") || step.contains("TEMP")),
            "{plan:?}"
        );
    }
}
