// palimp:file 0000000000000000
//
// Hands OpenClaw's events to palimp, and puts what palimp remembers into the system prompt and in
// front of a prompt. OpenClaw keeps neither with the conversation, so that both are given again with
// every prompt.
// `palimp install openclaw` wrote this file and `palimp uninstall openclaw` removes it.
//
// Nothing here may fail or hold OpenClaw up: whatever goes wrong with palimp, the session goes on
// without memory.

import { spawn } from "node:child_process";

const COMMAND = @@COMMAND@@;

// The tools whose use is worth a process; null stands for all of them.
const TOOLS = @@TOOLS@@;

// The tools of which palimp may know something before they run.
const ASKED_BEFORE = ["exec", "edit", "write", "apply_patch"];

// How long one call of palimp may take.
const CALL_MS = 2000;

// Of how many sessions it is remembered what they were told, and how much of it, in characters.
const SESSIONS = 200;
const TOLD = 20_000;

// Runs palimp once with `message` on its stdin. Resolves to what it printed; never rejects.
function run(message) {
  return new Promise((resolve) => {
    let printed = "";
    let child;
    const timer = setTimeout(() => child?.kill("SIGKILL"), CALL_MS);
    const done = () => {
      clearTimeout(timer);
      resolve(printed);
    };
    try {
      child = spawn(COMMAND[0], COMMAND.slice(1), {
        stdio: ["pipe", "pipe", "ignore"],
        windowsHide: true,
      });
      child.on("error", done);
      child.on("close", done);
      child.stdin.on("error", () => {});
      child.stdout.setEncoding("utf8").on("data", (text) => (printed += text));
      child.stdin.end(message);
    } catch {
      done();
    }
  });
}

function contextIn(answer) {
  try {
    const context = JSON.parse(answer).additionalContext;
    return typeof context === "string" ? context : "";
  } catch {
    return "";
  }
}

// What `promise` resolves to, or undefined when that takes longer than `ms`.
function within(ms, promise) {
  let timer;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// What the assistant said in the turn that has ended: what was said before, palimp knows.
function lastTurn(messages) {
  if (!Array.isArray(messages)) return [];
  const turn = messages.slice(messages.findLastIndex((message) => message?.role === "user") + 1);
  return turn.filter((message) => message?.role === "assistant");
}

function register(api) {
  // palimp started this OpenClaw itself, as its own tool.
  if (process.env.PALIMP_INTERNAL) return;

  // By session id: context, told, workspaceDir. The one that was touched last stands last.
  const sessions = new Map();
  let queue = Promise.resolve();

  const sessionOf = (id) => {
    const session = sessions.get(id) ?? { told: [] };
    sessions.delete(id);
    sessions.set(id, session);
    if (sessions.size > SESSIONS) sessions.delete(sessions.keys().next().value);
    return session;
  };

  // One call at a time, so that palimp hears of things in their order. The message is written down
  // now: OpenClaw goes on changing its objects.
  const send = (hook, event, { agentId, sessionId, sessionKey, runId, trigger, workspaceDir }) => {
    const ctx = { agentId, sessionId, sessionKey, runId, trigger };
    ctx.workspaceDir = workspaceDir ?? sessions.get(sessionId)?.workspaceDir;
    const message = JSON.stringify({ hook, time: Date.now(), event, ctx });
    return (queue = queue.then(() => run(message)));
  };

  // What the session begins with, asked for when this process first sees it. One that has a past was
  // told something by another process, of which nothing is left: it begins as after a compaction.
  const begin = (session, hasPast, ctx) => {
    const event = { source: hasPast ? "compact" : "startup" };
    return (session.context ??= send("session.start", event, ctx).then(contextIn));
  };

  const remember = (session, text) => {
    if (text && !session.told.includes(text)) session.told.push(text);
    while (session.told.join().length > TOLD && session.told.length > 1) session.told.shift();
  };

  const hooks = {
    before_prompt_build: async ({ messages, ...event }, ctx) => {
      if (!ctx.sessionId) return;
      const session = sessionOf(ctx.sessionId);
      session.workspaceDir = ctx.workspaceDir;
      const begun = begin(session, messages?.length > 0, ctx);
      const told = send("before_prompt_build", event, ctx).then(contextIn);
      const [start, context] = (await within(CALL_MS, Promise.all([begun, told]))) ?? [];
      remember(session, context);
      return {
        // The same text for every request of a session: the provider's prompt cache lives on it.
        ...(start && { prependSystemContext: start }),
        ...(session.told.length > 0 && { prependContext: session.told.join("\n\n") }),
      };
    },

    // Nothing that a plugin answers here reaches the model, and the tool does not wait: what palimp says
    // comes with the next prompt.
    before_tool_call: (event, ctx) => {
      if (!ctx.sessionId || !ASKED_BEFORE.includes(event.toolName)) return;
      const session = sessionOf(ctx.sessionId);
      send("before_tool_call", event, ctx).then((answer) => remember(session, contextIn(answer)));
    },

    after_tool_call: (event, ctx) => {
      if (!TOOLS || TOOLS.includes(event.toolName)) return send("after_tool_call", event, ctx);
    },

    agent_end: ({ messages, ...event }, ctx) =>
      send("agent_end", { ...event, messages: lastTurn(messages) }, ctx),

    before_compaction: ({ messages, ...event }, ctx) => send("before_compaction", event, ctx),

    session_end: (event, ctx) => {
      const sessionId = ctx.sessionId ?? event.sessionId;
      const sent = send("session_end", event, { ...ctx, sessionId });
      sessions.delete(sessionId);
      return sent;
    },
  };

  for (const [name, hook] of Object.entries(hooks)) {
    const safely = async (event, ctx) => {
      try {
        return await within(CALL_MS, Promise.resolve(hook(event ?? {}, ctx ?? {})));
      } catch {
        // Without memory, then.
      }
    };
    api.on(name, safely);
  }
}

export default { id: "palimp", name: "palimp", register };
