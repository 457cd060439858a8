CREATE TABLE sessions (
  session_id    TEXT PRIMARY KEY,
  client        TEXT NOT NULL,
  agent         TEXT NOT NULL,
  project_id    TEXT NOT NULL,
  project       TEXT NOT NULL,
  working_dir   TEXT NOT NULL,
  summary       TEXT NOT NULL DEFAULT '',
  tools_used    TEXT NOT NULL DEFAULT '[]',
  files_changed TEXT NOT NULL DEFAULT '[]',
  memory_count  INTEGER NOT NULL DEFAULT 0,
  started_at    INTEGER NOT NULL,
  ended_at      INTEGER NOT NULL,
  duration_sec  INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX sessions_by_project ON sessions (project_id, ended_at);

CREATE TABLE observations (
  id           INTEGER PRIMARY KEY,
  session_id   TEXT NOT NULL,
  client       TEXT NOT NULL,
  agent        TEXT NOT NULL,
  tool_name    TEXT NOT NULL,
  type         TEXT NOT NULL,
  project_id   TEXT NOT NULL,
  project      TEXT NOT NULL,
  file_path    TEXT,
  content      TEXT NOT NULL,
  tags         TEXT NOT NULL DEFAULT '',
  importance   INTEGER NOT NULL,
  pinned       INTEGER NOT NULL DEFAULT 0,
  commit_sha   TEXT,
  call_id      TEXT,
  fingerprint  INTEGER NOT NULL,
  created_at   INTEGER NOT NULL
);
CREATE INDEX observations_by_session ON observations (session_id, fingerprint);
CREATE INDEX observations_by_project ON observations (project_id, created_at);
CREATE INDEX observations_by_time ON observations (created_at);
CREATE INDEX observations_errors ON observations (project_id, created_at) WHERE type = 'error';

CREATE TABLE messages (
  id           INTEGER PRIMARY KEY,
  session_id   TEXT NOT NULL,
  client       TEXT NOT NULL,
  agent        TEXT NOT NULL,
  project_id   TEXT NOT NULL,
  project      TEXT NOT NULL,
  working_dir  TEXT NOT NULL,
  role         TEXT NOT NULL,
  content      TEXT NOT NULL,
  trace        TEXT,
  turn         TEXT,
  fingerprint  INTEGER NOT NULL,
  created_at   INTEGER NOT NULL
);
CREATE INDEX messages_by_session ON messages (session_id, fingerprint);
CREATE INDEX messages_by_project ON messages (project_id, created_at);

CREATE TABLE injections (
  id          INTEGER PRIMARY KEY,
  session_id  TEXT NOT NULL,
  client      TEXT NOT NULL,
  agent       TEXT NOT NULL,
  project_id  TEXT NOT NULL,
  project     TEXT NOT NULL,
  event       TEXT NOT NULL,
  content     TEXT NOT NULL,
  chars       INTEGER NOT NULL,
  created_at  INTEGER NOT NULL
);

-- That something was forgotten, and nothing of what it was.
CREATE TABLE tombstones (
  id            INTEGER PRIMARY KEY,
  observations  INTEGER NOT NULL,
  messages      INTEGER NOT NULL,
  forgotten_at  INTEGER NOT NULL
);

-- Full text. Words are the analyzer's own terms, one token each, so that one analyzer serves
-- notes, observations and messages; trigrams find what no term matches. No positions are kept:
-- what a search returns is checked against the row itself.
CREATE VIRTUAL TABLE observations_words USING fts5(
  terms, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_-./:@#+'");
CREATE VIRTUAL TABLE observations_trigrams USING fts5(
  body, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE messages_words USING fts5(
  terms, content='', contentless_delete=1, detail=none, tokenize="ascii tokenchars '_-./:@#+'");
CREATE VIRTUAL TABLE messages_trigrams USING fts5(
  body, content='', contentless_delete=1, detail=none, tokenize='trigram');

CREATE TRIGGER observations_delete AFTER DELETE ON observations BEGIN
  DELETE FROM observations_words WHERE rowid = old.id;
  DELETE FROM observations_trigrams WHERE rowid = old.id;
END;
CREATE TRIGGER messages_delete AFTER DELETE ON messages BEGIN
  DELETE FROM messages_words WHERE rowid = old.id;
  DELETE FROM messages_trigrams WHERE rowid = old.id;
END;
