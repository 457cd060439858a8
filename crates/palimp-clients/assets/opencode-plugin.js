// palimp:file 0000000000000000
//
// Hands opencode's events to palimp, and puts what palimp remembers into the system prompt, behind
// a prompt and behind what a tool answered.
// `palimp install opencode` wrote this file and `palimp uninstall opencode` removes it.
//
// Nothing here may fail or hold opencode up: whatever goes wrong with palimp, the session goes
// on without memory.

import { spawn } from "node:child_process";

const COMMAND = @@COMMAND@@;

// The tools whose use is worth a process; null stands for all of them.
const TOOLS = @@TOOLS@@;

// The tools of which palimp may know something before they run.
const ASKED_BEFORE = ["bash", "edit", "multiedit", "write", "patch", "apply_patch"];

// Why a message ends that is not the last of its turn.
const GOES_ON = ["tool-calls", "unknown"];

// How long one call of palimp may take, and all that is still to be sent when opencode ends.
const CALL_MS = 2000;
const CLOSING_MS = 3000;

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

// opencode asks for a session's title under the session's own id.
function isForTitle(system) {
  return system.some((text) => text.startsWith("You are a title generator"));
}

function wanted(tool) {
  return !TOOLS || TOOLS.includes(tool);
}

// Whether the session uses this file for the first time; from now on it has.
function isFirstTouch(session, file) {
  const touched = (session.touched ??= new Set());
  return typeof file === "string" && !touched.has(file) && Boolean(touched.add(file));
}

// Whether palimp may have something to say of this call of a tool: it runs a command, or it is the first
// to change a file of its session. A patch names its files in its text.
function isOfInterestBefore(session, tool, args) {
  if (session.parentID || !ASKED_BEFORE.includes(tool)) return false;
  return args?.filePath === undefined || isFirstTouch(session, args.filePath);
}

// Whether palimp may have something to say of what became of it: it is the first look into a file in its
// session, or a command that failed.
function isOfInterest(session, { tool, args }, output) {
  if (session.parentID) return false;
  if (tool === "bash") return (output?.metadata?.exit ?? 0) !== 0;
  return isFirstTouch(session, args?.filePath);
}

// opencode calls every export of this file as a plugin, so there is one.
export const Palimp = async ({ directory, worktree }) => {
  // palimp started this opencode itself, as its own tool.
  if (process.env.PALIMP_INTERNAL) return {};

  // By session id: parentID, isNew, context, asked, reply, touched, before, isOpen, isCompacting.
  const sessions = new Map();
  let queue = Promise.resolve();

  const sessionOf = (id) => {
    if (!sessions.has(id)) sessions.set(id, {});
    return sessions.get(id);
  };

  // One call at a time, so that palimp hears of things in their order. The message is written
  // down now: opencode goes on changing its objects.
  const send = (hook, rest) => {
    const message = JSON.stringify({ hook, directory, worktree, time: Date.now(), ...rest });
    return (queue = queue.then(() => run(message)));
  };

  const start = (id, source) => {
    const session = sessionOf(id);
    session.context = send("session.start", { input: { sessionID: id, source } }).then(contextIn);
    return session;
  };

  // The session of that id, which is announced when it is seen for the first time.
  const begin = (id) => {
    const session = sessionOf(id);
    return session.context ? session : start(id, session.isNew ? "startup" : "resume");
  };

  const end = (id) => {
    const session = sessions.get(id);
    sessions.delete(id);
    if (session?.context) send("session.end", { input: { sessionID: id } });
  };

  const endTurn = (id) => {
    const session = sessionOf(id);
    const { reply, isOpen } = session;
    session.isCompacting = session.isOpen = false;
    session.reply = undefined;
    if (session.parentID || !(reply || isOpen)) return;
    const input = { sessionID: id, messageID: reply?.messageID };
    send("turn.end", { input, output: { text: reply?.text ?? "" } });
  };

  // What was said in a message is a step to the answer once another one follows it.
  const endStep = (id, { messageID, text }) => {
    const session = sessionOf(id);
    if (!session.parentID) send("step", { input: { sessionID: id, messageID }, output: { text } });
  };

  // The context of a session's start, and of its first prompt where the session is new: opencode makes
  // its title of that prompt and would make it of a text of ours beside it.
  const contextOf = async (session) => {
    const texts = await Promise.all([session.context, session.asked]);
    return texts.filter(Boolean).join("\n\n");
  };

  const onEvent = {
    "session.created": ({ info }) => {
      Object.assign(sessionOf(info.id), { isNew: true, parentID: info.parentID });
    },
    "session.idle": ({ sessionID }) => endTurn(sessionID),
    "session.deleted": ({ info, sessionID }) => end(info?.id ?? sessionID),
    // The compaction took the context away with the rest of the conversation.
    "session.compacted": ({ sessionID }) => {
      const session = sessionOf(sessionID);
      session.isCompacting = false;
      session.touched = session.asked = undefined;
      if (!session.parentID) start(sessionID, "compact");
    },
    "message.part.updated": ({ part }, event) => {
      // The message is whole. Where it asks for no tools it is the answer, though the session may go
      // on at once with what was typed meanwhile.
      if (part.type === "step-finish" && !GOES_ON.includes(part.reason)) {
        if (sessionOf(part.sessionID).reply?.messageID === part.messageID) endTurn(part.sessionID);
        return;
      }
      // opencode calls no hook after a tool that failed.
      if (part.type !== "tool" || part.state?.status !== "error") return;
      const session = sessionOf(part.sessionID);
      session.before?.delete(part.callID);
      if (wanted(part.tool)) send("event", { parentID: session.parentID, event });
    },
  };

  const hooks = {
    event: ({ event }) => onEvent[event.type]?.(event.properties, event),

    "chat.message": async (input, output) => {
      if (sessionOf(input.sessionID).parentID) return;
      const session = begin(input.sessionID);
      const isFirst = session.isNew;
      Object.assign(session, { isOpen: true, isCompacting: false, isNew: false });
      const hook = isFirst ? "session.prompt" : "chat.message";
      const answer = send(hook, { input, output }).then(contextIn);
      if (isFirst) session.asked = answer;
      const text = await within(CALL_MS, answer);
      if (!text || isFirst) return;
      const { id: messageID, sessionID } = output.message;
      const id = `prt_zzz${Date.now()}`;
      output.parts.push({ id, sessionID, messageID, type: "text", text, synthetic: true });
    },

    // No text reaches the model before a tool runs. So palimp is asked meanwhile, and what it says comes
    // behind what the tool answers.
    "tool.execute.before": (input, output) => {
      const session = sessionOf(input.sessionID);
      if (!isOfInterestBefore(session, input.tool, output.args)) return;
      const answer = send("tool.execute.before", { input, output }).then(contextIn);
      (session.before ??= new Map()).set(input.callID, answer);
    },

    "tool.execute.after": async (input, output) => {
      if (!wanted(input.tool)) return;
      const session = sessionOf(input.sessionID);
      const { parentID, before } = session;
      const answers = [before?.get(input.callID)];
      before?.delete(input.callID);
      if (isOfInterest(session, input, output)) {
        answers.push(send("tool.answered", { input, output }).then(contextIn));
      } else if (input.tool !== "read" || !TOOLS) {
        send("tool.execute.after", { parentID, input, output });
      }
      for (const text of (await within(CALL_MS, Promise.all(answers))) ?? []) {
        if (text && typeof output.output === "string") output.output += `\n\n${text}`;
      }
    },

    "experimental.text.complete": ({ sessionID, messageID }, { text }) => {
      const session = sessionOf(sessionID);
      if (session.isCompacting) return;
      const { reply } = session;
      const isSame = reply?.messageID === messageID;
      if (reply && !isSame) endStep(sessionID, reply);
      session.reply = { messageID, text: isSame ? `${reply.text}\n\n${text}` : text };
    },

    // The same text for every request of a session: the provider's prompt cache lives on it.
    "experimental.chat.system.transform": async ({ sessionID }, { system }) => {
      if (!sessionID || isForTitle(system)) return;
      const known = sessionOf(sessionID);
      if (known.parentID || known.isCompacting) return;
      const text = await within(CALL_MS, contextOf(begin(sessionID)));
      if (text) system.push(text);
    },

    "experimental.session.compacting": (input, output) => {
      const session = sessionOf(input.sessionID);
      session.isCompacting = true;
      if (!session.parentID) send("experimental.session.compacting", { input, output });
    },

    dispose: () => {
      [...sessions.keys()].forEach(end);
      return within(CLOSING_MS, queue);
    },
  };

  const safely = (hook) => async (...args) => {
    try {
      await hook(...args);
    } catch {
      // Without memory, then.
    }
  };
  return Object.fromEntries(Object.entries(hooks).map(([name, hook]) => [name, safely(hook)]));
};
