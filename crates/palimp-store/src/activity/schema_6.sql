CREATE INDEX sessions_that_changed ON sessions (project_id, agent, ended_at, session_id) WHERE files_changed <> '[]';
DELETE FROM lately;
