CREATE INDEX injections_by_session ON injections (session_id, created_at);
CREATE TABLE forgotten (id INTEGER PRIMARY KEY, agent TEXT NOT NULL, key INTEGER NOT NULL,
  hash BLOB NOT NULL, clue BLOB, forgotten_at INTEGER NOT NULL);
CREATE TABLE expired (session_id TEXT PRIMARY KEY, before INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE agent_log (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, client TEXT NOT NULL,
  agent TEXT NOT NULL, project_id TEXT NOT NULL, project TEXT NOT NULL, deed TEXT NOT NULL,
  path TEXT, text TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE session_links (session_id TEXT, run TEXT, PRIMARY KEY (session_id, run)) WITHOUT ROWID;
CREATE TABLE counts (source TEXT NOT NULL, agent TEXT NOT NULL, client TEXT NOT NULL,
  project_id TEXT NOT NULL, project TEXT NOT NULL, type TEXT NOT NULL, pinned INTEGER NOT NULL,
  amount INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, oldest INTEGER NOT NULL,
  newest INTEGER NOT NULL);
CREATE INDEX observations_long ON observations (id)
  WHERE length(content) + coalesce(length(file_path), 0) + length(tags) > 63000;
CREATE INDEX messages_long ON messages (id) WHERE length(content) > 63000;
CREATE TRIGGER observations_counted AFTER DELETE ON observations BEGIN DELETE FROM counts; END;
CREATE TRIGGER messages_counted AFTER DELETE ON messages BEGIN DELETE FROM counts; END;
