// Drives the OpenClaw plugin as OpenClaw does, with a stand-in for palimp that writes down what it is
// given. Run it with `node test-openclaw-plugin.mjs`; it needs nothing but Node.js.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const fixtures = join(here, "..", "..", "palimp-testing", "fixtures", "openclaw");
const scratch = mkdtempSync(join(tmpdir(), "palimp plugin "));
const tools = ["exec", "edit", "write", "apply_patch"];
let count = 0;

// A palimp that logs each message, takes `delay` ms for it, and answers `answers[hook]`.
function standIn({ answers = {}, delay = 0 } = {}) {
  const name = join(scratch, `palimp-${count++}`);
  const log = `${name}.log`;
  writeFileSync(
    name,
    `#!${process.execPath}
const { appendFileSync, readFileSync } = require("node:fs");
const message = JSON.parse(readFileSync(0, "utf8"));
const args = process.argv.slice(2);
setTimeout(() => {
  appendFileSync(${JSON.stringify(log)}, JSON.stringify({ args, ...message }) + "\\n");
  const answer = ${JSON.stringify(answers)}[message.event.prompt ?? message.event.source ?? message.hook];
  if (answer !== undefined) process.stdout.write(answer);
}, ${delay});
`,
  );
  chmodSync(name, 0o755);
  const read = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { command: [name, "hook", "openclaw", "--home", "/a b"], log: () => read().map((l) => JSON.parse(l)) };
}

// The plugin's hooks by name, as it registers them.
async function load(command, wanted = tools) {
  const source = readFileSync(join(here, "openclaw", "index.js"), "utf8")
    .replace("@@COMMAND@@", JSON.stringify(command))
    .replace("@@TOOLS@@", JSON.stringify(wanted));
  assert(!source.includes("@@"), "a placeholder is left");
  const file = join(scratch, `plugin-${count++}.mjs`);
  writeFileSync(file, source);
  const { default: plugin } = await import(pathToFileURL(file));
  assert.equal(plugin.id, JSON.parse(readFileSync(join(here, "openclaw", "openclaw.plugin.json"))).id);
  const hooks = {};
  const registered = plugin.register({ on: (name, hook) => (hooks[name] = hook) });
  assert.equal(registered, undefined, "registering is synchronous");
  return hooks;
}

const context = (text) => JSON.stringify({ additionalContext: text });
const ctx = (sessionId, more = {}) => ({
  agentId: "main",
  sessionId,
  sessionKey: "agent:main:main",
  runId: `run of ${sessionId}`,
  workspaceDir: "/work",
  trigger: "user",
  hookInvocation: { assertActive() {} },
  ...more,
});
const ask = (plugin, sessionId, prompt, messages = []) =>
  plugin.before_prompt_build({ prompt, messages }, ctx(sessionId));
const used = (toolName, sessionId = "s") => [
  { toolName, params: { command: "x" }, toolCallId: "call", result: { details: { exitCode: 0 } } },
  { toolName, sessionId, runId: "r" },
];
const said = (role, text) => ({ role, content: [{ type: "text", text }] });
const short = (log) => log.map(({ hook, ctx }) => `${hook} ${ctx.sessionId}`);
const recorded = (name) => JSON.parse(readFileSync(join(fixtures, `${name}.json`), "utf8"));

const tests = {
  async "a session is told from its start to its end, in order"() {
    const palimp = standIn({ answers: { startup: context("remember"), hello: context("snapshot") } });
    const plugin = await load(palimp.command);
    assert.deepEqual(await ask(plugin, "s", "hello"), {
      prependSystemContext: "remember",
      prependContext: "snapshot",
    });
    await plugin.after_tool_call(...used("exec"));
    await plugin.after_tool_call(...used("read"));
    const messages = [said("user", "before"), said("assistant", "old"), said("user", "hello")];
    await plugin.agent_end(
      { messages: [...messages, said("assistant", "step"), said("toolResult", "x"), said("assistant", "done")], success: true },
      ctx("s"),
    );
    await plugin.before_compaction({ messageCount: 9, messages }, ctx("s"));
    await plugin.session_end({ sessionId: "s", reason: "new" }, { agentId: "main" });
    const log = palimp.log();
    assert.deepEqual(short(log), [
      "session.start s",
      "before_prompt_build s",
      "after_tool_call s",
      "agent_end s",
      "before_compaction s",
      "session_end s",
    ]);
    assert.deepEqual(log[0].args, ["hook", "openclaw", "--home", "/a b"]);
    assert.deepEqual(log[0].event, { source: "startup" });
    assert.deepEqual(log[1].event, { prompt: "hello" }, "the conversation stays where it is");
    assert.deepEqual(log[1].ctx, {
      agentId: "main",
      sessionId: "s",
      sessionKey: "agent:main:main",
      runId: "run of s",
      trigger: "user",
      workspaceDir: "/work",
    });
    assert.equal(typeof log[0].time, "number");
    assert.equal(log[2].ctx.workspaceDir, "/work", "of a tool OpenClaw does not say where it ran");
    assert.deepEqual(log[3].event.messages, [said("assistant", "step"), said("assistant", "done")]);
    assert.deepEqual(log[4].event, { messageCount: 9 });
  },

  async "what was told is told with every prompt, for OpenClaw keeps none of it"() {
    const answers = { startup: context("remember"), one: context("first"), three: context("third") };
    const palimp = standIn({ answers });
    const plugin = await load(palimp.command);
    const told = [];
    for (const prompt of ["one", "two", "three", "three"]) told.push(await ask(plugin, "s", prompt));
    assert.deepEqual(told.map((it) => it.prependSystemContext), Array(4).fill("remember"));
    assert.deepEqual(
      told.map((it) => it.prependContext),
      ["first", "first", "first\n\nthird", "first\n\nthird"],
    );
    assert.deepEqual(await ask(plugin, "t", "two"), { prependSystemContext: "remember" });
    assert.equal(palimp.log().filter(({ hook }) => hook === "session.start").length, 2);
  },

  async "what is known before a tool holds it up no longer and comes with the next prompt"() {
    const answers = { before_tool_call: context("rule") };
    const palimp = standIn({ answers, delay: 60 });
    const plugin = await load(palimp.command);
    const calls = [recorded("before_tool_call.exec"), recorded("before_tool_call.read")];
    const before = Date.now();
    for (const { event, ctx: about } of calls) {
      assert.equal(await plugin.before_tool_call(event, { ...about, sessionId: "s" }), undefined);
    }
    assert(Date.now() - before < 50);
    assert.equal((await ask(plugin, "s", "next")).prependContext, "rule");
    const asked = palimp.log().filter(({ hook }) => hook === "before_tool_call");
    assert.deepEqual(asked.map(({ event }) => event), [calls[0].event]);
  },

  async "what is told does not grow without end"() {
    const answers = Object.fromEntries([1, 2, 3].map((n) => [`p${n}`, context(`${n}`.repeat(9_000))]));
    const plugin = await load(standIn({ answers }).command);
    await ask(plugin, "s", "p1");
    await ask(plugin, "s", "p2");
    const { prependContext } = await ask(plugin, "s", "p3");
    assert.equal(prependContext, ["2", "3"].map((n) => n.repeat(9_000)).join("\n\n"));
  },

  async "a session with a past begins anew in another process"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    assert.deepEqual(await ask(plugin, "s", "hi", [said("user", "before")]), {});
    assert.deepEqual(palimp.log()[0].event, { source: "compact" });
  },

  async "the recorded events arrive as they were"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    const names = ["before_prompt_build", "after_tool_call.exec-exit3", "after_tool_call.edit", "agent_end"];
    for (const name of names) {
      const { event, ctx } = recorded(name);
      await plugin[name.split(".")[0]](event, ctx);
    }
    const log = palimp.log();
    assert.deepEqual(log.map(({ hook }) => hook), ["session.start", ...names.map((it) => it.split(".")[0])]);
    assert.deepEqual(log[2].event, recorded(names[1]).event);
    const reply = log[4].event.messages.at(-1).content[0].text;
    assert.equal(reply, "The heron build is finished, number 2");
  },

  async "captures all arrive, one after another"() {
    const palimp = standIn({ delay: 40 });
    const plugin = await load(palimp.command);
    const all = [...Array(8).keys()].map((i) => plugin.after_tool_call(...used("exec", `s${i}`)));
    await Promise.all(all);
    assert.deepEqual(short(palimp.log()), [...Array(8).keys()].map((i) => `after_tool_call s${i}`));
  },

  async "all tools are sent when all are wanted"() {
    const palimp = standIn();
    const plugin = await load(palimp.command, null);
    await plugin.after_tool_call(...used("read"));
    assert.deepEqual(short(palimp.log()), ["after_tool_call s"]);
  },

  async "of many sessions the last are remembered"() {
    const log = join(scratch, "many.log");
    const palimp = join(scratch, "many");
    writeFileSync(palimp, `#!/bin/sh\n{ cat; echo; } >>'${log}'\n`);
    chmodSync(palimp, 0o755);
    const plugin = await load([palimp]);
    for (let i = 0; i < 205; i++) await ask(plugin, `s${i}`, "hi");
    for (const id of ["s204", "s0"]) await ask(plugin, id, "again");
    const sent = readFileSync(log, "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const starts = sent.filter(({ hook }) => hook === "session.start");
    assert.deepEqual(short(starts).slice(205), ["session.start s0"]);
  },

  async "a palimp that is not there is no trouble"() {
    const plugin = await load([join(scratch, "nowhere"), "hook", "openclaw"]);
    assert.deepEqual(await ask(plugin, "s", "hi"), {});
    await plugin.agent_end({ messages: [], success: false }, ctx("s"));
  },

  async "a palimp that hangs is left behind"() {
    const plugin = await load(standIn({ delay: 60_000 }).command);
    const hooks = [
      () => ask(plugin, "s", "hi"),
      () => plugin.before_tool_call(...used("exec")),
      () => plugin.after_tool_call(...used("exec")),
      () => plugin.agent_end({ messages: [] }, ctx("s")),
      () => plugin.session_end({}, ctx("s")),
    ];
    for (const hook of hooks) {
      const before = Date.now();
      const answer = await hook();
      assert(Object.keys(answer ?? {}).length === 0);
      assert(Date.now() - before < 2500);
    }
  },

  async "a palimp that talks nonsense is not listened to"() {
    for (const answer of ["", "no JSON", "null", "[]", '{"additionalContext":7}', '{"x":"y"}']) {
      const plugin = await load(standIn({ answers: { startup: answer, hi: answer } }).command);
      assert.deepEqual(await ask(plugin, "s", "hi"), {}, answer);
    }
  },

  async "odd events and arguments are no trouble"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    const loop = {};
    loop.loop = loop;
    for (const hook of Object.values(plugin)) {
      await hook();
      await hook(null, null);
      await hook({ messages: 3 }, {});
    }
    await plugin.before_tool_call({ toolName: "exec", params: loop }, ctx("s"));
    await plugin.after_tool_call({ toolName: "exec", params: loop }, ctx("s"));
    await plugin.agent_end({ messages: [null, 3, { role: "assistant" }] }, ctx("s"));
    assert.deepEqual(palimp.log().at(-1).event.messages, [{ role: "assistant" }]);
  },

  async "a large event arrives whole"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    const [event, about] = used("write");
    event.params.content = "한".repeat(1_000_000);
    await plugin.after_tool_call(event, about);
    assert.equal(palimp.log()[0].event.params.content.length, 1_000_000);
  },

  async "an OpenClaw that palimp started is left alone"() {
    process.env.PALIMP_INTERNAL = "1";
    try {
      assert.deepEqual(await load(standIn().command), {});
    } finally {
      delete process.env.PALIMP_INTERNAL;
    }
  },
};

const rejected = [];
process.on("unhandledRejection", (reason) => rejected.push(reason));
try {
  for (const [name, test] of Object.entries(tests)) {
    await test();
    console.log(`ok  ${name}`);
  }
  assert.deepEqual(rejected, []);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
