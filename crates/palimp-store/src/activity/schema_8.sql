CREATE TABLE synced_sessions (session_id TEXT PRIMARY KEY, device TEXT NOT NULL) WITHOUT ROWID;
