// The same hook as a script: reads the event, filters, recognises repeats, inserts one row with
// its full text, closes. Run as `node hook.mjs DB < event.json`.
import Database from "better-sqlite3";
import { readFileSync, existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const TRIVIAL = /^(ls|cat|head|tail|echo|pwd|cd|which)\b/;

function projectOf(cwd) {
  for (let dir = cwd; ; dir = dirname(dir)) {
    if (existsSync(join(dir, ".git"))) return dir;
    if (dir === dirname(dir)) return cwd;
  }
}

function open(path) {
  const db = new Database(path, { timeout: 250 });
  db.pragma("synchronous = NORMAL");
  if (db.pragma("user_version", { simple: true }) === 0) {
    db.pragma("journal_mode = WAL");
    db.exec(`
      CREATE TABLE observations (
        id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, tool_name TEXT NOT NULL, type TEXT NOT NULL,
        project TEXT NOT NULL, file_path TEXT, content TEXT NOT NULL, tags TEXT, importance INTEGER,
        created_at TEXT NOT NULL);
      CREATE INDEX by_session ON observations (session_id);
      CREATE INDEX by_project ON observations (project);
      CREATE INDEX by_importance ON observations (importance);
      CREATE INDEX by_time ON observations (created_at);
      CREATE VIRTUAL TABLE words USING fts5(body, tags, file_path, tokenize='unicode61');
      CREATE VIRTUAL TABLE trigrams USING fts5(body, tags, tokenize='trigram');
      CREATE TRIGGER on_insert AFTER INSERT ON observations BEGIN
        INSERT INTO words (rowid, body, tags, file_path) VALUES (new.id, new.content, new.tags, new.file_path);
        INSERT INTO trigrams (rowid, body, tags) VALUES (new.id, new.content, new.tags);
      END;
      PRAGMA user_version = 1;`);
  }
  return db;
}

const event = JSON.parse(readFileSync(0, "utf8"));
const command = event.tool_input?.command ?? "";
if (event.session_id && command && !TRIVIAL.test(command)) {
  const content = `${command}\n→ ${(event.tool_response?.stdout ?? "").trim().split("\n").pop()}`.slice(0, 2000);
  const db = open(process.argv[2]);
  const project = projectOf(event.cwd);
  const now = new Date();
  const since = new Date(now - 60_000).toISOString();
  db.transaction(() => {
    const known = db.prepare("SELECT 1 FROM observations WHERE session_id = ? AND content = ? AND created_at > ?");
    if (known.get(event.session_id, content, since)) return;
    db.prepare(`INSERT INTO observations (session_id, tool_name, type, project, content, tags, importance, created_at)
                VALUES (?, ?, 'command', ?, ?, ?, 2, ?)`)
      .run(event.session_id, event.tool_name, basename(project), content, command.split(" ", 2).join(","), now.toISOString());
  }).immediate();
  db.close();
}
