// Drives the opencode plugin as opencode does, with a stand-in for palimp that writes down what
// it is given. Run it with `node test-opencode-plugin.mjs`; it needs nothing but Node.js.

import assert from "node:assert/strict";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "palimp plugin "));
const tools = ["bash", "edit", "multiedit", "write", "patch", "apply_patch", "read"];
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
  const answer = ${JSON.stringify(answers)}[message.input?.source ?? message.hook];
  if (answer !== undefined) process.stdout.write(answer);
}, ${delay});
`,
  );
  chmodSync(name, 0o755);
  const read = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
  return { command: [name, "hook", "opencode", "--home", "/a b"], log: () => read().map((l) => JSON.parse(l)) };
}

async function load(command, wanted = tools) {
  const source = readFileSync(join(here, "opencode-plugin.js"), "utf8")
    .replace("@@COMMAND@@", JSON.stringify(command))
    .replace("@@TOOLS@@", JSON.stringify(wanted));
  assert(!source.includes("@@"), "a placeholder is left");
  const file = join(scratch, `plugin-${count++}.mjs`);
  writeFileSync(file, source);
  const module = await import(pathToFileURL(file));
  assert.deepEqual(Object.keys(module), ["Palimp"], "every export is called as a plugin");
  return module.Palimp({ directory: "/app", worktree: "/app" });
}

const context = (text) => JSON.stringify({ additionalContext: text });
const created = (id, parentID) => ({
  event: { type: "session.created", properties: { sessionID: id, info: { id, parentID } } },
});
const happened = (type, sessionID) => ({ event: { type, properties: { sessionID } } });
const message = (sessionID, text) => [
  { sessionID },
  {
    message: { id: `msg_${text}`, sessionID, role: "user" },
    parts: [{ type: "text", text, sessionID, id: "prt_1" }],
  },
];
const used = (sessionID, tool) => [
  { tool, sessionID, callID: "call", args: { command: "x" } },
  { title: "x", output: "out", metadata: { exit: 0 } },
];
const failed = (sessionID, tool, status = "error") => ({
  event: {
    type: "message.part.updated",
    properties: { sessionID, part: { type: "tool", tool, sessionID, state: { status, error: "no" } } },
  },
});
async function system(plugin, sessionID, prompt = "You are opencode.") {
  const output = { system: [prompt] };
  await plugin["experimental.chat.system.transform"]({ sessionID, model: {} }, output);
  return output.system.slice(1);
}
const short = (log) =>
  log.map(({ hook, input, event }) => `${hook} ${input?.sessionID ?? event.properties.sessionID}`);

const finished = (sessionID, messageID, reason) => ({
  event: {
    type: "message.part.updated",
    properties: { sessionID, part: { type: "step-finish", sessionID, messageID, reason } },
  },
});

const tests = {
  async "a session is told from its start to its end, in order"() {
    const answers = {
      startup: context("remember"),
      "session.prompt": context("first"),
    };
    const palimp = standIn({ answers });
    const plugin = await load(palimp.command);
    await plugin.event(created("s"));
    const [input, output] = message("s", "hello");
    await plugin["chat.message"](input, output);
    assert.equal(output.parts.length, 1, "the title is made of the first prompt");
    assert.deepEqual(await system(plugin, "s", "You are a title generator. You output…"), []);
    assert.deepEqual(await system(plugin, "s"), ["remember\n\nfirst"]);
    await plugin["tool.execute.after"](...used("s", "bash"));
    await plugin["tool.execute.after"](...used("s", "read"));
    await plugin.event(failed("s", "edit"));
    await plugin.event(failed("s", "edit", "running"));
    await plugin.event(failed("s", "glob"));
    const complete = plugin["experimental.text.complete"];
    await complete({ sessionID: "s", messageID: "m1" }, { text: "step one" });
    await complete({ sessionID: "s", messageID: "m2" }, { text: "all" });
    await complete({ sessionID: "s", messageID: "m2" }, { text: "done" });
    assert.deepEqual(await system(plugin, "s"), ["remember\n\nfirst"], "the same for every request");
    await plugin.event(finished("s", "m2", "stop"));
    await plugin.event(happened("session.idle", "s"));
    await plugin.event(happened("session.idle", "s"));
    await plugin.dispose();
    const log = palimp.log();
    assert.deepEqual(short(log), [
      "session.start s",
      "session.prompt s",
      "tool.execute.after s",
      "event s",
      "step s",
      "turn.end s",
      "session.end s",
    ]);
    assert.deepEqual(log[0].args, ["hook", "opencode", "--home", "/a b"]);
    assert.deepEqual(log[0].input, { sessionID: "s", source: "startup" });
    assert.deepEqual([log[0].directory, log[0].worktree], ["/app", "/app"]);
    assert.equal(typeof log[0].time, "number");
    assert.equal(log[1].output.parts.length, 1, "what palimp itself adds is not sent to it");
    assert.deepEqual(log[4].input, { sessionID: "s", messageID: "m1" });
    assert.deepEqual(log[4].output, { text: "step one" });
    assert.deepEqual(log[5].input, { sessionID: "s", messageID: "m2" });
    assert.deepEqual(log[5].output, { text: "all\n\ndone" });
  },

  async "an answer is told though the next prompt came before it"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    const complete = plugin["experimental.text.complete"];
    await plugin["chat.message"](...message("s", "one"));
    await complete({ sessionID: "s", messageID: "m1" }, { text: "I look" });
    await plugin.event(finished("s", "m1", "tool-calls"));
    await plugin["chat.message"](...message("s", "two"));
    await complete({ sessionID: "s", messageID: "m2" }, { text: "first answer" });
    await plugin.event(finished("s", "m2", "stop"));
    await complete({ sessionID: "s", messageID: "m3" }, { text: "second answer" });
    await plugin.event(happened("session.idle", "s"));
    await plugin.dispose();
    const said = palimp.log().filter(({ hook }) => hook === "step" || hook === "turn.end");
    assert.deepEqual(
      said.map(({ hook, output }) => `${hook}: ${output.text}`),
      ["step: I look", "turn.end: first answer", "turn.end: second answer"],
    );
  },

  async "what is known of a file comes with its first touch, and of a failure with the failure"() {
    const palimp = standIn({ answers: { "tool.answered": context("known") } });
    const plugin = await load(palimp.command);
    const use = async (sessionID, tool, args, metadata) => {
      const output = { title: "x", output: "out", metadata };
      await plugin["tool.execute.after"]({ tool, sessionID, callID: "call", args }, output);
      return output.output;
    };
    await plugin.event(created("child", "s"));
    assert.equal(await use("s", "read", { filePath: "/app/a.rs" }), "out\n\nknown");
    assert.equal(await use("s", "read", { filePath: "/app/a.rs" }), "out");
    assert.equal(await use("s", "edit", { filePath: "/app/a.rs" }), "out");
    assert.equal(await use("s", "edit", { filePath: "/app/b.rs" }), "out\n\nknown");
    assert.equal(await use("s", "bash", { command: "x" }, { exit: 0 }), "out");
    assert.equal(await use("s", "bash", { command: "x" }, { exit: 2 }), "out\n\nknown");
    assert.equal(await use("child", "write", { filePath: "/app/c.rs" }), "out");
    await plugin.event(happened("session.compacted", "s"));
    assert.equal(await use("s", "read", { filePath: "/app/a.rs" }), "out\n\nknown");
    await plugin.dispose();
    const log = palimp.log().filter(({ hook }) => hook.startsWith("tool."));
    assert.deepEqual(
      log.map(({ hook, input }) => `${hook} ${input.tool}`),
      [
        "tool.answered read",
        "tool.execute.after edit",
        "tool.answered edit",
        "tool.execute.after bash",
        "tool.answered bash",
        "tool.execute.after write",
        "tool.answered read",
      ],
    );
    assert(log.every(({ output }) => output.output === "out"), "what palimp adds is not sent to it");
  },

  async "what is known before a tool comes behind what it answers"() {
    const palimp = standIn({ answers: { "tool.execute.before": context("rule"), "tool.answered": context("cause") } });
    const plugin = await load(palimp.command);
    let calls = 0;
    const use = async (sessionID, tool, args, metadata) => {
      const output = { title: "x", output: "out", metadata };
      const callID = `call-${calls++}`;
      await plugin["tool.execute.before"]({ tool, sessionID, callID }, { args });
      await plugin["tool.execute.after"]({ tool, sessionID, callID, args }, output);
      return output.output;
    };
    await plugin.event(created("child", "s"));
    assert.equal(await use("s", "bash", { command: "npm install" }, { exit: 0 }), "out\n\nrule");
    assert.equal(await use("s", "bash", { command: "npm test" }, { exit: 1 }), "out\n\nrule\n\ncause");
    assert.equal(await use("s", "edit", { filePath: "/app/a.rs", oldString: "x" }), "out\n\nrule");
    assert.equal(await use("s", "edit", { filePath: "/app/a.rs", oldString: "y" }), "out");
    assert.equal(await use("s", "read", { filePath: "/app/a.rs" }), "out");
    assert.equal(await use("s", "read", { filePath: "/app/b.rs" }), "out\n\ncause");
    assert.equal(await use("s", "edit", { filePath: "/app/b.rs" }), "out", "its first look told of it");
    assert.equal(await use("s", "apply_patch", { patchText: "*** Begin Patch" }), "out\n\nrule");
    assert.equal(await use("s", "glob", { pattern: "*" }), "out");
    assert.equal(await use("child", "bash", { command: "npm install" }, { exit: 0 }), "out");
    await plugin.dispose();
    const before = palimp.log().filter(({ hook }) => hook === "tool.execute.before");
    assert.deepEqual(before.map(({ input }) => input.tool), ["bash", "bash", "edit", "apply_patch"]);
    assert.deepEqual(before[0].output, { args: { command: "npm install" } });
  },

  async "a tool runs while palimp is asked about it"() {
    const plugin = await load(standIn({ answers: { "tool.execute.before": context("rule") }, delay: 100 }).command);
    const start = Date.now();
    await plugin["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command: "x" } });
    assert(Date.now() - start < 50);
    const output = { title: "x", output: "out", metadata: { exit: 0 } };
    await plugin["tool.execute.after"]({ tool: "bash", sessionID: "other", callID: "c", args: {} }, output);
    assert.equal(output.output, "out", "it is the answer to another session's call");
    await plugin["tool.execute.after"]({ tool: "bash", sessionID: "s", callID: "c", args: {} }, output);
    assert.equal(output.output, "out\n\nrule");
    await plugin.dispose();
  },

  async "what answers a later prompt stands behind it"() {
    const palimp = standIn({ answers: { "chat.message": context("snapshot") } });
    const plugin = await load(palimp.command);
    const [input, output] = message("old", "more");
    await plugin["chat.message"](input, output);
    assert.deepEqual(
      { ...output.parts[1], id: "" },
      { id: "", sessionID: "old", messageID: "msg_more", type: "text", text: "snapshot", synthetic: true },
    );
    assert.match(output.parts[1].id, /^prt_/);
    await plugin.dispose();
    assert.equal(palimp.log()[1].output.parts.length, 1, "what palimp itself adds is not sent to it");
  },

  async "a session that was there before is resumed"() {
    const palimp = standIn({ answers: { resume: context("again") } });
    const plugin = await load(palimp.command);
    assert.deepEqual(await system(plugin, "old"), ["again"]);
    await plugin.dispose();
    assert.equal(palimp.log()[0].input.source, "resume");
  },

  async "a child session sends its tools alone"() {
    const palimp = standIn({ answers: { startup: context("x"), resume: context("x") } });
    const plugin = await load(palimp.command);
    await plugin.event(created("child", "s"));
    await plugin["chat.message"](...message("child", "look"));
    assert.deepEqual(await system(plugin, "child"), []);
    await plugin["tool.execute.after"](...used("child", "write"));
    await plugin.event(failed("child", "bash"));
    await plugin["experimental.text.complete"]({ sessionID: "child", messageID: "m" }, { text: "t" });
    await plugin["experimental.session.compacting"]({ sessionID: "child" }, { context: [] });
    await plugin.event(happened("session.compacted", "child"));
    await plugin.event(happened("session.idle", "child"));
    await plugin.dispose();
    assert.deepEqual(short(palimp.log()), ["tool.execute.after child", "event child"]);
    assert(palimp.log().every((sent) => sent.parentID === "s"));
  },

  async "after a compaction the context is asked for anew"() {
    const palimp = standIn({ answers: { resume: context("before"), compact: context("after") } });
    const plugin = await load(palimp.command);
    await plugin["chat.message"](...message("s", "hi"));
    assert.deepEqual(await system(plugin, "s"), ["before"]);
    await plugin["experimental.session.compacting"]({ sessionID: "s" }, { context: [] });
    assert.deepEqual(await system(plugin, "s"), [], "the summary is made of the conversation alone");
    await plugin["experimental.text.complete"]({ sessionID: "s", messageID: "sum" }, { text: "summary" });
    await plugin.event(happened("session.compacted", "s"));
    assert.deepEqual(await system(plugin, "s"), ["after"]);
    await plugin["experimental.text.complete"]({ sessionID: "s", messageID: "m" }, { text: "reply" });
    await plugin.event(happened("session.idle", "s"));
    await plugin.dispose();
    const log = palimp.log();
    assert.deepEqual(short(log).slice(2), [
      "experimental.session.compacting s",
      "session.start s",
      "turn.end s",
      "session.end s",
    ]);
    assert.deepEqual(log[4].output, { text: "reply" });
  },

  async "a deleted session ends once"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    await plugin["chat.message"](...message("s", "hi"));
    await plugin.event({ event: { type: "session.deleted", properties: { info: { id: "s" } } } });
    await plugin.event({ event: { type: "session.deleted", properties: { info: { id: "never seen" } } } });
    await plugin.dispose();
    assert.deepEqual(short(palimp.log()), ["session.start s", "chat.message s", "session.end s"]);
  },

  async "captures hold nobody up and all arrive"() {
    const palimp = standIn({ delay: 60 });
    const plugin = await load(palimp.command);
    const before = Date.now();
    for (let i = 0; i < 8; i++) await plugin["tool.execute.after"](...used(`s${i}`, "bash"));
    assert(Date.now() - before < 50);
    await plugin.dispose();
    assert.deepEqual(short(palimp.log()), [...Array(8).keys()].map((i) => `tool.execute.after s${i}`));
  },

  async "all tools are sent when all are wanted"() {
    const palimp = standIn();
    const plugin = await load(palimp.command, null);
    await plugin["tool.execute.after"](...used("s", "read"));
    await plugin.dispose();
    assert.deepEqual(short(palimp.log()), ["tool.execute.after s"]);
  },

  async "a palimp that is not there is no trouble"() {
    const plugin = await load([join(scratch, "nowhere"), "hook", "opencode"]);
    await plugin["chat.message"](...message("s", "hi"));
    assert.deepEqual(await system(plugin, "s"), []);
    await plugin.dispose();
  },

  async "a palimp that hangs is left behind"() {
    const plugin = await load(standIn({ delay: 60_000 }).command);
    let before = Date.now();
    assert.deepEqual(await system(plugin, "s"), []);
    assert(Date.now() - before < 2500);
    before = Date.now();
    await plugin.dispose();
    assert(Date.now() - before < 3500);
  },

  async "a palimp that talks nonsense is not listened to"() {
    for (const answer of ["", "no JSON", "null", "[]", '{"additionalContext":7}', '{"x":"y"}']) {
      const plugin = await load(standIn({ answers: { resume: answer, "chat.message": answer } }).command);
      const [input, output] = message("s", "hi");
      await plugin["chat.message"](input, output);
      assert.equal(output.parts.length, 1, answer);
      assert.deepEqual(await system(plugin, "s"), [], answer);
      await plugin.dispose();
    }
  },

  async "odd events and arguments are no trouble"() {
    const plugin = await load(standIn().command);
    const loop = {};
    loop.loop = loop;
    await plugin.event({ event: { type: "session.created", properties: {} } });
    await plugin.event({ event: { type: "unheard.of" } });
    await plugin.event({});
    await plugin["chat.message"]();
    await plugin["tool.execute.before"]();
    await plugin["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, loop);
    await plugin["tool.execute.after"]({ tool: "bash", sessionID: "s" }, loop);
    await plugin["experimental.chat.system.transform"]({}, { system: [] });
    await plugin.dispose();
  },

  async "a large event arrives whole"() {
    const palimp = standIn();
    const plugin = await load(palimp.command);
    const [input, output] = used("s", "write");
    output.output = "한".repeat(1_000_000);
    await plugin["tool.execute.after"](input, output);
    await plugin.dispose();
    assert.equal(palimp.log()[0].output.output.length, 1_000_000);
  },

  async "an opencode that palimp started is left alone"() {
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
