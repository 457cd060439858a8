CREATE TABLE given_anew AS SELECT session_id, state FROM given WHERE session_id >= '';
DROP TABLE given;
ALTER TABLE given_anew RENAME TO given;
CREATE UNIQUE INDEX given_to_session ON given (session_id);
DROP TABLE lately;
CREATE TABLE lately (agent TEXT, project_id TEXT, text TEXT NOT NULL, PRIMARY KEY (agent, project_id));
