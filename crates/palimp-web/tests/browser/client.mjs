// What a client and a person send to palimp; the program is the first argument of whoever imports this.
import { execFileSync } from "node:child_process";

const [palimp] = process.argv.slice(2);

export const run = (args, input = "") => execFileSync(palimp, args, { input, encoding: "utf8" });

export function hook(event, session, fields) {
  const about = { session_id: session, transcript_path: "/nowhere.jsonl", cwd: process.cwd() };
  run(["hook", "claude"], JSON.stringify({ ...about, hook_event_name: event, ...fields }));
}

export const prompt = (session, text) => hook("UserPromptSubmit", session, { prompt: text });
export const bash = (event, session, command, fields) =>
  hook(event, session, { tool_name: "Bash", tool_input: { command }, ...fields });
export const well = (stdout) => ({ tool_response: { stdout, stderr: "", interrupted: false } });
