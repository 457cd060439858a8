// Has the official TypeScript clients sign in to a hub that they know nothing of but its address, and search there.
// Usage: hub.mjs URL

import assert from "node:assert/strict";

import * as second from "@modelcontextprotocol/client";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const url = new URL(process.argv[2]);
const identity = { name: "palimp-official-test", version: "1" };

// Somebody at a browser, who is sent to her provider and comes back with a code.
class Person {
  redirectUrl = "http://127.0.0.1:1/callback";
  clientMetadata = {
    client_name: "palimp-official-test",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  clientInformation() { return this.information; }
  saveClientInformation(information) { this.information = information; }
  tokens() { return this.kept; }
  saveTokens(tokens) { this.kept = tokens; }
  saveCodeVerifier(verifier) { this.verifier = verifier; }
  codeVerifier() { return this.verifier; }
  async redirectToAuthorization(address) {
    const answer = await fetch(address, { redirect: "manual" });
    this.back = new URL(answer.headers.get("location")).searchParams;
  }
}

const ways = {
  "first line": [() => new FirstClient(identity), FirstHttp, UnauthorizedError, (back) => back.get("code")],
};
for (const mode of ["legacy", "auto", { pin: "2026-07-28" }]) {
  const client = () => new second.Client(identity, { versionNegotiation: { mode } });
  const { StreamableHTTPClientTransport: Http, UnauthorizedError: Refused } = second;
  ways[`second line, ${mode.pin ?? mode}`] = [client, Http, Refused, (back) => back];
}

for (const [name, [makeClient, Http, Refused, returned]] of Object.entries(ways)) {
  const authProvider = new Person();
  const first = new Http(url, { authProvider });
  await assert.rejects(makeClient().connect(first), Refused);
  await first.finishAuth(returned(authProvider.back));
  const client = makeClient();
  await client.connect(new Http(url, { authProvider }));
  const { tools } = await client.listTools();
  const names = tools.map((tool) => tool.name);
  assert.deepEqual(names, ["memory_search", "memory_get", "memory_recent", "memory_propose"]);
  const found = await client.callTool({ name: "memory_search", arguments: { query: "when do we deploy" } });
  assert.match(found.structuredContent.hits[0].snippet, /Tuesday/);
  const { resources } = await client.listResources();
  const { contents } = await client.readResource({ uri: resources[0].uri });
  assert.match(contents[0].text, /Tuesday/);
  await client.close();
  console.log(`ok: TypeScript signs in and searches, ${name}`);
}
