-- How far the messages of a session have been condensed. A session without a row is at the
-- beginning.
CREATE TABLE flush_marks (
  session_id  TEXT PRIMARY KEY,
  agent       TEXT NOT NULL,
  mark        INTEGER NOT NULL DEFAULT 0,  -- the last message that an accepted answer has read
  answers     INTEGER NOT NULL DEFAULT 0,  -- accepted answers
  entries     INTEGER NOT NULL DEFAULT 0,  -- entries that were begun for it
  due         INTEGER NOT NULL DEFAULT 0,  -- the session ended or is shortened: whatever its length
  writing_at  INTEGER,                     -- since when an entry is being written, mark not moved yet
  failures    INTEGER NOT NULL DEFAULT 0,  -- since the last accepted answer
  retry_at    INTEGER NOT NULL DEFAULT 0,
  complaint   TEXT,
  flushed_at  INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- What distillers cost, by the user's days.
CREATE TABLE token_meter (
  day        TEXT NOT NULL,
  distiller  TEXT NOT NULL,
  calls      INTEGER NOT NULL,
  input      INTEGER NOT NULL,
  output     INTEGER NOT NULL,
  PRIMARY KEY (day, distiller)
) WITHOUT ROWID;

-- What a session was given so far, so that it is not given twice.
CREATE TABLE given (
  session_id  TEXT PRIMARY KEY,
  state       TEXT NOT NULL
) WITHOUT ROWID;
