-- Every process that opens the database parses these statements, so what is to be said about the
-- columns stands before them.
--
-- flush_marks: how far the messages of a session have been condensed; a session without a row is at
-- the beginning. `mark` is the last message that an accepted answer has read, `answers` counts those,
-- `entries` the entries that were begun; `due` says that the session ended or is shortened, whatever
-- its length; `writing_at` since when an entry is being written and the mark has not moved;
-- `failures` counts those since the last accepted answer.
CREATE TABLE flush_marks (session_id TEXT PRIMARY KEY, agent TEXT NOT NULL,
  mark INTEGER NOT NULL DEFAULT 0, answers INTEGER NOT NULL DEFAULT 0,
  entries INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL DEFAULT 0, writing_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0, retry_at INTEGER NOT NULL DEFAULT 0, complaint TEXT,
  flushed_at INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;

-- token_meter: what distillers cost, by the user's days.
CREATE TABLE token_meter (day TEXT, distiller TEXT, calls INTEGER NOT NULL, input INTEGER NOT NULL,
  output INTEGER NOT NULL, PRIMARY KEY (day, distiller)) WITHOUT ROWID;

-- given: what a session was given so far, so that it is not given twice.
CREATE TABLE given (session_id TEXT PRIMARY KEY, state TEXT NOT NULL) WITHOUT ROWID;
