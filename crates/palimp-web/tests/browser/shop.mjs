// Fills the home that the README's pictures show: shop.mjs PALIMP, in the directory of a project.
import path from "node:path";
import { bash, hook, prompt, run, well } from "./client.mjs";

run(["save", "shared/decisions.md", "# Decisions\n\nThe connection pool holds forty connections; it is set as `max_conns` in `src/db/pool.rs`.\nPayments retry three times with backoff: the gateway answers 503 while it deploys."]);
run(["save", "procedures/release.md", "# Release\n\nRelease on Mondays: `just release`, then watch the dashboard of payments for ten minutes."]);
run(["save", "procedures/staging.md", "# Staging\n\nThe staging database listens on port 5433; `just staging-db` opens a shell."]);
run(["save", "MEMORY.md", "# Memory\n\nWe use pnpm in the web client, never npm. Tests run with `cargo nextest run`."]);

prompt("4be1", "the checkout times out under load. where is the connection pool set?");
bash("PostToolUseFailure", "4be1", "cargo nextest run checkout", {
  error: "Exit code 101\nerror: pool timed out: 40 of 40 connections in use",
});
const file = path.resolve("src/db/pool.rs");
hook("PostToolUse", "4be1", {
  tool_name: "Edit",
  tool_input: { file_path: file, old_string: "max_conns: 40", new_string: "max_conns: 80" },
  tool_response: { filePath: file },
});
bash("PostToolUse", "4be1", "cargo nextest run checkout", well("42 passed"));
prompt("4be1", "what did we decide about payments that answer 503?");
prompt("9c02", "how do I open the staging database?");
bash("PostToolUse", "9c02", "just staging-db", well("psql (16.4)"));
