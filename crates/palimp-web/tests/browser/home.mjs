// Fills a home as clients and a person would: home.mjs PALIMP, in the directory of a project. What is
// written is hostile in places.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { bash, hook, prompt, run, well } from "./client.mjs";
import { team } from "./team.mjs";

// Others know a project by its remote.
execFileSync("git", ["init", "-q"]);
execFileSync("git", ["remote", "add", "origin", "git@example.org:acme/app.git"]);

const HOSTILE = `<script>alert(1)</script><img src=x onerror="alert(2)"> "'`;

run(["save", "pool.md", "# Pool\n\nThe zebrafish pool is set in `src/pool.rs`; see [why](shared/decisions.md)."]);
run(["save", "shared/decisions.md", "The zebrafish pool is decided in [[pool]]."]);
run(["save", "shared/table.md", "| a | b |\n|---|---|\n| 1 | 2 |\n\n- [x] done\n\n`code` ~~old~~"]);
run(["save", "hostile.md", `# ${HOSTILE}\n\n${HOSTILE} [a](javascript:alert(3)) ![b](https://example.com/a.png)`]);

// Another home, which was never indexed; and a client that is not wired.
const other = path.join(process.env.HOME, ".palimp-work/vault");
fs.mkdirSync(other, { recursive: true });
fs.writeFileSync(path.join(other, "pond.md"), `# Pond ${HOSTILE}\n\nA heron eats fish. ${HOSTILE}\n`);
fs.mkdirSync(path.join(process.env.HOME, ".claude"), { recursive: true });

for (const session of ["s1", "s2"]) {
  prompt(session, "where is the zebrafish pool set?");
  prompt(session, `what is ${HOSTILE}?`);
  bash("PostToolUse", session, `make '${HOSTILE}'`, well(HOSTILE));
  bash("PostToolUseFailure", session, "cargo test -p pool", {
    error: "Exit code 101\nerror: src/pool.rs:40: max_conns is not set",
  });
  const file = path.resolve("src/pool.rs");
  hook("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: file, old_string: "a", new_string: "b" },
    tool_response: { filePath: file },
  });
}
bash("PostToolUse", "s2", "cargo test -p pool", well("test result: ok"));
hook("SessionEnd", "s1", { reason: "exit" });

// What is known of the project, by several hands, and of another one nothing.
projects();

function propose(id, kind, note, fact) {
  const proposal = { id, kind, fact, label: "2026-11-21 14:05", episode: "", note, written: null };
  const by = { author: "agent", client: "codex" };
  const dir = path.join(process.env.HOME, ".palimp/review/main");
  fs.mkdirSync(dir, { recursive: true });
  const whose = { project: "app", projectId: null, by };
  fs.writeFileSync(path.join(dir, `${id}.json`), JSON.stringify({ ...proposal, ...whose }));
}

propose("0badcafe", "always", "core.md", "Zebrafish are deployed on Fridays.");
propose("1badcafe", "always", "core.md", `Hostile: ${HOSTILE}`);
propose("2badcafe", "forget", "", "what was said of giraffes");

// A fact whose code says something else by now.
fs.mkdirSync("src", { recursive: true });
fs.writeFileSync("src/pool.rs", "const MAX_CONNS: usize = 40;\nconst RETRIES: usize = 3;\n");
run(["save", "--kind", "decision", "--at", "src/pool.rs:1", "The pool holds MAX_CONNS connections, which is 40."]);
fs.writeFileSync("src/pool.rs", "const MAX_CONNS: usize = 80;\nconst RETRIES: usize = 3;\n");

// A team that its user founded, and whose other member proposes.
team();

// Two requests, as a client's own transcript tells of them.
const at = path.join(process.env.HOME, ".claude/projects/-app");
fs.mkdirSync(at, { recursive: true });
const usage = (number, read, write) => ({
  type: "assistant", sessionId: "s1", cwd: process.cwd(), requestId: `r${number}`,
  timestamp: new Date(Date.now() - 3_600_000 * (3 - number)).toISOString(),
  message: {
    id: `m${number}`, role: "assistant", model: "claude-sonnet-4-5", content: [],
    usage: { input_tokens: 900, output_tokens: 300, cache_read_input_tokens: read, cache_creation_input_tokens: write },
  },
});
const lines = [usage(1, 0, 20_000), usage(2, 0, 21_000)].map((it) => JSON.stringify(it));
fs.writeFileSync(path.join(at, "s1.jsonl"), `${lines.join("\n")}\n`);

// The page of the project, with a line of each kind, and another project that has none.
function projects() {
  const vault = path.join(process.env.HOME, ".palimp/vault");
  const write = (note, text) => {
    fs.mkdirSync(path.dirname(path.join(vault, note)), { recursive: true });
    fs.writeFileSync(path.join(vault, note), text);
  };
  write("episodes/live/2026-11-20.md", "# 2026-11-20\n\n## 09:00 — Memory Flush #1\n<!-- palimp:flush s1 1-2 -->\n\n- [pool]: Use pnpm, not npm\n");
  const said = (text) => `${text} ([2026-11-20 09:00](../episodes/live/2026-11-20.md))`;
  const by = (author) => `<!-- palimp: by=${author} project=app -->`;
  write("projects/app.md", `---
project: "app"
---
# app

## Rules

- ${said("Always use pnpm here, not npm, since the lock file is pnpm's")} ${by("user")}
- ~~${said("Use npm for everything")}~~ (superseded 2026-11-20, see [2026-11-20 09:00](../episodes/live/2026-11-20.md)) ${by("user")}
- ~~Commit on Fridays~~ (struck 2026-11-25)

## Decisions

- ${said("The zebrafish pool holds 40 connections, because the proxy in front of it allows 50")} ${by("agent")}
- ${said(`${HOSTILE} \`${HOSTILE}\``)} ${by("agent")}

## Set-up

- In use here: \`psql -h db.internal.example.org -p 5433 -U application_user zebrafish_production\` (2026-11-24) ${by("tool")}

Whatever stands between the lines of lists.

## Commands

- \`cargo test -p pool\` checks the pool (2026-11-24) ${by("tool")}

## Open

- ${said("풀의 크기를 설정으로 옮길지 정해야 합니다")} ${by("agent")}
`);
  const other = path.resolve("../web");
  fs.mkdirSync(path.join(other, ".git"), { recursive: true });
  hook("UserPromptSubmit", "w1", { prompt: "what is this about?", cwd: other });
  hook("Stop", "w1", { cwd: other });
  hook("Stop", "s2", {});
  hook("SessionStart", "s3", { source: "startup" });
  prompt("s3", "how many connections does the zebrafish pool hold?");
  hook("Stop", "s3", {});
}
