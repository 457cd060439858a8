CREATE INDEX sessions_that_changed ON sessions (project_id, agent, ended_at, session_id, files_changed <> '[]') WHERE files_changed <> '[]';
