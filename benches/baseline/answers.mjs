// The tokens of the MCP tools' definitions and of ten typical answers, by `o200k_base`:
//
//     npm install --prefix benches/baseline && node benches/baseline/answers.mjs target/debug/palimp
//
// It makes a home of its own with eighteen notes and three sessions, and removes it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

const palimp = resolve(process.argv[2]);
const home = mkdtempSync(join(tmpdir(), 'palimp-answers-'));
const cwd = join(home, 'shop');
mkdirSync(cwd);
const env = { HOME: home, PATH: process.env.PATH, LANG: 'C.UTF-8' };
const run = (args, input) => execFileSync(palimp, args, { cwd, env, input, stdio: ['pipe', 'ignore', 'ignore'] });

const NOTES = [
  ['--kind', 'decision', 'We chose PostgreSQL for the order queue because the team knows it and LISTEN/NOTIFY is enough; Kafka was turned down as too much to run.'],
  ['--kind', 'decision', 'A session lives for SESSION_TTL, which is 900 seconds.'],
  ['--kind', 'preference', 'Never push to main; open a pull request and wait for CI.'],
  ['--kind', 'procedure', 'To deploy: run make release, then scripts/notify.sh, then watch the error rate for ten minutes.'],
  ['semantic/cors.md', 'The gateway sets the CORS headers; the app must not. A second header made Safari refuse every request on 2026-10-02.'],
  ['the staging database is rebuilt every Monday at 04:00 UTC'],
];
for (let n = 1; n <= 12; n += 1) {
  NOTES.push([`semantic/service-${n}.md`, `Service ${n} listens on port ${8000 + n}. It is owned by team ${n % 3}, deployed from branch release-${n}, and retries a failed call twice with a delay of ${n * 50} ms. Its proxy is at pr${n}.internal, its logs go to the index svc-${n}, and its dashboards are in the folder Services/${n}.`]);
}

const EVENTS = [
  { hook_event_name: 'UserPromptSubmit', prompt: 'Why does the checkout test fail with 503 behind the proxy?' },
  { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_input: { command: 'cargo test checkout' }, tool_response: { stdout: 'test checkout::retry ... FAILED', stderr: 'error: 503 from proxy', exit_code: 101 } },
  { hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: { file_path: join(cwd, 'src/sessions.rs'), old_string: '900', new_string: '60' }, tool_response: {} },
  { hook_event_name: 'Stop', last_assistant_message: 'The cause was the proxy: it cut idle connections after 5 seconds, and the retry used the dead one. I set keepalive to 3 seconds in src/sessions.rs, and cargo test checkout passes.' },
];

const CALLS = [
  ['memory_search', { query: 'which port does service 7 listen on' }],
  ['memory_search', { query: 'which port does service 7 listen on', max_chars: 600 }],
  ['memory_search', { query: 'why PostgreSQL for the order queue' }],
  ['memory_search', { query: 'checkout test 503 proxy' }],
  ['memory_search', { query: 'quarterly holiday calendar' }],
  ['memory_get', { path: 'shared/decisions.md' }],
  ['memory_get', { path: 'semantic/cors.md' }],
  ['memory_recent', {}],
  ['memory_save', { text: 'Deploys need two approvals.', kind: 'decision' }],
  ['memory_forget', { target: 'Deploys need two approvals' }],
];

function past() {
  run(['init']);
  NOTES.forEach((words) => run(['save', ...words]));
  for (const session_id of ['one', 'two', 'three']) {
    for (const event of EVENTS) {
      run(['hook', 'claude'], JSON.stringify({ session_id, cwd, prompt_id: session_id, ...event }));
    }
  }
}

/** Asks a server over standard input, one request after the other. */
function client() {
  const server = spawn(palimp, ['mcp'], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  createInterface({ input: server.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
  });
  let id = 0;
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const ask = (method, params) => new Promise((done) => {
    id += 1;
    waiting.set(id, done);
    send({ id, method, params });
  });
  return { ask, send, end: () => server.stdin.end() };
}

const tokens = (text) => encode(text).length;
try {
  past();
  const { ask, send, end } = client();
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'measure', version: '1' } });
  send({ method: 'notifications/initialized' });
  const { tools } = await ask('tools/list', {});
  console.log(`definitions  ${tokens(JSON.stringify(tools))} tokens`);
  const sum = [0, 0];
  for (const [name, given] of CALLS) {
    const { content, structuredContent } = await ask('tools/call', { name, arguments: given });
    const words = tokens(content.map((part) => part.text).join('\n'));
    const data = structuredContent ? tokens(JSON.stringify(structuredContent)) : words;
    sum[0] += words;
    sum[1] += data;
    console.log(`${name} ${JSON.stringify(given)}: ${words} in words, ${data} as data`);
  }
  console.log(`all ten: ${sum[0]} in words, ${sum[1]} as data`);
  end();
} finally {
  rmSync(home, { recursive: true, force: true });
}
