CREATE TABLE lately (agent TEXT, project_id TEXT, text TEXT NOT NULL, PRIMARY KEY (agent, project_id)) WITHOUT ROWID;
CREATE TRIGGER observations_lately AFTER DELETE ON observations BEGIN DELETE FROM lately; END;
CREATE TRIGGER messages_lately AFTER DELETE ON messages BEGIN DELETE FROM lately; END;
