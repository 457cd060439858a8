#!/usr/bin/env node
// Starts the program that npm installed for this platform. Hooks call that program itself, without Node.
"use strict";
const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@palimp/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${name}/bin/palimp`);
} catch {
  console.error(
    `palimp: npm installed no program for ${process.platform} on ${process.arch} (${name}). ` +
      "Install again without --omit=optional; palimp runs on Linux and macOS, on x64 and arm64."
  );
  process.exit(1);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// The terminal tells the whole group; what others send to this process alone is handed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`palimp: ${program}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code));
