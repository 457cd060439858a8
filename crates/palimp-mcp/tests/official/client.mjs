// Drives a server with the official TypeScript clients: the first line, which shakes hands, and
// the second, which knows the newest version. Usage: client.mjs URL TOKEN COMMAND [ARGUMENT...]

import assert from "node:assert/strict";

import * as second from "@modelcontextprotocol/client";
import { StdioClientTransport as SecondStdio } from "@modelcontextprotocol/client/stdio";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token, command, ...args] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const identity = { name: "palimp-official-test", version: "1" };
const negotiate = (mode) => ({ versionNegotiation: { mode } });

const ways = {
  "first line, stdio": [() => new FirstClient(identity), () => new FirstStdio({ command, args })],
  "first line, HTTP": [() => new FirstClient(identity), () => new FirstHttp(new URL(url), { requestInit })],
};
for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  const name = mode.pin ?? mode;
  const client = () => new second.Client(identity, negotiate(mode));
  ways[`second line, ${name}, stdio`] = [client, () => new SecondStdio({ command, args })];
  const http = () => new second.StreamableHTTPClientTransport(new URL(url), { requestInit });
  ways[`second line, ${name}, HTTP`] = [client, http];
}

const TOOLS = ["memory_search", "memory_get", "memory_save", "memory_recent", "memory_forget"];

async function drive(client, word, own) {
  const call = async (name, args) => {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, JSON.stringify(result));
    return result;
  };
  assert.match(client.getInstructions(), /memory_search/);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), TOOLS);

  const saved = await call("memory_save", { text: `The ${word} deployment uses port 4711.` });
  const path = saved.structuredContent.path;
  const found = await call("memory_search", { query: word });
  assert.match(found.content[0].text, new RegExp(word));
  assert.ok(found.structuredContent.hits.some((hit) => hit.snippet.includes(word)));
  const got = await call("memory_get", { path });
  assert.match(got.content[1].text, new RegExp(word));
  await call("memory_recent", {});

  const { resources } = await client.listResources();
  assert.ok(resources.length > 0);
  const { resourceTemplates } = await client.listResourceTemplates();
  const uri = resourceTemplates[0].uriTemplate.replace("{+path}", encodeURI(path));
  const { contents } = await client.readResource({ uri });
  assert.match(contents[0].text, new RegExp(word));
  const ref = { type: "ref/resource", uri: resourceTemplates[0].uriTemplate };
  const argument = { name: "path", value: path.slice(0, 5) };
  const { completion } = await client.complete({ ref, argument });
  assert.ok(completion.values.includes(path), JSON.stringify(completion));

  const shown = await call("memory_forget", { target: word });
  assert.equal(shown.structuredContent.removed, false);
  const confirm = shown.structuredContent.confirm;
  const gone = await call("memory_forget", { target: word, confirm });
  if (own) {
    assert.equal(gone.structuredContent.removed, true);
    const again = await call("memory_search", { query: word });
    assert.ok(!again.structuredContent.hits.some((hit) => hit.snippet.includes(word)));
  } else {
    // Over HTTP nobody knows who wrote it, and its user is asked.
    assert.ok(gone.structuredContent.removed || gone.structuredContent.waits.length > 0);
  }

  await assert.rejects(client.readResource({ uri: "palimp://note/none.md" }));
  const failed = await client.callTool({ name: "memory_search", arguments: { query: "" } });
  assert.equal(failed.isError, true);
}

let number = 0;
for (const [name, [makeClient, makeTransport]] of Object.entries(ways)) {
  const client = makeClient();
  await client.connect(makeTransport());
  await drive(client, `zanzibar${"abcdefgh"[number++]}`, name.endsWith("stdio"));
  await client.close();
  console.log(`ok: TypeScript, ${name}`);
}
